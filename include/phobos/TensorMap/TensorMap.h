//===- TensorMap.h - How bulk copies see a tensor ---------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TENSORMAP_TENSORMAP_H
#define PHOBOS_TENSORMAP_TENSORMAP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <optional>

namespace phobos {

/// A tiled tensor map: a tensor in global memory, and the box of it that one
/// bulk copy (cp.async.bulk.tensor) moves to or from shared memory. Dims are in
/// the order of PTX, the innermost first.
///
/// PTX ISA, "Tensor"; CUDA Driver API, "Tensor Map Object Management".
struct TensorMap {
  static constexpr unsigned maxRank = 5;
  /// Coordinates of a copy are 32 bits with a sign. A kernel whose starts are
  /// wider takes those beyond this for outside; so no tensor may be longer,
  /// though a GPU has maps of up to 2^32.
  static constexpr uint64_t maxExtent = 0x7FFF0000;

  /// What the hardware tells apart, by the driver's numbers. Types of one size
  /// differ in reductions and in what fills the outside alone.
  enum class Type : uint32_t {
    U8,
    U16,
    U32,
    I32,
    U64,
    I64,
    F16,
    F32,
    F64,
    BF16
  };

  uint64_t address = 0;
  Type type = Type::U8;
  unsigned rank = 0;
  std::array<uint64_t, maxRank> extents = {};
  /// In elements; that of a dim with one element does not matter.
  std::array<uint64_t, maxRank> strides = {};
  std::array<uint32_t, maxRank> box = {};
  /// A copy takes every so manieth element of the box; 1: all.
  std::array<uint32_t, maxRank> elementStrides = {};
  /// Bytes: in a row of so many of shared memory, 16-byte pieces are permuted.
  uint32_t swizzle = 0;
  /// Bytes: the tensor consists of slices of so many (NC/8HWC8 and the like).
  uint32_t interleave = 0;
  /// Bytes that a miss in the L2 cache brings there.
  uint32_t l2Promotion = 0;
  /// Elements outside of the tensor are NaNs; else zeros.
  bool fillsWithNaN = false;

  /// The type of elements that the language calls `name`, none if it has none.
  static std::optional<Type> lookupType(llvm::StringRef name);
  unsigned elementBytes() const;
  /// No element is in the tensor. A GPU has no map of such a tensor, and a
  /// kernel that copies nothing of it needs none.
  bool isEmpty() const;
  /// What `strides` are from dim 1 on, in bytes, as a GPU takes them.
  std::array<uint64_t, maxRank> byteStrides() const;

  /// An error where a GPU has no such map: "expected X, got Y".
  llvm::Error verify() const;
};

/// A tensor map as a kernel takes it, by value: of the driver, or of the
/// emulator.
struct alignas(128) EncodedTensorMap {
  std::array<char, 128> bytes = {};
};

} // namespace phobos

#endif // PHOBOS_TENSORMAP_TENSORMAP_H
