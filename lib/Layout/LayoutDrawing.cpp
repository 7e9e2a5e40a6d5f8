//===- LayoutDrawing.cpp - which thread holds what, as a table --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Layout/LayoutDrawing.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace phobos;
using llvm::SmallVector;
using llvm::StringRef;

/// Of more rows or columns than these, the first ones and the last are drawn.
static constexpr int64_t kShown = 4;

namespace {

/// The last two dims of an atom, at coordinate 0 of the others. A cell is a run
/// of neighbours along the last dim that one thread holds.
class Drawing {
public:
  explicit Drawing(const Layout &layout)
      : layout(layout), last(layout.rank() - 1),
        run(layout.contiguousElements(last)),
        rows(last ? layout.atom()[last - 1] : 1),
        columns(layout.atom()[last] / run) {
    for (int64_t thread = layout.threads(); thread-- > 0;)
      addThread(thread);
  }

  std::vector<std::string> draw() const {
    std::vector<std::string> lines = {drawLine("row", [&](int64_t column) {
      std::string first = std::to_string(column * run);
      return run == 1 ? first
                      : first + "-" + std::to_string(column * run + run - 1);
    })};
    for (int64_t row : shown(rows)) {
      if (row < 0)
        lines.push_back("…");
      else
        lines.push_back(drawLine(std::to_string(row), [&](int64_t column) {
          return cells.at({row, column});
        }));
    }
    return lines;
  }

private:
  /// Of threads with the same elements the first one stays.
  void addThread(int64_t thread) {
    int64_t registers = layout.registersPerRepetition();
    for (int64_t e = 0; e < registers; e += run) {
      Coordinates at = layout.tileCoordinates(e, thread % 32, thread / 32);
      bool isDrawn = true;
      for (unsigned dim = 0; dim + 1 < last; ++dim)
        isDrawn &= at[dim] == 0;
      if (!isDrawn)
        continue;
      std::string name = "t" + std::to_string(thread);
      if (registers > run)
        name += "." + std::to_string(e);
      cells[{last ? at[last - 1] : 0, at[last] / run}] = name;
    }
  }

  /// The numbers below `count` that are drawn; -1 stands for those left out.
  static SmallVector<int64_t> shown(int64_t count) {
    SmallVector<int64_t> numbers;
    for (int64_t i = 0; i < std::min(count, kShown); ++i)
      numbers.push_back(i);
    if (count > kShown + 1)
      numbers.push_back(-1);
    if (count > kShown)
      numbers.push_back(count - 1);
    return numbers;
  }

  template <typename Cell>
  std::string drawLine(StringRef name, Cell cell) const {
    std::string line = llvm::formatv("{0,-5}", name);
    for (int64_t column : shown(columns))
      line += column < 0 ? " …        "
                         : llvm::formatv(" {0,-9}", cell(column)).str();
    return StringRef(line).rtrim().str();
  }

  const Layout &layout;
  unsigned last;
  int64_t run, rows, columns;
  std::map<std::pair<int64_t, int64_t>, std::string> cells;
};

} // namespace

std::vector<std::string> phobos::drawLayout(const Layout &layout) {
  return Drawing(layout).draw();
}
