//===- SourceOrigins.h - where generated text comes from -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text that a program wrote can say in comments what it was made of, so that
// errors, explanations and debuggers speak of that:
//
//   //@file kernel.py
//   //@at 1:1=12:1 1:8=12:5
//
// Line 1, column 8 of this text, and what follows up to the next place, come
// from line 12, column 5 of kernel.py. Places belong to the file named last.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_FRONTEND_SOURCEORIGINS_H
#define PHOBOS_FRONTEND_SOURCEORIGINS_H

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace phobos {

/// A place in a file; lines and byte columns count from 1.
struct SourcePlace {
  llvm::StringRef file;
  unsigned line = 0, column = 0;
};

class SourceOrigins {
public:
  /// What the comments of `text` say, which must outlive the object. Those that
  /// are not of that form are comments as any other.
  explicit SourceOrigins(llvm::StringRef text);

  /// Where the place `line`, `column` of the text comes from; the place itself
  /// in `file` where nothing is said of it.
  SourcePlace find(llvm::StringRef file, unsigned line, unsigned column) const;

private:
  struct Entry {
    unsigned line, column;
    SourcePlace origin;
  };
  void addPlaces(llvm::StringRef list, llvm::StringRef file);

  std::vector<Entry> entries; ///< in the order of the text
};

} // namespace phobos

#endif // PHOBOS_FRONTEND_SOURCEORIGINS_H
