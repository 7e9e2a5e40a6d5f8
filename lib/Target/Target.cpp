//===- Target.cpp - What one GPU generation offers --------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Target/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace phobos;

// sm_89 converts f8 from PTX 8.1 on; sm_90a begins with PTX 8.0 and sm_100a
// with PTX 8.6.
static constexpr Target targets[] = {
    {"sm_80", 80, 80, 166912, TensorCore::MmaSync, false, false, 1},
    {"sm_89", 89, 81, 101376, TensorCore::MmaSync, false, true, 1},
    {"sm_90a", 90, 80, 232448, TensorCore::Wgmma, true, true, 8},
    {"sm_100a", 100, 86, 232448, TensorCore::Tcgen05, true, true, 8},
};

const Target *Target::lookup(llvm::StringRef name) {
  const Target *found =
      llvm::find_if(targets, [&](const Target &t) { return t.name == name; });
  return found == std::end(targets) ? nullptr : found;
}

std::string Target::describeUnknown(llvm::StringRef name,
                                    llvm::ArrayRef<const Target *> others) {
  llvm::SmallVector<const Target *> known;
  for (const Target &target : targets)
    known.push_back(&target);
  known.append(others.begin(), others.end());
  std::string text = "unknown target '" + name.str() + "', expected one of ";
  const Target *nearest = nullptr;
  unsigned nearestDistance = 2;
  for (const Target *target : known) {
    text += (target == known.front() ? "" : ", ") + target->name.str();
    unsigned distance = name.edit_distance(target->name);
    if (distance <=
        nearestDistance) { // Later ones win: sm_90 is meant as sm_90a.
      nearest = target;
      nearestDistance = distance;
    }
  }
  if (nearest)
    text += "; did you mean '" + nearest->name.str() + "'?";
  return text;
}
