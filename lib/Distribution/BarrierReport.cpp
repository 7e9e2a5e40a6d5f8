//===- BarrierReport.cpp - Why each barrier stands --------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierReport.h"
#include "MemoryAccess.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

static StringRef describe(BarrierNeed need) {
  switch (need) {
  case BarrierNeed::None:
    return "no barrier";
  case BarrierNeed::ByTest:
    return "barrier by a test";
  case BarrierNeed::Always:
    return "barrier";
  }
  llvm_unreachable("unknown need");
}

/// Whether the cause is said of the two accesses.
static bool areAccessesNamed(BarrierCause cause) {
  return cause >= BarrierCause::Commute && cause <= BarrierCause::MayMeet;
}

static StringRef describe(BarrierCause cause) {
  switch (cause) {
  case BarrierCause::Acquires:
    return "what follows an atomic that acquires waits for it";
  case BarrierCause::Releases:
    return "an atomic that releases waits for what is before it";
  case BarrierCause::Commute:
    return "commute";
  case BarrierCause::NoAlias:
    return "do not meet, as the kernel is @noalias";
  case BarrierCause::ReadOnly:
    return "do not meet, as this version was chosen by it";
  case BarrierCause::MovedApart:
    return "do not meet, as the loop moves both along by their length or more";
  case BarrierCause::SameThreads:
    return "access the same elements by the same threads";
  case BarrierCause::MayShareAddresses:
    return "may meet where strides let elements share an address";
  case BarrierCause::MayOverlap:
    return "may meet where their memory overlaps";
  case BarrierCause::MayMeet:
    return "may meet in two threads";
  case BarrierCause::MemoryIsFree:
    return "no other warp may still read the shared memory that this writes";
  case BarrierCause::MemoryIsRead:
    return "other threads may still read the shared memory that this writes";
  case BarrierCause::IterationReads:
    return "other threads may still be in an earlier iteration, and read the "
           "shared memory that this writes";
  case BarrierCause::OthersRead:
    return "other threads read what this has written to shared memory";
  case BarrierCause::WithinWarp:
    return "only the lanes of a warp exchange elements, and wait for each "
           "other alone";
  case BarrierCause::MakesRing:
    return "all threads use the mbarriers that the first one initialises";
  case BarrierCause::CopiesBegin:
    return "other threads may still read the shared memory that the loop "
           "copies to, or write what it copies";
  case BarrierCause::CopiesArrive:
    return "each iteration reads what all threads have copied, and copies to "
           "the slot that they have read";
  case BarrierCause::IsAsked:
    return "the kernel asks for it";
  case BarrierCause::CopiesEnd:
    return "other threads may still use what the loop copies, and its slots";
  }
  llvm_unreachable("unknown cause");
}

static StringRef describeOther(BarrierCause cause) {
  switch (cause) {
  case BarrierCause::MemoryIsRead:
  case BarrierCause::IterationReads:
    return "the read";
  default:
    return "the other access";
  }
}

/// "load of 'A'".
static std::string describe(Operation *access) {
  StringRef kind =
      TypeSwitch<Operation *, StringRef>(access)
          .Case<LoadOp, GatherOp>([](auto) { return "load of "; })
          .Case<StoreOp, ScatterOp>([](auto) { return "store to "; })
          .Default([](auto) { return "atomic of "; });
  auto argument = dyn_cast<BlockArgument>(getPointer(access));
  auto kernel = argument
                    ? dyn_cast<KernelOp>(argument.getOwner()->getParentOp())
                    : KernelOp();
  if (!kernel)
    return (kind + "a pointer").str();
  return (kind + "'" + kernel.getArgName(argument.getArgNumber()) + "'").str();
}

BarrierReport::Line BarrierReport::describe(const BarrierReason &reason) {
  std::string text = ::describe(reason.cause).str();
  if (areAccessesNamed(reason.cause))
    text = "this " + ::describe(reason.access) + " and the " +
           ::describe(reason.earlier) +
           (reason.isCarried ? " of an earlier iteration " : " ") + text;
  return {text, reason.other, describeOther(reason.cause)};
}

size_t BarrierReport::add(Location place, BarrierNeed need,
                          ArrayRef<BarrierReason> reasons) {
  if (!isOn)
    return 0;
  Entry entry = {place, need, {}};
  for (const BarrierReason &reason : reasons) {
    Line line = describe(reason);
    if (!llvm::is_contained(entry.lines, line))
      entry.lines.push_back(std::move(line));
  }
  entries.push_back(std::move(entry));
  return entries.size() - 1;
}

void BarrierReport::decide(size_t entry, BarrierNeed need,
                           const BarrierReason &reason) {
  if (!isOn)
    return;
  entries[entry].need = need;
  entries[entry].lines = {describe(reason)};
}

void BarrierReport::emit() const {
  for (auto [position, entry] : llvm::enumerate(entries)) {
    if (llvm::is_contained(ArrayRef(entries).take_front(position), entry))
      continue;
    InFlightDiagnostic remark = emitRemark(entry.place);
    const Line &first = entry.lines.front();
    remark << ::describe(entry.need) << ": " << first.text;
    if (first.other)
      remark.attachNote(Location(first.other)) << first.role;
    for (const Line &line : llvm::drop_begin(entry.lines)) {
      Location other = line.other ? Location(line.other) : entry.place;
      remark.attachNote(other) << "and: " << line.text;
    }
  }
}
