//===- InlineThreadSums.cpp - Sums over runs as loops of scalars -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Conversion/ReduceLowering.h"
#include "phobos/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_INLINETHREADSUMS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

namespace {

/// Emits, at one place, one element of each tile in the body of a sum.
class ElementEmitter {
public:
  /// `position`: the element's index along each dim of the tile that the sum
  /// yields; null along a dim of extent 1.
  ElementEmitter(ThreadSumOp sum, ImplicitLocOpBuilder &b,
                 ArrayRef<Value> position);

  /// The element that the sum adds up.
  Value emit();

private:
  void emit(Operation &op);
  Value emitLoad(LoadOp load);
  Value emitIota(IotaOp iota);
  Value emitElementwise(Operation &op);
  Value emitConstant(arith::ConstantOp constant);
  /// `start` moved to the element along `dim` of a tile of this shape.
  Value moveTo(Value start, ArrayRef<int64_t> shape, int64_t dim);

  ThreadSumOp sum;
  ImplicitLocOpBuilder &b;
  ArrayRef<Value> position;
  /// A tile's element, or a scalar or view.
  IRMapping elements;
};

} // namespace

ElementEmitter::ElementEmitter(ThreadSumOp sum, ImplicitLocOpBuilder &b,
                               ArrayRef<Value> position)
    : sum(sum), b(b), position(position) {
  elements.map(sum.getBody().getArguments(), sum.getCaptures());
}

Value ElementEmitter::emit() {
  Block &body = sum.getBody().front();
  for (Operation &op : body.without_terminator()) {
    b.setLoc(op.getLoc());
    emit(op);
  }
  b.setLoc(sum.getLoc());
  return elements.lookup(cast<YieldOp>(body.getTerminator()).getSource());
}

void ElementEmitter::emit(Operation &op) {
  Value element =
      TypeSwitch<Operation *, Value>(&op)
          .Case<LoadOp>([&](LoadOp load) { return emitLoad(load); })
          .Case<IotaOp>([&](IotaOp iota) { return emitIota(iota); })
          // What differs is where it is read, which a load or iota says.
          .Case<SplatOp, BroadcastOp, ItemOp>(
              [&](auto same) { return elements.lookup(same->getOperand(0)); })
          .Case<WhereOp>([&](WhereOp where) -> Value {
            return arith::SelectOp::create(
                b, elements.lookup(where.getCondition()),
                elements.lookup(where.getTrueValue()),
                elements.lookup(where.getFalseValue()));
          })
          .Case<arith::ConstantOp>([&](arith::ConstantOp constant) {
            return emitConstant(constant);
          })
          .Default([&](Operation *other) { return emitElementwise(*other); });
  elements.map(op.getResult(0), element);
}

Value ElementEmitter::moveTo(Value start, ArrayRef<int64_t> shape,
                             int64_t dim) {
  if (shape[dim] == 1 || !position[dim])
    return start;
  return b.createOrFold<arith::AddIOp>(start, position[dim]);
}

Value ElementEmitter::emitLoad(LoadOp load) {
  ArrayRef<int64_t> shape = load.getType().getShape();
  SmallVector<Value> starts;
  for (auto [dim, start] : llvm::enumerate(load.getStarts()))
    starts.push_back(moveTo(elements.lookup(start), shape, dim));
  auto point = TileType::get(SmallVector<int64_t>(shape.size(), 1),
                             load.getType().getElementType());
  auto clone = cast<LoadOp>(b.clone(*load, elements));
  clone.getStartsMutable().assign(starts);
  clone.getResult().setType(point);
  return ItemOp::create(b, clone);
}

Value ElementEmitter::emitIota(IotaOp iota) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  return moveTo(zero, iota.getType().getShape(), iota.getDim());
}

Value ElementEmitter::emitConstant(arith::ConstantOp constant) {
  auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
  if (!splat)
    return b.clone(*constant)->getResult(0);
  return arith::ConstantOp::create(b, splat.getSplatValue<TypedAttr>());
}

Value ElementEmitter::emitElementwise(Operation &op) {
  Operation *clone = b.clone(op, elements);
  Value result = clone->getResult(0);
  result.setType(getElementTypeOrSelf(result.getType()));
  return result;
}

/// Loops over `shape` from `dim` on, with `total` so far; gives the new total.
static Value addUp(ThreadSumOp sum, ImplicitLocOpBuilder &b,
                   ArrayRef<int64_t> shape, SmallVector<Value> &position,
                   Value total) {
  size_t dim = position.size();
  if (dim == shape.size()) {
    Value element = ElementEmitter(sum, b, position).emit();
    return combine(b, ReduceKind::add, total, element);
  }
  if (shape[dim] == 1) {
    position.push_back({});
    total = addUp(sum, b, shape, position, total);
    position.pop_back();
    return total;
  }
  auto index = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(b, number);
  };
  auto loop =
      scf::ForOp::create(b, index(0), index(shape[dim]), index(1), total);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  position.push_back(loop.getInductionVar());
  total = addUp(sum, b, shape, position, loop.getRegionIterArg(0));
  position.pop_back();
  scf::YieldOp::create(b, total);
  return loop.getResult(0);
}

static void inlineSum(ThreadSumOp sum) {
  ImplicitLocOpBuilder b(sum.getLoc(), sum);
  auto yield = cast<YieldOp>(sum.getBody().front().getTerminator());
  SmallVector<Value> position;
  Value total =
      arith::ConstantOp::create(b, getNeutral(ReduceKind::add, sum.getType()));
  sum.getResult().replaceAllUsesWith(
      addUp(sum, b, yield.getSource().getType().getShape(), position, total));
  sum.erase();
}

namespace {
struct InlineThreadSums : phobos::impl::InlineThreadSumsBase<InlineThreadSums> {
  void runOnOperation() override {
    SmallVector<ThreadSumOp> sums;
    getOperation().walk([&](ThreadSumOp sum) { sums.push_back(sum); });
    llvm::for_each(sums, inlineSum);
  }
};
} // namespace
