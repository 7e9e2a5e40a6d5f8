//===- RollTiles.cpp - Loops over chunks for large tiles --------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses which blocks compute their tiles in chunks, and how the tiles are
// cut. What loops there are is planned in ChunkPlan.cpp and written in
// ChunkLoops.cpp.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "LayoutRules.h"
#include "MemoryAccess.h"
#include "ThreadCode.h"
#include "TileChunks.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "phobos/Distribution/AssignLayouts.h"
#include "phobos/Distribution/Passes.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_ROLLTILES
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// A block of a kernel with tiles in chunks has so many threads, where the
/// kernel does not say: rows are read and written at the speed of memory by
/// them, with room for two blocks (see `chooseThreads`).
static constexpr int64_t kThreads = 512;

/// The registers of a multiprocessor, which the threads of a block share.
static constexpr int64_t kRegisters = 65536;

/// Bytes of a chunk in each thread: four accesses of 16 bytes, enough to wait
/// for memory only once in a while.
static constexpr int64_t kChunkBytes = 64;

namespace {
/// The ops of a block from `first` to `last`.
struct BlockPart {
  Operation *first, *last;

  /// Whether `op` stands behind them, or in an op that does.
  bool isBefore(Operation *op) const {
    Operation *place = first->getBlock()->findAncestorOpInBlock(*op);
    return !place || last->isBeforeInBlock(place);
  }
  /// Their results that are used behind them.
  SmallVector<Value> getResults() const;
};

/// Rolls the tiles of one kernel.
class TileRoller {
public:
  TileRoller(KernelOp kernel, const RollTilesOptions &options)
      : kernel(kernel), options(options),
        threads(kernel.getThreads().value_or(kThreads)) {}

  /// Whether anything was rolled.
  bool run();

private:
  int64_t countRegisters(TileType tile) const;
  bool rollBlock(Block &block);
  bool rollAlong(Block &block, TileType tile, int64_t dim);
  std::optional<Chunking> chooseChunks(Block &block, TileType tile,
                                       int64_t dim) const;
  void emit(BlockPart range, const Chunking &chunking);
  std::array<Block *, 2> makeVersions(BlockPart range,
                                      ArrayRef<ApartViews> apart);

  KernelOp kernel;
  const RollTilesOptions &options;
  int64_t threads;
};
} // namespace

/// The registers of a thread that its elements of `tile` take. Narrow elements
/// are computed in whole registers.
int64_t TileRoller::countRegisters(TileType tile) const {
  int64_t bytes = std::max<int64_t>(4, getElementBytes(tile.getElementType()));
  return llvm::divideCeil(tile.getNumElements(), threads) * bytes / 4;
}

/// The types of an op's operands and results that are tiles.
static SmallVector<TileType> getTiles(Operation *op) {
  SmallVector<TileType> tiles;
  auto add = [&](Type type) {
    if (auto tile = dyn_cast<TileType>(type))
      tiles.push_back(tile);
  };
  llvm::for_each(op->getOperandTypes(), add);
  llvm::for_each(op->getResultTypes(), add);
  return tiles;
}

/// The bytes of the narrowest elements that the block accesses in tiles that
/// span.
static int64_t getAccessBytes(Block &block, const Chunking &chunking) {
  int64_t bytes = 8;
  for (Operation &op : block)
    if (isAccess(&op))
      for (TileType tile : getTiles(&op))
        if (chunking.spans(tile))
          bytes = std::min(bytes, getElementBytes(tile.getElementType()));
  return bytes;
}

/// The largest divisor of `extent` that is a multiple of `multiple`, at most
/// `most` and at least half of it; 0 if there is none.
static int64_t findDivisor(int64_t extent, int64_t multiple, int64_t most) {
  for (int64_t length = most - most % multiple; 2 * length >= most && length;
       length -= multiple)
    if (extent % length == 0)
      return length;
  return 0;
}

/// Chunks of whole 16-byte vectors, all of one length where the extent has such
/// a divisor. Nothing where even the shortest is too large.
std::optional<Chunking> TileRoller::chooseChunks(Block &block, TileType tile,
                                                 int64_t dim) const {
  int64_t rank = tile.getShape().size(), extent = tile.getShape()[dim];
  Chunking chunking{rank, dim, extent, extent};
  int64_t bytes = getAccessBytes(block, chunking);
  int64_t others = tile.getNumElements() / extent;
  int64_t elements =
      options.chunk ? options.chunk
                    : threads * std::clamp<int64_t>(kChunkBytes / bytes, 8, 32);
  int64_t vector = dim == rank - 1 ? kVectorBytes / bytes : 1;
  int64_t most = std::max(vector, elements / others / vector * vector);
  if (2 * most > extent)
    return std::nullopt;
  chunking.length = most;
  if (int64_t divisor = findDivisor(extent, vector, most))
    chunking.length = divisor;
  return chunking;
}

SmallVector<Value> BlockPart::getResults() const {
  SmallVector<Value> results;
  for (Operation &op :
       llvm::make_range(first->getIterator(), std::next(last->getIterator())))
    for (Value result : op.getResults())
      if (llvm::any_of(result.getUsers(),
                       [&](Operation *user) { return isBefore(user); }))
        results.push_back(result);
  return results;
}

/// The ops of `block` with spanning tiles, and what stands between them.
static BlockPart findRange(Block &block, const Chunking &chunking) {
  BlockPart range{};
  for (Operation &op : block)
    if (chunking.touches(&op)) {
      range.first = range.first ? range.first : &op;
      range.last = &op;
    }
  return range;
}

/// Moves the ops of `range` into the first side of a branch that is taken where
/// all of `apart` are apart, and a copy of them into the other.
std::array<Block *, 2> TileRoller::makeVersions(BlockPart range,
                                                ArrayRef<ApartViews> apart) {
  ImplicitLocOpBuilder b(range.first->getLoc(), range.first);
  Value areApart;
  for (ApartViews views : apart) {
    Value isApart =
        ViewsApartOp::create(b, views.first, views.second, views.orEqual);
    areApart = areApart ? arith::AndIOp::create(b, areApart, isApart) : isApart;
  }
  SmallVector<Operation *> ops;
  for (Operation *op = range.first; op != range.last; op = op->getNextNode())
    ops.push_back(op);
  ops.push_back(range.last);
  SmallVector<Value> results = range.getResults();
  auto branch = scf::IfOp::create(b, TypeRange(ValueRange(results)), areApart,
                                  /*withElseRegion=*/true);
  IRMapping copies;
  b.setInsertionPointToStart(branch.elseBlock());
  for (Operation *op : ops)
    b.clone(*op, copies);
  if (!results.empty())
    scf::YieldOp::create(b, llvm::map_to_vector(results, [&](Value value) {
                           return copies.lookup(value);
                         }));
  b.setInsertionPointToStart(branch.thenBlock());
  if (!results.empty())
    scf::YieldOp::create(b, results);
  for (Operation *op : ops)
    op->moveBefore(branch.thenBlock()->getTerminator());
  BlockPart versions{branch, branch};
  for (size_t i = 0; i < results.size(); ++i)
    results[i].replaceUsesWithIf(branch.getResult(i), [&](OpOperand &use) {
      return versions.isBefore(use.getOwner());
    });
  return {branch.thenBlock(), branch.elseBlock()};
}

/// Computes the spanning tiles of `range` in chunks. Where more of them need to
/// be kept if views overlap, in two versions.
void TileRoller::emit(BlockPart range, const Chunking &chunking) {
  Block &block = *range.first->getBlock();
  AccessOrder asWritten(kernel, range.first, /*assume=*/false);
  AccessOrder assumed(kernel, range.first, /*assume=*/true);
  ChunkPlan plan = planChunks(block, chunking, asWritten);
  ChunkPlan ifApart = planChunks(block, chunking, assumed);
  // A view is no value that a branch could give.
  bool canVersion = llvm::none_of(range.getResults(), [](Value value) {
    return isa<ViewType>(value.getType());
  });
  if (!canVersion || plan.kept.size() <= ifApart.kept.size())
    return emitChunkLoops(block, chunking, plan);
  auto [apart, other] = makeVersions(range, assumed.getAssumed());
  AccessOrder stillAssumed(kernel, apart->getParentOp(), /*assume=*/true);
  emitChunkLoops(*apart, chunking, planChunks(*apart, chunking, stillAssumed));
  emitChunkLoops(*other, chunking, planChunks(*other, chunking, asWritten));
}

bool TileRoller::rollAlong(Block &block, TileType tile, int64_t dim) {
  std::optional<Chunking> chunking = chooseChunks(block, tile, dim);
  if (!chunking || findUnsupported(block, *chunking))
    return false;
  BlockPart range = findRange(block, *chunking);
  AccessOrder order(kernel, range.first, /*assume=*/true);
  ChunkPlan plan = planChunks(block, *chunking, order);
  bool isOnce = plan.groups.size() <= 1 && plan.kept.empty();
  int64_t limit = isOnce ? options.limitOnce
                         : std::min(options.limit, kRegisters / threads);
  if (plan.groups.empty() || countRegisters(tile) <= limit)
    return false;
  emit(range, *chunking);
  return true;
}

/// 0 to `count` - 1, those of large sizes first.
static SmallVector<size_t> sortBySize(size_t count,
                                      function_ref<int64_t(size_t)> sizeOf) {
  SmallVector<size_t> order = llvm::to_vector(llvm::seq<size_t>(0, count));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::make_pair(-sizeOf(a), a) < std::make_pair(-sizeOf(b), b);
  });
  return order;
}

bool TileRoller::rollBlock(Block &block) {
  SmallVector<TileType> tiles;
  for (Operation &op : block)
    for (TileType tile : getTiles(&op))
      if (countRegisters(tile) > options.limitOnce &&
          !llvm::is_contained(tiles, tile))
        tiles.push_back(tile);
  // The longest dim leaves the fewest elements to a chunk of length 1.
  for (size_t i : sortBySize(
           tiles.size(), [&](size_t j) { return tiles[j].getNumElements(); })) {
    ArrayRef<int64_t> shape = tiles[i].getShape();
    for (size_t dim :
         sortBySize(shape.size(), [&](size_t d) { return shape[d]; }))
      if (rollAlong(block, tiles[i], dim))
        return true;
  }
  return false;
}

/// Erases what only rolled tiles needed, such as constants outside of loops.
static void eraseUnused(KernelOp kernel) {
  SmallVector<Operation *> ops;
  kernel.walk([&](Operation *op) {
    if (op->getNumRegions() == 0)
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      op->erase();
}

bool TileRoller::run() {
  bool changed = false, any = true;
  // Chunks may themselves be rolled, along another dim.
  while (any) {
    SmallVector<Block *> blocks;
    kernel.walk([&](Block *block) { blocks.push_back(block); });
    any = llvm::any_of(blocks, [&](Block *block) { return rollBlock(*block); });
    changed |= any;
  }
  if (changed)
    eraseUnused(kernel);
  return changed;
}

namespace {
struct RollTiles : phobos::impl::RollTilesBase<RollTiles> {
  using RollTilesBase::RollTilesBase;

  void runOnOperation() override {
    RollTilesOptions options{limit, limitOnce, chunk};
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (!hasThreadCode(kernel) && TileRoller(kernel, options).run() &&
          !kernel.getThreads())
        kernel.setThreads(kThreads);
  }
};
} // namespace
