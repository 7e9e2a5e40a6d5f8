//===- Site.h - Places in a kernel's code that may fail ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_SITE_H
#define PHOBOS_LIB_EMULATOR_SITE_H

#include <cstdint>
#include <string>
#include <vector>

namespace phobos::emulator {

/// An instruction that the emulator watches, as an index into `Sites`. The
/// compiled code passes it to the functions of the emulator.
enum class Site : uint32_t {};

struct SiteInfo {
  /// "file:line:col" of the source, or empty where the code has no lines.
  std::string place;
  /// The kernel's argument that the instruction's address is computed from, or
  /// -1 where that is not known before the run.
  int argument = -1;
};

using Sites = std::vector<SiteInfo>;

inline const SiteInfo &lookup(const Sites &sites, Site site) {
  return sites[static_cast<uint32_t>(site)];
}

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_SITE_H
