//===- RewriteMemory.cpp - Checks before accesses to memory -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Rewrite.h"
#include "SharedWindow.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/Alignment.h"

using namespace phobos::emulator;
using namespace llvm;

/// NVPTX's numbers (NVPTX User Guide, "Address Spaces").
enum AddressSpace : unsigned {
  Generic = 0,
  Global = 1,
  Shared = 3,
  SharedCluster = 7,
};

//===----------------------------------------------------------------------===//
// Shared variables
//===----------------------------------------------------------------------===//

/// Replaces the uses of shared variables by addresses in the window. The ones
/// without a size share the memory behind the others, whose size the launch
/// gives.
void Rewriter::placeSharedVariables() {
  SmallVector<GlobalVariable *> sized, unsized;
  const DataLayout &layout = module.getDataLayout();
  for (GlobalVariable &variable : module.globals()) {
    if (variable.getAddressSpace() != Shared)
      continue;
    bool isSized = !variable.isDeclaration() &&
                   !layout.getTypeAllocSize(variable.getValueType()).isZero();
    (isSized ? sized : unsized).push_back(&variable);
  }
  uint64_t end = SharedWindow::firstOffset;
  auto alignmentOf = [&](GlobalVariable *variable) {
    return variable->getAlign().value_or(
        layout.getABITypeAlign(variable->getValueType()));
  };
  DenseMap<GlobalVariable *, uint64_t> offsets;
  for (GlobalVariable *variable : sized) {
    end = alignTo(end, alignmentOf(variable));
    offsets[variable] = end;
    end += layout.getTypeAllocSize(variable->getValueType());
  }
  for (GlobalVariable *variable : unsized)
    end = alignTo(end, alignmentOf(variable));
  for (GlobalVariable *variable : unsized)
    offsets[variable] = end;
  result.staticSharedBytes = end - SharedWindow::firstOffset;

  SmallVector<Constant *> constants;
  for (auto [variable, offset] : offsets)
    constants.push_back(variable);
  convertUsersOfConstantsToInstructions(constants);
  for (auto [variable, offset] : offsets) {
    for (Use &use : make_early_inc_range(variable->uses())) {
      auto &user = *cast<Instruction>(use.getUser());
      auto *phi = dyn_cast<PHINode>(&user);
      builder.SetInsertPoint(phi ? phi->getIncomingBlock(use)->getTerminator()
                                 : &user);
      auto window =
          callTable("check.window", {}, {builder.getPtrTy()}, user, Site());
      Value *address = builder.CreateConstGEP1_64(builder.getInt8Ty(),
                                                  window->front(), offset);
      use.set(builder.CreateAddrSpaceCast(address, variable->getType()));
    }
    variable->eraseFromParent();
  }
}

//===----------------------------------------------------------------------===//
// Loads, stores, atomics
//===----------------------------------------------------------------------===//

void Rewriter::rewriteAccess(Instruction &inst) {
  const DataLayout &layout = module.getDataLayout();
  auto bytesOf = [&](Type *type) -> uint32_t {
    return layout.getTypeStoreSize(type);
  };
  auto alignmentOf = [](Align align) -> uint8_t {
    return std::min<uint64_t>(align.value(), 128);
  };
  if (auto *load = dyn_cast<LoadInst>(&inst)) {
    if (load->isAtomic())
      load->setSyncScopeID(SyncScope::System);
    return checkAccess(inst, LoadInst::getPointerOperandIndex(),
                       {bytesOf(load->getType()), alignmentOf(load->getAlign()),
                        false, load->isAtomic()});
  }
  if (auto *store = dyn_cast<StoreInst>(&inst)) {
    if (store->isAtomic())
      store->setSyncScopeID(SyncScope::System);
    return checkAccess(inst, StoreInst::getPointerOperandIndex(),
                       {bytesOf(store->getValueOperand()->getType()),
                        alignmentOf(store->getAlign()), true,
                        store->isAtomic()});
  }
  if (auto *update = dyn_cast<AtomicRMWInst>(&inst)) {
    update->setSyncScopeID(SyncScope::System);
    return checkAccess(inst, AtomicRMWInst::getPointerOperandIndex(),
                       {bytesOf(update->getType()),
                        alignmentOf(update->getAlign()), true, true});
  }
  auto &exchange = cast<AtomicCmpXchgInst>(inst);
  exchange.setSyncScopeID(SyncScope::System);
  checkAccess(inst, AtomicCmpXchgInst::getPointerOperandIndex(),
              {bytesOf(exchange.getCompareOperand()->getType()),
               alignmentOf(exchange.getAlign()), true, true});
}

/// Lets `inst` use the pointer that the check of its address space returns.
void Rewriter::checkAccess(Instruction &inst, unsigned pointerOperand,
                           Access access) {
  Value *pointer = inst.getOperand(pointerOperand);
  const Value *object = getUnderlyingObject(pointer, /*MaxLookup=*/0);
  unsigned space = pointer->getType()->getPointerAddressSpace();
  // A thread's own variables, and constants of the module.
  if (isa<AllocaInst>(object) ||
      (isa<GlobalVariable>(object) &&
       cast<GlobalVariable>(object)->getAddressSpace() != Shared))
    return;
  if (auto *argument = dyn_cast<Argument>(object);
      argument && argument->hasByValAttr())
    return;
  result.granule = std::min<unsigned>(
      result.granule,
      commonAlignment(Align(access.alignment), access.bytes).value());
  StringRef check = space == Global          ? "check.global"
                    : space == Shared        ? "check.shared"
                    : space == SharedCluster ? "check.cluster"
                                             : "check.generic";
  auto checked = callTable(check, {pointer, builder.getInt64(access.pack())},
                           {builder.getPtrTy()}, inst, addSite(inst, pointer));
  inst.setOperand(pointerOperand, checked->front());
}

/// Whether `call` was an intrinsic on memory that is replaced.
bool Rewriter::rewriteMemoryIntrinsic(CallBase &call) {
  if (auto *copy = dyn_cast<MemTransferInst>(&call)) {
    result.granule = 1;
    callTable(
        "check.copy",
        {copy->getRawDest(), copy->getRawSource(),
         builder.CreateZExtOrTrunc(copy->getLength(), builder.getInt64Ty())},
        {}, call, addSite(call));
  } else if (auto *set = dyn_cast<MemSetInst>(&call)) {
    result.granule = 1;
    callTable(
        "check.set",
        {set->getRawDest(), set->getValue(),
         builder.CreateZExtOrTrunc(set->getLength(), builder.getInt64Ty())},
        {}, call, addSite(call));
  } else if (!isa<LifetimeIntrinsic, AssumeInst, NoAliasScopeDeclInst>(call)) {
    return false;
  }
  call.eraseFromParent();
  return true;
}

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

/// Divides by 1 where the quotient is undefined, after a report.
void Rewriter::checkDivision(BinaryOperator &division) {
  Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  Type *type = divisor->getType();
  bool isSigned = division.getOpcode() == Instruction::SDiv ||
                  division.getOpcode() == Instruction::SRem;
  if (auto *constant = dyn_cast<ConstantInt>(divisor);
      constant && !constant->isZero() && !(isSigned && constant->isMinusOne()))
    return;
  Value *isUndefined =
      builder.CreateICmpEQ(divisor, Constant::getNullValue(type));
  if (isSigned) {
    APInt least = APInt::getSignedMinValue(type->getScalarSizeInBits());
    Value *overflows = builder.CreateAnd(
        builder.CreateICmpEQ(divisor, Constant::getAllOnesValue(type)),
        builder.CreateICmpEQ(dividend, ConstantInt::get(type, least)));
    isUndefined = builder.CreateOr(isUndefined, overflows);
  }
  Value *any =
      type->isVectorTy() ? builder.CreateOrReduce(isUndefined) : isUndefined;
  callTable("check.division", {any}, {}, division, addSite(division));
  division.setOperand(
      1, builder.CreateSelect(isUndefined, ConstantInt::get(type, 1), divisor));
}
