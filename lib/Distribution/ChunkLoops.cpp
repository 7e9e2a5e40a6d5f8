//===- ChunkLoops.cpp - Loops over the chunks of large tiles ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One loop runs over all chunks of full length; the code of the shorter last
// one stands behind it, so that no chunk needs a mask that the tile had not. A
// reduction along the chunked dim combines whole chunks, element by element,
// and reduces what is left once.
//
//===----------------------------------------------------------------------===//

#include "LayoutRules.h"
#include "MemoryAccess.h"
#include "TileChunks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Conversion/ReduceLowering.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

/// What a tile repeats along dims of extent 1.
static Value stripBroadcasts(Value tile) {
  while (auto broadcast = tile.getDefiningOp<BroadcastOp>())
    tile = broadcast.getSource();
  return tile;
}

namespace {

/// Rooms for a kept tile: of the chunks of full length, and of the last one.
struct Rooms {
  Value full, last;
};

/// Writes the loops of one block.
class ChunkEmitter {
public:
  ChunkEmitter(Block &block, const Chunking &chunking, const ChunkPlan &plan)
      : chunking(chunking), plan(plan),
        b(block.getParentOp()->getLoc(), block.getParentOp()->getContext()) {}

  void emit(const ChunkGroup &group);

private:
  /// The chunks that are being written: those of `ops` at `start`.
  struct Body {
    ArrayRef<Operation *> ops;
    Value start;
    int64_t length;
    IRMapping chunks{};
    /// Where accesses begin, by where the whole tile's do.
    llvm::DenseMap<Value, Value> starts{};
  };

  scf::ForOp emitLoop(ArrayRef<Operation *> ops, ArrayRef<ReduceOp> reductions,
                      const ChunkGroup &group);
  void emitOps(Body &body, const ChunkGroup &group);
  void emitOp(Body &body, Operation *op);
  void emitAccess(Body &body, MaskedAccessOpInterface access);
  Value emitIota(Body &body, IotaOp iota);
  Value emitComparison(Body &body, arith::CmpIOp compare);
  Operation *cloneOp(Body &body, Operation *op);
  void keep(Body &body, Operation *op);
  Value getKept(Body &body, Operation *op);
  Value getPosition(const Body &body);
  Value roomOf(Operation *op, int64_t length);
  Value getNeutralTile(ReduceOp reduce);
  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(b, number);
  }

  const Chunking &chunking;
  const ChunkPlan &plan;
  ImplicitLocOpBuilder b;
  Operation *loop = nullptr; // before which stands what no chunk changes
  llvm::DenseMap<Operation *, Rooms> rooms;
};

} // namespace

//===----------------------------------------------------------------------===//
// Chunks of ops
//===----------------------------------------------------------------------===//

Operation *ChunkEmitter::cloneOp(Body &body, Operation *op) {
  Operation *clone = b.clone(*op, body.chunks);
  for (Value result : clone->getResults())
    result.setType(chunking.chunkOf(result.getType(), body.length));
  return clone;
}

void ChunkEmitter::emitAccess(Body &body, MaskedAccessOpInterface access) {
  auto clone = cast<MaskedAccessOpInterface>(cloneOp(body, access));
  unsigned operand =
      clone.getStarts().getBeginOperandIndex() + unsigned(chunking.dim);
  Value whole = access.getStarts()[chunking.dim];
  Value &start = body.starts[whole];
  if (!start) {
    b.setInsertionPoint(clone);
    // A sum that wraps is as far outside as the one that does not.
    start = b.createOrFold<arith::AddIOp>(whole, body.start);
  }
  clone->setOperand(operand, start);
  b.setInsertionPointAfter(clone);
}

Value ChunkEmitter::emitIota(Body &body, IotaOp iota) {
  auto type = cast<TileType>(chunking.chunkOf(iota.getType(), body.length));
  Value local = IotaOp::create(b, type, iota.getDim());
  return arith::AddIOp::create(b, local, SplatOp::create(b, type, body.start));
}

/// A comparison of positions along the chunked dim with one number stays one,
/// which is cheap. Null for others.
Value ChunkEmitter::emitComparison(Body &body, arith::CmpIOp compare) {
  bool iotaIsLeft =
      bool(stripBroadcasts(compare.getLhs()).getDefiningOp<IotaOp>());
  Value positions = iotaIsLeft ? compare.getLhs() : compare.getRhs();
  Value other = iotaIsLeft ? compare.getRhs() : compare.getLhs();
  auto iota = stripBroadcasts(positions).getDefiningOp<IotaOp>();
  auto splat = stripBroadcasts(other).getDefiningOp<SplatOp>();
  if (!iota || !splat || iota.getDim() != uint64_t(chunking.dim) ||
      !chunking.spans(iota.getType()) ||
      compare.getPredicate() >= arith::CmpIPredicate::ult)
    return {};
  // Positions lie in [0, extent), so no comparison changes when the number is
  // clamped to [-1, extent], from which no start can be so far that it wraps.
  Value bound;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(loop);
    bound = b.createOrFold<arith::MaxSIOp>(splat.getValue(), constant(-1));
    bound = b.createOrFold<arith::MinSIOp>(bound, constant(chunking.extent));
  }
  bound = b.createOrFold<arith::SubIOp>(bound, body.start);
  auto type =
      cast<TileType>(chunking.chunkOf(positions.getType(), body.length));
  Value left = IotaOp::create(b, type, iota.getDim());
  Value right = SplatOp::create(b, type, bound);
  if (!iotaIsLeft)
    std::swap(left, right);
  return arith::CmpIOp::create(b, compare.getPredicate(), left, right);
}

void ChunkEmitter::emitOp(Body &body, Operation *op) {
  b.setLoc(op->getLoc());
  if (auto access = dyn_cast<MaskedAccessOpInterface>(op))
    return emitAccess(body, access);
  if (auto iota = dyn_cast<IotaOp>(op);
      iota && iota.getDim() == uint64_t(chunking.dim))
    return body.chunks.map(iota.getResult(), emitIota(body, iota));
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    if (Value result = emitComparison(body, compare))
      return body.chunks.map(compare.getResult(), result);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto splat = cast<SplatElementsAttr>(constant.getValue());
    auto type = chunking.chunkOf(constant.getType(), body.length);
    return body.chunks.map(
        constant.getResult(),
        arith::ConstantOp::create(b, splat.resizeSplat(cast<ShapedType>(type)))
            .getResult());
  }
  cloneOp(body, op);
}

//===----------------------------------------------------------------------===//
// Kept tiles
//===----------------------------------------------------------------------===//

Value ChunkEmitter::roomOf(Operation *op, int64_t length) {
  bool isFull = length == chunking.length;
  Rooms &ofOp = rooms[op];
  Value &room = isFull ? ofOp.full : ofOp.last;
  if (room)
    return room;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop);
  auto tile =
      cast<TileType>(chunking.chunkOf(op->getResult(0).getType(), length));
  int64_t count = isFull ? chunking.extent / chunking.length : 1;
  return room = ChunksOp::create(b, ChunksType::get(count, tile));
}

/// Which chunk of a room the body's is.
Value ChunkEmitter::getPosition(const Body &body) {
  if (body.length != chunking.length)
    return constant(0);
  return arith::DivUIOp::create(b, body.start, constant(chunking.length));
}

void ChunkEmitter::keep(Body &body, Operation *op) {
  PutChunkOp::create(b, body.chunks.lookup(op->getResult(0)),
                     roomOf(op, body.length), getPosition(body));
}

Value ChunkEmitter::getKept(Body &body, Operation *op) {
  b.setLoc(op->getLoc());
  Type type = chunking.chunkOf(op->getResult(0).getType(), body.length);
  return GetChunkOp::create(b, type, roomOf(op, body.length),
                            getPosition(body));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void ChunkEmitter::emitOps(Body &body, const ChunkGroup &group) {
  for (Operation *op : body.ops) {
    if (isAccumulated(op, chunking))
      continue;
    bool isKept = plan.kept.contains(op);
    if (isKept && !llvm::is_contained(group.roots, op)) {
      body.chunks.map(op->getResult(0), getKept(body, op));
      continue;
    }
    emitOp(body, op);
    if (isKept)
      keep(body, op);
  }
}

Value ChunkEmitter::getNeutralTile(ReduceOp reduce) {
  auto type = cast<TileType>(
      chunking.chunkOf(reduce.getSource().getType(), chunking.length));
  Attribute neutral = getNeutral(reduce.getKind(), type.getElementType());
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, neutral));
}

/// The loop over full chunks, with a combined chunk for each of `reductions`.
scf::ForOp ChunkEmitter::emitLoop(ArrayRef<Operation *> ops,
                                  ArrayRef<ReduceOp> reductions,
                                  const ChunkGroup &group) {
  SmallVector<Value> neutral = llvm::map_to_vector(
      reductions, [&](ReduceOp reduce) { return getNeutralTile(reduce); });
  auto created = scf::ForOp::create(b, constant(0),
                                    constant(chunking.extent - chunking.rest()),
                                    constant(chunking.length), neutral);
  loop = created;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(created.getBody());
  Body body{ops, created.getInductionVar(), chunking.length};
  emitOps(body, group);
  SmallVector<Value> combined;
  for (size_t i = 0; i < reductions.size(); ++i) {
    ReduceOp reduce = reductions[i];
    Value sum = created.getRegionIterArg(i);
    b.setLoc(reduce.getLoc());
    combined.push_back(combine(b, reduce.getKind(), sum,
                               body.chunks.lookup(reduce.getSource())));
  }
  if (!combined.empty())
    scf::YieldOp::create(b, combined);
  return created;
}

void ChunkEmitter::emit(const ChunkGroup &group) {
  Operation *place = group.roots.back();
  b.setInsertionPoint(place);
  b.setLoc(place->getLoc());
  SmallVector<Operation *> ops = getSlice(group, chunking, plan);
  SmallVector<ReduceOp> reductions;
  for (Operation *op : ops)
    if (isAccumulated(op, chunking))
      reductions.push_back(cast<ReduceOp>(op));

  scf::ForOp full = emitLoop(ops, reductions, group);
  Body last{ops, {}, chunking.rest()};
  if (chunking.rest()) {
    last.start = constant(chunking.extent - chunking.rest());
    emitOps(last, group);
  }
  for (size_t i = 0; i < reductions.size(); ++i) {
    ReduceOp reduce = reductions[i];
    b.setLoc(reduce.getLoc());
    auto alongDim = [&](Value tile) -> Value {
      return ReduceOp::create(b, reduce.getType(), reduce.getKind(), tile,
                              reduce.getDim());
    };
    Value result = alongDim(full.getResult(i));
    if (chunking.rest())
      result = combine(b, reduce.getKind(), result,
                       alongDim(last.chunks.lookup(reduce.getSource())));
    reduce.getResult().replaceAllUsesWith(result);
  }
  for (Operation *op : group.dependents)
    if (op->isBeforeInBlock(place))
      op->moveBefore(place);
}

void phobos::emitChunkLoops(Block &block, const Chunking &chunking,
                            const ChunkPlan &plan) {
  ChunkEmitter emitter(block, chunking, plan);
  for (const ChunkGroup &group : plan.groups)
    emitter.emit(group);
  for (const ChunkGroup &group : plan.groups)
    for (Operation *root : group.roots)
      if (!plan.kept.contains(root))
        root->erase();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    bool spans = llvm::any_of(
        op.getResults(), [&](Value value) { return chunking.spans(value); });
    if (spans && op.use_empty())
      op.erase();
  }
}
