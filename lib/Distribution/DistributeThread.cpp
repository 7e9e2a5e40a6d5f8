//===- DistributeThread.cpp - Per-thread code -------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalars are each thread's own in any case, and so is a tile of one element.
// What is left are the positions, what threads tell each other, and elements of
// tiles that other threads hold. No barrier may stand where only some threads
// come: what a branch or loop needs for that, a tile's elements in shared
// memory and accesses that others have done, is seen to before threads part.
//
//===----------------------------------------------------------------------===//

#include "LayoutRules.h"
#include "MemoryAccess.h"
#include "ThreadCode.h"
#include "WarpExchange.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Conversion/ReduceLowering.h"

using namespace mlir;
using namespace phobos;

static constexpr int64_t kLaneMask = (int64_t(1) << Layout::kLaneBits) - 1;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

Value Distributor::distribute(ThreadIdOp) {
  return arith::IndexCastUIOp::create(b, b.getIndexType(), thread);
}

Value Distributor::distribute(WarpIdOp) {
  Value warp = arith::ShRUIOp::create(b, thread, i32(Layout::kLaneBits));
  return arith::IndexCastUIOp::create(b, b.getIndexType(), warp);
}

Value Distributor::distribute(LaneIdOp) {
  Value lane = arith::AndIOp::create(b, thread, i32(kLaneMask));
  return arith::IndexCastUIOp::create(b, b.getIndexType(), lane);
}

Value Distributor::distribute(NumThreadsOp) {
  return index(*kernel.getThreads());
}

//===----------------------------------------------------------------------===//
// Who does what
//===----------------------------------------------------------------------===//

Uniformity Distributor::whose(Operation *op) const {
  return threadCode ? threadCode->whose(op) : Uniformity::Block;
}

void Distributor::guardedByOwner(Operation *op, LayoutAttr layout,
                                 function_ref<void(Value)> body) {
  switch (whose(op)) {
  case Uniformity::Block:
    return body(isOwner(layout));
  case Uniformity::Thread:
    return body({});
  case Uniformity::Warp:
    // The others of the warp come behind it, and it behind what they did.
    NVVM::SyncWarpOp::create(b, i32(-1));
    body(threadBitsAreZero(kLaneMask));
    NVVM::SyncWarpOp::create(b, i32(-1));
  }
}

Value Distributor::shareOneValue(Operation *op, Value vector, TileType tile) {
  switch (whose(op)) {
  case Uniformity::Block:
    return shareAmongReplicas(vector, tile);
  case Uniformity::Thread:
    return vector;
  case Uniformity::Warp:
    SmallVector<Value> elements;
    for (int64_t e = 0, n = cast<VectorType>(vector.getType()).getNumElements();
         e < n; ++e)
      elements.push_back(shuffleFrom(element(vector, e), i32(0)));
    return vector::FromElementsOp::create(b, vector.getType(), elements);
  }
  llvm_unreachable("a level of uniformity");
}

LogicalResult
Distributor::distributeControl(Operation *op,
                               function_ref<LogicalResult()> distribute) {
  if (!threadCode)
    return distribute();
  if (threadCode->diverges(op)) {
    SmallVector<Operation *> accesses;
    op->walk([&](Operation *inner) {
      if (isAccess(inner))
        accesses.push_back(inner);
    });
    orderBefore(op->getLoc(), accesses);
  }
  SmallVector<ElementRoom> opened = openRooms(op);
  if (failed(distribute()))
    return failure();
  b.setLoc(op->getLoc());
  closeRooms(op, opened);
  return success();
}

//===----------------------------------------------------------------------===//
// Between threads
//===----------------------------------------------------------------------===//

Value Distributor::reduceOverWarp(ReduceKind kind, Value value) {
  Combination combination = getCombination(kind, value.getType());
  if (combination.combineWarp)
    return combination.combineWarp(value).front();
  for (int64_t distance = (kLaneMask + 1) / 2; distance; distance /= 2)
    value = phobos::combine(b, kind, value, shuffleXor(value, distance));
  return value;
}

Value Distributor::distribute(WarpReduceOp op) {
  return reduceOverWarp(op.getKind(), lookup(op.getSource()));
}

Value Distributor::distribute(BlockReduceOp op) {
  Value value = reduceOverWarp(op.getKind(), lookup(op.getSource()));
  int64_t threads = *kernel.getThreads();
  if (threads == kLaneMask + 1)
    return value;
  WarpExchange exchange(*this, /*parts=*/(threads - 1) & ~kLaneMask,
                        /*same=*/kLaneMask);
  SmallVector<SmallVector<Values>> ofWarps = exchange.run({Values{value}});
  Value result;
  for (const Values &part : ofWarps.front())
    result = result ? phobos::combine(b, op.getKind(), result, part.front())
                    : part.front();
  return result;
}

Value Distributor::distribute(ShuffleOp op) {
  // The instruction takes the low bits of the lane alone.
  Value lane =
      arith::IndexCastOp::create(b, b.getI32Type(), lookup(op.getLane()));
  return shuffleFrom(lookup(op.getSource()), lane);
}

void Distributor::distribute(BarrierOp op) {
  barrier(op.getLoc(), {{BarrierCause::IsAsked}});
}

//===----------------------------------------------------------------------===//
// Elements of tiles
//===----------------------------------------------------------------------===//

/// Whether the element at `indices` is one of `tile`, and its place.
std::pair<Value, SmallVector<Value>>
Distributor::placeElement(TileType tile, ValueRange indices) {
  Value isInside;
  SmallVector<Value> place;
  for (auto [extent, position] : llvm::zip_equal(tile.getShape(), indices)) {
    Value number = lookup(position);
    isInside =
        both(isInside, arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                             number, index(extent)));
    place.push_back(arith::IndexCastOp::create(b, b.getI32Type(), number));
  }
  return {isInside, place};
}

Value Distributor::distribute(LoadElemOp op) {
  TileType tile = op.getSource().getType();
  Type element = convert(tile.getElementType());
  Value zero =
      arith::ConstantOp::create(b, b.getZeroAttr(getMemoryType(element)));
  auto room = rooms.find(op.getSource());
  bool isOwn = room == rooms.end() && threadCode->isDivergent(op);
  SharedRange range;
  if (room != rooms.end())
    range = room->second;
  else if (!isOwn)
    range = publishRowMajor(toMemory(lookup(op.getSource())), tile);
  auto [isInside, place] = placeElement(tile, op.getIndices());
  Value value;
  if (isOwn) // of one element, which the thread has
    value = this->element(toMemory(lookup(op.getSource())), 0);
  else
    value = loadShared(zero.getType(),
                       rowMajorAddress(range, tile, place, isInside));
  return fromMemory(arith::SelectOp::create(b, isInside, value, zero), element);
}

Value Distributor::distribute(StoreElemOp op) {
  TileType tile = op.getDest().getType();
  Type element = convert(tile.getElementType());
  Value vector = lookup(op.getDest());
  // That of the tile before is one to read alone.
  auto room = rooms.find(op.getResult());
  std::pair<Value, SmallVector<Value>> place =
      placeElement(tile, op.getIndices());
  Value isInside = place.first, value = lookup(op.getValue());
  auto write = [&](SharedRange range, Value isWriter) {
    guarded(both(isInside, isWriter), [&] {
      storeShared(toMemory(value), rowMajorAddress(range, tile, place.second));
    });
  };
  // The same in all threads that have this layout.
  LayoutAttr ofPoint =
      getLayoutInEachThread(b.getContext(), {1}, *kernel.getThreads());
  if (room != rooms.end()) {
    guardedByOwner(op, ofPoint,
                   [&](Value isWriter) { write(room->second, isWriter); });
    return vector;
  }
  if (threadCode->isDivergent(op)) // of one element, which the thread has
    return vector::BroadcastOp::create(
        b, vector.getType(),
        arith::SelectOp::create(b, isInside, value, this->element(vector, 0)));
  SharedRange range = publishRowMajor(toMemory(vector), tile);
  guardedByOwner(op, ofPoint, [&](Value isWriter) { write(range, isWriter); });
  barrier(b.getLoc(), {{BarrierCause::OthersRead}});
  reads.ranges.push_back({range, b.getLoc()});
  return fromMemory(readRowMajor(range, tile), element);
}

Value Distributor::readRowMajor(SharedRange range, TileType tile) {
  LayoutAttr layout = tile.getLayout();
  Type memory = getMemoryType(convert(tile.getElementType()));
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(memory));
  SmallVector<Value> elements(layout.getLayout().elementsPerThread(), zero);
  for (int64_t lane : lanesOf(tile)) {
    Value isValid = this->isValid(layout, tile.getShape(), lane);
    elements[lane] = loadShared(
        memory,
        rowMajorAddress(range, tile, coordinatesOf(layout, lane), isValid));
  }
  return vector::FromElementsOp::create(
      b, VectorType::get(elements.size(), memory), elements);
}

SmallVector<ElementRoom> Distributor::openRooms(Operation *op) {
  SmallVector<ElementRoom> opened;
  for (ElementRoom &room : threadCode->findRooms(op)) {
    if (rooms.contains(room.base) && !room.isWritten)
      continue; // for a loop around
    SharedRange range =
        publishRowMajor(toMemory(lookup(room.base)), room.base.getType());
    heldRanges.push_back(range);
    for (Value value : room.values)
      rooms[value] = range;
    opened.push_back(std::move(room));
  }
  return opened;
}

void Distributor::closeRooms(Operation *op, ArrayRef<ElementRoom> opened) {
  if (llvm::any_of(opened, [](const auto &room) { return room.isWritten; }))
    barrier(op->getLoc(), {{BarrierCause::OthersRead}});
  for (const ElementRoom &room : llvm::reverse(opened)) {
    SharedRange range = heldRanges.pop_back_val();
    reads.ranges.push_back({range, op->getLoc()});
    TileType tile = room.base.getType();
    Value read;
    for (Value value : room.values) {
      rooms.erase(value);
      if (!room.isWritten || value.getDefiningOp() != op)
        continue;
      if (!read)
        read = fromMemory(readRowMajor(range, cast<TileType>(value.getType())),
                          convert(tile.getElementType()));
      mapping.map(value, read);
    }
  }
}
