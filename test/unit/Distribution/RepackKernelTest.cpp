//===- RepackKernelTest.cpp - Copies into aligned rows ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Kernels of every rank and size of element, run as the code of a GPU.
//
//===----------------------------------------------------------------------===//

#include "phobos/Distribution/RepackKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "phobos/Emulator/Emulator.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Pipelines/Registration.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/PTX.h"
#include "phobos/Target/Target.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace mlir;
using namespace phobos;

namespace {

constexpr uint8_t untouched = 0xee;

/// A kernel, ready to run.
struct Copy {
  Copy(StringRef element, unsigned rank) : rank(rank) {
    DialectRegistry registry;
    registerDialects(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context
        .loadDialect<PhobosDialect, arith::ArithDialect, LLVM::LLVMDialect>();
    OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
    auto builder = OpBuilder::atBlockEnd(module->getBody());
    KernelOp kernel = buildRepackKernel(builder, module->getLoc(), "copy",
                                        parseElement(element, builder), rank);
    EXPECT_TRUE(succeeded(verify(kernel)));
    PassManager manager(&context);
    buildPhobosToNVVMPipeline(manager, {});
    EXPECT_TRUE(succeeded(manager.run(*module)));
    DictionaryAttr contract = findLaunchContract(*module);
    threads = contract.getAs<IntegerAttr>("threads").getInt();
    bytes =
        std::max(parseElement(element, builder).getIntOrFloatBitWidth(), 8u) /
        8;
    auto llvmContext = std::make_unique<llvm::LLVMContext>();
    auto code = translateToDeviceLLVMIR(*module, *Target::lookup("sm_90a"),
                                        *llvmContext);
    emulator = llvm::cantFail(
        Emulator::create(std::move(llvmContext), std::move(code), "copy"));
  }

  static Type parseElement(StringRef name, Builder &b) {
    if (name == "bf16")
      return b.getBF16Type();
    if (name == "f32")
      return b.getF32Type();
    if (name == "i64")
      return b.getI64Type();
    return name == "i1" ? Type(b.getI1Type())
                        : Type(Float8E4M3FNType::get(b.getContext()));
  }

  /// Runs a block for each tile of 4 x 1024 elements.
  void run(ArrayRef<int64_t> extents, void *source, size_t sourceBytes,
           ArrayRef<int64_t> sourceStrides, void *target, size_t targetBytes,
           ArrayRef<int64_t> targetStrides) {
    SmallVector<int64_t> numbers(extents);
    llvm::append_range(numbers, sourceStrides.drop_back());
    llvm::append_range(numbers, targetStrides.drop_back());
    SmallVector<void *> arguments = {&source, &target};
    SmallVector<EmulatedBuffer> buffers = {{"source", source, sourceBytes},
                                           {"target", target, targetBytes}};
    for (int64_t &number : numbers) {
      arguments.push_back(&number);
      buffers.emplace_back();
    }
    EmulatedLaunch launch;
    for (auto [dim, extent] : llvm::enumerate(extents)) {
      int64_t tile = dim + 1 == rank ? 1024 : dim + 2 == rank ? 4 : 1;
      launch.grid[0] *= (extent + tile - 1) / tile;
    }
    launch.threads = {threads, 1, 1};
    launch.arguments = arguments;
    launch.buffers = buffers;
    EXPECT_EQ(formatFaults(llvm::cantFail(emulator->run(launch))), "");
  }

  unsigned rank, bytes = 0;
  uint32_t threads = 0;
  std::unique_ptr<Emulator> emulator;
};

/// Strides of dense rows of `pitch` elements.
SmallVector<int64_t> stridesOf(ArrayRef<int64_t> extents, int64_t pitch) {
  SmallVector<int64_t> strides(extents.size(), 1);
  int64_t step = pitch;
  for (size_t dim = extents.size() - 1; dim-- > 0; step *= extents[dim])
    strides[dim] = step;
  return strides;
}

int64_t countRows(ArrayRef<int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end() - 1, int64_t(1),
                         std::multiplies<>());
}

/// Copies a tensor that begins `offset` elements behind a multiple of 16 bytes,
/// and looks at every byte of the target, those between its rows as well.
void expectCopy(StringRef element, ArrayRef<int64_t> extents, int64_t offset,
                int64_t gap) {
  Copy copy(element, extents.size());
  int64_t width = extents.back(), rows = countRows(extents);
  int64_t sourcePitch = width + gap;
  int64_t targetPitch = llvm::alignTo(width * copy.bytes, 128) / copy.bytes;
  std::vector<std::max_align_t> from(rows * sourcePitch * copy.bytes / 16 + 16),
      to(rows * targetPitch * copy.bytes / 16 + 16);
  auto *source = reinterpret_cast<uint8_t *>(from.data()) + offset * copy.bytes;
  auto *target = reinterpret_cast<uint8_t *>(to.data());
  size_t sourceBytes = ((rows - 1) * sourcePitch + width) * copy.bytes;
  size_t targetBytes = rows * targetPitch * copy.bytes;
  for (size_t at = 0; at != sourceBytes; ++at)
    source[at] = static_cast<uint8_t>(at * 7 + at / 251);
  std::fill_n(target, targetBytes, untouched);
  copy.run(extents, source, sourceBytes, stridesOf(extents, sourcePitch),
           target, targetBytes, stridesOf(extents, targetPitch));
  for (int64_t row = 0; row != rows; ++row)
    for (int64_t at = 0; at != int64_t(targetPitch * copy.bytes); ++at) {
      uint8_t expected = at < int64_t(width * copy.bytes)
                             ? source[row * sourcePitch * copy.bytes + at]
                             : untouched;
      ASSERT_EQ(target[row * targetPitch * copy.bytes + at], expected)
          << element.str() << ", row " << row << ", byte " << at;
    }
}

// Whole tiles and parts of them; what the rows begin at changes the accesses.
TEST(RepackKernel, EverySizeOfElement) {
  for (StringRef element : {"i1", "f8", "bf16", "f32", "i64"})
    for (int64_t offset : {0, 1})
      for (int64_t gap : {0, 3})
        expectCopy(element, {5, 1029}, offset, gap);
}

TEST(RepackKernel, EveryRank) {
  expectCopy("bf16", {2051}, 1, 0);
  expectCopy("bf16", {9, 37}, 1, 0);
  expectCopy("bf16", {3, 5, 37}, 0, 1);
  expectCopy("bf16", {2, 3, 5, 37}, 1, 2);
  expectCopy("bf16", {2, 1, 3, 5, 1030}, 0, 3);
}

TEST(RepackKernel, SingleElementsAndColumns) {
  expectCopy("f32", {1, 1}, 1, 0);
  expectCopy("f32", {17, 1}, 1, 0);
  expectCopy("f32", {1, 1024}, 1, 0);
}

// What a tensor map's `repack` and launchers go by.
TEST(RepackKernel, Contract) {
  MLIRContext context;
  context.loadDialect<PhobosDialect, arith::ArithDialect>();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  auto builder = OpBuilder::atBlockEnd(module->getBody());
  KernelOp kernel = buildRepackKernel(builder, module->getLoc(), "copy",
                                      builder.getF16Type(), 3);
  EXPECT_EQ(builder.getInsertionBlock(), module->getBody());
  DictionaryAttr contract = *buildHostContract(kernel);
  std::string text;
  llvm::raw_string_ostream(text)
      << contract.get("params") << contract.get("grid");
  EXPECT_EQ(
      text,
      R"x([{extents = ["extent0", "extent1", "extent2"], kind = "tensor", name = "source", read_only, )x"
      R"x(strides = ["source_stride0", "source_stride1", 1], type = "i16"}, )x"
      R"x({extents = ["extent0", "extent1", "extent2"], kind = "tensor", name = "target", )x"
      R"x(strides = ["target_stride0", "target_stride1", 1], type = "i16"}])x"
      R"x(["extent0 * ceildiv(extent1, 4) * ceildiv(extent2, 1024)", "1", "1"])x");
}

} // namespace
