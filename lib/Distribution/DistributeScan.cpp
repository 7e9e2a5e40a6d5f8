//===- DistributeScan.cpp - Scans: registers, shuffles, shared memory -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each bit of a coordinate along the scan's dim is a bit of the register, of
// the lane or of the warp. They are taken from the lowest up, neighbours of one
// kind together. At every step a thread knows, of runs of consecutive elements,
// the total, what comes before its own part of the run, and its own elements as
// scanned among themselves:
//
//   registers  runs of the thread become one
//   lanes      each two that differ in the bit exchange their totals
//   warps      all read the others' totals in shared memory
//
// At last the atom's repetitions, which are registers too, become one run.
// Elements past the tile's edge come last, so nothing needs to know of them.
//
//===----------------------------------------------------------------------===//

#include "WarpExchange.h"
#include "phobos/Conversion/ReduceLowering.h"
#include <map>

using namespace mlir;
using namespace phobos;

namespace phobos {

class LineScan {
public:
  LineScan(Distributor &distributor, ScanOp op);

  /// The thread's elements of the result.
  SmallVector<Value> run();

private:
  struct Run {
    SmallVector<int64_t> elements;
    Value before; // null where the thread has all of the run
    Value total;
  };
  /// Neighbouring bits of the coordinate that one part of the place is made of:
  /// bits of the thread's index, lowest first; none for registers.
  struct Phase {
    enum class Kind { Registers, Lanes, Warps } kind;
    SmallVector<unsigned> threadBits;
    int64_t coordinateBits = 0;
  };

  SmallVector<Phase> findPhases() const;
  /// Merges those runs of a line that differ in the bits of `mask` alone.
  void mergeInThread(int64_t mask);
  Run merge(const std::map<int64_t, Run> &parts);
  void exchangeLanes(const Phase &phase);
  void exchangeWarps(const Phase &phase);

  Value combined(Value a, Value b) {
    return a && b ? combine(this->b, kind, a, b) : (a ? a : b);
  }
  Value orNeutral(Value value) { return value ? value : neutral; }

  Distributor &d;
  ImplicitLocOpBuilder &b;
  ReduceKind kind;
  unsigned dim;
  const Layout &layout;
  Value neutral;
  SmallVector<Value> values;
  /// Threads that differ in these bits know the same.
  int64_t same;
  /// The runs of each line by their coordinate along the dim.
  std::map<int64_t, std::map<int64_t, Run>> lines;
};

} // namespace phobos

LineScan::LineScan(Distributor &d, ScanOp op)
    : d(d), b(d.b), kind(op.getKind()), dim(op.getDim()),
      layout(op.getType().getLayout().getLayout()) {
  TileType tile = op.getType();
  neutral = arith::ConstantOp::create(
      b, getNeutral(kind, d.convert(tile.getElementType())));
  same = d.replicaBits(layout);
  Value vector = d.lookup(op.getSource());
  for (int64_t e = 0, n = layout.elementsPerThread(); e < n; ++e)
    values.push_back(d.element(vector, e));
  Layout collapsed = *layout.collapse(dim);
  for (int64_t e : d.lanesOf(tile)) {
    Coordinates coordinates = layout.elementOffset(e);
    int64_t position = std::exchange(coordinates[dim], 0);
    lines[*collapsed.elementAt(coordinates)][position] = {{e}, {}, values[e]};
  }
}

SmallVector<LineScan::Phase> LineScan::findPhases() const {
  using Kind = Phase::Kind;
  SmallVector<int64_t> steps; // of each bit of the thread's index
  for (ArrayRef<Basis> bases : {layout.laneBases(), layout.warpBases()})
    for (const Basis &basis : bases)
      steps.push_back(basis[dim]);
  SmallVector<Phase> phases;
  for (int64_t step = 1; step < layout.atom()[dim]; step *= 2) {
    const int64_t *found = llvm::find(steps, step);
    unsigned bit = found - steps.begin();
    Kind kind = found == steps.end()      ? Kind::Registers
                : bit < Layout::kLaneBits ? Kind::Lanes
                                          : Kind::Warps;
    if (phases.empty() || phases.back().kind != kind)
      phases.push_back({kind, {}});
    phases.back().coordinateBits |= step;
    if (kind != Kind::Registers)
      phases.back().threadBits.push_back(bit);
  }
  return phases;
}

LineScan::Run LineScan::merge(const std::map<int64_t, Run> &parts) {
  Run whole;
  for (const auto &[position, part] : parts) {
    Value before = combined(whole.total, part.before);
    for (int64_t e : part.elements)
      values[e] = combined(before, values[e]);
    llvm::append_range(whole.elements, part.elements);
    // A thread's lone element is its total, which need not be added twice.
    bool isLone = part.elements.size() == 1 && !part.before;
    whole.total = isLone ? values[part.elements.front()]
                         : combined(whole.total, part.total);
  }
  return whole;
}

void LineScan::mergeInThread(int64_t mask) {
  for (auto &[number, line] : lines) {
    std::map<int64_t, std::map<int64_t, Run>> groups;
    for (auto &[position, run] : line)
      groups[position & ~mask].emplace(position, std::move(run));
    line.clear();
    for (const auto &[position, group] : groups)
      line[position] = merge(group);
  }
}

void LineScan::exchangeLanes(const Phase &phase) {
  for (unsigned bit : phase.threadBits) {
    int64_t mask = int64_t(1) << bit;
    Value isLower = d.threadBitsAreZero(mask);
    for (auto &[number, line] : lines)
      for (auto &[position, run] : line) {
        Value other = d.shuffleXor(run.total, mask);
        run.before = arith::SelectOp::create(b, isLower, orNeutral(run.before),
                                             combined(other, run.before));
        run.total = combined(run.total, other);
      }
    same |= mask;
  }
}

void LineScan::exchangeWarps(const Phase &phase) {
  int64_t partMask = 0;
  // A part's rank, its place in the line, numbers the bits by the coordinate.
  SmallVector<int64_t> ranks(int64_t(1) << phase.threadBits.size());
  SmallVector<int64_t> steps(d.threadBits());
  for (unsigned bit : phase.threadBits)
    partMask |= int64_t(1) << bit;
  for (auto [order, bit] : llvm::enumerate(phase.threadBits)) {
    steps[bit] = int64_t(1) << order;
    int64_t below = partMask & ((int64_t(1) << bit) - 1);
    int64_t partBit = int64_t(1) << llvm::popcount(uint64_t(below));
    for (int64_t part = 0, n = ranks.size(); part < n; ++part)
      if (part & partBit)
        ranks[part] |= int64_t(1) << order;
  }
  SmallVector<Run *> runs;
  SmallVector<Values> totals;
  for (auto &[number, line] : lines)
    for (auto &[position, run] : line) {
      runs.push_back(&run);
      totals.push_back({run.total});
    }
  auto received = WarpExchange(d, partMask, same).run(totals);
  Value ownRank = d.sumOfSteps(steps);
  for (auto [run, parts] : llvm::zip_equal(runs, received)) {
    SmallVector<Value> byRank(parts.size());
    for (auto [part, rank] : llvm::zip_equal(parts, ranks))
      byRank[rank] = part[0];
    Value total = byRank[0], before = neutral;
    for (size_t rank = 1; rank < byRank.size(); ++rank) {
      Value isOwn = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, ownRank,
                                          d.i32(rank));
      before = arith::SelectOp::create(b, isOwn, total, before);
      total = combined(total, byRank[rank]);
    }
    run->before = combined(before, run->before);
    run->total = total;
  }
  same |= partMask;
}

SmallVector<Value> LineScan::run() {
  for (const Phase &phase : findPhases()) {
    switch (phase.kind) {
    case Phase::Kind::Registers:
      mergeInThread(phase.coordinateBits);
      break;
    case Phase::Kind::Lanes:
      exchangeLanes(phase);
      break;
    case Phase::Kind::Warps:
      exchangeWarps(phase);
      break;
    }
  }
  mergeInThread(/*mask=*/-1);
  return values;
}

Value Distributor::distribute(ScanOp op) {
  return vector::FromElementsOp::create(b, vectorOf(op.getType()),
                                        LineScan(*this, op).run());
}
