//===- WarpExchange.cpp - What the warps of a block tell each other -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpExchange.h"

using namespace mlir;
using namespace phobos;

static constexpr int64_t kLaneMask = (int64_t(1) << Layout::kLaneBits) - 1;

static int64_t countOf(int64_t mask) {
  return int64_t(1) << llvm::popcount(uint64_t(mask));
}

WarpExchange::WarpExchange(Distributor &distributor, int64_t partMask,
                           int64_t sameMask)
    : d(distributor), b(distributor.b), partMask(partMask), sameMask(sameMask) {
  int64_t all = int64_t(*d.kernel.getThreads()) - 1;
  lineMask = all & ~(partMask | sameMask);
  parts = countOf(partMask);
  lines = countOf(lineMask);
  partsAreTogether = (lineMask & kLaneMask) == 0;
}

Value WarpExchange::address(const Column &column, int64_t item, int64_t part,
                            bool isOwn) {
  int64_t partStep = partsAreTogether ? 1 : lines,
          lineStep = partsAreTogether ? parts : 1;
  auto scaled = [&](int64_t mask, int64_t step) {
    return b.createOrFold<arith::MulIOp>(d.spellThreadBits(mask),
                                         d.i32(step * column.bytes));
  };
  Value offset = scaled(lineMask, lineStep);
  if (isOwn)
    offset = b.createOrFold<arith::AddIOp>(scaled(partMask, partStep), offset);
  int64_t constant = item * parts * lines + part * partStep;
  return d.sharedAddress(offset, column.begin + constant * column.bytes);
}

SmallVector<Value> WarpExchange::loadParts(const Column &column, int64_t item) {
  Type memory = getMemoryType(column.element);
  int64_t width =
      partsAreTogether ? std::min(parts, kVectorBytes / column.bytes) : 1;
  SmallVector<Value> values;
  for (int64_t part = 0; part < parts; part += width) {
    Value place = address(column, item, part, /*isOwn=*/false);
    Value loaded = d.loadShared(VectorType::get(width, memory), place);
    loaded = d.fromMemory(loaded, column.element);
    for (int64_t i = 0; i < width; ++i)
      values.push_back(d.element(loaded, i));
  }
  return values;
}

SmallVector<SmallVector<Values>> WarpExchange::run(ArrayRef<Values> own) {
  SmallVector<Column> columns;
  int64_t size = 0;
  for (Value value : own.front()) {
    int64_t bytes = getElementBytes(value.getType());
    size = llvm::alignTo(size, kVectorBytes);
    columns.push_back({value.getType(), bytes, size});
    size += int64_t(own.size()) * parts * lines * bytes;
  }
  SharedRange range = d.takeShared(size);
  for (Column &column : columns)
    column.begin += range.begin;

  d.publish(range, [&] {
    d.guarded(d.threadBitsAreZero(sameMask), [&] {
      for (auto [item, values] : llvm::enumerate(own))
        for (auto [column, value] : llvm::zip_equal(columns, values))
          d.storeShared(d.toMemory(value),
                        address(column, item, 0, /*isOwn=*/true));
    });
  });

  SmallVector<SmallVector<Values>> result(own.size());
  for (auto [item, itsParts] : llvm::enumerate(result)) {
    itsParts.resize(parts);
    for (const Column &column : columns)
      for (auto [part, value] :
           llvm::zip_equal(itsParts, loadParts(column, item)))
        part.push_back(value);
  }
  return result;
}
