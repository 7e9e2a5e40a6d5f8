//===- Faults.cpp - The faults of a run -------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Faults.h"
#include "llvm/Support/raw_ostream.h"

using namespace phobos;
using namespace phobos::emulator;

EmulatorFault *Faults::start(FaultKind kind, Site site, Site other,
                             const llvm::Twine &text) {
  const std::string &place = lookup(sites, site).place;
  auto [entry, isNew] =
      known.insert({{kind, place, lookup(sites, other).place}, found.size()});
  if (!isNew) {
    if (entry->second < found.size())
      ++found[entry->second].moreLikeIt;
    return nullptr;
  }
  if (found.size() == limit) {
    entry->second = limit;
    return nullptr;
  }
  found.push_back({place, text.str(), {}, 0});
  return &found.back();
}

void Faults::add(FaultKind kind, Site site, const llvm::Twine &text) {
  start(kind, site, site, text);
}

void Faults::add(FaultKind kind, Site site, const llvm::Twine &text, Site other,
                 const llvm::Twine &otherText) {
  if (EmulatorFault *fault = start(kind, site, other, text))
    fault->notes.push_back({lookup(sites, other).place, otherText.str()});
}

void Faults::addNote(Site site, const llvm::Twine &text) {
  if (!found.empty())
    found.back().notes.push_back({lookup(sites, site).place, text.str()});
}

std::string phobos::formatFaults(llvm::ArrayRef<EmulatorFault> faults) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  auto line = [&](const std::string &place, llvm::StringRef severity) {
    stream << place << (place.empty() ? "" : ": ") << severity << ": ";
    return &stream;
  };
  for (const EmulatorFault &fault : faults) {
    *line(fault.place, "error") << fault.text;
    if (fault.moreLikeIt)
      stream << " (and " << fault.moreLikeIt << " more like it)";
    stream << "\n";
    for (const EmulatorFault::Note &note : fault.notes)
      *line(note.place, "note") << note.text << "\n";
  }
  return text;
}
