//===- SourceOrigins.cpp - where generated text comes from -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phobos/Frontend/SourceOrigins.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

using namespace phobos;

SourceOrigins::SourceOrigins(llvm::StringRef text) {
  size_t start = text.find("//@file ");
  if (start == llvm::StringRef::npos)
    return;
  llvm::StringRef file;
  for (llvm::StringRef line : llvm::split(text.drop_front(start), '\n')) {
    if (line.consume_front("//@file "))
      file = line;
    else if (line.consume_front("//@at ") && !file.empty())
      addPlaces(line, file);
  }
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
}

static bool consumePlace(llvm::StringRef &text, unsigned &line,
                         unsigned &column) {
  return !text.consumeInteger(10, line) && text.consume_front(":") &&
         !text.consumeInteger(10, column) && line != 0 && column != 0;
}

void SourceOrigins::addPlaces(llvm::StringRef list, llvm::StringRef file) {
  for (llvm::StringRef pair : llvm::split(list, ' ')) {
    Entry entry{0, 0, {file, 0, 0}};
    if (consumePlace(pair, entry.line, entry.column) &&
        pair.consume_front("=") &&
        consumePlace(pair, entry.origin.line, entry.origin.column) &&
        pair.empty())
      entries.push_back(entry);
  }
}

SourcePlace SourceOrigins::find(llvm::StringRef file, unsigned line,
                                unsigned column) const {
  auto next = llvm::partition_point(entries, [&](const Entry &entry) {
    return std::tie(entry.line, entry.column) <= std::tie(line, column);
  });
  if (next == entries.begin())
    return {file, line, column};
  return std::prev(next)->origin;
}
