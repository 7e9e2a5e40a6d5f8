//===- ExpandMath.cpp - Elementary functions without a library --*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ConstantDivision.h"
#include "ElementaryFunctions.h"
#include "SharedDivision.h"
#include "mlir/Dialect/LLVMIR/FunctionCallUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "phobos/Conversion/PhobosToGPU/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace phobos {
#define GEN_PASS_DEF_EXPANDMATH
#include "phobos/Conversion/PhobosToGPU/Passes.h.inc"
} // namespace phobos

using namespace mlir;
using namespace phobos;

/// Whether `op` on f32 has a formula in this room.
static bool hasFormula(Operation *op) {
  return isa<math::CosOp, math::ErfOp, math::Exp2Op, math::ExpOp, math::Log2Op,
             math::LogOp, math::PowFOp, math::RsqrtOp, math::SinOp,
             math::TanhOp>(op);
}

/// The value of the f32 function `op`, which has a formula, of `operands`.
static Float emitFormula(Operation *op, ArrayRef<Float> operands) {
  Float x = operands[0];
  return llvm::TypeSwitch<Operation *, Float>(op)
      .Case([&](math::CosOp) { return emitSinOrCos(x, /*cosine=*/true); })
      .Case([&](math::ErfOp) { return emitErf(x); })
      .Case([&](math::Exp2Op) { return exp2Approx(x); })
      .Case([&](math::ExpOp) { return emitExp(x); })
      .Case([&](math::Log2Op) { return emitLog2(x); })
      .Case([&](math::LogOp) { return emitLog(x); })
      .Case([&](math::PowFOp) { return emitPow(x, operands[1]); })
      .Case([&](math::RsqrtOp) { return emit<math::RsqrtOp, Float>(x); })
      .Case([&](math::SinOp) { return emitSinOrCos(x, /*cosine=*/false); })
      .Case([&](math::TanhOp) { return emitTanh(x); });
}

/// Whether the backend selects `op` on every float type.
static bool isNative(Operation *op) {
  return isa<math::AbsFOp, math::CopySignOp, math::FmaOp>(op);
}

/// Whether the backend selects `op` on f32 and f64.
static bool isNativeFrom32Bits(Operation *op) {
  return isNative(op) || isa<math::CeilOp, math::FloorOp, math::RoundEvenOp,
                             math::RoundOp, math::SqrtOp, math::TruncOp>(op);
}

/// libdevice's name for `op` on doubles; for floats an f follows.
static StringRef libdeviceName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return llvm::StringSwitch<StringRef>(name)
      .Case("math.powf", "__nv_pow")
      .Case("arith.remf", "__nv_fmod")
      .Case("math.acos", "__nv_acos")
      .Case("math.acosh", "__nv_acosh")
      .Case("math.asin", "__nv_asin")
      .Case("math.asinh", "__nv_asinh")
      .Case("math.atan", "__nv_atan")
      .Case("math.atan2", "__nv_atan2")
      .Case("math.atanh", "__nv_atanh")
      .Case("math.cbrt", "__nv_cbrt")
      .Case("math.cos", "__nv_cos")
      .Case("math.cosh", "__nv_cosh")
      .Case("math.erf", "__nv_erf")
      .Case("math.erfc", "__nv_erfc")
      .Case("math.exp", "__nv_exp")
      .Case("math.exp2", "__nv_exp2")
      .Case("math.expm1", "__nv_expm1")
      .Case("math.log", "__nv_log")
      .Case("math.log10", "__nv_log10")
      .Case("math.log1p", "__nv_log1p")
      .Case("math.log2", "__nv_log2")
      .Case("math.rsqrt", "__nv_rsqrt")
      .Case("math.sin", "__nv_sin")
      .Case("math.sinh", "__nv_sinh")
      .Case("math.tan", "__nv_tan")
      .Case("math.tanh", "__nv_tanh")
      .Default("");
}

/// Converts between floats of one shape.
static Value convertFloat(ImplicitLocOpBuilder &b, Value value, Type element) {
  Type from = getElementTypeOrSelf(value), to = element;
  if (from == to)
    return value;
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    to = vector.clone(element);
  if (from.getIntOrFloatBitWidth() < element.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, to, value);
  return arith::TruncFOp::create(b, to, value);
}

/// |x| of an integer or `index`; INT_MIN stays itself. ptxas takes what `abs`
/// gives for at least 0, and LLVM makes an `abs` of every formula that it sees
/// through: hence the assembly.
static Value emitAbs(ImplicitLocOpBuilder &b, Value x) {
  Type type = x.getType();
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  Type work = b.getIntegerType(width == 64 ? 64 : 32);
  if (type.isIndex())
    x = arith::IndexCastOp::create(b, work, x);
  else if (type != work)
    x = arith::ExtSIOp::create(b, work, x);
  Value last = arith::ConstantIntOp::create(b, work, width == 64 ? 63 : 31);
  Value sign = arith::ShRSIOp::create(b, x, last);
  Value flipped = arith::XOrIOp::create(b, x, sign);
  Value result =
      LLVM::InlineAsmOp::create(
          b, work, ValueRange{flipped, sign},
          width == 64 ? "sub.s64 $0, $1, $2;" : "sub.s32 $0, $1, $2;",
          width == 64 ? "=l,l,l" : "=r,r,r", /*has_side_effects=*/false,
          /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
          LLVM::AsmDialectAttr(), ArrayAttr())
          .getResult(0);
  if (type.isIndex())
    return arith::IndexCastOp::create(b, type, result);
  return type == work ? result : arith::TruncIOp::create(b, type, result);
}

/// Replaces an integer `abs` of a scalar or vector.
static void expandAbs(math::AbsIOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value result;
  if (auto vector = dyn_cast<VectorType>(op.getType())) {
    auto split = vector::ToElementsOp::create(b, op.getOperand());
    SmallVector<Value> elements;
    for (Value element : split.getElements())
      elements.push_back(emitAbs(b, element));
    result = vector::FromElementsOp::create(b, vector, elements);
  } else {
    result = emitAbs(b, op.getOperand());
  }
  op.replaceAllUsesWith(result);
  op.erase();
}

namespace {

struct ExpandMath : phobos::impl::ExpandMathBase<ExpandMath> {
  void runOnOperation() override {
    getOperation()->walk([](math::AbsIOp op) { expandAbs(op); });
    SmallVector<arith::DivFOp> divisions;
    auto collect = [&](arith::DivFOp op) { divisions.push_back(op); };
    getOperation()->walk(collect);
    llvm::for_each(divisions, shareReciprocals);
    divisions.clear();
    getOperation()->walk(collect);
    llvm::for_each(divisions, divideByConstant);
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isFunctionOfFloats(op))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      if (failed(expand(op)))
        return signalPassFailure();
  }

  static bool isFunctionOfFloats(Operation *op) {
    if (op->getNumResults() != 1 ||
        !(isa<math::MathDialect>(op->getDialect()) || isa<arith::RemFOp>(op)))
      return false;
    Type element = getElementTypeOrSelf(op->getResult(0));
    if (!isa<FloatType>(element) || isNative(op))
      return false;
    return !isNativeFrom32Bits(op) || element.getIntOrFloatBitWidth() < 32;
  }

  /// Replaces `op`, whose operands and result have one float type.
  LogicalResult expand(Operation *op) {
    for (Type type : op->getOperandTypes())
      if (type != op->getResult(0).getType())
        return op->emitError("expected operands of type ")
               << op->getResult(0).getType() << ", got " << type;
    ImplicitLocOpBuilder b(op->getLoc(), op);
    Type element = getElementTypeOrSelf(op->getResult(0));
    Type work = element.getIntOrFloatBitWidth() < 32 ? b.getF32Type() : element;
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(convertFloat(b, operand, work));
    FailureOr<Value> result = needsScalars(op, work)
                                  ? emitByElement(b, op, operands)
                                  : emitWhole(b, op, operands);
    if (failed(result))
      return failure();
    op->getResult(0).replaceAllUsesWith(convertFloat(b, *result, element));
    op->erase();
    return success();
  }

  /// Branches, calls and rsqrt.approx are of scalars.
  static bool needsScalars(Operation *op, Type work) {
    if (!isa<VectorType>(op->getResult(0).getType()) || isNativeFrom32Bits(op))
      return false;
    return isa<math::SinOp, math::CosOp, math::RsqrtOp>(op) || !work.isF32() ||
           !hasFormula(op);
  }

  FailureOr<Value> emitByElement(ImplicitLocOpBuilder &b, Operation *op,
                                 ArrayRef<Value> operands) {
    auto vector = cast<VectorType>(operands[0].getType());
    SmallVector<SmallVector<Value>> elements(vector.getNumElements());
    for (Value operand : operands) {
      auto split = vector::ToElementsOp::create(b, operand);
      for (auto [list, element] : llvm::zip(elements, split.getElements()))
        list.push_back(element);
    }
    SmallVector<Value> results;
    for (ArrayRef<Value> list : elements) {
      FailureOr<Value> result = emitWhole(b, op, list);
      if (failed(result))
        return failure();
      results.push_back(*result);
    }
    return vector::FromElementsOp::create(b, vector, results).getResult();
  }

  FailureOr<Value> emitWhole(ImplicitLocOpBuilder &b, Operation *op,
                             ArrayRef<Value> operands) {
    Type type = operands[0].getType();
    if (hasFormula(op) && getElementTypeOrSelf(type).isF32()) {
      SmallVector<Float> floats;
      for (Value operand : operands)
        floats.push_back({{&b, operand}});
      return emitFormula(op, floats).value;
    }
    if (isNativeFrom32Bits(op))
      return b
          .create(op->getLoc(), op->getName().getIdentifier(), operands, type)
          ->getResult(0);
    StringRef name = libdeviceName(op);
    if (name.empty())
      return op->emitError() << op->getName() << " has no lowering to the GPU";
    std::string full = name.str() + (type.isF32() ? "f" : "");
    FailureOr<LLVM::LLVMFuncOp> callee =
        LLVM::lookupOrCreateFn(b, SymbolTable::getNearestSymbolTable(op), full,
                               SmallVector<Type>(operands.size(), type), type);
    if (failed(callee))
      return failure();
    return LLVM::CallOp::create(b, *callee, operands).getResult();
  }
};

} // namespace
