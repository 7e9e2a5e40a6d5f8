//===- OverlapStores.cpp - Blocks that store whole sectors ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is written in sectors of 32 bytes. Where rows begin anywhere, tiles
// side by side meet within a sector, and each block writes a part of it, for
// which the rest is read first. A block whose tile begins one sector earlier
// has all of the sector that it meets the tile before in, and writes it whole;
// of the one in which it meets the next tile it writes nothing (see
// `Access::isInOwnSector`).
//
// What both blocks compute must be the same: it may depend on where an element
// is, and not on the block that computes it.
//
//===----------------------------------------------------------------------===//

#include "AccessPlan.h"
#include "LayoutRules.h"
#include "MemoryAccess.h"
#include "ThreadCode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "phobos/Distribution/AssignLayouts.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Target/TargetInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_OVERLAPSTORES
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

static constexpr int64_t kSectorBytes = 32;
/// Of longer parts of rows, few sectors are met in.
static constexpr int64_t kMostRowBytes = 1024;

namespace {
/// A tile that a block stores, and what it is computed from.
class StoredTile {
public:
  StoredTile(KernelOp kernel, StoreOp store)
      : kernel(kernel), store(store), last(store.getStarts().size() - 1),
        length(store.getTileType().getShape()[last]),
        overlap(kSectorBytes /
                getElementBytes(store.getTileType().getElementType())) {}

  /// Whether the tile may begin `overlap` elements earlier.
  bool canOverlap();
  /// Gives the store a version that does, where it is run time that says the
  /// rest: that blocks cover the row, and that no block reads what another one
  /// has written.
  void emit();

private:
  bool findAxis();
  bool isOnlyWrite();
  bool visit(Value tile, int64_t dim);
  bool visitLoad(LoadOp load, int64_t dim);
  bool isSameInNeighbours(Value value);
  bool isUsedHereOnly(Operation *op);
  Value emitCondition(ImplicitLocOpBuilder &b);
  void emitOverlapping(ImplicitLocOpBuilder &b);
  Operation *extend(ImplicitLocOpBuilder &b, Operation *op, int64_t dim,
                    IRMapping &mapping, Value start);

  KernelOp kernel;
  StoreOp store;
  int64_t last, length, overlap;
  GridDim axis = GridDim::x;
  /// The ops that compute the tile, and the dim of each one's result that is
  /// the row's.
  llvm::MapVector<Operation *, int64_t> dims;
  /// The loads among them, and those that both blocks do alike.
  SmallVector<LoadOp> loads;
};
} // namespace

/// The axis along which tiles of a row lie side by side: their start is the
/// block's position times their length.
bool StoredTile::findAxis() {
  auto product = Value(store.getStarts()[last]).getDefiningOp<arith::MulIOp>();
  APInt factor;
  if (!product || !matchPattern(product.getRhs(), m_ConstantInt(&factor)) ||
      factor.getSExtValue() != length)
    return false;
  auto position = product.getLhs().getDefiningOp<BlockIdOp>();
  if (position)
    axis = position.getDim();
  return bool(position);
}

/// Whether the block of ops that the store is in, and what stands before it in
/// the kernel, writes nothing else.
bool StoredTile::isOnlyWrite() {
  auto version = dyn_cast<scf::IfOp>(store->getParentOp());
  Block &entry = kernel.getBody().front();
  if (!version || version->getBlock() != &entry)
    return false;
  auto isQuiet = [&](Operation &op) {
    return &op == store || op.hasTrait<OpTrait::IsTerminator>() ||
           isMemoryEffectFree(&op) || isa<LoadOp>(op);
  };
  return llvm::all_of(*store->getBlock(), isQuiet) &&
         llvm::all_of(entry, [&](Operation &op) {
           return &op == version || isQuiet(op);
         });
}

/// Whether `value` is the same in the blocks before and behind this one along
/// the axis.
bool StoredTile::isSameInNeighbours(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return isArgument(kernel, value);
  if (auto position = dyn_cast<BlockIdOp>(op))
    return position.getDim() != axis;
  auto load = dyn_cast<LoadOp>(op);
  if (load)
    loads.push_back(load);
  return op->getNumRegions() == 0 && (load || isMemoryEffectFree(op)) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isSameInNeighbours(operand);
         });
}

bool StoredTile::visitLoad(LoadOp load, int64_t dim) {
  auto view = load.getView().getDefiningOp<ViewOp>();
  bool isFixed = !view || load.getIsVolatile() || load.isUnchecked(dim);
  if (isFixed || load.getStarts()[dim] != store.getStarts()[last])
    return false;
  loads.push_back(load);
  return llvm::all_of(llvm::enumerate(load.getStarts()), [&](auto start) {
    return int64_t(start.index()) == dim || isSameInNeighbours(start.value());
  });
}

/// Adds what computes `tile`, along whose dim `dim` the row is; false where
/// that cannot begin earlier.
bool StoredTile::visit(Value tile, int64_t dim) {
  Operation *op = tile.getDefiningOp();
  SplatElementsAttr splat;
  bool isConstant = op && matchPattern(tile, m_Constant(&splat));
  if (!op || op->getNumRegions() != 0 ||
      (op->getBlock() != store->getBlock() && !isConstant))
    return false;
  if (auto known = dims.find(op); known != dims.end())
    return known->second == dim;
  if (auto load = dyn_cast<LoadOp>(op)) {
    dims.insert({op, dim});
    return visitLoad(load, dim);
  }
  auto visitAll = [&](int64_t dimOfOperands) {
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      TileType type = getTile(operand);
      bool spans = type && type.getShape()[dimOfOperands] == length;
      return spans ? visit(operand, dimOfOperands)
                   : isSameInNeighbours(operand);
    });
  };
  bool canExtend = isConstant;
  if (auto transpose = dyn_cast<TransposeOp>(op))
    canExtend = visitAll(transpose.getPermutation()[dim]);
  else if (isa<BroadcastOp, SplatOp, CastOp>(op) ||
           op->hasTrait<OpTrait::Elementwise>())
    canExtend = visitAll(dim);
  dims.insert({op, dim}); // behind its operands
  return canExtend;
}

bool StoredTile::isUsedHereOnly(Operation *op) {
  return op->getBlock() != store->getBlock() ||
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           return user == store || dims.contains(user);
         });
}

bool StoredTile::canOverlap() {
  auto view = store.getView().getDefiningOp<ViewOp>();
  TileType tile = store.getTileType();
  int64_t bytes = length * getElementBytes(tile.getElementType());
  if (!view || tile.getRank() < 2 || tile.getNumElements() == length ||
      bytes > kMostRowBytes || bytes % kSectorBytes != 0 || overlap > length)
    return false;
  bool isRowDense =
      view.getType().isDense() || view.getType().getStrides().back() == 1;
  if (!isRowDense || view.getLoose() || store.getIsVolatile() ||
      store.isUnchecked(last) || !findAxis() || !isOnlyWrite())
    return false;
  for (auto [dim, start] : llvm::enumerate(store.getStarts()))
    if (int64_t(dim) != last && !isSameInNeighbours(start))
      return false;
  return visit(store.getValue(), last) && llvm::all_of(dims, [&](auto entry) {
           return isUsedHereOnly(entry.first);
         });
}

//===----------------------------------------------------------------------===//
// The version
//===----------------------------------------------------------------------===//

/// Whether each row is covered by the blocks that run, and none reads what
/// another one writes.
Value StoredTile::emitCondition(ImplicitLocOpBuilder &b) {
  auto view = store.getView().getDefiningOp<ViewOp>();
  Value blocks = NumBlocksOp::create(b, b.getIndexType(), axis);
  Value covered = arith::MulIOp::create(
      b, blocks, arith::ConstantIndexOp::create(b, length));
  OpFoldResult extent = view.getExtent(last);
  Value end = dyn_cast<Value>(extent);
  if (!end)
    end = arith::ConstantIndexOp::create(
        b, cast<IntegerAttr>(cast<Attribute>(extent)).getInt());
  Value condition =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, covered, end);
  llvm::SmallSetVector<Value, 4> views;
  for (LoadOp load : loads)
    if (!areApart(kernel, load, store))
      views.insert(load.getView());
  for (Value read : views)
    condition = arith::AndIOp::create(
        b, condition,
        ViewsApartOp::create(b, read, store.getView(), /*or_equal=*/false));
  return condition;
}

/// `op` with a result that begins earlier along `dim`; its operands are in
/// `mapping`. A load begins at `start` then.
Operation *StoredTile::extend(ImplicitLocOpBuilder &b, Operation *op,
                              int64_t dim, IRMapping &mapping, Value start) {
  Operation *copy = b.clone(*op, mapping);
  TileType type = getTile(op->getResult(0));
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] += overlap;
  type = TileType::get(shape, type.getElementType());
  copy->getResult(0).setType(type);
  SplatElementsAttr splat;
  if (matchPattern(op->getResult(0), m_Constant(&splat)))
    cast<arith::ConstantOp>(copy).setValueAttr(
        DenseElementsAttr::get(type, splat.getSplatValue<Attribute>()));
  if (auto load = dyn_cast<LoadOp>(copy))
    load.getStartsMutable()[dim].assign(start);
  return copy;
}

/// Masks `dim` too.
static void addMask(MaskedAccessOpInterface access, int64_t dim) {
  llvm::SmallSetVector<int64_t, 4> masked;
  masked.insert_range(access.getMasked());
  masked.insert(dim);
  SmallVector<int64_t> dims = masked.takeVector();
  llvm::sort(dims);
  access.setMasked(dims);
}

void StoredTile::emitOverlapping(ImplicitLocOpBuilder &b) {
  Value start = arith::SubIOp::create(
      b, store.getStarts()[last], arith::ConstantIndexOp::create(b, overlap));
  IRMapping mapping;
  auto mark = [&](MaskedAccessOpInterface access, int64_t dim) {
    addMask(access, dim); // the first tile begins before its row
    access->setAttr(overlapAttrName, b.getI64IntegerAttr(overlap));
  };
  for (auto [op, dim] : dims)
    if (auto load = dyn_cast<LoadOp>(extend(b, op, dim, mapping, start)))
      mark(load, dim);
  auto copy = cast<StoreOp>(b.clone(*store, mapping));
  copy.getStartsMutable()[last].assign(start);
  mark(copy, last);
}

void StoredTile::emit() {
  ImplicitLocOpBuilder b(store.getLoc(), store);
  Value condition = emitCondition(b);
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/true);
  b.setInsertionPointToStart(branch.thenBlock());
  emitOverlapping(b);
  Operation *end = branch.elseBlock()->getTerminator();
  for (auto [op, dim] : dims)
    if (op->getBlock() == store->getBlock())
      op->moveBefore(end);
  store->moveBefore(end);
}

namespace {
struct OverlapStores : phobos::impl::OverlapStoresBase<OverlapStores> {
  using OverlapStoresBase::OverlapStoresBase;

  void runOnOperation() override {
    const Target *chip = lookupTarget(target, &getContext());
    if (!chip) {
      getOperation().emitError() << Target::describeUnknown(target);
      return signalPassFailure();
    }
    SmallVector<StoreOp> stores;
    getOperation().walk([&](StoreOp store) {
      if (findRowAlignment(store) == RowAlignment::Unaligned)
        stores.push_back(store);
    });
    for (StoreOp store : stores) {
      auto kernel = store->getParentOfType<KernelOp>();
      StoredTile tile(kernel, store);
      if (hasThreadCode(kernel) || !tile.canOverlap())
        continue;
      // As many as without what the tiles have in common.
      kernel.setThreads(chooseThreads(kernel, *chip));
      tile.emit();
    }
  }
};
} // namespace
