//===- CudaTest.cpp - the launcher on a fake driver -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Runtime/Cuda.h"

#include "FakeCuda.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace phobos::runtime;

namespace {
std::string textOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "success";
}

TEST(Cuda, DescribesGpus) {
  EXPECT_EQ(llvm::cantFail(gpuCount()), 2);
  GpuInfo info = llvm::cantFail(gpuInfo(1));
  EXPECT_EQ(info.name, "Fake GPU");
  EXPECT_EQ(info.major, 9);
  EXPECT_EQ(info.minor, 0);
  EXPECT_EQ(info.multiprocessors, 132);
  EXPECT_EQ(llvm::cantFail(gpuOfAddress(8192)), 1);
}

TEST(Cuda, ErrorsNameCallAndCode) {
  EXPECT_EQ(textOf(gpuInfo(2).takeError()),
            "cuDeviceGet: CUDA_ERROR_INVALID_VALUE (invalid argument)");
  EXPECT_EQ(
      textOf(gpuOfAddress(1).takeError()),
      "cuPointerGetAttribute: CUDA_ERROR_INVALID_VALUE (invalid argument)");
  EXPECT_EQ(textOf(gpuAllocate(7, 4).takeError()),
            "cuDeviceGet: CUDA_ERROR_INVALID_VALUE (invalid argument)");
  int stream = 0;
  EXPECT_EQ(textOf(gpuSynchronize(0, &stream)),
            "cuStreamSynchronize: error 9999");
}

TEST(Cuda, LaunchesWithTheGpusContextAndLeavesTheCallersCurrent) {
  fakeCuda.pushed.clear();
  auto kernel = llvm::cantFail(GpuKernel::load(1, "text", "k", 70000));
  EXPECT_EQ(fakeCuda.image, "text");
  EXPECT_EQ(fakeCuda.allowedSharedBytes, 70000);
  int value = 42, stream = 0;
  void *arguments[] = {&value};
  EXPECT_EQ(textOf(kernel->launch({3, 2, 1}, {128, 1, 1}, &stream, arguments)),
            "success");
  ASSERT_EQ(fakeCuda.launches.size(), 1u);
  const FakeLaunch &launch = fakeCuda.launches.back();
  EXPECT_EQ(launch.grid, (Dim3{3, 2, 1}));
  EXPECT_EQ(launch.threads, (Dim3{128, 1, 1}));
  EXPECT_EQ(launch.sharedBytes, 70000u);
  EXPECT_EQ(launch.stream, &stream);
  EXPECT_EQ(launch.firstArgument, 42);
  EXPECT_EQ(fakeCuda.pushed, (std::vector<int>{1, 1}));
  EXPECT_EQ(fakeCuda.depth, 0);
  EXPECT_EQ(fakeCuda.contexts[1].retained, 1);
}

TEST(Cuda, ArgumentsOfPTXGoInOneBuffer) {
  llvm::StringRef ptx = ".visible .entry other(\n\t.param .u64 p\n)\n{}\n"
                        ".visible .entry k(\n\t.param .u32 k_param_0,\n"
                        "\t.param .u64 k_param_1\n)\n{}\n";
  fakeCuda.launches.clear();
  auto kernel = llvm::cantFail(GpuKernel::load(0, ptx, "k", 0));
  uint32_t first = 42;
  uint64_t second = 1ull << 40;
  void *arguments[] = {&first, &second};
  EXPECT_EQ(textOf(kernel->launch({1, 1, 1}, {1, 1, 1}, nullptr, arguments)),
            "success");
  ASSERT_EQ(fakeCuda.launches.size(), 1u);
  const std::vector<char> &buffer = fakeCuda.launches.back().buffer;
  ASSERT_EQ(buffer.size(), 16u);
  EXPECT_EQ(std::memcmp(buffer.data(), &first, 4), 0);
  EXPECT_EQ(std::memcmp(buffer.data() + 8, &second, 8), 0);
  // What the driver is asked in vain, its tools report as an error.
  EXPECT_EQ(fakeCuda.refusals, 0);
}

TEST(Cuda, CountsTheClustersThatRunAtATime) {
  auto kernel = llvm::cantFail(GpuKernel::load(0, "text", "k", 0));
  EXPECT_EQ(llvm::cantFail(kernel->countClusters({4, 1, 1}, {128, 1, 1})), 33);
  EXPECT_EQ(fakeCuda.depth, 0);
}

TEST(Cuda, LaunchesThatFillTheGpuBeginEarly) {
  int argument = 0;
  void *arguments[] = {&argument};
  auto launch = [&](const GpuKernel &kernel, unsigned blocks) {
    fakeCuda.launches.clear();
    fakeCuda.overlappingBlocks.clear();
    llvm::cantFail(
        kernel.launch({blocks, 1, 1}, {256, 1, 1}, nullptr, arguments));
    return !fakeCuda.overlappingBlocks.empty();
  };
  auto kernel = llvm::cantFail(GpuKernel::load(0, "text", "k", 0));
  EXPECT_FALSE(launch(*kernel, 5000));
  llvm::cantFail(kernel->allowOverlap({256, 1, 1}, /*isPersistent=*/false));
  EXPECT_FALSE(launch(*kernel, 8 * 132 - 1));
  EXPECT_TRUE(launch(*kernel, 8 * 132));
  llvm::cantFail(kernel->allowOverlap({256, 1, 1}, /*isPersistent=*/true));
  EXPECT_TRUE(launch(*kernel, 1));
}

TEST(Cuda, EmptyGridIsNoLaunch) {
  auto kernel = llvm::cantFail(GpuKernel::load(0, "text", "k", 0));
  fakeCuda.launches.clear();
  for (Dim3 grid : {Dim3{0, 1, 1}, Dim3{1, 0, 1}, Dim3{1, 1, 0}})
    EXPECT_EQ(textOf(kernel->launch(grid, {1, 1, 1}, nullptr, nullptr)),
              "success");
  EXPECT_TRUE(fakeCuda.launches.empty());
}

TEST(Cuda, EveryLoadedModuleIsUnloaded) {
  ASSERT_EQ(fakeCuda.modules, 0);
  {
    auto kernel = llvm::cantFail(GpuKernel::load(0, "text", "k", 0));
    EXPECT_EQ(fakeCuda.modules, 1);
  }
  EXPECT_EQ(textOf(GpuKernel::load(0, "text", "other", 0).takeError()),
            "cuModuleGetFunction: CUDA_ERROR_NOT_FOUND");
  EXPECT_EQ(fakeCuda.modules, 0);
  EXPECT_EQ(fakeCuda.depth, 0);
}

TEST(Cuda, TheDriversLogIsPartOfTheError) {
  EXPECT_EQ(textOf(GpuKernel::load(0, "bad", "k", 0).takeError()),
            "cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX\nline 1: syntax error");
}

phobos::TensorMap matrix() {
  phobos::TensorMap map;
  map.address = 4096;
  map.type = phobos::TensorMap::Type::BF16;
  map.rank = 2;
  map.extents = {72, 100};
  map.strides = {1, 80};
  map.box = {64, 16};
  map.elementStrides = {1, 2};
  return map;
}

// The numbers are those of CUtensorMapDataType, CUtensorMapInterleave,
// CUtensorMapSwizzle, CUtensorMapL2promotion and CUtensorMapFloatOOBfill.
TEST(Cuda, EncodesTensorMaps) {
  fakeCuda.maps.clear();
  phobos::TensorMap map = matrix();
  auto encoded = llvm::cantFail(gpuEncodeTensorMap(map));
  EXPECT_EQ(encoded.bytes.front(), '\xab');
  EXPECT_EQ(encoded.bytes.back(), '\xab');
  const FakeTensorMap &asked = fakeCuda.maps.front();
  EXPECT_EQ(asked.type, 9);
  EXPECT_EQ(asked.address, 4096u);
  EXPECT_EQ(asked.extents, (std::vector<uint64_t>{72, 100}));
  EXPECT_EQ(asked.strides, (std::vector<uint64_t>{160}));
  EXPECT_EQ(asked.box, (std::vector<uint32_t>{64, 16}));
  EXPECT_EQ(asked.elementStrides, (std::vector<uint32_t>{1, 2}));
  for (auto [bytes, mode] : {std::pair(0, 0), {32, 1}, {64, 2}, {128, 3}}) {
    map.swizzle = bytes;
    map.box[0] = 16;
    cantFail(gpuEncodeTensorMap(map).takeError());
    EXPECT_EQ(fakeCuda.maps.back().swizzle, mode);
  }
  for (auto [bytes, mode] : {std::pair(0, 0), {64, 1}, {128, 2}, {256, 3}}) {
    map.l2Promotion = bytes;
    cantFail(gpuEncodeTensorMap(map).takeError());
    EXPECT_EQ(fakeCuda.maps.back().l2Promotion, mode);
  }
  for (bool fillsWithNaN : {false, true}) {
    map.fillsWithNaN = fillsWithNaN;
    cantFail(gpuEncodeTensorMap(map).takeError());
    EXPECT_EQ(fakeCuda.maps.back().fill, fillsWithNaN);
  }
  map.rank = 3;
  map.extents[2] = map.box[2] = map.elementStrides[2] = 1;
  map.swizzle = 32;
  for (auto [bytes, mode] : {std::pair(0, 0), {16, 1}, {32, 2}}) {
    map.interleave = bytes;
    cantFail(gpuEncodeTensorMap(map).takeError());
    EXPECT_EQ(fakeCuda.maps.back().interleave, mode);
  }
}

TEST(Cuda, AnEmptyTensorsMapIsZeros) {
  fakeCuda.maps.clear();
  phobos::TensorMap map = matrix();
  map.extents[1] = 0;
  auto encoded = llvm::cantFail(gpuEncodeTensorMap(map));
  EXPECT_EQ(encoded.bytes, phobos::EncodedTensorMap().bytes);
  EXPECT_TRUE(fakeCuda.maps.empty());
}

TEST(Cuda, NegativeTensorMaps) {
  phobos::TensorMap map = matrix();
  map.address = 8;
  EXPECT_EQ(textOf(gpuEncodeTensorMap(map).takeError()),
            "expected an address that is a multiple of 16 for a tensor map, "
            "got 0x8");
  map = matrix();
  map.rank = 5;
  for (unsigned dim = 2; dim != 5; ++dim)
    map.extents[dim] = map.box[dim] = map.elementStrides[dim] = 1;
  EXPECT_EQ(
      textOf(gpuEncodeTensorMap(map).takeError()),
      "cuTensorMapEncodeTiled: CUDA_ERROR_INVALID_VALUE (invalid argument)");
}

// One pool serves all calls of a GPU, and keeps what is freed.
TEST(Cuda, AllocatesInTheOrderOfAStream) {
  int stream = 0;
  for (int call = 0; call != 2; ++call) {
    uint64_t address = llvm::cantFail(gpuAllocateAsync(1, 100, &stream));
    EXPECT_NE(address, 0u);
    EXPECT_EQ(fakeCuda.poolStream, &stream);
    EXPECT_EQ(textOf(gpuFreeAsync(1, address, &stream)), "success");
    EXPECT_EQ(fakeCuda.poolStream, nullptr);
  }
  EXPECT_EQ(fakeCuda.poolDevices, std::vector<int>{1});
  EXPECT_EQ(fakeCuda.poolThreshold, UINT64_MAX);
  EXPECT_EQ(fakeCuda.depth, 0);
  EXPECT_EQ(llvm::cantFail(gpuAllocateAsync(1, 0, &stream)), 0u);
  EXPECT_EQ(textOf(gpuFreeAsync(1, 0, &stream)), "success");
}

TEST(Cuda, MovesMemory) {
  int in = 7, out = 0;
  uint64_t address = llvm::cantFail(gpuAllocate(0, sizeof(int)));
  EXPECT_EQ(textOf(gpuCopyIn(0, address, &in, sizeof(int))), "success");
  EXPECT_EQ(textOf(gpuCopyOut(0, &out, address, sizeof(int))), "success");
  EXPECT_EQ(textOf(gpuFree(0, address)), "success");
  EXPECT_EQ(out, 7);
  EXPECT_EQ(llvm::cantFail(gpuAllocate(0, 0)), 0u);
  EXPECT_EQ(textOf(gpuFree(0, 0)), "success");
}
} // namespace
