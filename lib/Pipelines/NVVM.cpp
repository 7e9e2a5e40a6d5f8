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
#include "phobos/Target/Target.h"

using namespace mlir;

void phobos::buildSchedulePipeline(OpPassManager &manager,
                                   const NVVMPipelineOptions &options) {
  manager.addPass(createAddRepackKernels());
  manager.addPass(createFormClusters());
  manager.addPass(createOrderBlocks());
  manager.addPass(createMakePersistent());
  manager.addPass(createSplitEpilogues());
  manager.addPass(createRollTiles());
  manager.addPass(createVersionRows());
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
  const Target *target = Target::lookup(options.target);
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
      {"tile", buildTilePipeline},
      {"scheduled", buildSchedulePipeline},
      {"thread", buildDistributionPipeline},
      {"nvvm", buildThreadToNVVMPipeline},
  };
  return stages;
}

void phobos::buildPhobosToNVVMPipeline(OpPassManager &manager,
                                       const NVVMPipelineOptions &options) {
  for (const Stage &stage : getNVVMStages())
    stage.build(manager, options);
}
