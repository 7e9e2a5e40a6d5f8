//===- HoldRuns.cpp - Runs as tiles that one thread holds -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "ThreadCode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Conversion/ReduceLowering.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_HOLDRUNS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// Of a longer run a thread holds so many elements at a time: four accesses of
/// 16 bytes of f32, as many of two arrays, and their products fit in registers.
static constexpr int64_t kMostElements = 16;

LayoutAttr phobos::getLayoutInEachThread(MLIRContext *context,
                                         ArrayRef<int64_t> shape,
                                         int64_t threads) {
  SmallVector<Basis> registers, none(Layout::kLaneBits, Basis(shape.size(), 0));
  SmallVector<int64_t> repetitions;
  for (int64_t dim = shape.size() - 1; dim >= 0; --dim)
    for (int64_t step = 1; step < powerOfTwoPart(shape[dim]); step *= 2) {
      registers.push_back(Basis(shape.size(), 0));
      registers.back()[dim] = step;
    }
  for (int64_t extent : shape)
    repetitions.push_back(extent / powerOfTwoPart(extent));
  SmallVector<Basis> warps(llvm::Log2_64(threads) - Layout::kLaneBits,
                           Basis(shape.size(), 0));
  return LayoutAttr::get(context, Layout(registers, none, warps, repetitions));
}

namespace {

/// Emits what the body of a sum makes of one chunk of its tiles.
class ChunkEmitter {
public:
  /// The chunk has `chunk` elements along each dim of the tile that the sum
  /// yields, from `position` on (null: from 0).
  ChunkEmitter(ThreadSumOp sum, ImplicitLocOpBuilder &b, int64_t threads,
               ArrayRef<int64_t> chunk, ArrayRef<Value> position)
      : sum(sum), b(b), threads(threads), chunk(chunk), position(position) {
    values.map(sum.getBody().getArguments(), sum.getCaptures());
  }

  /// The chunk of the tile that the sum adds up.
  Value emit();

private:
  /// The type of a tile's chunk.
  TileType convert(TileType tile);
  Value emit(Operation &op);
  Value emitLoad(LoadOp load);
  Value emitIota(IotaOp iota);
  /// `start` moved to the chunk along `dim` of a tile of this shape.
  Value moveTo(Value start, ArrayRef<int64_t> shape, int64_t dim);

  ThreadSumOp sum;
  ImplicitLocOpBuilder &b;
  int64_t threads;
  ArrayRef<int64_t> chunk;
  ArrayRef<Value> position;
  IRMapping values;
};

} // namespace

Value ChunkEmitter::emit() {
  Block &body = sum.getBody().front();
  for (Operation &op : body.without_terminator()) {
    b.setLoc(op.getLoc());
    values.map(op.getResult(0), emit(op));
  }
  b.setLoc(sum.getLoc());
  return values.lookup(cast<YieldOp>(body.getTerminator()).getSource());
}

TileType ChunkEmitter::convert(TileType tile) {
  // What broadcasts may give a tile fewer dims, of one element.
  SmallVector<int64_t> shape(tile.getShape());
  if (shape.size() == chunk.size())
    for (auto [extent, part] : llvm::zip_equal(shape, chunk))
      extent = std::min(extent, part);
  auto type = TileType::get(shape, tile.getElementType());
  return type.withLayout(getLayoutInEachThread(b.getContext(), shape, threads));
}

Value ChunkEmitter::moveTo(Value start, ArrayRef<int64_t> shape, int64_t dim) {
  bool isWhole = shape.size() != chunk.size() || shape[dim] == 1;
  if (isWhole || !position[dim])
    return start;
  return b.createOrFold<arith::AddIOp>(start, position[dim]);
}

Value ChunkEmitter::emitLoad(LoadOp load) {
  SmallVector<Value> starts;
  for (auto [dim, start] : llvm::enumerate(load.getStarts()))
    starts.push_back(
        moveTo(values.lookup(start), load.getType().getShape(), dim));
  auto clone = cast<LoadOp>(b.clone(*load, values));
  clone.getStartsMutable().assign(starts);
  clone.getResult().setType(convert(load.getType()));
  return clone;
}

Value ChunkEmitter::emitIota(IotaOp iota) {
  TileType type = convert(iota.getType());
  Value places = IotaOp::create(b, type, iota.getDim());
  if (type.getShape() == iota.getType().getShape())
    return places;
  Value first = SplatOp::create(b, type, position[iota.getDim()]);
  return arith::AddIOp::create(b, places, first);
}

Value ChunkEmitter::emit(Operation &op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return emitLoad(load);
  if (auto iota = dyn_cast<IotaOp>(op))
    return emitIota(iota);
  Operation *clone = b.clone(op, values);
  Value result = clone->getResult(0);
  auto tile = dyn_cast<TileType>(result.getType());
  if (!tile)
    return result;
  result.setType(convert(tile));
  auto constant = dyn_cast<arith::ConstantOp>(clone);
  if (!constant)
    return result;
  auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
  if (splat)
    constant.setValueAttr(splat.resizeSplat(convert(tile)));
  return result;
}

namespace {

/// Writes the code of one sum.
class SumEmitter {
public:
  SumEmitter(ThreadSumOp sum, int64_t threads)
      : sum(sum), b(sum.getLoc(), sum), threads(threads) {
    auto yield = cast<YieldOp>(sum.getBody().front().getTerminator());
    shape = yield.getSource().getType().getShape();
    // Whole rows where they fit, else parts of one.
    int64_t room = kMostElements;
    for (int64_t extent : llvm::reverse(shape)) {
      int64_t part = extent;
      if (part > room)
        part = std::min<int64_t>(powerOfTwoPart(extent),
                                 llvm::bit_floor(uint64_t(room)));
      chunk.insert(chunk.begin(), part);
      room /= part;
    }
  }

  void run() {
    Value total = addUp(Value());
    sum.getResult().replaceAllUsesWith(total);
    sum.erase();
  }

private:
  /// Loops over the chunks along the dims from `position.size()` on; `total`
  /// (null: none yet) and the sum of them.
  Value addUp(Value total);
  /// The sum of the chunk at `position`.
  Value addChunk();

  ThreadSumOp sum;
  ImplicitLocOpBuilder b;
  int64_t threads;
  ArrayRef<int64_t> shape;
  SmallVector<int64_t> chunk;
  SmallVector<Value> position;
};

} // namespace

Value SumEmitter::addChunk() {
  Value tile = ChunkEmitter(sum, b, threads, chunk, position).emit();
  SmallVector<int64_t> left(chunk);
  for (int64_t dim = left.size() - 1; dim >= 0; --dim) {
    left[dim] = 1;
    auto type =
        TileType::get(left, sum.getType())
            .withLayout(getLayoutInEachThread(b.getContext(), left, threads));
    tile = ReduceOp::create(b, type, ReduceKind::add, tile, dim);
  }
  return ItemOp::create(b, tile);
}

Value SumEmitter::addUp(Value total) {
  size_t dim = position.size();
  if (dim == shape.size()) {
    Value part = addChunk();
    return total ? combine(b, ReduceKind::add, total, part) : part;
  }
  if (shape[dim] == chunk[dim]) {
    position.push_back({});
    total = addUp(total);
    position.pop_back();
    return total;
  }
  if (!total)
    total = arith::ConstantOp::create(
        b, getNeutral(ReduceKind::add, sum.getType()));
  auto index = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(b, number);
  };
  auto loop = scf::ForOp::create(b, index(0), index(shape[dim]),
                                 index(chunk[dim]), total);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  position.push_back(loop.getInductionVar());
  Value next = addUp(loop.getRegionIterArg(0));
  position.pop_back();
  scf::YieldOp::create(b, next);
  return loop.getResult(0);
}

namespace {
struct HoldRuns : phobos::impl::HoldRunsBase<HoldRuns> {
  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      if (!findThreadOp(kernel))
        continue;
      if (!kernel.getThreads())
        kernel.setThreads(kDefaultThreads);
      SmallVector<ThreadSumOp> sums;
      kernel.walk([&](ThreadSumOp sum) { sums.push_back(sum); });
      for (ThreadSumOp sum : sums)
        SumEmitter(sum, *kernel.getThreads()).run();
    }
  }
};
} // namespace
