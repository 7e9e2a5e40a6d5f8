//===- Numbers.h - Arithmetic on i32s ---------------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_NUMBERS_H
#define PHOBOS_LIB_DISTRIBUTION_NUMBERS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace phobos {

/// Sums and the like of i32s.
struct Numbers {
  mlir::ImplicitLocOpBuilder &b;

  mlir::Value constant(int64_t value) const {
    return mlir::arith::ConstantIntOp::create(b, b.getI32Type(), value);
  }
  mlir::Value add(mlir::Value a, mlir::Value c) const {
    return b.createOrFold<mlir::arith::AddIOp>(a, c);
  }
  mlir::Value subtract(mlir::Value a, mlir::Value c) const {
    return b.createOrFold<mlir::arith::SubIOp>(a, c);
  }
  mlir::Value multiply(mlir::Value a, int64_t c) const {
    return b.createOrFold<mlir::arith::MulIOp>(a, constant(c));
  }
  /// `value` modulo a power of two, from 0 on.
  mlir::Value modulo(mlir::Value value, int64_t divisor) const {
    return b.createOrFold<mlir::arith::AndIOp>(value, constant(divisor - 1));
  }
  mlir::Value clamp(mlir::Value value, int64_t most) const {
    value = b.createOrFold<mlir::arith::MaxSIOp>(value, constant(0));
    return b.createOrFold<mlir::arith::MinSIOp>(value, constant(most));
  }
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value a,
                      mlir::Value c) const {
    return b.createOrFold<mlir::arith::CmpIOp>(predicate, a, c);
  }
  mlir::Value asIndex(mlir::Value value) const {
    return b.createOrFold<mlir::arith::IndexCastOp>(b.getIndexType(), value);
  }
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_NUMBERS_H
