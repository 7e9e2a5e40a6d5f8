//===- OrderInstructions.h - Elements one after the other -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TARGET_ORDERINSTRUCTIONS_H
#define PHOBOS_LIB_TARGET_ORDERINSTRUCTIONS_H

namespace llvm {
class Function;
}

namespace phobos {

/// Orders the arithmetic of `function` so that what is computed of an element
/// stands together, and not each operation for all of a thread's elements:
///
///   a0 = x0 - m; a1 = x1 - m; e0 = exp(a0); e1 = exp(a1)
///
/// becomes a0, e0, a1, e1. Of a thread's part of a tile, operation by operation
/// as it comes from vectors, as many intermediate results are alive as there
/// are elements, and ptxas does not find back to few of them reliably. Nothing
/// moves across what touches memory or other threads.
void orderInstructions(llvm::Function &function);

} // namespace phobos

#endif // PHOBOS_LIB_TARGET_ORDERINSTRUCTIONS_H
