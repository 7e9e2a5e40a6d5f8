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
  return constant.getBitWidth() == 1 ? Integer(constant.getZExtValue())
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
  if (auto mask = dyn_cast<arith::AndIOp>(op))
    return computeMasked(mask);
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
  return makeLeaf(lhs.getType());
}

/// `and` with 2^n - 1 is a remainder, with -2^n it rounds down.
LinearSum FactsAt::computeMasked(arith::AndIOp op) {
  std::optional<Integer> mask = constantOf(op.getRhs());
  LinearSum sum = valueOf(op.getLhs());
  for (unsigned bits = 0; mask && bits + 1 < widthOf(op.getType()); ++bits) {
    Integer power = powerOfTwo(bits);
    if (*mask == power - 1)
      return sum - floorQuotient(sum, power) * power;
    if (*mask == -power)
      return floorQuotient(sum, power) * power;
  }
  return makeLeaf(op.getType());
}

/// Divisions by constants above 0.
std::optional<LinearSum> FactsAt::computeDivision(Operation *op) {
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
           arith::CeilDivSIOp, arith::CeilDivUIOp, arith::RemSIOp,
           arith::RemUIOp>(op))
    return std::nullopt;
  std::optional<Integer> divisor = constantOf(op->getOperand(1));
  if (!divisor || *divisor <= 0)
    return std::nullopt;
  LinearSum sum = valueOf(op->getOperand(0));
  if (*divisor == 1)
    return isa<arith::RemSIOp, arith::RemUIOp>(op) ? LinearSum() : sum;
  if (isa<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp>(op))
    sum = asUnsigned(sum, widthOf(op->getOperand(0).getType()));
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op)) // half of 2^n - 1, say
    return wrap(-floorQuotient(-sum, *divisor),
                widthOf(op->getResult(0).getType()));
  if (isa<arith::FloorDivSIOp, arith::DivUIOp>(op))
    return floorQuotient(sum, *divisor);
  if (isa<arith::RemUIOp>(op))
    return sum - floorQuotient(sum, *divisor) * *divisor;
  // Toward zero: the one quotient or the other.
  LinearSum down = floorQuotient(sum, *divisor);
  LinearSum up = -floorQuotient(-sum, *divisor);
  LinearSum quotient = makeVariable();
  require(anyOf({allOf({isAtLeastZero(sum), areEqual(quotient, down)}),
                 allOf({isAtMost(sum, -1), areEqual(quotient, up)})}));
  if (isa<arith::DivSIOp>(op))
    return quotient;
  return sum - quotient * *divisor;
}

/// Shifts by constants below the width.
std::optional<LinearSum> FactsAt::computeShift(Operation *op) {
  if (!isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return std::nullopt;
  unsigned width = widthOf(op->getResult(0).getType());
  std::optional<Integer> bits = constantOf(op->getOperand(1));
  if (!bits || *bits < 1 || *bits >= width)
    return std::nullopt;
  Integer power =
      powerOfTwo(static_cast<unsigned>(static_cast<int64_t>(*bits)));
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
           arith::ExtUIOp, arith::TruncIOp>(op))
    return std::nullopt;
  Value from = op->getOperand(0);
  unsigned width = widthOf(op->getResult(0).getType());
  unsigned fromWidth = widthOf(from.getType());
  LinearSum sum = valueOf(from);
  bool isUnsigned = isa<arith::IndexCastUIOp, arith::ExtUIOp>(op);
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
                                               static_cast<unsigned>(dim)),
                                           kernel)));
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

/// A launcher evaluates the grid without wrapping.
LinearSum FactsAt::computeAffine(AffineExpr expr, KernelOp kernel) {
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
  LinearSum lhs = computeAffine(binary.getLHS(), kernel);
  LinearSum rhs = computeAffine(binary.getRHS(), kernel);
  if (expr.getKind() == AffineExprKind::Add)
    return lhs + rhs;
  if (!rhs.isConstant())
    std::swap(lhs, rhs);
  const Integer &number = rhs.getConstant();
  if (expr.getKind() == AffineExprKind::Mul && rhs.isConstant())
    return lhs * number;
  if (!isa<AffineConstantExpr>(binary.getRHS()) || number <= 0)
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

/// Whether some view of the function has the argument as an extent.
static bool isExtent(Value argument) {
  return llvm::any_of(argument.getUses(), [](OpOperand &use) {
    if (auto view = dyn_cast<ViewOp>(use.getOwner()))
      return llvm::is_contained(view.getExtents(), use.get());
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
