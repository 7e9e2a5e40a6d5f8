//===- LintBoundsMaximum.cpp - A maximum that sees the fill -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the tile that a maximum or minimum reduces back to loads whose masked
// dim is the one that is reduced. What is not understood counts as harmless, so
// that each report is one of a fill that can win.
//
//===----------------------------------------------------------------------===//

#include "LintBoundsRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Analysis/SourceNames.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace phobos;

namespace {

/// Where elements along a dim of a tile come from that are outside of memory.
struct Padding {
  enum class Kind {
    None,  ///< there are none, or they are not known to do harm
    Fill,  ///< there are: they have a fill, or what became of it
    Mended ///< they were replaced
  };
  Kind kind = Kind::None;
  MaskedAccessOpInterface load;
  int64_t dim = 0;
  /// A product lies between, through which no fill but zero may go.
  bool isThroughDot = false;
};

class PaddingFinder {
public:
  /// `highWins` tells a maximum from a minimum.
  PaddingFinder(const Linter &linter, bool highWins, bool isUnsigned)
      : linter(linter), highWins(highWins), isUnsigned(isUnsigned) {}

  Padding find(Value tile, int64_t dim);

private:
  Padding findIn(Operation *op, unsigned result, int64_t dim);
  Padding findInLoad(LoadOp load, int64_t dim);
  Padding findInDot(DotOp dot, int64_t dim);
  Padding findInWhere(WhereOp where, int64_t dim);
  Padding findInLoop(scf::ForOp loop, unsigned result, int64_t dim);
  Padding findInElementwise(Operation *op, int64_t dim);
  /// Of tiles that meet element by element: one that is mended mends all.
  Padding findInAll(ValueRange tiles, int64_t dim);
  bool canWin(TypedAttr fill) const;

  const Linter &linter;
  bool highWins, isUnsigned;
  llvm::DenseSet<std::pair<Value, int64_t>> visited;
};

} // namespace

static Padding makeMended() {
  Padding padding;
  padding.kind = Padding::Kind::Mended;
  return padding;
}

Padding PaddingFinder::find(Value tile, int64_t dim) {
  if (!visited.insert({tile, dim}).second)
    return {};
  if (auto result = dyn_cast<OpResult>(tile))
    return findIn(result.getOwner(), result.getResultNumber(), dim);
  auto loop = dyn_cast<scf::ForOp>(tile.getParentBlock()->getParentOp());
  if (!loop)
    return {};
  OpOperand *initial = loop.getTiedLoopInit(cast<BlockArgument>(tile));
  return initial ? find(initial->get(), dim) : Padding();
}

Padding PaddingFinder::findIn(Operation *op, unsigned result, int64_t dim) {
  if (auto load = dyn_cast<LoadOp>(op))
    return findInLoad(load, dim);
  if (auto dot = dyn_cast<DotOp>(op))
    return findInDot(dot, dim);
  if (auto where = dyn_cast<WhereOp>(op))
    return findInWhere(where, dim);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return findInLoop(loop, result, dim);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return findInAll({branch.thenYield().getOperand(result),
                      branch.elseYield().getOperand(result)},
                     dim);
  if (auto transpose = dyn_cast<TransposeOp>(op))
    return find(transpose.getSource(), transpose.getPermutation()[dim]);
  if (auto broadcast = dyn_cast<BroadcastOp>(op))
    return broadcast.getSource().getType().getDimSize(dim) == 1
               ? Padding()
               : find(broadcast.getSource(), dim);
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return static_cast<int64_t>(reduce.getDim()) == dim
               ? Padding()
               : find(reduce.getSource(), dim);
  return findInElementwise(op, dim);
}

Padding PaddingFinder::findInLoad(LoadOp load, int64_t dim) {
  auto access = cast<MaskedAccessOpInterface>(load.getOperation());
  if (!load.isMasked(dim) || linter.isInside(access, dim))
    return {};
  Padding padding;
  padding.load = access;
  padding.dim = dim;
  padding.kind =
      canWin(load.getFillAttr()) ? Padding::Kind::Fill : Padding::Kind::Mended;
  return padding;
}

/// Rows of the product that are outside of the left side are zero, and so are
/// columns outside of the right side, as far as the fill is zero.
Padding PaddingFinder::findInDot(DotOp dot, int64_t dim) {
  Value side = dim == 0 ? dot.getLhs() : dot.getRhs();
  Padding padding = find(side, dim == 1 && dot.getTransposed() ? 0 : dim);
  padding.isThroughDot = true;
  return padding;
}

/// Whether `condition` is computed from elements, or from positions along
/// `dim`; positions along other dims and values of the block choose alike for
/// all elements along it.
static bool dependsOnDim(Value condition, int64_t dim) {
  auto tile = dyn_cast<TileType>(condition.getType());
  if (!tile)
    return false;
  Operation *op = condition.getDefiningOp();
  if (auto iota = dyn_cast_or_null<IotaOp>(op))
    return static_cast<int64_t>(iota.getDim()) == dim;
  if (auto broadcast = dyn_cast_or_null<BroadcastOp>(op))
    return broadcast.getSource().getType().getDimSize(dim) != 1 &&
           dependsOnDim(broadcast.getSource(), dim);
  if (!op || op->getNumRegions() != 0 || op->getNumOperands() == 0)
    return !op || !op->hasTrait<OpTrait::ConstantLike>();
  if (isa<SplatOp>(op))
    return false;
  if (!isa<arith::ArithDialect>(op->getDialect()) && !isa<CastOp>(op))
    return true;
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return dependsOnDim(operand, dim);
  });
}

Padding PaddingFinder::findInWhere(WhereOp where, int64_t dim) {
  if (dependsOnDim(where.getCondition(), dim))
    return makeMended();
  return findInAll({where.getTrueValue(), where.getFalseValue()}, dim);
}

Padding PaddingFinder::findInLoop(scf::ForOp loop, unsigned result,
                                  int64_t dim) {
  return findInAll({loop.getInits()[result], loop.getYieldedValues()[result]},
                   dim);
}

/// Whether elements of which the fill, zero, remains zero are else at least 0.
static bool keepsZeroLowest(Operation *op) {
  if (isa<math::AbsFOp, math::AbsIOp, math::SqrtOp>(op))
    return true;
  if (isa<arith::MulFOp, arith::MulIOp>(op))
    return op->getOperand(0) == op->getOperand(1);
  return isa<arith::MaximumFOp, arith::MaxSIOp>(op) &&
         llvm::any_of(op->getOperands(), [](Value operand) {
           return matchPattern(operand, m_AnyZeroFloat()) ||
                  matchPattern(operand, m_Zero());
         });
}

Padding PaddingFinder::findInElementwise(Operation *op, int64_t dim) {
  if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
      !isa<CastOp>(op))
    return {};
  if (highWins && keepsZeroLowest(op))
    return {};
  if (isa<arith::NegFOp>(op)) {
    llvm::SaveAndRestore flipped(highWins, !highWins);
    return findInAll(op->getOperands(), dim);
  }
  if (isa<arith::SubFOp, arith::SubIOp>(op)) {
    Padding left = find(op->getOperand(0), dim);
    if (left.kind != Padding::Kind::None)
      return left;
    llvm::SaveAndRestore flipped(highWins, !highWins);
    return find(op->getOperand(1), dim);
  }
  return findInAll(op->getOperands(), dim);
}

Padding PaddingFinder::findInAll(ValueRange tiles, int64_t dim) {
  Padding found;
  for (Value tile : tiles) {
    if (!isa<TileType>(tile.getType()))
      continue;
    Padding padding = find(tile, dim);
    if (padding.kind == Padding::Kind::Mended)
      return padding;
    if (found.kind == Padding::Kind::None)
      found = padding;
  }
  return found;
}

/// Whether an element outside, which reads as `fill`, or as zero where that is
/// null, can be the result. A fill that someone chose can where it lies beyond
/// zero, on the side that wins.
bool PaddingFinder::canWin(TypedAttr fill) const {
  if (!fill)
    return !(isUnsigned && highWins);
  if (auto number = dyn_cast<FloatAttr>(fill)) {
    APFloat value = number.getValue();
    return value.isNaN() || (!value.isZero() && value.isNegative() != highWins);
  }
  auto number = dyn_cast<IntegerAttr>(fill);
  if (!number || isUnsigned)
    return false;
  return number.getValue().isNegative() != highWins;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

/// The value that no element loses to: the mending fill.
static std::string describeNeutral(Type element, bool highWins,
                                   bool isUnsigned) {
  if (auto type = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    if (APFloat::semanticsHasInf(semantics))
      return highWins ? "-inf" : "inf";
    SmallString<16> text;
    APFloat::getLargest(semantics, highWins).toString(text);
    return text.str().str();
  }
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  if (isUnsigned)
    return llvm::toString(APInt::getMaxValue(width), 10, /*Signed=*/false);
  return llvm::toString(highWins ? APInt::getSignedMinValue(width)
                                 : APInt::getSignedMaxValue(width),
                        10, /*Signed=*/true);
}

static void checkReduction(Operation *op, ReduceKind kind, Value source,
                           int64_t dim, Linter &linter) {
  bool isUnsigned = kind == ReduceKind::maxu || kind == ReduceKind::minu;
  bool highWins = kind == ReduceKind::max || kind == ReduceKind::maxu;
  if (!highWins && kind != ReduceKind::min && kind != ReduceKind::minu)
    return;
  Padding padding =
      PaddingFinder(linter, highWins, isUnsigned).find(source, dim);
  if (padding.kind != Padding::Kind::Fill)
    return;
  StringRef extreme = highWins ? "maximum" : "minimum";
  std::string neutral = describeNeutral(
      cast<TileType>(source.getType()).getElementType(), highWins, isUnsigned);
  std::string extent = describeExtent(padding.load, padding.dim);
  std::string mended = "where(iota(" + std::to_string(dim) + ") < " +
                       nameExtent(padding.load, padding.dim) +
                       linter.describeStart(padding.load, padding.dim) +
                       ", t, " + neutral + ")";
  std::string text =
      ("the " + extreme + " is also over what lies outside of " +
       describeView(padding.load) + ", which reads as a fill that can be the " +
       extreme + "; write ")
          .str();
  if (!padding.isThroughDot)
    text += "load(…, fill = " + neutral + ") or ";
  linter.report(
      "max-over-fill", op->getLoc(), text + mended,
      {{padding.load.getLoc(), "dim " + std::to_string(padding.dim) +
                                   " of this slice may go beyond " + extent}});
}

void phobos::lintMaximum(Linter &linter) {
  linter.getFunction().walk([&](Operation *op) {
    if (auto reduce = dyn_cast<ReduceOp>(op))
      checkReduction(op, reduce.getKind(), reduce.getSource(), reduce.getDim(),
                     linter);
    if (auto reduce = dyn_cast<ArgReduceOp>(op))
      checkReduction(op, reduce.getKind(), reduce.getSource(), reduce.getDim(),
                     linter);
  });
}
