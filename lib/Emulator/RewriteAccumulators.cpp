//===- RewriteAccumulators.cpp - Reads of registers in flight ---*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// Results of wgmma are not there before wgmma.wait_group. Values that may be
// such results are followed to the instructions that read them, where a check
// finds out. They may pass through what only names them anew, and into another
// wgmma or wait that is tied to them.

#include "Rewrite.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace phobos::emulator;
using namespace llvm;

bool phobos::emulator::isWgmma(const CallBase &call) {
  auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  if (!assembly)
    return false;
  StringRef text = assembly->getAsmString();
  return text.contains("wgmma.mma_async") || text.contains("wgmma.wait_group");
}

bool phobos::emulator::isAccumulator(const Type *type) {
  return type->getPrimitiveSizeInBits() == 32;
}

/// Whether `use` is an operand of inline PTX that is tied to a result.
static bool isTied(const CallBase &call, const Use &use) {
  auto &assembly = *cast<InlineAsm>(call.getCalledOperand());
  unsigned operand = 0;
  for (auto &constraint : assembly.ParseConstraints()) {
    if (constraint.Type != InlineAsm::isInput)
      continue;
    if (operand++ == call.getArgOperandNo(&use))
      return llvm::isDigit(constraint.Codes.front().front());
  }
  return false;
}

/// Whether `use` reads no register, but gives it another name.
static bool isRenaming(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  if (auto *select = dyn_cast<SelectInst>(user))
    return use.get() != select->getCondition();
  if (auto *call = dyn_cast<CallBase>(user))
    return call->isDataOperand(&use) && isWgmma(*call) && isTied(*call, use);
  return isa<PHINode, ExtractValueInst, InsertValueInst, FreezeInst>(user);
}

Value *Rewriter::checkAccumulator(Value *value, const Instruction &inst) {
  Type *type = value->getType();
  if (auto *structure = dyn_cast<StructType>(type)) {
    for (unsigned i = 0; i != structure->getNumElements(); ++i)
      value = builder.CreateInsertValue(
          value, checkAccumulator(builder.CreateExtractValue(value, i), inst),
          i);
    return value;
  }
  if (!isAccumulator(type))
    return value;
  Value *word = builder.CreateBitCast(value, builder.getInt32Ty());
  auto checked = callTable("check.accumulator", {word}, {builder.getInt32Ty()},
                           inst, addSite(inst));
  return builder.CreateBitCast(checked->front(), type);
}

void Rewriter::checkAccumulators(Function &function) {
  SmallSetVector<Value *, 16> inFlight;
  for (Instruction &inst : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&inst); call && isWgmma(*call))
      inFlight.insert(call);
  SmallVector<Use *> reads;
  for (size_t i = 0; i != inFlight.size(); ++i)
    for (Use &use : inFlight[i]->uses())
      if (!isRenaming(use))
        reads.push_back(&use);
      else
        inFlight.insert(use.getUser());
  for (Use *use : reads) {
    auto *reader = cast<Instruction>(use->getUser());
    builder.SetInsertPoint(reader);
    use->set(checkAccumulator(use->get(), *reader));
  }
}
