//===- Clock.h - What an actor knows to have happened ---------------*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_CLOCK_H
#define PHOBOS_LIB_EMULATOR_CLOCK_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace phobos::emulator {

/// Asynchronous work by its actor and, of that, an epoch.
struct Agent {
  uint32_t actor = 0;
  uint32_t epoch = 0;
};

/// For each actor, up to which of its epochs everything has happened before. An
/// actor is a thread of a cluster, or asynchronous work that has its own
/// progress.
struct Knowledge {
  std::vector<uint32_t> epochs;
  /// The same for what the async proxy sees too (PTX ISA, "Proxies"): writes of
  /// threads that a proxy fence follows, and all that asynchronous work does.
  std::vector<uint32_t> fenced;

  bool contains(const Knowledge &other) const;
  void add(const Knowledge &other);
  void add(uint32_t actor, uint32_t epoch, uint32_t fencedEpoch);

  /// The last join with another, since the threads of a warp ask for the same
  /// one after the other.
  mutable std::weak_ptr<const Knowledge> joinedWith;
  mutable std::shared_ptr<const Knowledge> joined;
};
using KnowledgePtr = std::shared_ptr<const Knowledge>;

class Clock;

/// What several actors have made known, for others to acquire: they arrive at a
/// barrier, and others wait there.
class Release {
public:
  /// Everything that `clock` has seen; its thread begins a new epoch.
  void add(Clock &clock);
  /// What asynchronous work has done up to an epoch.
  void add(Agent agent);
  /// All of it; what is added later is not in it. Null if nothing was.
  KnowledgePtr get();

private:
  Knowledge &change();

  std::shared_ptr<Knowledge> sum;
  bool isTaken = false;   // by get()
  KnowledgePtr lastAdded; // of a clock: many share one
};

/// A vector clock: what the thread of an actor knows to have happened. A
/// thread's own epoch grows each time it lets others know what it has done.
/// Threads that leave a barrier share their knowledge, and differ in their own
/// entry only, so that a barrier of n threads costs O(n).
class Clock {
public:
  Clock() = default;
  explicit Clock(uint32_t actor) : actor(actor) {}

  uint32_t epoch() const { return ownEpoch; }

  /// Whether what `other` did in `epoch` has happened before.
  bool hasSeen(uint32_t other, uint32_t epoch) const {
    if (other == actor)
      return epoch <= ownEpoch;
    return seen && other < seen->epochs.size() && epoch <= seen->epochs[other];
  }
  /// Whether the async proxy sees it too.
  bool hasSeenFenced(uint32_t other, uint32_t epoch) const {
    if (other == actor && epoch <= ownFenced)
      return true;
    return seen && other < seen->fenced.size() && epoch <= seen->fenced[other];
  }

  /// What it has seen of others; null: nothing.
  const KnowledgePtr &knowledge() const { return seen; }

  /// What has been seen so far, for work that begins here: the thread does what
  /// it does next in a new epoch.
  Clock fork();
  /// The async proxy sees everything that this clock has seen.
  void fenceProxy();
  void acquire(const KnowledgePtr &knowledge);
  /// The work of `agent` up to its epoch is done.
  void acquire(Agent agent);

  /// Each of `clocks` has seen everything that any of them had.
  static void meet(llvm::ArrayRef<Clock *> clocks);

private:
  friend class Release;

  uint32_t actor = 0, ownEpoch = 1, ownFenced = 0;
  KnowledgePtr seen;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_CLOCK_H
