//===- TensorMap.cpp - Tensor maps of the emulator --------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// How the driver encodes a map is not documented, so the emulator has a form of
// its own for the same 128 bytes.

#include "TensorMap.h"
#include "SharedWindow.h"
#include "phobos/Emulator/Emulator.h"
#include <cstring>

using namespace phobos;
using namespace phobos::emulator;

namespace {
/// The fields of a TensorMap in as many bytes as they need.
struct Fields {
  static constexpr uint64_t ownMark = 0x70616d2d736f6268; // "hbos-map"

  uint64_t mark = ownMark;
  uint64_t address;
  uint64_t strides[TensorMap::maxRank];
  uint32_t lastIndices[TensorMap::maxRank]; // an extent may be 2^32
  uint16_t box[TensorMap::maxRank];
  uint8_t elementStrides[TensorMap::maxRank];
  uint8_t type, rank, swizzle, fillsWithNaN;
};
static_assert(sizeof(Fields) <= sizeof(EncodedTensorMap));
} // namespace

llvm::Expected<EncodedTensorMap>
phobos::emulatorEncodeTensorMap(const TensorMap &map) {
  if (llvm::Error error = map.verify())
    return std::move(error);
  if (map.interleave)
    return llvm::createStringError("tensor maps with an interleave are not "
                                   "emulated");
  if (map.swizzle && map.box[0] * map.elementBytes() != map.swizzle)
    return llvm::createStringError("tensor maps whose box has shorter rows "
                                   "than the swizzle are not emulated");
  uint64_t boxBytes = map.elementBytes();
  for (unsigned dim = 0; dim != map.rank; ++dim)
    boxBytes *= map.box[dim];
  if (boxBytes > SharedWindow::size)
    return llvm::createStringError("expected a box that fits into shared "
                                   "memory for a tensor map, got one of %llu "
                                   "bytes",
                                   static_cast<unsigned long long>(boxBytes));
  EncodedTensorMap encoded;
  if (map.isEmpty())
    return encoded;
  Fields fields;
  fields.address = map.address;
  for (unsigned dim = 0; dim != TensorMap::maxRank; ++dim) {
    fields.strides[dim] = map.strides[dim];
    fields.lastIndices[dim] = static_cast<uint32_t>(map.extents[dim] - 1);
    fields.box[dim] = static_cast<uint16_t>(map.box[dim]);
    fields.elementStrides[dim] = static_cast<uint8_t>(map.elementStrides[dim]);
  }
  fields.type = static_cast<uint8_t>(map.type);
  fields.rank = static_cast<uint8_t>(map.rank);
  fields.swizzle = static_cast<uint8_t>(map.swizzle);
  fields.fillsWithNaN = map.fillsWithNaN;
  memcpy(encoded.bytes.data(), &fields, sizeof fields);
  return encoded;
}

std::optional<TensorMap> emulator::decodeTensorMap(const void *pointer) {
  Fields fields;
  memcpy(&fields, pointer, sizeof fields);
  if (fields.mark != Fields::ownMark)
    return std::nullopt;
  TensorMap map;
  map.address = fields.address;
  map.type = static_cast<TensorMap::Type>(fields.type);
  map.rank = fields.rank;
  for (unsigned dim = 0; dim != fields.rank; ++dim) {
    map.extents[dim] = uint64_t(fields.lastIndices[dim]) + 1;
    map.strides[dim] = fields.strides[dim];
    map.box[dim] = fields.box[dim];
    map.elementStrides[dim] = fields.elementStrides[dim];
  }
  map.swizzle = fields.swizzle;
  map.fillsWithNaN = fields.fillsWithNaN;
  return map;
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// The elements that a copy takes along `dim`. The innermost one is dense.
uint32_t TensorBox::countAlong(unsigned dim) const {
  uint32_t step = dim == 0 ? 1 : map.elementStrides[dim];
  return (map.box[dim] + step - 1) / step;
}

uint32_t TensorBox::bytes() const {
  uint32_t bytes = rowBytes();
  for (unsigned dim = 1; dim < map.rank; ++dim)
    bytes *= countAlong(dim);
  return bytes;
}

/// Rows follow each other in shared memory by their numbers.
TensorBox::Row TensorBox::rowAt(uint32_t number) const {
  uint32_t elementBytes = map.elementBytes();
  Row row = {number * rowBytes(), map.address, 0, 0};
  row.address += int64_t(start[0]) * elementBytes;
  bool isInside = true;
  std::array<uint64_t, TensorMap::maxRank> strides = map.byteStrides();
  for (unsigned dim = 1; dim < map.rank; ++dim) {
    uint32_t count = countAlong(dim);
    int64_t at = start[dim] + int64_t(number % count) * map.elementStrides[dim];
    number /= count;
    isInside &= at >= 0 && static_cast<uint64_t>(at) < map.extents[dim];
    row.address += at * strides[dim];
  }
  int64_t begin = std::max<int64_t>(0, -int64_t(start[0]));
  int64_t end = std::min<int64_t>(
      map.box[0], static_cast<int64_t>(map.extents[0]) - start[0]);
  if (isInside && begin < end) {
    row.begin = begin * elementBytes;
    row.end = end * elementBytes;
  }
  return row;
}

void TensorBox::forEachRow(llvm::function_ref<void(const Row &)> body) const {
  for (uint32_t number = 0, end = bytes() / rowBytes(); number != end; ++number)
    body(rowAt(number));
}

uintptr_t emulator::swizzle(uintptr_t address, uint32_t bytes) {
  if (bytes == 0)
    return address;
  uintptr_t row = address / 128 % (bytes / 16);
  return address ^ row * 16;
}
