//===- LayoutRules.h - What ops ask of their tiles' layouts -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_LAYOUTRULES_H
#define PHOBOS_LIB_DISTRIBUTION_LAYOUTRULES_H

#include "StagedOperand.h"
#include "phobos/Dialect/Phobos.h"

namespace phobos {
class Target;

/// The type of `value` if it is a tile that threads hold, else null.
inline TileType getTile(mlir::Value value) {
  return isStaged(value) ? TileType()
                         : mlir::dyn_cast<TileType>(value.getType());
}

/// `layout` collapsed along the dims of extent 1. Each of its bases must move
/// along one dim.
LayoutAttr collapseUnitDims(LayoutAttr layout, llvm::ArrayRef<int64_t> shape);

/// The layout of a slice of `tile`, which has `layout`, in which each thread
/// holds those of its elements that it held: where the slice begins, at
/// constants, and is as long as whole atoms. Null for other slices.
LayoutAttr getSliceLayout(LayoutAttr layout, TileType tile,
                          mlir::ValueRange starts,
                          llvm::ArrayRef<int64_t> lengths);

/// The layout that the tile `operand` must have given those of its op's results
/// (of a loop or branch: of the values that it becomes), or null where any will
/// do.
LayoutAttr getRequiredLayout(mlir::OpOperand &operand);

/// The layout that a reduction, a transposition or a slice of whole atoms gives
/// its result, or null for other ops.
LayoutAttr getNaturalLayout(mlir::Operation *op);

/// The layout of the chunks in a room: of the first that is got from there, or
/// else put there; null where there are none.
LayoutAttr getChunkLayout(ChunksOp room);

/// Checks that every tile of `kernel` has a layout for its threads that covers
/// it, and that every op's layouts fit together. An error names the first tile
/// or op that is wrong.
mlir::LogicalResult verifyLayouts(KernelOp kernel);

/// Checks that what a kernel says of planned products is what
/// `phobos-plan-products` would say.
mlir::LogicalResult verifyProductPlan(KernelOp kernel, const Target &target);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_LAYOUTRULES_H
