//===- Target.h - What one GPU generation offers ----------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TARGET_TARGET_H
#define PHOBOS_TARGET_TARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <string>

namespace phobos {

/// The newest family of tensor-core instructions that a chip has. Each chip
/// also runs mma.sync.
enum class TensorCore { MmaSync, Wgmma, Tcgen05 };

/// The facts of one `--target=`. Those that `lookup` finds live for ever; an
/// embedder may describe others, see TargetInterface.h.
/// Source: CUDA C++ Programming Guide, "Compute Capabilities"; PTX ISA.
class Target {
public:
  llvm::StringRef name;
  /// major * 10 + minor.
  unsigned computeCapability;
  /// The PTX ISA version that PTX is emitted for, major * 10 + minor: the
  /// oldest that has what Phobos emits, so that the oldest driver loads it.
  unsigned ptxVersion;
  /// Bytes of shared memory that one block may opt in to.
  int64_t sharedMemoryPerBlock;
  TensorCore tensorCore;
  /// Bulk tensor copies (cp.async.bulk.tensor).
  bool hasTMA;
  /// Conversions between f8 and wider floats in hardware.
  bool hasF8Conversion;
  /// Blocks in one portable cluster; 1 where there are no clusters.
  unsigned maxClusterSize;

  /// Whether kernels can wait for what was queued before them (PTX ISA,
  /// "griddepcontrol").
  bool hasOverlappingLaunches() const { return computeCapability >= 90; }

  static constexpr unsigned maxThreadsPerBlock = 1024;
  static constexpr unsigned threadsPerWarp = 32;
  static constexpr unsigned threadsPerWarpGroup = 128;
  static constexpr unsigned maxRegistersPerThread = 255;
  static constexpr unsigned registersPerBlock = 65536;
  static constexpr std::array<int64_t, 3> maxGrid = {2147483647, 65535, 65535};

  /// The target called `name`, or null.
  static const Target *lookup(llvm::StringRef name);
  /// What to tell the user when `lookup(name)` found nothing: every known
  /// target, the `others` among them, and, where there is one, the name that
  /// was likely meant.
  static std::string
  describeUnknown(llvm::StringRef name,
                  llvm::ArrayRef<const Target *> others = {});
};

} // namespace phobos

#endif // PHOBOS_TARGET_TARGET_H
