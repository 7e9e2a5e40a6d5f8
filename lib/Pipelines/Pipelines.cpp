//===- Pipelines.cpp - Pipelines by name ------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Pipelines/Pipelines.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace phobos;

LogicalResult phobos::runPasses(PassManager &manager, Operation *op) {
#ifdef NDEBUG
  manager.enableVerifier(false);
  return success(succeeded(manager.run(op)) && succeeded(verify(op)));
#else
  return manager.run(op);
#endif
}

void phobos::registerPipelines() {
  PassPipelineRegistration<HostPipelineOptions>(
      "phobos-to-host", "From tiles to llvm for this machine",
      buildPhobosToHostPipeline);
  using ForTarget = PassPipelineRegistration<NVVMPipelineOptions>;
  ForTarget("phobos-to-nvvm", "From tiles to llvm and nvvm for a GPU",
            [](OpPassManager &manager, const NVVMPipelineOptions &options) {
              buildPhobosToNVVMPipeline(manager, options);
            });
  ForTarget("phobos-tile-pipeline",
            "Tile IR as a GPU's lowering takes it: what is proved of its masks "
            "is gone",
            buildTilePipeline);
  ForTarget("phobos-thread-to-nvvm-pipeline",
            "From thread-level code to llvm and nvvm",
            buildThreadToNVVMPipeline);
}
