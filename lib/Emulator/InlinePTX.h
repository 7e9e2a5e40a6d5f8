//===- InlinePTX.h - The parts of an inline PTX instruction -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_INLINEPTX_H
#define PHOBOS_LIB_EMULATOR_INLINEPTX_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace phobos::emulator {

/// One instruction of inline assembly, such as `@$5 ld.global.v2.b32 {$0, $1},
/// [$4];`: numbers are those of the assembly's operands.
struct PTXInstruction {
  struct Guard {
    unsigned operand;
    bool isNegated; // `@!$5`
  };
  std::optional<Guard> guard;
  std::string opcode;
  /// In the order of the text; braces and brackets are gone.
  llvm::SmallVector<unsigned> operands;
};

/// The instruction that `text` consists of; none if it is of another form: more
/// than one instruction, registers of its own, literals, offsets.
std::optional<PTXInstruction> parsePTXInstruction(llvm::StringRef text);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_INLINEPTX_H
