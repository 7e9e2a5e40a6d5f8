//===- Cubin.h - From PTX to machine code through ptxas ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TARGET_CUBIN_H
#define PHOBOS_TARGET_CUBIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace phobos {
class Target;

struct Cubin {
  std::string bytes;
  /// What ptxas says of registers, spills and shared memory, as it prints it.
  std::string report;
};

/// The file `parts` of a CUDA toolkit (`"bin/ptxas"`): below CUDA_HOME, or else
/// below /usr/local/cuda. Empty if neither has it.
std::string findCUDAFile(llvm::StringRef relativePath);

/// Assembles `ptx` for `target` with the ptxas at `ptxas`, or, where that is
/// empty, the one of CUDA_HOME, PATH or /usr/local/cuda. The error says where
/// was looked, or what ptxas said.
llvm::Expected<Cubin> assembleCubin(llvm::StringRef ptx, const Target &target,
                                    llvm::StringRef ptxas = "");

} // namespace phobos

#endif // PHOBOS_TARGET_CUBIN_H
