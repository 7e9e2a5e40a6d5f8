//===- ConvertToLinalg.cpp - Kernels as functions on tensors ----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/BufferViewFlowOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/AllocationOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/BufferDeallocationOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"

using namespace mlir;

namespace phobos {
#define GEN_PASS_DEF_CONVERTTOLINALG
#include "phobos/Conversion/PhobosToHost/Passes.h.inc"
} // namespace phobos

using namespace phobos;

/// The memref of a view: its strides are static where the type tells them. Of
/// the offset, the type says nothing.
static MemRefType convertView(ViewType view) {
  SmallVector<int64_t> strides(view.getStrides());
  if (view.isDense()) {
    strides.assign(view.getRank(), 1);
    for (int64_t dim = view.getRank() - 1; dim-- > 0;) {
      int64_t extent = view.getShape()[dim + 1], inner = strides[dim + 1];
      bool isStatic =
          !ShapedType::isDynamic(extent) && !ShapedType::isDynamic(inner);
      // As the folded product of the values, which wraps.
      strides[dim] = isStatic ? static_cast<uint64_t>(extent) * inner
                              : ShapedType::kDynamic;
    }
  }
  return MemRefType::get(
      view.getShape(), view.getElementType(),
      StridedLayoutAttr::get(view.getContext(), ShapedType::kDynamic, strides));
}

static void addConversions(TypeConverter &converter) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion([](TileType tile) -> Type {
    if (isa<PtrType>(tile.getElementType()))
      return {};
    return RankedTensorType::get(tile.getShape(), tile.getElementType());
  });
  converter.addConversion([](ViewType view) { return convertView(view); });
  converter.addConversion([](PtrType pointer) {
    return MemRefType::get({}, pointer.getElementType());
  });
}

/// Whether each tile that the loop yields is made in its body, for one
/// argument, or is its own argument. If it were another argument, say, then
/// writing it to its own would destroy what is still to be read.
static bool yieldsNewTiles(scf::ForOp loop) {
  llvm::DenseSet<Value> yielded;
  return llvm::all_of(
      llvm::zip(loop.getYieldedValues(), loop.getRegionIterArgs()),
      [&](auto pair) {
        auto [value, argument] = pair;
        if (!isa<RankedTensorType>(value.getType()))
          return true;
        Operation *op = value.getDefiningOp();
        return yielded.insert(value).second &&
               (value == argument || (op && op->getBlock() == loop.getBody() &&
                                      !isa<scf::SCFDialect>(op->getDialect())));
      });
}

/// Whether loops stand around or in this one, whose buffers depend on its.
static bool isNested(scf::ForOp loop) {
  bool hasInner = false;
  loop.getBody()->walk([&](LoopLikeOpInterface) { hasInner = true; });
  return hasInner || loop->getParentOfType<LoopLikeOpInterface>();
}

/// Copies what a loop yields into the buffer of its iteration argument, so that
/// each carried tile has one buffer for all iterations. Other loops get new
/// buffers in each iteration.
static void keepCarriedBuffers(scf::ForOp loop) {
  if (isNested(loop) || !yieldsNewTiles(loop))
    return;
  Operation *yield = loop.getBody()->getTerminator();
  OpBuilder builder(yield);
  for (auto [operand, argument] :
       llvm::zip(yield->getOpOperands(), loop.getRegionIterArgs())) {
    Value value = operand.get();
    if (!isa<RankedTensorType>(value.getType()) || value == argument)
      continue;
    operand.set(bufferization::MaterializeInDestinationOp::create(
                    builder, yield->getLoc(), value, argument)
                    .getResult());
  }
}

/// What the bufferization that follows asks of the dialects made here.
static void registerBufferization(DialectRegistry &registry) {
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  arith::registerBufferDeallocationOpInterfaceExternalModels(registry);
  // A selected buffer is an alias of both.
  arith::registerBufferViewFlowOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  func::registerInlinerExtension(registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  memref::registerAllocationOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerBufferDeallocationOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
}

/// Refuses what has no counterpart among tensors, with a location.
static LogicalResult refusePointerTiles(ModuleOp module) {
  WalkResult walk = module.walk([](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<TileType>(type);
          tile && isa<PtrType>(tile.getElementType())) {
        op->emitOpError() << "expected tiles of numbers on the host, got "
                          << tile;
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

namespace {
struct ConvertToLinalg : phobos::impl::ConvertToLinalgBase<ConvertToLinalg> {
  void getDependentDialects(DialectRegistry &registry) const override {
    ConvertToLinalgBase::getDependentDialects(registry);
    registerBufferization(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(refusePointerTiles(module)))
      return signalPassFailure();
    SmallVector<KernelOp> kernels(module.getOps<KernelOp>());
    for (KernelOp kernel : kernels)
      if (failed(outlineKernel(kernel)))
        return signalPassFailure();

    MLIRContext *context = &getContext();
    TypeConverter converter;
    addConversions(converter);
    RewritePatternSet patterns(context);
    ConversionTarget target(*context);
    populateMemoryPatterns(converter, patterns);
    populatePointerPatterns(converter, patterns);
    populateAtomicPatterns(converter, patterns);
    populateSlicePatterns(converter, patterns);
    populateElementPatterns(converter, patterns);
    populateReducePatterns(converter, patterns);
    populateComputePatterns(converter, patterns);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    target.addIllegalDialect<PhobosDialect>();
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp function) {
      return converter.isSignatureLegal(function.getFunctionType()) &&
             converter.isLegal(&function.getBody());
    });
    target.markUnknownOpDynamicallyLegal(
        [&](Operation *op) { return converter.isLegal(op); });
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(
            applyFullConversion(module, target, std::move(patterns), config)))
      return signalPassFailure();
    module.walk(keepCarriedBuffers);
  }
};
} // namespace
