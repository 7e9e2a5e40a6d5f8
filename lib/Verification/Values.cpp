//===- Values.cpp - Values as exact sums ------------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactsAt.h"
#include "Widths.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace phobos;
using namespace phobos::verification;

/// Deeper chains of ops are not looked through, nor is more than this many
/// unknowns described by formulas.
static constexpr unsigned kMaxDepth = 64;
static constexpr Variable kMaxVariables = 400;

static std::optional<Integer> constantOf(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return std::nullopt;
  return constant.getBitWidth() == 1
             ? Integer(static_cast<int64_t>(constant.getZExtValue()))
             : Integer(constant);
}

LinearSum FactsAt::valueOf(Value value) {
  if (auto found = entered.find(value);
      found != entered.end() && !value.getType().isInteger(1))
    return found->second.value;
  if (auto found = values.find(value); found != values.end())
    return found->second;
  llvm::SaveAndRestore deeper(depth, depth + 1);
  LinearSum sum = computeValue(value);
  values.insert({value, sum});
  return sum;
}

LinearSum FactsAt::computeValue(Value value) {
  if (std::optional<Integer> constant = constantOf(value))
    return *constant;
  if (!value.getType().isIntOrIndex())
    return makeVariable();
  if (value.getType().isInteger(1)) {
    LinearSum bit = makeVariable();
    require(anyOf({allOf({areEqual(bit, 1), isTrue(value, true)}),
                   allOf({isZero(bit), isTrue(value, false)})}));
    return bit;
  }
  if (depth > kMaxDepth || numVariables > kMaxVariables)
    return makeLeaf(value.getType());
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument);
  return computeResult(cast<OpResult>(value));
}

LinearSum FactsAt::computeArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (isa<FunctionOpInterface>(parent))
    return computeEntryArgument(argument);
  if (auto sum = dyn_cast<ThreadSumOp>(parent))
    return valueOf(sum.getCaptures()[argument.getArgNumber()]);
  if (auto loop = dyn_cast<scf::ForOp>(parent); loop && isEnclosing(loop))
    return computeForArgument(loop, argument);
  if (auto loop = dyn_cast<scf::WhileOp>(parent); loop && isEnclosing(loop))
    return computeWhileArgument(loop, argument);
  return makeLeaf(argument.getType());
}

LinearSum FactsAt::computeResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned width = widthOf(result.getType());
  if (auto add = dyn_cast<arith::AddIOp>(op))
    return wrap(valueOf(add.getLhs()) + valueOf(add.getRhs()), width);
  if (auto subtract = dyn_cast<arith::SubIOp>(op))
    return wrap(valueOf(subtract.getLhs()) - valueOf(subtract.getRhs()), width);
  if (auto multiply = dyn_cast<arith::MulIOp>(op))
    return computeProduct(multiply.getLhs(), multiply.getRhs());
  if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return computeBits(op);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return computeChoice(select.getCondition(), select.getTrueValue(),
                         select.getFalseValue());
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return computeChoice(
        branch.getCondition(),
        branch.thenYield().getOperand(result.getResultNumber()),
        branch.elseYield().getOperand(result.getResultNumber()));
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return computeForResult(loop, result);
  if (auto promise = dyn_cast<PromiseOp>(op))
    return valueOf(promise.getValue());
  if (auto assume = dyn_cast<AssumeOp>(op))
    return valueOf(assume.getValue());
  for (auto compute : {&FactsAt::computeDivision, &FactsAt::computeShift,
                       &FactsAt::computeExtreme, &FactsAt::computeCast,
                       &FactsAt::computePosition})
    if (std::optional<LinearSum> sum = (this->*compute)(op))
      return *sum;
  return makeLeaf(result.getType());
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

LinearSum FactsAt::computeProduct(Value lhs, Value rhs) {
  LinearSum a = valueOf(lhs), b = valueOf(rhs);
  unsigned width = widthOf(lhs.getType());
  if (b.isConstant())
    return wrap(a * b.getConstant(), width);
  if (a.isConstant())
    return wrap(b * a.getConstant(), width);
  // Of both are bounds known, those of their types if no others.
  Bounds ofA = boundsOf(a, formulas, numVariables);
  Bounds ofB = boundsOf(b, formulas, numVariables);
  if (!ofA.least || !ofA.most || !ofB.least || !ofB.most)
    return makeLeaf(lhs.getType());
  auto [least, most] =
      std::minmax({*ofA.least * *ofB.least, *ofA.least * *ofB.most,
                   *ofA.most * *ofB.least, *ofA.most * *ofB.most});
  if (least < signedMin(width) || most > signedMax(width))
    return makeLeaf(lhs.getType());
  return makeInRange(least, most);
}

/// `and` with 2^n - 1 is a remainder, with -2^n it rounds down.
std::optional<LinearSum> FactsAt::computeMasked(Operation *op) {
  std::optional<Integer> mask = constantOf(op->getOperand(1));
  if (!mask || !isa<arith::AndIOp>(op))
    return std::nullopt;
  LinearSum sum = valueOf(op->getOperand(0));
  unsigned width = widthOf(op->getResult(0).getType());
  for (unsigned bits = 0; bits + 1 < width; ++bits) {
    Integer power = powerOfTwo(bits);
    if (*mask == power - 1)
      return sum - floorQuotient(sum, power) * power;
    if (*mask == -power)
      return floorQuotient(sum, power) * power;
  }
  return std::nullopt;
}

/// `and` has no more bits than an operand that is not negative, `or` and `xor`
/// no more than both.
LinearSum FactsAt::computeBits(Operation *op) {
  if (std::optional<LinearSum> masked = computeMasked(op))
    return *masked;
  LinearSum a = valueOf(op->getOperand(0)), b = valueOf(op->getOperand(1));
  LinearSum bits = makeLeaf(op->getResult(0).getType());
  Formula isPositive = isAtLeastZero(bits);
  if (isa<arith::AndIOp>(op)) {
    for (const LinearSum &side : {a, b})
      require(anyOf(
          {isAtMost(side, -1), allOf({isPositive, isAtMost(bits, side)})}));
    return bits;
  }
  Formula isAbove = isPositive;
  if (isa<arith::OrIOp>(op))
    isAbove = allOf({isAtMost(a, bits), isAtMost(b, bits)});
  require(anyOf({isAtMost(a, -1), isAtMost(b, -1),
                 allOf({isPositive, isAbove, isAtMost(bits, a + b)})}));
  return bits;
}

/// Divisions by constants above 0, and by what may be one.
std::optional<LinearSum> FactsAt::computeDivision(Operation *op) {
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
           arith::CeilDivSIOp, arith::CeilDivUIOp, arith::RemSIOp,
           arith::RemUIOp>(op))
    return std::nullopt;
  LinearSum divided = valueOf(op->getOperand(1));
  if (!divided.isConstant())
    return computeQuotientOf(op);
  const Integer &divisor = divided.getConstant();
  if (divisor <= 0)
    return std::nullopt;
  LinearSum sum = valueOf(op->getOperand(0));
  unsigned width = widthOf(op->getResult(0).getType());
  if (divisor == 1)
    return isa<arith::RemSIOp, arith::RemUIOp>(op) ? LinearSum() : sum;
  if (isa<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp>(op))
    sum = asUnsigned(sum, width);
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op)) // half of 2^n - 1, say
    return wrap(-floorQuotient(-sum, divisor), width);
  if (isa<arith::FloorDivSIOp, arith::DivUIOp>(op))
    return floorQuotient(sum, divisor);
  if (isa<arith::RemUIOp>(op))
    return sum - floorQuotient(sum, divisor) * divisor;
  // Toward zero: the one quotient or the other.
  LinearSum down = floorQuotient(sum, divisor);
  LinearSum up = -floorQuotient(-sum, divisor);
  LinearSum quotient = makeVariable();
  require(anyOf({allOf({isAtLeastZero(sum), areEqual(quotient, down)}),
                 allOf({isAtMost(sum, -1), areEqual(quotient, up)})}));
  if (isa<arith::DivSIOp>(op))
    return quotient;
  return sum - quotient * divisor;
}

/// A quotient or a remainder of what is not negative by something above 0,
/// which is no constant; of others nothing is known.
LinearSum FactsAt::computeQuotientOf(Operation *op) {
  LinearSum sum = valueOf(op->getOperand(0));
  LinearSum divisor = valueOf(op->getOperand(1));
  LinearSum result = makeLeaf(op->getResult(0).getType());
  Formula isWithin = isAtMost(result, sum);
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    isWithin = allOf({isWithin, isBelow(result, divisor)});
  else if (!isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
    addQuotientOfGrid(op->getOperand(0), divisor, result);
  require(anyOf({isAtMost(sum, -1), isAtMost(divisor, 0),
                 allOf({isAtLeastZero(result), isWithin})}));
  return result;
}

/// A block's position that is divided by one factor of the number of blocks is
/// below the other one.
void FactsAt::addQuotientOfGrid(Value position, const LinearSum &divisor,
                                const LinearSum &quotient) {
  auto id = position.getDefiningOp<BlockIdOp>();
  if (!id || !kernel || !kernel.getGrid())
    return;
  auto product = dyn_cast<AffineBinaryOpExpr>(
      kernel.getGrid()->getResult(static_cast<unsigned>(id.getDim())));
  if (!product || product.getKind() != AffineExprKind::Mul)
    return;
  LinearSum lhs = computeAffine(product.getLHS()),
            rhs = computeAffine(product.getRHS());
  for (auto [factor, other] : {std::pair(lhs, rhs), std::pair(rhs, lhs)})
    require(anyOf({isBelow(divisor, factor), isBelow(factor, divisor),
                   isAtMost(factor, 0), isBelow(quotient, other)}));
}

/// Shifts by constants below the width.
std::optional<LinearSum> FactsAt::computeShift(Operation *op) {
  if (!isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return std::nullopt;
  unsigned width = widthOf(op->getResult(0).getType());
  std::optional<Integer> bits = constantOf(op->getOperand(1));
  if (!bits || *bits < 1 || *bits >= width)
    return std::nullopt;
  Integer power = powerOfTwo(static_cast<unsigned>(bits->toInt64()));
  LinearSum sum = valueOf(op->getOperand(0));
  if (isa<arith::ShLIOp>(op))
    return wrap(sum * power, width);
  if (isa<arith::ShRUIOp>(op))
    sum = asUnsigned(sum, width);
  return floorQuotient(sum, power);
}

std::optional<LinearSum> FactsAt::computeExtreme(Operation *op) {
  if (!isa<arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(op))
    return std::nullopt;
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  LinearSum a = valueOf(lhs), b = valueOf(rhs);
  LinearSum extreme = makeLeaf(lhs.getType());
  bool isMin = isa<arith::MinSIOp, arith::MinUIOp>(op);
  bool isSigned = isa<arith::MinSIOp, arith::MaxSIOp>(op);
  auto atMost =
      isSigned ? arith::CmpIPredicate::sle : arith::CmpIPredicate::ule;
  const LinearSum &first = isMin ? a : b, &second = isMin ? b : a;
  require(
      anyOf({allOf({compare(atMost, lhs, rhs), areEqual(extreme, first)}),
             allOf({compare(atMost, rhs, lhs), areEqual(extreme, second)})}));
  // What no choice is needed for.
  if (isSigned && isMin)
    require(allOf({isAtMost(extreme, a), isAtMost(extreme, b)}));
  if (isSigned && !isMin)
    require(allOf({isAtMost(a, extreme), isAtMost(b, extreme)}));
  return extreme;
}

std::optional<LinearSum> FactsAt::computeCast(Operation *op) {
  if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
           arith::ExtUIOp, arith::TruncIOp, CastOp>(op) ||
      !op->getOperand(0).getType().isIntOrIndex())
    return std::nullopt;
  Value from = op->getOperand(0);
  unsigned width = widthOf(op->getResult(0).getType());
  unsigned fromWidth = widthOf(from.getType());
  LinearSum sum = valueOf(from);
  bool isUnsigned = isa<arith::IndexCastUIOp, arith::ExtUIOp>(op);
  if (auto cast = dyn_cast<CastOp>(op))
    isUnsigned = cast.getFromUnsigned() || fromWidth == 1;
  if (fromWidth == 1) // 0 or 1, of which the signed meaning is 0 or -1.
    return isUnsigned ? sum : -sum;
  if (width < fromWidth)
    return wrap(sum, width);
  return isUnsigned && width > fromWidth ? asUnsigned(sum, fromWidth) : sum;
}

LinearSum FactsAt::computeChoice(Value condition, Value lhs, Value rhs) {
  LinearSum choice = makeLeaf(lhs.getType());
  require(anyOf(
      {allOf({isTrue(condition, true), areEqual(choice, valueOf(lhs))}),
       allOf({isTrue(condition, false), areEqual(choice, valueOf(rhs))})}));
  return choice;
}

//===----------------------------------------------------------------------===//
// Positions and arguments
//===----------------------------------------------------------------------===//

std::optional<LinearSum> FactsAt::computePosition(Operation *op) {
  static constexpr int64_t kMaxThreads = 1024, kWarpSize = 32;
  if (auto id = dyn_cast<BlockIdOp>(op))
    return computeBlockId(id.getDim());
  if (auto blocks = dyn_cast<NumBlocksOp>(op))
    return computeNumBlocks(blocks.getDim());
  int64_t threads =
      kernel ? kernel.getThreads().value_or(kMaxThreads) : kMaxThreads;
  if (isa<NumThreadsOp>(op))
    return makeInRange(Integer(kWarpSize), Integer(threads));
  if (isa<ThreadIdOp>(op))
    return makeInRange(Integer(0), Integer(threads - 1));
  if (isa<WarpIdOp>(op))
    return makeInRange(Integer(0), Integer(threads / kWarpSize - 1));
  if (isa<LaneIdOp>(op))
    return makeInRange(Integer(0), Integer(kWarpSize - 1));
  return std::nullopt;
}

/// Where a block runs, there is one.
LinearSum FactsAt::computeNumBlocks(GridDim dim) {
  std::optional<LinearSum> &known = numBlocks[static_cast<unsigned>(dim)];
  if (known)
    return *known;
  known = makeInRange(Integer(1), signedMax(kIndexWidth));
  LinearSum blocks = *known;
  if (kernel && kernel.getGrid())
    require(areEqual(blocks, computeAffine(kernel.getGrid()->getResult(
                                 static_cast<unsigned>(dim)))));
  return blocks;
}

LinearSum FactsAt::computeBlockId(GridDim dim) {
  std::optional<LinearSum> &known = blockIds[static_cast<unsigned>(dim)];
  if (known)
    return *known;
  known = makeVariable();
  LinearSum id = *known;
  require(allOf({isAtLeastZero(id), isBelow(id, computeNumBlocks(dim))}));
  return id;
}

/// A product above 0 has factors of one sign.
LinearSum FactsAt::computeAffineProduct(const LinearSum &lhs,
                                        const LinearSum &rhs) {
  if (rhs.isConstant())
    return lhs * rhs.getConstant();
  if (lhs.isConstant())
    return rhs * lhs.getConstant();
  LinearSum product = makeVariable();
  require(
      anyOf({isAtMost(product, 0), allOf({isAtMost(1, lhs), isAtMost(1, rhs)}),
             allOf({isAtMost(lhs, -1), isAtMost(rhs, -1)})}));
  return product;
}

/// A launcher evaluates the grid without wrapping.
LinearSum FactsAt::computeAffine(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    BlockArgument argument = kernel.getGridSymbols()[symbol.getPosition()];
    LinearSum sum = valueOf(argument);
    bool isUnsigned =
        kernel.getArgAttr(argument.getArgNumber(), kUnsignedAttr) &&
        !argument.getType().isInteger(1);
    return isUnsigned ? asUnsigned(sum, widthOf(argument.getType())) : sum;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return makeVariable();
  LinearSum lhs = computeAffine(binary.getLHS());
  LinearSum rhs = computeAffine(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add)
    return lhs + rhs;
  if (expr.getKind() == AffineExprKind::Mul)
    return computeAffineProduct(lhs, rhs);
  const Integer &number = rhs.getConstant();
  if (!rhs.isConstant() || number <= 0)
    return makeVariable();
  switch (expr.getKind()) {
  case AffineExprKind::FloorDiv:
    return floorQuotient(lhs, number);
  case AffineExprKind::CeilDiv:
    return -floorQuotient(-lhs, number);
  case AffineExprKind::Mod:
    return lhs - floorQuotient(lhs, number) * number;
  default:
    return makeVariable();
  }
}

/// Whether a view of an argument's memory has the argument as an extent.
static bool isExtent(Value argument) {
  return llvm::any_of(argument.getUses(), [](OpOperand &use) {
    if (auto view = dyn_cast<ViewOp>(use.getOwner()))
      return !view.getLoose() &&
             llvm::is_contained(view.getExtents(), use.get());
    if (isa<PromiseOp, AssumeOp>(use.getOwner()))
      return use.getOperandNumber() == 0 &&
             isExtent(use.getOwner()->getResult(0));
    return false;
  });
}

/// A launcher takes no extents below 0.
LinearSum FactsAt::computeEntryArgument(BlockArgument argument) {
  LinearSum leaf = makeLeaf(argument.getType());
  if (argument.getType().isIndex() && isExtent(argument))
    require(isAtLeastZero(leaf));
  return leaf;
}
