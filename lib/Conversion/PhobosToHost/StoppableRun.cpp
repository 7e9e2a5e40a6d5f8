//===- StoppableRun.cpp - Run code that may end in its middle ---*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Compiled code has no tables for unwinding, and nothing in it but memory needs
// cleaning up. So it is left by a jump, and its memory is in a list.
//
//===----------------------------------------------------------------------===//

#include "StoppableRun.h"
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace phobos;

namespace {
/// Precedes the memory that it is allocated with, a link of a ring.
struct alignas(std::max_align_t) Allocation {
  Allocation *previous = this, *next = this;
};

struct Run {
  jmp_buf start;
  FailedCheck failed;
  Allocation allocations;
};
} // namespace

static thread_local Run *currentRun = nullptr;

void phobos::stopRun(int64_t number, int64_t start, int64_t extent) {
  currentRun->failed = {number, start, extent};
  longjmp(currentRun->start, 1);
}

void *phobos::allocateInRun(size_t bytes) {
  void *memory = malloc(sizeof(Allocation) + bytes);
  if (!memory)
    return nullptr;
  auto *allocation = new (memory) Allocation();
  Allocation &ring = currentRun->allocations;
  allocation->previous = &ring;
  allocation->next = ring.next;
  ring.next->previous = allocation;
  ring.next = allocation;
  return allocation + 1;
}

/// Tiles are too small for the product to wrap.
void *phobos::allocateZeroedInRun(size_t count, size_t bytes) {
  void *memory = allocateInRun(count * bytes);
  return memory ? memset(memory, 0, count * bytes) : nullptr;
}

void phobos::freeInRun(void *memory) {
  if (!memory)
    return;
  Allocation *allocation = static_cast<Allocation *>(memory) - 1;
  allocation->previous->next = allocation->next;
  allocation->next->previous = allocation->previous;
  free(allocation);
}

/// Whether `entry` came to its end. A function of its own, with no variable
/// that changes between the two returns of setjmp.
static bool runToEnd(Run &run, void (*entry)(void **), void **arguments) {
  if (setjmp(run.start) != 0)
    return false;
  entry(arguments);
  return true;
}

std::optional<FailedCheck> phobos::runStoppably(void (*entry)(void **),
                                                void **arguments) {
  Run run;
  Run *outer = currentRun;
  currentRun = &run;
  bool isWhole = runToEnd(run, entry, arguments);
  while (run.allocations.next != &run.allocations)
    freeInRun(run.allocations.next + 1);
  currentRun = outer;
  return isWhole ? std::nullopt : std::optional(run.failed);
}
