//===- StagedOperand.h - A product's operand in shared memory ---*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a tile lies that bulk copies (TMA) bring to shared memory, or threads
// write there, and wgmma reads. The tile's rows, as memory has them, are cut
// into boxes of `swizzle` bytes, 128 if that divides a row. A box is one copy:
// all rows of the tile, each `swizzle` bytes, and behind it the next box:
//
//   64x128 of bf16, 256 bytes a row:  box 0 = columns 0 to 63, 64 * 128 bytes
//                                     box 1 = columns 64 to 127
//
// The last box of an MN-major operand may reach beyond the tile, to columns
// that nothing reads: few wide boxes are better than many narrow ones.
//
// In every 8 rows of a box, 16-byte pieces are permuted so that neither side
// has bank conflicts; both know how (PTX ISA, "Swizzling modes").
//
// An operand is K-major where its rows are along the inner dim of the product
// (A as M x K, B as N x K), MN-major where they are along the outer one (B as
// K x N). One instruction takes 32 bytes of K (K-major), or 16 rows.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_STAGEDOPERAND_H
#define PHOBOS_LIB_DISTRIBUTION_STAGEDOPERAND_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Dialect/Phobos.h"
#include <array>

namespace phobos {

/// Stages, and the operands in them, begin at multiples of this: after so many
/// bytes the permutation of a 128-byte swizzle begins anew.
inline constexpr int64_t kOperandAlignment = 1024;

/// A side of a product, and whether its tile's rows are along the inner dim.
struct DotSide {
  mlir::Value value;
  bool isKMajor;
};
/// The left side and the right one.
std::array<DotSide, 2> getSides(DotOp dot);

struct StagedOperand {
  LoadOp load;           // null where threads write it
  int64_t rows, columns; // of the tile, as memory has them
  int64_t elementBytes;
  bool isKMajor;
  int64_t swizzle; // bytes
  /// The blocks of a cluster that may each bring a part of its rows, to all of
  /// them (`phobos.multicast`); 1 where each brings its own.
  int64_t sharers;

  static StagedOperand get(const DotSide &side);

  int64_t boxCount() const {
    return llvm::divideCeil(columns * elementBytes, swizzle);
  }
  int64_t boxColumns() const { return swizzle / elementBytes; }
  int64_t boxBytes() const { return rows * swizzle; }
  /// The rows that one copy brings of a box.
  int64_t copiedRows() const { return rows / sharers; }
  int64_t bytes() const { return boxCount() * boxBytes(); }

  /// Bytes from the operand's start to what instruction `step` along K reads.
  int64_t stepOffset(int64_t step) const;
  /// Bytes from the operand's start to row `row` of its first box.
  int64_t rowOffset(int64_t row) const { return row * swizzle; }
  /// Bytes from the operand's start, a multiple of 1024, to an element: all
  /// i32.
  mlir::Value elementByte(mlir::ImplicitLocOpBuilder &b, mlir::Value row,
                          mlir::Value column) const;
  /// The matrix descriptor but for the address (PTX ISA, "Matrix descriptor").
  uint64_t descriptor() const;
};

/// The load behind an operand of a product, also through a reshape that drops
/// dims of extent 1; null if there is none.
LoadOp findOperandLoad(mlir::Value operand);

/// The name of the kernel that copies what `load` reads to rows that a bulk
/// copy can see, see `phobos-add-repack-kernels`.
std::string getRepackKernelName(LoadOp load);

/// Whether the products of `loop`, on operands that bulk copies bring, are its
/// only ops on tiles, and each adds to what the loop carries or to another one.
bool onlyAddsProducts(mlir::scf::ForOp loop);

/// Whether `op` is in a loop whose iterations take stages of operands.
bool isInProducts(mlir::Operation *op);

/// Whether bulk copies bring `load`'s tile to shared memory.
bool isStaged(LoadOp load);
/// Whether no thread holds `value`: a staged load's tile, or a reshaped one.
bool isStaged(mlir::Value value);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_STAGEDOPERAND_H
