//===- SwizzledTile.h - A product's operand in shared memory ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix in rows of chunks of 16 bytes. `ldmatrix` reads the same chunk of
// eight neighbouring rows at once, and a copy writes neighbouring chunks of a
// row; for both the eight chunks lie in different banks, of which there are
// eight of 16 bytes. With C chunks to a row, and 2^a the power of two in C, 8
// at most, chunk c of row r lies at place
//
//   r * C + (c ^ f(r)),   f(r) = the highest a of the lowest 3 bits of r
//
// The lowest 3 - a bits of r and what the odd part of C does with them give
// different multiples of 2^a among the banks; f gives the rest. An example with
// C = 4, where two rows are 128 bytes: rows 0 and 1 keep their chunks, rows 2
// and 3 have them XORed by 1, rows 4 and 5 by 2, rows 6 and 7 by 3.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_SWIZZLEDTILE_H
#define PHOBOS_LIB_DISTRIBUTION_SWIZZLEDTILE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace phobos {

/// Tiles in shared memory begin at multiples of this: all banks once.
inline constexpr int64_t kBankBytes = 128;

/// A byte of shared memory: a part known at run time, which may be null, and a
/// constant one, which becomes part of the instruction.
struct SharedByte {
  mlir::Value dynamic; // i32
  int64_t constant = 0;
};

class SwizzledTile {
public:
  static constexpr int64_t kChunkBytes = 16;

  SwizzledTile() = default;
  /// `columns` fill whole chunks.
  SwizzledTile(int64_t elementBytes, int64_t rows, int64_t columns,
               int64_t byteOffset);

  int64_t rows() const { return numRows; }
  int64_t columns() const { return numColumns; }
  int64_t elementBytes() const { return bytesOfElement; }
  int64_t elementsPerChunk() const { return kChunkBytes / bytesOfElement; }
  int64_t chunksPerRow() const { return numColumns / elementsPerChunk(); }
  /// The byte behind the tile.
  int64_t end() const {
    return byteOffset + numRows * numColumns * bytesOfElement;
  }

  /// Where a chunk lies; both are i32.
  SharedByte chunk(mlir::ImplicitLocOpBuilder &b, mlir::Value row,
                   mlir::Value chunk) const;
  /// Where chunk `chunk` + `chunkStep` of row `row` + `rowStep` lies. Needs a
  /// `rowStep` that is a multiple of 8 and no bit in common between `chunk` and
  /// `chunkStep`.
  SharedByte chunk(mlir::ImplicitLocOpBuilder &b, mlir::Value row,
                   int64_t rowStep, mlir::Value chunk,
                   mlir::Value chunkStep) const;
  /// Where an element lies; both are i32.
  SharedByte element(mlir::ImplicitLocOpBuilder &b, mlir::Value row,
                     mlir::Value column) const;

private:
  mlir::Value swizzle(mlir::ImplicitLocOpBuilder &b, mlir::Value row) const;

  int64_t bytesOfElement = 1, numRows = 0, numColumns = 0, byteOffset = 0;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_SWIZZLEDTILE_H
