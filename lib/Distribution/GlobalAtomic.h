//===- GlobalAtomic.h - One atomic update of global memory ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_GLOBALATOMIC_H
#define PHOBOS_LIB_DISTRIBUTION_GLOBALATOMIC_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Target/Target.h"

namespace phobos {

/// How an element is updated.
struct AtomicUpdate {
  AtomicKind kind;
  MemoryOrder order;
  MemoryScope scope;
  /// Whether anybody asks for the old value.
  bool needsOld;

  bool acquires() const {
    return order == MemoryOrder::acquire || order == MemoryOrder::acq_rel;
  }
  bool releases() const {
    return order == MemoryOrder::release || order == MemoryOrder::acq_rel;
  }
};

/// Updates the element at `address` if `condition` (null: always) holds.
/// Returns the old value, zero where it does not hold, or null where nobody
/// asks for it. `expected` belongs to `cas`.
mlir::Value updateGlobal(mlir::ImplicitLocOpBuilder &b, const Target &target,
                         const AtomicUpdate &update, mlir::Value address,
                         mlir::Value condition, mlir::Value value,
                         mlir::Value expected);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_GLOBALATOMIC_H
