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
#include "phobos/Target/TargetInterface.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_PLANPRODUCTS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

static constexpr int64_t kWarpGroup = Target::threadsPerWarpGroup;
/// Registers of a thread that may hold the accumulators of a product, and those
/// of all products of a loop, where a multiprocessor has two warp groups of
/// consumers; with four, half as many. Of two, more of a product's may be those
/// of one iteration that are added to the rest.
static constexpr int64_t kMostAccumulators = 128, kMostOfLoop = 176,
                         kMostWithParts = 192;
static constexpr int64_t kMostWarpGroups = 2;
/// Measured on an H200: with six stages of 24 KiB a product of 1024 cubed is 5
/// % faster than with four, one of 4096 cubed 40 %; more gain nothing.
static constexpr int64_t kMostStages = 8, kUsualStages = 6;
/// Shared memory that is left to conversions of layouts and to barriers.
static constexpr int64_t kReservedBytes = 33 * 1024;

/// Whether the threads of `groups` warp groups have registers for `elements`
/// sums, of which one of two warp groups may have `most`.
static bool haveRegisters(int64_t groups, int64_t elements, int64_t most) {
  int64_t each = groups > kMostWarpGroups ? most / 2 : most;
  return elements <= groups * kWarpGroup * each;
}

/// The sums of `dot` in `groups` warp groups; where wgmma would cut them off,
/// also those of one instruction of each, which are added to them.
static int64_t countSums(DotOp dot, int64_t groups) {
  TileType tile = dot.getType();
  int64_t elements = tile.getNumElements();
  return cutsSumsOff(dot) ? elements + groups * kWgmmaRows * tile.getShape()[1]
                          : elements;
}

/// Registers that `groups` warp groups may have for the sums of `dot`.
static int64_t getMost(DotOp dot, int64_t groups) {
  return cutsSumsOff(dot) && groups == kMostWarpGroups ? kMostWithParts
                                                       : kMostAccumulators;
}

/// Warp groups that hold the accumulators of `dot`: one or two; 0 if these have
/// no registers for them.
static int64_t countWarpGroups(DotOp dot, const DotInstruction &instruction) {
  for (int64_t groups : {1, 2})
    if (dot.getType().getShape()[0] % (instruction.m * groups) == 0 &&
        haveRegisters(groups, countSums(dot, groups), getMost(dot, groups)))
      return groups;
  return 0;
}

/// The elements of what the products of other loops have given before `loop`
/// and what is used behind it.
static int64_t countSumsAround(scf::ForOp loop) {
  int64_t elements = 0;
  for (auto other : loop->getBlock()->getOps<scf::ForOp>()) {
    if (!other->isBeforeInBlock(loop))
      break;
    for (Value result : other.getResults()) {
      auto tile = dyn_cast<TileType>(result.getType());
      bool isUsed = llvm::any_of(result.getUsers(), [&](Operation *user) {
        Operation *at = loop->getBlock()->findAncestorOpInBlock(*user);
        return at && loop->isBeforeInBlock(at);
      });
      elements += tile && isUsed ? tile.getNumElements() : 0;
    }
  }
  return elements;
}

/// Whether `groups` warp groups have registers for all sums in an iteration of
/// `loop`: what it carries, products that add to something else, and those of
/// loops before.
static bool haveRegisters(int64_t groups, scf::ForOp loop) {
  int64_t elements = countSumsAround(loop), most = kMostOfLoop;
  for (Value carried : loop.getRegionIterArgs())
    if (auto tile = dyn_cast<TileType>(carried.getType()))
      elements += tile.getNumElements();
  for (DotOp dot : loop.getBody()->getOps<DotOp>()) {
    most = std::max(most, getMost(dot, groups));
    int64_t sums = countSums(dot, groups);
    if (isa<BlockArgument>(dot.getAccumulator()) ||
        dot.getAccumulator().getDefiningOp<DotOp>())
      sums -= dot.getType().getNumElements();
    elements += sums;
  }
  return haveRegisters(groups, elements, most);
}

/// Whether what is directly in `op` runs once a block of the grid.
static bool isBlock(Operation *op) {
  return isa<KernelOp>(op) || op->hasAttr(kPersistentAttr);
}

namespace {
/// Plans the products of one kernel, all or none.
class ProductPlan {
public:
  /// `isMade`: there is a plan, which says what is staged. An operand that was
  /// computed then may have become a load since.
  ProductPlan(KernelOp kernel, const Target &target, bool isMade)
      : kernel(kernel), target(target), isMade(isMade) {}

  /// Why the products are left to other code, in words; empty if they need not
  /// be.
  std::string check();
  void mark();
  /// Whether the kernel is marked as `mark` does it.
  bool isMarked();

private:
  std::string add(DotOp dot);
  std::string addSide(const DotSide &side, Operation *parent);
  std::string addLoad(LoadOp load, scf::ForOp loop);
  std::string refuseLoop(scf::ForOp loop);
  std::string refuseOrder();
  std::string chooseThreads();
  std::string chooseStages();

  KernelOp kernel;
  const Target &target;
  bool isMade;
  llvm::SetVector<scf::ForOp> loops;
  llvm::DenseMap<scf::ForOp, int64_t> stageBytes;
  int64_t storedBytes = 0; // of operands that threads write, of one product
  SmallVector<LoadOp> loads;
  SmallVector<DotOp> dots;
  int64_t groups = 0, threads = 0, stages = 0;
};
} // namespace

std::string ProductPlan::addLoad(LoadOp load, scf::ForOp loop) {
  if (!load->hasOneUse())
    return "an operand has other uses";
  if (std::string why = refuseBulkCopy(load); !why.empty())
    return why;
  if (!llvm::all_of(load.getStarts(), isKnownToProducer))
    return "a start of a load is not computed from extents, block positions "
           "and loop counters alone";
  loads.push_back(load);
  loops.insert(loop);
  return "";
}

/// Bulk copies bring what a loop loads for a product. Threads write what they
/// compute, or hold from before, to shared memory.
std::string ProductPlan::addSide(const DotSide &side, Operation *parent) {
  LoadOp load = findOperandLoad(side.value);
  auto loop = dyn_cast<scf::ForOp>(parent);
  int64_t bytes =
      llvm::alignTo(StagedOperand::get(side).bytes(), kOperandAlignment);
  bool isOfLoop = load && loop && load->getParentOp() == loop;
  if (isOfLoop && (!isMade || isStaged(load))) {
    // Each has a place of its own, laid out for the side that it is on.
    if (!side.value.hasOneUse())
      return "an operand has other uses";
    stageBytes[loop] += bytes;
    return addLoad(load, loop);
  }
  auto tile = cast<TileType>(side.value.getType());
  constexpr int64_t leastRowBytes = 32;
  if (tile.getShape().back() * getElementBytes(tile.getElementType()) %
          leastRowBytes !=
      0)
    return "wgmma reads rows of a multiple of 32 bytes";
  storedBytes = std::max(storedBytes, 2 * bytes);
  return "";
}

std::string ProductPlan::add(DotOp dot) {
  DotInstruction instruction = chooseWgmma(dot, target);
  if (instruction.unit != DotUnit::Wgmma)
    return instruction.refused.back();
  int64_t needed = countWarpGroups(dot, instruction);
  if (needed == 0)
    return "its accumulators do not fit in the registers of two warp groups";
  groups = std::max(groups, needed);
  for (const DotSide &side : getSides(dot))
    if (std::string why = addSide(side, dot->getParentOp()); !why.empty())
      return why;
  dots.push_back(dot);
  return "";
}

static bool hasKnownBounds(scf::ForOp loop) {
  return llvm::all_of(
      ValueRange{loop.getLowerBound(), loop.getUpperBound(), loop.getStep()},
      isKnownToProducer);
}

/// The producer goes through a loop by itself, and takes a stage for each of
/// its iterations, as consumers do.
std::string ProductPlan::refuseLoop(scf::ForOp loop) {
  if (!hasKnownBounds(loop))
    return "a bound of the loop is not computed from extents, block "
           "positions and loop counters alone";
  for (Operation *parent = loop->getParentOp(); !isBlock(parent);
       parent = parent->getParentOp()) {
    auto outer = dyn_cast<scf::ForOp>(parent);
    auto branch = dyn_cast<scf::IfOp>(parent);
    if (outer && loops.contains(outer))
      return "the loop is in another one that loads operands";
    if (!(outer && hasKnownBounds(outer)) &&
        !(branch && isKnownToProducer(branch.getCondition())))
      return "the loop is under a condition, or in a loop with bounds, that "
             "are not computed from extents, block positions and loop "
             "counters alone";
  }
  return "";
}

/// Whether `op` runs after the last iteration of `loop` in its block of the
/// grid, if both run.
static bool runsAfter(Operation *op, scf::ForOp loop) {
  for (Operation *at = loop; !isBlock(at); at = at->getParentOp())
    if (at != loop && isa<scf::ForOp, scf::WhileOp>(at))
      return false;
  for (Operation *at = loop; !isBlock(at); at = at->getParentOp())
    if (Operation *common = at->getBlock()->findAncestorOpInBlock(*op))
      return common == at ? at != loop : at->isBeforeInBlock(common);
  return false;
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
      bool isApart =
          isNoAlias && access && llvm::none_of(loads, [&](LoadOp load) {
            return load.getView() == access.getView();
          });
      isWritten |= !runsAfter(op, loop) && !isApart;
    }
  });
  return isWritten
             ? "the kernel writes before the loop, or in a loop around it, "
               "what it might read"
             : "";
}

std::string ProductPlan::chooseThreads() {
  auto fit = [&](int64_t count) {
    return llvm::all_of(
        loops, [&](scf::ForOp loop) { return haveRegisters(count, loop); });
  };
  if (!fit(groups))
    groups = kMostWarpGroups;
  threads = kernel.getThreads().value_or(groups * kWarpGroup);
  int64_t given = threads / kWarpGroup;
  for (DotOp dot : dots) {
    int64_t step = given * chooseWgmma(dot, target).m;
    if (given < groups || dot.getType().getShape()[0] % step != 0 ||
        !haveRegisters(given, countSums(dot, given), getMost(dot, given)))
      return "its rows cannot be shared out among " + std::to_string(threads) +
             " threads";
  }
  return fit(given) ? ""
                    : "the accumulators of a loop do not fit in the registers "
                      "of two warp groups";
}

std::string ProductPlan::chooseStages() {
  int64_t bytes = 0;
  for (auto [loop, ofLoop] : stageBytes)
    bytes = std::max(bytes, ofLoop);
  int64_t most =
      (target.sharedMemoryPerBlock - kReservedBytes - storedBytes) / bytes;
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
  // A producer goes through all of the code, and is no thread of it.
  if (findThreadOp(kernel))
    return "the kernel has code of single threads";
  std::string why;
  kernel.walk([&](DotOp dot) {
    why = add(dot);
    return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (why.empty() && loops.empty())
    why = "no operand is loaded in a loop";
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
  ProductPlan plan(kernel, target, /*isMade=*/true);
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
    const Target *chip = lookupTarget(target, &getContext());
    if (!chip) {
      getOperation().emitError()
          << describeUnknownTarget(target, &getContext());
      return signalPassFailure();
    }
    getOperation().walk([&](KernelOp kernel) {
      SmallVector<DotOp> dots;
      kernel.walk([&](DotOp dot) { dots.push_back(dot); });
      if (dots.empty())
        return;
      ProductPlan plan(kernel, *chip, /*isMade=*/false);
      std::string why = plan.check();
      if (why.empty())
        return plan.mark();
      for (DotOp dot : dots)
        dot->setAttr(kNotStagedAttr, StringAttr::get(&getContext(), why));
    });
  }
};
} // namespace
