//===- ExplainLayouts.cpp - Which thread holds what, and why ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Distribution/ExplainLayouts.h"
#include "ConversionPlan.h"
#include "LayoutRules.h"
#include "StagedOperand.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

namespace {
/// What is said of one kernel.
class Collector {
public:
  explicit Collector(LayoutExplanation &explanation)
      : explanation(explanation) {}

  void visit(Operation *op);

private:
  size_t numberOf(TileType tile);
  void addTile(Value value, StringRef op, Location loc);
  template <typename Op>
  void addConversion(Op op, StringRef way, int64_t sharedBytes, StringRef why);

  LayoutExplanation &explanation;
};
} // namespace

/// "phobos.load" is a load.
static StringRef nameOf(Operation *op) { return op->getName().stripDialect(); }

std::string phobos::describeTile(TileType tile) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : tile.getShape())
    os << extent << "x";
  os << tile.getElementType();
  return text;
}

/// Why no layout serves both the maker of `convert`'s operand and its users.
static std::string describeNeed(ConvertLayoutOp convert) {
  Operation *maker = convert.getSource().getDefiningOp();
  if (maker && getNaturalLayout(maker))
    return "the " + nameOf(maker).str() +
           " leaves each element in its thread, and what uses it has other "
           "tiles in this layout";
  if (convert->use_empty())
    return "nothing uses it";
  Operation *user = *convert->getUsers().begin();
  if (isa<ItemOp>(user))
    return "every thread needs the element";
  return "the " + nameOf(user).str() +
         " has other tiles in this layout, and both could not have one";
}

size_t Collector::numberOf(TileType tile) {
  const Layout &layout = tile.getLayout().getLayout();
  auto found =
      llvm::find_if(explanation.layouts, [&](const LayoutEntry &entry) {
        return entry.layout == layout;
      });
  if (found == explanation.layouts.end()) {
    explanation.layouts.push_back({layout, {}});
    return explanation.layouts.size() - 1;
  }
  return found - explanation.layouts.begin();
}

void Collector::addTile(Value value, StringRef op, Location loc) {
  TileType tile = getTile(value);
  if (!tile || isStaged(value))
    return;
  auto &tiles = explanation.layouts[numberOf(tile)].tiles;
  LaidOutTile entry{loc, op.str(), describeTile(tile)};
  if (!llvm::is_contained(tiles, entry))
    tiles.push_back(std::move(entry));
}

static StringRef nameOf(Conversion::Kind kind) {
  switch (kind) {
  case Conversion::Kind::Registers:
    return "registers";
  case Conversion::Kind::Shuffles:
    return "shuffles";
  case Conversion::Kind::SharedMemory:
    return "shared memory";
  }
  llvm_unreachable("a kind of conversion");
}

template <typename Op>
void Collector::addConversion(Op op, StringRef way, int64_t sharedBytes,
                              StringRef why) {
  explanation.conversions.push_back(
      {op.getLoc(), nameOf(op).str(), describeTile(op.getType()),
       numberOf(op.getSource().getType()), numberOf(op.getType()), way.str(),
       sharedBytes, why.str()});
}

void Collector::visit(Operation *op) {
  for (Value result : op->getResults())
    addTile(result, nameOf(op), op->getLoc());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        addTile(argument, nameOf(op), op->getLoc());
  if (auto convert = dyn_cast<ConvertLayoutOp>(op)) {
    ConversionPlan plan = ConversionPlan::of(convert);
    addConversion(convert, nameOf(plan.conversion.kind()), plan.sharedBytes,
                  describeNeed(convert));
  }
  if (auto reshape = dyn_cast<ReshapeOp>(op);
      reshape && !isStaged(reshape.getSource()))
    addConversion(reshape, nameOf(Conversion::Kind::SharedMemory),
                  /*sharedBytes=*/0,
                  "elements keep their order, not their threads");
}

FailureOr<std::vector<LayoutExplanation>>
phobos::explainLayouts(ModuleOp scheduled) {
  std::vector<LayoutExplanation> explanations;
  for (KernelOp kernel : scheduled.getOps<KernelOp>()) {
    if (failed(verifyLayouts(kernel)))
      return failure();
    LayoutExplanation &explanation = explanations.emplace_back();
    explanation.kernel = kernel.getSymName().str();
    explanation.threads = *kernel.getThreads();
    Collector collector(explanation);
    kernel.walk<WalkOrder::PreOrder>(
        [&](Operation *op) { collector.visit(op); });
  }
  return explanations;
}
