//===- ExpandFloat8.cpp - Floats of 8 bits by integers or cvt ---*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ScalarExpr.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "phobos/Conversion/PhobosToGPU/Passes.h"

namespace phobos {
#define GEN_PASS_DEF_EXPANDFLOAT8
#include "phobos/Conversion/PhobosToGPU/Passes.h.inc"
} // namespace phobos

using namespace mlir;
using namespace phobos;

static bool isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type));
}

/// `element` in the shape of `value`.
static Type shapeLike(Value value, Type element) {
  auto vector = dyn_cast<VectorType>(value.getType());
  return vector ? Type(vector.clone(element)) : element;
}

//===----------------------------------------------------------------------===//
// In integers
//===----------------------------------------------------------------------===//

namespace {
/// What differs between the formats, in terms of f32's bits.
struct Format {
  unsigned mantissaBits;
  /// The exponent's bias is that much smaller than f32's.
  unsigned biasDifference;
  /// A float whose unit in the last place is the format's smallest number.
  float subnormalUnit;
  uint32_t largest;
};
} // namespace

static Format formatOf(Type type) {
  if (isa<Float8E4M3FNType>(getElementTypeOrSelf(type)))
    return {3, 127 - 7, 0x1p14f, 0x7e};
  return {2, 127 - 15, 0x1p7f, 0x7b};
}

/// The bits, as i32, of the f32 `x` rounded to nearest even in the 8-bit
/// format; saturating, NaN as 0x7f.
static Int roundInIntegers(Float x, Format format) {
  Int magnitude = bits(x) & 0x7fffffffu;
  unsigned dropped = 23 - format.mantissaBits;
  Int isOdd = (magnitude >> dropped) & 1u;
  Int normal = (magnitude + ((1u << (dropped - 1)) - 1) + isOdd) >> dropped;
  normal = normal - (format.biasDifference << format.mantissaBits);
  // The addition rounds to the smallest number; what it adds is counted in
  // bits.
  Float sum = fromBits(magnitude) + format.subnormalUnit;
  Int subnormal = bits(sum) - bits(x.number(format.subnormalUnit));
  uint32_t leastNormal = (format.biasDifference + 1) << 23;
  Int result = select(magnitude < leastNormal, subnormal, normal);
  result =
      select(result < format.largest, result, result.number(format.largest));
  result = select(x != x, result.number(0x7f), result);
  return result | ((bits(x) >> 24) & 0x80u);
}

/// The f32 values of 8-bit floats, given as i32.
static Float extendInIntegers(Int x, Type format) {
  ImplicitLocOpBuilder &b = *x.builder;
  auto asF16 = [&](Int half) -> Float {
    Value narrow = arith::TruncIOp::create(
        b, shapeLike(x.value, b.getI16Type()), half.value);
    Value f16 =
        arith::BitcastOp::create(b, shapeLike(x.value, b.getF16Type()), narrow);
    return {{&b, arith::ExtFOp::create(b, shapeLike(x.value, b.getF32Type()),
                                       f16)}};
  };
  // f8E5M2 is the upper half of an f16.
  if (isa<Float8E5M2Type>(getElementTypeOrSelf(format)))
    return asF16(x << 8);
  // The bias of f8E4M3FN is 8 less than f16's.
  Int magnitude = x & 0x7fu;
  Float value = asF16(((x & 0x80u) << 8) | (magnitude << 7)) * 0x1p8f;
  return select(magnitude == 0x7fu, NAN, value);
}

//===----------------------------------------------------------------------===//
// By instructions
//===----------------------------------------------------------------------===//

/// Applies `convert` to the elements of `value`, two at a time, and returns its
/// results with the element type `element`; a scalar counts as one element.
static Value
convertPairs(ImplicitLocOpBuilder &b, Value value, Type element,
             function_ref<std::array<Value, 2>(Value, Value)> convert) {
  auto vector = dyn_cast<VectorType>(value.getType());
  if (!vector)
    return convert(value, value)[0];
  SmallVector<Value> results;
  auto elements = vector::ToElementsOp::create(b, value).getElements();
  for (size_t i = 0; i < elements.size(); i += 2) {
    bool isPair = i + 1 < elements.size();
    auto [first, second] = convert(elements[i], elements[i + isPair]);
    results.push_back(first);
    if (isPair)
      results.push_back(second);
  }
  return vector::FromElementsOp::create(b, vector.clone(element), results);
}

static std::array<Value, 2> splitPair(ImplicitLocOpBuilder &b, Value pair) {
  auto elements = vector::ToElementsOp::create(b, pair).getElements();
  return {elements[0], elements[1]};
}

/// The f32 `value` as i8 by cvt.rn.satfinite.
static Value roundByInstruction(ImplicitLocOpBuilder &b, Value value,
                                Type format) {
  auto pairType = VectorType::get({2}, b.getI8Type());
  return convertPairs(b, value, b.getI8Type(), [&](Value x, Value y) {
    // The second operand lands in the low byte.
    Value pair = NVVM::ConvertF32x2ToF8x2Op::create(
        b, pairType, y, x, NVVM::FPRoundingMode::RN,
        NVVM::SaturationMode::SATFINITE, /*relu=*/false, format);
    return splitPair(b, pair);
  });
}

/// The i8 `value` as f16.
static Value extendByInstruction(ImplicitLocOpBuilder &b, Value value,
                                 Type format) {
  auto pairType = VectorType::get({2}, b.getF16Type());
  return convertPairs(b, value, b.getF16Type(), [&](Value x, Value y) {
    Value bytes = vector::FromElementsOp::create(
        b, VectorType::get({2}, b.getI8Type()), ValueRange{x, y});
    Value pair = NVVM::ConvertF8x2ToF16x2Op::create(b, pairType, bytes,
                                                    /*relu=*/false, format);
    return splitPair(b, pair);
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// `value` converted between float types of at least 16 bits.
static Value convertFloat(ImplicitLocOpBuilder &b, Value value, Type element) {
  Type from = getElementTypeOrSelf(value);
  if (from == element)
    return value;
  if (from.getIntOrFloatBitWidth() == element.getIntOrFloatBitWidth())
    value = convertFloat(b, value, b.getF32Type());
  Type to = shapeLike(value, element);
  if (getElementTypeOrSelf(value).getIntOrFloatBitWidth() <
      element.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, to, value);
  return arith::TruncFOp::create(b, to, value);
}

namespace {

struct ExpandFloat8 : phobos::impl::ExpandFloat8Base<ExpandFloat8> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(computeInF32()))
      return signalPassFailure();
    SmallVector<Operation *> casts;
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::TruncFOp>(op) && isFloat8(op->getResult(0).getType()))
        casts.push_back(op);
      else if (isa<arith::ExtFOp>(op) && isFloat8(op->getOperand(0).getType()))
        casts.push_back(op);
    });
    for (Operation *op : casts)
      if (failed(expand(op)))
        return signalPassFailure();
  }

  /// Arithmetic on 8-bit floats becomes arithmetic on f32 between casts.
  LogicalResult computeInF32() {
    MLIRContext *context = &getContext();
    TypeConverter converter;
    arith::populateEmulateUnsupportedFloatsConversions(
        converter,
        {Float8E4M3FNType::get(context), Float8E5M2Type::get(context)},
        Float32Type::get(context));
    RewritePatternSet patterns(context);
    arith::populateEmulateUnsupportedFloatsPatterns(patterns, converter);
    ConversionTarget target(*context);
    arith::populateEmulateUnsupportedFloatsLegality(target, converter);
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }

  LogicalResult expand(Operation *op) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    Value source = op->getOperand(0);
    Type type = op->getResult(0).getType();
    if (getElementTypeOrSelf(source).isF64())
      return op->emitError("expected a source of at most 32 bits, which is "
                           "rounded once, got f64");
    Value result =
        isa<arith::TruncFOp>(op) ? round(b, source, type) : extend(b, source);
    if (isa<arith::ExtFOp>(op))
      result = convertFloat(b, result, getElementTypeOrSelf(type));
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
    return success();
  }

  Value round(ImplicitLocOpBuilder &b, Value source, Type type) {
    Value wide = convertFloat(b, source, b.getF32Type());
    Value byte;
    if (hardware) {
      byte = roundByInstruction(b, wide, getElementTypeOrSelf(type));
    } else {
      Int i = roundInIntegers(Float{{&b, wide}}, formatOf(type));
      byte =
          arith::TruncIOp::create(b, shapeLike(wide, b.getI8Type()), i.value);
    }
    return arith::BitcastOp::create(b, type, byte);
  }

  /// As f16 or f32.
  Value extend(ImplicitLocOpBuilder &b, Value source) {
    Type format = getElementTypeOrSelf(source);
    Value byte =
        arith::BitcastOp::create(b, shapeLike(source, b.getI8Type()), source);
    if (hardware)
      return extendByInstruction(b, byte, format);
    Value i =
        arith::ExtUIOp::create(b, shapeLike(source, b.getI32Type()), byte);
    return extendInIntegers(Int{{&b, i}}, format).value;
  }
};

} // namespace
