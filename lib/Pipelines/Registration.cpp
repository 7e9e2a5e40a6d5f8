//===- Registration.cpp - What the tools know by name -----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Pipelines/Registration.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "phobos/Conversion/PhobosToGPU/Passes.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Target/PTX.h"
#include "phobos/Transforms/Passes.h"
#include "phobos/Verification/Passes.h"
#include <mutex>

using namespace mlir;

void phobos::registerDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, bufferization::BufferizationDialect,
                  cf::ControlFlowDialect, func::FuncDialect, gpu::GPUDialect,
                  linalg::LinalgDialect, LLVM::LLVMDialect, math::MathDialect,
                  memref::MemRefDialect, NVVM::NVVMDialect, PhobosDialect,
                  scf::SCFDialect, tensor::TensorDialect, ub::UBDialect,
                  vector::VectorDialect>();
  registerPTXTranslation(registry);
}

void phobos::registerPhobosPasses() {
  registerDistributionPasses();
  registerPhobosToGPUPasses();
  registerPhobosToHostPasses();
  registerPhobosTransformsPasses();
  registerPhobosVerificationPasses();
  registerPipelines();
}

void phobos::registerPasses() {
  registerPhobosPasses();
  registerTransformsPasses();
  // Upstream's, to take the lowering to LLVM in single steps.
  registerPass([] { return createArithToLLVMConversionPass(); });
  registerPass([] { return createConvertControlFlowToLLVMPass(); });
  registerPass([] { return createConvertFuncToLLVMPass(); });
  registerPass([] { return createConvertMathToLLVMPass(); });
  registerPass([] { return createConvertNVVMToLLVMPass(); });
  registerPass([] { return createConvertVectorToLLVMPass(); });
  registerPass([] { return createReconcileUnrealizedCastsPass(); });
  registerPass([] { return createSCFToControlFlowPass(); });
}

void phobos::registerPassesOnce() {
  static std::once_flag registered;
  std::call_once(registered, registerPasses);
}

llvm::Error phobos::addPasses(StringRef text, OpPassManager &manager) {
  registerPassesOnce();
  text = text.trim();
  if (text.consume_front("builtin.module(") && !text.consume_back(")"))
    return llvm::createStringError("expected ')' at the end");
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  if (failed(parsePassPipeline(text, manager, stream)))
    return llvm::createStringError(StringRef(problem).trim());
  return llvm::Error::success();
}
