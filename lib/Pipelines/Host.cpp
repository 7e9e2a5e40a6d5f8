//===- Host.cpp - From tiles to llvm for the host ---------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;

/// Tensors to buffers that are freed after their last use.
static void addBufferization(OpPassManager &manager) {
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions options;
  // `scf.while` may yield new buffers; the deallocation below frees the old
  // ones.
  options.allowReturnAllocsFromLoops = true;
  options.bufferAlignment = 0;
  manager.addPass(bufferization::createOneShotBufferizePass(options));
  manager.addPass(createCanonicalizerPass());
  bufferization::buildBufferDeallocationPipeline(manager);
  // Into its callers goes the function that frees one of several buffers: it
  // takes memrefs of unknown size, which no bare pointer stands for.
  manager.addPass(createInlinerPass());
  manager.addNestedPass<func::FuncOp>(
      bufferization::createOptimizeAllocationLivenessPass());
}

/// Functions in f64 where that is more precise, else arithmetic on bf16, f16
/// and f8 in f32, and conversions that need no library.
static void addNarrowFloats(OpPassManager &manager) {
  arith::ArithEmulateUnsupportedFloatsOptions options;
  options.sourceTypeStrs = {"bf16", "f16", "f8E4M3FN", "f8E5M2"};
  options.targetTypeStr = "f32";
  manager.addPass(math::createMathExtendToSupportedTypes());
  manager.addPass(arith::createArithEmulateUnsupportedFloats(options));
  manager.addPass(phobos::createExpandNarrowFloats());
}

static void addConversionsToLLVM(OpPassManager &manager) {
  manager.addPass(phobos::createExpandCopies());
  manager.addPass(createConvertLinalgToLoopsPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions options;
  options.useBarePtrCallConv = true;
  manager.addPass(createConvertFuncToLLVMPass(options));
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}

void phobos::buildPhobosToHostPipeline(OpPassManager &manager,
                                       const HostPipelineOptions &options) {
  manager.addPass(createConvertMemRefs());
  manager.addPass(createVerifyThreads());
  manager.addPass(createInlineThreadSums());
  if (options.debugBounds)
    manager.addPass(createCheckBounds());
  manager.addPass(createLoopOverThreads());
  manager.addPass(createConvertToLinalg());
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(createFuseTileOps());
  manager.addPass(createCSEPass());
  addNarrowFloats(manager);
  addBufferization(manager);
  addConversionsToLLVM(manager);
}
