//===- ShadowMemory.h - Who touched which memory last -----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_SHADOWMEMORY_H
#define PHOBOS_LIB_EMULATOR_SHADOWMEMORY_H

#include "Access.h"
#include "Clock.h"
#include "Site.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <memory>
#include <optional>

namespace phobos::emulator {

/// An access as others see it.
struct Epoch {
  uint64_t cluster = 0; // counted from 1; 0: nobody
  uint32_t actor = 0;   // a thread, or asynchronous work
  uint32_t clock = 0;
  Site site = {};
  /// Iterations of loops that the thread had begun: what threads do at one
  /// place in as many is one statement of the kernel.
  uint32_t iteration = 0;
  bool isAtomic = false;
  bool isAsyncProxy = false;
};

/// For each granule of memory, its last write and the reads since, as in
/// FastTrack (Flanagan and Freund, PLDI 2009): an access conflicts with them
/// unless the clock of its thread has seen them. Writes of two clusters do not
/// conflict: one of them wins.
class ShadowMemory {
public:
  /// What an access finds in the way.
  struct Conflict {
    /// Unfenced: the write came before, but the async proxy need not see it.
    enum Kind { WithWrite, WithRead, Uninitialized, Unfenced } kind;
    Epoch with;
    uintptr_t address; // the first granule of it
  };

  struct Policy {
    /// Clusters share the memory, and nothing orders them. Else what other
    /// clusters did is forgotten.
    bool isSharedByClusters;
    /// Nothing was written to the memory when a cluster begins.
    bool startsEmpty;
  };

  /// Every access of the kernel is aligned to, and a multiple of, `granule`
  /// bytes, a power of two.
  ShadowMemory(unsigned granule, Policy policy)
      : granule(granule), policy(policy) {}

  /// Records an access by the actor of `self`, which comes behind what `clock`
  /// has seen; returns what of it conflicts first, if anything does.
  std::optional<Conflict> access(uintptr_t address, Access access, Epoch self,
                                 const Clock &clock);

private:
  struct Cell {
    Epoch write;
    /// Reads that nothing later of the same actor orders; most cells have at
    /// most one.
    llvm::SmallVector<Epoch, 1> reads;
  };
  static constexpr size_t cellsOfPage = 256;
  using Page = std::array<Cell, cellsOfPage>;

  Cell &cellOf(uintptr_t index);
  bool isOrdered(const Epoch &earlier, const Epoch &self,
                 const Clock &clock) const;
  bool isVisible(const Epoch &write, const Epoch &self,
                 const Clock &clock) const;
  bool isForgotten(const Epoch &epoch, const Epoch &self) const {
    return epoch.cluster == 0 ||
           (!policy.isSharedByClusters && epoch.cluster != self.cluster);
  }
  void addRead(Cell &cell, const Epoch &self, const Clock &clock);

  unsigned granule;
  Policy policy;
  llvm::DenseMap<uintptr_t, std::unique_ptr<Page>> pages;
  uintptr_t lastPage = ~uintptr_t(0);
  Page *last = nullptr;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_SHADOWMEMORY_H
