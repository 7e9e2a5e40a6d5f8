//===- Fiber.h - Stacks to switch between ---------------------------*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_FIBER_H
#define PHOBOS_LIB_EMULATOR_FIBER_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace phobos::emulator {

/// A stack of its own, on which a function runs until it hands control back.
///
///     base                                              base + stackBytes
///     | owner | (page without access) | stack, growing down ............ |
///
/// `base` is aligned to stackBytes, so whoever runs on the stack finds the
/// owner by clearing the low bits of any address on it.
class Fiber {
public:
  static constexpr size_t stackBytes = 256 * 1024;
  /// What compiled code may use of it; the rest is for the emulator.
  static constexpr size_t usableBytes = stackBytes - 64 * 1024;

  /// What the fiber on whose stack this runs was given by `setOwner`.
  static void *currentOwner() {
    auto address = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    return *reinterpret_cast<void **>(address & ~(stackBytes - 1));
  }
  void setOwner(void *owner) { *reinterpret_cast<void **>(base) = owner; }

  /// Runs `body(argument)` on this stack at the next resume. It never returns.
  void prepare(void (*body)(void *), void *argument);
  /// Called from outside: goes on with the fiber until it suspends itself.
  void resume();
  /// Called on the fiber: goes back to where it was resumed.
  void suspend();

private:
  friend class FiberPool;
  char *base = nullptr;
  void *stackPointer = nullptr;
  void *resumer = nullptr;
};

/// Makes fibers, and frees all of them at its end, wherever they stand: what
/// suspends owns nothing by its stack.
class FiberPool {
public:
  FiberPool() = default;
  FiberPool(const FiberPool &) = delete;
  FiberPool &operator=(const FiberPool &) = delete;
  ~FiberPool();

  /// A fiber that is not in use, or null where memory is out.
  Fiber *take();
  void giveBack(Fiber *fiber) { unused.push_back(fiber); }

private:
  bool grow();

  struct Mapping {
    void *address;
    size_t bytes;
  };
  std::vector<Mapping> mappings;
  std::vector<Fiber *> all, unused;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_FIBER_H
