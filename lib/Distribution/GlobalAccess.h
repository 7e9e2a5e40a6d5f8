//===- GlobalAccess.h - One load or store of global memory ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_GLOBALACCESS_H
#define PHOBOS_LIB_DISTRIBUTION_GLOBALACCESS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Distribution/Passes.h"

namespace phobos {

/// What an access says beside its place.
struct AccessHints {
  std::optional<CacheModifier> cache;
  std::optional<EvictionPolicy> evict;
  bool isVolatile = false;
  /// Nothing writes there while the kernel runs.
  bool isReadOnly = false;

  template <typename Op> static AccessHints of(Op op) {
    return {op.getCache(), op.getEvict(), op.getIsVolatile(),
            op->hasAttr(readOnlyAttrName)};
  }
  bool any() const { return cache || evict || isVolatile || isReadOnly; }
};

/// Reads a vector of elements, in memory's types and aligned to its size, from
/// `address`. Where `inside` is false no memory is touched and the result is
/// `fill`; null stands for true.
mlir::Value loadGlobal(mlir::ImplicitLocOpBuilder &b, mlir::Value address,
                       mlir::Value inside, mlir::Value fill,
                       const AccessHints &hints);

/// Writes such a vector to `address` where `inside` holds.
void storeGlobal(mlir::ImplicitLocOpBuilder &b, mlir::Value vector,
                 mlir::Value address, mlir::Value inside,
                 const AccessHints &hints);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_GLOBALACCESS_H
