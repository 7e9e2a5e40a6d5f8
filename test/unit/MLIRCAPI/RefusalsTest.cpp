//===- RefusalsTest.cpp - What C callers may not pass -----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "CModule.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using testing::HasSubstr;

namespace {

class Refusals : public testing::Test {
protected:
  void SetUp() override {
    PhobosExtent n = {CModule::text("N"), 0};
    PhobosParameter parameters[] = {
        {CModule::text("A"), phobosPtrTypeGet(c.location, c.f32()), 1, &n, 0,
         nullptr, false},
        {CModule::text("N"), c.index(), 0, nullptr, 0, nullptr, false}};
    MlirOperation kernel = phobosBuildKernel(c.top(), CModule::text("k"), 2,
                                             parameters, {nullptr}, 0);
    at = {phobosKernelGetBody(kernel), {nullptr}, c.location};
    a = mlirBlockGetArgument(at.block, 0);
    length = mlirBlockGetArgument(at.block, 1);
  }

  /// That the last call said so, at the location that it was given.
  void expectError(const char *message) {
    EXPECT_EQ(c.takeErrors(),
              std::string("loc(\"k.c\":3:7): ") + message + "\n");
  }

  CModule c;
  PhobosInsertion at;
  MlirValue a, length;
  MlirValue none = {nullptr};
  MlirAttribute noAttribute = {nullptr};
};

TEST_F(Refusals, NoPlace) {
  PhobosInsertion nowhere = at;
  nowhere.block = {nullptr};
  EXPECT_EQ(phobosBuildLaneId(nowhere).ptr, nullptr);
  expectError("expected something as 'block', got null");
  nowhere = at;
  nowhere.before = c.op();
  EXPECT_EQ(phobosBuildBarrier(nowhere).ptr, nullptr);
  expectError("expected an op of the block as 'before', got one that is "
              "elsewhere");
  nowhere.location = {nullptr};
  EXPECT_EQ(phobosBuildReturn(nowhere).ptr, nullptr);
  EXPECT_EQ(phobosPtrTypeGet({nullptr}, c.f32()).ptr, nullptr);
  EXPECT_EQ(phobosSameAttrGet({nullptr}).ptr, nullptr);
  EXPECT_EQ(c.takeErrors(), "");
}

TEST_F(Refusals, NullValues) {
  EXPECT_EQ(phobosBuildItem(at, none).ptr, nullptr);
  expectError("expected something as 'source', got null");
  MlirValue starts[] = {none};
  PhobosSlice slice = {length, 1, starts, 0, nullptr, 0, nullptr};
  MlirType tile = c.tile({4}, c.f32());
  EXPECT_EQ(phobosBuildLoad(at, tile, &slice, noAttribute, nullptr).ptr,
            nullptr);
  expectError("expected something as 'starts', got null");
  slice.starts = nullptr;
  EXPECT_EQ(phobosBuildLoad(at, tile, &slice, noAttribute, nullptr).ptr,
            nullptr);
  expectError("expected 1 elements as 'starts', got null");
  EXPECT_EQ(phobosBuildStore(at, length, nullptr, nullptr).ptr, nullptr);
  expectError("expected something as 'slice', got null");
  EXPECT_EQ(phobosBuildAtomic(at, nullptr, nullptr).ptr, nullptr);
  expectError("expected something as 'update', got null");
}

TEST_F(Refusals, Counts) {
  int64_t shape[] = {4};
  EXPECT_EQ(phobosTileTypeGet(c.location, -1, shape, c.f32(), noAttribute).ptr,
            nullptr);
  expectError("expected a count of 0 or more as that of 'shape', got -1");
  EXPECT_EQ(
      phobosBuildKernel(c.top(), CModule::text("k"), 1, nullptr, {nullptr}, 0)
          .ptr,
      nullptr);
  expectError("expected 1 elements as 'parameters', got null");
}

TEST_F(Refusals, Enumerations) {
  EXPECT_EQ(phobosBuildBlockId(at, static_cast<PhobosGridDim>(3)).ptr, nullptr);
  expectError("expected a value of the enumeration as 'dim', got 3");
  EXPECT_EQ(
      phobosBuildWarpReduce(at, static_cast<PhobosReduceKind>(8), length).ptr,
      nullptr);
  expectError("expected a value of the enumeration as 'kind', got 8");
}

TEST_F(Refusals, Types) {
  int64_t shape[] = {0};
  EXPECT_EQ(phobosTileTypeGet(c.location, 1, shape, c.f32(), noAttribute).ptr,
            nullptr);
  EXPECT_THAT(c.takeErrors(), HasSubstr("k.c\":3:7): expected"));
  EXPECT_EQ(phobosPtrTypeGet(c.location, c.index()).ptr, nullptr);
  EXPECT_THAT(c.takeErrors(), HasSubstr("got 'index'"));
  EXPECT_EQ(phobosChunksTypeGet(c.location, 1, c.f32()).ptr, nullptr);
  expectError("expected a tile as 'tile', got 'f32'");
  EXPECT_EQ(phobosDivisibleAttrGet(c.location, 0).ptr, nullptr);
  EXPECT_THAT(c.takeErrors(), HasSubstr("k.c\":3:7): expected"));
  EXPECT_EQ(phobosLayoutAttrGetBlocked(c.location, 1, shape, 128, 4).ptr,
            nullptr);
  expectError("expected extents of at least 1");
  shape[0] = 8;
  EXPECT_EQ(phobosLayoutAttrGetBlocked(c.location, 1, shape, 33, 4).ptr,
            nullptr);
  expectError("expected a power of two from 32 to 1024 as 'threads', got 33");
  EXPECT_FALSE(phobosTypeIsATile({nullptr}));
  EXPECT_EQ(phobosTypeGetRank({nullptr}), -1);
  EXPECT_EQ(phobosTileTypeGetElementType(c.f32()).ptr, nullptr);
}

TEST_F(Refusals, OpsThatAreNotValid) {
  EXPECT_EQ(phobosBuildItem(at, length).ptr, nullptr);
  expectError("expected a tile as 'source'");
  EXPECT_EQ(
      phobosBuildTranspose(at, c.tile({4}, c.f32()), length, 0, nullptr).ptr,
      nullptr);
  EXPECT_THAT(c.takeErrors(), HasSubstr("'phobos.transpose' op"));
  EXPECT_EQ(phobosBuildDot(at, length, length, length, false, false,
                           PHOBOS_PRECISION_NONE)
                .ptr,
            nullptr);
  EXPECT_THAT(c.takeErrors(), HasSubstr("'phobos.dot' op"));
  EXPECT_EQ(phobosBuildYield(at, length).ptr, nullptr);
  EXPECT_THAT(c.takeErrors(), HasSubstr("'phobos.yield' op"));
  EXPECT_EQ(
      phobosBuildOp(at, CModule::text("no.op"), 0, nullptr, 0, nullptr).ptr,
      nullptr);
  expectError("expected an op of a dialect that is loaded, got 'no.op'");
  MlirValue wrong[] = {a, length};
  EXPECT_EQ(
      phobosBuildOp(at, CModule::text("arith.addi"), 2, wrong, 0, nullptr).ptr,
      nullptr);
  EXPECT_THAT(c.takeErrors(), HasSubstr("'arith.addi' op"));
  // Nothing of them is left.
  phobosBuildReturn(at);
  EXPECT_TRUE(mlirOperationVerify(c.op()));
}

TEST_F(Refusals, Fills) {
  MlirValue tile = phobosBuildIota(at, c.tile({4}, c.index()), 0);
  MlirAttribute string = mlirStringAttrGet(c.context, CModule::text("zero"));
  EXPECT_EQ(phobosBuildExtractSlice(at, c.tile({2}, c.index()), tile, 1,
                                    &length, 0, nullptr,
                                    mlirUnitAttrGet(c.context))
                .ptr,
            nullptr);
  expectError("expected a number as 'fill'");
  EXPECT_EQ(phobosBuildExtractSlice(at, c.tile({2}, c.index()), tile, 1,
                                    &length, 0, nullptr, string)
                .ptr,
            nullptr);
  EXPECT_THAT(c.takeErrors(), HasSubstr("'phobos.extract_slice' op"));
}

TEST_F(Refusals, Pipelines) {
  MlirPassManager manager = mlirPassManagerCreate(c.context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  PhobosLoweringOptions options = {CModule::text("sm_1"), false, {nullptr}};
  EXPECT_TRUE(
      mlirLogicalResultIsFailure(phobosAddPipelineToNVVM(passes, &options)));
  EXPECT_TRUE(
      mlirLogicalResultIsFailure(phobosAddPipelineToNVVM({nullptr}, nullptr)));
  EXPECT_TRUE(
      mlirLogicalResultIsFailure(phobosAddPipelineToHost({nullptr}, nullptr)));
  EXPECT_TRUE(mlirLogicalResultIsFailure(
      phobosAddStage(passes, static_cast<PhobosStage>(4), nullptr)));
  mlirPassManagerDestroy(manager);
}

TEST_F(Refusals, Targets) {
  PhobosTarget target = {};
  auto expectRefused = [&](const char *message) {
    EXPECT_TRUE(
        mlirLogicalResultIsFailure(phobosAddTarget(c.location, &target)));
    expectError(message);
  };
  expectRefused("expected a target with a name, got none");
  target.name = CModule::text("sm_90a");
  expectRefused("expected a target that is not known yet, got 'sm_90a'");
  target.name = CModule::text("sm_70");
  target.computeCapability = 70;
  expectRefused("expected 80 or more as 'computeCapability', got 70");
  target.computeCapability = 86;
  target.ptxVersion = 71;
  expectRefused("expected 80 or more as 'ptxVersion', got 71");
  target.ptxVersion = 80;
  expectRefused(
      "expected 49152 bytes or more as 'sharedMemoryPerBlock', got 0");
  target.sharedMemoryPerBlock = 101376;
  target.tensorCore = static_cast<PhobosTensorCore>(3);
  expectRefused("expected a value of the enumeration as 'tensorCore', got 3");
  target.tensorCore = PHOBOS_TENSOR_CORE_WGMMA;
  expectRefused("expected TMA where there are tensor cores for whole warp "
                "groups, got 'hasTMA' false");
  target.hasTMA = true;
  expectRefused("expected 1 to 8 as 'maxClusterSize', got 0");
  target.maxClusterSize = 1;
  EXPECT_TRUE(mlirLogicalResultIsSuccess(phobosAddTarget(c.location, &target)));
  expectRefused("expected a target that is not known yet, got 'sm_70'");
}

// The kernel of this fixture has no end.
TEST_F(Refusals, IRThatNobodyVerified) {
  for (auto addPipeline : {phobosAddPipelineToNVVM, phobosAddPipelineToHost}) {
    MlirPassManager manager = mlirPassManagerCreate(c.context);
    addPipeline(mlirPassManagerGetAsOpPassManager(manager), nullptr);
    EXPECT_TRUE(
        mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(manager, c.op())));
    mlirPassManagerDestroy(manager);
    EXPECT_THAT(c.takeErrors(), HasSubstr("k.c\":3:7): "));
  }
}

TEST_F(Refusals, Translation) {
  std::string out;
  MlirStringRef known = CModule::text("sm_80");
  auto translate = [&](MlirOperation op, MlirStringRef target) {
    return mlirLogicalResultIsSuccess(
        phobosTranslateToPTX(op, target, CModule::append, &out));
  };
  EXPECT_FALSE(translate({nullptr}, known));
  EXPECT_FALSE(translate(c.op(), CModule::text("sm_1")));
  EXPECT_THAT(c.takeErrors(), HasSubstr("unknown target 'sm_1'"));
  phobosBuildReturn(at);
  EXPECT_FALSE(translate(c.op(), known)); // still tile IR
  EXPECT_THAT(c.takeErrors(), HasSubstr("phobos.kernel"));
  EXPECT_TRUE(mlirLogicalResultIsFailure(
      phobosPrintContract(c.op(), CModule::text(""), CModule::append, &out)));
  expectError("expected a module with a launch contract");
  EXPECT_EQ(out, "");
}

} // namespace
