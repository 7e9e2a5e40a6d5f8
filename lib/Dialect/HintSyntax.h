//===- HintSyntax.h - What accesses say of caches -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cache <cg> evict <last> volatile
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DIALECT_HINTSYNTAX_H
#define PHOBOS_LIB_DIALECT_HINTSYNTAX_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// The attributes of an access; null where it does not have them.
struct HintAttrs {
  CacheModifierAttr cache;
  EvictionPolicyAttr evict;
  mlir::UnitAttr isVolatile;
};

mlir::ParseResult parseHints(mlir::OpAsmParser &parser, HintAttrs &hints);
void printHints(mlir::OpAsmPrinter &printer, const HintAttrs &hints);

/// Whether the caches are those of a load: an error of `op` where they are not.
mlir::LogicalResult verifyLoadCache(mlir::Operation *op,
                                    std::optional<CacheModifier> cache);
/// Likewise of a store.
mlir::LogicalResult verifyStoreCache(mlir::Operation *op,
                                     std::optional<CacheModifier> cache);

} // namespace phobos

#endif // PHOBOS_LIB_DIALECT_HINTSYNTAX_H
