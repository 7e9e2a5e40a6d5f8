//===- PlanProducts.cpp - Which products wgmma does, fed by TMA -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides; changes nothing but attributes, so that tile IR keeps its meaning.
// A loop of products is planned if its operands can come by bulk copies, if one
// thread can issue them without seeing a tile, and if nothing in the kernel
// could have to happen between a copy and what precedes it.
//
//===----------------------------------------------------------------------===//

#include "BulkCopyRules.h"
#include "Distributor.h"
#include "DotInstruction.h"
#include "LayoutRules.h"
#include "StagedOperand.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Target/Target.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_PLANPRODUCTS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

static constexpr int64_t kWarpGroup = Target::threadsPerWarpGroup;
/// Registers of a thread that may hold accumulators.
static constexpr int64_t kMostAccumulators = 128;
/// Measured on an H200: with six stages of 24 KiB a product of 1024 cubed is 5
/// % faster than with four, one of 4096 cubed 40 %; more gain nothing.
static constexpr int64_t kMostStages = 8, kUsualStages = 6;
/// Shared memory that is left to conversions of layouts and to barriers.
static constexpr int64_t kReservedBytes = 33 * 1024;

/// Warp groups that hold the accumulators of `product`: the fewest, of a power
/// of two, that have registers for them; 0 if none do.
static int64_t countWarpGroups(TileType product,
                               const DotInstruction &instruction) {
  int64_t rows = product.getShape()[0], columns = product.getShape()[1];
  for (int64_t groups : {1, 2, 4})
    if (rows % (instruction.m * groups) == 0 &&
        rows * columns <= groups * kWarpGroup * kMostAccumulators)
      return groups;
  return 0;
}

/// Whether what is directly in `op` runs once a block of the grid.
static bool isBlock(Operation *op) {
  return isa<KernelOp>(op) || op->hasAttr(kPersistentAttr);
}

namespace {
/// Plans the products of one kernel, all or none.
class ProductPlan {
public:
  ProductPlan(KernelOp kernel, const Target &target)
      : kernel(kernel), target(target) {}

  /// Why the products are left to other code, in words; empty if they need not
  /// be.
  std::string check();
  void mark();
  /// Whether the kernel is marked as `mark` does it.
  bool isMarked();

private:
  std::string add(DotOp dot);
  std::string addLoad(LoadOp load, scf::ForOp loop);
  std::string refuseLoop(scf::ForOp loop);
  std::string refuseOrder();
  std::string chooseThreads();
  std::string chooseStages();

  KernelOp kernel;
  const Target &target;
  llvm::SetVector<scf::ForOp> loops;
  llvm::DenseMap<scf::ForOp, int64_t> stageBytes;
  SmallVector<LoadOp> loads;
  SmallVector<DotOp> dots;
  int64_t groups = 0, threads = 0, stages = 0;
};
} // namespace

std::string ProductPlan::addLoad(LoadOp load, scf::ForOp loop) {
  if (!load || load->getParentOp() != loop || !load->hasOneUse())
    return "its operands are not loaded in the loop for it alone";
  if (std::string why = refuseBulkCopy(load); !why.empty())
    return why;
  if (!llvm::all_of(load.getStarts(), isKnownToProducer))
    return "a start of a load is not computed from extents, block positions "
           "and loop counters alone";
  loads.push_back(load);
  return "";
}

std::string ProductPlan::add(DotOp dot) {
  DotInstruction instruction = chooseWgmma(dot, target);
  if (instruction.unit != DotUnit::Wgmma)
    return instruction.refused.back();
  int64_t needed = countWarpGroups(dot.getType(), instruction);
  if (needed == 0)
    return "its accumulators do not fit in the registers of four warp groups";
  groups = std::max(groups, needed);
  auto loop = dyn_cast<scf::ForOp>(dot->getParentOp());
  if (!loop)
    return "it is not in a loop";
  for (auto [operand, isKMajor] : getSides(dot)) {
    // Each has a place of its own, laid out for the side that it is on.
    if (!operand.hasOneUse())
      return "an operand has other uses";
    LoadOp load = findOperandLoad(operand);
    if (std::string why = addLoad(load, loop); !why.empty())
      return why;
    stageBytes[loop] +=
        llvm::alignTo(StagedOperand::get(load, isKMajor).bytes(), 1024);
  }
  dots.push_back(dot);
  loops.insert(loop);
  return "";
}

/// The products of a planned loop are its only ops on tiles: each adds to what
/// the loop carries or to another product.
std::string ProductPlan::refuseLoop(scf::ForOp loop) {
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool isOnTiles =
        llvm::any_of(op.getResultTypes(), llvm::IsaPred<TileType>) ||
        llvm::any_of(op.getOperandTypes(), llvm::IsaPred<TileType>);
    bool isOfProduct = isa<DotOp, LoadOp, ReshapeOp>(op);
    if (op.getNumRegions() || (isOnTiles && !isOfProduct) ||
        (!isOnTiles && !isMemoryEffectFree(&op)))
      return "the loop does more than products";
    if (auto load = dyn_cast<LoadOp>(op);
        load && !llvm::is_contained(loads, load))
      return "the loop loads more than operands";
    auto dot = dyn_cast<DotOp>(op);
    auto carried =
        dot ? dyn_cast<BlockArgument>(dot.getAccumulator()) : BlockArgument();
    auto earlier = dot ? dot.getAccumulator().getDefiningOp<DotOp>() : DotOp();
    bool isChained = (carried && carried.getOwner() == loop.getBody()) ||
                     (earlier && earlier->getParentOp() == loop);
    if (dot && (!isChained || !dot->hasOneUse()))
      return "a product of the loop adds to something else than what the loop "
             "carries";
  }
  for (auto [argument, yielded] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues())) {
    if (!isa<TileType>(argument.getType()))
      return "the loop carries more than accumulators";
    Value sum = yielded;
    while (auto dot = sum.getDefiningOp<DotOp>())
      sum = dot.getAccumulator();
    if (sum != argument || yielded == argument || !argument.hasOneUse())
      return "the loop carries more than accumulators";
  }
  for (Value bound :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    if (!isKnownToProducer(bound))
      return "a bound of the loop is not computed from extents, block "
             "positions and loop counters alone";
  for (Operation *parent = loop->getParentOp(); !isBlock(parent);
       parent = parent->getParentOp()) {
    auto outer = dyn_cast<scf::ForOp>(parent);
    if (outer &&
        llvm::all_of(ValueRange{outer.getLowerBound(), outer.getUpperBound(),
                                outer.getStep()},
                     isKnownToProducer))
      continue;
    return "the loop is under a condition, or in a loop of unknown bounds";
  }
  return "";
}

/// Copies run ahead of the code around them: nothing that may write what they
/// read can come before one of them.
std::string ProductPlan::refuseOrder() {
  bool isNoAlias = kernel->hasAttr(kNoAliasAttr);
  bool isWritten = false;
  kernel.walk([&](Operation *op) {
    if (isa<PromiseOp, DotOp>(op) || isMemoryEffectFree(op) ||
        isa<LoadOp, GatherOp>(op) || op->getNumRegions())
      return;
    auto access = dyn_cast<MaskedAccessOpInterface>(op);
    for (scf::ForOp loop : loops) {
      Operation *common = loop->getBlock()->findAncestorOpInBlock(*op);
      bool isAfter = common && loop->isBeforeInBlock(common) &&
                     isBlock(loop->getParentOp());
      bool isApart =
          isNoAlias && access && llvm::none_of(loads, [&](LoadOp load) {
            return load.getView() == access.getView();
          });
      isWritten |= !isAfter && !isApart;
    }
  });
  return isWritten
             ? "the kernel writes before the loop, or in a loop around it, "
               "what it might read"
             : "";
}

std::string ProductPlan::chooseThreads() {
  threads = kernel.getThreads().value_or(groups * kWarpGroup);
  for (DotOp dot : dots) {
    int64_t step = threads / kWarpGroup * chooseWgmma(dot, target).m;
    if (threads < groups * kWarpGroup ||
        dot.getType().getShape()[0] % step != 0)
      return "@launch gives it " + std::to_string(threads) +
             " threads, among which its rows cannot be shared out";
  }
  return "";
}

std::string ProductPlan::chooseStages() {
  int64_t bytes = 0;
  for (auto [loop, ofLoop] : stageBytes)
    bytes = std::max(bytes, ofLoop);
  int64_t most = (target.sharedMemoryPerBlock - kReservedBytes) / bytes;
  int64_t wanted = kUsualStages;
  scf::ForOp first = loops.front();
  for (Operation *op : {kernel.getOperation(), first.getOperation()})
    if (auto attr = op->getAttrOfType<IntegerAttr>(kPipelineAttr))
      wanted = attr.getInt();
  stages = std::min({wanted, most, kMostStages});
  return stages < 2 ? "two stages of its operands do not fit in shared memory"
                    : "";
}

void ProductPlan::mark() {
  Builder b(kernel.getContext());
  for (LoadOp load : loads)
    load->setAttr(kStagedAttr, b.getUnitAttr());
  for (scf::ForOp loop : loops)
    loop->setAttr(kStagesAttr, b.getI64IntegerAttr(stages));
  kernel.setThreads(threads);
  kernel->setAttr(kProducersAttr, b.getI64IntegerAttr(kWarpGroup));
}

std::string ProductPlan::check() {
  std::string why;
  kernel.walk([&](DotOp dot) {
    why = add(dot);
    return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  for (scf::ForOp loop : loops)
    if (why.empty())
      why = refuseLoop(loop);
  if (why.empty())
    why = refuseOrder();
  if (why.empty())
    why = chooseThreads();
  if (why.empty())
    why = chooseStages();
  return why;
}

bool ProductPlan::isMarked() {
  size_t marked = 0;
  kernel.walk([&](Operation *op) {
    marked += op->hasAttr(kStagedAttr) || op->hasAttr(kStagesAttr);
  });
  auto producers = kernel->getAttrOfType<IntegerAttr>(kProducersAttr);
  return marked == loads.size() + loops.size() &&
         kernel.getThreads() == threads && producers &&
         producers.getInt() == kWarpGroup &&
         llvm::all_of(loads, [](LoadOp load) { return isStaged(load); }) &&
         llvm::all_of(loops, [&](scf::ForOp loop) {
           auto attr = loop->getAttrOfType<IntegerAttr>(kStagesAttr);
           return attr && attr.getInt() >= 2 && attr.getInt() <= stages;
         });
}

LogicalResult phobos::verifyProductPlan(KernelOp kernel, const Target &target) {
  if (!kernel->hasAttr(kProducersAttr))
    return success();
  ProductPlan plan(kernel, target);
  std::string why = plan.check();
  if (why.empty() && plan.isMarked())
    return success();
  return kernel.emitOpError("expected products that are planned as "
                            "phobos-plan-products does it")
         << (why.empty() ? "" : ": ") << why;
}

namespace {
struct PlanProducts : phobos::impl::PlanProductsBase<PlanProducts> {
  using PlanProductsBase::PlanProductsBase;

  void runOnOperation() override {
    const Target *chip = Target::lookup(target);
    if (!chip) {
      getOperation().emitError() << Target::describeUnknown(target);
      return signalPassFailure();
    }
    getOperation().walk([&](KernelOp kernel) {
      SmallVector<DotOp> dots;
      kernel.walk([&](DotOp dot) { dots.push_back(dot); });
      if (dots.empty())
        return;
      ProductPlan plan(kernel, *chip);
      std::string why = plan.check();
      if (why.empty())
        return plan.mark();
      for (DotOp dot : dots)
        dot->setAttr(kNotStagedAttr, StringAttr::get(&getContext(), why));
    });
  }
};
} // namespace
