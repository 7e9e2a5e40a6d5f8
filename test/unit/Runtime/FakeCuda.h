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
  std::vector<char> buffer; ///< of all arguments, where they come in one
};

/// What cuTensorMapEncodeTiled was asked for.
struct FakeTensorMap {
  int type;
  uint64_t address;
  std::vector<uint64_t> extents, strides;
  std::vector<uint32_t> box, elementStrides;
  int interleave, swizzle, l2Promotion, fill;
};

struct FakeCuda {
  FakeContext *contexts = nullptr;
  int depth = 0;           ///< contexts pushed and not yet popped
  std::vector<int> pushed; ///< devices, in order
  std::string image;       ///< of the last load
  int modules = 0;         ///< loaded and not yet unloaded
  int allowedSharedBytes = 0;
  std::vector<FakeLaunch> launches;
  std::vector<unsigned> overlappingBlocks; ///< of launches that begin early
  int refusals = 0; ///< of parameters that the function does not have
  std::vector<FakeTensorMap> maps;
  std::vector<int> poolDevices; ///< of the memory pools, in order
  uint64_t poolThreshold = 0;   ///< below which a pool keeps memory
  void *poolStream = nullptr;   ///< of what was allocated and not yet freed
};

extern FakeCuda fakeCuda;

#endif // PHOBOS_TEST_UNIT_RUNTIME_FAKECUDA_H
