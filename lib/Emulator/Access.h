//===- Access.h - What an instruction does to memory ----------------*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_ACCESS_H
#define PHOBOS_LIB_EMULATOR_ACCESS_H

#include <cstdint>

namespace phobos::emulator {

/// How an instruction reaches memory; small enough for a register.
struct Access {
  uint32_t bytes;
  uint8_t alignment = 1;
  bool isWrite = false;
  /// Atomic accesses to the same memory do not race with each other.
  bool isAtomic = false;
  /// Through the async proxy: by TMA, a bulk copy, or wgmma's operands.
  bool isAsyncProxy = false;

  uint64_t pack() const {
    return uint64_t(bytes) | uint64_t(alignment) << 32 |
           uint64_t(isWrite) << 40 | uint64_t(isAtomic) << 41 |
           uint64_t(isAsyncProxy) << 42;
  }
  static Access unpack(uint64_t bits) {
    return {uint32_t(bits), uint8_t(bits >> 32), (bits >> 40 & 1) != 0,
            (bits >> 41 & 1) != 0, (bits >> 42 & 1) != 0};
  }

  const char *verb() const { return isWrite ? "write" : "read"; }
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_ACCESS_H
