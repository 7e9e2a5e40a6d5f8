//===- Plugin.cpp - The dialect and its passes for mlir-opt -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Pipelines/Registration.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Phobos", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            registry->insert<phobos::PhobosDialect>();
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Phobos", LLVM_VERSION_STRING,
          phobos::registerPhobosPasses};
}
