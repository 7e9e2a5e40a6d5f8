//===- ThreadOps.cpp - Builders of code of single threads ------ -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OpBuilding.h"

using namespace mlir;
using namespace phobos;

template <typename Op> static MlirValue buildPosition(PhobosInsertion at) {
  OpBuilding building(at);
  return building ? building.makeValue<Op>() : MlirValue{nullptr};
}

MlirValue phobosBuildThreadId(PhobosInsertion at) {
  return buildPosition<ThreadIdOp>(at);
}

MlirValue phobosBuildWarpId(PhobosInsertion at) {
  return buildPosition<WarpIdOp>(at);
}

MlirValue phobosBuildLaneId(PhobosInsertion at) {
  return buildPosition<LaneIdOp>(at);
}

MlirValue phobosBuildNumThreads(PhobosInsertion at) {
  return buildPosition<NumThreadsOp>(at);
}

MlirValue phobosBuildLoadElem(PhobosInsertion at, MlirValue source,
                              intptr_t rank, const MlirValue *indices) {
  OpBuilding building(at);
  if (!building.requireTile("source", source)
           .requireValues("indices", rank, indices))
    return {nullptr};
  auto tile = cast<TileType>(unwrap(source).getType());
  return building.makeValue<LoadElemOp>(tile.getElementType(), unwrap(source),
                                        toValues(rank, indices));
}

MlirValue phobosBuildStoreElem(PhobosInsertion at, MlirValue value,
                               MlirValue dest, intptr_t rank,
                               const MlirValue *indices) {
  OpBuilding building(at);
  if (!building.require({{"value", value.ptr}, {"dest", dest.ptr}})
           .requireValues("indices", rank, indices))
    return {nullptr};
  return building.makeValue<StoreElemOp>(unwrap(dest).getType(), unwrap(value),
                                         unwrap(dest), toValues(rank, indices));
}

MlirOperation phobosBuildThreadSum(PhobosInsertion at, MlirType type,
                                   intptr_t captureCount,
                                   const MlirValue *captures) {
  OpBuilding building(at);
  if (!building.require({{"type", type.ptr}})
           .requireValues("captures", captureCount, captures))
    return {nullptr};
  OpBuilder builder = building.getBuilder();
  SmallVector<Value> values = toValues(captureCount, captures);
  auto sum = ThreadSumOp::create(builder, building.getLocation(), unwrap(type),
                                 values);
  Block &body = sum.getBody().emplaceBlock();
  for (Value value : values)
    body.addArgument(value.getType(), building.getLocation());
  return wrap(sum.getOperation());
}

MlirOperation phobosBuildYield(PhobosInsertion at, MlirValue source) {
  OpBuilding building(at);
  if (!building.require({{"source", source.ptr}}))
    return {nullptr};
  return building.makeOperation<YieldOp>(unwrap(source));
}

template <typename Op>
static MlirValue buildCollective(PhobosInsertion at, PhobosReduceKind kind,
                                 MlirValue source) {
  OpBuilding building(at);
  if (!building.require({{"source", source.ptr}})
           .requireBelow("kind", kind, PHOBOS_REDUCE_OR + 1))
    return {nullptr};
  return building.makeValue<Op>(unwrap(source).getType(),
                                static_cast<ReduceKind>(kind), unwrap(source));
}

MlirValue phobosBuildWarpReduce(PhobosInsertion at, PhobosReduceKind kind,
                                MlirValue source) {
  return buildCollective<WarpReduceOp>(at, kind, source);
}

MlirValue phobosBuildBlockReduce(PhobosInsertion at, PhobosReduceKind kind,
                                 MlirValue source) {
  return buildCollective<BlockReduceOp>(at, kind, source);
}

MlirValue phobosBuildShuffle(PhobosInsertion at, MlirValue source,
                             MlirValue lane) {
  OpBuilding building(at);
  if (!building.require({{"source", source.ptr}, {"lane", lane.ptr}}))
    return {nullptr};
  return building.makeValue<ShuffleOp>(unwrap(source).getType(), unwrap(source),
                                       unwrap(lane));
}

MlirOperation phobosBuildBarrier(PhobosInsertion at) {
  OpBuilding building(at);
  return building ? building.makeOperation<BarrierOp>()
                  : MlirOperation{nullptr};
}
