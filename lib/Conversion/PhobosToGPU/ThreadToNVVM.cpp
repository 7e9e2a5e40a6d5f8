//===- ThreadToNVVM.cpp - Thread-level code to llvm and nvvm ----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "SplitVectors.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "phobos/Conversion/PhobosToGPU/Passes.h"

namespace phobos {
#define GEN_PASS_DEF_THREADTONVVM
#include "phobos/Conversion/PhobosToGPU/Passes.h.inc"
} // namespace phobos

using namespace mlir;

namespace {

/// The hardware's reciprocal square root; upstream divides 1 by a square root.
struct RsqrtToApprox : ConvertOpToLLVMPattern<math::RsqrtOp> {
  explicit RsqrtToApprox(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(math::RsqrtOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return failure();
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, op.getType(), rewriter.getStringAttr("llvm.nvvm.rsqrt.approx.f"),
        adaptor.getOperand());
    return success();
  }
};

struct ThreadToNVVM : phobos::impl::ThreadToNVVMBase<ThreadToNVVM> {
  void runOnOperation() override {
    ByValue byValue = findByValue();
    phobos::splitBlockArguments(getOperation());
    if (failed(simplifyVectors()) || failed(convert()))
      return signalPassFailure();
    requireBlockSizes();
    passByValue(byValue);
  }

  /// Brings what has no direct counterpart in LLVM to ops that have one.
  LogicalResult simplifyVectors() {
    RewritePatternSet patterns(&getContext());
    phobos::populateSplitVectorPatterns(patterns);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    vector::populateVectorBroadcastLoweringPatterns(patterns);
    vector::populateVectorShapeCastLoweringPatterns(patterns);
    vector::populateVectorStepLoweringPatterns(patterns);
    vector::populateVectorRankReducingFMAPattern(patterns);
    vector::populateVectorTransposeLoweringPatterns(
        patterns, vector::VectorTransposeLowering::EltWise);
    vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }

  /// A known block size is an exact one, which upstream's conversion makes a
  /// maximum: a launch with another must fail.
  void requireBlockSizes() {
    auto maximum = NVVM::NVVMDialect::getMaxntidAttrName();
    getOperation().walk([&](LLVM::LLVMFuncOp func) {
      Attribute size = func->getAttr(maximum);
      if (!size || !func->hasAttr("gpu.known_block_size"))
        return;
      func->removeAttr(maximum);
      func->setAttr(NVVM::NVVMDialect::getReqntidAttrName(), size);
    });
  }

  using ByValue = llvm::StringMap<SmallVector<std::pair<unsigned, Attribute>>>;

  /// The arguments that functions take by value, which upstream's conversion
  /// forgets.
  ByValue findByValue() {
    ByValue found;
    getOperation().walk([&](gpu::GPUFuncOp func) {
      for (unsigned index = 0; index < func.getNumArguments(); ++index)
        if (Attribute type =
                func.getArgAttr(index, LLVM::LLVMDialect::getByValAttrName()))
          found[func.getName()].push_back({index, type});
    });
    return found;
  }

  /// They are read where the launch has put them: without `grid_constant` each
  /// thread would have a copy.
  void passByValue(const ByValue &arguments) {
    getOperation().walk([&](LLVM::LLVMFuncOp func) {
      for (auto [index, type] : arguments.lookup(func.getName())) {
        func.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(), type);
        func.setArgAttr(index, NVVM::NVVMDialect::getGridConstantAttrName(),
                        UnitAttr::get(&getContext()));
      }
    });
  }

  LogicalResult convert() {
    MLIRContext *context = &getContext();
    LowerToLLVMOptions options(context);
    options.overrideIndexBitwidth(64);
    LLVMTypeConverter converter(context, options);
    configureGpuToNVVMTypeConverter(converter);

    RewritePatternSet patterns(context);
    patterns.add<RsqrtToApprox>(converter);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns);
    populateGpuToNVVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns,
                                         /*approximateLog1p=*/false);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    populateVectorToLLVMConversionPatterns(converter, patterns);

    ConversionTarget target(*context);
    target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    target.addLegalOp<gpu::GPUModuleOp>();
    return applyFullConversion(getOperation(), target, std::move(patterns));
  }
};

} // namespace
