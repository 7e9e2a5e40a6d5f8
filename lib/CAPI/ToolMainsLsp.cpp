//===- ToolMainsLsp.cpp - phobos-lsp-server ---------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "phobos-c/Tools.h"
#include "phobos/Pipelines/Registration.h"

int phobos_lsp_server_main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  phobos::registerDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
