//===- LayoutTest.cpp - the layout algebra against brute force --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Layout/Layout.h"
#include "gtest/gtest.h"
#include <map>

using namespace phobos;
using llvm::ArrayRef;

namespace {

using Shape = std::vector<int64_t>;

/// The example of Layout.h and docs/Layout.md.
Layout workedExample() {
  return Layout({{0, 1}, {0, 2}}, {{0, 4}, {0, 8}, {0, 16}, {1, 0}, {2, 0}},
                {{4, 0}, {8, 0}}, {2, 3});
}

bool isInside(ArrayRef<int64_t> coordinates, ArrayRef<int64_t> shape) {
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    if (coordinates[dim] >= shape[dim])
      return false;
  return true;
}

/// Calls `visit(element, lane, warp, coordinates)` for all a block holds.
template <typename Visit> void forEachHeld(const Layout &layout, Visit visit) {
  for (int64_t warp = 0; warp < layout.warpCount(); ++warp)
    for (int64_t lane = 0; lane < 32; ++lane)
      for (int64_t element = 0; element < layout.elementsPerThread(); ++element)
        visit(element, lane, warp, layout.tileCoordinates(element, lane, warp));
}

/// Every tile element has exactly one owner and its replicas.
void expectCoversOnce(const Layout &layout, ArrayRef<int64_t> shape) {
  EXPECT_EQ(layout.verifyShape(shape), std::nullopt);
  std::map<Coordinates, int64_t> owners;
  forEachHeld(layout, [&](int64_t, int64_t, int64_t, Coordinates coordinates) {
    if (isInside(coordinates, shape))
      ++owners[coordinates];
  });
  size_t elements = 1;
  for (int64_t extent : shape)
    elements *= extent;
  EXPECT_EQ(owners.size(), elements);
  int64_t replicas = int64_t(1) << (layout.replicaLaneBits().size() +
                                    layout.replicaWarpBits().size());
  for (const auto &[coordinates, count] : owners)
    EXPECT_EQ(count, replicas);
}

TEST(LayoutTest, WorkedExample) {
  Layout layout = workedExample();
  EXPECT_EQ(layout.threads(), 128);
  EXPECT_EQ(layout.elementsPerThread(), 24);
  EXPECT_EQ(layout.atom(), ArrayRef<int64_t>({16, 32}));
  struct Row {
    int64_t element, lane, warp;
    Coordinates coordinates;
  };
  for (const Row &row :
       {Row{0, 0, 0, {0, 0}}, Row{1, 0, 0, {0, 1}}, Row{3, 0, 0, {0, 3}},
        Row{4, 0, 0, {0, 32}}, Row{12, 0, 0, {16, 0}}, Row{0, 9, 0, {1, 4}},
        Row{0, 0, 3, {12, 0}}, Row{23, 31, 3, {31, 95}}})
    EXPECT_EQ(layout.tileCoordinates(row.element, row.lane, row.warp),
              row.coordinates);
  expectCoversOnce(layout, {32, 96});
}

TEST(LayoutTest, WorkedExampleIsTheBlockedLayoutOfItsTile) {
  EXPECT_EQ(Layout::blocked({32, 96}, 128, 4), workedExample());
}

TEST(LayoutTest, PrintsAndParses) {
  Layout layout = workedExample();
  EXPECT_EQ(layout.str(),
            "reg = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], "
            "[2, 0]], warp = [[4, 0], [8, 0]], reps = [2, 3]");
  llvm::Expected<Layout> parsed = Layout::parse(layout.str());
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  EXPECT_EQ(*parsed, layout);
}

TEST(LayoutTest, BlockedCoversAnyShape) {
  for (const Shape &shape :
       {Shape{1}, Shape{96}, Shape{257}, Shape{1000}, Shape{1, 1},
        Shape{1, 1000}, Shape{3, 96}, Shape{64, 16}, Shape{5, 257},
        Shape{40, 1}, Shape{2, 3, 96}, Shape{7, 1, 5, 33},
        Shape{2, 1, 3, 5, 9}})
    for (int64_t threads : {32, 128, 1024})
      for (int64_t vectorWidth : {1, 4, 8}) {
        SCOPED_TRACE(testing::PrintToString(shape) + " on " +
                     std::to_string(threads) + " threads, vectors of " +
                     std::to_string(vectorWidth));
        expectCoversOnce(Layout::blocked(shape, threads, vectorWidth), shape);
      }
}

} // namespace
