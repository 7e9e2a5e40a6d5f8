//===- WgmmaProduct.h - One product by wgmma --------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_WGMMAPRODUCT_H
#define PHOBOS_LIB_DISTRIBUTION_WGMMAPRODUCT_H

#include "DistributeProducts.h"
#include "Distributor.h"
#include "DotInstruction.h"
#include "StagedOperand.h"

namespace phobos {

/// A product of which each warp group computes 64 rows at a time, from operands
/// in shared memory or, on the left side, in registers.
class ProductDistributor::Product {
public:
  /// The registers of one instruction's accumulators, for each 64 rows.
  using Sums = llvm::SmallVector<mlir::Value>;

  /// `warp` is the number of the thread's warp, an i32.
  Product(Distributor &distributor, DotOp dot, mlir::Value warp);

  /// Lets a side come from shared memory, from byte `place`, an i32, on.
  void takeLhs(const StagedOperand &operand, mlir::Value place);
  void takeRhs(const StagedOperand &operand, mlir::Value place);
  /// Lets the left side come from `vector`, its elements in the operand's
  /// layout. False where it has another layout than the instruction, and
  /// nothing is changed.
  bool takeLhsFromRegisters(mlir::Value vector);

  /// Starts to add the product to `sums`.
  Sums start(Sums sums);
  /// Starts the product of one block of rows alone, and gives its sum.
  mlir::Value startAlone(int64_t block);

  /// A tile's elements, in the layout of accumulators, as `parts` sums; and
  /// back.
  static Sums split(Distributor &distributor, mlir::Value vector,
                    int64_t parts);
  static mlir::Value join(Distributor &distributor,
                          llvm::ArrayRef<mlir::Value> sums,
                          mlir::VectorType type);
  /// Waits for all products. The accumulators go through the instruction, so
  /// that nothing reads them before it.
  static mlir::Value await(mlir::ImplicitLocOpBuilder &b, mlir::Value sum);

private:
  struct Source {
    StagedOperand operand;
    mlir::Value place;
  };

  int64_t rowsOfBlocks() const;
  mlir::Value descriptor(const Source &source, int64_t row);
  mlir::Value atStep(mlir::Value descriptor, const Source &source,
                     int64_t step);
  /// What instructions add to: `sum`, or nothing.
  enum class Adds { ToSum, ToNothing };
  mlir::Value startBlock(int64_t block, mlir::Value sum, Adds first);
  mlir::Value multiply(mlir::Value sum, mlir::Value lhs, mlir::Value rhs,
                       Adds adds);
  mlir::Value multiplyRegisters(mlir::Value sum, int64_t block, int64_t step,
                                mlir::Value rhs);

  Distributor &d;
  mlir::ImplicitLocOpBuilder &b;
  DotOp dot;
  DotInstruction instruction;
  mlir::Value warp, shared;
  int64_t steps;
  std::optional<Source> lhs, rhs;
  /// The left side, if it is in registers, in the order of the instructions.
  llvm::SmallVector<mlir::Value> lhsRegisters;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_WGMMAPRODUCT_H
