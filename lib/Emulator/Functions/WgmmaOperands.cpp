//===- WgmmaOperands.cpp - Descriptors and layouts of wgmma -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "Matrix descriptor", "Shared Memory Matrix Layout", "Swizzling
// modes".

#include "MatrixElements.h"
#include "Wgmma.h"
#include <cstring>

using namespace phobos::emulator;

static constexpr unsigned pieceBytes = 16;

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

namespace {
/// Its fields; all are in bytes.
struct MatrixDescriptor {
  explicit MatrixDescriptor(uint64_t bits)
      : start(addressAt(bits, 0)), leading(addressAt(bits, 16)),
        stride(addressAt(bits, 32)), baseOffset(bits >> 49 & 7) {
    static constexpr unsigned widths[] = {16, 128, 64, 32};
    width = widths[bits >> 62];
  }

  static uint32_t addressAt(uint64_t bits, unsigned position) {
    return (bits >> position & 0x3fff) << 4;
  }

  uint32_t start;
  uint32_t leading; // the "leading dimension byte offset"
  uint32_t stride;  // the "stride dimension byte offset"
  unsigned baseOffset;
  /// Of a row of the swizzle pattern, which has 8 of them; 16: no swizzle.
  unsigned width;
};
} // namespace

std::optional<std::string>
phobos::emulator::findProblem(const WgmmaOperand &operand) {
  constexpr uint64_t unused =
      0x3ffull << 52 | 7ull << 46 | 3ull << 30 | 3 << 14;
  if (operand.descriptor & unused)
    return "bits that no field has";
  MatrixDescriptor matrix(operand.descriptor);
  if (matrix.baseOffset != 0 && matrix.width == pieceBytes)
    return "a base offset, but no swizzle";
  return std::nullopt;
}

/// Exchanges the pieces of a row of the pattern: bits 4 and on of the address
/// by the number of the row in the pattern, which are bits 7 and on, counted
/// from where the base offset says that the pattern begins.
static uint32_t swizzle(const MatrixDescriptor &matrix, uint32_t address) {
  uint32_t row = (address >> 7) - matrix.baseOffset;
  return address ^ (row & (matrix.width / pieceBytes - 1)) << 4;
}

/// Pieces along k: with a swizzle, a row of the pattern has the k of one m or
/// n, and `stride` leads to the next 8 of those. Without, 8 pieces of one k
/// follow each other, and `leading` leads to the next k.
static uint32_t addressAlongK(const MatrixDescriptor &matrix, unsigned number,
                              unsigned piece) {
  uint32_t address =
      matrix.start + number / 8 * matrix.stride + number % 8 * matrix.width;
  return address +
         piece * (matrix.width == pieceBytes ? matrix.leading : pieceBytes);
}

/// Pieces along m or n. With a swizzle, a row of the pattern has pieces of one
/// k, `leading` leads to the next such columns, and `stride` to the next 8 of
/// k. Without, 8 pieces of one k each follow each other, `stride` leads to the
/// next piece of the same k, and `leading` to the next 8 of k.
static uint32_t addressAcrossK(const MatrixDescriptor &matrix, unsigned k,
                               unsigned piece) {
  bool isSwizzled = matrix.width != pieceBytes;
  uint32_t acrossPieces = isSwizzled ? matrix.leading : matrix.stride;
  uint32_t acrossK = isSwizzled ? matrix.stride : matrix.leading;
  unsigned piecesOfRow = matrix.width / pieceBytes;
  return matrix.start + piece / piecesOfRow * acrossPieces +
         piece % piecesOfRow * pieceBytes + k / 8 * acrossK +
         k % 8 * matrix.width;
}

std::vector<uint32_t>
phobos::emulator::findPieces(const WgmmaOperand &operand) {
  MatrixDescriptor matrix(operand.descriptor);
  std::vector<uint32_t> pieces;
  auto add = [&](uint32_t address) {
    pieces.push_back(swizzle(matrix, address));
  };
  if (!operand.isTransposed) {
    for (unsigned number = 0; number != operand.size; ++number)
      for (unsigned piece = 0; piece != 2; ++piece)
        add(addressAlongK(matrix, number, piece));
    return pieces;
  }
  unsigned elements = pieceBytes * 8 / bitsOf(operand.type);
  for (unsigned piece = 0; piece != operand.size / elements; ++piece)
    for (unsigned k = 0; k != 2 * elements; ++k)
      add(addressAcrossK(matrix, k, piece));
  return pieces;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

unsigned phobos::emulator::bitsOf(WgmmaInput type) {
  switch (type) {
  case WgmmaInput::F16:
  case WgmmaInput::BF16:
    return 16;
  case WgmmaInput::TF32:
    return 32;
  case WgmmaInput::E4M3:
  case WgmmaInput::E5M2:
  case WgmmaInput::S8:
  case WgmmaInput::U8:
    return 8;
  }
  llvm_unreachable("an input without bits");
}

/// Puts the elements of a piece `step` numbers apart.
template <typename Element>
static void decode(const char *piece, double *to, size_t step) {
  using Word = std::conditional_t<
      Element::bits == 8, uint8_t,
      std::conditional_t<Element::bits == 16, uint16_t, uint32_t>>;
  Word words[pieceBytes / sizeof(Word)];
  memcpy(words, piece, pieceBytes);
  for (Word word : words) {
    *to = static_cast<double>(Element::decode(word));
    to += step;
  }
}

static auto decoderOf(WgmmaInput type)
    -> void (*)(const char *, double *, size_t) {
  switch (type) {
  case WgmmaInput::F16:
    return decode<ElementF16>;
  case WgmmaInput::BF16:
    return decode<ElementBF16>;
  case WgmmaInput::TF32:
    return decode<ElementTF32>;
  case WgmmaInput::E4M3:
    return decode<ElementE4M3>;
  case WgmmaInput::E5M2:
    return decode<ElementE5M2>;
  case WgmmaInput::S8:
    return decode<ElementS8>;
  case WgmmaInput::U8:
    return decode<ElementU8>;
  }
  llvm_unreachable("an input without elements");
}

std::vector<double>
phobos::emulator::readOperand(const WgmmaOperand &operand,
                              llvm::ArrayRef<uint32_t> pieces,
                              const char *base) {
  auto decode = decoderOf(operand.type);
  size_t elements = pieceBytes * 8 / bitsOf(operand.type), size = operand.size;
  size_t k = 2 * elements;
  std::vector<double> numbers(k * size);
  for (size_t i = 0; i != pieces.size(); ++i) {
    const char *piece = base + pieces[i];
    if (operand.isTransposed)
      decode(piece, &numbers[i % k * size + i / k * elements], 1);
    else
      decode(piece, &numbers[i % 2 * elements * size + i / 2], size);
  }
  return numbers;
}

std::vector<double> phobos::emulator::readRows(const char *rows,
                                               WgmmaInput type) {
  std::vector<uint32_t> pieces;
  constexpr unsigned numPieces =
      WgmmaForm::m * WgmmaForm::depthBytes / pieceBytes;
  for (unsigned i = 0; i != numPieces; ++i)
    pieces.push_back(i * pieceBytes);
  return readOperand({0, type, WgmmaForm::m, /*isTransposed=*/false}, pieces,
                     rows);
}
