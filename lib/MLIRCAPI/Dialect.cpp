//===- Dialect.cpp - Types and attributes for C ---------------- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos-c/Dialect.h"
#include "Handles.h"
#include "mlir/CAPI/Registration.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Pipelines/Registration.h"

using namespace mlir;
using namespace phobos;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Phobos, phobos, phobos::PhobosDialect)

void phobosRegisterDialects(MlirDialectRegistry registry) {
  if (registry.ptr)
    registerDialects(*unwrap(registry));
}

/// Loads the dialect, without which it has no types.
static void loadDialect(MlirLocation location) {
  unwrap(location)->getContext()->loadDialect<PhobosDialect>();
}

/// `Type` of the parameters, or null where they do not fit.
template <typename Type, typename... Parameters>
static auto getChecked(MlirLocation location, Parameters &&...parameters) {
  loadDialect(location);
  Location loc = unwrap(location);
  return wrap(Type::getChecked([&] { return emitError(loc); }, loc.getContext(),
                               std::forward<Parameters>(parameters)...));
}

MlirType phobosTileTypeGet(MlirLocation location, intptr_t rank,
                           const int64_t *shape, MlirType elementType,
                           MlirAttribute layout) {
  if (!requireHandles(location, {{"elementType", elementType.ptr}}) ||
      !requireRange(location, "shape", rank, shape))
    return {nullptr};
  Attribute attribute = unwrap(layout);
  auto layoutAttr = dyn_cast_or_null<LayoutAttr>(attribute);
  if (attribute && !layoutAttr) {
    emitError(unwrap(location))
        << "expected a #phobos.layout as 'layout', got " << attribute;
    return {nullptr};
  }
  return getChecked<TileType>(location, toArray(rank, shape),
                              unwrap(elementType), layoutAttr);
}

bool phobosTypeIsATile(MlirType type) {
  return isa_and_nonnull<TileType>(unwrap(type));
}

MlirType phobosTileTypeGetElementType(MlirType tile) {
  auto type = dyn_cast_or_null<TileType>(unwrap(tile));
  return type ? wrap(type.getElementType()) : MlirType{nullptr};
}

MlirAttribute phobosTileTypeGetLayout(MlirType tile) {
  auto type = dyn_cast_or_null<TileType>(unwrap(tile));
  return type ? wrap(type.getLayout()) : MlirAttribute{nullptr};
}

MlirType phobosViewTypeGet(MlirLocation location, intptr_t rank,
                           const int64_t *shape, const int64_t *strides,
                           MlirType elementType) {
  if (!requireHandles(location, {{"elementType", elementType.ptr}}) ||
      !requireRange(location, "shape", rank, shape))
    return {nullptr};
  return getChecked<ViewType>(location, toArray(rank, shape),
                              unwrap(elementType),
                              toArray(strides ? rank : 0, strides));
}

bool phobosTypeIsAView(MlirType type) {
  return isa_and_nonnull<ViewType>(unwrap(type));
}

MlirType phobosViewTypeGetElementType(MlirType view) {
  auto type = dyn_cast_or_null<ViewType>(unwrap(view));
  return type ? wrap(type.getElementType()) : MlirType{nullptr};
}

/// The extents of a tile or a view; nothing of other types.
static std::optional<llvm::ArrayRef<int64_t>> getShape(MlirType type) {
  Type known = unwrap(type);
  if (auto tile = dyn_cast_or_null<TileType>(known))
    return tile.getShape();
  if (auto view = dyn_cast_or_null<ViewType>(known))
    return view.getShape();
  return std::nullopt;
}

intptr_t phobosTypeGetRank(MlirType type) {
  auto shape = getShape(type);
  return shape ? shape->size() : -1;
}

int64_t phobosTypeGetExtent(MlirType type, intptr_t dim) {
  auto shape = getShape(type);
  bool exists = shape && dim >= 0 && dim < static_cast<intptr_t>(shape->size());
  return exists ? (*shape)[dim] : -1;
}

MlirType phobosPtrTypeGet(MlirLocation location, MlirType elementType) {
  if (!requireHandles(location, {{"elementType", elementType.ptr}}))
    return {nullptr};
  return getChecked<PtrType>(location, unwrap(elementType));
}

bool phobosTypeIsAPtr(MlirType type) {
  return isa_and_nonnull<PtrType>(unwrap(type));
}

MlirType phobosPtrTypeGetElementType(MlirType pointer) {
  auto type = dyn_cast_or_null<PtrType>(unwrap(pointer));
  return type ? wrap(type.getElementType()) : MlirType{nullptr};
}

MlirType phobosChunksTypeGet(MlirLocation location, int64_t count,
                             MlirType tile) {
  if (!requireHandles(location, {{"tile", tile.ptr}}))
    return {nullptr};
  auto type = dyn_cast<TileType>(unwrap(tile));
  if (!type) {
    emitError(unwrap(location))
        << "expected a tile as 'tile', got " << unwrap(tile);
    return {nullptr};
  }
  return getChecked<ChunksType>(location, count, type);
}

bool phobosTypeIsAChunks(MlirType type) {
  return isa_and_nonnull<ChunksType>(unwrap(type));
}

MlirAttribute phobosDivisibleAttrGet(MlirLocation location, int64_t divisor) {
  if (!requireHandles(location, {}))
    return {nullptr};
  return getChecked<DivisibleAttr>(location, divisor);
}

MlirAttribute phobosBoundedAttrGet(MlirLocation location, int64_t min,
                                   int64_t max) {
  if (!requireHandles(location, {}))
    return {nullptr};
  return getChecked<BoundedAttr>(location, min, max);
}

MlirAttribute phobosSameAttrGet(MlirLocation location) {
  if (!requireHandles(location, {}))
    return {nullptr};
  loadDialect(location);
  return wrap(SameAttr::get(unwrap(location)->getContext()));
}

MlirAttribute phobosLayoutAttrGetBlocked(MlirLocation location, intptr_t rank,
                                         const int64_t *shape, int64_t threads,
                                         int64_t vectorWidth) {
  if (!requireRange(location, "shape", rank, shape))
    return {nullptr};
  auto refuse = [&](const Twine &message) {
    emitError(unwrap(location), message);
    return MlirAttribute{nullptr};
  };
  llvm::ArrayRef<int64_t> extents = toArray(rank, shape);
  if (rank < 1 || rank > 5)
    return refuse("expected a rank of 1 to 5, got " + Twine(rank));
  if (llvm::any_of(extents, [](int64_t extent) { return extent < 1; }))
    return refuse("expected extents of at least 1");
  if (!Layout::isThreadCount(threads))
    return refuse("expected a power of two from 32 to 1024 as 'threads', got " +
                  Twine(threads));
  if (vectorWidth < 1 || vectorWidth > 16 || !llvm::isPowerOf2_64(vectorWidth))
    return refuse(
        "expected a power of two from 1 to 16 as 'vectorWidth', got " +
        Twine(vectorWidth));
  loadDialect(location);
  return wrap(LayoutAttr::get(unwrap(location)->getContext(),
                              Layout::blocked(extents, threads, vectorWidth)));
}

bool phobosAttributeIsALayout(MlirAttribute attribute) {
  return isa_and_nonnull<LayoutAttr>(unwrap(attribute));
}
