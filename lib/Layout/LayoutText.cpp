//===- LayoutText.cpp - the textual form of a layout ------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Layout/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace phobos;
using llvm::ArrayRef;
using llvm::Error;
using llvm::SmallVector;
using llvm::StringRef;
using llvm::Twine;

namespace {

void printNumbers(llvm::raw_ostream &os, ArrayRef<int64_t> numbers) {
  os << '[';
  llvm::interleaveComma(numbers, os);
  os << ']';
}

void printBases(llvm::raw_ostream &os, ArrayRef<Basis> bases) {
  os << '[';
  llvm::interleaveComma(bases, os,
                        [&](const Basis &basis) { printNumbers(os, basis); });
  os << ']';
}

Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

class Reader {
public:
  explicit Reader(StringRef text) : text(text), rest(text) {}

  Error expect(StringRef token) {
    rest = rest.ltrim();
    if (!rest.consume_front(token))
      return unexpected("'" + token + "'");
    return Error::success();
  }

  Error expectEnd() {
    rest = rest.ltrim();
    return rest.empty() ? Error::success() : unexpected("the end");
  }

  /// `name = [item, item, …]`, with `readItem` called before each item.
  template <typename ReadItem> Error readField(StringRef name, ReadItem read) {
    if (Error error = expect(name))
      return error;
    if (Error error = expect("="))
      return error;
    return readList(read);
  }

  template <typename ReadItem> Error readList(ReadItem readItem) {
    if (Error error = expect("["))
      return error;
    rest = rest.ltrim();
    if (rest.consume_front("]"))
      return Error::success();
    while (true) {
      if (Error error = readItem())
        return error;
      rest = rest.ltrim();
      if (rest.consume_front("]"))
        return Error::success();
      if (!rest.consume_front(","))
        return unexpected("',' or ']'");
    }
  }

  template <typename Numbers> Error readNumber(Numbers &numbers) {
    rest = rest.ltrim();
    StringRef before = rest;
    int64_t number;
    if (rest.consumeInteger(10, number)) {
      rest = before;
      return unexpected("a 64-bit number");
    }
    numbers.push_back(number);
    return Error::success();
  }

private:
  Error unexpected(const Twine &expected) const {
    std::string got =
        rest.empty() ? "the end" : ("'" + rest.take_front(8) + "'").str();
    return makeError("expected " + expected + " at offset " +
                     Twine(text.size() - rest.size()) + " of the layout, got " +
                     got);
  }

  StringRef text, rest;
};

} // namespace

void Layout::print(llvm::raw_ostream &os) const {
  os << "reg = ";
  printBases(os, registers);
  os << ", lane = ";
  printBases(os, lanes);
  os << ", warp = ";
  printBases(os, warps);
  os << ", reps = ";
  printNumbers(os, reps);
}

std::string Layout::str() const {
  std::string text;
  llvm::raw_string_ostream(text) << *this;
  return text;
}

llvm::Expected<Layout> Layout::parse(StringRef text) {
  Reader reader(text);
  constexpr StringRef kNames[] = {"reg", "lane", "warp"};
  SmallVector<Basis> groups[3];
  for (auto [name, group] : llvm::zip_equal(kNames, groups)) {
    auto readBasis = [&reader, &bases = group] {
      Basis &basis = bases.emplace_back();
      return reader.readList([&] { return reader.readNumber(basis); });
    };
    if (Error error = reader.readField(name, readBasis))
      return error;
    if (Error error = reader.expect(","))
      return error;
  }
  SmallVector<int64_t> reps;
  if (Error error =
          reader.readField("reps", [&] { return reader.readNumber(reps); }))
    return error;
  if (Error error = reader.expectEnd())
    return error;
  if (auto message = verify(groups[0], groups[1], groups[2], reps))
    return makeError(*message);
  return Layout(groups[0], groups[1], groups[2], reps);
}
