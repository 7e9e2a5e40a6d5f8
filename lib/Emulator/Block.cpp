//===- Block.cpp - Threads, blocks, clusters --------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Block.h"

using namespace phobos::emulator;

Block *Cluster::findBlock(uintptr_t address) {
  for (Block &block : blocks)
    if (block.window.contains(address))
      return &block;
  return nullptr;
}

Thread &Cluster::threadOf(uint32_t actor) {
  size_t count = blocks.front().threads.size();
  return blocks[actor / count].threads[actor % count];
}

uint32_t Cluster::numThreads() const {
  return blocks.size() * blocks.front().threads.size();
}

uint32_t Cluster::addAgent(std::string description) {
  agents.push_back(std::move(description));
  return nextAgent() - 1;
}
