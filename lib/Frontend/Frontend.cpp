//===- Frontend.cpp - .ph text to tile IR -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phobos/Frontend/Frontend.h"

#include "KernelEmitter.h"
#include "KernelSelection.h"
#include "phobos/Transforms/VerifyThreads.h"
#include "llvm/Support/SourceMgr.h"

using namespace phobos;

mlir::OwningOpRef<mlir::ModuleOp>
phobos::importPhobos(llvm::SourceMgr &sources, mlir::MLIRContext *context,
                     const ImportOptions &options) {
  KernelEmitter::loadDialects(context);
  SourceDiagnostics diagnostics(sources, context);
  ast::Arena arena;
  auto [program, kernels] = selectKernels(sources, arena, options, diagnostics);
  if (kernels.empty())
    return {};
  llvm::SMLoc start = llvm::SMLoc::getFromPointer(
      sources.getMemoryBuffer(sources.getMainFileID())->getBufferStart());

  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(diagnostics.locate(start));
  for (const ast::Function *kernel : kernels) {
    if (diagnostics.atLimit())
      break;
    KernelEmitter(program, diagnostics, options, *module).emit(*kernel);
  }
  if (diagnostics.errorCount() != 0)
    return {};
  bool isValid = true;
  for (KernelOp kernel : module->getOps<KernelOp>())
    isValid &= mlir::succeeded(verifyThreads(kernel));
  if (!isValid)
    return {};
  return module;
}
