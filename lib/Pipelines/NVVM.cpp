//===- NVVM.cpp - From tiles to llvm and nvvm -------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "phobos/Conversion/PhobosToGPU/Passes.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Target/TargetInterface.h"

using namespace mlir;
using namespace phobos;

void phobos::buildSchedulePipeline(OpPassManager &manager,
                                   const NVVMPipelineOptions &options) {
  manager.addPass(createHoldRuns());
  manager.addPass(createAddRepackKernels());
  manager.addPass(createFormClusters({/*target=*/options.target}));
  manager.addPass(createOrderBlocks());
  manager.addPass(createMakePersistent());
  manager.addPass(createSplitEpilogues());
  manager.addPass(createRollTiles());
  manager.addPass(createVersionRows());
  manager.addPass(createVersionReads());
  manager.addPass(createOverlapStores({/*target=*/options.target}));
  manager.addPass(createAssignLayouts({/*target=*/options.target}));
}

void phobos::buildDistributionPipeline(OpPassManager &manager,
                                       const NVVMPipelineOptions &options) {
  manager.addPass(createDistribute({/*target=*/options.target,
                                    /*printBarriers=*/options.printBarriers}));
  manager.addPass(createCSEPass());
}

void phobos::buildThreadToNVVMPipeline(OpPassManager &manager,
                                       const NVVMPipelineOptions &options) {
  OpPassManager &device = manager.nest<gpu::GPUModuleOp>();
  const Target *target = lookupTarget(options.target, options.context);
  device.addPass(createOverlapLaunches({/*target=*/options.target}));
  device.addPass(createExpandMath());
  device.addPass(createExpandFloat8({target && target->hasF8Conversion}));
  device.addPass(createCanonicalizerPass());
  device.addPass(createCSEPass());
  device.addPass(createSCFToControlFlowPass());
  device.addPass(createThreadToNVVM());
  device.addPass(createConvertNVVMToLLVMPass());
  device.addPass(createReconcileUnrealizedCastsPass());
  buildLineInfoPipeline(manager);
}

void phobos::buildLineInfoPipeline(OpPassManager &manager) {
  // Lines for profilers, without sections for a debugger.
  LLVM::DIScopeForLLVMFuncOpPassOptions lines;
  lines.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
  manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass(lines));
}

ArrayRef<phobos::Stage> phobos::getNVVMStages() {
  static constexpr Stage stages[] = {
      {IRStage::Tile, "tile", buildTilePipeline},
      {IRStage::Scheduled, "scheduled", buildSchedulePipeline},
      {IRStage::Thread, "thread", buildDistributionPipeline},
      {IRStage::NVVM, "nvvm", buildThreadToNVVMPipeline},
  };
  return stages;
}

void PipelineExtensions::addBefore(IRStage stage, Build build) {
  extensions.push_back({stage, /*isBefore=*/true, std::move(build)});
}

void PipelineExtensions::addAfter(IRStage stage, Build build) {
  extensions.push_back({stage, /*isBefore=*/false, std::move(build)});
}

void PipelineExtensions::buildStage(const Stage &stage, OpPassManager &manager,
                                    const NVVMPipelineOptions &options) const {
  auto addExtensions = [&](bool isBefore) {
    for (const Extension &extension : extensions)
      if (extension.stage == stage.stage && extension.isBefore == isBefore)
        extension.build(manager, options);
  };
  addExtensions(/*isBefore=*/true);
  stage.build(manager, options);
  addExtensions(/*isBefore=*/false);
}

void phobos::buildPhobosToNVVMPipeline(OpPassManager &manager,
                                       const NVVMPipelineOptions &options,
                                       const PipelineExtensions &extensions) {
  for (const Stage &stage : getNVVMStages())
    extensions.buildStage(stage, manager, options);
}

void phobos::buildPhobosToNVVMPipeline(OpPassManager &manager,
                                       const NVVMPipelineOptions &options) {
  buildPhobosToNVVMPipeline(manager, options, PipelineExtensions());
}
