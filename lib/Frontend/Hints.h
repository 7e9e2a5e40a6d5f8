//===- Hints.h - what a word of another language is called here -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who comes from Python, Triton or CUDA writes words that the language does not
// have. Each function gives the end of an error, "; …", that says what to write
// instead, or nothing.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_FRONTEND_HINTS_H
#define PHOBOS_LIB_FRONTEND_HINTS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace phobos {

/// For a name that nothing binds.
std::string hintForName(llvm::StringRef name);

/// For a function that there is not.
std::string hintForFunction(llvm::StringRef name);

/// For the unknown type `name`.
std::string hintForType(llvm::StringRef name);

/// For `root.member` where `root` is not `ctx`; `root` is empty where it is
/// more than a name. `isFunction`: the language has a function `member`.
std::string hintForMember(llvm::StringRef root, llvm::StringRef member,
                          bool isFunction);

/// For a statement or declaration that starts with `word`, a word that starts
/// none, before the name `next`.
std::string hintForStart(llvm::StringRef word, llvm::StringRef next);

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_HINTS_H
