//===- CarriedValues.cpp - What loops carry -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A carried value to which each iteration adds between `least` and `most` is,
// modulo its width, a number between `init + least * iteration` and
// `init + most * iteration`. Where both ends fit, it is that number itself,
// with no need to look at the iterations before.
//
//===----------------------------------------------------------------------===//

#include "IndexFactsImpl.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace phobos;
using arith::CmpIPredicate;
using Int = LinearForm::Int;

//===----------------------------------------------------------------------===//
// Increments
//===----------------------------------------------------------------------===//

namespace {
struct Increment {
  Int least, most;
};
} // namespace

static std::optional<Increment> join(std::optional<Increment> a,
                                     std::optional<Increment> b) {
  if (!a || !b)
    return std::nullopt;
  return Increment{std::min(a->least, b->least), std::max(a->most, b->most)};
}

/// What is added to a value for which `isBase` holds to come to `next`.
static std::optional<Increment>
findIncrement(Value next, llvm::function_ref<bool(Value)> isBase,
              unsigned depth = 0) {
  constexpr unsigned deepest = 16;
  if (isBase(next))
    return Increment{Int(0), Int(0)};
  Operation *op = next.getDefiningOp();
  if (!op || depth == deepest)
    return std::nullopt;
  auto of = [&](Value value) {
    return findIncrement(value, isBase, depth + 1);
  };
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return join(of(select.getTrueValue()), of(select.getFalseValue()));
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned number = cast<OpResult>(next).getResultNumber();
    return join(of(branch.thenYield().getOperand(number)),
                of(branch.elseYield().getOperand(number)));
  }
  if (!isa<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  bool isSum = isa<arith::AddIOp>(op);
  unsigned side = 1;
  std::optional<Int> number = getConstantInteger(op->getOperand(1));
  if (!number && isSum) {
    side = 0;
    number = getConstantInteger(op->getOperand(0));
  }
  std::optional<Increment> inner =
      number ? of(op->getOperand(1 - side)) : std::nullopt;
  if (!inner)
    return std::nullopt;
  Int added = isSum ? *number : -*number;
  return Increment{inner->least + added, inner->most + added};
}

/// The number of the value that `after`, an argument of the body of an
/// scf.while, is given of the condition's region, where it is an argument
/// there.
static std::optional<unsigned> findSource(scf::WhileOp loop, Value after) {
  auto argument = dyn_cast<BlockArgument>(after);
  if (!argument || argument.getOwner() != loop.getAfterBody())
    return std::nullopt;
  auto source = dyn_cast<BlockArgument>(
      loop.getConditionOp().getArgs()[argument.getArgNumber()]);
  if (!source || source.getOwner() != loop.getBeforeBody())
    return std::nullopt;
  return source.getArgNumber();
}

std::optional<CarriedValue> CarriedValue::read(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (!getElementTypeOrSelf(argument.getType()).isIntOrIndex())
    return std::nullopt;
  std::optional<Increment> increment;
  Value init;
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    if (argument == loop.getInductionVar())
      return std::nullopt;
    init = loop.getTiedLoopInit(argument)->get();
    increment = findIncrement(loop.getTiedLoopYieldedValue(argument)->get(),
                              [&](Value value) { return value == argument; });
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    unsigned number = argument.getArgNumber();
    if (argument.getOwner() != loop.getBeforeBody())
      return std::nullopt;
    init = loop.getInits()[number];
    increment =
        findIncrement(loop.getYieldOp().getOperand(number), [&](Value value) {
          return value == argument || findSource(loop, value) == number;
        });
  }
  if (!increment)
    return std::nullopt;
  return CarriedValue{parent, argument, init, increment->least,
                      increment->most};
}

//===----------------------------------------------------------------------===//
// Positions of loops with exits
//===----------------------------------------------------------------------===//

/// Whether one of the parts of the conjunction `condition` meets `test`.
static bool hasConjunct(Value condition,
                        llvm::function_ref<bool(arith::CmpIOp)> test,
                        unsigned depth = 0) {
  constexpr unsigned deepest = 16;
  if (depth == deepest)
    return false;
  if (auto both = condition.getDefiningOp<arith::AndIOp>())
    return hasConjunct(both.getLhs(), test, depth + 1) ||
           hasConjunct(both.getRhs(), test, depth + 1);
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  return compare && test(compare);
}

static bool isSame(Value a, Value b) {
  if (stripFacts(a) == stripFacts(b))
    return true;
  std::optional<Int> number = getConstantInteger(a);
  return number && number == getConstantInteger(b);
}

/// Whether `condition` says that `lower < upper`, as signed.
static bool saysLess(Value condition, Value lower, Value upper) {
  std::optional<Int> first = getConstantInteger(lower),
                     end = getConstantInteger(upper);
  if (first && end && *first < *end)
    return true;
  return hasConjunct(condition, [&](arith::CmpIOp compare) {
    bool isLess = compare.getPredicate() == CmpIPredicate::slt;
    if (!isLess && compare.getPredicate() != CmpIPredicate::sgt)
      return false;
    Value small = isLess ? compare.getLhs() : compare.getRhs();
    Value large = isLess ? compare.getRhs() : compare.getLhs();
    return isSame(small, lower) && isSame(large, upper);
  });
}

std::optional<WhilePosition> WhilePosition::read(scf::WhileOp loop) {
  auto flag = dyn_cast<BlockArgument>(loop.getConditionOp().getCondition());
  if (!flag || flag.getOwner() != loop.getBeforeBody())
    return std::nullopt;
  std::optional<WhilePosition> found;
  hasConjunct(
      loop.getYieldOp().getOperand(flag.getArgNumber()),
      [&](arith::CmpIOp compare) {
        // `upper - position > step` as unsigned, and so `position + step <
        // upper`, as position is below upper.
        auto left = compare.getLhs().getDefiningOp<arith::SubIOp>();
        if (!left || compare.getPredicate() != CmpIPredicate::ugt)
          return false;
        std::optional<unsigned> number = findSource(loop, left.getRhs());
        Value upper = left.getLhs(), step = compare.getRhs();
        if (!number || !loop.isDefinedOutsideOfLoop(upper) ||
            !loop.isDefinedOutsideOfLoop(step))
          return false;
        auto next = loop.getYieldOp()
                        .getOperand(*number)
                        .getDefiningOp<arith::AddIOp>();
        Value lower = loop.getInits()[*number];
        if (!next || !isSame(next.getLhs(), left.getRhs()) ||
            !isSame(next.getRhs(), step) ||
            !saysLess(loop.getInits()[flag.getArgNumber()], lower, upper))
          return false;
        found = {loop, loop.getBeforeArguments()[*number], lower, upper, step};
        return true;
      });
  return found;
}

//===----------------------------------------------------------------------===//
// Forms and facts
//===----------------------------------------------------------------------===//

bool IndexFacts::Impl::isInBody(scf::WhileOp loop) {
  // The condition's region also sees the position behind the last iteration.
  return loop.getAfter().isAncestor(at->getParentRegion());
}

LinearForm IndexFacts::Impl::iterations(Operation *op, const Int &factor) {
  LinearForm counter, lower, step;
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && isExact(loop)) {
    counter = Leaf::ofValue(loop.getInductionVar());
    lower = formOf(loop.getLowerBound());
    step = formOf(loop.getStep());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    if (auto position = WhilePosition::read(loop); position && isInBody(loop)) {
      counter = Leaf::ofValue(position->argument);
      lower = formOf(position->lower);
      step = formOf(position->step);
    }
  }
  // In terms of the counter, which more is known of, where that divides.
  if (step.isConstant() && step.getConstant() > 0 &&
      mod(factor, step.getConstant()) == 0)
    return (counter - lower) * floorDiv(factor, step.getConstant());
  return LinearForm(Leaf::iteration(op)) * factor;
}

LinearForm IndexFacts::Impl::argumentForm(BlockArgument argument) {
  LinearForm leaf = Leaf::ofValue(argument);
  if (auto loop = dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp())) {
    if (argument.getOwner() == loop.getAfterBody())
      return formOf(loop.getConditionOp().getArgs()[argument.getArgNumber()]);
    auto position = WhilePosition::read(loop);
    if (position && position->argument == argument)
      return leaf;
  }
  std::optional<CarriedValue> carried = CarriedValue::read(argument);
  if (!carried || carried->least != carried->most)
    return leaf;
  LinearForm form =
      formOf(carried->init) + iterations(carried->loop, carried->most);
  return fits(form, getBits(argument.getType())) ? form : leaf;
}

std::optional<LinearForm>
IndexFacts::Impl::elementOfCarried(BlockArgument argument,
                                   Positions positions) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  std::optional<CarriedValue> carried =
      loop ? CarriedValue::read(argument) : std::nullopt;
  if (!carried || carried->least != carried->most)
    return std::nullopt;
  std::optional<LinearForm> init = elementOf(carried->init, positions);
  if (!init)
    return std::nullopt;
  LinearForm form = *init + iterations(loop, carried->most);
  return fits(form, getBits(argument.getType())) ? std::optional(form)
                                                 : std::nullopt;
}

void IndexFacts::Impl::addArgumentFacts(BlockArgument argument, Facts &facts) {
  Operation *parent = argument.getOwner()->getParentOp();
  auto add = [&](LinearForm form) {
    facts.push_back(Fact::nonNegative(FactKind::Carried, std::move(form),
                                      argument.getLoc()));
  };
  LinearForm leaf = Leaf::ofValue(argument);
  if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    auto position = WhilePosition::read(loop);
    if (position && position->argument == argument)
      return addPositionFacts(*position, facts);
  }
  std::optional<CarriedValue> carried = CarriedValue::read(argument);
  if (!carried)
    return;
  unsigned bits = getBits(argument.getType());
  LinearForm init = formOf(carried->init);
  LinearForm least = init + iterations(parent, carried->least);
  LinearForm most = init + iterations(parent, carried->most);
  if (!fits(least, bits) || !fits(most, bits))
    return;
  add(leaf - least);
  add(most - leaf);
}

void IndexFacts::Impl::addPositionFacts(const WhilePosition &position,
                                        Facts &facts) {
  scf::WhileOp loop = position.loop;
  if (!isInBody(loop))
    return;
  LinearForm leaf = Leaf::ofValue(position.argument);
  LinearForm lower = formOf(position.lower), step = formOf(position.step);
  auto add = [&](LinearForm form, bool isEquality = false) {
    facts.push_back({{std::move(form), isEquality},
                     FactKind::Carried,
                     position.argument.getLoc()});
  };
  add(leaf - lower);
  add(formOf(position.upper) - leaf - LinearForm(1));
  if (step.isConstant() && step.getConstant() > 0)
    add(lower + LinearForm(Leaf::iteration(loop)) * step.getConstant() - leaf,
        /*isEquality=*/true);
}
