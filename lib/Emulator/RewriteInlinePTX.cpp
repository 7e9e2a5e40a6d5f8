//===- RewriteInlinePTX.cpp - Instructions of inline PTX --------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "InlineCode.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace phobos::emulator;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

Site Rewriter::InlineCode::addSite(const PTXInstruction &instruction) {
  const Value *address = nullptr;
  for (const PTXOperandGroup &group : instruction.groups) {
    const PTXOperand &first = group.operands.front();
    if (group.form != PTXOperandGroup::Address ||
        first.kind != PTXOperand::Argument || registerOf(first) ||
        first.value >= arguments.size())
      continue;
    Value *value = call.getArgOperand(first.value - results.size());
    if (value->getType()->isPointerTy() && !(address && isTensorMap(address)))
      address = value;
  }
  return rewriter.addSite(call, address);
}

/// In the table: with what tells the form from others of the same opcode.
static std::string nameOf(const PTXInstruction &instruction) {
  const FunctionTable &table = FunctionTable::get();
  ArrayRef<PTXOperandGroup> groups = instruction.groups;
  std::string withList = instruction.opcode + listOverload;
  std::string withCount = instruction.opcode + countOverload(groups.size());
  if (groups.size() > 1 && groups[1].form == PTXOperandGroup::List &&
      table.lookup(withList))
    return withList;
  return table.lookup(withCount) ? withCount : instruction.opcode;
}

/// Reads what the function of `entry` takes. False if the operands are others.
bool Rewriter::InlineCode::readOperands(const TableEntry &entry,
                                        OperandCursor &cursor,
                                        SmallVectorImpl<Value *> &passed,
                                        SmallVectorImpl<List> &lists) {
  size_t numNeeded = entry.signature.parameters.size() - entry.numOptional;
  for (auto [index, letter] : enumerate(entry.signature.parameters)) {
    auto type = static_cast<AbiType>(letter);
    if (cursor.isAtEnd() && index >= numNeeded) {
      passed.push_back(Constant::getNullValue(rewriter.irTypeOf(type)));
    } else if (type == AbiType::Registers) {
      const PTXOperandGroup *group = cursor.takeGroup();
      unsigned count = entry.listSizes[lists.size()];
      lists.push_back({group, group ? readList(*group, count) : nullptr});
      passed.push_back(lists.back().memory);
    } else {
      const PTXOperand *operand = cursor.take();
      passed.push_back(operand ? read(*operand, type) : nullptr);
      if (int64_t offset = cursor.lastOffset(); offset && passed.back()) {
        if (type != AbiType::Pointer)
          return false;
        passed.back() =
            builder.CreatePtrAdd(passed.back(), builder.getInt64(offset));
      }
    }
    if (!passed.back())
      return false;
  }
  return cursor.isAtEnd();
}

/// Calls the table's function of the opcode. False where there is none, or the
/// operands are not what it takes.
bool Rewriter::InlineCode::emitCall(const PTXInstruction &instruction) {
  std::string name = nameOf(instruction);
  const TableEntry *entry = FunctionTable::get().lookup(name);
  if (!entry)
    return false;
  OperandCursor cursor(instruction.groups);
  SmallVector<const PTXOperand *> targets;
  for (unsigned i = 0; i != entry->signature.countResults(); ++i)
    targets.push_back(cursor.take());
  SmallVector<Value *> passed;
  SmallVector<List> lists;
  if (is_contained(targets, nullptr) ||
      !readOperands(*entry, cursor, passed, lists))
    return false;
  Site site = addSite(instruction);
  SmallVector<Value *> values = rewriter.callEntry(name, *entry, passed, site);
  bool fits = true;
  for (auto [target, value] : zip(targets, values))
    fits &= write(*target, value);
  for (const List &list : lists)
    fits &= writeList(list);
  if (instruction.opcode == "wgmma.wait_group.sync.aligned")
    awaitRegisters(site);
  return fits;
}

Value *Rewriter::InlineCode::readGuard(const PTXInstruction::Guard &guard) {
  Value *predicate = read(guard.predicate, AbiType::I32);
  if (!predicate || !predicate->getType()->isIntegerTy(1))
    return nullptr;
  return guard.isNegated ? builder.CreateNot(predicate) : predicate;
}

/// Code for one instruction at the builder's place, which is then behind it.
/// False where there is none.
bool Rewriter::InlineCode::emit(const PTXInstruction &instruction) {
  Value *guard = nullptr;
  if (instruction.guard && !(guard = readGuard(*instruction.guard)))
    return false;
  if (instruction.isBranch()) {
    emitBranch(guard, labels.lookup(instruction.target()));
    return true;
  }
  if (!guard)
    return emitCall(instruction);
  Instruction *after = &*builder.GetInsertPoint();
  builder.SetInsertPoint(
      SplitBlockAndInsertIfThen(guard, after, /*Unreachable=*/false));
  bool isKnown = emitCall(instruction);
  builder.SetInsertPoint(after);
  return isKnown;
}

/// Goes to `target`; where there is a `guard`, only if that is true.
void Rewriter::InlineCode::emitBranch(Value *guard, BasicBlock *target) {
  Instruction *after = &*builder.GetInsertPoint();
  BasicBlock *block = after->getParent();
  BasicBlock *rest = block->splitBasicBlock(after);
  block->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(block);
  if (guard)
    builder.CreateCondBr(guard, target, rest);
  else
    builder.CreateBr(target);
  builder.SetInsertPoint(after);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// A block for each section but the first one, between what precedes the call
/// and the call, each going on to the next one.
void Rewriter::InlineCode::makeLabels(ArrayRef<PTXSection> sections) {
  BasicBlock *first = call.getParent();
  for (const PTXSection &section : sections.drop_front())
    labels[section.label] = call.getParent()->splitBasicBlock(&call);
  if (!labels.empty())
    builder.SetInsertPoint(first->getTerminator());
}

void Rewriter::InlineCode::replace(const InlineAsm &assembly) {
  auto refuse = [&](const Twine &text) {
    rewriter.refuse(call, "the inline PTX '" + text + "'");
  };
  Expected<PTXSequence> sequence = parsePTX(assembly.getAsmString());
  if (!sequence)
    return refuse(toString(sequence.takeError()));
  if (!makeRegisters(assembly, sequence->registers))
    return refuse(assembly.getAsmString());
  makeLabels(sequence->sections);
  for (const PTXSection &section : sequence->sections) {
    if (BasicBlock *block = labels.lookup(section.label))
      builder.SetInsertPoint(block, block->getFirstInsertionPt());
    for (const PTXInstruction &instruction : section.instructions)
      if (!emit(instruction))
        return refuse(instruction.text);
  }
  builder.SetInsertPoint(&call);
  SmallVector<Value *> values;
  for (auto [type, variable] : zip(results, arguments))
    values.push_back(builder.CreateLoad(type, variable));
  replaceCall(call, values, builder);
}

void Rewriter::rewriteInlinePTX(CallBase &call) {
  InlineCode(*this, call).replace(*cast<InlineAsm>(call.getCalledOperand()));
}
