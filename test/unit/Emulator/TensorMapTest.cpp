//===- TensorMapTest.cpp - Tensor maps of the emulator ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "TensorMap.h"
#include "phobos/Emulator/Emulator.h"
#include "gtest/gtest.h"

using namespace phobos;
using namespace phobos::emulator;

namespace {

TensorMap largest() {
  TensorMap map;
  map.address = 0x123456789abcdef0;
  map.type = TensorMap::Type::F32;
  map.rank = 5;
  map.extents = {(uint64_t(1) << 31) - (uint64_t(1) << 16), 1, 2, 3, 4};
  map.strides = {1, 0, (uint64_t(1) << 38) - 4, 8, 12};
  map.box = {4, 256, 1, 2, 3};
  map.elementStrides = {1, 2, 8, 4, 5};
  map.l2Promotion = 256;
  map.fillsWithNaN = true;
  return map;
}

TEST(EmulatedTensorMap, IsDecoded) {
  TensorMap map = largest();
  auto encoded = llvm::cantFail(emulatorEncodeTensorMap(map));
  std::optional<TensorMap> decoded = decodeTensorMap(encoded.bytes.data());
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->address, map.address);
  EXPECT_EQ(decoded->type, map.type);
  EXPECT_EQ(decoded->rank, map.rank);
  EXPECT_EQ(decoded->extents, map.extents);
  EXPECT_EQ(decoded->strides, map.strides);
  EXPECT_EQ(decoded->box, map.box);
  EXPECT_EQ(decoded->elementStrides, map.elementStrides);
  EXPECT_EQ(decoded->swizzle, map.swizzle);
  EXPECT_TRUE(decoded->fillsWithNaN);
}

TEST(EmulatedTensorMap, OtherBytesAreNone) {
  EncodedTensorMap zeros;
  EXPECT_FALSE(decodeTensorMap(zeros.bytes.data()));
}

TEST(EmulatedTensorMap, EmptyTensorHasNone) {
  TensorMap map = largest();
  map.extents[2] = 0;
  auto encoded = llvm::cantFail(emulatorEncodeTensorMap(map));
  EXPECT_EQ(encoded.bytes, EncodedTensorMap().bytes);
}

TEST(EmulatedTensorMap, Negative) {
  TensorMap map = largest();
  map.interleave = 16;
  EXPECT_EQ(llvm::toString(emulatorEncodeTensorMap(map).takeError()),
            "tensor maps with an interleave are not emulated");
  map.interleave = 0;
  map.swizzle = 32;
  EXPECT_EQ(llvm::toString(emulatorEncodeTensorMap(map).takeError()),
            "tensor maps whose box has shorter rows than the swizzle are not "
            "emulated");
  map = largest();
  map.box = {256, 256, 256, 256, 256};
  EXPECT_EQ(llvm::toString(emulatorEncodeTensorMap(map).takeError()),
            "expected a box that fits into shared memory for a tensor map, got "
            "one of 4398046511104 bytes");
  map.box[0] = 0;
  EXPECT_EQ(llvm::toString(emulatorEncodeTensorMap(map).takeError()),
            "expected a box of 1 to 256 elements along a dim for a tensor map, "
            "got 0");
}

/// u16[5, 10], rows of 16 elements in memory, in boxes of 4 rows of 8.
TensorBox boxAt(int32_t x, int32_t y) {
  TensorBox box;
  box.map.address = 1024;
  box.map.type = TensorMap::Type::U16;
  box.map.rank = 2;
  box.map.extents = {10, 5};
  box.map.strides = {1, 16};
  box.map.box = {8, 4};
  box.map.elementStrides = {1, 1};
  box.start = {x, y};
  return box;
}

/// "offset: address [begin, end)" of each row.
std::string rowsOf(const TensorBox &box) {
  std::string text;
  box.forEachRow([&](const TensorBox::Row &row) {
    text += std::to_string(row.offset) + ": " + std::to_string(row.address) +
            " [" + std::to_string(row.begin) + ", " + std::to_string(row.end) +
            ") ";
  });
  return text;
}

TEST(TensorBox, Rows) {
  EXPECT_EQ(boxAt(0, 0).bytes(), 64u);
  EXPECT_EQ(rowsOf(boxAt(0, 0)), "0: 1024 [0, 16) 16: 1056 [0, 16) "
                                 "32: 1088 [0, 16) 48: 1120 [0, 16) ");
}

TEST(TensorBox, RowsOutside) {
  EXPECT_EQ(rowsOf(boxAt(8, 3)), "0: 1136 [0, 4) 16: 1168 [0, 4) "
                                 "32: 1200 [0, 0) 48: 1232 [0, 0) ");
  EXPECT_EQ(rowsOf(boxAt(-3, -1)), "0: 986 [0, 0) 16: 1018 [6, 16) "
                                   "32: 1050 [6, 16) 48: 1082 [6, 16) ");
  EXPECT_EQ(rowsOf(boxAt(16, 4)), "0: 1184 [0, 0) 16: 1216 [0, 0) "
                                  "32: 1248 [0, 0) 48: 1280 [0, 0) ");
}

// Every second row; 3 of 5.
TEST(TensorBox, ElementStrides) {
  TensorBox box = boxAt(0, 1);
  box.map.elementStrides[1] = 2;
  box.map.box[1] = 5;
  EXPECT_EQ(box.bytes(), 48u);
  EXPECT_EQ(rowsOf(box), "0: 1056 [0, 16) 16: 1120 [0, 16) 32: 1184 [0, 0) ");
}

// The last dim is the slowest one.
TEST(TensorBox, Dims) {
  TensorBox box = boxAt(0, 0);
  box.map.rank = 3;
  box.map.extents[2] = 2;
  box.map.strides[2] = 80;
  box.map.box = {8, 2, 2};
  box.map.elementStrides[2] = 1;
  EXPECT_EQ(rowsOf(box), "0: 1024 [0, 16) 16: 1056 [0, 16) "
                         "32: 1184 [0, 16) 48: 1216 [0, 16) ");
}

// By the pattern's picture: 8 rows of 128 bytes, 4 rows of 64 that share lines
// of 128 with others, and so on.
TEST(TensorBox, Swizzle) {
  for (unsigned row = 0; row != 16; ++row)
    for (unsigned piece = 0; piece != 8; ++piece) {
      uintptr_t address = row * 128 + piece * 16;
      auto pieceOf = [&](uint32_t bytes) {
        return (swizzle(address, bytes) - row * 128) / 16;
      };
      EXPECT_EQ(pieceOf(0), piece);
      EXPECT_EQ(pieceOf(128), piece ^ row % 8);
      EXPECT_EQ(pieceOf(64), piece ^ row % 4);
      EXPECT_EQ(pieceOf(32), piece ^ row % 2);
    }
}

} // namespace
