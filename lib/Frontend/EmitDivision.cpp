//===- EmitDivision.cpp - division as Python has it -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `floordiv` and `mod` round down, `truediv` of integers gives a float: what
// `//`, `%` and `/` are in Python.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace phobos;

static constexpr unsigned searchDepth = 8;

/// Whether the index `value` is at least 0 by how it was made. Positions and
/// numbers of blocks are, and what grows out of those.
static bool isNatural(mlir::Value value, unsigned depth = 0) {
  llvm::APInt constant;
  if (mlir::matchPattern(value, mlir::m_ConstantInt(&constant)))
    return constant.isNonNegative();
  if (!value.getType().isIndex() || depth == searchDepth)
    return false;
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value)) {
    auto loop = llvm::dyn_cast_or_null<mlir::scf::ForOp>(
        argument.getOwner()->getParentOp());
    return loop && loop.getInductionVar() == value &&
           isNatural(loop.getLowerBound(), depth + 1);
  }
  mlir::Operation *op = value.getDefiningOp();
  if (llvm::isa<BlockIdOp, NumBlocksOp>(op))
    return true;
  return llvm::isa<mlir::arith::AddIOp, mlir::arith::MulIOp,
                   mlir::arith::DivSIOp, mlir::arith::RemSIOp,
                   mlir::arith::CeilDivSIOp, mlir::arith::MinSIOp>(op) &&
         llvm::all_of(op->getOperands(), [&](mlir::Value operand) {
           return isNatural(operand, depth + 1);
         });
}

RValue KernelEmitter::emitFloored(const Call &call) {
  llvm::SmallVector<RValue> operands = evalAll(call.arguments);
  llvm::SMLoc loc = call.loc;
  bool isModulo = call.name == "mod";
  if (!checkNumeric(operands, loc))
    return RValue::error();
  if (auto folded = foldConstantCall(call.name, operands, loc))
    return *folded;
  std::optional<ScalarType> type = unify(operands, loc);
  if (!type)
    return RValue::error();
  if (type->isBool()) {
    error(loc) << "expected numbers, got " << operands[0].describe() << " and "
               << operands[1].describe();
    return RValue::error();
  }
  auto combine = [this, isModulo, type,
                  loc](llvm::ArrayRef<mlir::Value> values) {
    bool isPlain = isNatural(values[0]) && isNatural(values[1]);
    mlir::Value result =
        isPlain ? arith(loc).binary(isModulo ? TokenKind::Percent
                                             : TokenKind::Slash,
                                    *type, values[0], values[1])
                : arith(loc).floored(isModulo, *type, values[0], values[1]);
    if (result.getType().isIndex())
      (void)forms.of(result);
    return result;
  };
  return elementwise(operands, {{*type, *type}, *type, combine, loc});
}

RValue KernelEmitter::emitTrueDiv(const Call &call) {
  llvm::SmallVector<RValue> operands = evalAll(call.arguments);
  llvm::SMLoc loc = call.loc;
  if (!checkNumeric(operands, loc))
    return RValue::error();
  if (auto folded = foldConstantCall(call.name, operands, loc))
    return *folded;
  bool areIntegers = llvm::all_of(operands, [](const RValue &operand) {
    return operand.isConstant() ? operand.constant->isInteger()
                                : operand.elementOrDefault().isInteger();
  });
  if (!areIntegers)
    return emitBinary(TokenKind::Slash, operands[0], operands[1], loc);
  for (RValue &operand : operands) {
    if (operand.isConstant()) {
      operand = RValue::of(Constant::number(operand.constant->getDouble()));
      continue;
    }
    ScalarType from = operand.elementOrDefault();
    auto toFloat = [this, from, loc](llvm::ArrayRef<mlir::Value> values) {
      return arith(loc).cast(values[0], from, ScalarType::F32);
    };
    operand = elementwise(operand, {{from}, ScalarType::F32, toFloat, loc});
  }
  return emitBinary(TokenKind::Slash, operands[0], operands[1], loc);
}
