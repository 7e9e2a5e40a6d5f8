//===- AssignLayouts.cpp - Which thread holds which element of each tile -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles that must have one layout (the operands and result of an elementwise
// op, the values that a loop carries) form a group. A reduction's result and a
// broadcast's operand join the group of the large tile: a tile with extents of
// 1 gets the group's layout collapsed along those dims, so that row maxima meet
// the rows without communication. Each group has one layout, chosen from the
// accesses and products in it; where groups meet, a convert_layout stands.
//
//===----------------------------------------------------------------------===//

#include "phobos/Distribution/AssignLayouts.h"
#include "AccessPlan.h"
#include "DotInstruction.h"
#include "FreeTiles.h"
#include "LayoutRules.h"
#include "MinBlocks.h"
#include "RowCopies.h"
#include "RowRuns.h"
#include "StagedOperand.h"
#include "TileChunks.h"
#include "WarpGrid.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Target/TargetInterface.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_ASSIGNLAYOUTS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// A thread has 255 registers; a tile with more elements than this a thread
/// leaves no room for anything else.
static constexpr int64_t kMaxElementsPerThread = 256;

/// From so many rows on that are read beside the block's own, runs are short.
static constexpr int64_t kManyRowsBeside = 2;

static bool usesTensorCores(DotOp dot, const Target &target) {
  return chooseDotInstruction(dot, target).unit != DotUnit::FMA;
}

/// Accumulators of tensor cores leave room for operands and for other blocks
/// with 64 elements a thread; with 128 there is still no spilling.
static int64_t chooseTensorCoreThreads(int64_t largest, int64_t accumulator) {
  int64_t threads = accumulator > 64 * 128 ? 256 : 128;
  while (threads < Target::maxThreadsPerBlock && largest > 128 * threads)
    threads *= 2;
  return threads;
}

int64_t phobos::chooseThreads(KernelOp kernel, const Target &target) {
  if (std::optional<uint32_t> threads = kernel.getThreads())
    return *threads;
  int64_t largest = 1, accumulator = 1;
  bool hasProduct = false, hasFMA = false;
  kernel.walk([&](Operation *op) {
    if (auto dot = dyn_cast<DotOp>(op)) {
      hasProduct = true;
      hasFMA |= !usesTensorCores(dot, target);
      accumulator = std::max(accumulator, dot.getType().getNumElements());
    }
    for (Value result : op->getResults())
      if (TileType tile = getTile(result))
        largest = std::max(largest, tile.getNumElements());
  });
  if (hasProduct && !hasFMA)
    return chooseTensorCoreThreads(largest, accumulator);
  // Measured on an H200: rows are read and written at the speed of memory by
  // 512 threads with up to 100 elements each, and not by 1024 threads, which
  // leave each other too few registers to have two blocks at a time.
  int64_t threads = 128, few = hasProduct ? 64 : 32,
          many = hasProduct ? 64 : 128;
  while (threads < 512 && largest > few * threads)
    threads *= 2;
  return largest > many * threads ? 1024 : threads;
}

namespace {

/// The groups of tiles that share a layout.
class LayoutGroups {
public:
  LayoutGroups(KernelOp kernel, const Target &target, int64_t threads);

  /// The layout of a tile value: its group's, collapsed along its unit dims.
  LayoutAttr getLayout(Value value);
  /// The layout in which a load or store moves wide rows, if the tile's is that
  /// of planned products, in which a thread has two neighbouring elements.
  LayoutAttr getRowLayout(MaskedAccessOpInterface access, Value value);

private:
  /// Puts two tiles into one group, unless some extent differs and is not 1, or
  /// the group's extents would be those of neither: 2048x1 and 1x2048 tiles
  /// that meet in a 1x1 tile do not make a group of 2048x2048.
  void tie(Value a, Value b);
  void tie(ValueRange as, ValueRange bs) {
    for (auto [a, b] : llvm::zip_equal(as, bs))
      tie(a, b);
  }
  void tieCarried(Operation *op);
  void tieOperands(Operation *op);
  void tieControlFlow(Operation *op);
  Value leader(Value value) {
    return Value::getFromOpaquePointer(
        groups.getOrInsertLeaderValue(value.getAsOpaquePointer()));
  }
  SmallVector<int64_t> &shapeOf(Value value);
  Layout chooseLayout(Value value);
  void noteUses(KernelOp kernel);
  void noteProducts(KernelOp kernel);

  const Target &target;
  int64_t threads;
  bool isPlanned; // its products, so that accumulators are those of wgmma
  llvm::EquivalenceClasses<void *> groups;
  /// Of each leader: the extents, how many elements the widest access in memory
  /// moves, whether it holds a product's accumulator.
  llvm::DenseMap<Value, SmallVector<int64_t>> shapes;
  llvm::DenseMap<Value, int64_t> accessWidths;
  llvm::DenseSet<Value> accumulators;
  /// Likewise of tensor cores; and whether warps should keep rows to
  /// themselves, as one product's result is another's left side.
  llvm::DenseSet<Value> fragments, wholeRows;
  /// And whether rows share elements that are loaded for all of them, such as a
  /// bias; whether something combines the elements of a row.
  llvm::DenseSet<Value> sharedColumns, combinedRows;
  /// Of each leader that some access may move in runs, the bytes of the
  /// largest element that it moves so.
  llvm::DenseMap<Value, int64_t> runBytes;
  /// And how many rows are read beside it that all blocks share.
  llvm::DenseMap<Value, int64_t> rowsBeside;
  llvm::DenseMap<Value, LayoutAttr> layouts;
};

} // namespace

LayoutGroups::LayoutGroups(KernelOp kernel, const Target &target,
                           int64_t threads)
    : target(target), threads(threads),
      isPlanned(kernel->hasAttr(kProducersAttr)) {
  // No conversion can stand between these, so nothing may come before them.
  kernel.walk([&](Operation *op) { tieCarried(op); });
  kernel.walk([&](Operation *op) {
    tieOperands(op);
    tieControlFlow(op);
  });
  noteUses(kernel);
  noteProducts(kernel);
}

SmallVector<int64_t> &LayoutGroups::shapeOf(Value value) {
  auto [entry, isNew] = shapes.try_emplace(leader(value));
  if (isNew)
    entry->second.assign(getTile(value).getShape().begin(),
                         getTile(value).getShape().end());
  return entry->second;
}

void LayoutGroups::tie(Value a, Value b) {
  if (!getTile(a) || !getTile(b) || leader(a) == leader(b))
    return;
  if (getTile(a).getLayout() || getTile(b).getLayout())
    return;
  SmallVector<int64_t> shapeA = shapeOf(a), shapeB = shapeOf(b), joined;
  if (shapeA.size() != shapeB.size())
    return;
  for (auto [extentA, extentB] : llvm::zip(shapeA, shapeB)) {
    if (extentA != extentB && extentA != 1 && extentB != 1)
      return;
    joined.push_back(std::max(extentA, extentB));
  }
  if (joined != shapeA && joined != shapeB)
    return;
  shapes.erase(leader(a));
  shapes.erase(leader(b));
  groups.unionSets(a.getAsOpaquePointer(), b.getAsOpaquePointer());
  shapes[leader(a)] = joined;
}

void LayoutGroups::tieOperands(Operation *op) {
  if (isa<TransposeOp, ReshapeOp, ConvertLayoutOp>(op) || op->getNumRegions())
    return;
  if (auto dot = dyn_cast<DotOp>(op))
    return tie(dot.getAccumulator(), dot.getResult());
  if (auto scatter = dyn_cast<ScatterOp>(op)) {
    for (Value operand : op->getOperands())
      tie(operand, scatter.getOffsets());
    return;
  }
  for (Value result : op->getResults())
    for (Value operand : op->getOperands())
      tie(operand, result);
}

/// A loop's results and its region's arguments have one type, and so have the
/// chunks of a room.
void LayoutGroups::tieCarried(Operation *op) {
  if (auto room = dyn_cast<ChunksOp>(op)) {
    SmallVector<Value> chunks;
    for (Operation *user : op->getUsers())
      chunks.push_back(isa<PutChunkOp>(user) ? user->getOperand(0)
                                             : user->getResult(0));
    for (Value chunk : chunks)
      tie(chunks.front(), chunk);
  } else if (auto loop = dyn_cast<scf::ForOp>(op))
    tie(loop.getRegionIterArgs(), loop.getResults());
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    tie(loop.getAfterArguments(), loop.getResults());
}

void LayoutGroups::tieControlFlow(Operation *op) {
  TypeSwitch<Operation *>(op)
      .Case<scf::ForOp>([&](scf::ForOp loop) {
        tie(loop.getInitArgs(), loop.getResults());
        tie(loop.getYieldedValues(), loop.getResults());
      })
      .Case<scf::WhileOp>([&](scf::WhileOp loop) {
        tie(loop.getInits(), loop.getBeforeArguments());
        tie(loop.getYieldOp()->getOperands(), loop.getBeforeArguments());
        tie(loop.getConditionOp().getArgs(), loop.getResults());
      })
      .Case<scf::IfOp>([&](scf::IfOp branch) {
        if (branch.getNumResults() == 0)
          return;
        tie(branch.thenYield().getOperands(), branch.getResults());
        tie(branch.elseYield().getOperands(), branch.getResults());
      });
}

void LayoutGroups::noteUses(KernelOp kernel) {
  kernel.walk([&](Operation *op) {
    if (!isa<LoadOp, StoreOp, GatherOp, ScatterOp, AtomicOp, AtomicScatterOp>(
            op))
      return;
    bool isRead = isa<LoadOp, GatherOp>(op);
    Value tile = isRead ? op->getResult(0) : op->getOperand(0);
    if (!getTile(tile))
      return;
    // A tile with a short last dim does not decide how wide accesses are.
    if (getTile(tile).getShape().back() != shapeOf(tile).back())
      return;
    int64_t width = AccessPlan::findWidestVector(op);
    auto [entry, isNew] = accessWidths.try_emplace(leader(tile), width);
    entry->second = std::max(entry->second, width);
    int64_t bytes = getElementBytes(getTile(tile).getElementType());
    if (AccessPlan::mayRun(op)) {
      runBytes[leader(tile)] = std::max(runBytes[leader(tile)], bytes);
      rowsBeside[leader(tile)] += isSharedRow(op);
    }
    if (isRead && getTile(tile).getShape() != ArrayRef(shapeOf(tile)))
      sharedColumns.insert(leader(tile));
  });
  kernel.walk([&](Operation *op) {
    TypeSwitch<Operation *>(op).Case<ReduceOp, ArgReduceOp, ScanOp>(
        [&](auto combination) {
          TileType source = combination.getSource().getType();
          if (int64_t(combination.getDim()) == source.getRank() - 1)
            combinedRows.insert(leader(combination.getSource()));
        });
  });
}

void LayoutGroups::noteProducts(KernelOp kernel) {
  SmallVector<DotOp> products;
  kernel.walk([&](DotOp dot) { products.push_back(dot); });
  for (DotOp dot : products)
    (usesTensorCores(dot, target) ? fragments : accumulators)
        .insert(leader(dot.getResult()));
  for (DotOp dot : products)
    if (fragments.contains(leader(dot.getLhs()))) {
      wholeRows.insert(leader(dot.getLhs()));
      wholeRows.insert(leader(dot.getResult()));
    }
  // Slices of sums stay where these are.
  kernel.walk([&](ExtractSliceOp slice) {
    if (isPlanned && fragments.contains(leader(slice.getSource())))
      fragments.insert(leader(slice.getResult()));
  });
}

/// The layout in which all threads share a row, and each has all rows; nothing
/// where a row has too few elements for that. Of elements of `bytes` that move
/// one by one, each warp has a run: stores of one warp that meet in a sector of
/// the memory reach it as one, those of two warps as two.
static std::optional<Layout> spreadOverRow(ArrayRef<int64_t> shape,
                                           int64_t threads, int64_t vectorWidth,
                                           int64_t bytes) {
  SmallVector<int64_t> row(shape.size(), 1);
  row.back() = shape.back();
  Layout layout = Layout::blocked(row, threads, vectorWidth);
  if (vectorWidth == 1)
    layout =
        chooseRunLayout(row, threads, bytes, kMostRunElements).value_or(layout);
  bool hasReplicas =
      !layout.replicaLaneBits().empty() || !layout.replicaWarpBits().empty();
  if (hasReplicas)
    return std::nullopt;
  SmallVector<int64_t> repetitions(shape);
  repetitions.back() = layout.repetitions().back();
  return Layout(layout.registerBases(), layout.laneBases(), layout.warpBases(),
                repetitions);
}

Layout LayoutGroups::chooseLayout(Value value) {
  ArrayRef<int64_t> shape = shapeOf(value);
  if (fragments.contains(leader(value)) && isPlanned)
    return Layout::mmaAccumulator(shape, {threads >> Layout::kLaneBits, 1});
  if (fragments.contains(leader(value)))
    return chooseWarpGrid(shape, threads >> Layout::kLaneBits,
                          wholeRows.contains(leader(value)))
        .accumulator(shape);
  if (accumulators.contains(leader(value))) {
    // A product reads rows + columns operand elements for rows * columns
    // multiplications: the squarer a thread's block, the fewer.
    SmallVector<int64_t> block(shape.size(), 1);
    block.back() = block[block.size() - 2] = 4;
    return Layout::registerBlocked(shape, threads, block);
  }
  auto width = accessWidths.find(leader(value));
  int64_t elements = width == accessWidths.end() ? 4 : width->second;
  auto bytes = runBytes.find(leader(value));
  int64_t mostOfRun = rowsBeside.lookup(leader(value)) < kManyRowsBeside
                          ? kMostRunElements
                          : kMostRunElementsBeside;
  if (elements == 1 && bytes != runBytes.end() && isOneRow(shape))
    if (std::optional<Layout> layout =
            chooseRunLayout(shape, threads, bytes->second, mostOfRun))
      return *layout;
  // What rows share, a thread loads once for all of its rows: the fewer columns
  // it has, the less. A sum of a row, though, should stay within a warp.
  if (sharedColumns.contains(leader(value)) &&
      !combinedRows.contains(leader(value)))
    if (std::optional<Layout> layout =
            spreadOverRow(shape, threads, elements,
                          getElementBytes(getTile(value).getElementType())))
      return *layout;
  return Layout::blocked(shape, threads, elements);
}

LayoutAttr LayoutGroups::getRowLayout(MaskedAccessOpInterface access,
                                      Value value) {
  TileType tile = getTile(value);
  if (!isPlanned || !fragments.contains(leader(value)) ||
      tile.getShape() != ArrayRef(shapeOf(value)))
    return {};
  // Of rows at any address a thread has what fills a bank of shared memory.
  constexpr int64_t bankBytes = 4;
  int64_t bytes = findRowAlignment(access) == RowAlignment::Unaligned
                      ? bankBytes
                      : kVectorBytes;
  int64_t width =
      std::max<int64_t>(1, bytes / getElementBytes(tile.getElementType()));
  return LayoutAttr::get(
      access.getContext(),
      Layout::mmaRows(tile.getShape(), threads >> Layout::kLaneBits, width));
}

LayoutAttr LayoutGroups::getLayout(Value value) {
  TileType tile = getTile(value);
  if (tile.getLayout()) // a thread's run
    return tile.getLayout();
  LayoutAttr &group = layouts[leader(value)];
  if (!group)
    group = LayoutAttr::get(value.getContext(), chooseLayout(value));
  return collapseUnitDims(group, tile.getShape());
}

/// `value` in `layout`, converted before the builder's position if need be.
static Value inLayout(OpBuilder &builder, Location loc, Value value,
                      LayoutAttr layout) {
  TileType tile = getTile(value);
  if (tile.getLayout() == layout)
    return value;
  return ConvertLayoutOp::create(builder, loc, tile.withLayout(layout), value);
}

static void setLayout(Value value, LayoutAttr layout) {
  TileType type = getTile(value).withLayout(layout);
  value.setType(type);
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return;
  auto splat = cast<SplatElementsAttr>(constant.getValue());
  constant.setValueAttr(splat.resizeSplat(type));
}

/// Says of what `value` is too large, and for which op it must be whole.
static LogicalResult refuseLarge(KernelOp kernel, Value value, int64_t threads,
                                 int64_t elements) {
  TileType tile = getTile(value);
  int64_t bytes =
      tile.getNumElements() * getElementBytes(tile.getElementType());
  std::string text;
  llvm::raw_string_ostream(text) << llvm::interleaved(tile.getShape(), "x")
                                 << "x" << tile.getElementType();
  InFlightDiagnostic error = emitError(value.getLoc());
  error << "kernel '" << kernel.getSymName() << "': tile of " << text << ", "
        << bytes << " bytes over " << threads << " threads: expected at most "
        << kMaxElementsPerThread << " elements a thread, got " << elements
        << "; lower an extent of it";
  if (threads < Target::maxThreadsPerBlock)
    error << ", or launch more threads";
  if (Operation *op = findNeedOfWhole(value))
    error.attachNote(op->getLoc()) << "it is not computed in chunks, as '"
                                   << op->getName() << "' needs all of it";
  return error;
}

LogicalResult phobos::assignLayouts(KernelOp kernel, const Target &target,
                                    int64_t threads) {
  reshapeFreeTiles(kernel);
  duplicateFreeTiles(kernel);
  WalkResult constants = kernel.walk([](arith::ConstantOp op) {
    if (!getTile(op) || isa<SplatElementsAttr>(op.getValue()))
      return WalkResult::advance();
    op.emitOpError("expected all elements of a constant tile to be equal");
    return WalkResult::interrupt();
  });
  if (constants.wasInterrupted())
    return failure();

  // All layouts first: setting one changes no other.
  LayoutGroups groups(kernel, target, threads);
  SmallVector<std::pair<Value, LayoutAttr>> assigned;
  auto assign = [&](Value value) {
    if (getTile(value))
      assigned.push_back({value, groups.getLayout(value)});
  };
  kernel.walk([&](Operation *op) {
    llvm::for_each(op->getResults(), assign);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), assign);
  });
  for (auto [value, layout] : assigned) {
    int64_t elements = layout.getLayout().elementsPerThread();
    if (elements > kMaxElementsPerThread)
      return refuseLarge(kernel, value, threads, elements);
    setLayout(value, layout);
  }

  OpBuilder builder(kernel.getContext());
  kernel.walk([&](StoreOp store) {
    LayoutAttr layout = groups.getRowLayout(store, store.getValue());
    builder.setInsertionPoint(store);
    if (layout)
      store.getValueMutable().assign(
          inLayout(builder, store.getLoc(), store.getValue(), layout));
  });
  kernel.walk([&](LoadOp load) {
    if (isStaged(load))
      return;
    Value value = load.getResult();
    LayoutAttr layout = groups.getRowLayout(load, value),
               ofGroup = getTile(value).getLayout();
    if (!layout || layout == ofGroup)
      return;
    setLayout(value, layout);
    builder.setInsertionPointAfter(load);
    auto converted = ConvertLayoutOp::create(
        builder, load.getLoc(), getTile(value).withLayout(ofGroup), value);
    value.replaceAllUsesExcept(converted, converted);
  });
  kernel.walk([&](Operation *op) {
    builder.setInsertionPoint(op);
    for (OpOperand &operand : op->getOpOperands())
      if (getTile(operand.get()))
        if (LayoutAttr required = getRequiredLayout(operand))
          operand.set(inLayout(builder, op->getLoc(), operand.get(), required));
    LayoutAttr natural = getNaturalLayout(op);
    if (!natural || natural == getTile(op->getResult(0)).getLayout())
      return;
    LayoutAttr wanted = getTile(op->getResult(0)).getLayout();
    setLayout(op->getResult(0), natural);
    builder.setInsertionPointAfter(op);
    auto convert = ConvertLayoutOp::create(
        builder, op->getLoc(), getTile(op->getResult(0)).withLayout(wanted),
        op->getResult(0));
    op->getResult(0).replaceAllUsesExcept(convert, convert);
  });
  return success();
}

namespace {
struct AssignLayouts : phobos::impl::AssignLayoutsBase<AssignLayouts> {
  using AssignLayoutsBase::AssignLayoutsBase;

  void runOnOperation() override {
    const Target *chip = lookupTarget(target, &getContext());
    if (!chip) {
      getOperation().emitError()
          << describeUnknownTarget(target, &getContext());
      return signalPassFailure();
    }
    SmallVector<KernelOp> kernels(getOperation().getOps<KernelOp>());
    for (KernelOp kernel : kernels) {
      int64_t threads = chooseThreads(kernel, *chip);
      kernel.setThreads(threads);
      if (failed(assignLayouts(kernel, *chip, threads)))
        return signalPassFailure();
      planRowCopies(kernel, *chip);
      chooseMinBlocks(kernel, *chip);
    }
  }
};
} // namespace
