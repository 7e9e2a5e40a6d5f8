//===- RewriteCalls.cpp - Intrinsics and inline PTX -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "InlinePTX.h"
#include "Rewrite.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace phobos::emulator;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Types at the border
//===----------------------------------------------------------------------===//

static std::optional<AbiType> abiTypeOf(Type *type) {
  if (type->isVoidTy())
    return AbiType::Void;
  if (type->isPointerTy())
    return AbiType::Pointer;
  if (type->isFloatTy())
    return AbiType::F32;
  if (type->isDoubleTy())
    return AbiType::F64;
  if (type->isIntegerTy(64))
    return AbiType::I64;
  TypeSize bits = type->getPrimitiveSizeInBits();
  if (!bits.isScalable() && bits.getFixedValue() != 0 &&
      bits.getFixedValue() <= 32)
    return AbiType::I32;
  return std::nullopt;
}

Type *Rewriter::irTypeOf(AbiType type) {
  switch (type) {
  case AbiType::Void:
    return builder.getVoidTy();
  case AbiType::I32:
    return builder.getInt32Ty();
  case AbiType::I64:
    return builder.getInt64Ty();
  case AbiType::F32:
    return builder.getFloatTy();
  case AbiType::F64:
    return builder.getDoubleTy();
  case AbiType::Pointer:
    return builder.getPtrTy();
  }
  llvm_unreachable("a type without IR");
}

/// `value`, whose type crosses the border, as it crosses.
Value *Rewriter::toAbi(Value *value) {
  Type *type = value->getType();
  if (type->isPointerTy())
    return builder.CreateAddrSpaceCast(value, builder.getPtrTy());
  if (*abiTypeOf(type) != AbiType::I32)
    return value;
  unsigned bits = type->getPrimitiveSizeInBits();
  return builder.CreateZExt(
      builder.CreateBitCast(value, builder.getIntNTy(bits)),
      builder.getInt32Ty());
}

/// A value of `type` from how it has crossed, or from a slot of `Results`.
Value *Rewriter::fromAbi(Value *value, Type *type) {
  if (type->isPointerTy())
    return builder.CreateAddrSpaceCast(value, type);
  if (value->getType() == type)
    return value;
  unsigned bits = type->getPrimitiveSizeInBits();
  return builder.CreateBitCast(
      builder.CreateTrunc(value, builder.getIntNTy(bits)), type);
}

//===----------------------------------------------------------------------===//
// Calls of the table's functions
//===----------------------------------------------------------------------===//

FunctionCallee Rewriter::declare(StringRef name, const TableEntry &entry) {
  const Signature &signature = entry.signature;
  SmallVector<Type *> parameters;
  if (signature.numResults)
    parameters.push_back(builder.getPtrTy());
  for (char type : signature.parameters)
    parameters.push_back(irTypeOf(static_cast<AbiType>(type)));
  if (signature.takesSite)
    parameters.push_back(builder.getInt32Ty());
  auto *type = FunctionType::get(irTypeOf(signature.result), parameters,
                                 /*isVarArg=*/false);
  FunctionCallee callee =
      module.getOrInsertFunction((tablePrefix + name).str(), type);
  auto *function = cast<Function>(callee.getCallee());
  function->addFnAttr(Attribute::NoUnwind);
  if (entry.isPure) {
    function->setDoesNotAccessMemory();
    function->setWillReturn();
  } else {
    function->setConvergent();
  }
  return callee;
}

/// The signature of a call; none if a type cannot cross the border.
static std::optional<Signature> signatureOf(ArrayRef<Value *> operands,
                                            ArrayRef<Type *> results) {
  Signature signature;
  if (results.size() == 1) {
    std::optional<AbiType> type = abiTypeOf(results.front());
    if (!type)
      return std::nullopt;
    signature.result = *type;
  } else {
    signature.numResults = results.size();
  }
  for (Value *operand : operands) {
    std::optional<AbiType> type = abiTypeOf(operand->getType());
    if (!type)
      return std::nullopt;
    signature.parameters += static_cast<char>(*type);
  }
  return signature;
}

std::optional<SmallVector<Value *>>
Rewriter::callTable(StringRef name, ArrayRef<Value *> operands,
                    ArrayRef<Type *> results, const Instruction &inst,
                    Site site) {
  const TableEntry *entry = FunctionTable::get().lookup(name);
  if (!entry) {
    refuse(inst, "'" + name + "'");
    return std::nullopt;
  }
  std::optional<Signature> signature = signatureOf(operands, results);
  if (!signature || !(*signature == entry->signature)) {
    refuse(inst, "'" + name + "' of these types: expected " +
                     entry->signature.str() + ", got " +
                     (signature ? signature->str() : "others"));
    return std::nullopt;
  }
  SmallVector<Value *> passed;
  Value *slots = nullptr;
  if (unsigned count = signature->numResults) {
    const Function *function = builder.GetInsertBlock()->getParent();
    BasicBlock &start = const_cast<Function *>(function)->getEntryBlock();
    IRBuilder<> top(&start, start.getFirstInsertionPt());
    slots = top.CreateAlloca(ArrayType::get(top.getInt64Ty(), count));
    passed.push_back(slots);
  }
  for (Value *operand : operands)
    passed.push_back(toAbi(operand));
  if (entry->signature.takesSite)
    passed.push_back(builder.getInt32(static_cast<uint32_t>(site)));
  Value *returned = builder.CreateCall(declare(name, *entry), passed);
  SmallVector<Value *> values;
  for (auto [index, type] : enumerate(results)) {
    Value *value = returned;
    if (slots)
      value = builder.CreateLoad(
          builder.getInt64Ty(),
          builder.CreateConstGEP1_32(builder.getInt64Ty(), slots, index));
    values.push_back(fromAbi(value, type));
  }
  return values;
}

//===----------------------------------------------------------------------===//
// The kernel's calls
//===----------------------------------------------------------------------===//

/// The types of the results of `call`, one each.
static SmallVector<Type *> resultTypes(const CallBase &call) {
  if (auto *type = dyn_cast<StructType>(call.getType()))
    return SmallVector<Type *>(type->elements());
  if (call.getType()->isVoidTy())
    return {};
  return {call.getType()};
}

/// Erases `call`; `values` take the place of its results.
static void replaceCall(CallBase &call, ArrayRef<Value *> values,
                        IRBuilder<> &builder) {
  Value *value = nullptr;
  if (call.getType()->isStructTy()) {
    value = PoisonValue::get(call.getType());
    for (auto [index, element] : enumerate(values))
      value = builder.CreateInsertValue(value, element, index);
  } else if (!values.empty()) {
    value = values.front();
  }
  if (value)
    call.replaceAllUsesWith(value);
  call.eraseFromParent();
}

void Rewriter::rewriteCall(CallBase &call) {
  if (call.isInlineAsm())
    return rewriteInlinePTX(call);
  Function *callee = call.getCalledFunction();
  if (!callee)
    return refuse(call, "a call of a function that is not known before");
  StringRef name = callee->getName();
  if (FunctionTable::get().lookup(name)) {
    SmallVector<Value *> operands(call.args());
    auto values =
        callTable(name, operands, resultTypes(call), call, addSite(call));
    if (values)
      replaceCall(call, *values, builder);
    return;
  }
  if (!callee->isDeclaration() || rewriteMemoryIntrinsic(call))
    return;
  // What LLVM defines for every machine, but for accesses to memory.
  if (!callee->isIntrinsic() || name.starts_with("llvm.nvvm.") ||
      call.mayReadOrWriteMemory())
    refuse(call, "'" + name + "'");
}

/// `ld.global.v4.b32` and the like: how many bytes a word has, else 0.
static unsigned wordBytes(StringRef opcode) {
  unsigned bits = 0;
  auto [before, width] = opcode.rsplit(".b");
  bool isAccess = opcode.starts_with("ld.") || opcode.starts_with("st.");
  return isAccess && !width.getAsInteger(10, bits) ? bits / 8 : 0;
}

void Rewriter::rewriteInlinePTX(CallBase &call) {
  auto &assembly = *cast<InlineAsm>(call.getCalledOperand());
  std::string text = assembly.getAsmString().str();
  std::optional<PTXInstruction> ptx = parsePTXInstruction(text);
  InlineAsm::ConstraintInfoVector constraints = assembly.ParseConstraints();
  auto isKnown = [&](const InlineAsm::ConstraintInfo &constraint) {
    return !constraint.isIndirect && constraint.Type != InlineAsm::isLabel;
  };
  if (!ptx || !all_of(constraints, isKnown) ||
      !FunctionTable::get().lookup(ptx->opcode))
    return refuse(call, "the inline PTX '" + text + "'");

  SmallVector<Type *> types = resultTypes(call);
  auto inputAt = [&](unsigned operand) {
    return call.getArgOperand(operand - types.size());
  };
  SmallVector<Value *> operands;
  SmallVector<Type *> results;
  SmallVector<unsigned> outputs; // in the order of the text
  const Value *address = nullptr;
  for (unsigned operand : ptx->operands) {
    if (operand < types.size()) {
      outputs.push_back(operand);
      results.push_back(types[operand]);
      continue;
    }
    operands.push_back(inputAt(operand));
    if (operands.back()->getType()->isPointerTy())
      address = operands.back();
  }
  Site site = addSite(call, address);
  if (unsigned bytes = wordBytes(ptx->opcode))
    result.granule = std::min(result.granule, bytes);

  BasicBlock *before = call.getParent();
  if (ptx->guard) {
    Value *guard = inputAt(ptx->guard->operand);
    if (ptx->guard->isNegated)
      guard = builder.CreateNot(guard);
    builder.SetInsertPoint(
        SplitBlockAndInsertIfThen(guard, &call, /*Unreachable=*/false));
  }
  auto values = callTable(ptx->opcode, operands, results, call, site);
  if (!values)
    return;
  BasicBlock *inside = builder.GetInsertBlock();
  builder.SetInsertPoint(&call);
  SmallVector<Value *> ordered(types.size());
  for (auto [output, value] : zip(outputs, *values)) {
    ordered[output] = value;
    if (!ptx->guard)
      continue;
    // A register that the skipped instruction leaves as it was.
    int tied = constraints[output].MatchingInput;
    Value *otherwise = tied < 0 ? PoisonValue::get(value->getType())
                                : inputAt(static_cast<unsigned>(tied));
    PHINode *merged = builder.CreatePHI(value->getType(), 2);
    merged->addIncoming(value, inside);
    merged->addIncoming(otherwise, before);
    ordered[output] = merged;
  }
  replaceCall(call, ordered, builder);
}
