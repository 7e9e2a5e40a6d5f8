//===- InlinePTX.cpp - The parts of inline PTX ------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "Syntax". Expressions of constants, `.reg` with `<n>` and anything
// else that the header does not show are not read.

#include "InlinePTX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace phobos::emulator;
using llvm::Error;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

namespace {
/// Takes tokens off the front of a text.
class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}

  bool take(StringRef token) {
    text = text.ltrim();
    return text.consume_front(token);
  }
  /// Letters, digits, `_` and what else `more` has; may be empty.
  StringRef takeWord(StringRef more) {
    text = text.ltrim();
    StringRef word = text.take_while([&](char c) {
      return llvm::isAlnum(c) || c == '_' || more.contains(c);
    });
    text = text.drop_front(word.size());
    return word;
  }
  bool isAtEnd() const { return text.trim().empty(); }
  StringRef rest() const { return text.ltrim(); }

private:
  StringRef text;
};
} // namespace

/// `16`, `-1`, `0xFF`, `0f3F800000`, `0d…`.
static bool readNumber(StringRef word, PTXOperand &operand) {
  if (word.consume_front_insensitive("0f") ||
      word.consume_front_insensitive("0d")) {
    operand.kind = PTXOperand::Float;
    return !word.getAsInteger(16, operand.value);
  }
  operand.kind = PTXOperand::Integer;
  bool isNegative = word.consume_front("-");
  if (word.getAsInteger(0, operand.value))
    return false;
  if (isNegative)
    operand.value = -operand.value;
  return true;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static bool takeOperand(Scanner &scanner, PTXOperand &operand) {
  if (scanner.take("$")) {
    operand.kind = PTXOperand::Argument;
    return !scanner.takeWord("").getAsInteger(10, operand.value);
  }
  if (scanner.take("%")) {
    operand.kind = PTXOperand::Special;
    operand.name = scanner.takeWord(".").str();
    return !operand.name.empty();
  }
  bool isNegative = scanner.take("-");
  std::string word = (isNegative ? "-" : "") + scanner.takeWord("").str();
  if (word == "_") {
    operand.kind = PTXOperand::Sink;
    return true;
  }
  if (isNegative || llvm::isDigit(word.empty() ? ' ' : word.front()))
    return readNumber(word, operand);
  operand.kind = PTXOperand::Named;
  operand.name = word;
  return !word.empty();
}

/// The operands behind a `{`, and the `}`.
static bool takeList(Scanner &scanner, PTXOperandGroup &group) {
  do
    if (!takeOperand(scanner, group.operands.emplace_back()))
      return false;
  while (scanner.take(","));
  return scanner.take("}");
}

/// What is behind a `[`, and the `]`.
static bool takeAddress(Scanner &scanner, PTXOperandGroup &group) {
  group.form = PTXOperandGroup::Address;
  if (!takeOperand(scanner, group.operands.emplace_back()))
    return false;
  if (scanner.take("+")) {
    PTXOperand offset;
    if (!takeOperand(scanner, offset) || offset.kind != PTXOperand::Integer)
      return false;
    group.offset = static_cast<int64_t>(offset.value);
  } else if (scanner.take(",")) {
    if (!scanner.take("{") || !takeList(scanner, group))
      return false;
  }
  return scanner.take("]");
}

static bool takeGroup(Scanner &scanner, PTXOperandGroup &group) {
  if (scanner.take("["))
    return takeAddress(scanner, group);
  if (scanner.take("{")) {
    group.form = PTXOperandGroup::List;
    return takeList(scanner, group);
  }
  return takeOperand(scanner, group.operands.emplace_back());
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// What is behind `.reg`, up to the semicolon.
static bool takeRegisters(Scanner &scanner,
                          std::vector<PTXRegister> &registers) {
  if (!scanner.take("."))
    return false;
  std::string type = scanner.takeWord("").str();
  do {
    registers.push_back({scanner.takeWord("").str(), type});
    if (registers.back().name.empty())
      return false;
  } while (scanner.take(","));
  return !type.empty() && scanner.take(";");
}

/// An instruction, up to and with its semicolon.
static bool takeInstruction(Scanner &scanner, PTXInstruction &instruction) {
  StringRef before = scanner.rest();
  if (scanner.take("@")) {
    bool isNegated = scanner.take("!");
    PTXOperand predicate;
    if (!takeOperand(scanner, predicate))
      return false;
    instruction.guard = {predicate, isNegated};
  }
  instruction.opcode = scanner.takeWord(".:").str();
  if (instruction.opcode.empty())
    return false;
  if (!scanner.take(";")) {
    do
      if (!takeGroup(scanner, instruction.groups.emplace_back()))
        return false;
    while (scanner.take(","));
    if (!scanner.take(";"))
      return false;
  }
  StringRef text = before.drop_back(scanner.rest().size()).rtrim();
  instruction.text = text.str();
  return true;
}

static bool takeLabel(Scanner &scanner, std::string &label) {
  Scanner ahead = scanner;
  label = ahead.takeWord("").str();
  if (label.empty() || !ahead.take(":"))
    return false;
  scanner = ahead;
  return true;
}

/// A declaration, a label or an instruction.
static bool takeStatement(Scanner &scanner, PTXSequence &sequence) {
  std::string label;
  if (scanner.take(".reg"))
    return takeRegisters(scanner, sequence.registers);
  if (takeLabel(scanner, label)) {
    sequence.sections.push_back({label, {}});
    return true;
  }
  return takeInstruction(scanner,
                         sequence.sections.back().instructions.emplace_back());
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static Error checkNames(const PTXSequence &sequence) {
  auto isRegister = [&](const PTXOperand &operand) {
    return operand.kind != PTXOperand::Named ||
           llvm::any_of(sequence.registers, [&](const PTXRegister &known) {
             return known.name == operand.name;
           });
  };
  auto isTarget = [&](const PTXInstruction &branch) {
    return branch.groups.size() == 1 &&
           branch.groups[0].operands[0].kind == PTXOperand::Named &&
           llvm::any_of(sequence.sections, [&](const PTXSection &section) {
             return section.label == branch.target();
           });
  };
  for (const PTXSection &section : sequence.sections) {
    for (const PTXInstruction &instruction : section.instructions) {
      bool isKnown =
          !instruction.guard || isRegister(instruction.guard->predicate);
      if (instruction.isBranch())
        isKnown &= isTarget(instruction);
      else
        for (const PTXOperandGroup &group : instruction.groups)
          isKnown &= llvm::all_of(group.operands, isRegister);
      if (!isKnown)
        return llvm::createStringError(instruction.text);
    }
  }
  return Error::success();
}

llvm::Expected<PTXSequence> phobos::emulator::parsePTX(StringRef text) {
  PTXSequence sequence;
  sequence.sections.emplace_back();
  Scanner scanner(text);
  bool hasBraces = scanner.take("{");
  while (!scanner.isAtEnd() && !scanner.rest().starts_with("}")) {
    StringRef statement = scanner.rest();
    if (!takeStatement(scanner, sequence))
      return llvm::createStringError(
          statement.take_until([](char c) { return c == '\n'; }).rtrim());
  }
  if (scanner.take("}") != hasBraces || !scanner.isAtEnd())
    return llvm::createStringError(text.trim());
  if (Error error = checkNames(sequence))
    return std::move(error);
  return sequence;
}
