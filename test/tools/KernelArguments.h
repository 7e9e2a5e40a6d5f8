//===- KernelArguments.h - Arrays and numbers given as text -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TEST_TOOLS_KERNELARGUMENTS_H
#define PHOBOS_TEST_TOOLS_KERNELARGUMENTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Support/LLVM.h"
#include <string>

namespace phobos {

/// A kernel argument's memory: the array of a pointer, or one scalar.
///
/// As text, a number is a number, and a pointer `<count>[@<offset>]=<v>,<v>,…`,
/// an array of `count` elements that repeats the values, given to the kernel
/// from element `offset` on. A value is a number, `inf`, `-inf`, `nan`, or
/// `0x…` for bits. The array ends where its memory ends: an access beyond it
/// faults.
struct KernelArgument {
  mlir::Type element;
  unsigned bytes = 0;   // of an element
  char *data = nullptr; // the first element
  size_t count = 1;
  void *pointer = nullptr; // what a pointer argument holds
  bool isPointer = false;

  /// The argument that `text` describes; ends the program with an error where
  /// that is not possible.
  static KernelArgument parse(llvm::StringRef text, mlir::Type element,
                              bool isPointer);
  /// What a launch takes: a pointer to the value.
  void *pack() { return isPointer ? static_cast<void *>(&pointer) : data; }
  /// Prints an array as "arg3: 1 2 3".
  void print(unsigned index, bool asBits) const;
};

/// Ends the program.
[[noreturn]] void fail(const llvm::Twine &message);

} // namespace phobos

#endif // PHOBOS_TEST_TOOLS_KERNELARGUMENTS_H
