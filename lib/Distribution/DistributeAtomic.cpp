//===- DistributeAtomic.cpp - Atomic updates of one thread ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each element is updated once: by the first of the threads that hold it. The
// others learn its old value through shared memory. In per-thread code, each
// thread, or the first one of each warp, may update an element of its own.
//
//===----------------------------------------------------------------------===//

#include "GlobalAtomic.h"
#include "SliceAccess.h"

using namespace mlir;
using namespace phobos;

template <typename Op>
Value Distributor::updateElements(Op op, function_ref<Value(int64_t)> address,
                                  function_ref<Value(int64_t)> isActive) {
  TileType type = op.getResult().getType();
  AtomicUpdate update = {op.getKind(), op.getOrder(), op.getScope(),
                         /*needsOld=*/!op.getResult().use_empty()};
  Value result = arith::ConstantOp::create(b, b.getZeroAttr(vectorOf(type)));
  guardedByOwner(op, type.getLayout(), [&](Value owner) {
    for (int64_t lane : lanesOf(type)) {
      auto elementOf = [&](Value tile) {
        return tile ? element(lookup(tile), lane) : Value();
      };
      Value condition = both(owner, isActive(lane));
      Value old =
          updateGlobal(b, target, update, address(lane), condition,
                       elementOf(op.getValue()), elementOf(op.getExpected()));
      if (update.needsOld)
        result = vector::InsertOp::create(b, old, result, lane);
    }
  });
  return update.needsOld ? shareOneValue(op, result, type) : result;
}

Value Distributor::distribute(AtomicOp op) {
  order(op);
  Access access(*this, op, AccessHints());
  return updateElements(
      op, [&](int64_t lane) { return access.address(lane); },
      [&](int64_t lane) { return access.isInside(lane); });
}

Value Distributor::distribute(AtomicScatterOp op) {
  order(op);
  return updateElements(
      op,
      [&](int64_t lane) {
        return laneAddress(op.getPointer(), op.getOffsets(), lane);
      },
      [&](int64_t lane) {
        return isLaneActive(op.getOffsets().getType(), op.getMask(), lane);
      });
}
