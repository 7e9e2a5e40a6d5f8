//===- phobos-toy-opt.cpp - phobos-opt with an embedder's dialect -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// phobos-opt with the toy dialect of examples/embedding, for tests of what
// Phobos's passes do with an access op that they know by its interface alone.
//
//===----------------------------------------------------------------------===//

#include "Toy.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "phobos/Pipelines/Registration.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  phobos::registerDialects(registry);
  registry.insert<toy::ToyDialect>();
  phobos::registerPasses();
  mlir::registerPass(toy::createExpandAccumulate);
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Phobos's optimizer driver with the toy dialect\n",
      registry));
}
