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
  map.extents = {uint64_t(1) << 32, 1, 2, 3, 4};
  map.strides = {1, 0, (uint64_t(1) << 38) - 4, 8, 12};
  map.box = {4, 256, 1, 2, 3};
  map.elementStrides = {1, 2, 8, 4, 5};
  map.swizzle = 32;
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
  map.box[0] = 0;
  EXPECT_EQ(llvm::toString(emulatorEncodeTensorMap(map).takeError()),
            "expected a box of 1 to 256 elements along a dim for a tensor map, "
            "got 0");
}

} // namespace
