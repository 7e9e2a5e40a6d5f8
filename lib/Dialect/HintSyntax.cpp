//===- HintSyntax.cpp - What accesses say of caches -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HintSyntax.h"

using namespace mlir;
using namespace phobos;

ParseResult phobos::parseHints(OpAsmParser &parser, HintAttrs &hints) {
  if (succeeded(parser.parseOptionalKeyword("cache")) &&
      failed(parser.parseCustomAttributeWithFallback(hints.cache, Type())))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("evict")) &&
      failed(parser.parseCustomAttributeWithFallback(hints.evict, Type())))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("volatile")))
    hints.isVolatile = parser.getBuilder().getUnitAttr();
  return success();
}

void phobos::printHints(OpAsmPrinter &printer, const HintAttrs &hints) {
  if (hints.cache) {
    printer << " cache ";
    printer.printStrippedAttrOrType(hints.cache);
  }
  if (hints.evict) {
    printer << " evict ";
    printer.printStrippedAttrOrType(hints.evict);
  }
  if (hints.isVolatile)
    printer << " volatile";
}

static LogicalResult verifyCache(Operation *op, std::optional<CacheModifier> it,
                                 ArrayRef<CacheModifier> allowed) {
  if (!it || llvm::is_contained(allowed, *it))
    return success();
  InFlightDiagnostic error = op->emitOpError("expected a cache of ");
  llvm::interleaveComma(allowed, error, [&](CacheModifier modifier) {
    error << '<' << stringifyCacheModifier(modifier) << '>';
  });
  return error << ", got <" << stringifyCacheModifier(*it) << '>';
}

LogicalResult phobos::verifyLoadCache(Operation *op,
                                      std::optional<CacheModifier> cache) {
  return verifyCache(op, cache,
                     {CacheModifier::ca, CacheModifier::cg, CacheModifier::cs,
                      CacheModifier::cv});
}

LogicalResult phobos::verifyStoreCache(Operation *op,
                                       std::optional<CacheModifier> cache) {
  return verifyCache(op, cache,
                     {CacheModifier::wb, CacheModifier::cg, CacheModifier::cs,
                      CacheModifier::wt});
}
