//===- CheckBounds.cpp - Check what the language never masks ----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Dialect/Phobos.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;

namespace phobos {
#define GEN_PASS_DEF_CHECKBOUNDS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

using namespace phobos;

/// The extent of a dim of `view`, or null where nothing says it.
static Value findExtent(OpBuilder &builder, TypedValue<ViewType> view,
                        int64_t dim) {
  int64_t extent = view.getType().getShape()[dim];
  if (!ShapedType::isDynamic(extent))
    return arith::ConstantIndexOp::create(builder, view.getLoc(), extent);
  auto op = view.getDefiningOp<ViewOp>();
  return op ? cast<Value>(op.getExtent(dim)) : Value();
}

/// The name of the array that `view` is memory of, or null.
static StringAttr findName(TypedValue<ViewType> view) {
  auto op = view.getDefiningOp<ViewOp>();
  auto argument = op ? dyn_cast<BlockArgument>(op.getSource()) : nullptr;
  auto kernel = argument
                    ? dyn_cast<KernelOp>(argument.getOwner()->getParentOp())
                    : nullptr;
  return kernel ? StringAttr::get(view.getContext(),
                                  kernel.getArgName(argument.getArgNumber()))
                : nullptr;
}

static void checkBounds(MaskedAccessOpInterface access) {
  OpBuilder builder(access);
  for (int64_t dim : access.getUnchecked())
    if (Value extent = findExtent(builder, access.getView(), dim))
      CheckBoundsOp::create(builder, access.getLoc(), access.getStarts()[dim],
                            access.getTileType().getShape()[dim], extent, dim,
                            findName(access.getView()));
}

namespace {
struct CheckBounds : phobos::impl::CheckBoundsBase<CheckBounds> {
  void runOnOperation() override {
    getOperation()->walk([](MaskedAccessOpInterface access) {
      if (!access->getParentOfType<ThreadSumOp>())
        checkBounds(access);
    });
  }
};
} // namespace
