//===- Identity.cpp - Which thread of which block ---------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "Special Registers": %tid, %ntid, %ctaid, %nctaid, %laneid.

#include "../Execution.h"
#include "../FunctionTable.h"

using namespace phobos::emulator;

template <unsigned axis> static uint32_t threadIndex() {
  return Thread::current().index[axis];
}

template <unsigned axis> static uint32_t numThreads() {
  return Thread::current().execution->getLaunch().threads[axis];
}

template <unsigned axis> static uint32_t blockIndex() {
  return Thread::current().block->index[axis];
}

template <unsigned axis> static uint32_t numBlocks() {
  return Thread::current().execution->getLaunch().grid[axis];
}

static uint32_t laneIndex() { return Thread::current().lane; }

static uint32_t warpSize() { return lanesOfWarp; }

template <unsigned axis>
static void addAxis(FunctionTable &table, const std::string &name) {
  std::string prefix = "llvm.nvvm.read.ptx.sreg.";
  table.addPure(prefix + "tid." + name, threadIndex<axis>);
  table.addPure(prefix + "ntid." + name, numThreads<axis>);
  table.addPure(prefix + "ctaid." + name, blockIndex<axis>);
  table.addPure(prefix + "nctaid." + name, numBlocks<axis>);
}

void phobos::emulator::addIdentityFunctions(FunctionTable &table) {
  addAxis<0>(table, "x");
  addAxis<1>(table, "y");
  addAxis<2>(table, "z");
  table.addPure("llvm.nvvm.read.ptx.sreg.laneid", laneIndex);
  table.addPure("llvm.nvvm.read.ptx.sreg.warpsize", warpSize);
}
