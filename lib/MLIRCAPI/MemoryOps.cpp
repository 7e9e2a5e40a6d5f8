//===- MemoryOps.cpp - Builders of accesses -------------------- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OpBuilding.h"

using namespace mlir;
using namespace phobos;

static constexpr int kCacheCount = PHOBOS_CACHE_WT + 1;
static constexpr int kEvictionCount = PHOBOS_EVICT_LAST + 1;

static OpBuilding &requireHints(OpBuilding &building,
                                const PhobosHints *hints) {
  if (!hints)
    return building;
  return building.requireBelow("cache", hints->cache, kCacheCount)
      .requireBelow("evict", hints->evict, kEvictionCount);
}

/// Their attributes; null where there is no hint.
namespace {
struct HintAttributes {
  CacheModifierAttr cache;
  EvictionPolicyAttr evict;
  UnitAttr isVolatile;

  HintAttributes(MLIRContext *context, const PhobosHints *hints) {
    if (!hints)
      return;
    if (hints->cache != PHOBOS_CACHE_DEFAULT)
      cache = CacheModifierAttr::get(
          context, static_cast<CacheModifier>(hints->cache - 1));
    if (hints->evict != PHOBOS_EVICT_DEFAULT)
      evict = EvictionPolicyAttr::get(
          context, static_cast<EvictionPolicy>(hints->evict - 1));
    if (hints->isVolatile)
      isVolatile = UnitAttr::get(context);
  }
};
} // namespace

static DenseI64ArrayAttr makeDims(MLIRContext *context, intptr_t count,
                                  const int64_t *dims) {
  return DenseI64ArrayAttr::get(context, toArray(count, dims));
}

/// `fill` as what an access takes; an error of `building` where it is none.
static TypedAttr toFill(OpBuilding &building, MlirAttribute fill) {
  Attribute attribute = unwrap(fill);
  auto typed = dyn_cast_or_null<TypedAttr>(attribute);
  if (attribute && !typed)
    building.fail("expected a number as 'fill'");
  return typed;
}

MlirValue phobosBuildView(PhobosInsertion at, MlirType type, MlirValue pointer,
                          intptr_t extentCount, const MlirValue *extents,
                          intptr_t strideCount, const MlirValue *strides,
                          MlirValue offset, bool isLoose) {
  OpBuilding building(at);
  if (!building.require({{"type", type.ptr}, {"pointer", pointer.ptr}})
           .requireValues("extents", extentCount, extents)
           .requireValues("strides", strideCount, strides))
    return {nullptr};
  return building.makeValue<ViewOp>(
      unwrap(type), unwrap(pointer), toValues(extentCount, extents),
      toValues(strideCount, strides), unwrap(offset), isLoose);
}

MlirValue phobosBuildRowsAligned(PhobosInsertion at, MlirValue view) {
  OpBuilding building(at);
  if (!building.require({{"view", view.ptr}}))
    return {nullptr};
  return building.makeValue<RowsAlignedOp>(unwrap(view));
}

MlirValue phobosBuildViewsApart(PhobosInsertion at, MlirValue first,
                                MlirValue second, bool orEqual) {
  OpBuilding building(at);
  if (!building.require({{"first", first.ptr}, {"second", second.ptr}}))
    return {nullptr};
  return building.makeValue<ViewsApartOp>(unwrap(first), unwrap(second),
                                          orEqual);
}

MlirValue phobosBuildLoad(PhobosInsertion at, MlirType type,
                          const PhobosSlice *slice, MlirAttribute fill,
                          const PhobosHints *hints) {
  OpBuilding building(at);
  building.require({{"type", type.ptr}}).requireSlice(slice);
  if (!requireHints(building, hints))
    return {nullptr};
  TypedAttr number = toFill(building, fill);
  if (!building)
    return {nullptr};
  MLIRContext *context = building.getContext();
  HintAttributes known(context, hints);
  return building.makeValue<LoadOp>(
      unwrap(type), unwrap(slice->view), toValues(slice->rank, slice->starts),
      makeDims(context, slice->maskedCount, slice->masked),
      makeDims(context, slice->uncheckedCount, slice->unchecked), number,
      known.cache, known.evict, known.isVolatile);
}

MlirOperation phobosBuildStore(PhobosInsertion at, MlirValue value,
                               const PhobosSlice *slice,
                               const PhobosHints *hints) {
  OpBuilding building(at);
  building.require({{"value", value.ptr}}).requireSlice(slice);
  if (!requireHints(building, hints))
    return {nullptr};
  MLIRContext *context = building.getContext();
  HintAttributes known(context, hints);
  return building.makeOperation<StoreOp>(
      unwrap(value), unwrap(slice->view), toValues(slice->rank, slice->starts),
      makeDims(context, slice->maskedCount, slice->masked),
      makeDims(context, slice->uncheckedCount, slice->unchecked), known.cache,
      known.evict, known.isVolatile);
}

MlirOperation phobosBuildCheckBounds(PhobosInsertion at, MlirValue start,
                                     int64_t length, MlirValue extent,
                                     int64_t dim, MlirStringRef name) {
  OpBuilding building(at);
  if (!building.require({{"start", start.ptr}, {"extent", extent.ptr}}))
    return {nullptr};
  StringAttr text;
  if (!toText(name).empty())
    text = StringAttr::get(building.getContext(), toText(name));
  return building.makeOperation<CheckBoundsOp>(unwrap(start), length,
                                               unwrap(extent), dim, text);
}

MlirValue phobosBuildGather(PhobosInsertion at, MlirType type,
                            MlirValue pointer, MlirValue offsets,
                            MlirValue mask, MlirValue other,
                            const PhobosHints *hints) {
  OpBuilding building(at);
  building.require(
      {{"type", type.ptr}, {"pointer", pointer.ptr}, {"offsets", offsets.ptr}});
  if (!requireHints(building, hints))
    return {nullptr};
  HintAttributes known(building.getContext(), hints);
  return building.makeValue<GatherOp>(
      unwrap(type), unwrap(pointer), unwrap(offsets), unwrap(mask),
      unwrap(other), known.cache, known.evict, known.isVolatile);
}

MlirOperation phobosBuildScatter(PhobosInsertion at, MlirValue value,
                                 MlirValue pointer, MlirValue offsets,
                                 MlirValue mask, const PhobosHints *hints) {
  OpBuilding building(at);
  building.require({{"value", value.ptr},
                    {"pointer", pointer.ptr},
                    {"offsets", offsets.ptr}});
  if (!requireHints(building, hints))
    return {nullptr};
  HintAttributes known(building.getContext(), hints);
  return building.makeOperation<ScatterOp>(
      unwrap(value), unwrap(pointer), unwrap(offsets), unwrap(mask),
      known.cache, known.evict, known.isVolatile);
}

static OpBuilding &requireUpdate(OpBuilding &building,
                                 const PhobosUpdate *update) {
  if (!building.require({{"update", update}}))
    return building;
  return building.require({{"update's value", update->value.ptr}})
      .requireBelow("kind", update->kind, PHOBOS_ATOMIC_CAS + 1)
      .requireBelow("order", update->order, PHOBOS_ORDER_ACQ_REL + 1)
      .requireBelow("scope", update->scope, PHOBOS_SCOPE_SYSTEM + 1);
}

MlirValue phobosBuildAtomic(PhobosInsertion at, const PhobosUpdate *update,
                            const PhobosSlice *slice) {
  OpBuilding building(at);
  if (!requireUpdate(building, update).requireSlice(slice))
    return {nullptr};
  MLIRContext *context = building.getContext();
  Value value = unwrap(update->value);
  return building.makeValue<AtomicOp>(
      value.getType(),
      AtomicKindAttr::get(context, static_cast<AtomicKind>(update->kind)),
      value, unwrap(update->expected), unwrap(slice->view),
      toValues(slice->rank, slice->starts),
      makeDims(context, slice->maskedCount, slice->masked),
      makeDims(context, slice->uncheckedCount, slice->unchecked),
      MemoryOrderAttr::get(context, static_cast<MemoryOrder>(update->order)),
      MemoryScopeAttr::get(context, static_cast<MemoryScope>(update->scope)));
}

MlirValue phobosBuildAtomicScatter(PhobosInsertion at,
                                   const PhobosUpdate *update,
                                   MlirValue pointer, MlirValue offsets,
                                   MlirValue mask) {
  OpBuilding building(at);
  if (!requireUpdate(building, update)
           .require({{"pointer", pointer.ptr}, {"offsets", offsets.ptr}}))
    return {nullptr};
  Value value = unwrap(update->value);
  return building.makeValue<AtomicScatterOp>(
      value.getType(), static_cast<AtomicKind>(update->kind), value,
      unwrap(update->expected), unwrap(pointer), unwrap(offsets), unwrap(mask),
      static_cast<MemoryOrder>(update->order),
      static_cast<MemoryScope>(update->scope));
}

MlirValue phobosBuildExtractSlice(PhobosInsertion at, MlirType type,
                                  MlirValue source, intptr_t rank,
                                  const MlirValue *starts, intptr_t maskedCount,
                                  const int64_t *masked, MlirAttribute fill) {
  OpBuilding building(at);
  building.require({{"type", type.ptr}, {"source", source.ptr}})
      .requireValues("starts", rank, starts)
      .requireRange("masked", maskedCount, masked);
  if (!building)
    return {nullptr};
  TypedAttr number = toFill(building, fill);
  if (!building)
    return {nullptr};
  return building.makeValue<ExtractSliceOp>(
      unwrap(type), unwrap(source), toValues(rank, starts),
      makeDims(building.getContext(), maskedCount, masked), number);
}

MlirValue phobosBuildInsertSlice(PhobosInsertion at, MlirValue value,
                                 MlirValue dest, intptr_t rank,
                                 const MlirValue *starts, intptr_t maskedCount,
                                 const int64_t *masked) {
  OpBuilding building(at);
  if (!building.require({{"value", value.ptr}, {"dest", dest.ptr}})
           .requireValues("starts", rank, starts)
           .requireRange("masked", maskedCount, masked))
    return {nullptr};
  return building.makeValue<InsertSliceOp>(
      unwrap(dest).getType(), unwrap(value), unwrap(dest),
      toValues(rank, starts),
      makeDims(building.getContext(), maskedCount, masked));
}
