//===- BuildersTest.cpp - Every op of the dialect, built from C -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "CModule.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Operation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <set>

using testing::HasSubstr;

namespace {

/// A kernel with a use of each op, built in parts.
class EveryOp : public testing::Test {
protected:
  void SetUp() override {
    PhobosExtent n = {CModule::text("N"), 0}, eight = {{nullptr, 0}, 8};
    PhobosExtent extents[] = {n, eight}, strides[] = {n, {{nullptr, 0}, 1}};
    MlirType pointer = phobosPtrTypeGet(c.location, c.i32());
    PhobosParameter parameters[] = {
        {CModule::text("A"), pointer, 2, extents, 2, strides, true},
        {CModule::text("N"), c.index(), 0, nullptr, 0, nullptr, false},
        {CModule::text("x"), c.f32(), 0, nullptr, 0, nullptr, false}};
    MlirAffineExpr one = mlirAffineConstantExprGet(c.context, 1);
    MlirAffineExpr sizes[] = {mlirAffineSymbolExprGet(c.context, 0), one, one};
    MlirOperation kernel =
        phobosBuildKernel(c.top(), CModule::text("k"), 3, parameters,
                          mlirAffineMapGet(c.context, 0, 1, 3, sizes), 128);
    at = {phobosKernelGetBody(kernel), {nullptr}, c.location};
    a = mlirBlockGetArgument(at.block, 0);
    extent = mlirBlockGetArgument(at.block, 1);
    x = mlirBlockGetArgument(at.block, 2);
    start = phobosBuildBlockId(at, PHOBOS_GRID_Y);
    number = phobosBuildNumBlocks(at, PHOBOS_GRID_Z);
    tile = phobosBuildSplat(at, c.tile({4, 8}, c.f32()), x);
  }

  /// The kernel ends, and the module is valid.
  void finish() {
    phobosBuildReturn(at);
    EXPECT_TRUE(mlirOperationVerify(c.op()));
    EXPECT_EQ(c.takeErrors(), "");
  }

  void buildFacts();
  void buildAccesses();
  void buildShapes();
  void buildComputations();
  void buildThreadCode();

  CModule c;
  PhobosInsertion at;
  MlirValue a, extent, x, start, number, tile;
  MlirValue none = {nullptr};
  MlirAttribute noAttribute = {nullptr};
};

void EveryOp::buildFacts() {
  phobosBuildAssume(at, extent, phobosDivisibleAttrGet(c.location, 16), none);
  phobosBuildAssume(at, extent, phobosSameAttrGet(c.location), number);
  phobosBuildPromise(at, extent, phobosBoundedAttrGet(c.location, 1, 9), none,
                     CModule::text("N is small"));
}

void EveryOp::buildAccesses() {
  int64_t shape[] = {mlirShapedTypeGetDynamicSize(), 8};
  int64_t strides[] = {mlirShapedTypeGetDynamicSize(), 1};
  MlirType type = phobosViewTypeGet(c.location, 2, shape, strides, c.i32());
  MlirValue view =
      phobosBuildView(at, type, a, 1, &extent, 1, &extent, none, false);
  MlirValue other =
      phobosBuildView(at, type, a, 1, &extent, 1, &extent, start, true);
  phobosBuildRowsAligned(at, view);
  phobosBuildViewsApart(at, view, other, true);
  MlirValue starts[] = {start, number};
  int64_t masked[] = {0}, unchecked[] = {1};
  PhobosSlice slice = {view, 2, starts, 1, masked, 1, unchecked};
  PhobosHints hints = {PHOBOS_CACHE_CG, PHOBOS_EVICT_FIRST, true};
  MlirType ints = c.tile({4, 8}, c.i32());
  MlirAttribute seven = mlirIntegerAttrGet(c.i32(), 7);
  MlirValue loaded = phobosBuildLoad(at, ints, &slice, seven, &hints);
  phobosBuildStore(at, loaded, &slice, nullptr);
  phobosBuildCheckBounds(at, start, 4, extent, 0, CModule::text("A"));
  PhobosUpdate update = {PHOBOS_ATOMIC_CAS, PHOBOS_ORDER_RELAXED,
                         PHOBOS_SCOPE_BLOCK, loaded, loaded};
  phobosBuildAtomic(at, &update, &slice);
  MlirValue offsets = phobosBuildIota(at, c.tile({4, 8}, c.index()), 1);
  MlirValue mask =
      phobosBuildCast(at, c.tile({4, 8}, mlirIntegerTypeGet(c.context, 1)),
                      loaded, true, false);
  MlirValue gathered =
      phobosBuildGather(at, ints, a, offsets, mask, loaded, &hints);
  hints = {PHOBOS_CACHE_WT, PHOBOS_EVICT_LAST, false};
  phobosBuildScatter(at, gathered, a, offsets, none, &hints);
  update = {PHOBOS_ATOMIC_MAXU, PHOBOS_ORDER_ACQ_REL, PHOBOS_SCOPE_GPU,
            gathered, none};
  phobosBuildAtomicScatter(at, &update, a, offsets, mask);
  phobosBuildWhere(at, mask, loaded, gathered);
}

void EveryOp::buildShapes() {
  int64_t swap[] = {1, 0}, extents[] = {4, 8};
  MlirValue starts[] = {start, number};
  phobosBuildTranspose(at, c.tile({8, 4}, c.f32()), tile, 2, swap);
  MlirValue row = phobosBuildReduce(at, c.tile({1, 8}, c.f32()),
                                    PHOBOS_REDUCE_MAX, tile, 0);
  phobosBuildBroadcast(at, c.tile({4, 8}, c.f32()), row);
  phobosBuildReshape(at, c.tile({32}, c.f32()), tile);
  MlirValue one =
      phobosBuildReduce(at, c.tile({1, 1}, c.f32()), PHOBOS_REDUCE_ADD, row, 1);
  phobosBuildItem(at, one);
  MlirAttribute layout =
      phobosLayoutAttrGetBlocked(c.location, 2, extents, 128, 4);
  phobosBuildConvertLayout(
      at, phobosTileTypeGet(c.location, 2, extents, c.f32(), layout), tile);
  MlirType type = phobosChunksTypeGet(c.location, 3, c.tile({4, 8}, c.f32()));
  MlirValue chunks = phobosBuildChunks(at, type);
  phobosBuildPutChunk(at, tile, chunks, start);
  phobosBuildGetChunk(at, c.tile({4, 8}, c.f32()), chunks, start);
  int64_t masked[] = {1};
  MlirValue slice = phobosBuildExtractSlice(
      at, c.tile({2, 8}, c.f32()), tile, 2, starts, 1, masked,
      mlirFloatAttrDoubleGet(c.context, c.f32(), 2));
  phobosBuildInsertSlice(at, slice, tile, 2, starts, 1, masked);
}

void EveryOp::buildComputations() {
  int64_t swap[] = {1, 0};
  MlirValue turned =
      phobosBuildTranspose(at, c.tile({8, 4}, c.f32()), tile, 2, swap);
  MlirValue sum = phobosBuildSplat(at, c.tile({4, 4}, c.f32()), x);
  phobosBuildDot(at, tile, turned, sum, false, false, PHOBOS_PRECISION_TF32);
  phobosBuildArgReduce(at, c.tile({4, 1}, c.index()), PHOBOS_REDUCE_MIN, tile,
                       1);
  phobosBuildScan(at, PHOBOS_REDUCE_MUL, tile, 0);
}

void EveryOp::buildThreadCode() {
  MlirValue thread = phobosBuildThreadId(at), lane = phobosBuildLaneId(at);
  phobosBuildWarpId(at);
  phobosBuildNumThreads(at);
  MlirValue indices[] = {start, thread};
  MlirValue element = phobosBuildLoadElem(at, tile, 2, indices);
  phobosBuildStoreElem(at, element, tile, 2, indices);
  MlirOperation sum = phobosBuildThreadSum(at, c.f32(), 1, &x);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(sum, 0));
  PhobosInsertion inside = {body, {nullptr}, c.location};
  phobosBuildYield(inside, phobosBuildSplat(inside, c.tile({4}, c.f32()),
                                            mlirBlockGetArgument(body, 0)));
  phobosBuildWarpReduce(at, PHOBOS_REDUCE_ADD, element);
  phobosBuildBlockReduce(at, PHOBOS_REDUCE_MIN, element);
  phobosBuildShuffle(at, element, lane);
  phobosBuildBarrier(at);
}

TEST_F(EveryOp, HasABuilder) {
  buildFacts();
  buildAccesses();
  buildShapes();
  buildComputations();
  buildThreadCode();
  finish();
  std::set<std::string> built, known;
  unwrap(c.op())->walk([&](mlir::Operation *op) {
    if (op->getName().getDialectNamespace() == "phobos")
      built.insert(op->getName().getStringRef().str());
  });
  for (auto name : unwrap(c.context)->getRegisteredOperations())
    if (name.getDialectNamespace() == "phobos")
      known.insert(name.getStringRef().str());
  EXPECT_EQ(built, known);
}

TEST_F(EveryOp, TakesWhatTheCallerSays) {
  buildFacts();
  buildAccesses();
  buildShapes();
  buildComputations();
  finish();
  std::string ir = c.print();
  for (
      const char *part :
      {R"(phobos.extents = ["N", 8], phobos.name = "A", phobos.strides = ["N", 1], phobos.unsigned)",
       "threads 128",
       "phobos.block_id y",
       "phobos.num_blocks z",
       "assume #phobos.same %arg1, %1",
       R"(promise #phobos.bounded<1, 9> %arg1 message "N is small")",
       " offset %0 loose",
       " or_equal",
       "masked [0] unchecked [1] fill 7 cache <cg> evict <first> volatile",
       R"(check_bounds %0 :+ 4 in %arg1 dim 0 of "A")",
       "atomic <cas> ",
       "order <relaxed> scope <block>",
       "cache <wt> evict <last>",
       "atomic_scatter <maxu>",
       "from_unsigned",
       "fill 2.0",
       "reduce <max>",
       "arg_reduce <min>",
       "scan <mul>",
       " tf32 "})
    EXPECT_THAT(ir, HasSubstr(part));
}

TEST_F(EveryOp, GoesWhereItIsTold) {
  finish();
  PhobosInsertion first = at;
  first.before = mlirBlockGetFirstOperation(at.block);
  MlirValue lane = phobosBuildLaneId(first);
  EXPECT_TRUE(mlirOperationEqual(mlirBlockGetFirstOperation(at.block),
                                 mlirOpResultGetOwner(lane)));
}

TEST(Types, SayWhatTheyAre) {
  CModule c;
  int64_t shape[] = {mlirShapedTypeGetDynamicSize(), 8};
  MlirType tile = c.tile({4, 8}, c.f32());
  MlirType view = phobosViewTypeGet(c.location, 2, shape, nullptr, c.i32());
  MlirType pointer = phobosPtrTypeGet(c.location, c.f32());
  MlirType chunks = phobosChunksTypeGet(c.location, 2, tile);
  EXPECT_TRUE(phobosTypeIsATile(tile) && phobosTypeIsAView(view) &&
              phobosTypeIsAPtr(pointer) && phobosTypeIsAChunks(chunks));
  EXPECT_FALSE(phobosTypeIsATile(view) || phobosTypeIsAView(tile) ||
               phobosTypeIsAPtr(c.f32()) || phobosTypeIsAChunks(tile));
  EXPECT_TRUE(mlirTypeEqual(phobosTileTypeGetElementType(tile), c.f32()));
  EXPECT_TRUE(mlirTypeEqual(phobosViewTypeGetElementType(view), c.i32()));
  EXPECT_TRUE(mlirTypeEqual(phobosPtrTypeGetElementType(pointer), c.f32()));
  EXPECT_EQ(phobosTypeGetRank(view), 2);
  EXPECT_EQ(phobosTypeGetExtent(tile, 1), 8);
  EXPECT_EQ(phobosTypeGetExtent(view, 0), mlirShapedTypeGetDynamicSize());
  EXPECT_EQ(phobosTypeGetRank(pointer), -1);
  EXPECT_EQ(phobosTypeGetExtent(tile, 2), -1);
  EXPECT_TRUE(mlirAttributeIsNull(phobosTileTypeGetLayout(tile)));
}

/// PTX of an empty kernel for `target`, with which the context is told or not.
static std::string compile(CModule &c, const char *target, bool isTold) {
  MlirOperation kernel =
      phobosBuildKernel(c.top(), CModule::text("k"), 0, nullptr, {nullptr}, 32);
  phobosBuildReturn({phobosKernelGetBody(kernel), {nullptr}, c.location});
  MlirPassManager manager = mlirPassManagerCreate(c.context);
  PhobosLoweringOptions options = {CModule::text(target), false,
                                   isTold ? c.context : MlirContext{nullptr}};
  std::string ptx;
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  if (mlirLogicalResultIsFailure(phobosAddPipelineToNVVM(passes, &options)) ||
      mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(manager, c.op())) ||
      mlirLogicalResultIsFailure(phobosTranslateToPTX(
          c.op(), CModule::text(target), CModule::append, &ptx)))
    ptx = "none";
  mlirPassManagerDestroy(manager);
  return ptx;
}

TEST(Targets, AreKnownInTheContextThatTheyAreAddedTo) {
  for (bool isAdded : {false, true})
    for (bool isTold : {false, true}) {
      CModule c;
      for (const char *name : {"sm_86", "sm_120"}) {
        PhobosTarget target = {CModule::text(name),
                               name[3] == '8' ? 86 : 120,
                               name[3] == '8' ? 80 : 87,
                               101376,
                               PHOBOS_TENSOR_CORE_MMA_SYNC,
                               false,
                               false,
                               1};
        if (isAdded)
          EXPECT_TRUE(
              mlirLogicalResultIsSuccess(phobosAddTarget(c.location, &target)));
      }
      EXPECT_THAT(compile(c, "sm_86", isTold),
                  HasSubstr(isAdded && isTold ? ".target sm_86" : "none"));
    }
}

} // namespace
