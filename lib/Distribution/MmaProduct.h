//===- MmaProduct.h - One product by mma.sync -------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_MMAPRODUCT_H
#define PHOBOS_LIB_DISTRIBUTION_MMAPRODUCT_H

#include "Distributor.h"
#include "DotInstruction.h"
#include "SwizzledTile.h"
#include "WarpGrid.h"

namespace phobos {

/// An operand in shared memory. Its lines are the result's rows (of the left
/// side) or columns; each goes along the inner extent.
struct MmaOperand {
  /// `element` is the type of its elements there.
  MmaOperand(TileType type, mlir::Type element, bool linesAreRows,
             int64_t innerMultiple, int64_t byteOffset);

  TileType type;
  mlir::Type element;
  /// Whether each row of `tile` is a line; else each column is.
  bool linesAreRows;
  /// Whether `tile` is the operand transposed.
  bool isTransposed;
  /// Padded, with zeros, to whole chunks and to the instruction's k.
  SwizzledTile tile;

  /// Whether both lie in the same way, wherever they begin.
  bool liesLike(const MmaOperand &other) const {
    return element == other.element && linesAreRows == other.linesAreRows &&
           isTransposed == other.isTransposed &&
           tile.rows() == other.tile.rows() &&
           tile.columns() == other.tile.columns();
  }
};

/// The place of a side of `dot` in shared memory, from `byteOffset`.
MmaOperand placeLhs(DotOp dot, const DotInstruction &instruction,
                    int64_t byteOffset);
MmaOperand placeRhs(DotOp dot, const DotInstruction &instruction,
                    int64_t byteOffset);

/// A product of which each warp computes a part of the accumulator: fragments
/// of 16 x 8 elements, from operands in shared memory or, on the left side, in
/// registers.
class MmaProduct {
public:
  MmaProduct(Distributor &distributor, DotOp op,
             const DotInstruction &instruction, const WarpGrid &grid);

  /// Writes a tile to its place in shared memory, with the padding.
  void store(mlir::Value vector, const MmaOperand &operand);

  /// Lets the left side come from `vector`, its elements in the operand's
  /// layout. False where it has another layout, and nothing is changed.
  bool takeLhsFromRegisters(mlir::Value vector);
  /// Lets a side come from shared memory, `slot` (an i32, or null) bytes behind
  /// its place.
  void takeLhs(const MmaOperand &operand, mlir::Value slot);
  void takeRhs(const MmaOperand &operand, mlir::Value slot);

  /// Adds the product to `accumulator`.
  mlir::Value multiply(mlir::Value accumulator);

private:
  /// The sides of a fragment of the accumulator, of which a lane has four
  /// elements: two in a row, two in the row 8 below.
  static constexpr int64_t kRows = 16, kColumns = 8;

  using Registers = llvm::SmallVector<mlir::Value, 4>;
  struct Source {
    const MmaOperand *operand = nullptr;
    mlir::Value slot;
  };
  /// A place along the inner extent, in instructions: an i32, and its value
  /// where it is known.
  struct Step {
    mlir::Value value;
    std::optional<int64_t> constant;
  };

  void zero(const MmaOperand &operand, int64_t row, int64_t rows,
            int64_t column, int64_t columns);
  void storeElements(mlir::Value vector, const MmaOperand &operand);

  Registers lhsFragment(int64_t row, const Step &step);
  Registers lhsFromRegisters(int64_t row, int64_t step);
  /// The fragments of columns `column` and, where there is one, the next.
  llvm::SmallVector<Registers> rhsFragments(int64_t column, const Step &step);
  SharedByte rhsLines(int64_t column, const Step &step);
  SharedByte rhsRowsOfInner(int64_t column, const Step &step);
  Registers loadMatrices(const Source &source, SharedByte byte, int64_t number,
                         bool transposed);
  /// One element for each register of a fragment that has `lineCount` lines,
  /// eight apart, from `line`.
  Registers loadElements(const Source &source, mlir::Value line,
                         int64_t lineCount, int64_t innerCount,
                         const Step &step);
  mlir::Value pointer(const Source &source, SharedByte byte);

  void multiplyStep(const Step &step, llvm::MutableArrayRef<mlir::Value> sums);
  void multiplyFragments(const Registers &left, const Registers &right,
                         llvm::MutableArrayRef<mlir::Value> sums);
  void multiplySplit(const Registers &left, const Registers &right,
                     llvm::MutableArrayRef<mlir::Value> sums);
  void callMma(llvm::ArrayRef<mlir::Value> left,
               llvm::ArrayRef<mlir::Value> right,
               llvm::MutableArrayRef<mlir::Value> sums);
  /// Where the accumulator's vector has the four elements of a fragment.
  llvm::SmallVector<int64_t> placesOf(int64_t row, int64_t column) const;

  mlir::Value i32(int64_t value) { return d.i32(value); }
  mlir::Value add(mlir::Value a, mlir::Value c) {
    return b.createOrFold<mlir::arith::AddIOp>(a, c);
  }
  mlir::Value times(mlir::Value value, int64_t factor) {
    return b.createOrFold<mlir::arith::MulIOp>(value, i32(factor));
  }

  Distributor &d;
  mlir::ImplicitLocOpBuilder &b;
  DotOp op;
  const DotInstruction &instruction;
  WarpGrid grid;
  /// Fragments of a warp along the rows and the columns, and steps along the
  /// inner extent.
  int64_t rows, columns, steps;
  mlir::Value lane, warpRow, warpColumn; // i32
  Source lhs, rhs;
  /// The left side in registers, and of each element of its fragments the place
  /// there.
  mlir::Value lhsVector;
  llvm::SmallVector<int64_t> lhsSources;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_MMAPRODUCT_H
