//===- ToolMainsOpt.cpp - phobos-opt ----------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "phobos-c/Tools.h"
#include "phobos/Pipelines/Registration.h"

int phobos_opt_main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  phobos::registerDialects(registry);
  phobos::registerPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Phobos's optimizer driver\n", registry));
}
