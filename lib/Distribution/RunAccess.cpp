//===- RunAccess.cpp - Rows at any address, in runs of warps ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp has a run of 32 S neighbouring elements of a row, which begins `skew`
// elements behind a multiple of 16 bytes (RowRuns.h). What it moves is
//
//   head    elements before the first such multiple in the run
//   middle  vectors of 16 bytes, one a lane
//   tail    elements behind the last whole vector
//
// and nothing else: no byte outside of the run or of the view is touched. The
// warp's part of shared memory holds a run as memory does, from the multiple
// before it on, so that vectors are aligned there as well. Registers are read
// and written there an element at a time, neighbours by neighbouring lanes,
// which is free of bank conflicts.
//
// All loads come first, so that all are in flight; then runs take turns. A
// vector that is not whole is the fill there, over which head and tail are
// written: what is read is right without any predicate.
//
//===----------------------------------------------------------------------===//

#include "Numbers.h"
#include "SliceAccess.h"
#include "VectorParts.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Analysis/NonNegative.h"

using namespace mlir;
using namespace phobos;
using arith::CmpIPredicate;

static constexpr int64_t kLanes = int64_t(1) << Layout::kLaneBits;

//===----------------------------------------------------------------------===//
// Runs and their pieces
//===----------------------------------------------------------------------===//

Access::Runs Access::openRuns() {
  Numbers n{b};
  Runs runs = {};
  int64_t last = type.getRank() - 1;
  int64_t warps = int64_t(*d.kernel.getThreads()) / kLanes;
  runs.elementBytes = getElementBytes(type.getElementType());
  runs.perVector = kVectorBytes / runs.elementBytes;
  runs.length = kLanes * plan.getRunElements();
  runs.lane = d.spellThreadBits(kLanes - 1);
  Value warp = d.spellThreadBits((warps - 1) * kLanes);
  runs.start = n.subtract(d.threadOffset(type.getLayout(), last), runs.lane);
  Value address = LLVM::PtrToIntOp::create(b, b.getI64Type(), base);
  address = arith::TruncIOp::create(b, b.getI32Type(), address);
  address = n.subtract(address, n.multiply(runs.lane, runs.elementBytes));
  runs.skew = b.createOrFold<arith::ShRUIOp>(
      n.modulo(address, kVectorBytes),
      n.constant(llvm::Log2_64(runs.elementBytes)));
  Value inRun = n.subtract(n.multiply(runs.lane, runs.perVector), runs.skew);
  runs.vectors =
      advance(b, memory, base, n.asIndex(n.subtract(inRun, runs.lane)));
  runs.column = n.add(runs.start, inRun);
  runs.isFirstWhole = n.compare(CmpIPredicate::sge, inRun, n.constant(0));
  if (op.isMasked(last)) {
    Value start = op.getStarts()[last];
    runs.end = findEnd(last);
    if (!isKnownNonNegative(start))
      runs.first = clampToTile(
          last, arith::SubIOp::create(b, d.index(0), d.lookup(start)));
  } else if (type.getShape()[last] %
             (type.getLayout().getLayout().atom()[last])) {
    runs.end = n.constant(type.getShape()[last]);
  }
  for (int64_t dim : op.getMasked())
    if (dim != last)
      runs.isRowInside = d.both(runs.isRowInside, isInside(dim, /*offset=*/0));
  int64_t bytes = (runs.length + runs.perVector) * runs.elementBytes;
  runs.range =
      d.takeSharedForWarps(warps * bytes, b.getI64IntegerAttr(warps * bytes));
  runs.part = n.multiply(warp, bytes);
  return runs;
}

/// Where the inside of the tile ends, if it may in this run; else null.
Value Access::endIn(const Runs &runs, int64_t run) {
  int64_t atom = type.getLayout().getLayout().atom().back();
  bool isWhole = (run + 1) * atom <= type.getShape().back();
  return op.isMasked(type.getRank() - 1) || !isWhole ? runs.end : Value();
}

/// The lane's vector `number` of a run.
Access::Piece Access::vectorOf(const Runs &runs, int64_t run, int64_t number) {
  Numbers n{b};
  int64_t offset = run * type.getLayout().getLayout().atom().back() +
                   number * kLanes * runs.perVector;
  Value exists = runs.isRowInside;
  if (number == 0)
    exists = d.both(exists, runs.isFirstWhole);
  if (runs.length < kLanes * runs.perVector)
    exists =
        d.both(exists, n.compare(CmpIPredicate::slt, runs.lane,
                                 n.constant(runs.length / runs.perVector)));
  Value column = runs.column;
  if (Value end = endIn(runs, run))
    exists =
        d.both(exists, n.compare(CmpIPredicate::sge, n.subtract(end, column),
                                 n.constant(offset + runs.perVector)));
  if (runs.first)
    exists = d.both(exists, n.compare(CmpIPredicate::sle,
                                      n.subtract(runs.first, column),
                                      n.constant(offset)));
  return {advance(b, memory, runs.vectors, d.index(offset)), exists, Value()};
}

/// The lane's element of the head or the tail of a run: the first lanes have
/// the head's, the next ones the tail's.
Access::Piece Access::endOf(const Runs &runs, int64_t run) {
  Numbers n{b};
  int64_t offset = run * type.getLayout().getLayout().atom().back();
  Value start = n.add(runs.start, n.constant(offset));
  Value first = n.constant(0), end = n.constant(runs.length);
  if (runs.first)
    first = n.clamp(n.subtract(runs.first, start), runs.length);
  if (Value tileEnd = endIn(runs, run))
    end = n.clamp(n.subtract(tileEnd, start), runs.length);
  // Up to where the middle may begin, and from where it may have ended.
  Value headLength = n.modulo(
      n.subtract(n.constant(0), n.add(first, runs.skew)), runs.perVector);
  Value headEnd = b.createOrFold<arith::MinSIOp>(n.add(first, headLength), end);
  Value tail = n.subtract(end, n.modulo(n.add(end, runs.skew), runs.perVector));
  tail = b.createOrFold<arith::MaxSIOp>(tail, headEnd);

  Value isHead =
      n.compare(CmpIPredicate::slt, runs.lane, n.constant(runs.perVector));
  auto select = [&](Value ofHead, Value ofTail) {
    return b.createOrFold<arith::SelectOp>(isHead, ofHead, ofTail);
  };
  Value position = n.add(
      select(first, n.subtract(tail, n.constant(runs.perVector))), runs.lane);
  Value exists = n.compare(CmpIPredicate::slt, position, select(headEnd, end));
  if (2 * runs.perVector < kLanes)
    exists = d.both(exists, n.compare(CmpIPredicate::slt, runs.lane,
                                      n.constant(2 * runs.perVector)));
  exists = d.both(exists, runs.isRowInside);
  Value step = n.add(n.subtract(position, runs.lane), n.constant(offset));
  return {advance(b, memory, base, n.asIndex(step)), exists, position};
}

/// Where the lane's vector `number` of a run lies in shared memory.
Value Access::placeOfVector(const Runs &runs, int64_t number) {
  Numbers n{b};
  Value offset = n.add(runs.part, n.multiply(runs.lane, kVectorBytes));
  return d.sharedAddress(offset,
                         runs.range.begin + number * kLanes * kVectorBytes);
}

/// Where the element of a run does that is `position`, i32, and `offset` behind
/// its first one.
Value Access::placeOfElement(const Runs &runs, Value position, int64_t offset) {
  Numbers n{b};
  Value bytes = n.multiply(n.add(position, runs.skew), runs.elementBytes);
  return d.sharedAddress(n.add(runs.part, bytes),
                         runs.range.begin + offset * runs.elementBytes);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

Value Access::loadRuns(Value fill) {
  Runs runs = openRuns();
  int64_t perRun = plan.getRunElements();
  int64_t numRuns = type.getLayout().getLayout().repetitions().back();
  int64_t vectorsPerRun =
      llvm::divideCeil(runs.length, kLanes * runs.perVector);
  auto fillOf = [&](int64_t elements) {
    return vector::ExtractStridedSliceOp::create(b, fill, 0, elements, 1);
  };
  auto load = [&](const Piece &piece, Value otherwise) {
    return loadGlobal(b, piece.address, piece.exists, otherwise, hints);
  };
  Value vectorFill = fillOf(runs.perVector), elementFill = fillOf(1);
  SmallVector<Value> vectors, ends;
  SmallVector<Piece> endPieces;
  for (int64_t run = 0; run < numRuns; ++run) {
    for (int64_t i = 0; i < vectorsPerRun; ++i)
      vectors.push_back(load(vectorOf(runs, run, i), vectorFill));
    endPieces.push_back(endOf(runs, run));
    ends.push_back(load(endPieces.back(), elementFill));
  }

  Numbers n{b};
  // A run may end in the slot behind its last vector.
  int64_t slots = runs.length / runs.perVector;
  Value isFirstLane = n.compare(CmpIPredicate::eq, runs.lane, n.constant(0));
  Value hasVector;
  if (slots < kLanes)
    hasVector = n.compare(CmpIPredicate::slt, runs.lane, n.constant(slots));
  SmallVector<int64_t> firsts;
  SmallVector<Value> parts;
  Type element = VectorType::get(1, memory);
  for (int64_t run = 0; run < numRuns; ++run) {
    d.publishWithinWarps([&] {
      for (int64_t i = 0; i < vectorsPerRun; ++i)
        d.guarded(hasVector, [&] {
          d.storeShared(vectors[run * vectorsPerRun + i],
                        placeOfVector(runs, i));
        });
      d.guarded(isFirstLane, [&] {
        d.storeShared(vectorFill,
                      d.sharedAddress(runs.part,
                                      runs.range.begin + slots * kVectorBytes));
      });
      NVVM::SyncWarpOp::create(b, d.i32(-1));
      d.guarded(endPieces[run].exists, [&] {
        d.storeShared(ends[run],
                      placeOfElement(runs, endPieces[run].position, 0));
      });
    });
    for (int64_t e = 0; e < perRun; ++e) {
      firsts.push_back(run * perRun + e);
      parts.push_back(
          d.loadShared(element, placeOfElement(runs, runs.lane, kLanes * e)));
    }
  }
  return replaceParts(b, fill, firsts, parts);
}

void Access::storeRuns(Value vector) {
  Runs runs = openRuns();
  int64_t perRun = plan.getRunElements();
  int64_t numRuns = type.getLayout().getLayout().repetitions().back();
  int64_t vectorsPerRun =
      llvm::divideCeil(runs.length, kLanes * runs.perVector);
  auto copy = [&](const Piece &piece, Value place, int64_t elements) {
    Value part = d.loadShared(VectorType::get(elements, memory), place);
    storeGlobal(b, part, piece.address, Value(), hints);
  };
  for (int64_t run = 0; run < numRuns; ++run) {
    d.publishWithinWarps([&] {
      for (int64_t e = 0; e < perRun; ++e)
        d.storeShared(vector::ExtractStridedSliceOp::create(
                          b, vector, run * perRun + e, 1, 1),
                      placeOfElement(runs, runs.lane, kLanes * e));
    });
    for (int64_t i = 0; i < vectorsPerRun; ++i) {
      Piece piece = vectorOf(runs, run, i);
      d.guarded(piece.exists,
                [&] { copy(piece, placeOfVector(runs, i), runs.perVector); });
    }
    Piece piece = endOf(runs, run);
    d.guarded(piece.exists,
              [&] { copy(piece, placeOfElement(runs, piece.position, 0), 1); });
  }
}
