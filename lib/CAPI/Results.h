//===- Results.h - statuses and results for C callers -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CAPI_RESULTS_H
#define PHOBOS_LIB_CAPI_RESULTS_H

#include "phobos-c/Phobos.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>

namespace phobos {

/// A copy of `text` with a zero byte behind it, for phobos_string_free; null
/// where memory has run out.
inline char *copyForCaller(llvm::StringRef text) {
  auto *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (copy) {
    std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
  }
  return copy;
}

/// The status of `error`, whose text goes to `*text` where the caller wants it.
inline PhobosStatus report(llvm::Error error, char **text) {
  std::string message;
  bool failed = static_cast<bool>(error);
  if (failed)
    message = llvm::toString(std::move(error));
  if (text)
    *text = failed ? copyForCaller(message) : nullptr;
  return failed ? PHOBOS_FAILURE : PHOBOS_SUCCESS;
}

struct NamedPointer {
  const char *name;
  const void *pointer;
};

/// An error that names the first null one, if any is null.
inline llvm::Error require(std::initializer_list<NamedPointer> pointers) {
  for (const NamedPointer &required : pointers)
    if (!required.pointer)
      return llvm::createStringError("expected a pointer as '%s', got null",
                                     required.name);
  return llvm::Error::success();
}

/// Reports what `body` returns, an Expected, once the `inputs` are there. Its
/// value goes to `*out`, as a copy where that is text.
template <typename Out, typename Body>
PhobosStatus respond(Out *out, char **error,
                     std::initializer_list<NamedPointer> inputs, Body body) {
  if (llvm::Error missing = require({{"out", out}}))
    return report(std::move(missing), error);
  *out = Out();
  if (llvm::Error missing = require(inputs))
    return report(std::move(missing), error);
  auto result = body();
  if (!result)
    return report(result.takeError(), error);
  if constexpr (std::is_same_v<Out, char *>)
    *out = copyForCaller(*result);
  else
    *out = std::move(*result);
  return report(llvm::Error::success(), error);
}

/// Likewise for a `body` that returns an Error and has no result.
template <typename Body>
PhobosStatus respond(char **error, std::initializer_list<NamedPointer> inputs,
                     Body body) {
  if (llvm::Error missing = require(inputs))
    return report(std::move(missing), error);
  return report(body(), error);
}

} // namespace phobos

#endif // PHOBOS_LIB_CAPI_RESULTS_H
