//===- Block.h - Threads, blocks, clusters, and where they meet -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_BLOCK_H
#define PHOBOS_LIB_EMULATOR_BLOCK_H

#include "AsyncWork.h"
#include "Clock.h"
#include "Fiber.h"
#include "MemoryBarrier.h"
#include "SharedWindow.h"
#include "Site.h"
#include "WarpGroup.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace phobos::emulator {
class Execution;
struct Block;
struct Thread;

inline constexpr unsigned lanesOfWarp = 32;

/// A warp-wide instruction that some of its lanes have not reached yet.
struct WarpMeeting {
  Site site;
  uint32_t mask;        // the lanes that must come
  uint32_t arrived = 0; // those that have
  /// What the instruction does when all have come, with what each lane brought.
  void (*complete)(WarpMeeting &meeting, Execution &execution);
  std::array<void *, lanesOfWarp> operands = {};
  std::array<Thread *, lanesOfWarp> threads = {};
};

struct Warp {
  /// The lanes that have not ended.
  uint32_t live = 0;
  std::vector<std::unique_ptr<WarpMeeting>> meetings;
  /// `.aligned` instructions, in order, that some live lane has not executed
  /// yet; all lanes must execute the same ones.
  struct AlignedInstruction {
    Site site;
    Thread *first; // who came to it
    uint32_t lanes = 0;
  };
  std::deque<AlignedInstruction> aligned;
  uint64_t numAlignedBefore = 0; // those that are no longer kept
};

struct Thread {
  /// The thread on whose fiber this runs.
  static Thread &current() {
    return *static_cast<Thread *>(Fiber::currentOwner());
  }

  Execution *execution = nullptr;
  std::array<uint32_t, 3> index = {};
  uint32_t number = 0; // in the block
  uint32_t actor = 0;  // in the cluster
  uint32_t lane = 0;
  Warp *warp = nullptr;
  Block *block = nullptr;
  uint64_t numAligned = 0;    // `.aligned` instructions executed
  uint32_t numIterations = 0; // of all loops
  Clock clock;
  AsyncGroups asyncCopies;
  /// Bulk copies from shared memory, in groups: what they read, and what they
  /// write behind that.
  AsyncGroups bulkReads, bulkWrites;
  /// Reads by ld.global.nc: at any time while the kernel runs, as nothing may
  /// write there.
  AsyncGroups constantReads{"ld.global.nc"};
  /// The completion of its cluster's barrier, counted from 1, that it has
  /// arrived for and not waited for yet; else 0.
  uint64_t clusterBarrier = 0;

  Fiber *fiber = nullptr; // null before it starts and after it ends
  bool hasEnded = false;
  /// What it waits for, null while it can go on, and where.
  const char *waitsFor = nullptr;
  Site waitSite = {};
  /// It also goes on when nothing else can.
  bool waitsBriefly = false;
  /// It is queued to go on: a second reason to wake it changes nothing.
  bool isRunnable = false;
};

/// A barrier of a block (PTX ISA, "barrier{.cta}").
struct Barrier {
  uint32_t expected = 0;
  uint32_t arrived = 0;
  Release released; // by those that have arrived
  std::vector<Thread *> waiting;
};

struct Block {
  static constexpr unsigned numBarriers = 16;

  std::array<uint32_t, 3> index = {};
  uint32_t rank = 0; // in the cluster
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::vector<WarpGroup> warpGroups;
  std::array<Barrier, numBarriers> barriers;
  SharedWindow window;
  size_t numLive = 0;

  /// The last access to this block's shared memory of each thread of another
  /// block and of all asynchronous work, which must be over before it ends.
  struct RemoteAccess {
    uint32_t epoch;
    Site site;
  };
  std::map<uint32_t, RemoteAccess> remoteAccesses;
};

/// The barrier of a cluster (PTX ISA, "barrier.cluster").
struct ClusterBarrier {
  size_t arrived = 0; // live threads
  Release released;
  KnowledgePtr completed; // of the last time that all had arrived
  uint64_t numCompleted = 0;
  std::vector<Thread *> waiting;
};

/// Blocks that run at the same time, and reach each other's shared memory; one
/// block where a kernel says nothing of clusters.
struct Cluster {
  uint64_t number = 0; // in the grid, from 1
  std::deque<Block> blocks;
  size_t numLive = 0; // threads
  ClusterBarrier barrier;
  std::map<uintptr_t, MemoryBarrier> memoryBarriers; // by address

  /// The block whose shared memory has `address`, or null.
  Block *findBlock(uintptr_t address);
  Thread &threadOf(uint32_t actor);
  uint32_t numThreads() const;

  /// An actor for work that a thread starts; `description` says whose it is.
  uint32_t addAgent(std::string description);
  /// What `addAgent` returns next.
  uint32_t nextAgent() const { return numThreads() + agents.size(); }
  bool isAgent(uint32_t actor) const { return actor >= numThreads(); }
  const std::string &describeAgent(uint32_t actor) const {
    return agents[actor - numThreads()];
  }
  void forgetAgents() { agents.clear(); }

private:
  std::vector<std::string> agents;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_BLOCK_H
