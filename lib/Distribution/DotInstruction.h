//===- DotInstruction.h - What computes a product ---------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows which instruction a product takes. Layouts, code for
// threads and explanations all ask here.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_DOTINSTRUCTION_H
#define PHOBOS_LIB_DISTRIBUTION_DOTINSTRUCTION_H

#include "phobos/Dialect/Phobos.h"
#include "phobos/Target/Target.h"

namespace phobos {

enum class DotUnit {
  FMA,     ///< multiplications and additions of single elements
  MmaSync, ///< tensor cores, a warp at a time
  Wgmma    ///< tensor cores, four warps at a time, operands in shared memory
};

/// The rows of every wgmma.
inline constexpr int64_t kWgmmaRows = 64;

/// How an instruction reads its operands.
enum class DotFormat {
  Accumulator, ///< widened to the accumulator's type
  F16,
  BF16,
  E4M3,
  E5M2,
  S8,
  U8,
  TF32,
  TF32x3, ///< each operand is a sum of two tf32; three products
  F64
};

struct DotInstruction {
  DotUnit unit = DotUnit::FMA;
  DotFormat format = DotFormat::Accumulator;
  /// What one instruction multiplies: m x k by k x n.
  int64_t m = 1, n = 1, k = 1;
  /// Why each better one does not fit: "mma.sync of e4m3 needs sm_89".
  llvm::SmallVector<std::string> refused;

  /// `mma.sync m16n8k16 bf16`, for explanations.
  std::string describe() const;
};

/// The fastest instruction of `target` that computes what `dot` says. A product
/// of f32 is exact unless its precision says otherwise, so it has no tensor
/// cores by itself.
DotInstruction chooseDotInstruction(DotOp dot, const Target &target);

/// The wgmma that multiplies 64 rows of `dot`, on operands that lie in shared
/// memory as global memory has them; of another unit, with the reason in
/// `refused`, where there is none.
DotInstruction chooseWgmma(DotOp dot, const Target &target);

/// Whether wgmma cuts the sums of `dot` off to fewer bits than its result has:
/// of 8-bit floats to 14 (measured on an H200).
bool cutsSumsOff(DotOp dot);

/// The name of a format in PTX: "bf16".
llvm::StringRef stringifyDotFormat(DotFormat format);

/// The type of an operand's elements in shared memory, of which the instruction
/// reads `format`.
mlir::Type getStagedType(DotFormat format, mlir::Type element);

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_DOTINSTRUCTION_H
