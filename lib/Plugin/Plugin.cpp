//===- Plugin.cpp - The dialect and its passes for mlir-opt -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Pipelines/Registration.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;

/// MLIR aborts where one name is registered for two classes. That is so where
/// the program has Phobos inside, or has loaded a plugin of another build.
static void reportOther(StringRef what) {
  llvm::errs() << "error: libPhobosPlugin: expected a program without Phobos's "
               << what << ", got one that has them from another build; those "
               << "stay\n";
}

static void registerDialect(DialectRegistry *registry) {
  if (DialectAllocatorFunctionRef makeKnown = registry->getDialectAllocator(
          phobos::PhobosDialect::getDialectNamespace())) {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    if (makeKnown(&context)->getTypeID() !=
        TypeID::get<phobos::PhobosDialect>())
      return reportOther("dialect and ops");
  }
  registry->insert<phobos::PhobosDialect>();
}

static void registerPasses() {
  std::unique_ptr<Pass> own = phobos::createEliminateMasks();
  OpPassManager known;
  if (succeeded(parsePassPipeline(own->getArgument(), known, llvm::nulls())) &&
      known.begin()->getTypeID() != own->getTypeID())
    return reportOther("passes");
  phobos::registerPhobosPasses();
}

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Phobos", LLVM_VERSION_STRING,
          registerDialect};
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Phobos", LLVM_VERSION_STRING,
          registerPasses};
}
