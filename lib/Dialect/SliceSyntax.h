//===- SliceSyntax.h - What ops on slices share -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores take slices of views, extract_slice and insert_slice of
// tiles, in one syntax: %A[%r :+ 64, %k :+ 16] masked [0, 1] fill 0.0
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DIALECT_SLICESYNTAX_H
#define PHOBOS_LIB_DIALECT_SLICESYNTAX_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Parses the attribute dictionary. What the op's own syntax says (`reserved`)
/// may not stand there: it would win silently.
mlir::ParseResult parseAttributes(mlir::OpAsmParser &parser,
                                  mlir::OperationState &result,
                                  llvm::ArrayRef<llvm::StringRef> reserved);

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// A slice as it was read, before the types are known.
struct ParsedSlice {
  mlir::OpAsmParser::UnresolvedOperand source;
  llvm::SmallVector<mlir::OpAsmParser::UnresolvedOperand> starts;
  llvm::SmallVector<int64_t> lengths;
  llvm::SmallVector<int64_t> masked, unchecked;
  llvm::SMLoc loc;
};

enum class UncheckedDims { allowed, refused };

mlir::ParseResult parseSlice(mlir::OpAsmParser &parser, ParsedSlice &slice,
                             UncheckedDims unchecked = UncheckedDims::allowed);

/// Resolves the slice's operands once the types of its source and of the tile
/// are known.
mlir::ParseResult resolveSlice(mlir::OpAsmParser &parser,
                               const ParsedSlice &slice, mlir::Type source,
                               TileType tile,
                               llvm::SmallVectorImpl<mlir::Value> &operands);

/// A slice of an op, `tile` being its elements' type.
struct SliceParts {
  mlir::Value source;
  mlir::OperandRange starts;
  TileType tile;
  llvm::ArrayRef<int64_t> masked, unchecked;
};

void printSlice(mlir::OpAsmPrinter &printer, const SliceParts &slice);

/// Whether the tile is one of `element` and of `rank`, with a start a dim, and
/// the lists of dims are in order: constraints (C1) to (C5) of loads.
mlir::LogicalResult verifySlice(mlir::Operation *op, const SliceParts &slice,
                                mlir::Type element, int64_t rank);

/// The attribute for a list of dims: none for no dims, so that equal accesses
/// are equal ops.
mlir::DenseI64ArrayAttr makeDims(mlir::MLIRContext *context,
                                 llvm::ArrayRef<int64_t> dims);

//===----------------------------------------------------------------------===//
// The fill: 0.0, -3, inf, -inf, nan
//===----------------------------------------------------------------------===//

/// A fill as it was read, before the element type is known.
struct FillLiteral {
  bool negative = false;
  std::optional<llvm::APInt> integer;
  std::optional<llvm::APFloat> number;
  std::optional<llvm::APInt> nanBits;
  llvm::SMLoc loc;
};

/// Parses `fill …` where it stands.
mlir::ParseResult parseOptionalFill(mlir::OpAsmParser &parser,
                                    std::optional<FillLiteral> &fill);

/// The fill as a constant of `type`; an error where the type does not hold it.
mlir::FailureOr<mlir::TypedAttr> resolveFill(mlir::OpAsmParser &parser,
                                             const FillLiteral &fill,
                                             mlir::Type type);

void printFill(mlir::OpAsmPrinter &printer, mlir::TypedAttr fill);

/// Whether `fill`, if any, is a number of type `element`.
mlir::LogicalResult verifyFill(mlir::Operation *op, mlir::TypedAttr fill,
                               mlir::Type element);

/// `fill`, or the zero of `element` where it is null.
mlir::TypedAttr getFillOrZero(mlir::TypedAttr fill, mlir::Type element);

} // namespace phobos

#endif // PHOBOS_LIB_DIALECT_SLICESYNTAX_H
