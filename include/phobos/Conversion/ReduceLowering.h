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

} // namespace phobos

#endif // PHOBOS_CONVERSION_REDUCELOWERING_H
