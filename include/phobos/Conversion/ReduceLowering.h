//===- ReduceLowering.h - Kinds of reduction in terms of arith --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_CONVERSION_REDUCELOWERING_H
#define PHOBOS_CONVERSION_REDUCELOWERING_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// `a` and `b`, scalars or vectors, combined as `kind` says.
mlir::Value combine(mlir::ImplicitLocOpBuilder &builder, ReduceKind kind,
                    mlir::Value a, mlir::Value b);

/// The number that `kind` combines with any of `element` to that one.
mlir::TypedAttr getNeutral(ReduceKind kind, mlir::Type element);

/// Whether `value` takes the place of `best`, which comes before it, as the
/// largest (or smallest) number: an i1. A NaN is more than any number, and not
/// more than another NaN; zeros of both signs are equal.
mlir::Value isBetter(mlir::ImplicitLocOpBuilder &builder, ReduceKind kind,
                     mlir::Value value, mlir::Value best);

} // namespace phobos

#endif // PHOBOS_CONVERSION_REDUCELOWERING_H
