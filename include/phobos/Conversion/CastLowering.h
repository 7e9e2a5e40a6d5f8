//===- CastLowering.h - phobos.cast in terms of arith -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_CONVERSION_CASTLOWERING_H
#define PHOBOS_CONVERSION_CASTLOWERING_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace phobos {

/// `source`, a scalar or a vector or tensor of any static shape, with its
/// elements converted to `element` by the rules of `phobos.cast`. Emits `arith`
/// and `math` ops; none of them has an undefined result that shows. A float
/// narrows to an f8 type after it was clamped, so `arith.truncf` never
/// overflows there.
mlir::Value lowerCast(mlir::ImplicitLocOpBuilder &builder, mlir::Value source,
                      mlir::Type element, bool fromUnsigned, bool toUnsigned);

/// The f64 `value`, a scalar or a vector or tensor, as f32, rounded to odd: an
/// inexact one is the neighbor whose last bit is set. A later rounding to a
/// type with at most 22 bits of mantissa then gives what one rounding would
/// (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008).
mlir::Value roundToOddF32(mlir::ImplicitLocOpBuilder &builder,
                          mlir::Value value);

} // namespace phobos

#endif // PHOBOS_CONVERSION_CASTLOWERING_H
