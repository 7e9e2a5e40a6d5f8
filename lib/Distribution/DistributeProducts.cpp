//===- DistributeProducts.cpp - Producers, consumers, and wgmma -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistributeProducts.h"
#include "Distributor.h"
#include "InlinePTX.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/Target.h"
#include "phobos/TensorMap/TensorMap.h"

using namespace mlir;
using namespace phobos;

static constexpr int64_t kWarp = Target::threadsPerWarp,
                         kWarpGroup = Target::threadsPerWarpGroup;

/// The operands that bulk copies bring, by their loads.
static llvm::MapVector<LoadOp, StagedOperand> findOperands(KernelOp kernel) {
  llvm::MapVector<LoadOp, StagedOperand> operands;
  kernel.walk([&](DotOp dot) {
    for (const DotSide &side : getSides(dot))
      if (isStaged(side.value))
        operands.insert(
            {findOperandLoad(side.value), StagedOperand::get(side)});
  });
  return operands;
}

ProductDistributor::ProductDistributor(Distributor &distributor,
                                       KernelOp kernel, gpu::GPUFuncOp function)
    : d(distributor), b(distributor.b), kernel(kernel), function(function),
      consumers(*kernel.getThreads()),
      producers(kernel->getAttrOfType<IntegerAttr>(kProducersAttr).getInt()),
      operands(findOperands(kernel)) {
  auto blocks = kernel->getAttrOfType<IntegerAttr>(kClusterAttr);
  cluster = blocks ? blocks.getInt() : 1;
  int64_t stageBytes = 0, stages = 0;
  llvm::DenseMap<Operation *, int64_t> ends; // of each loop's operands
  for (auto &[load, operand] : operands) {
    int64_t &end = ends[load->getParentOp()];
    offsets[load] = end;
    end += llvm::alignTo(operand.bytes(), kOperandAlignment);
    stageBytes = std::max(stageBytes, end);
    stages =
        load->getParentOp()->getAttrOfType<IntegerAttr>(kStagesAttr).getInt();
    addTensorMap(operand);
  }
  ring.emplace(b, stages, stageBytes, consumers / kWarp, cluster);
}

/// Gives the function an argument for the operand's tensor map, unless it has
/// that one already, and the launch contract an entry.
void ProductDistributor::addTensorMap(const StagedOperand &operand) {
  LoadOp load = operand.load;
  auto view = load.getView().getDefiningOp<ViewOp>();
  auto pointer = cast<BlockArgument>(view.getSource());
  int64_t rank = view.getType().getRank();
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(rank));
  SmallVector<int64_t> ones(rank, 1), box = ones;
  box[rank - 1] = operand.boxColumns();
  box[rank - 2] = operand.copiedRows();

  std::string param = kernel.getArgName(pointer.getArgNumber());
  // Rows of whole cache lines: of an array that is to be copied first.
  constexpr int64_t pitchBytes = 128;
  Attribute extents = kernel.getArgAttr(pointer.getArgNumber(), kExtentsAttr);
  DictionaryAttr repack =
      buildRepack(getRepackKernelName(load), cast<ArrayAttr>(extents),
                  operand.elementBytes, pitchBytes);
  auto entry = [&](const std::string &name) -> Attribute {
    auto number = [&](StringRef key, int64_t value) {
      return b.getNamedAttr(key, b.getI64IntegerAttr(value));
    };
    auto list = [&](StringRef key, ArrayRef<int64_t> values) {
      return b.getNamedAttr(key, b.getI64ArrayAttr(values));
    };
    return b.getDictionaryAttr(
        {b.getNamedAttr("name", b.getStringAttr(name)),
         b.getNamedAttr("param", b.getStringAttr(param)), list("dims", dims),
         list("box", box), list("element_strides", ones),
         number("swizzle", operand.swizzle), number("interleave", 0),
         number("l2_promotion", 128),
         b.getNamedAttr("fill", b.getStringAttr("zero")),
         b.getNamedAttr("repack", repack)});
  };
  unsigned first = kernel.getNumArguments(), count = 0;
  for (auto [index, map] : llvm::enumerate(maps)) {
    auto name = cast<DictionaryAttr>(map).getAs<StringAttr>("name").str();
    if (entry(name) == map)
      return void(mapOf[load] = function.getArgument(first + index));
    count += cast<DictionaryAttr>(map).getAs<StringAttr>("param") == param;
  }
  maps.push_back(entry(param + ".map" + (count ? std::to_string(count) : "")));
  // A map is passed by value, and read where the launch has put it.
  unsigned index = function.getNumArguments();
  auto bytes = LLVM::LLVMArrayType::get(b.getI8Type(), 128);
  DictionaryAttr attributes =
      b.getDictionaryAttr({b.getNamedAttr(LLVM::LLVMDialect::getByValAttrName(),
                                          TypeAttr::get(bytes)),
                           b.getNamedAttr(LLVM::LLVMDialect::getAlignAttrName(),
                                          b.getI64IntegerAttr(64))});
  LogicalResult inserted =
      function.insertArgument(index, LLVM::LLVMPointerType::get(b.getContext()),
                              attributes, load.getLoc());
  assert(succeeded(inserted) && "expected a function that takes arguments");
  (void)inserted;
  mapOf[load] = function.getArgument(index);
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

void ProductDistributor::beginRole(bool isProducer) {
  limitRegisters(isProducer);
  if (cluster > 1)
    NVVM::ClusterWaitOp::create(b, b.getUnitAttr());
}

/// The producer needs few registers, so the consumers may have more than their
/// share; for one group of them it is enough.
void ProductDistributor::limitRegisters(bool isProducer) {
  int64_t groups = consumers / kWarpGroup;
  if (groups == 1)
    return;
  constexpr int64_t ofProducer = 40, most = 232, step = 8, ofBlock = 65536;
  int64_t ofConsumers =
      (ofBlock - ofProducer * producers) / consumers / step * step;
  int64_t registers = isProducer ? ofProducer : std::min(most, ofConsumers);
  auto action = isProducer ? NVVM::SetMaxRegisterAction::decrease
                           : NVVM::SetMaxRegisterAction::increase;
  NVVM::SetMaxRegisterOp::create(
      b, b.getI32IntegerAttr(registers),
      NVVM::SetMaxRegisterActionAttr::get(b.getContext(), action));
}

LogicalResult ProductDistributor::run() {
  auto equals = [&](Value value, int64_t number) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value,
                                 d.i32(number));
  };
  shared = LLVM::AddressOfOp::create(b, getSharedPointerType(b.getContext()),
                                     kSharedMemory);
  // By a shuffle, so that ptxas knows it to be the same in all lanes.
  warp = NVVM::ShflOp::create(b, b.getI32Type(), d.i32(-1),
                              arith::DivUIOp::create(b, d.thread, d.i32(kWarp)),
                              d.i32(0), d.i32(31), NVVM::ShflKind::idx,
                              UnitAttr());
  Value lane = arith::RemUIOp::create(b, d.thread, d.i32(kWarp));
  d.prologueEnd = d.offsetsEnd = lane.getDefiningOp();
  ring->declare(shared, lane);
  d.guarded(equals(d.thread, 0), [&] {
    ring->initialize();
    for (unsigned index = kernel.getNumArguments();
         index < function.getNumArguments(); ++index)
      NVVM::PrefetchOp::create(
          b, NVVM::PrefetchCacheLevelAttr(), NVVM::CacheEvictionPriorityAttr(),
          function.getArgument(index), Value(), b.getUnitAttr());
  });
  d.report.add(b.getLoc(), BarrierNeed::Always, {{BarrierCause::MakesRing}});
  // All threads use the ring, and those of a cluster each other's.
  if (cluster == 1)
    gpu::BarrierOp::create(b);
  else
    NVVM::ClusterArriveOp::create(b, b.getUnitAttr());

  Value isProducer = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, warp,
                                           d.i32(consumers / kWarp));
  auto roles = scf::IfOp::create(b, isProducer, /*withElseRegion=*/true);
  Block &body = kernel.getBody().front();
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(roles.thenBlock());
    beginRole(/*isProducer=*/true);
    d.guarded(equals(warp, consumers / kWarp), [&] {
      Value isElected = NVVM::ElectSyncOp::create(b, b.getI1Type(), Value());
      d.guarded(isElected, [&] {
        produce(body);
        // No block ends before others have given its stages back: then they
        // write no more to its shared memory.
        if (cluster > 1)
          ring->awaitEmpty();
      });
    });
    b.setInsertionPointToStart(roles.elseBlock());
    beginRole(/*isProducer=*/false);
    if (failed(d.distributeBody(body)))
      return failure();
  }
  gpu::ReturnOp::create(b);
  return success();
}

//===----------------------------------------------------------------------===//
// The producer
//===----------------------------------------------------------------------===//

static bool containsProducts(Operation *op) {
  return op
      ->walk([](scf::ForOp loop) {
        return loop->hasAttr(kStagesAttr) ? WalkResult::interrupt()
                                          : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the producer can compute `op`: no tile is in it, and no value that
/// comes from one.
bool ProductDistributor::isProducerScalar(Operation &op) {
  return op.getNumRegions() == 0 && op.getNumResults() > 0 &&
         (isMemoryEffectFree(&op) || isa<PromiseOp>(op)) && !isa<ViewOp>(op) &&
         llvm::none_of(op.getResultTypes(), llvm::IsaPred<TileType>) &&
         llvm::all_of(op.getOperands(), [&](Value operand) {
           return d.mapping.contains(operand);
         });
}

/// The scalars of `block` and its loops of products, and nothing of its tiles.
void ProductDistributor::produce(Block &block) {
  for (Operation &op : block.without_terminator()) {
    b.setLoc(op.getLoc());
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && loop->hasAttr(kStagesAttr)) {
      copyOperands(loop);
    } else if (loop && containsProducts(loop)) {
      produceLoop(loop);
    } else if (auto branch = dyn_cast<scf::IfOp>(op);
               branch && containsProducts(branch)) {
      produceBranch(branch);
    } else if (isProducerScalar(op)) {
      LogicalResult distributed = d.distribute(&op);
      assert(succeeded(distributed) && "expected a scalar op");
      (void)distributed;
      d.broken = Value(); // the consumers trap where a promise is broken
    }
  }
}

void ProductDistributor::produceLoop(scf::ForOp loop) {
  auto copy = scf::ForOp::create(b, d.lookup(loop.getLowerBound()),
                                 d.lookup(loop.getUpperBound()),
                                 d.lookup(loop.getStep()));
  d.mapping.map(loop.getInductionVar(), copy.getInductionVar());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(copy.getBody());
  produce(*loop.getBody());
}

void ProductDistributor::produceBranch(scf::IfOp branch) {
  bool hasElse = !branch.getElseRegion().empty();
  auto copy = scf::IfOp::create(b, d.lookup(branch.getCondition()), hasElse);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(copy.thenBlock());
  produce(*branch.thenBlock());
  if (!hasElse)
    return;
  b.setInsertionPointToStart(copy.elseBlock());
  produce(*branch.elseBlock());
}

void ProductDistributor::copyOperands(scf::ForOp loop) {
  auto copies = scf::ForOp::create(b, d.lookup(loop.getLowerBound()),
                                   d.lookup(loop.getUpperBound()),
                                   d.lookup(loop.getStep()));
  d.mapping.map(loop.getInductionVar(), copies.getInductionVar());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(copies.getBody());
  produce(*loop.getBody());
  SmallVector<LoadOp> loads =
      llvm::filter_to_vector(loop.getBody()->getOps<LoadOp>(),
                             [](LoadOp load) { return isStaged(load); });
  int64_t bytes = 0;
  for (LoadOp load : loads)
    bytes += operands.find(load)->second.bytes();
  Value isSame = isSameInCluster(loop);
  Value barrier = ring->beginCopies(bytes), stage = ring->stageOffset();
  for (LoadOp load : loads) {
    b.setLoc(load.getLoc());
    Value offset = arith::AddIOp::create(b, stage, d.i32(offsets[load]));
    copy(operands.find(load)->second, offset, barrier, isSame);
  }
  ring->advance();
}

Value ProductDistributor::isSameInCluster(scf::ForOp loop) {
  if (cluster == 1)
    return Value();
  scf::ForOp grid = loop->getParentOfType<scf::ForOp>();
  while (grid && !grid->hasAttr(kPersistentAttr))
    grid = grid->getParentOfType<scf::ForOp>();
  // What the starts are computed from in each iteration of the grid.
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions options;
  options.inclusive = options.omitBlockArguments = true;
  options.filter = [&](Operation *op) { return grid->isProperAncestor(op); };
  SmallVector<Value> starts;
  for (LoadOp load : loop.getBody()->getOps<LoadOp>()) {
    if (operands.find(load)->second.sharers == 1)
      continue;
    for (Value start : load.getStarts()) {
      // Counters are the same.
      Operation *op = start.getDefiningOp();
      if (!op || !grid->isProperAncestor(op))
        continue;
      LogicalResult found = getBackwardSlice(op, &slice, options);
      assert(succeeded(found) && "expected a scalar");
      (void)found;
      starts.push_back(start);
    }
  }
  IRMapping own = d.mapping;
  Value piece = d.lookup(grid.getInductionVar());
  Value isSame = arith::ConstantIntOp::create(b, b.getI1Type(), 1);
  // The pieces of a cluster's blocks differ in their lowest bits.
  for (int64_t other = 1; other < cluster; ++other) {
    d.mapping.map(grid.getInductionVar(),
                  arith::XOrIOp::create(b, piece, d.index(other)).getResult());
    for (Operation *op : topologicalSort(slice)) {
      LogicalResult distributed = d.distribute(op);
      assert(succeeded(distributed) && "expected a scalar op");
      (void)distributed;
      d.broken = Value();
    }
    for (Value start : starts)
      isSame = b.createOrFold<arith::AndIOp>(
          isSame, arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        d.lookup(start), own.lookup(start)));
    d.mapping = own;
  }
  return isSame;
}

/// `start + offset` as an i32. Beyond the longest extent a slice is outside of
/// every tensor: so it is at that one, and that is as aligned.
Value ProductDistributor::coordinate(Value start, int64_t offset) {
  constexpr int64_t limit = TensorMap::maxExtent;
  Value clamped = arith::MaxSIOp::create(
      b, arith::MinSIOp::create(b, start, d.index(limit)), d.index(-limit));
  Value narrow = arith::IndexCastOp::create(b, b.getI32Type(), clamped);
  return b.createOrFold<arith::AddIOp>(narrow, d.i32(offset));
}

void ProductDistributor::copy(const StagedOperand &operand, Value offset,
                              Value barrier, Value isSame) {
  if (operand.sharers == 1)
    return copyRows(operand, offset, barrier, d.index(0), /*mask=*/Value());
  int64_t rows = operand.copiedRows();
  auto branch = scf::IfOp::create(b, isSame, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  Value rank = NVVM::ClusterId::create(b, b.getI32Type());
  Value first = arith::IndexCastUIOp::create(
      b, b.getIndexType(), arith::MulIOp::create(b, rank, d.i32(rows)));
  Value all = arith::ConstantIntOp::create(b, b.getI16Type(),
                                           (int64_t(1) << cluster) - 1);
  copyRows(operand, offset, barrier, first, all);
  b.setInsertionPointToStart(branch.elseBlock());
  for (int64_t row = 0; row < operand.rows; row += rows)
    copyRows(operand, offset, barrier, d.index(row), /*mask=*/Value());
}

void ProductDistributor::copyRows(const StagedOperand &operand, Value offset,
                                  Value barrier, Value firstRow, Value mask) {
  LoadOp load = operand.load;
  SmallVector<Value> starts = d.lookup(ValueRange(load.getStarts()));
  Value &rowStart = starts[starts.size() - 2];
  rowStart = b.createOrFold<arith::AddIOp>(rowStart, firstRow);
  Value rowOffset = b.createOrFold<arith::MulIOp>(
      b.createOrFold<arith::IndexCastOp>(b.getI32Type(), firstRow),
      d.i32(operand.swizzle));
  Type pointer = LLVM::LLVMPointerType::get(
      b.getContext(),
      static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster));
  for (int64_t box = 0; box < operand.boxCount(); ++box) {
    // PTX counts dims from the innermost.
    SmallVector<Value> coordinates;
    for (auto [index, start] : llvm::enumerate(llvm::reverse(starts)))
      coordinates.push_back(
          coordinate(start, index == 0 ? box * operand.boxColumns() : 0));
    Value place = ring->address(
        arith::AddIOp::create(b, arith::AddIOp::create(b, offset, rowOffset),
                              d.i32(box * operand.boxBytes())));
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        b, LLVM::AddrSpaceCastOp::create(b, pointer, place), mapOf[load],
        coordinates, barrier, /*im2colOffsets=*/ValueRange(), mask,
        /*l2CacheHint=*/Value(),
        NVVM::TMALoadModeAttr::get(b.getContext(), NVVM::TMALoadMode::TILE),
        b.getBoolAttr(false), NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
  }
}
