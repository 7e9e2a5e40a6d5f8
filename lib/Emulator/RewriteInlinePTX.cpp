//===- RewriteInlinePTX.cpp - Inline PTX as LLVM IR -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// A register becomes a variable on the stack, which LLVM turns into values
// later; an instruction becomes a call of the table; labels, branches and
// guards become blocks of LLVM IR.

#include "InlinePTX.h"
#include "Rewrite.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace phobos::emulator;
using namespace llvm;

namespace {
class OperandCursor;
} // namespace

/// Replaces one call of inline PTX.
class Rewriter::InlineCode {
public:
  InlineCode(Rewriter &rewriter, CallBase &call)
      : rewriter(rewriter), builder(rewriter.builder), call(call),
        results(resultTypes(call)), startsWgmma(isWgmma(call)) {}

  void replace(const InlineAsm &assembly);

private:
  /// Registers in braces, and where a function finds them.
  struct List {
    const PTXOperandGroup *group;
    AllocaInst *memory;
  };

  bool makeRegisters(const InlineAsm &assembly, ArrayRef<PTXRegister> declared);
  AllocaInst *makeRegister(Type *type, Value *initial);
  void makeLabels(ArrayRef<PTXSection> sections);

  bool emit(const PTXInstruction &instruction);
  void emitBranch(Value *guard, BasicBlock *target);
  bool emitCall(const PTXInstruction &instruction);
  bool readOperands(const TableEntry &entry, OperandCursor &cursor,
                    SmallVectorImpl<Value *> &passed,
                    SmallVectorImpl<List> &lists);
  Value *readGuard(const PTXInstruction::Guard &guard);

  AllocaInst *registerOf(const PTXOperand &operand) const;
  Value *load(const PTXOperand &operand, AbiType wanted);
  Value *read(const PTXOperand &operand, AbiType wanted);
  bool write(const PTXOperand &operand, Value *value);
  AllocaInst *readList(const PTXOperandGroup &group, unsigned count);
  bool writeList(const List &list);
  bool canBeInFlight(const PTXOperand &operand) const;
  void awaitRegisters(Site site);
  Site addSite(const PTXInstruction &instruction);
  IRBuilder<> atEntry() const;

  Rewriter &rewriter;
  IRBuilder<> &builder;
  CallBase &call;
  SmallVector<Type *> results;
  bool startsWgmma;
  /// `$0` and so on: a variable, or null where it is just the call's argument.
  SmallVector<AllocaInst *> arguments;
  StringMap<AllocaInst *> named;
  StringMap<BasicBlock *> labels;
};

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
  for (auto [type, value] : zip(results, initial))
    arguments.push_back(makeRegister(type, value));
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
    if (value->getType()->isPointerTy())
      address = value;
  }
  return rewriter.addSite(call, address);
}

namespace {
/// Hands out the operands of an instruction in the order of the text.
class OperandCursor {
public:
  explicit OperandCursor(ArrayRef<PTXOperandGroup> groups) : groups(groups) {}

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
  ArrayRef<PTXOperandGroup> groups;
  size_t next = 0;
  int64_t offset = 0;
};
} // namespace

/// In the table.
static std::string nameOf(const PTXInstruction &instruction) {
  std::string name = instruction.opcode + listOverload;
  bool hasList = instruction.groups.size() > 1 &&
                 instruction.groups[1].form == PTXOperandGroup::List;
  return hasList && FunctionTable::get().lookup(name) ? name
                                                      : instruction.opcode;
}

/// Reads what the function of `entry` takes. False if the operands are others.
bool Rewriter::InlineCode::readOperands(const TableEntry &entry,
                                        OperandCursor &cursor,
                                        SmallVectorImpl<Value *> &passed,
                                        SmallVectorImpl<List> &lists) {
  for (auto letter : entry.signature.parameters) {
    auto type = static_cast<AbiType>(letter);
    if (type == AbiType::Registers) {
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
