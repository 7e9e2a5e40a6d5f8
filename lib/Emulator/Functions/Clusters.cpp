//===- Clusters.cpp - Blocks that run together ------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "barrier.cluster", "mapa", "getctarank", and the special registers
// %clusterid, %nclusterid, %cluster_ctaid, %cluster_nctaid, %cluster_ctarank,
// %cluster_nctarank.

#include "../Execution.h"
#include "../FunctionTable.h"

using namespace phobos::emulator;

//===----------------------------------------------------------------------===//
// barrier.cluster
//===----------------------------------------------------------------------===//

static void report(const Thread &thread, Site site, const llvm::Twine &text) {
  thread.execution->getFaults().add(FaultKind::Barrier, site,
                                    thread.execution->describe(thread) + text);
}

/// `barrier.cluster.arrive`; a relaxed one lets others know of nothing.
template <bool isAligned, bool isRelaxed> static void arrive(Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  Cluster &cluster = execution.getCluster();
  ClusterBarrier &barrier = cluster.barrier;
  if (isAligned)
    execution.checkAligned(thread, site);
  if (thread.clusterBarrier != 0)
    return report(thread, site,
                  " arrives at the cluster's barrier twice without waiting");
  if (!isRelaxed)
    barrier.released.add(thread.clock);
  thread.clusterBarrier = barrier.numCompleted + 1;
  if (++barrier.arrived == cluster.numLive)
    execution.releaseClusterBarrier();
}

template <bool isAligned> static void wait(Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  ClusterBarrier &barrier = execution.getCluster().barrier;
  if (isAligned)
    execution.checkAligned(thread, site);
  if (thread.clusterBarrier == 0)
    return report(thread, site,
                  " waits at the cluster's barrier without having arrived");
  if (barrier.numCompleted < thread.clusterBarrier) {
    barrier.waiting.push_back(&thread);
    execution.wait(thread, "the cluster's barrier", site);
  }
  thread.clusterBarrier = 0;
  thread.clock.acquire(barrier.completed);
}

//===----------------------------------------------------------------------===//
// Shared memory of other blocks
//===----------------------------------------------------------------------===//

/// `mapa`: where the block of `rank` has what is at `address` in this one.
static void *mapAddress(void *address, uint32_t rank, Site site) {
  Thread &thread = Thread::current();
  auto &blocks = thread.execution->getCluster().blocks;
  if (rank >= blocks.size()) {
    report(thread, site,
           " asks for block " + llvm::Twine(rank) + " of a cluster of " +
               llvm::Twine(blocks.size()));
    return address;
  }
  uintptr_t offset =
      reinterpret_cast<uintptr_t>(address) - thread.block->window.getBase();
  return reinterpret_cast<void *>(blocks[rank].window.getBase() + offset);
}

/// `mapa.shared::cluster.u32`, for an address in a register.
static uint32_t mapRegister(uint32_t address, uint32_t rank, Site site) {
  void *mapped = mapAddress(
      reinterpret_cast<void *>(static_cast<uintptr_t>(address)), rank, site);
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(mapped));
}

/// `getctarank`
static uint32_t rankOf(void *address, Site site) {
  Thread &thread = Thread::current();
  Block *block = thread.execution->getCluster().findBlock(
      reinterpret_cast<uintptr_t>(address));
  if (!block)
    report(thread, site, " asks whose an address outside of shared memory is");
  return block ? block->rank : 0;
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

template <unsigned axis> static uint32_t clusterSize() {
  return Thread::current().execution->getProgram().clusterShape[axis];
}

template <unsigned axis> static uint32_t indexInCluster() {
  return Thread::current().block->index[axis] % clusterSize<axis>();
}

template <unsigned axis> static uint32_t clusterIndex() {
  return Thread::current().block->index[axis] / clusterSize<axis>();
}

template <unsigned axis> static uint32_t numClusters() {
  return Thread::current().execution->getLaunch().grid[axis] /
         clusterSize<axis>();
}

static uint32_t rankInCluster() { return Thread::current().block->rank; }

static uint32_t numBlocksOfCluster() {
  return Thread::current().execution->getCluster().blocks.size();
}

template <unsigned axis>
static void addAxis(FunctionTable &table, const std::string &name) {
  std::string prefix = "llvm.nvvm.read.ptx.sreg.";
  table.addPure(prefix + "clusterid." + name, clusterIndex<axis>);
  table.addPure(prefix + "nclusterid." + name, numClusters<axis>);
  table.addPure(prefix + "cluster.ctaid." + name, indexInCluster<axis>);
  table.addPure(prefix + "cluster.nctaid." + name, clusterSize<axis>);
}

/// `griddepcontrol`: kernels run one after the other here.
static void ignoreOtherGrids() {}

void phobos::emulator::addClusterFunctions(FunctionTable &table) {
  table.add("llvm.nvvm.griddepcontrol.launch.dependents", ignoreOtherGrids);
  table.add("llvm.nvvm.griddepcontrol.wait", ignoreOtherGrids);
  std::string barrier = "llvm.nvvm.barrier.cluster.";
  table.add(barrier + "arrive", arrive<false, false>);
  table.add(barrier + "arrive.aligned", arrive<true, false>);
  table.add(barrier + "arrive.relaxed", arrive<false, true>);
  table.add(barrier + "arrive.relaxed.aligned", arrive<true, true>);
  table.add(barrier + "wait", wait<false>);
  table.add(barrier + "wait.aligned", wait<true>);
  table.add("llvm.nvvm.mapa", mapAddress);
  table.add("llvm.nvvm.mapa.shared.cluster", mapAddress);
  table.add("mapa.shared::cluster.u32", mapRegister);
  table.add("llvm.nvvm.getctarank", rankOf);
  table.add("llvm.nvvm.getctarank.shared.cluster", rankOf);
  addAxis<0>(table, "x");
  addAxis<1>(table, "y");
  addAxis<2>(table, "z");
  table.addPure("llvm.nvvm.read.ptx.sreg.cluster.ctarank", rankInCluster);
  table.addPure("llvm.nvvm.read.ptx.sreg.cluster.nctarank", numBlocksOfCluster);
}
