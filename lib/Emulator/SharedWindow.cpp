//===- SharedWindow.cpp - A block's shared memory ---------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "SharedWindow.h"
#include <cstring>
#include <sys/mman.h>

using namespace phobos::emulator;

SharedWindow::SharedWindow() {
  // Any place below 4 GiB that nothing else in the process has taken.
  constexpr uintptr_t first = 0x20000000, last = 0xf0000000, step = 0x400000;
  for (uintptr_t place = first; place < last; place += step) {
    void *wanted = reinterpret_cast<void *>(place);
    void *got = mmap(wanted, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == wanted) {
      base = place;
      return;
    }
    if (got != MAP_FAILED) // a kernel that does not know the flag
      munmap(got, size);
  }
}

SharedWindow::~SharedWindow() {
  if (isValid())
    munmap(reinterpret_cast<void *>(base), size);
}

void SharedWindow::poison(size_t bytes) {
  memset(reinterpret_cast<void *>(base), 0xff, bytes);
}
