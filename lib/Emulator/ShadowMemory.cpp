//===- ShadowMemory.cpp - Who touched which memory last ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ShadowMemory.h"
#include "llvm/ADT/STLExtras.h"

using namespace phobos::emulator;

ShadowMemory::Cell &ShadowMemory::cellOf(uintptr_t index) {
  uintptr_t number = index / cellsOfPage;
  if (number != lastPage) {
    std::unique_ptr<Page> &page = pages[number];
    if (!page)
      page = std::make_unique<Page>();
    lastPage = number;
    last = page.get();
  }
  return (*last)[index % cellsOfPage];
}

bool ShadowMemory::isOrdered(const Epoch &earlier, const Epoch &self,
                             const Clock &clock) const {
  if (isForgotten(earlier, self) || (earlier.isAtomic && self.isAtomic))
    return true;
  return earlier.cluster == self.cluster &&
         (earlier.actor == self.actor ||
          clock.hasSeen(earlier.actor, earlier.clock));
}

/// Whether the proxy of `self` sees a write that is ordered before it.
bool ShadowMemory::isVisible(const Epoch &write, const Epoch &self,
                             const Clock &clock) const {
  if (!self.isAsyncProxy || write.isAsyncProxy || isForgotten(write, self))
    return true;
  return clock.hasSeenFenced(write.actor, write.clock);
}

void ShadowMemory::addRead(Cell &cell, const Epoch &self, const Clock &clock) {
  // Of an argument's memory there may be very many readers. Two of them
  // are enough to find that a writer races, unless it is ordered behind just
  // these.
  constexpr size_t enough = 2;
  llvm::erase_if(cell.reads, [&](const Epoch &read) {
    return read.actor == self.actor || isOrdered(read, self, clock);
  });
  if (!policy.startsEmpty && cell.reads.size() == enough)
    cell.reads.back() = self;
  else
    cell.reads.push_back(self);
}

std::optional<ShadowMemory::Conflict> ShadowMemory::access(uintptr_t address,
                                                           Access access,
                                                           Epoch self,
                                                           const Clock &clock) {
  self.isAtomic = access.isAtomic;
  self.isAsyncProxy = access.isAsyncProxy;
  std::optional<Conflict> conflict;
  auto report = [&](Conflict::Kind kind, const Epoch &with, uintptr_t index) {
    if (!conflict)
      conflict = {kind, with, index * granule};
  };
  uintptr_t begin = address / granule,
            end = (address + access.bytes + granule - 1) / granule;
  for (uintptr_t index = begin; index != end; ++index) {
    Cell &cell = cellOf(index);
    // Where clusters write one element, one of them wins; that is no fault.
    bool winsOne = access.isWrite && cell.write.cluster != self.cluster;
    if (!winsOne && !isOrdered(cell.write, self, clock))
      report(Conflict::WithWrite, cell.write, index);
    else if (!winsOne && !isVisible(cell.write, self, clock))
      report(Conflict::Unfenced, cell.write, index);
    if (!access.isWrite) {
      if (policy.startsEmpty && isForgotten(cell.write, self))
        report(Conflict::Uninitialized, cell.write, index);
      addRead(cell, self, clock);
      continue;
    }
    for (const Epoch &read : cell.reads)
      if (!isOrdered(read, self, clock))
        report(Conflict::WithRead, read, index);
    cell.reads.clear();
    cell.write = self;
  }
  return conflict;
}
