//===- SplitEpilogues.cpp - Tiles beside the sums of products ---*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All chunks are computed before the first of them is stored, so that what is
// stored may overlap what is loaded. Each is held where it is computed: moved
// to its store, it would need the registers of all that it is computed from
// there.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "HeldValues.h"
#include "LayoutRules.h"
#include "StagedOperand.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/Passes.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_SPLITEPILOGUES
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// Columns of a chunk: of 128 rows, 32 or 64 elements a thread.
static constexpr int64_t kChunkColumns = 64;
/// With more elements of a tile, or of a chunk beside a tile, a thread lacks
/// registers for what functions of them, such as erf, compute on the way.
static constexpr int64_t kMostOfFunctions = 64, kMostBesideFunctions = 32;

namespace {
/// The ops of one block that compute what a store writes.
class Epilogue {
public:
  explicit Epilogue(StoreOp store)
      : store(store), tile(getTile(store.getValue())) {}

  /// Whether chunks gain something and may be computed.
  bool canSplit();
  void split();

private:
  bool spans(Value value) const {
    TileType type = getTile(value);
    return type && type.getRank() == 2 &&
           type.getShape()[1] == tile.getShape()[1];
  }
  /// Whether a thread has more than `most` elements of so many columns.
  bool exceeds(int64_t columns, int64_t most);
  bool visit(Value value);
  bool visitLoad(LoadOp load);
  Value cut(ImplicitLocOpBuilder &b, Value value, int64_t column,
            IRMapping &chunks);
  void moveStart(ImplicitLocOpBuilder &b, MaskedAccessOpInterface access,
                 int64_t column);

  StoreOp store;
  TileType tile;
  /// Made anew for each chunk; other tiles are sliced.
  llvm::SetVector<Operation *> ops;
  bool hasLoad = false, hasFunction = false;
  int64_t chunkColumns = kChunkColumns;
};
} // namespace

/// Whether `op` gives each element of a chunk from the chunks of its operands.
static bool isElementwise(Operation *op) {
  SplatElementsAttr splat;
  if (isa<arith::ConstantOp>(op))
    return matchPattern(op, m_Constant(&splat));
  return OpTrait::hasElementwiseMappableTraits(op) ||
         isa<SplatOp, BroadcastOp, CastOp, WhereOp>(op);
}

/// Whether memory may change between `load` and `store`, of one block.
static bool isWrittenBetween(LoadOp load, StoreOp store) {
  for (Operation *op = load->getNextNode(); op != store; op = op->getNextNode())
    if (!isa<LoadOp, GatherOp>(op) && !isMemoryEffectFree(op))
      return true;
  return false;
}

bool Epilogue::visitLoad(LoadOp load) {
  if (isStaged(load) || load.getIsVolatile() || !load->hasOneUse() ||
      isWrittenBetween(load, store))
    return false;
  hasLoad |= load.getType().getShape() == tile.getShape();
  ops.insert(load);
  return true;
}

bool Epilogue::visit(Value value) {
  if (!spans(value))
    return true;
  Operation *op = value.getDefiningOp();
  bool isNear = op && (op->getBlock() == store->getBlock() ||
                       isa<arith::ConstantOp, SplatOp>(op));
  if (auto load = dyn_cast_or_null<LoadOp>(op); isNear && load)
    if (visitLoad(load))
      return true;
  if (isNear && isElementwise(op)) {
    hasFunction |= isa<math::MathDialect>(op->getDialect());
    ops.insert(op);
    return llvm::all_of(op->getOperands(),
                        [&](Value operand) { return visit(operand); });
  }
  return getTile(value).getShape() == tile.getShape();
}

bool Epilogue::exceeds(int64_t columns, int64_t most) {
  std::optional<int64_t> threads =
      store->getParentOfType<KernelOp>().getThreads();
  return threads && tile.getShape()[0] * columns > *threads * most;
}

bool Epilogue::canSplit() {
  if (tile.getRank() != 2 || !visit(store.getValue()))
    return false;
  int64_t columns = tile.getShape()[1];
  if (hasFunction && hasLoad && exceeds(chunkColumns, kMostBesideFunctions))
    chunkColumns /= 2;
  return columns > chunkColumns && columns % chunkColumns == 0 &&
         (hasLoad || (hasFunction && exceeds(columns, kMostOfFunctions)));
}

void Epilogue::moveStart(ImplicitLocOpBuilder &b,
                         MaskedAccessOpInterface access, int64_t column) {
  unsigned operand =
      access.getStarts().getBeginOperandIndex() + unsigned(tile.getRank()) - 1;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(access);
  Value start =
      arith::AddIOp::create(b, access->getOperand(operand),
                            arith::ConstantIndexOp::create(b, column));
  access->setOperand(operand, start);
}

/// `value` from `column` on.
Value Epilogue::cut(ImplicitLocOpBuilder &b, Value value, int64_t column,
                    IRMapping &chunks) {
  if (!spans(value))
    return value;
  if (Value known = chunks.lookupOrNull(value))
    return known;
  TileType whole = getTile(value);
  auto type = TileType::get({whole.getShape()[0], chunkColumns},
                            whole.getElementType());
  Operation *op = value.getDefiningOp();
  if (!op || !ops.contains(op)) {
    SmallVector<Value> starts = {arith::ConstantIndexOp::create(b, 0),
                                 arith::ConstantIndexOp::create(b, column)};
    Value slice = ExtractSliceOp::create(b, type, value, starts,
                                         ArrayRef<int64_t>(), TypedAttr());
    chunks.map(value, slice);
    return slice;
  }
  for (Value operand : op->getOperands())
    if (spans(operand))
      cut(b, operand, column, chunks);
  b.setLoc(op->getLoc());
  Operation *copy = b.clone(*op, chunks);
  copy->getResult(0).setType(type);
  if (auto constant = dyn_cast<arith::ConstantOp>(copy))
    constant.setValueAttr(
        cast<SplatElementsAttr>(constant.getValue()).resizeSplat(type));
  if (auto access = dyn_cast<MaskedAccessOpInterface>(copy))
    moveStart(b, access, column);
  return copy->getResult(0);
}

void Epilogue::split() {
  ImplicitLocOpBuilder b(store.getLoc(), store);
  SmallVector<Value> values;
  for (int64_t column = 0; column < tile.getShape()[1];
       column += chunkColumns) {
    IRMapping chunks;
    Value chunk = cut(b, store.getValue(), column, chunks);
    chunk.getDefiningOp()->setAttr(kHeldAttr, b.getUnitAttr());
    values.push_back(chunk);
  }
  b.setLoc(store.getLoc());
  for (auto [index, value] : llvm::enumerate(values)) {
    auto copy = cast<StoreOp>(b.clone(*store));
    copy.getValueMutable().assign(value);
    moveStart(b, cast<MaskedAccessOpInterface>(copy.getOperation()),
              index * chunkColumns);
  }
  store.erase();
  bool hasErased = true;
  while (std::exchange(hasErased, false))
    for (Operation *op : llvm::to_vector(ops))
      if (op->use_empty()) {
        ops.remove(op);
        op->erase();
        hasErased = true;
      }
}

namespace {
struct SplitEpilogues : phobos::impl::SplitEpiloguesBase<SplitEpilogues> {
  void runOnOperation() override {
    SmallVector<StoreOp> stores;
    getOperation().walk([&](KernelOp kernel) {
      if (kernel->hasAttr(kProducersAttr))
        kernel.walk([&](StoreOp store) {
          if (!isInProducts(store))
            stores.push_back(store);
        });
    });
    for (StoreOp store : stores)
      if (Epilogue epilogue(store); epilogue.canSplit())
        epilogue.split();
  }
};
} // namespace
