//===- InlineCode.h - Inline PTX as LLVM IR ---------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A register becomes a variable on the stack, which LLVM turns into values
// later; an instruction becomes a call of the table; labels, branches and
// guards become blocks of LLVM IR.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_INLINECODE_H
#define PHOBOS_LIB_EMULATOR_INLINECODE_H

#include "InlinePTX.h"
#include "Rewrite.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

namespace phobos::emulator {

/// Hands out the operands of an instruction in the order of the text.
class OperandCursor {
public:
  explicit OperandCursor(llvm::ArrayRef<PTXOperandGroup> groups)
      : groups(groups) {}

  bool isAtEnd() const { return groups.empty(); }
  /// The group that begins here; null inside of one, and at the end.
  const PTXOperandGroup *takeGroup() {
    if (groups.empty() || next != 0)
      return nullptr;
    const PTXOperandGroup *group = &groups.front();
    groups = groups.drop_front();
    return group;
  }
  /// The next operand, or null.
  const PTXOperand *take() {
    if (groups.empty())
      return nullptr;
    const PTXOperandGroup &group = groups.front();
    offset = next == 0 ? group.offset : 0;
    const PTXOperand *operand = &group.operands[next];
    if (++next == group.operands.size()) {
      groups = groups.drop_front();
      next = 0;
    }
    return operand;
  }
  /// What is to be added to the operand that was taken last, an address.
  int64_t lastOffset() const { return offset; }

private:
  llvm::ArrayRef<PTXOperandGroup> groups;
  size_t next = 0;
  int64_t offset = 0;
};

/// Replaces one call of inline PTX.
class Rewriter::InlineCode {
public:
  InlineCode(Rewriter &rewriter, llvm::CallBase &call)
      : rewriter(rewriter), builder(rewriter.builder), call(call),
        results(resultTypes(call)), startsWgmma(isWgmma(call)) {}

  void replace(const llvm::InlineAsm &assembly);

private:
  /// Registers in braces, and where a function finds them.
  struct List {
    const PTXOperandGroup *group;
    llvm::AllocaInst *memory;
  };

  // InlineRegisters.cpp
  bool makeRegisters(const llvm::InlineAsm &assembly,
                     llvm::ArrayRef<PTXRegister> declared);
  llvm::AllocaInst *makeRegister(llvm::Type *type, llvm::Value *initial);
  llvm::IRBuilder<> atEntry() const;
  llvm::AllocaInst *registerOf(const PTXOperand &operand) const;
  llvm::Value *load(const PTXOperand &operand, AbiType wanted);
  llvm::Value *read(const PTXOperand &operand, AbiType wanted);
  bool write(const PTXOperand &operand, llvm::Value *value);
  llvm::AllocaInst *readList(const PTXOperandGroup &group, unsigned count);
  bool writeList(const List &list);
  bool canBeInFlight(const PTXOperand &operand) const;
  void awaitRegisters(Site site);

  // RewriteInlinePTX.cpp
  void makeLabels(llvm::ArrayRef<PTXSection> sections);
  bool emit(const PTXInstruction &instruction);
  void emitBranch(llvm::Value *guard, llvm::BasicBlock *target);
  bool emitCall(const PTXInstruction &instruction);
  bool readOperands(const TableEntry &entry, OperandCursor &cursor,
                    llvm::SmallVectorImpl<llvm::Value *> &passed,
                    llvm::SmallVectorImpl<List> &lists);
  llvm::Value *readGuard(const PTXInstruction::Guard &guard);
  Site addSite(const PTXInstruction &instruction);

  Rewriter &rewriter;
  llvm::IRBuilder<> &builder;
  llvm::CallBase &call;
  llvm::SmallVector<llvm::Type *> results;
  bool startsWgmma;
  /// `$0` and so on: a variable, or null where it is just the call's argument.
  llvm::SmallVector<llvm::AllocaInst *> arguments;
  llvm::StringMap<llvm::AllocaInst *> named;
  llvm::StringMap<llvm::BasicBlock *> labels;
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_INLINECODE_H
