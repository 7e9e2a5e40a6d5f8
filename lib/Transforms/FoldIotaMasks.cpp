//===- FoldIotaMasks.cpp - Conditions that are known -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/FoldIotaMasks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "phobos/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_FOLDIOTAMASKS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

static bool isCondition(Value value) {
  return getElementTypeOrSelf(value.getType()).isInteger(1);
}

/// Whether `op` makes a condition of conditions; it is looked at from the op
/// that takes the whole.
static bool isConnective(Operation *op) {
  return isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp, BroadcastOp,
             TransposeOp, ReshapeOp, SplatOp>(op) &&
         isCondition(op->getResult(0));
}

namespace {
/// Makes simpler conditions for one op of those that it takes.
class Simplifier {
public:
  Simplifier(Operation *at, const FactOps &ops) : builder(at), facts(at, ops) {}

  /// What `condition` equals at every element: a constant, the parts that are
  /// not known, or itself.
  Value simplify(Value condition, unsigned depth = 0);

private:
  Value makeConstant(Value like, bool value);

  OpBuilder builder;
  IndexFacts facts;
};
} // namespace

Value Simplifier::makeConstant(Value like, bool value) {
  TypedAttr attribute = builder.getBoolAttr(value);
  if (auto tile = dyn_cast<TileType>(like.getType()))
    attribute = SplatElementsAttr::get(tile, Attribute(attribute));
  return arith::ConstantOp::create(builder, like.getLoc(), attribute);
}

Value Simplifier::simplify(Value condition, unsigned depth) {
  constexpr unsigned deepest = 32;
  if (matchPattern(condition, m_Constant()) || depth == deepest)
    return condition;
  if (std::optional<bool> value = facts.evaluate(condition))
    return makeConstant(condition, *value);
  Operation *op = condition.getDefiningOp();
  if (!op || !isConnective(op))
    return condition;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(simplify(operand, depth + 1));
  if (operands == SmallVector<Value>(op->getOperands()))
    return condition;
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  SmallVector<Value> folded;
  if (failed(builder.tryFold(copy, folded)) || folded.empty())
    return copy->getResult(0);
  copy->erase();
  return folded.front();
}

/// The value of all elements of a mask, where it is a constant.
static std::optional<bool> getConstantMask(Value mask) {
  SplatElementsAttr splat;
  if (!mask || !matchPattern(mask, m_Constant(&splat)))
    return std::nullopt;
  return splat.getSplatValue<bool>();
}

/// Takes a mask that is true off an access at a pointer, and off the IR an
/// access whose mask is false.
static void foldMask(GatherOp gather) {
  std::optional<bool> mask = getConstantMask(gather.getMask());
  if (mask == true) {
    gather.getMaskMutable().clear();
    gather.getOtherMutable().clear();
  }
  if (mask != false)
    return;
  OpBuilder builder(gather);
  Value other = gather.getOther();
  if (!other) {
    Attribute zero = builder.getZeroAttr(gather.getType().getElementType());
    other = arith::ConstantOp::create(
        builder, gather.getLoc(),
        SplatElementsAttr::get(gather.getType(), zero));
  }
  gather.replaceAllUsesWith(other);
  gather.erase();
}

static void foldMask(ScatterOp scatter) {
  std::optional<bool> mask = getConstantMask(scatter.getMask());
  if (mask == true)
    scatter.getMaskMutable().clear();
  else if (mask == false)
    scatter.erase();
}

bool phobos::foldIotaMasks(Operation *op, const FactOps &ops) {
  if (op->hasTrait<OpTrait::IsTerminator>() || isConnective(op) ||
      llvm::none_of(op->getOperands(), isCondition))
    return false;
  Simplifier simplifier(op, ops);
  bool changed = false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isCondition(operand.get()))
      continue;
    Value simpler = simplifier.simplify(operand.get());
    changed |= simpler != operand.get();
    operand.set(simpler);
  }
  if (!changed)
    return false;
  if (isa<GatherOp, ScatterOp>(op)) {
    llvm::TypeSwitch<Operation *>(op).Case<GatherOp, ScatterOp>(
        [](auto access) { foldMask(access); });
    return true;
  }
  OpBuilder builder(op);
  SmallVector<Value> folded;
  if (succeeded(builder.tryFold(op, folded)) && !folded.empty()) {
    op->replaceAllUsesWith(folded);
    op->erase();
  }
  return true;
}

namespace {
struct FoldIotaMasks : phobos::impl::FoldIotaMasksBase<FoldIotaMasks> {
  void runOnOperation() override {
    getOperation()->walk([](FunctionOpInterface function) {
      FactOps ops(function);
      SmallVector<Operation *> inner;
      function->walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (op->getNumOperands())
          inner.push_back(op);
      });
      for (Operation *op : inner)
        foldIotaMasks(op, ops);
    });
  }
};
} // namespace
