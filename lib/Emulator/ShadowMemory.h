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

/// A thread's access as others see it.
struct Epoch {
  uint64_t block = 0; // counted from 1; 0: nobody
  uint32_t thread = 0;
  uint32_t clock = 0;
  Site site = {};
  bool isAtomic = false;
};

/// For each granule of memory, its last write and the reads since, as in
/// FastTrack (Flanagan and Freund, PLDI 2009): an access conflicts with them
/// unless the clock of its thread has seen them. Writes of two blocks do not
/// conflict: one of them wins.
class ShadowMemory {
public:
  /// What an access finds in the way.
  struct Conflict {
    enum Kind { WithWrite, WithRead, Uninitialized } kind;
    Epoch with;
    uintptr_t address; // the first granule of it
  };

  struct Policy {
    /// Blocks share the memory, and nothing orders them. Else what other blocks
    /// did is forgotten.
    bool isSharedByBlocks;
    /// Nothing was written to the memory when a block begins.
    bool startsEmpty;
  };

  /// Every access of the kernel is aligned to, and a multiple of, `granule`
  /// bytes, a power of two.
  ShadowMemory(unsigned granule, Policy policy)
      : granule(granule), policy(policy) {}

  /// Records an access by the thread of `self` and `clock`; returns what of it
  /// conflicts first, if anything does.
  std::optional<Conflict> access(uintptr_t address, Access access, Epoch self,
                                 const Clock &clock);

private:
  struct Cell {
    Epoch write;
    /// Reads that nothing later of the same thread orders; most cells have at
    /// most one.
    llvm::SmallVector<Epoch, 1> reads;
  };
  static constexpr size_t cellsOfPage = 256;
  using Page = std::array<Cell, cellsOfPage>;

  Cell &cellOf(uintptr_t index);
  bool isOrdered(const Epoch &earlier, const Epoch &self,
                 const Clock &clock) const;
  bool isForgotten(const Epoch &epoch, const Epoch &self) const {
    return epoch.block == 0 ||
           (!policy.isSharedByBlocks && epoch.block != self.block);
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
