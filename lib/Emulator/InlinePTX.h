//===- InlinePTX.h - The parts of inline PTX --------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_INLINEPTX_H
#define PHOBOS_LIB_EMULATOR_INLINEPTX_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace phobos::emulator {

/// What an instruction of PTX names: a register or a number.
struct PTXOperand {
  enum Kind {
    Argument, // `$3`: an operand of the inline assembly, with its number
    Named,    // `p`: a register that the text declares
    Special,  // `%tid.x`
    Integer,  // `16`, `-1`, `0xFF`
    Float,    // `0f3F800000`: the bits
    Sink,     // `_`: a result that nobody wants
  };
  Kind kind = Sink;
  uint64_t value = 0; // of Argument, Integer, Float
  std::string name;   // of Named, Special
};

/// One of what commas part: `$0`; `{$0, $1}`; `[$0 + 16]`; `[$0, {$1, $2}]`.
struct PTXOperandGroup {
  enum Form { Single, List, Address };
  Form form = Single;
  llvm::SmallVector<PTXOperand, 1> operands;
  int64_t offset = 0; // of an address
};

/// `@$5 ld.global.v2.b32 {$0, $1}, [$4];`
struct PTXInstruction {
  struct Guard {
    PTXOperand predicate;
    bool isNegated; // `@!p`
  };
  std::optional<Guard> guard;
  std::string opcode;
  llvm::SmallVector<PTXOperandGroup, 4> groups;
  std::string text;

  /// `bra` and `bra.uni` have one operand, the name of a label.
  bool isBranch() const { return opcode == "bra" || opcode == "bra.uni"; }
  const std::string &target() const { return groups[0].operands[0].name; }
};

/// `.reg .pred p;`
struct PTXRegister {
  std::string name;
  std::string type; // without the dot
};

/// A label and what follows it up to the next one; the first has no name.
struct PTXSection {
  std::string label;
  std::vector<PTXInstruction> instructions;
};

/// The text of inline assembly: instructions, registers and labels of its own,
/// with or without braces around them.
struct PTXSequence {
  std::vector<PTXRegister> registers;
  std::vector<PTXSection> sections;
};

/// Reads all of `text`; an error holds the statement that has another form, or
/// names what was not declared.
llvm::Expected<PTXSequence> parsePTX(llvm::StringRef text);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_INLINEPTX_H
