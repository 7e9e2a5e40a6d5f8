//===- OpBuilding.cpp - One op that a C caller builds ---------- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OpBuilding.h"

using namespace mlir;
using namespace phobos;

bool OpBuilding::hasPlace(PhobosInsertion at) {
  if (!requireHandles(at.location, {{"block", at.block.ptr}}))
    return false;
  if (!at.before.ptr || unwrap(at.before)->getBlock() == unwrap(at.block))
    return true;
  emitError(unwrap(at.location))
      << "expected an op of the block as 'before', got one that is elsewhere";
  return false;
}

OpBuilding &OpBuilding::fail(const Twine &message) {
  if (mayBuild)
    emitError(getLocation(), message);
  mayBuild = false;
  return *this;
}

OpBuilding &OpBuilding::require(std::initializer_list<NamedHandle> handles) {
  mayBuild = mayBuild && requireHandles(at.location, handles);
  return *this;
}

OpBuilding &OpBuilding::requireRange(const char *name, intptr_t count,
                                     const void *array) {
  mayBuild = mayBuild && phobos::requireRange(at.location, name, count, array);
  return *this;
}

OpBuilding &OpBuilding::requireValues(const char *name, intptr_t count,
                                      const MlirValue *values) {
  requireRange(name, count, values);
  for (intptr_t i = 0; mayBuild && i < count; ++i)
    require({{name, values[i].ptr}});
  return *this;
}

OpBuilding &OpBuilding::requireTile(const char *name, MlirValue value) {
  require({{name, value.ptr}});
  if (!mayBuild || isa<TileType>(unwrap(value).getType()))
    return *this;
  return fail(Twine("expected a tile as '") + name + "'");
}

OpBuilding &OpBuilding::requireSlice(const PhobosSlice *slice) {
  require({{"slice", slice}});
  if (!mayBuild)
    return *this;
  return require({{"slice's view", slice->view.ptr}})
      .requireValues("starts", slice->rank, slice->starts)
      .requireRange("masked", slice->maskedCount, slice->masked)
      .requireRange("unchecked", slice->uncheckedCount, slice->unchecked);
}

OpBuilding &OpBuilding::requireBelow(const char *name, int value, int count) {
  if (value >= 0 && value < count)
    return *this;
  return fail(Twine("expected a value of the enumeration as '") + name +
              "', got " + Twine(value));
}

MLIRContext *OpBuilding::getContext() const {
  return getLocation().getContext();
}

OpBuilder OpBuilding::getBuilder() const {
  OpBuilder builder(getContext());
  if (at.before.ptr)
    builder.setInsertionPoint(unwrap(at.before));
  else
    builder.setInsertionPointToEnd(unwrap(at.block));
  return builder;
}
