//===- DistributePipeline.cpp - Loops that copy ahead of products -*- C++ -*-=//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With S slots, iteration i reads slot i mod S, and starts the copies of
// iteration i + S - 1 into the slot that iteration i - 1 read:
//
//   start the copies of iterations 0 to S - 2, a group each
//   for each iteration:
//     wait for all groups but the last S - 2: this iteration's has ended
//     barrier: it has for every thread, and all have read the previous slot
//     start the copies of iteration i + S - 1, if there is one; end the group
//     the body, with its products from the slot
//
// A group is ended also where no copy is left, so that the count stays right
// for any number of iterations, and for none.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "OperandCopy.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace phobos;

namespace {
/// The copies of one loop.
class PipelineCopies {
public:
  PipelineCopies(ImplicitLocOpBuilder &b, const IRMapping &mapping,
                 scf::ForOp loop, const ProductPipeline &pipeline)
      : b(b), mapping(mapping), loop(loop), pipeline(pipeline) {}

  void add(OperandCopy copy) { copies.push_back(std::move(copy)); }

  /// Starts those of the iteration at `induction` into `slot`; what waits in
  /// registers.
  SmallVector<Value> start(Value induction, Value slot) {
    IRMapping ahead;
    ahead.map(loop.getInductionVar(), induction);
    SmallVector<Value> registers;
    for (auto [copy, pipelined] : llvm::zip_equal(copies, pipeline.loads)) {
      SmallVector<Value> starts;
      LoadOp load = pipelined.load;
      for (Value start : load.getStarts())
        starts.push_back(makeAhead(start, ahead));
      llvm::append_range(registers, copy.start(starts, slot));
    }
    return registers;
  }

  SmallVector<Type> registerTypes() const {
    SmallVector<Type> types;
    for (const OperandCopy &copy : copies)
      llvm::append_range(types, copy.registerTypes());
    return types;
  }

  void finish(ValueRange registers, Value slot) {
    for (OperandCopy &copy : copies) {
      size_t number = copy.registerTypes().size();
      copy.finish(registers.take_front(number), slot);
      registers = registers.drop_front(number);
    }
  }

private:
  /// `value` in the iteration that `ahead` has the induction variable of.
  Value makeAhead(Value value, IRMapping &ahead) {
    if (Value known = ahead.lookupOrNull(value))
      return known;
    if (loop.isDefinedOutsideOfLoop(value))
      return mapping.lookup(value);
    Operation *op = value.getDefiningOp();
    if (auto assume = dyn_cast<AssumeOp>(op)) {
      Value assumed = makeAhead(assume.getValue(), ahead);
      ahead.map(value, assumed);
      return assumed;
    }
    IRMapping operands;
    for (Value operand : op->getOperands())
      operands.map(operand, makeAhead(operand, ahead));
    Value made = b.clone(*op, operands)
                     ->getResult(cast<OpResult>(value).getResultNumber());
    ahead.map(value, made);
    return made;
  }

  ImplicitLocOpBuilder &b;
  const IRMapping &mapping;
  scf::ForOp loop;
  const ProductPipeline &pipeline;
  SmallVector<OperandCopy> copies;
};
} // namespace

/// Starts the copies of the iteration at `induction` if there is one, and ends
/// their group; what waits in registers.
static SmallVector<Value> startIteration(ImplicitLocOpBuilder &b,
                                         PipelineCopies &copies,
                                         Value induction, Value end,
                                         Value slot) {
  Value isLeft =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, induction, end);
  SmallVector<Type> types = copies.registerTypes();
  auto branch =
      scf::IfOp::create(b, types, isLeft, /*withElseRegion=*/!types.empty());
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    SmallVector<Value> registers = copies.start(induction, slot);
    if (!types.empty()) {
      scf::YieldOp::create(b, registers);
      b.setInsertionPointToStart(branch.elseBlock());
      SmallVector<Value> zeros;
      for (Type type : types)
        zeros.push_back(arith::ConstantOp::create(b, b.getZeroAttr(type)));
      scf::YieldOp::create(b, zeros);
    }
  }
  NVVM::CpAsyncCommitGroupOp::create(b);
  return SmallVector<Value>(branch.getResults());
}

/// The induction variable of the next iteration, `end` where there is none: the
/// sum might not fit in 64 bits.
static Value nextIteration(ImplicitLocOpBuilder &b, Value induction, Value step,
                           Value end) {
  Value rest = arith::SubIOp::create(b, end, induction);
  Value isLeft =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, rest, step);
  Value next = arith::AddIOp::create(b, induction, step);
  return arith::SelectOp::create(b, isLeft, next, end);
}

/// The slot behind `slot`, from the last one the first.
static Value nextSlot(ImplicitLocOpBuilder &b, Value slot,
                      const ProductPipeline &pipeline) {
  auto i32 = [&](int64_t value) {
    return arith::ConstantIntOp::create(b, b.getI32Type(), value);
  };
  Value next = arith::AddIOp::create(b, slot, i32(pipeline.slotBytes));
  Value isPast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, next,
                                       i32(pipeline.bytes()));
  return arith::SelectOp::create(b, isPast, i32(0), next);
}

LogicalResult Distributor::distributePipeline(scf::ForOp op,
                                              const ProductPipeline &pipeline) {
  barrier(op.getLoc(), {{BarrierCause::CopiesBegin}});
  PipelineCopies copies(b, mapping, op, pipeline);
  for (const PipelinedLoad &pipelined : pipeline.loads)
    copies.add(OperandCopy(*this, pipelined));

  int64_t ahead = pipeline.stages - 1;
  Value lower = lookup(op.getLowerBound()), upper = lookup(op.getUpperBound()),
        step = lookup(op.getStep());
  Value induction = arith::MinSIOp::create(b, lower, upper);
  for (int64_t stage = 0; stage < ahead; ++stage) {
    Value slot = i32(stage * pipeline.slotBytes);
    SmallVector<Value> registers =
        startIteration(b, copies, induction, upper, slot);
    copies.finish(registers, slot);
    induction = nextIteration(b, induction, step, upper);
  }

  SmallVector<Value> inits = lookup(op.getInitArgs());
  inits.append({i32(0), i32(ahead * pipeline.slotBytes), induction});
  auto loop = scf::ForOp::create(b, lower, upper, step, inits);
  for (auto [from, to] : llvm::zip(op.getResults(), loop.getResults()))
    mapping.map(from, to);
  for (auto [from, to] :
       llvm::zip(op.getBody()->getArguments(), loop.getBody()->getArguments()))
    mapping.map(from, to);
  LogicalResult result = success();
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    ValueRange own = loop.getRegionIterArgs().take_back(3);
    Value readSlot = own[0], writeSlot = own[1], next = own[2];
    NVVM::CpAsyncWaitGroupOp::create(b, ahead - 1);
    barrier(op.getLoc(), {{BarrierCause::CopiesArrive}});
    SmallVector<Value> registers =
        startIteration(b, copies, next, upper, writeSlot);
    for (const PipelinedLoad &pipelined : pipeline.loads) {
      copied[pipelined.load] = {&pipelined.place, readSlot};
      copied[pipelined.tile.getDefiningOp()] = {&pipelined.place, readSlot};
    }
    // What the body uses lies behind the ring.
    int64_t bytesAround = std::exchange(sharedBytes, 0);
    sharedBase += pipeline.bytes();
    result = distributeBody(*op.getBody());
    sharedBase -= pipeline.bytes();
    sharedBytes = std::max(bytesAround, pipeline.bytes() + sharedBytes);
    if (succeeded(result)) {
      auto yield = cast<scf::YieldOp>(loop.getBody()->back());
      b.setInsertionPoint(yield);
      copies.finish(registers, writeSlot);
      yield->insertOperands(yield->getNumOperands(),
                            {nextSlot(b, readSlot, pipeline),
                             nextSlot(b, writeSlot, pipeline),
                             nextIteration(b, next, step, upper)});
    }
  }
  barrier(op.getLoc(), {{BarrierCause::CopiesEnd}});
  return result;
}
