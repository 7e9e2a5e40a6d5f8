//===- InlinePTX.cpp - The parts of an inline PTX instruction ---*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "InlinePTX.h"
#include "llvm/ADT/StringExtras.h"

using namespace phobos::emulator;

namespace {
/// Takes tokens off the front of a text.
class Scanner {
public:
  explicit Scanner(llvm::StringRef text) : text(text) {}

  bool take(llvm::StringRef token) {
    text = text.ltrim();
    return text.consume_front(token);
  }
  /// `$` and a number.
  bool takeOperand(unsigned &number) {
    return take("$") && !text.consumeInteger(10, number);
  }
  llvm::StringRef takeOpcode() {
    text = text.ltrim();
    llvm::StringRef word = text.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '.' || c == '_'; });
    text = text.drop_front(word.size());
    return word;
  }
  bool isAtEnd() const { return text.trim().empty(); }

private:
  llvm::StringRef text;
};
} // namespace

/// `$1`, `[$1]` or `{$0, $1}`.
static bool takeOperands(Scanner &scanner,
                         llvm::SmallVectorImpl<unsigned> &operands) {
  auto takeOne = [&] { return scanner.takeOperand(operands.emplace_back()); };
  if (scanner.take("["))
    return takeOne() && scanner.take("]");
  if (!scanner.take("{"))
    return takeOne();
  do
    if (!takeOne())
      return false;
  while (scanner.take(","));
  return scanner.take("}");
}

std::optional<PTXInstruction>
phobos::emulator::parsePTXInstruction(llvm::StringRef text) {
  PTXInstruction instruction;
  Scanner scanner(text);
  if (scanner.take("@")) {
    bool isNegated = scanner.take("!");
    unsigned operand = 0;
    if (!scanner.takeOperand(operand))
      return std::nullopt;
    instruction.guard = {operand, isNegated};
  }
  instruction.opcode = scanner.takeOpcode().str();
  if (instruction.opcode.empty())
    return std::nullopt;
  do
    if (!takeOperands(scanner, instruction.operands))
      return std::nullopt;
  while (scanner.take(","));
  if (!scanner.take(";") || !scanner.isAtEnd())
    return std::nullopt;
  return instruction;
}
