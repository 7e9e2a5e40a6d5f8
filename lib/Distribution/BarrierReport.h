//===- BarrierReport.h - Why each barrier stands ----------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_BARRIERREPORT_H
#define PHOBOS_LIB_DISTRIBUTION_BARRIERREPORT_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace phobos {

/// Whether threads wait for each other at a place, in order of strength.
enum class BarrierNeed { None, ByTest, Always };

/// Why they do, or need not.
enum class BarrierCause {
  // Of an access of global memory and an earlier one.
  Acquires,
  Releases,
  Commute,
  NoAlias,
  ReadOnly,
  MovedApart,
  SameThreads,
  MayShareAddresses,
  MayOverlap,
  MayMeet,
  // Of a write to shared memory.
  MemoryIsFree,
  MemoryIsRead,
  IterationReads,
  // Of what was written there.
  OthersRead,
  WithinWarp,
  MakesRing,
  // Of a loop that copies ahead.
  CopiesBegin,
  CopiesArrive,
  CopiesEnd,
  // Of the program's text.
  IsAsked,
};

struct BarrierReason {
  BarrierCause cause;
  /// What it is about besides the place itself, as the earlier access.
  mlir::LocationAttr other = {};
  /// Of global memory, both accesses, and whether another iteration did the
  /// earlier one.
  mlir::Operation *access = nullptr, *earlier = nullptr;
  bool isCarried = false;
};

/// Collects where barriers stand and where none is needed, with the reasons, in
/// the order of the program. All are decided at the end only, and then said in
/// remarks. All words are here.
class BarrierReport {
public:
  explicit BarrierReport(bool isOn) : isOn(isOn) {}

  /// Notes what holds at `place`, for at least one reason. The number is that
  /// of the entry.
  size_t add(mlir::Location place, BarrierNeed need,
             llvm::ArrayRef<BarrierReason> reasons);
  /// Decides what was not known when `entry` was added.
  void decide(size_t entry, BarrierNeed need, const BarrierReason &reason);
  /// Says all of it. Versions of a kernel and parts of a loop that say the same
  /// say it once.
  void emit() const;

private:
  /// A reason in words, and where what else it is about stands, which is
  /// `role`.
  struct Line {
    std::string text;
    mlir::LocationAttr other;
    llvm::StringRef role;

    bool operator==(const Line &line) const {
      return text == line.text && other == line.other;
    }
  };
  struct Entry {
    mlir::Location place;
    BarrierNeed need;
    llvm::SmallVector<Line, 1> lines;

    bool operator==(const Entry &entry) const {
      return place == entry.place && need == entry.need && lines == entry.lines;
    }
  };
  static Line describe(const BarrierReason &reason);

  bool isOn;
  std::vector<Entry> entries;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_BARRIERREPORT_H
