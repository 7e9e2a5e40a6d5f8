//===- Emulator.h - GPU code, run and checked on the CPU --------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_EMULATOR_EMULATOR_H
#define PHOBOS_EMULATOR_EMULATOR_H

#include "phobos/TensorMap/TensorMap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace phobos {

/// The memory that a kernel may reach through one of its arguments.
struct EmulatedBuffer {
  std::string name;
  void *start = nullptr;
  size_t bytes = 0;
};

struct EmulatorOptions {
  /// The order in which blocks and threads go on: any order that a GPU might
  /// choose, by this seed, or one after the other.
  std::optional<uint64_t> seed;
  /// Report accesses of two threads to the same memory, one of them a write,
  /// that nothing orders, and reads of shared memory that nothing was written
  /// to.
  bool findRaces = true;
  /// Of those, also the ones between blocks: one reads what another writes. A
  /// kernel may mean it, where the value is the same.
  bool findBlockRaces = true;
  /// Give up after so many seconds.
  double seconds = 60;
};

/// What a launch on a GPU takes.
struct EmulatedLaunch {
  std::array<int64_t, 3> grid = {1, 1, 1};
  std::array<uint32_t, 3> threads = {1, 1, 1};
  /// Dynamic shared memory of a block.
  uint32_t sharedBytes = 0;
  /// Pointers to the value of each argument, to an EncodedTensorMap for one of
  /// those.
  llvm::ArrayRef<void *> arguments;
  /// For each argument, what it may reach; empty for numbers. That of a tensor
  /// map holds the tensor.
  llvm::ArrayRef<EmulatedBuffer> buffers;
};

/// `map` for a kernel in the emulator, all zeros for an empty tensor. An error
/// where a GPU has no such map, or the emulator does not know what it does.
llvm::Expected<EncodedTensorMap> emulatorEncodeTensorMap(const TensorMap &map);

/// One fault of a kernel. A place is "file:line:col", or empty if unknown.
struct EmulatorFault {
  struct Note {
    std::string place, text;
  };
  std::string place, text;
  std::vector<Note> notes;
  /// Faults of other threads at the same places; they are not told apart.
  uint64_t moreLikeIt = 0;
};

/// The faults as "place: error: text" and "place: note: text", a line each.
std::string formatFaults(llvm::ArrayRef<EmulatorFault> faults);

/// The intrinsics, forms of inline PTX and functions of libdevice that are
/// emulated, in order.
std::vector<std::string> listEmulatedFunctions();

/// A kernel's code for NVPTX, compiled for this machine with checks: compiled
/// once, run any number of times, from any number of threads.
class Emulator {
public:
  /// Compiles `kernel` of `module`, LLVM IR as `translateToDeviceLLVMIR` makes
  /// it; `context` is the module's. An error names every function and every
  /// form of inline PTX that is not emulated.
  static llvm::Expected<std::unique_ptr<Emulator>>
  create(std::unique_ptr<llvm::LLVMContext> context,
         std::unique_ptr<llvm::Module> module, llvm::StringRef kernel);
  ~Emulator();

  /// Runs the grid and returns the first faults found, none if there are none.
  /// An error where `launch` does not fit the kernel.
  llvm::Expected<std::vector<EmulatorFault>>
  run(const EmulatedLaunch &launch, const EmulatorOptions &options = {}) const;

private:
  struct Compiled;
  explicit Emulator(std::unique_ptr<Compiled> compiled);

  std::unique_ptr<Compiled> compiled;
};

} // namespace phobos

#endif // PHOBOS_EMULATOR_EMULATOR_H
