//===- OperandCopy.h - Copies of a product's operand ------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_OPERANDCOPY_H
#define PHOBOS_LIB_DISTRIBUTION_OPERANDCOPY_H

#include "ProductPipeline.h"

namespace phobos {

/// How a loop copies one operand from global to shared memory, without its
/// layout: neighbouring threads take neighbouring pieces of a row.
///
/// A piece is 16 bytes where rows are aligned so, else an element. `cp.async`
/// moves 16, 8 and 4 bytes; it reads as many as are inside and fills the rest
/// with zeros, which is the mask. Smaller pieces are loaded and stored; where a
/// thread has few of them, they wait in registers for the products before.
class OperandCopy {
public:
  /// Emits what all iterations share.
  OperandCopy(Distributor &distributor, const PipelinedLoad &pipelined);

  /// Whether pieces wait in registers between `start` and `finish`.
  bool usesRegisters() const { return way == Way::Registers; }

  /// Starts to copy the slice at `starts` (indices) to `slot`, or loads it into
  /// the registers that it gives.
  llvm::SmallVector<mlir::Value> start(mlir::ValueRange starts,
                                       mlir::Value slot);
  /// The types of these registers.
  llvm::SmallVector<mlir::Type> registerTypes() const;
  /// Writes these registers to `slot`.
  void finish(mlir::ValueRange registers, mlir::Value slot);

private:
  enum class Way {
    Chunks,    ///< 16 bytes
    Elements,  ///< elements, smaller ones than 4 bytes by plain accesses
    Registers, ///< elements that wait in registers
    Either     ///< decided at run time
  };

  /// A piece of a thread: its place in the tile, i32, and its number.
  struct Piece {
    mlir::Value row, column;
    int64_t rowStep;    // to be added to `row`
    mlir::Value exists; // i1, null if always
  };
  /// The part of the tile that is inside of the tensor, i32 each; null where
  /// all of it is.
  struct Inside {
    mlir::Value firstRow, endRow, firstColumn, endColumn;
  };

  int64_t piecesOf(int64_t elements) const;
  Piece piece(int64_t number, int64_t elements);
  Inside findInside(mlir::ValueRange starts);
  std::pair<mlir::Value, mlir::Value> findInside(mlir::ValueRange starts,
                                                 unsigned dim, int64_t length,
                                                 int64_t padded);
  mlir::Value isInside(const Piece &piece, const Inside &inside);
  mlir::Value insideBytes(const Piece &piece, const Inside &inside,
                          int64_t elements);
  mlir::Value source(const Piece &piece, mlir::Value first);
  mlir::Value destination(const Piece &piece, mlir::Value slot);
  mlir::Value firstElement(mlir::ValueRange starts);
  mlir::Value isWide(mlir::ValueRange starts);
  void copyAsync(mlir::ValueRange starts, mlir::Value slot, int64_t elements);
  llvm::SmallVector<mlir::Value> load(mlir::ValueRange starts);
  mlir::Value i32(int64_t value) { return d.i32(value); }

  Distributor &d;
  mlir::ImplicitLocOpBuilder &b;
  LoadOp op;
  ViewOp view;
  const MmaOperand &place;
  unsigned rowDim, columnDim;
  llvm::SmallVector<mlir::Value> strides; // index
  mlir::Value base;                       // the view's first element
  mlir::Value areRowsAligned;             // null where that is known
  Way way;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_OPERANDCOPY_H
