//===- ExtensionsTest.cpp - Passes between those of Phobos ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "phobos/Pipelines/Pipelines.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace phobos;

/// The whole lowering with `extensions`, as text.
static std::string print(const PipelineExtensions &extensions) {
  OpPassManager manager(ModuleOp::getOperationName());
  buildPhobosToNVVMPipeline(manager, {}, extensions);
  std::string text;
  llvm::raw_string_ostream stream(text);
  manager.printAsTextualPipeline(stream);
  return text;
}

TEST(PipelineExtensions, StandWhereTheyAreAdded) {
  PipelineExtensions extensions;
  auto add = [](std::unique_ptr<Pass> (*create)()) {
    return [create](OpPassManager &passes, const NVVMPipelineOptions &) {
      passes.addPass(create());
    };
  };
  extensions.addBefore(IRStage::Scheduled, add(createStripDebugInfoPass));
  extensions.addAfter(IRStage::Tile, add(createSymbolDCEPass));
  extensions.addAfter(IRStage::Tile, add(createSCCPPass));
  extensions.addBefore(IRStage::Tile, add(createControlFlowSinkPass));
  extensions.addAfter(IRStage::NVVM, add(createTopologicalSortPass));
  std::string text = print(extensions);
  size_t last = 0;
  for (const char *pass :
       {"control-flow-sink", "phobos-verify-threads", "phobos-assert-no-mask",
        "symbol-dce", "sccp", "strip-debuginfo", "phobos-add-repack-kernels",
        "phobos-thread-to-nvvm", "topological-sort"}) {
    size_t place = text.find(pass);
    ASSERT_NE(place, std::string::npos) << pass << " in " << text;
    EXPECT_GT(place, last) << pass << " in " << text;
    last = place;
  }
}

TEST(PipelineExtensions, AddNothingWhereThereAreNone) {
  OpPassManager manager(ModuleOp::getOperationName());
  buildPhobosToNVVMPipeline(manager, {});
  std::string text;
  llvm::raw_string_ostream stream(text);
  manager.printAsTextualPipeline(stream);
  EXPECT_EQ(print({}), text);
}
