//===- Fiber.cpp - Stacks to switch between -------------------------*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fiber.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace phobos::emulator;

#ifndef __x86_64__
#error "the emulator switches stacks on x86-64 alone"
#endif

/// Saves the registers that a call preserves (System V ABI, 3.2.1) and the
/// stack pointer to `*from`, and goes on from `to`, saved in the same way.
extern "C" void phobosSwitchStack(void **from, void *to);
/// Calls rbx(r12); where a prepared stack begins.
extern "C" void phobosStartFiber();

asm(R"(
  .text
  .hidden phobosSwitchStack
  .globl phobosSwitchStack
phobosSwitchStack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  retq
  .hidden phobosStartFiber
  .globl phobosStartFiber
phobosStartFiber:
  movq %r12, %rdi
  callq *%rbx
  ud2
)");

void Fiber::prepare(void (*body)(void *), void *argument) {
  auto **top = reinterpret_cast<void **>(base + stackBytes);
  // At a call the stack is aligned to 16 bytes.
  *--top = nullptr;
  *--top = nullptr;
  *--top = reinterpret_cast<void *>(&phobosStartFiber); // the return address
  *--top = nullptr;                                     // rbp
  *--top = reinterpret_cast<void *>(body);              // rbx
  *--top = argument;                                    // r12
  for (int i = 0; i != 3; ++i)                          // r13 to r15
    *--top = nullptr;
  stackPointer = top;
}

void Fiber::resume() { phobosSwitchStack(&resumer, stackPointer); }

void Fiber::suspend() { phobosSwitchStack(&stackPointer, resumer); }

FiberPool::~FiberPool() {
  for (Fiber *fiber : all)
    delete fiber;
  for (Mapping mapping : mappings)
    munmap(mapping.address, mapping.bytes);
}

bool FiberPool::grow() {
  constexpr size_t count = 32;
  size_t bytes = (count + 1) * Fiber::stackBytes, page = sysconf(_SC_PAGESIZE);
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  mappings.push_back({memory, bytes});
  uintptr_t start = reinterpret_cast<uintptr_t>(memory) + Fiber::stackBytes - 1;
  auto *base = reinterpret_cast<char *>(start & ~(Fiber::stackBytes - 1));
  for (size_t i = 0; i != count; ++i, base += Fiber::stackBytes) {
    if (mprotect(base + page, page, PROT_NONE) != 0)
      return false;
    auto *fiber = new Fiber();
    fiber->base = base;
    all.push_back(fiber);
    unused.push_back(fiber);
  }
  return true;
}

Fiber *FiberPool::take() {
  if (unused.empty() && !grow())
    return nullptr;
  Fiber *fiber = unused.back();
  unused.pop_back();
  return fiber;
}
