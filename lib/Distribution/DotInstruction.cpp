//===- DotInstruction.cpp - What computes a product -------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DotInstruction.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

namespace {
/// An instruction with the capability (major * 10 + minor) from which on a chip
/// has it; wgmma is of that one alone, and takes the columns of the tile.
struct Row {
  DotFormat format;
  DotUnit unit;
  unsigned capability;
  int64_t m, n, k;
};
} // namespace

/// The columns that one wgmma takes at most.
static constexpr int64_t kMostColumns = 256;

/// PTX ISA, "Multiply-and-Accumulate Instruction: mma" and "wgmma.mma_async".
/// Of a format and unit, the better instruction comes first. As tf32, wgmma
/// would cut operands of f32 off, where the language rounds.
static constexpr Row kRows[] = {
    {DotFormat::F16, DotUnit::Wgmma, 90, kWgmmaRows, kMostColumns, 16},
    {DotFormat::BF16, DotUnit::Wgmma, 90, kWgmmaRows, kMostColumns, 16},
    {DotFormat::E4M3, DotUnit::Wgmma, 90, kWgmmaRows, kMostColumns, 32},
    {DotFormat::E5M2, DotUnit::Wgmma, 90, kWgmmaRows, kMostColumns, 32},
    {DotFormat::S8, DotUnit::Wgmma, 90, kWgmmaRows, kMostColumns, 32},
    {DotFormat::U8, DotUnit::Wgmma, 90, kWgmmaRows, kMostColumns, 32},
    {DotFormat::F16, DotUnit::MmaSync, 80, 16, 8, 16},
    {DotFormat::BF16, DotUnit::MmaSync, 80, 16, 8, 16},
    {DotFormat::E4M3, DotUnit::MmaSync, 89, 16, 8, 32},
    {DotFormat::E5M2, DotUnit::MmaSync, 89, 16, 8, 32},
    {DotFormat::S8, DotUnit::MmaSync, 80, 16, 8, 32},
    {DotFormat::U8, DotUnit::MmaSync, 80, 16, 8, 32},
    {DotFormat::TF32, DotUnit::MmaSync, 80, 16, 8, 8},
    {DotFormat::TF32x3, DotUnit::MmaSync, 80, 16, 8, 8},
    {DotFormat::F64, DotUnit::MmaSync, 90, 16, 8, 4},
    {DotFormat::F64, DotUnit::MmaSync, 80, 8, 8, 4},
};

StringRef phobos::stringifyDotFormat(DotFormat format) {
  switch (format) {
  case DotFormat::Accumulator:
    return "the accumulator's type";
  case DotFormat::F16:
    return "f16";
  case DotFormat::BF16:
    return "bf16";
  case DotFormat::E4M3:
    return "e4m3";
  case DotFormat::E5M2:
    return "e5m2";
  case DotFormat::S8:
    return "s8";
  case DotFormat::U8:
    return "u8";
  case DotFormat::TF32:
    return "tf32";
  case DotFormat::TF32x3:
    return "tf32x3";
  case DotFormat::F64:
    return "f64";
  }
  llvm_unreachable("a format");
}

static StringRef stringifyUnit(DotUnit unit) {
  switch (unit) {
  case DotUnit::FMA:
    return "fma";
  case DotUnit::MmaSync:
    return "mma.sync";
  case DotUnit::Wgmma:
    return "wgmma";
  }
  llvm_unreachable("a unit");
}

static std::string describeShape(int64_t m, int64_t n, int64_t k) {
  return "m" + std::to_string(m) + "n" + std::to_string(n) + "k" +
         std::to_string(k);
}

std::string DotInstruction::describe() const {
  std::string text = stringifyUnit(unit).str();
  if (unit == DotUnit::FMA)
    return text;
  return text + " " + describeShape(m, n, k) + " " +
         stringifyDotFormat(format).str();
}

Type phobos::getStagedType(DotFormat format, Type element) {
  MLIRContext *context = element.getContext();
  if (format == DotFormat::F16)
    return Float16Type::get(context);
  if (format == DotFormat::BF16)
    return BFloat16Type::get(context);
  return element;
}

/// What tensor cores may read f32 operands as.
static DotFormat getF32Format(DotPrecision precision) {
  switch (precision) {
  case DotPrecision::none:
    return DotFormat::Accumulator;
  case DotPrecision::tf32:
    return DotFormat::TF32;
  case DotPrecision::tf32x3:
    return DotFormat::TF32x3;
  case DotPrecision::bf16:
    return DotFormat::BF16;
  }
  llvm_unreachable("a precision");
}

/// The format of tensor cores that holds what `dot` multiplies.
static DotFormat getFormat(DotOp dot) {
  Type element = dot.getLhs().getType().getElementType();
  if (isa<Float16Type>(element))
    return DotFormat::F16;
  if (isa<BFloat16Type>(element))
    return DotFormat::BF16;
  if (isa<Float8E4M3FNType>(element))
    return DotFormat::E4M3;
  if (isa<Float8E5M2Type>(element))
    return DotFormat::E5M2;
  if (element.isInteger(8))
    return dot.getIsUnsigned() ? DotFormat::U8 : DotFormat::S8;
  if (element.isF64())
    return DotFormat::F64;
  return element.isF32() ? getF32Format(dot.getPrecision())
                         : DotFormat::Accumulator;
}

/// The first mma.sync of `format` that `target` has, with what was refused
/// before.
static const Row *findMmaSync(DotFormat format, const Target &target,
                              SmallVectorImpl<std::string> &refused) {
  for (const Row &row : kRows) {
    if (row.format != format || row.unit != DotUnit::MmaSync)
      continue;
    if (row.capability <= target.computeCapability)
      return &row;
    refused.push_back(
        (stringifyUnit(row.unit) + " " + describeShape(row.m, row.n, row.k) +
         " of " + stringifyDotFormat(format) + " needs sm_" +
         llvm::Twine(row.capability) + ", the target is " + target.name)
            .str());
  }
  return nullptr;
}

DotInstruction phobos::chooseDotInstruction(DotOp dot, const Target &target) {
  DotInstruction result;
  DotFormat format = getFormat(dot);
  if (format == DotFormat::Accumulator) {
    bool isF32 = dot.getLhs().getType().getElementType().isF32();
    result.refused.push_back(
        isF32 ? "tensor cores round f32: precision = tf32, tf32x3 or bf16 "
                "allows it"
              : "tensor cores do not multiply integers of more than 8 bits");
    return result;
  }
  const Row *row = findMmaSync(format, target, result.refused);
  // f16 holds every f8.
  if (!row && (format == DotFormat::E4M3 || format == DotFormat::E5M2)) {
    format = DotFormat::F16;
    row = findMmaSync(format, target, result.refused);
  }
  assert(row && "expected an instruction of the format on every target");
  result.unit = row->unit;
  result.format = format;
  result.m = row->m;
  result.n = row->n;
  result.k = row->k;
  return result;
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

/// The wgmma of what `dot` has in memory, or null.
static const Row *findWgmma(DotOp dot) {
  DotFormat format = getFormat(dot);
  Type element = dot.getLhs().getType().getElementType();
  if (getStagedType(format, element) != element)
    return nullptr;
  const Row *found = llvm::find_if(kRows, [&](const Row &row) {
    return row.format == format && row.unit == DotUnit::Wgmma;
  });
  return found == std::end(kRows) ? nullptr : found;
}

/// Why the wgmma of `row` does not take tiles of these shapes, in words; empty
/// if it does.
static std::string refuseShape(DotOp dot, const Row &row) {
  int64_t rows = dot.getType().getShape()[0],
          columns = dot.getType().getShape()[1],
          inner = dot.getLhs().getType().getShape()[1];
  bool isSixteenBits =
      dot.getLhs().getType().getElementType().getIntOrFloatBitWidth() == 16;
  if (!isSixteenBits && !dot.getTransposed())
    return "wgmma reads operands that are not of 16 bits along K: write dot_t "
           "of B as [N, K]";
  if (rows % row.m != 0)
    return "wgmma needs a multiple of " + std::to_string(row.m) +
           " rows, the tile has " + std::to_string(rows);
  bool isInteger = row.format == DotFormat::S8 || row.format == DotFormat::U8;
  int64_t step = isInteger && columns > 24 ? 16 : 8;
  if (columns % step != 0 || columns > kMostColumns)
    return "wgmma needs a multiple of " + std::to_string(step) + " columns, " +
           std::to_string(kMostColumns) + " at most, the tile has " +
           std::to_string(columns);
  if (inner % row.k != 0)
    return "wgmma needs a multiple of " + std::to_string(row.k) +
           " along K, the tile has " + std::to_string(inner);
  return "";
}

bool phobos::cutsSumsOff(DotOp dot) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(
      dot.getLhs().getType().getElementType());
}

DotInstruction phobos::chooseWgmma(DotOp dot, const Target &target) {
  DotInstruction result;
  auto refuse = [&](std::string why) {
    result.refused.push_back(std::move(why));
    return result;
  };
  if (target.tensorCore != TensorCore::Wgmma)
    return refuse("the target has no wgmma");
  const Row *row = findWgmma(dot);
  if (!row)
    return refuse("wgmma multiplies bf16, f16, f8 and i8");
  if (std::string why = refuseShape(dot, *row); !why.empty())
    return refuse(why);
  result.unit = row->unit;
  result.format = row->format;
  result.m = row->m;
  result.n = dot.getType().getShape()[1];
  result.k = row->k;
  return result;
}
