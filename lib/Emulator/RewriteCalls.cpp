//===- RewriteCalls.cpp - Calls of the table's functions ---------*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Rewrite.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace phobos::emulator;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Types at the border
//===----------------------------------------------------------------------===//

std::optional<AbiType> phobos::emulator::abiTypeOf(Type *type) {
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
  case AbiType::Registers:
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
  if (entry.form)
    parameters.push_back(builder.getInt64Ty());
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
  SmallVector<Value *> values = callEntry(name, *entry, operands, site);
  for (auto [value, type] : zip(values, results))
    value = fromAbi(value, type);
  return values;
}

SmallVector<Value *> Rewriter::callEntry(StringRef name,
                                         const TableEntry &entry,
                                         ArrayRef<Value *> operands,
                                         Site site) {
  result.granule = std::min(result.granule, entry.granule);
  SmallVector<Value *> passed;
  if (entry.form)
    passed.push_back(builder.getInt64(*entry.form));
  Value *slots = nullptr;
  if (unsigned count = entry.signature.numResults) {
    const Function *function = builder.GetInsertBlock()->getParent();
    BasicBlock &start = const_cast<Function *>(function)->getEntryBlock();
    IRBuilder<> top(&start, start.getFirstInsertionPt());
    slots = top.CreateAlloca(ArrayType::get(top.getInt64Ty(), count));
    passed.push_back(slots);
  }
  for (Value *operand : operands)
    passed.push_back(toAbi(operand));
  if (entry.signature.takesSite)
    passed.push_back(builder.getInt32(static_cast<uint32_t>(site)));
  Value *returned = builder.CreateCall(declare(name, entry), passed);
  SmallVector<Value *> values;
  if (entry.signature.result != AbiType::Void)
    values.push_back(returned);
  for (unsigned i = 0; i != entry.signature.numResults; ++i)
    values.push_back(builder.CreateLoad(
        builder.getInt64Ty(),
        builder.CreateConstGEP1_32(builder.getInt64Ty(), slots, i)));
  return values;
}

//===----------------------------------------------------------------------===//
// The kernel's calls
//===----------------------------------------------------------------------===//

SmallVector<Type *> phobos::emulator::resultTypes(const CallBase &call) {
  if (auto *type = dyn_cast<StructType>(call.getType()))
    return SmallVector<Type *>(type->elements());
  if (call.getType()->isVoidTy())
    return {};
  return {call.getType()};
}

void phobos::emulator::replaceCall(CallBase &call, ArrayRef<Value *> values,
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

bool phobos::emulator::isTensorMap(const Value *value) {
  auto *argument = dyn_cast<Argument>(value->stripPointerCasts());
  return argument && argument->hasByValAttr();
}

/// The operand by which an intrinsic reaches an array, if there is just one.
static const Value *findGlobalPointer(const CallBase &call) {
  const Value *found = nullptr;
  for (const Use &operand : call.args()) {
    auto *type = dyn_cast<PointerType>(operand->getType());
    if (!type ||
        (type->getAddressSpace() != /*global=*/1 && !isTensorMap(operand)))
      continue;
    if (found)
      return nullptr;
    found = operand;
  }
  return found;
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
    Site site = addSite(call, findGlobalPointer(call));
    auto values = callTable(name, operands, resultTypes(call), call, site);
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
