//===- ConsumeProducts.cpp - Products by wgmma ------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistributeProducts.h"
#include "Distributor.h"
#include "DotInstruction.h"
#include "InlinePTX.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Target/Target.h"

using namespace mlir;
using namespace phobos;

static constexpr int64_t kWarp = Target::threadsPerWarp,
                         kWarpGroup = Target::threadsPerWarpGroup;

int64_t ProductDistributor::rowsOfBlocks() const {
  return consumers / kWarpGroup * kWgmmaRows;
}

int64_t ProductDistributor::blocksOfRows(TileType tile) const {
  return tile.getShape()[0] / rowsOfBlocks();
}

/// A tile's elements as the registers of instructions: the layout has the
/// blocks of 64 rows of a warp group one after the other, each as `wgmma` has
/// it.
ProductDistributor::Sums ProductDistributor::split(Value vector,
                                                   int64_t parts) {
  auto type = cast<VectorType>(vector.getType());
  int64_t size = type.getNumElements() / parts;
  auto registers = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(size, type.getElementType()));
  Sums sums;
  for (int64_t part = 0; part < parts; ++part) {
    Value sum = LLVM::PoisonOp::create(b, registers);
    for (int64_t index = 0; index < size; ++index)
      sum = LLVM::InsertValueOp::create(
          b, sum, d.element(vector, part * size + index), index);
    sums.push_back(sum);
  }
  return sums;
}

Value ProductDistributor::join(ArrayRef<Value> sums, VectorType type) {
  SmallVector<Value> elements;
  for (Value sum : sums) {
    int64_t size = cast<LLVM::LLVMStructType>(sum.getType()).getBody().size();
    for (int64_t index = 0; index < size; ++index)
      elements.push_back(LLVM::ExtractValueOp::create(b, sum, index));
  }
  return vector::FromElementsOp::create(b, type, elements);
}

/// PTX ISA, "Matrix descriptor": the address in units of 16 bytes, below the
/// rest. `offset` is that of the operand, an i32, `row` the first to be read.
Value ProductDistributor::descriptor(const StagedOperand &operand, Value offset,
                                     int64_t row) {
  Value start = LLVM::PtrToIntOp::create(b, b.getI32Type(), shared);
  Value address =
      arith::AddIOp::create(b, arith::AddIOp::create(b, start, offset),
                            d.i32(operand.rowOffset(row)));
  address = arith::ShRUIOp::create(
      b, arith::AndIOp::create(b, address, d.i32(0x3FFFF)), d.i32(4));
  return arith::OrIOp::create(
      b, arith::ExtUIOp::create(b, b.getI64Type(), address),
      arith::ConstantIntOp::create(b, b.getI64Type(), operand.descriptor()));
}

static NVVM::WGMMATypes getOperandType(DotFormat format) {
  switch (format) {
  case DotFormat::F16:
    return NVVM::WGMMATypes::f16;
  case DotFormat::BF16:
    return NVVM::WGMMATypes::bf16;
  case DotFormat::E4M3:
    return NVVM::WGMMATypes::e4m3;
  case DotFormat::E5M2:
    return NVVM::WGMMATypes::e5m2;
  case DotFormat::S8:
    return NVVM::WGMMATypes::s8;
  case DotFormat::U8:
    return NVVM::WGMMATypes::u8;
  default:
    llvm_unreachable("expected a format of wgmma");
  }
}

ProductDistributor::Sums ProductDistributor::multiply(DotOp dot, Sums sums,
                                                      Value stage) {
  MLIRContext *context = b.getContext();
  LoadOp lhsLoad = findOperandLoad(dot.getLhs()),
         rhsLoad = findOperandLoad(dot.getRhs());
  const StagedOperand &lhs = operands.find(lhsLoad)->second,
                      &rhs = operands.find(rhsLoad)->second;
  auto placeOf = [&](LoadOp load) -> Value {
    return arith::AddIOp::create(b, stage, d.i32(offsets[load]));
  };
  DotInstruction instruction = chooseWgmma(dot, d.target);
  // Each warp group has its own rows of every block.
  Value group = arith::DivUIOp::create(b, warp, d.i32(kWarpGroup / kWarp));
  Value firstRow =
      arith::MulIOp::create(b, group, d.i32(lhs.rowOffset(instruction.m)));
  Value lhsPlace = arith::AddIOp::create(b, placeOf(lhsLoad), firstRow),
        rhsDescriptor = descriptor(rhs, placeOf(rhsLoad), 0);

  NVVM::WGMMATypes type = getOperandType(instruction.format);
  bool isFloat = isa<FloatType>(dot.getType().getElementType());
  int64_t steps = dot.getLhs().getType().getShape()[1] / instruction.k;
  auto typeAttr = [&](NVVM::WGMMATypes kind) {
    return NVVM::WGMMATypesAttr::get(context, kind);
  };
  auto one = NVVM::WGMMAScaleInAttr::get(context, NVVM::WGMMAScaleIn::one);
  auto layout = [&](bool isRow) {
    return NVVM::MMALayoutAttr::get(context, isRow ? NVVM::MMALayout::row
                                                   : NVVM::MMALayout::col);
  };
  auto at = [&](Value descriptor, const StagedOperand &operand,
                int64_t step) -> Value {
    return b.createOrFold<arith::AddIOp>(
        descriptor, arith::ConstantIntOp::create(
                        b, b.getI64Type(), operand.stepOffset(step) / 16));
  };
  for (auto [block, sum] : llvm::enumerate(sums)) {
    Value lhsDescriptor = descriptor(lhs, lhsPlace, block * rowsOfBlocks());
    for (int64_t step = 0; step < steps; ++step)
      sum = NVVM::WgmmaMmaAsyncOp::create(
          b, sum.getType(), sum, at(lhsDescriptor, lhs, step),
          at(rhsDescriptor, rhs, step),
          NVVM::MMAShapeAttr::get(context, instruction.m, instruction.n,
                                  instruction.k),
          typeAttr(type), typeAttr(type),
          typeAttr(isFloat ? NVVM::WGMMATypes::f32 : NVVM::WGMMATypes::s32),
          NVVM::WGMMAScaleOutAttr::get(context, NVVM::WGMMAScaleOut::one), one,
          one, layout(true), layout(!rhs.isKMajor), NVVM::MMAIntOverflowAttr());
  }
  return sums;
}

/// Waits for all products. The accumulators go through the instruction, so that
/// nothing reads them before it.
Value ProductDistributor::awaitProducts(Value sum) {
  ArrayRef<Type> types = cast<LLVM::LLVMStructType>(sum.getType()).getBody();
  StringRef constraint = types[0].isInteger() ? "r" : "f";
  PTXInstruction wait(b);
  wait.addResults(types[0], constraint, types.size());
  for (size_t index = 0; index < types.size(); ++index)
    wait.tie(LLVM::ExtractValueOp::create(b, sum, index), index);
  return wait.create("wgmma.wait_group.sync.aligned 0;");
}

void ProductDistributor::consume(scf::ForOp op) {
  SmallVector<Value> inits;
  for (Value init : op.getInitArgs())
    llvm::append_range(
        inits,
        split(d.lookup(init), blocksOfRows(cast<TileType>(init.getType()))));
  Value first = d.lookup(op.getLowerBound()),
        end = d.lookup(op.getUpperBound());
  auto loop = scf::ForOp::create(b, first, end, d.lookup(op.getStep()), inits);
  llvm::DenseMap<Value, Sums> sums;
  auto take = [&](ValueRange values, ValueRange registers) {
    for (Value value : values) {
      int64_t blocks = blocksOfRows(cast<TileType>(value.getType()));
      sums[value] = llvm::to_vector(registers.take_front(blocks));
      registers = registers.drop_front(blocks);
    }
  };
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    take(op.getRegionIterArgs(), loop.getRegionIterArgs());
    ring->waitFull();
    Value stage = ring->stageOffset();
    NVVM::WgmmaFenceAlignedOp::create(b);
    for (DotOp dot : op.getBody()->getOps<DotOp>()) {
      b.setLoc(dot.getLoc());
      sums[dot.getResult()] = multiply(dot, sums[dot.getAccumulator()], stage);
    }
    NVVM::WgmmaGroupSyncAlignedOp::create(b);
    // The products of the stage before are done; this stage's may go on.
    NVVM::WgmmaWaitGroupSyncOp::create(b, b.getI64IntegerAttr(1));
    Value isLater = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                          loop.getInductionVar(), first);
    ring->releasePrevious(isLater);
    ring->advance();
    SmallVector<Value> yielded;
    for (Value value : op.getYieldedValues())
      llvm::append_range(yielded, sums[value]);
    scf::YieldOp::create(b, yielded);
  }
  SmallVector<Value> results;
  for (Value result : loop.getResults())
    results.push_back(awaitProducts(result));
  Value isAny = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, first, end);
  ring->releasePrevious(isAny);
  take(op.getResults(), results);
  for (Value result : op.getResults())
    d.mapping.map(result, join(sums[result],
                               d.vectorOf(cast<TileType>(result.getType()))));
}
