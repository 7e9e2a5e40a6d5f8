//===- InlineRegisters.cpp - Registers and operands of inline PTX -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "InlineCode.h"

using namespace phobos::emulator;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

static Type *typeOfRegister(StringRef name, LLVMContext &context) {
  if (name == "pred")
    return Type::getInt1Ty(context);
  if (name == "f32")
    return Type::getFloatTy(context);
  if (name == "f64")
    return Type::getDoubleTy(context);
  unsigned bits = 0;
  if (!StringRef("bus").contains(name.take_front()) ||
      name.drop_front().getAsInteger(10, bits) ||
      !is_contained({16u, 32u, 64u}, bits))
    return nullptr;
  return Type::getIntNTy(context, bits);
}

/// Where variables go that LLVM is to turn into values.
IRBuilder<> Rewriter::InlineCode::atEntry() const {
  BasicBlock &entry = call.getFunction()->getEntryBlock();
  return IRBuilder<>(&entry, entry.getFirstInsertionPt());
}

/// A register that holds `initial`, else ones: a NaN, and never undefined,
/// which would let LLVM assume anything.
AllocaInst *Rewriter::InlineCode::makeRegister(Type *type, Value *initial) {
  AllocaInst *made = atEntry().CreateAlloca(type);
  if (!initial)
    initial = type->isPointerTy() ? Constant::getNullValue(type)
                                  : Constant::getAllOnesValue(type);
  builder.CreateStore(initial, made);
  return made;
}

/// False where a constraint or a type is not known.
bool Rewriter::InlineCode::makeRegisters(const InlineAsm &assembly,
                                         ArrayRef<PTXRegister> declared) {
  InlineAsm::ConstraintInfoVector constraints = assembly.ParseConstraints();
  unsigned number = 0; // of an operand of the call
  SmallVector<Value *> initial(results.size());
  SmallVector<std::optional<unsigned>> ties; // of the inputs
  for (const InlineAsm::ConstraintInfo &constraint : constraints) {
    if (constraint.isIndirect || constraint.Type == InlineAsm::isLabel)
      return false;
    if (constraint.Type != InlineAsm::isInput)
      continue;
    ties.emplace_back();
    unsigned output = 0;
    if (!StringRef(constraint.Codes.front()).getAsInteger(10, output)) {
      ties.back() = output;
      initial[output] = call.getArgOperand(number);
    }
    ++number;
  }
  for (auto [type, value] : zip(results, initial)) {
    if (value && value->getType() != type)
      return false;
    arguments.push_back(makeRegister(type, value));
  }
  for (std::optional<unsigned> tie : ties)
    arguments.push_back(tie ? arguments[*tie] : nullptr);
  for (const PTXRegister &known : declared) {
    Type *type = typeOfRegister(known.type, call.getContext());
    if (!type)
      return false;
    named[known.name] = makeRegister(type, nullptr);
  }
  return true;
}

AllocaInst *Rewriter::InlineCode::registerOf(const PTXOperand &operand) const {
  if (operand.kind == PTXOperand::Named)
    return named.lookup(operand.name);
  bool isArgument =
      operand.kind == PTXOperand::Argument && operand.value < arguments.size();
  return isArgument ? arguments[operand.value] : nullptr;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// What `operand` holds; `wanted` is the type of a number. Null where it does
/// not exist.
Value *Rewriter::InlineCode::load(const PTXOperand &operand, AbiType wanted) {
  if (AllocaInst *variable = registerOf(operand))
    return builder.CreateLoad(variable->getAllocatedType(), variable);
  switch (operand.kind) {
  case PTXOperand::Argument:
    if (operand.value < results.size() || operand.value >= arguments.size())
      return nullptr;
    return call.getArgOperand(operand.value - results.size());
  case PTXOperand::Special: {
    auto value = rewriter.callTable("llvm.nvvm.read.ptx.sreg." + operand.name,
                                    {}, {builder.getInt32Ty()}, call, Site());
    return value ? value->front() : nullptr;
  }
  case PTXOperand::Integer:
    if (wanted == AbiType::I32)
      return builder.getInt32(static_cast<uint32_t>(operand.value));
    return builder.getInt64(operand.value);
  case PTXOperand::Float:
    if (wanted == AbiType::F32)
      return builder.getInt32(static_cast<uint32_t>(operand.value));
    return builder.getInt64(operand.value);
  case PTXOperand::Named:
  case PTXOperand::Sink:
    return nullptr;
  }
  llvm_unreachable("an operand of no kind");
}

/// `operand` as a value that crosses the border as `wanted`; null if it does
/// not fit.
Value *Rewriter::InlineCode::read(const PTXOperand &operand, AbiType wanted) {
  Value *value = load(operand, wanted);
  if (value && canBeInFlight(operand))
    value = rewriter.checkAccumulator(value, call);
  std::optional<AbiType> type;
  if (value)
    type = abiTypeOf(value->getType());
  if (!type || *type == wanted)
    return type ? value : nullptr;
  bool isInteger = *type == AbiType::I32 || *type == AbiType::I64;
  Type *target = rewriter.irTypeOf(wanted);
  if (wanted == AbiType::Pointer) // an address in a register
    return isInteger ? builder.CreateIntToPtr(value, target) : nullptr;
  if (*type == AbiType::Pointer)
    return target->isIntegerTy() ? builder.CreatePtrToInt(value, target)
                                 : nullptr;
  // Registers of bits hold floats as well, and the other way round.
  bool hasSize = value->getType()->getPrimitiveSizeInBits() ==
                 target->getPrimitiveSizeInBits();
  return hasSize ? builder.CreateBitCast(value, target) : nullptr;
}

/// Puts what crossed the border into a register; false if it does not fit.
bool Rewriter::InlineCode::write(const PTXOperand &operand, Value *value) {
  if (operand.kind == PTXOperand::Sink)
    return true;
  AllocaInst *variable = registerOf(operand);
  if (!variable)
    return false;
  Type *type = variable->getAllocatedType();
  if (!abiTypeOf(type))
    return false;
  if (type->isPointerTy() && value->getType()->isIntegerTy()) {
    value = builder.CreateIntToPtr(value, type);
  } else {
    unsigned bits = value->getType()->getPrimitiveSizeInBits();
    if (type->getPrimitiveSizeInBits().getFixedValue() > bits)
      return false;
    if (!value->getType()->isIntegerTy() && value->getType() != type)
      value = builder.CreateBitCast(value, builder.getIntNTy(bits));
    value = rewriter.fromAbi(value, type);
  }
  builder.CreateStore(value, variable);
  return true;
}

/// The registers of `group`, 32 bits each, one behind the other in memory; null
/// if they are not `count`.
AllocaInst *Rewriter::InlineCode::readList(const PTXOperandGroup &group,
                                           unsigned count) {
  if (group.form != PTXOperandGroup::List || group.operands.size() != count)
    return nullptr;
  Type *word = builder.getInt32Ty();
  AllocaInst *list = atEntry().CreateAlloca(ArrayType::get(word, count));
  for (auto [index, operand] : enumerate(group.operands)) {
    Value *value = load(operand, AbiType::I32);
    if (!value || value->getType()->getPrimitiveSizeInBits() != 32)
      return nullptr;
    builder.CreateStore(builder.CreateBitCast(value, word),
                        builder.CreateConstGEP1_32(word, list, index));
  }
  return list;
}

/// Gives the registers of `list` that are results what its memory holds now.
bool Rewriter::InlineCode::writeList(const List &list) {
  Type *word = builder.getInt32Ty();
  for (auto [index, operand] : enumerate(list.group->operands)) {
    Value *place = builder.CreateConstGEP1_32(word, list.memory, index);
    if (registerOf(operand) && !write(operand, builder.CreateLoad(word, place)))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Registers that wgmma writes
//===----------------------------------------------------------------------===//

/// Whether wgmma may not have written the register yet that `operand` names.
bool Rewriter::InlineCode::canBeInFlight(const PTXOperand &operand) const {
  AllocaInst *variable = registerOf(operand);
  return variable && startsWgmma && isAccumulator(variable->getAllocatedType());
}

/// Behind wgmma.wait_group: the assembly's results hold the numbers that are
/// there now.
void Rewriter::InlineCode::awaitRegisters(Site site) {
  for (AllocaInst *variable : ArrayRef(arguments).take_front(results.size())) {
    Type *type = variable->getAllocatedType();
    if (!isAccumulator(type))
      continue;
    Value *word = rewriter.toAbi(builder.CreateBitCast(
        builder.CreateLoad(type, variable), builder.getInt32Ty()));
    const TableEntry &entry = *FunctionTable::get().lookup("check.awaited");
    Value *value =
        rewriter.callEntry("check.awaited", entry, {word}, site).front();
    builder.CreateStore(rewriter.fromAbi(value, type), variable);
  }
}
