//===- SectorStores.cpp - Stores of whole sectors of the memory -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of rows at any address that overlap by a sector (OverlapStores.cpp):
// each block stores sectors as a whole. Where a warp has 32 neighbours of a row
// in one register and the next 32 in the next, its stores begin at sectors too:
//
//   row       | . . . s s s s s | s s s s …     a sector begins `shift` behind
//   register    x0 of lanes 0 …                 the tile's first element
//   stored              y0 of lanes 0 …         y0 of lane l is x0 of lane
//                                               l + shift, or x1 of those left
//
// That takes one shuffle an element. The stores of a row are as long as tiles
// are apart; what is left of the row is the next block's, or the last block's
// own. In other layouts each element asks whether its sector is the block's.
//
//===----------------------------------------------------------------------===//

#include "SliceAccess.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace phobos;
using arith::CmpIPredicate;

static constexpr int64_t kLanes = int64_t(1) << Layout::kLaneBits;

/// Whether the tile is the last one of its rows.
Value Access::isLastOfRow() {
  int64_t last = type.getRank() - 1;
  Value end = arith::AddIOp::create(b, d.lookup(op.getStarts()[last]),
                                    d.index(type.getShape()[last]));
  return arith::CmpIOp::create(b, CmpIPredicate::sge, end, extent(last));
}

/// How many elements `address` is behind the beginning of its sector, an i32.
Value Access::placeInSector(Value address) {
  int64_t bytes = getElementBytes(type.getElementType());
  Value place = LLVM::PtrToIntOp::create(b, b.getI64Type(), address);
  place = arith::TruncIOp::create(b, b.getI32Type(), place);
  place = arith::ShRUIOp::create(b, place, d.i32(llvm::Log2_64(bytes)));
  return arith::AndIOp::create(b, place, d.i32(*findOverlap() - 1));
}

std::optional<int64_t> Access::findOverlap() {
  auto overlap = op->getAttrOfType<IntegerAttr>(overlapAttrName);
  return overlap ? std::optional(overlap.getInt()) : std::nullopt;
}

/// The sectors that begin in front of none of the tile's elements are the tile
/// before's: an element of others is farther behind the tile's first one than
/// it is in its sector.
Value Access::isInOwnSector(int64_t element, Value address) {
  if (!findOverlap())
    return Value();
  int64_t last = type.getRank() - 1, length = type.getShape()[last];
  if (!ownSectors)
    ownSectors = arith::SelectOp::create(b, isLastOfRow(), d.i32(length),
                                         d.i32(length - *findOverlap()));
  int64_t offset =
      type.getLayout().getLayout().elementOffset(element)[last] - 1;
  Value position = arith::AddIOp::create(
      b, d.threadOffset(type.getLayout(), last), d.i32(offset));
  Value behind = arith::SubIOp::create(b, position, placeInSector(address));
  return arith::CmpIOp::create(b, CmpIPredicate::ult, behind, ownSectors);
}

/// The thread's elements of each row, 32 from one to the next, where a warp has
/// neighbours in each register; nothing in other layouts.
static SmallVector<SmallVector<int64_t>> findRowRegisters(TileType tile) {
  const Layout &layout = tile.getLayout().getLayout();
  int64_t last = tile.getRank() - 1, step = 1;
  for (const Basis &lane : layout.laneBases()) {
    if (lane[last] != step)
      return {};
    step *= 2;
  }
  llvm::MapVector<Coordinates, SmallVector<int64_t>> rows;
  for (int64_t e = 0; e < layout.elementsPerThread(); ++e) {
    Coordinates row = layout.elementOffset(e);
    int64_t offset = row[last];
    row[last] = 0;
    SmallVector<int64_t> &elements = rows[row];
    if (offset != int64_t(elements.size()) * kLanes)
      return {};
    elements.push_back(e);
  }
  if (llvm::any_of(layout.warpBases(),
                   [&](const Basis &warp) { return warp[last] != 0; }))
    return {};
  return llvm::map_to_vector(rows, [](auto &entry) { return entry.second; });
}

bool Access::storeSectors(Value vector, Value isOwner) {
  std::optional<int64_t> overlap = findOverlap();
  bool isOfWords = getElementBytes(type.getElementType()) == 4;
  if (!overlap || !isOfWords || (type.getShape().back() - *overlap) % kLanes)
    return false;
  auto rows = findRowRegisters(type);
  if (rows.empty())
    return false;
  Value isLast = isLastOfRow();
  Value end = findEnd(type.getRank() - 1);
  for (ArrayRef<int64_t> row : rows)
    storeRow(vector, row, d.both(isOwner, isRowInside(row.front())), isLast,
             end);
  return true;
}

/// Whether the row of an element is inside; null if always.
Value Access::isRowInside(int64_t element) {
  int64_t last = type.getRank() - 1;
  SmallVector<int64_t> shape(type.getShape());
  shape[last] = std::numeric_limits<int64_t>::max();
  Value inside = d.isValid(type.getLayout(), shape, element);
  Coordinates offset = type.getLayout().getLayout().elementOffset(element);
  for (int64_t dim : op.getMasked())
    if (dim != last)
      inside = d.both(inside, isInside(dim, offset[dim]));
  return inside;
}

void Access::storeRow(Value vector, ArrayRef<int64_t> elements, Value isInside,
                      Value isLast, Value end) {
  int64_t overlap = *findOverlap(), last = type.getRank() - 1;
  Value lane = d.spellThreadBits(kLanes - 1);
  // From the tile's first element to the first sector that is this block's.
  Value place =
      arith::SubIOp::create(b, placeInSector(address(elements.front())), lane);
  place = arith::AndIOp::create(b, place, d.i32(overlap - 1));
  Value shift = arith::SubIOp::create(b, d.i32(overlap), place);
  Value position = arith::AddIOp::create(b, lane, shift);
  Value source = arith::AndIOp::create(b, position, d.i32(kLanes - 1));
  Value isNext =
      arith::CmpIOp::create(b, CmpIPredicate::sge, position, d.i32(kLanes));
  Value step = arith::IndexCastOp::create(b, b.getIndexType(), shift);
  SmallVector<Value> shifted;
  for (int64_t e : elements)
    shifted.push_back(d.shuffleFrom(d.element(vector, e), source));
  for (auto [i, e] : llvm::enumerate(elements)) {
    bool isRest = i + 1 == elements.size();
    Value value = shifted[i];
    if (!isRest)
      value = arith::SelectOp::create(b, isNext, shifted[i + 1], value);
    Value exists =
        arith::CmpIOp::create(b, CmpIPredicate::slt, position,
                              arith::SubIOp::create(b, end, d.i32(i * kLanes)));
    // A tile that begins before its row does so by the overlap.
    if (i == 0) {
      Value start = d.lookup(op.getStarts()[last]);
      Value first =
          clampToTile(last, arith::SubIOp::create(b, d.index(0), start));
      exists = d.both(exists, arith::CmpIOp::create(b, CmpIPredicate::sge,
                                                    position, first));
    }
    if (isRest)
      exists = d.both(exists, isLast);
    Value part = vector::FromElementsOp::create(
        b, VectorType::get(1, value.getType()), value);
    storeGlobal(b, part, advance(b, memory, address(e), step),
                d.both(exists, isInside), hints);
  }
}
