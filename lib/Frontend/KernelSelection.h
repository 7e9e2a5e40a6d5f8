//===- KernelSelection.h - the kernels that are meant -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_LIB_FRONTEND_KERNELSELECTION_H
#define PHOBOS_LIB_FRONTEND_KERNELSELECTION_H

#include "phobos/Frontend/AST.h"
#include "phobos/Frontend/Frontend.h"
#include "phobos/Frontend/SourceDiagnostics.h"

namespace phobos {

/// A program, and those of its kernels that the options ask for.
struct KernelSelection {
  ast::Program program;
  llvm::SmallVector<const ast::Function *> kernels;
};

/// Parses the main buffer of `sources`, whose tree lives in `arena`. What is
/// wrong with it, with names that are defined twice, and with the settings, is
/// reported; there are no kernels where the text does not parse.
KernelSelection selectKernels(llvm::SourceMgr &sources, ast::Arena &arena,
                              const ImportOptions &options,
                              SourceDiagnostics &diagnostics);

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_KERNELSELECTION_H
