//===- Faults.h - The faults of a run ---------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_FAULTS_H
#define PHOBOS_LIB_EMULATOR_FAULTS_H

#include "Site.h"
#include "phobos/Emulator/Emulator.h"
#include "llvm/ADT/Twine.h"
#include <map>
#include <tuple>

namespace phobos::emulator {

enum class FaultKind {
  Bounds,
  Alignment,
  Uninitialized,
  Race,
  Fence,
  Async,
  Divergence,
  Barrier,
  MemoryBarrier,
  BulkCopy,
  Lanes,
  Division,
  Trap,
  Deadlock,
  Watchdog,
};

/// Collects faults. Those of one kind at the same places are one.
class Faults {
public:
  explicit Faults(const Sites &sites) : sites(sites) {}

  /// `text` says what went wrong at `site`; it is not used if it did before.
  void add(FaultKind kind, Site site, const llvm::Twine &text);
  /// The same, with a second place and what happened there.
  void add(FaultKind kind, Site site, const llvm::Twine &text, Site other,
           const llvm::Twine &otherText);
  /// The last one that was new gets another note.
  void addNote(Site site, const llvm::Twine &text);

  std::vector<EmulatorFault> take() { return std::move(found); }

private:
  /// Null where it is one more like an earlier fault, or one too many.
  EmulatorFault *start(FaultKind kind, Site site, Site other,
                       const llvm::Twine &text);

  static constexpr size_t limit = 20;

  const Sites &sites;
  /// By kind and places, where in `found`.
  std::map<std::tuple<FaultKind, std::string, std::string>, size_t> known;
  std::vector<EmulatorFault> found;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_FAULTS_H
