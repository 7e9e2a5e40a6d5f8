//===- LayoutTest.cpp - the layout algebra against brute force --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutTestCases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <cstdio>
#include <fstream>
#include <map>
#include <set>

using namespace phobos;
using llvm::ArrayRef;

namespace {

using Shape = std::vector<int64_t>;

/// The example of Layout.h and docs/Layout.md.
Layout workedExample() {
  return Layout({{0, 1}, {0, 2}}, {{0, 4}, {0, 8}, {0, 16}, {1, 0}, {2, 0}},
                {{4, 0}, {8, 0}}, {2, 3});
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

/// Layouts with axis-aligned bases (no mixing) and with skewed ones, of an 8x16
/// atom.
std::vector<Layout> randomLayouts() {
  std::vector<Layout> layouts;
  for (unsigned seed = 0; seed < 60; ++seed)
    layouts.push_back(randomLayout(seed, {3, 4}, seed % 3 * 2));
  return layouts;
}

/// The coordinates that a thread holds, as `change` maps them.
template <typename Change>
std::set<Coordinates> held(const Layout &layout, int64_t lane, int64_t warp,
                           Change change) {
  std::set<Coordinates> all;
  for (int64_t element = 0; element < layout.elementsPerThread(); ++element)
    all.insert(change(layout.tileCoordinates(element, lane, warp)));
  return all;
}

/// `after` holds in each thread what `before` held there, mapped by `change`.
template <typename Change>
void expectHolds(const Layout &after, const Layout &before, Change change) {
  auto same = [](Coordinates coordinates) { return coordinates; };
  ASSERT_EQ(after.warpCount(), before.warpCount());
  for (int64_t warp = 0; warp < after.warpCount(); ++warp)
    for (int64_t lane = 0; lane < 32; ++lane)
      EXPECT_EQ(held(after, lane, warp, same),
                held(before, lane, warp, change));
}

TEST(LayoutTest, WorkedExample) {
  Layout layout = workedExample();
  EXPECT_EQ(layout, Layout::blocked({32, 96}, 128, 4));
  EXPECT_EQ(layout.threads(), 128);
  EXPECT_EQ(layout.elementsPerThread(), 24);
  EXPECT_EQ(layout.atom(), ArrayRef<int64_t>({16, 32}));
  expectCoversOnce(layout, {32, 96});
}

TEST(LayoutTest, WorkedExampleOfTheDocs) {
  // Reads the example's layout and the rows of its table, as numbers:
  // | e | [repetition] | register | lane | warp | [coordinates] | remark |
  std::ifstream docs(PHOBOS_LAYOUT_DOC);
  std::string line;
  Layout layout = workedExample();
  unsigned layouts = 0, rows = 0;
  while (std::getline(docs, line)) {
    if (line.rfind("reg = [[", 0) == 0) {
      EXPECT_EQ(line, layout.str());
      ++layouts;
    }
    int64_t e, i, j, reg, lane, warp, row, column;
    if (std::sscanf(line.c_str(),
                    "| %ld | [%ld, %ld] | %ld | %ld | %ld | [%ld, %ld] |", &e,
                    &i, &j, &reg, &lane, &warp, &row, &column) != 8)
      continue;
    EXPECT_EQ(layout.tileCoordinates(e, lane, warp), Coordinates({row, column}))
        << line;
    EXPECT_EQ((i * 3 + j) * 4 + reg, e) << line;
    ++rows;
  }
  EXPECT_EQ(layouts, 1u);
  EXPECT_EQ(rows, 7u);
}

TEST(LayoutTest, WorkedExampleAnswers) {
  Layout layout = workedExample();
  using Bits = llvm::SmallVector<unsigned>;
  EXPECT_EQ(layout.contiguousElements(1), 4);
  EXPECT_EQ(layout.laneBitsAlong(1), Bits({0, 1, 2}));
  EXPECT_FALSE(layout.reductionNeedsSharedMemory(1));
  EXPECT_TRUE(layout.isAdditive());
  for (int64_t element = 0; element < 24; ++element) {
    EXPECT_EQ(layout.validity(element, 1, 96), Layout::Validity::Always);
    EXPECT_EQ(layout.validity(element, 1, 95), element == 11 || element == 23
                                                   ? Layout::Validity::Sometimes
                                                   : Layout::Validity::Always);
  }
  std::optional<Layout> sums = layout.collapse(1);
  ASSERT_TRUE(sums);
  EXPECT_EQ(sums->elementsPerThread(), 2);
  EXPECT_EQ(sums->replicaLaneBits(), Bits({0, 1, 2}));
}

//===--- Coordinates ------------------------------------------------------===//

TEST(LayoutTest, EveryElementHasItsReplicasAsOwners) {
  for (const Layout &layout : randomLayouts()) {
    SCOPED_TRACE(layout.str());
    expectCoversOnce(
        layout, {8 * layout.repetitions()[0], 16 * layout.repetitions()[1]});
  }
}

TEST(LayoutTest, AdditiveWhereOffsetsAdd) {
  unsigned additive = 0;
  for (const Layout &layout : randomLayouts()) {
    SCOPED_TRACE(layout.str());
    bool adds = true;
    forEachHeld(layout, [&](int64_t element, int64_t lane, int64_t warp,
                            Coordinates coordinates) {
      Coordinates offset = layout.elementOffset(element);
      Coordinates thread = layout.threadOffset(lane, warp);
      for (unsigned dim = 0; dim < 2; ++dim)
        adds &= coordinates[dim] == offset[dim] + thread[dim];
    });
    EXPECT_EQ(layout.isAdditive(), adds);
    additive += adds;
  }
  EXPECT_GT(additive, 0u);
  EXPECT_LT(additive, 60u);
}

TEST(LayoutTest, ElementAtInvertsElementOffset) {
  for (const Layout &layout : randomLayouts()) {
    SCOPED_TRACE(layout.str());
    std::map<Coordinates, int64_t> elements;
    for (int64_t element = 0; element < layout.elementsPerThread(); ++element)
      elements[layout.elementOffset(element)] = element;
    for (int64_t row = 0; row < 40; ++row)
      for (int64_t column = 0; column < 80; ++column) {
        auto found = elements.find({row, column});
        auto expected = found == elements.end()
                            ? std::nullopt
                            : std::optional<int64_t>(found->second);
        EXPECT_EQ(layout.elementAt({row, column}), expected);
      }
  }
  EXPECT_EQ(workedExample().elementAt({0, -1}), std::nullopt);
}

//===--- Against a shape --------------------------------------------------===//

TEST(LayoutTest, ValidityIsThatOfTheCoordinates) {
  for (const Layout &layout : randomLayouts())
    for (unsigned dim : {0, 1})
      for (int64_t element = 0; element < layout.elementsPerThread();
           ++element) {
        std::set<int64_t> along;
        for (int64_t warp = 0; warp < 4; ++warp)
          for (int64_t lane = 0; lane < 32; ++lane)
            along.insert(layout.tileCoordinates(element, lane, warp)[dim]);
        for (int64_t extent = 1; extent <= 65; ++extent) {
          Layout::Validity expected =
              *along.rbegin() < extent   ? Layout::Validity::Always
              : *along.begin() >= extent ? Layout::Validity::Never
                                         : Layout::Validity::Sometimes;
          EXPECT_EQ(layout.validity(element, dim, extent), expected)
              << layout.str() << " element " << element << " extent " << extent;
        }
      }
}

TEST(LayoutTest, RaggedDims) {
  Layout layout = workedExample();
  EXPECT_TRUE(layout.raggedDims({32, 96}).empty());
  EXPECT_EQ(layout.raggedDims({17, 96}), llvm::SmallVector<unsigned>({0}));
  EXPECT_EQ(layout.raggedDims({32, 65}), llvm::SmallVector<unsigned>({1}));
  EXPECT_EQ(layout.raggedDims({31, 95}), llvm::SmallVector<unsigned>({0, 1}));
}

TEST(LayoutTest, VerifyShapeNamesTheDim) {
  Layout layout = workedExample();
  EXPECT_EQ(layout.verifyShape({32, 96}), std::nullopt);
  EXPECT_EQ(layout.verifyShape({32, 97}),
            "expected 4 repetitions of 32 along dim 1 of extent 97, got 3");
  EXPECT_EQ(layout.verifyShape({32}),
            "expected a layout of rank 1, got rank 2");
}

//===--- Queries ----------------------------------------------------------===//

/// The definition of contiguousElements, by trying.
int64_t contiguousByTrying(const Layout &layout, unsigned dim) {
  int64_t longest = 1, count = layout.elementsPerThread();
  for (int64_t length = 2; count % length == 0; length *= 2) {
    bool runs = true;
    forEachHeld(layout, [&](int64_t element, int64_t lane, int64_t warp,
                            Coordinates coordinates) {
      int64_t first = element / length * length;
      Coordinates start = layout.tileCoordinates(first, lane, warp);
      runs &= start[dim] % length == 0;
      start[dim] += element - first;
      runs &= coordinates == start;
    });
    if (runs)
      longest = length;
  }
  return longest;
}

TEST(LayoutTest, ContiguousElements) {
  std::set<int64_t> lengths;
  for (const Layout &layout : randomLayouts())
    for (unsigned dim : {0, 1}) {
      int64_t length = contiguousByTrying(layout, dim);
      EXPECT_EQ(layout.contiguousElements(dim), length) << layout.str();
      lengths.insert(length);
    }
  EXPECT_GE(lengths.size(), 3u);
}

TEST(LayoutTest, ContiguousElementsGoOnThroughRepetitions) {
  std::vector<Basis> lanes = {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}};
  auto contiguous = [&](ArrayRef<int64_t> reps) {
    Layout layout({{0, 1}, {0, 2}}, lanes, {}, reps);
    EXPECT_EQ(layout.contiguousElements(1), contiguousByTrying(layout, 1));
    return layout.contiguousElements(1);
  };
  EXPECT_EQ(contiguous({1, 4}), 16);
  EXPECT_EQ(contiguous({3, 4}), 16);
  EXPECT_EQ(contiguous({3, 6}), 8);
  EXPECT_EQ(contiguous({1, 3}), 4);
}

TEST(LayoutTest, LaterRegistersCanBreakARun) {
  // Elements 2 and 3 lie at columns 1 and 0.
  Layout layout({{0, 1}, {1, 1}}, {{0, 2}, {0, 4}, {0, 8}, {0, 16}, {0, 32}},
                {}, {1, 1});
  EXPECT_EQ(layout.contiguousElements(1), 1);
}

TEST(LayoutTest, BitsAlongDims) {
  Layout layout({{0, 1}, {0, 4}}, {{0, 2}, {0, 0}, {1, 0}, {2, 4}, {0, 0}},
                {{0, 0}, {4, 0}}, {1, 1});
  using Bits = llvm::SmallVector<unsigned>;
  EXPECT_EQ(layout.laneBitsAlong(0), Bits({2, 3}));
  EXPECT_EQ(layout.laneBitsAlong(1), Bits({0, 3}));
  EXPECT_EQ(layout.warpBitsAlong(0), Bits({1}));
  EXPECT_EQ(layout.warpBitsAlong(1), Bits());
  EXPECT_EQ(layout.replicaLaneBits(), Bits({1, 4}));
  EXPECT_EQ(layout.replicaWarpBits(), Bits({0}));
  EXPECT_TRUE(layout.reductionNeedsSharedMemory(0));
  EXPECT_FALSE(layout.reductionNeedsSharedMemory(1));
}

//===--- Made from other layouts ------------------------------------------===//

TEST(LayoutTest, CollapseKeepsWhatThreadsHold) {
  unsigned collapsed = 0;
  for (const Layout &layout : randomLayouts())
    for (unsigned dim : {0, 1}) {
      SCOPED_TRACE(layout.str());
      std::optional<Layout> result = layout.collapse(dim);
      bool isSkewed = llvm::any_of(
          llvm::concat<const Basis>(layout.registerBases(), layout.laneBases(),
                                    layout.warpBases()),
          [](const Basis &basis) { return basis[0] && basis[1]; });
      EXPECT_TRUE(result || isSkewed);
      if (!result)
        continue;
      ++collapsed;
      EXPECT_EQ(result->atom()[dim] * result->repetitions()[dim], 1);
      expectHolds(*result, layout, [dim](Coordinates coordinates) {
        coordinates[dim] = 0;
        return coordinates;
      });
    }
  EXPECT_GT(collapsed, 40u);
}

TEST(LayoutTest, CollapseMakesReplicas) {
  EXPECT_EQ(workedExample().collapse(1),
            Layout({}, {{0, 0}, {0, 0}, {0, 0}, {1, 0}, {2, 0}},
                   {{4, 0}, {8, 0}}, {2, 1}));
}

TEST(LayoutTest, CollapseRefusesBasesThatWouldDependOnEachOther) {
  // Lanes 0 and 1 hold the same two rows, but in opposite registers.
  Layout skewed({{1, 0}}, {{1, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}}, {},
                {1, 1});
  EXPECT_EQ(skewed.collapse(1), std::nullopt);
  EXPECT_NE(skewed.collapse(0), std::nullopt);
}

TEST(LayoutTest, TransposePermutesCoordinates) {
  for (const Layout &layout : randomLayouts())
    expectHolds(layout.transpose({1, 0}), layout, [](Coordinates coordinates) {
      return Coordinates{coordinates[1], coordinates[0]};
    });
  Layout layout = Layout::blocked({3, 5, 40}, 64, 2);
  Layout transposed = layout.transpose({2, 0, 1});
  expectCoversOnce(transposed, {40, 3, 5});
  expectHolds(transposed, layout, [](Coordinates coordinates) {
    return Coordinates{coordinates[2], coordinates[0], coordinates[1]};
  });
}

//===--- Made from a shape ------------------------------------------------===//

TEST(LayoutTest, BlockedCoversAnyShape) {
  std::vector<Shape> shapes = {{1000},   {1, 1000},       {5, 257},
                               {40, 1},  {2, 3, 96},      {7, 1, 5, 33},
                               {64, 16}, {2, 1, 3, 5, 9}, {1, 1, 1, 1, 1}};
  for (int64_t extent = 1; extent < 70; ++extent)
    shapes.push_back({extent});
  for (int64_t rows = 1; rows <= 9; ++rows)
    for (int64_t columns = 1; columns <= 36; ++columns)
      shapes.push_back({rows, columns});
  for (const Shape &shape : shapes)
    for (int64_t threads : {32, 256})
      for (int64_t vectorWidth : {1, 2, 8}) {
        SCOPED_TRACE(testing::PrintToString(shape) + " on " +
                     std::to_string(threads) + " threads, vectors of " +
                     std::to_string(vectorWidth));
        Layout layout = Layout::blocked(shape, threads, vectorWidth);
        EXPECT_EQ(layout.threads(), threads);
        EXPECT_TRUE(layout.isAdditive());
        expectCoversOnce(layout, shape);
        // Vectors are as wide as asked for, or as the extent has room for.
        EXPECT_EQ(
            layout.registerBases().size(),
            std::min(llvm::Log2_64(vectorWidth), llvm::Log2_64(shape.back())));
        EXPECT_GE(layout.contiguousElements(shape.size() - 1),
                  layout.registersPerRepetition());
        // A replica is a thread for which the tile has no element.
        if (!layout.replicaLaneBits().empty() ||
            !layout.replicaWarpBits().empty()) {
          EXPECT_TRUE(llvm::all_of(layout.repetitions(),
                                   [](int64_t count) { return count == 1; }));
        }
      }
}

TEST(LayoutTest, BlockedWastesNoThreadOn96Columns) {
  // 32 of 96 columns in each of 3 repetitions, not 128 with a quarter idle.
  Layout layout = Layout::blocked({64, 96}, 128, 4);
  EXPECT_EQ(layout.threads() * layout.elementsPerThread(), 64 * 96);
}

TEST(LayoutTest, BlockedCoalescesRowsOfAnyExtent) {
  // A warp reads 128 consecutive floats of a row of 257: 32 lanes of 4.
  Layout wide = Layout::blocked({64, 1024}, 128, 4);
  EXPECT_EQ(wide.laneBitsAlong(1).size(), 5u);
  // With single floats too, 32 lanes stay on one row.
  Layout odd = Layout::blocked({64, 257}, 128, 1);
  EXPECT_EQ(odd.laneBitsAlong(1).size(), 5u);
}

TEST(LayoutTest, BlockedSpreadsWarpsOverRowsFirst) {
  EXPECT_FALSE(
      Layout::blocked({64, 1000}, 128, 4).reductionNeedsSharedMemory(1));
  EXPECT_TRUE(Layout::blocked({1, 1000}, 128, 4).reductionNeedsSharedMemory(1));
}

TEST(LayoutTest, RegisterBlockedGivesEachThreadABlock) {
  Layout layout = Layout::registerBlocked({64, 64}, 128, {4, 4});
  expectCoversOnce(layout, {64, 64});
  EXPECT_EQ(layout.atom(), ArrayRef<int64_t>({32, 64}));
  for (int64_t row = 0; row < 4; ++row)
    for (int64_t column = 0; column < 4; ++column)
      EXPECT_EQ(layout.elementOffset(4 * row + column),
                Coordinates({row, column}));
}

TEST(LayoutTest, RegisterBlockedIsNearSquare) {
  EXPECT_EQ(Layout::registerBlocked({64, 64}, 32, {4, 4}).atom(),
            ArrayRef<int64_t>({16, 32}));
  EXPECT_EQ(Layout::registerBlocked({64, 64}, 32, {1, 8}).atom(),
            ArrayRef<int64_t>({16, 16}));
}

TEST(LayoutTest, RegisterBlockedCoversAnyShape) {
  for (const Shape &shape : {Shape{1, 1}, Shape{64, 96}, Shape{3, 40},
                             Shape{17, 1}, Shape{2, 33, 48}})
    for (int64_t threads : {32, 256}) {
      SCOPED_TRACE(testing::PrintToString(shape));
      Shape registerTile(shape.size(), 4);
      expectCoversOnce(Layout::registerBlocked(shape, threads, registerTile),
                       shape);
    }
}

TEST(LayoutTest, ThreadCounts) {
  for (int64_t threads : {32, 64, 128, 1024})
    EXPECT_TRUE(Layout::isThreadCount(threads));
  for (int64_t threads : {-32, 0, 16, 96, 2048})
    EXPECT_FALSE(Layout::isThreadCount(threads));
}

//===--- Verification -----------------------------------------------------===//

using Bases = std::vector<Basis>;

/// Five lane bases along the columns of a 1x32 atom.
Bases rowLanes() { return {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}}; }

TEST(LayoutTest, VerifyAcceptsReplicas) {
  Bases replicas(5, Basis{0, 0});
  EXPECT_EQ(Layout::verify({}, replicas, replicas, {1, 1}), std::nullopt);
}

TEST(LayoutTest, VerifyCounts) {
  EXPECT_EQ(Layout::verify({}, Bases(5), {}, {}),
            "expected a repetition count for each dim, got none");
  EXPECT_EQ(Layout::verify(Bases(21, {1, 0}), rowLanes(), {}, {1, 1}),
            "expected at most 20 register bases, got 21");
  EXPECT_EQ(Layout::verify({}, Bases(4, {0, 0}), {}, {1, 1}),
            "expected 5 lane bases, got 4");
  EXPECT_EQ(Layout::verify({}, rowLanes(), Bases(6, {0, 0}), {1, 1}),
            "expected at most 5 warp bases, got 6");
}

TEST(LayoutTest, VerifyCoordinates) {
  EXPECT_EQ(Layout::verify({{1, 0}, {2}}, rowLanes(), {}, {1, 1}),
            "expected 2 coordinates in register basis 1, got 1");
  EXPECT_EQ(
      Layout::verify({}, rowLanes(), {{-1, 0}}, {1, 1}),
      "expected coordinates from 0 to 1073741824 in warp basis 0, got -1");
  EXPECT_EQ(Layout::verify({{0, int64_t(1) << 40}}, rowLanes(), {}, {1, 1}),
            "expected coordinates from 0 to 1073741824 in register basis 0, "
            "got 1099511627776");
}

TEST(LayoutTest, VerifySpan) {
  EXPECT_EQ(Layout::verify({{0, 0}}, rowLanes(), {}, {1, 1}),
            "expected a register basis other than zero, got zero in register "
            "basis 0");
  EXPECT_EQ(Layout::verify({}, rowLanes(), {{1, 0}, {1, 3}}, {1, 1}),
            "expected independent bases, got warp basis 1, a combination of "
            "earlier ones");
  EXPECT_EQ(Layout::verify({{2, 0}}, rowLanes(), {}, {1, 1}),
            "expected 7 bases other than zero, which cover the atom, got 6");
  int64_t far = int64_t(1) << 30;
  EXPECT_EQ(Layout::verify({{far, 0}, {0, far}}, rowLanes(), {}, {1, 1}),
            "expected bases that cover their atom of 2^62 elements");
}

TEST(LayoutTest, VerifyRepetitions) {
  EXPECT_EQ(Layout::verify({}, rowLanes(), {}, {1, 0}),
            "expected repetition counts of at least 1, got 0");
  EXPECT_EQ(Layout::verify({}, rowLanes(), {}, {INT64_MAX, INT64_MAX}),
            "expected repetitions of the atom to hold at most 1099511627776 "
            "elements");
}

//===--- Value and text ---------------------------------------------------===//

TEST(LayoutTest, EqualLayoutsHashAlike) {
  Layout layout = workedExample();
  EXPECT_EQ(hash_value(layout), hash_value(workedExample()));
  Layout taller({{0, 1}, {0, 2}}, layout.laneBases(), layout.warpBases(),
                {3, 3});
  EXPECT_NE(layout, taller);
  EXPECT_NE(hash_value(layout), hash_value(taller));
  // The same bases with the boundary between registers and warps moved.
  Layout narrow({}, rowLanes(), {{1, 0}}, {1, 1});
  Layout deep({{1, 0}}, rowLanes(), {}, {1, 1});
  EXPECT_NE(narrow, deep);
  EXPECT_NE(hash_value(narrow), hash_value(deep));
}

TEST(LayoutTest, Prints) {
  EXPECT_EQ(workedExample().str(),
            "reg = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], "
            "[2, 0]], warp = [[4, 0], [8, 0]], reps = [2, 3]");
}

TEST(LayoutTest, ParsesWhatItPrints) {
  for (const Layout &layout : randomLayouts()) {
    llvm::Expected<Layout> parsed = Layout::parse(layout.str());
    ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
    EXPECT_EQ(*parsed, layout);
  }
}

TEST(LayoutTest, ParsesAnyWhiteSpace) {
  llvm::Expected<Layout> parsed = Layout::parse(
      " reg=[],lane = [[1],[2],\n [4],[8],[16]] , warp = [ ] , reps = [ 3 ] ");
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  EXPECT_EQ(*parsed, Layout({}, {{1}, {2}, {4}, {8}, {16}}, {}, {3}));
}

std::string parseError(llvm::StringRef text) {
  llvm::Expected<Layout> parsed = Layout::parse(text);
  return parsed ? "no error" : llvm::toString(parsed.takeError());
}

TEST(LayoutTest, ParseErrors) {
  EXPECT_EQ(parseError(""),
            "expected 'reg' at offset 0 of the layout, got the end");
  EXPECT_EQ(parseError("reg = [[0, x]]"),
            "expected a 64-bit number at offset 11 of the layout, got 'x]]'");
  EXPECT_EQ(parseError("reg = [[99999999999999999999]]"),
            "expected a 64-bit number at offset 8 of the layout, got "
            "'99999999'");
  EXPECT_EQ(parseError("reg = [[0 1]]"),
            "expected ',' or ']' at offset 10 of the layout, got '1]]'");
  EXPECT_EQ(parseError("reg = [], warp = []"),
            "expected 'lane' at offset 10 of the layout, got 'warp = ['");
  EXPECT_EQ(parseError("reg = [], lane = [], warp = [], reps = [1],"),
            "expected the end at offset 42 of the layout, got ','");
  EXPECT_EQ(parseError("reg = [], lane = [], warp = [], reps = [1]"),
            "expected 5 lane bases, got 0");
}

} // namespace
