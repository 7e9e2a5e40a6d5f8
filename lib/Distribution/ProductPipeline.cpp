//===- ProductPipeline.cpp - Which loops copy ahead of products -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductPipeline.h"
#include "GlobalAccess.h"
#include "LayoutRules.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Dialect/KernelAttributes.h"

using namespace mlir;
using namespace phobos;

/// What a kernel may need beside the ring: parts of tiles on their way from one
/// layout to another.
static constexpr int64_t kReservedBytes = 8192;

/// Fewer stages wait for memory; more gain nothing.
static constexpr int64_t kMostStages = 4;

/// Whether reading ahead in `loop` may read what a later op changes, or precede
/// a check.
static bool hasEffectsInOrder(scf::ForOp loop) {
  WalkResult result = loop.getBody()->walk([](Operation *op) {
    bool mayRunAhead = isPure(op) || isa<LoadOp, GatherOp>(op) ||
                       op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
    bool isCheck = isa<PromiseOp, CheckBoundsOp>(op);
    return mayRunAhead && !isCheck ? WalkResult::advance()
                                   : WalkResult::interrupt();
  });
  return result.wasInterrupted();
}

/// Whether index arithmetic makes `value` of the induction variable and of what
/// the loop does not change, so that it can be made for a later iteration.
static bool isKnownAhead(Value value, scf::ForOp loop) {
  if (loop.isDefinedOutsideOfLoop(value) || value == loop.getInductionVar())
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop.getBody())
    return false;
  bool isArithmetic =
      isa<arith::ArithDialect>(op->getDialect()) || isa<AssumeOp>(op);
  return isArithmetic && isPure(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isKnownAhead(operand, loop);
         });
}

/// The one user that drops the leading dims of extent 1 of a load's tile.
static Value dropLeadingDims(LoadOp load) {
  Value tile = load.getResult();
  if (getTile(tile).getRank() == 2 || !tile.hasOneUse())
    return tile;
  auto reshape = dyn_cast<ReshapeOp>(*tile.user_begin());
  ArrayRef<int64_t> shape = getTile(tile).getShape();
  if (!reshape || shape.size() < 2 ||
      reshape.getType().getShape() != shape.take_back(2))
    return tile;
  return reshape.getResult();
}

/// The place that all of the tile's users want it at; nothing where one is no
/// product by mma.sync, or makes something else of it first.
static std::optional<MmaOperand> findPlace(Value tile, scf::ForOp loop,
                                           const Target &target,
                                           int64_t byteOffset) {
  std::optional<MmaOperand> found;
  for (OpOperand &use : tile.getUses()) {
    auto dot = dyn_cast<DotOp>(use.getOwner());
    if (!dot || dot->getBlock() != loop.getBody() || use.getOperandNumber() > 1)
      return std::nullopt;
    DotInstruction instruction = chooseDotInstruction(dot, target);
    if (instruction.unit != DotUnit::MmaSync ||
        !findWarpGrid(dot.getType().getLayout(), dot.getType().getShape()))
      return std::nullopt;
    MmaOperand place = use.getOperandNumber() == 0
                           ? placeLhs(dot, instruction, byteOffset)
                           : placeRhs(dot, instruction, byteOffset);
    bool isCopy =
        !place.isTransposed && place.element == getTile(tile).getElementType();
    if (!isCopy || (found && !found->liesLike(place)))
      return std::nullopt;
    found = place;
  }
  return found;
}

static bool isZero(TypedAttr fill) {
  return matchPattern(Attribute(fill), m_Zero()) ||
         matchPattern(Attribute(fill), m_PosZeroFloat());
}

/// Whether a copy to shared memory reads what `load` does.
static bool isCopy(LoadOp load, scf::ForOp loop) {
  auto view = load.getView().getDefiningOp<ViewOp>();
  return view && loop.isDefinedOutsideOfLoop(load.getView()) &&
         (view.getType().isDense() ||
          view.getType().getStrides().back() == 1) &&
         isZero(load.getFillOrZero()) && !AccessHints::of(load).any() &&
         llvm::all_of(load.getStarts(),
                      [&](Value start) { return isKnownAhead(start, loop); });
}

/// The number of stages that the loop or its kernel asks for.
static std::optional<int64_t> getAskedStages(scf::ForOp loop) {
  for (Operation *op :
       {loop.getOperation(), loop->getParentOfType<KernelOp>().getOperation()})
    if (auto stages = op->getAttrOfType<IntegerAttr>(kPipelineAttr))
      return stages.getInt();
  return std::nullopt;
}

/// The stages of a ring of such slots; nothing where it would be none.
static std::optional<int64_t> chooseStages(scf::ForOp loop, int64_t slotBytes,
                                           int64_t sharedBytes) {
  if (std::optional<int64_t> asked = getAskedStages(loop))
    return *asked > 1 ? asked : std::nullopt;
  int64_t fitting = (sharedBytes - kReservedBytes) / slotBytes;
  if (fitting < 2)
    return std::nullopt;
  return std::min(fitting, kMostStages);
}

std::optional<ProductPipeline> phobos::planProductPipeline(scf::ForOp loop,
                                                           const Target &target,
                                                           int64_t byteOffset) {
  if (loop.getUnsignedCmp() || hasEffectsInOrder(loop))
    return std::nullopt;
  ProductPipeline pipeline;
  for (LoadOp load : loop.getBody()->getOps<LoadOp>()) {
    Value tile = dropLeadingDims(load);
    if (!isCopy(load, loop) || getTile(tile).getRank() != 2)
      continue;
    std::optional<MmaOperand> place =
        findPlace(tile, loop, target, byteOffset + pipeline.slotBytes);
    if (!place)
      continue;
    pipeline.slotBytes =
        llvm::alignTo(place->tile.end() - byteOffset, kBankBytes);
    pipeline.loads.push_back({load, tile, *place});
  }
  if (pipeline.loads.empty())
    return std::nullopt;
  std::optional<int64_t> stages = chooseStages(
      loop, pipeline.slotBytes, target.sharedMemoryPerBlock - byteOffset);
  if (!stages)
    return std::nullopt;
  pipeline.stages = *stages;
  return pipeline;
}
