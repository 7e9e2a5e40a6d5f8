//===- DistributeSlice.cpp - Slices of tiles, of one thread -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a slice is made of whole atoms (getSliceLayout) each thread holds what
// it needs, and elements get other numbers. Any other slice goes through shared
// memory: what is read, or what is written, lies there row by row.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "LayoutRules.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace phobos;

//===----------------------------------------------------------------------===//
// Tiles in shared memory, row by row
//===----------------------------------------------------------------------===//

/// Of the 32 banks of 4 bytes.
static constexpr int64_t kBankRowBytes = 128;

/// The place of element `position`: each 128 bytes are followed by 4 bytes that
/// nobody uses, so that lanes that are 16 bytes apart use different banks too.
static int64_t padded(int64_t position, int64_t bytes) {
  return position +
         position / (kBankRowBytes / bytes) * llvm::divideCeil(4, bytes);
}

Value Distributor::rowMajorAddress(SharedRange range, TileType tile,
                                   ArrayRef<Value> coordinates, Value inside) {
  int64_t bytes = getElementBytes(tile.getElementType());
  Value position = i32(0);
  for (auto [extent, coordinate] :
       llvm::zip_equal(tile.getShape(), coordinates))
    position = b.createOrFold<arith::AddIOp>(
        b.createOrFold<arith::MulIOp>(position, i32(extent)), coordinate);
  if (inside)
    position = arith::SelectOp::create(b, inside, position, i32(0));
  Value pad = b.createOrFold<arith::ShRUIOp>(
      position, i32(llvm::Log2_64(kBankRowBytes / bytes)));
  pad = b.createOrFold<arith::MulIOp>(pad, i32(llvm::divideCeil(4, bytes)));
  position = b.createOrFold<arith::AddIOp>(position, pad);
  return sharedAddress(b.createOrFold<arith::MulIOp>(position, i32(bytes)),
                       range.begin);
}

SharedRange Distributor::publishRowMajor(Value vector, TileType tile) {
  int64_t bytes = getElementBytes(tile.getElementType());
  SharedRange range = takeShared(padded(tile.getNumElements(), bytes) * bytes);
  LayoutAttr layout = tile.getLayout();
  publish(range, [&] {
    guarded(isOwner(layout), [&] {
      for (int64_t lane : lanesOf(tile))
        guarded(isValid(layout, tile.getShape(), lane), [&] {
          storeShared(
              element(vector, lane),
              rowMajorAddress(range, tile, coordinatesOf(layout, lane)));
        });
    });
  });
  return range;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// `start` as an i32, moved to where a slice of `length` is all outside if it
/// lies further outside of `extent`.
static Value clampStart(ImplicitLocOpBuilder &b, Value start, int64_t length,
                        int64_t extent) {
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  start = b.createOrFold<arith::MaxSIOp>(start, index(-length));
  start = b.createOrFold<arith::MinSIOp>(start, index(extent));
  return b.createOrFold<arith::IndexCastOp>(b.getI32Type(), start);
}

SmallVector<Value> Distributor::clampStarts(ValueRange starts,
                                            ArrayRef<int64_t> lengths,
                                            ArrayRef<int64_t> extents) {
  SmallVector<Value> clamped;
  for (auto [start, length, extent] : llvm::zip_equal(starts, lengths, extents))
    clamped.push_back(clampStart(b, lookup(start), length, extent));
  return clamped;
}

/// Constants of a slice of whole atoms.
static Coordinates constantsOf(ValueRange starts) {
  return llvm::map_to_vector<4>(starts, [](Value start) {
    APInt constant;
    matchPattern(start, m_ConstantInt(&constant));
    return constant.getSExtValue();
  });
}

Value Distributor::isBelow(ArrayRef<Value> positions,
                           ArrayRef<int64_t> extents) {
  Value inside;
  for (auto [position, extent] : llvm::zip_equal(positions, extents))
    inside = both(inside, arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                                position, i32(extent)));
  return inside;
}

/// The element of a tile in `layout` at `place` of thread 0, if it has one.
static std::optional<int64_t> elementAt(LayoutAttr layout,
                                        const Coordinates &place) {
  if (llvm::any_of(place, [](int64_t part) { return part < 0; }))
    return std::nullopt;
  return layout.getLayout().elementAt(place);
}

Value Distributor::distribute(ExtractSliceOp op) {
  TileType source = op.getSource().getType(), target = op.getType();
  LayoutAttr layout = target.getLayout();
  bool isRenumbered = layout == getNaturalLayout(op);
  Value vector = toMemory(lookup(op.getSource()));
  Type memory = cast<VectorType>(vector.getType()).getElementType();
  Value fill = toMemory(arith::ConstantOp::create(b, op.getFillOrZero()));
  SmallVector<Value> starts =
      clampStarts(op.getStarts(), target.getShape(), source.getShape());
  SharedRange range = {0, 0};
  Coordinates constants;
  if (isRenumbered)
    constants = constantsOf(op.getStarts());
  else
    range = publishRowMajor(vector, source);

  SmallVector<Value> elements(layout.getLayout().elementsPerThread(), fill);
  for (int64_t lane : lanesOf(target)) {
    SmallVector<Value> place = coordinatesOf(layout, lane), masked;
    SmallVector<int64_t> extents;
    for (auto [dim, start] : llvm::enumerate(starts)) {
      place[dim] = b.createOrFold<arith::AddIOp>(place[dim], start);
      if (op.isMasked(dim)) {
        masked.push_back(place[dim]);
        extents.push_back(source.getShape()[dim]);
      }
    }
    Value inside = isBelow(masked, extents), value = fill;
    if (isRenumbered) {
      Coordinates from = layout.getLayout().elementOffset(lane);
      for (auto [part, start] : llvm::zip_equal(from, constants))
        part += start;
      if (auto e = elementAt(source.getLayout(), from))
        value = element(vector, *e);
    } else {
      Value valid = both(isValid(layout, target.getShape(), lane), inside);
      value = loadShared(memory, rowMajorAddress(range, source, place, valid));
    }
    elements[lane] =
        inside ? arith::SelectOp::create(b, inside, value, fill) : value;
  }
  Value result = vector::FromElementsOp::create(
      b, VectorType::get(elements.size(), memory), elements);
  return fromMemory(result, convert(target.getElementType()));
}

Value Distributor::distribute(InsertSliceOp op) {
  TileType value = op.getValue().getType(), target = op.getType();
  LayoutAttr layout = target.getLayout();
  bool isRenumbered =
      value.getLayout() ==
      getSliceLayout(layout, target, op.getStarts(), value.getShape());
  Value vector = toMemory(lookup(op.getValue())),
        dest = toMemory(lookup(op.getDest()));
  Type memory = cast<VectorType>(vector.getType()).getElementType();
  SmallVector<Value> starts =
      clampStarts(op.getStarts(), value.getShape(), target.getShape());
  SharedRange range = {0, 0};
  Coordinates constants;
  if (isRenumbered)
    constants = constantsOf(op.getStarts());
  else
    range = publishRowMajor(vector, value);

  SmallVector<Value> elements;
  for (int64_t e = 0, n = layout.getLayout().elementsPerThread(); e < n; ++e)
    elements.push_back(element(dest, e));
  for (int64_t lane : lanesOf(target)) {
    SmallVector<Value> place = coordinatesOf(layout, lane);
    for (auto [part, start] : llvm::zip_equal(place, starts))
      part = b.createOrFold<arith::SubIOp>(part, start);
    Value inside = isBelow(place, value.getShape()), inserted;
    if (isRenumbered) {
      Coordinates from = layout.getLayout().elementOffset(lane);
      for (auto [part, start] : llvm::zip_equal(from, constants))
        part -= start;
      auto e = elementAt(value.getLayout(), from);
      if (!e)
        continue;
      inserted = element(vector, *e);
    } else {
      inserted =
          loadShared(memory, rowMajorAddress(range, value, place, inside));
    }
    elements[lane] =
        arith::SelectOp::create(b, inside, inserted, elements[lane]);
  }
  Value result = vector::FromElementsOp::create(
      b, VectorType::get(elements.size(), memory), elements);
  return fromMemory(result, convert(target.getElementType()));
}
