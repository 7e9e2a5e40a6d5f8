//===- SharedWindow.h - A block's shared memory -----------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_SHAREDWINDOW_H
#define PHOBOS_LIB_EMULATOR_SHAREDWINDOW_H

#include <cstddef>
#include <cstdint>

namespace phobos::emulator {

/// Memory whose addresses fit in 32 bits, as shared addresses on a GPU do: code
/// may truncate a pointer, and matrix descriptors keep 18 bits of it.
class SharedWindow {
public:
  /// The window's alignment and size: more than any GPU's shared memory.
  static constexpr size_t size = 256 * 1024;
  /// Where variables begin. Below lies nothing, as on sm_90, so that a null
  /// pointer is outside.
  static constexpr size_t firstOffset = 1024;

  SharedWindow();
  SharedWindow(const SharedWindow &) = delete;
  SharedWindow &operator=(const SharedWindow &) = delete;
  ~SharedWindow();

  /// False where the process has no room for a window.
  bool isValid() const { return base != 0; }
  uintptr_t getBase() const { return base; }
  bool contains(uintptr_t address) const { return address - base < size; }
  /// Fills the first `bytes` with what no kernel should read: NaNs.
  void poison(size_t bytes);

private:
  uintptr_t base = 0;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_SHAREDWINDOW_H
