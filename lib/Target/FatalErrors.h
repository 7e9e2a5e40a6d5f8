//===- FatalErrors.h - LLVM's fatal errors as text --------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_TARGET_FATALERRORS_H
#define PHOBOS_LIB_TARGET_FATALERRORS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace phobos {

/// Runs `body`. LLVM's backend ends the process on what it cannot select;
/// here that ends `body` alone, and its message is returned. What `body` was
/// working on is then in no state to be destroyed: leak it. Thread-safe.
std::optional<std::string> catchFatalErrors(llvm::function_ref<void()> body);

} // namespace phobos

#endif // PHOBOS_LIB_TARGET_FATALERRORS_H
