//===- TileOps.cpp - Builders of what is computed of tiles ----- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OpBuilding.h"

using namespace mlir;
using namespace phobos;

/// An op of `source` alone, of a given type.
template <typename Op>
static MlirValue buildOfType(PhobosInsertion at, MlirType type,
                             MlirValue source) {
  OpBuilding building(at);
  if (!building.require({{"type", type.ptr}, {"source", source.ptr}}))
    return {nullptr};
  return building.makeValue<Op>(unwrap(type), unwrap(source));
}

MlirValue phobosBuildSplat(PhobosInsertion at, MlirType type, MlirValue value) {
  return buildOfType<SplatOp>(at, type, value);
}

MlirValue phobosBuildBroadcast(PhobosInsertion at, MlirType type,
                               MlirValue source) {
  return buildOfType<BroadcastOp>(at, type, source);
}

MlirValue phobosBuildReshape(PhobosInsertion at, MlirType type,
                             MlirValue source) {
  return buildOfType<ReshapeOp>(at, type, source);
}

MlirValue phobosBuildConvertLayout(PhobosInsertion at, MlirType type,
                                   MlirValue source) {
  return buildOfType<ConvertLayoutOp>(at, type, source);
}

MlirValue phobosBuildIota(PhobosInsertion at, MlirType type, int64_t dim) {
  OpBuilding building(at);
  if (!building.require({{"type", type.ptr}}))
    return {nullptr};
  return building.makeValue<IotaOp>(unwrap(type), dim);
}

MlirValue phobosBuildTranspose(PhobosInsertion at, MlirType type,
                               MlirValue source, intptr_t rank,
                               const int64_t *permutation) {
  OpBuilding building(at);
  if (!building.require({{"type", type.ptr}, {"source", source.ptr}})
           .requireRange("permutation", rank, permutation))
    return {nullptr};
  return building.makeValue<TransposeOp>(unwrap(type), unwrap(source),
                                         toArray(rank, permutation));
}

MlirValue phobosBuildItem(PhobosInsertion at, MlirValue source) {
  OpBuilding building(at);
  if (!building.requireTile("source", source))
    return {nullptr};
  auto tile = cast<TileType>(unwrap(source).getType());
  return building.makeValue<ItemOp>(tile.getElementType(), unwrap(source));
}

MlirValue phobosBuildChunks(PhobosInsertion at, MlirType type) {
  OpBuilding building(at);
  if (!building.require({{"type", type.ptr}}))
    return {nullptr};
  return building.makeValue<ChunksOp>(unwrap(type));
}

MlirOperation phobosBuildPutChunk(PhobosInsertion at, MlirValue value,
                                  MlirValue chunks, MlirValue position) {
  OpBuilding building(at);
  if (!building.require({{"value", value.ptr},
                         {"chunks", chunks.ptr},
                         {"position", position.ptr}}))
    return {nullptr};
  return building.makeOperation<PutChunkOp>(unwrap(value), unwrap(chunks),
                                            unwrap(position));
}

MlirValue phobosBuildGetChunk(PhobosInsertion at, MlirType type,
                              MlirValue chunks, MlirValue position) {
  OpBuilding building(at);
  if (!building.require({{"type", type.ptr},
                         {"chunks", chunks.ptr},
                         {"position", position.ptr}}))
    return {nullptr};
  return building.makeValue<GetChunkOp>(unwrap(type), unwrap(chunks),
                                        unwrap(position));
}

MlirValue phobosBuildWhere(PhobosInsertion at, MlirValue condition,
                           MlirValue trueValue, MlirValue falseValue) {
  OpBuilding building(at);
  if (!building.require({{"condition", condition.ptr},
                         {"trueValue", trueValue.ptr},
                         {"falseValue", falseValue.ptr}}))
    return {nullptr};
  return building.makeValue<WhereOp>(unwrap(trueValue).getType(),
                                     unwrap(condition), unwrap(trueValue),
                                     unwrap(falseValue));
}

MlirValue phobosBuildCast(PhobosInsertion at, MlirType type, MlirValue source,
                          bool fromUnsigned, bool toUnsigned) {
  OpBuilding building(at);
  if (!building.require({{"type", type.ptr}, {"source", source.ptr}}))
    return {nullptr};
  return building.makeValue<CastOp>(unwrap(type), unwrap(source), fromUnsigned,
                                    toUnsigned);
}

MlirValue phobosBuildDot(PhobosInsertion at, MlirValue lhs, MlirValue rhs,
                         MlirValue accumulator, bool isTransposed,
                         bool isUnsigned, PhobosDotPrecision precision) {
  OpBuilding building(at);
  if (!building
           .require({{"lhs", lhs.ptr},
                     {"rhs", rhs.ptr},
                     {"accumulator", accumulator.ptr}})
           .requireBelow("precision", precision, PHOBOS_PRECISION_BF16 + 1))
    return {nullptr};
  return building.makeValue<DotOp>(unwrap(accumulator).getType(), unwrap(lhs),
                                   unwrap(rhs), unwrap(accumulator),
                                   isTransposed, isUnsigned,
                                   static_cast<DotPrecision>(precision));
}

MlirValue phobosBuildReduce(PhobosInsertion at, MlirType type,
                            PhobosReduceKind kind, MlirValue source,
                            int64_t dim) {
  OpBuilding building(at);
  if (!building.require({{"type", type.ptr}, {"source", source.ptr}})
           .requireBelow("kind", kind, PHOBOS_REDUCE_OR + 1))
    return {nullptr};
  return building.makeValue<ReduceOp>(
      unwrap(type), static_cast<ReduceKind>(kind), unwrap(source), dim);
}

MlirValue phobosBuildArgReduce(PhobosInsertion at, MlirType type,
                               PhobosReduceKind kind, MlirValue source,
                               int64_t dim) {
  OpBuilding building(at);
  if (!building.require({{"type", type.ptr}, {"source", source.ptr}})
           .requireBelow("kind", kind, PHOBOS_REDUCE_OR + 1))
    return {nullptr};
  return building.makeValue<ArgReduceOp>(
      unwrap(type), static_cast<ReduceKind>(kind), unwrap(source), dim);
}

MlirValue phobosBuildScan(PhobosInsertion at, PhobosReduceKind kind,
                          MlirValue source, int64_t dim) {
  OpBuilding building(at);
  if (!building.require({{"source", source.ptr}})
           .requireBelow("kind", kind, PHOBOS_REDUCE_OR + 1))
    return {nullptr};
  return building.makeValue<ScanOp>(unwrap(source).getType(),
                                    static_cast<ReduceKind>(kind),
                                    unwrap(source), dim);
}
