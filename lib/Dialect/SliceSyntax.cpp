//===- SliceSyntax.cpp - What ops on slices share -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceSyntax.h"

using namespace mlir;
using namespace phobos;

ParseResult phobos::parseAttributes(OpAsmParser &parser, OperationState &result,
                                    ArrayRef<StringRef> reserved) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  for (StringRef name : reserved)
    if (result.attributes.get(name))
      return parser.emitError(loc)
             << "expected '" << name
             << "' in the op's own syntax, not in the dictionary";
  return success();
}

ParseResult phobos::parseSlice(OpAsmParser &parser, ParsedSlice &slice,
                               UncheckedDims unchecked) {
  auto parseDim = [&]() -> ParseResult {
    return failure(parser.parseOperand(slice.starts.emplace_back()) ||
                   parser.parseColon() || parser.parsePlus() ||
                   parser.parseInteger(slice.lengths.emplace_back()));
  };
  auto parseDims = [&](StringRef keyword,
                       SmallVector<int64_t> &dims) -> ParseResult {
    if (failed(parser.parseOptionalKeyword(keyword)))
      return success();
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseInteger(dims.emplace_back());
    });
  };
  slice.loc = parser.getCurrentLocation();
  if (parser.parseOperand(slice.source) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim) ||
      parseDims("masked", slice.masked))
    return failure();
  return unchecked == UncheckedDims::allowed
             ? parseDims("unchecked", slice.unchecked)
             : success();
}

ParseResult phobos::resolveSlice(OpAsmParser &parser, const ParsedSlice &slice,
                                 Type source, TileType tile,
                                 SmallVectorImpl<Value> &operands) {
  if (ArrayRef<int64_t>(slice.lengths) != tile.getShape())
    return parser.emitError(slice.loc)
           << "expected slice lengths to be the extents of " << tile;
  return failure(parser.resolveOperand(slice.source, source, operands) ||
                 parser.resolveOperands(slice.starts,
                                        parser.getBuilder().getIndexType(),
                                        operands));
}

void phobos::printSlice(OpAsmPrinter &printer, const SliceParts &slice) {
  printer << slice.source << '[';
  ArrayRef<int64_t> shape = slice.tile.getShape();
  llvm::interleaveComma(
      llvm::enumerate(slice.starts), printer, [&](auto start) {
        printer << start.value() << " :+ " << shape[start.index()];
      });
  printer << ']';
  auto printDims = [&](StringRef keyword, ArrayRef<int64_t> dims) {
    if (dims.empty())
      return;
    printer << ' ' << keyword << " [";
    llvm::interleaveComma(dims, printer);
    printer << ']';
  };
  printDims("masked", slice.masked);
  printDims("unchecked", slice.unchecked);
}

DenseI64ArrayAttr phobos::makeDims(MLIRContext *context,
                                   ArrayRef<int64_t> dims) {
  return dims.empty() ? DenseI64ArrayAttr()
                      : DenseI64ArrayAttr::get(context, dims);
}

static LogicalResult verifyDims(Operation *op, StringRef what,
                                ArrayRef<int64_t> dims, int64_t rank) {
  for (auto [index, dim] : llvm::enumerate(dims)) {
    if (dim < 0 || dim >= rank)
      return op->emitOpError() << "expected " << what << " dims below " << rank
                               << ", got " << dim;
    if (index && dims[index - 1] >= dim)
      return op->emitOpError()
             << "expected " << what << " dims in ascending order";
  }
  return success();
}

LogicalResult phobos::verifySlice(Operation *op, const SliceParts &slice,
                                  Type element, int64_t rank) {
  if (element != slice.tile.getElementType()) // (C1)
    return op->emitOpError()
           << "expected a tile of " << element << ", got " << slice.tile;
  if (rank != slice.tile.getRank()) // (C2)
    return op->emitOpError()
           << "expected a tile of rank " << rank << ", got " << slice.tile;
  if (static_cast<int64_t>(slice.starts.size()) != rank) // (C3)
    return op->emitOpError()
           << "expected " << rank << " starts, got " << slice.starts.size();
  // (C4)
  if (failed(verifyDims(op, "masked", slice.masked, rank)) ||
      failed(verifyDims(op, "unchecked", slice.unchecked, rank)))
    return failure();
  for (int64_t dim : slice.masked)
    if (llvm::is_contained(slice.unchecked, dim)) // (C5)
      return op->emitOpError()
             << "dim " << dim << " is both masked and unchecked";
  return success();
}
