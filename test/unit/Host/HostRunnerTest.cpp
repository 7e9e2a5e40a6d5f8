//===- HostRunnerTest.cpp - Kernels in this process -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Conversion/PhobosToHost/HostRunner.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Pipelines/Registration.h"
#include "gtest/gtest.h"
#include <numeric>
#include <sys/mman.h>
#include <thread>

using namespace mlir;
using namespace phobos;

/// x[i] = a * x[i] for the n elements, 64 a block.
static const char *const kScale = R"(
phobos.kernel @scale(%x: !phobos.ptr<f32>, %a: f32, %n: index {phobos.name = "N"}) {
  %c64 = arith.constant 64 : index
  %m = phobos.promise #phobos.bounded<0, 4096> %n
  %b = phobos.block_id x
  %r = arith.muli %b, %c64 : index
  %X = phobos.view %x[%m] : !phobos.view<?xf32>
  %t = phobos.load %X[%r :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  %s = phobos.splat %a : !phobos.tile<64xf32>
  %u = arith.mulf %t, %s : !phobos.tile<64xf32>
  phobos.store %u, %X[%r :+ 64] masked [0] : !phobos.tile<64xf32>, !phobos.view<?xf32>
  phobos.return
})";

/// The runner of `kernel` in the tile IR `text`; the context and the module are
/// gone when it returns.
static llvm::Expected<std::unique_ptr<HostRunner>> compile(StringRef text,
                                                           StringRef kernel) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry);
  auto module = parseSourceString<ModuleOp>(text, &context);
  PassManager manager(&context);
  buildPhobosToHostPipeline(manager);
  if (!module || failed(manager.run(*module)))
    return llvm::createStringError("does not lower");
  return HostRunner::create(*module, kernel);
}

static llvm::Error scale(const HostRunner &runner, std::vector<float> &data,
                         float factor) {
  float *pointer = data.data();
  int64_t n = data.size();
  int64_t grid[3] = {(n + 63) / 64, 1, 1};
  return runner.run({&pointer, &factor, &n, &grid[0], &grid[1], &grid[2]});
}

TEST(HostRunner, RunsManyTimesFromManyThreads) {
  auto runner = compile(kScale, "scale");
  ASSERT_TRUE(static_cast<bool>(runner)) << llvm::toString(runner.takeError());
  std::vector<std::vector<float>> arrays(4, std::vector<float>(1000));
  std::vector<std::thread> threads;
  for (std::vector<float> &array : arrays) {
    std::iota(array.begin(), array.end(), 0.0f);
    threads.emplace_back([&] {
      for (int i = 0; i != 10; ++i)
        llvm::cantFail(scale(**runner, array, i % 2 ? 0.25f : 8.0f));
    });
  }
  for (std::thread &thread : threads)
    thread.join();
  for (const std::vector<float> &array : arrays)
    for (int i = 0; i != 1000; ++i)
      ASSERT_EQ(array[i], 32.0f * static_cast<float>(i));
}

TEST(HostRunner, ReportsABrokenPromiseAndGoesOn) {
  auto runner = compile(kScale, "scale");
  ASSERT_TRUE(static_cast<bool>(runner)) << llvm::toString(runner.takeError());
  std::vector<float> large(5000, 1.0f), small(10, 1.0f);
  std::string error = llvm::toString(scale(**runner, large, 2.0f));
  EXPECT_NE(error.find("expected 'N' to be from 0 to 4096, got 5000"),
            std::string::npos)
      << error;
  EXPECT_EQ(large, std::vector<float>(5000, 1.0f));
  EXPECT_FALSE(static_cast<bool>(scale(**runner, small, 2.0f)));
  EXPECT_EQ(small, std::vector<float>(10, 2.0f));
}

TEST(HostRunner, RefusesAWrongNumberOfArguments) {
  auto runner = compile(kScale, "scale");
  ASSERT_TRUE(static_cast<bool>(runner)) << llvm::toString(runner.takeError());
  EXPECT_EQ(llvm::toString((*runner)->run({})),
            "expected 6 packed arguments for kernel 'scale', got 0");
}

TEST(HostRunner, RefusesAnUnknownKernel) {
  auto runner = compile(kScale, "scales");
  ASSERT_FALSE(static_cast<bool>(runner));
  EXPECT_EQ(llvm::toString(runner.takeError()),
            "expected a kernel 'scales' that was lowered for the host");
}

TEST(HostRunner, WritesEachElementOnceAtEveryExtent) {
  auto runner = compile(R"(
phobos.kernel @count(%x: !phobos.ptr<i32>, %n: index) {
  %c128 = arith.constant 128 : index
  %b = phobos.block_id x
  %r = arith.muli %b, %c128 : index
  %X = phobos.view %x[%n] : !phobos.view<?xi32>
  %one = arith.constant dense<1> : !phobos.tile<128xi32>
  %t = phobos.load %X[%r :+ 128] masked [0] : !phobos.view<?xi32> -> !phobos.tile<128xi32>
  %u = arith.addi %t, %one : !phobos.tile<128xi32>
  phobos.store %u, %X[%r :+ 128] masked [0] : !phobos.tile<128xi32>, !phobos.view<?xi32>
  phobos.return
})",
                        "count");
  ASSERT_TRUE(static_cast<bool>(runner)) << llvm::toString(runner.takeError());
  for (int64_t n : {1, 127, 128, 129, 256, 389}) {
    std::vector<int32_t> counts(n + 128, 0), expected(n + 128, 0);
    std::fill_n(expected.begin(), n, 1);
    int32_t *pointer = counts.data();
    int64_t grid[3] = {(n + 127) / 128, 1, 1};
    ASSERT_FALSE(static_cast<bool>(
        (*runner)->run({&pointer, &n, &grid[0], &grid[1], &grid[2]})));
    EXPECT_EQ(counts, expected) << n;
  }
}

TEST(HostRunner, OffsetsHave64Bits) {
  auto runner = compile(R"(
phobos.kernel @far(%x: !phobos.ptr<i8>, %m: index, %n: index, %row: i32) {
  %c0 = arith.constant 0 : index
  %r = arith.index_cast %row : i32 to index
  %X = phobos.view %x[%m, %n] : !phobos.view<?x?xi8>
  %t = arith.constant dense<[[1, 2, 3, 4, 5, 6, 7, 8]]> : !phobos.tile<1x8xi8>
  phobos.store %t, %X[%r :+ 1, %c0 :+ 8] masked [0, 1] : !phobos.tile<1x8xi8>, !phobos.view<?x?xi8>
  phobos.return
})",
                        "far");
  ASSERT_TRUE(static_cast<bool>(runner)) << llvm::toString(runner.takeError());
  int64_t m = 3, n = int64_t(1) << 30, one = 1;
  int32_t row = 2;
  // Pages that nobody touches take no memory.
  void *memory = mmap(nullptr, m * n, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto *data = static_cast<int8_t *>(memory);
  ASSERT_FALSE(static_cast<bool>(
      (*runner)->run({&data, &m, &n, &row, &one, &one, &one})));
  for (int i = 0; i != 8; ++i) {
    EXPECT_EQ(data[i], 0);
    EXPECT_EQ(data[n + i], 0);
    EXPECT_EQ(data[2 * n + i], i + 1);
  }
  munmap(memory, m * n);
}
