//===- FakeCuda.h - what the fake driver has seen -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TEST_UNIT_RUNTIME_FAKECUDA_H
#define PHOBOS_TEST_UNIT_RUNTIME_FAKECUDA_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

struct FakeContext {
  int device;
  int retained = 0;
};

struct FakeLaunch {
  std::array<uint32_t, 3> grid, threads;
  unsigned sharedBytes;
  void *stream;
  int firstArgument;
};

struct FakeCuda {
  FakeContext *contexts = nullptr;
  int depth = 0;           ///< contexts pushed and not yet popped
  std::vector<int> pushed; ///< devices, in order
  std::string image;       ///< of the last load
  int modules = 0;         ///< loaded and not yet unloaded
  int allowedSharedBytes = 0;
  std::vector<FakeLaunch> launches;
};

extern FakeCuda fakeCuda;

#endif // PHOBOS_TEST_UNIT_RUNTIME_FAKECUDA_H
