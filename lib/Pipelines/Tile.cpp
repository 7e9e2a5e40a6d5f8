//===- Tile.cpp - Tile IR before a target sees it ---------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Transforms/Passes.h"
#include "phobos/Verification/Passes.h"

using namespace mlir;

/// What is proved goes; the rest of the conditions and masks stays.
static void addProvers(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(phobos::createFoldIotaMasks());
  manager.addPass(phobos::createEliminateMasks());
}

void phobos::buildTilePipeline(OpPassManager &manager,
                               const NVVMPipelineOptions &options) {
  manager.addPass(createConvertMemRefs());
  manager.addPass(createVerifyThreads());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createRaisePointers());
  addProvers(manager);
  // Before loops are split: the masks of bulk copies are free.
  manager.addPass(phobos::createPlanProducts({/*target=*/options.target}));
  manager.addPass(createSplitLoops());
  addProvers(manager);
  if (options.debugBounds) {
    manager.addPass(createInlineThreadSums()); // into points, which are checked
    manager.addPass(createCheckBounds());
  }
  VerifyMasksOptions verification;
  verification.restore = true;
  manager.addPass(createVerifyMasks(verification));
  manager.addPass(createAssertNoMask());
}
