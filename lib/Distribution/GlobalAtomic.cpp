//===- GlobalAtomic.cpp - One atomic update of global memory ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What PTX has an instruction for is inline PTX, predicated: LLVM 22 would
// write `atomicrmw` without its order and scope. The rest is LLVM's
// `atomicrmw`, which becomes a loop around a compare-and-swap of the right
// scope, between fences.
//
//===----------------------------------------------------------------------===//

#include "GlobalAtomic.h"
#include "InlinePTX.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace phobos;

//===----------------------------------------------------------------------===//
// PTX ISA, "atom" and "red"
//===----------------------------------------------------------------------===//

/// `add.u32`, `max.s64`, `exch.b32`, …; empty where there is no instruction.
static std::string describeOperation(AtomicKind kind, Type element,
                                     const Target &target) {
  std::string bits = std::to_string(element.getIntOrFloatBitWidth());
  bool isFloat = isa<FloatType>(element);
  switch (kind) {
  case AtomicKind::add:
    if (element.isBF16())
      return target.computeCapability >= 90 ? "add.noftz.bf16" : "";
    if (element.isF16())
      return "add.noftz.f16";
    return (isFloat ? "add.f" : "add.u") + bits;
  case AtomicKind::max:
    return isFloat ? "" : "max.s" + bits;
  case AtomicKind::min:
    return isFloat ? "" : "min.s" + bits;
  case AtomicKind::maxu:
    return "max.u" + bits;
  case AtomicKind::minu:
    return "min.u" + bits;
  case AtomicKind::and_:
    return "and.b" + bits;
  case AtomicKind::or_:
    return "or.b" + bits;
  case AtomicKind::xor_:
    return "xor.b" + bits;
  case AtomicKind::exchange:
    return "exch.b" + bits;
  case AtomicKind::cas:
    return "cas.b" + bits;
  }
  llvm_unreachable("a kind of atomic");
}

static StringRef describeScope(MemoryScope scope) {
  switch (scope) {
  case MemoryScope::block:
    return "cta";
  case MemoryScope::gpu:
    return "gpu";
  case MemoryScope::system:
    return "sys";
  }
  llvm_unreachable("a scope");
}

/// Whether `red`, which gives no old value, does it: it cannot acquire.
static bool isReduction(const AtomicUpdate &update) {
  return !update.needsOld && !update.acquires() &&
         update.kind != AtomicKind::exchange && update.kind != AtomicKind::cas;
}

static Value updateByInstruction(ImplicitLocOpBuilder &b,
                                 const std::string &operation,
                                 const AtomicUpdate &update, Value address,
                                 Value condition, Value value, Value expected) {
  Type element = value.getType();
  unsigned width = element.getIntOrFloatBitWidth();
  Type bits = b.getIntegerType(width);
  StringRef constraint = width == 64 ? "l" : width == 32 ? "r" : "h";
  auto toBits = [&](Value number) {
    return number.getType() == bits
               ? number
               : arith::BitcastOp::create(b, bits, number).getResult();
  };
  PTXInstruction instruction(b);
  std::string text = isReduction(update) ? "red" : "atom";
  text += "." + stringifyMemoryOrder(update.order).str() + "." +
          describeScope(update.scope).str() + ".global." + operation + " ";
  if (!isReduction(update)) {
    instruction.addResults(bits, constraint, 1);
    text += "$0, ";
  }
  text += "[" + instruction.use(address, "l") + "]";
  for (Value operand : {expected, value})
    if (operand)
      text += ", " + instruction.use(toBits(operand), constraint);
  std::string guard = instruction.addGuard(condition);
  // Where nothing happens the old value is zero.
  if (condition && !isReduction(update))
    instruction.tie(arith::ConstantIntOp::create(b, bits, 0), 0);
  Value old = instruction.create(guard + text + ";");
  if (!old || !update.needsOld)
    return {};
  return bits == element
             ? old
             : arith::BitcastOp::create(b, element, old).getResult();
}

//===----------------------------------------------------------------------===//
// LLVM's atomicrmw
//===----------------------------------------------------------------------===//

static LLVM::AtomicBinOp getBinaryOp(AtomicKind kind) {
  switch (kind) {
  case AtomicKind::add:
    return LLVM::AtomicBinOp::fadd;
  case AtomicKind::max:
    return LLVM::AtomicBinOp::fmaximum;
  case AtomicKind::min:
    return LLVM::AtomicBinOp::fminimum;
  default:
    llvm_unreachable("PTX has an instruction for it");
  }
}

/// LLVM's name of a scope.
static StringRef getSyncScope(MemoryScope scope) {
  switch (scope) {
  case MemoryScope::block:
    return "block";
  case MemoryScope::gpu:
    return "device";
  case MemoryScope::system:
    return "";
  }
  llvm_unreachable("a scope");
}

static Value updateByLoop(ImplicitLocOpBuilder &b, const AtomicUpdate &update,
                          Value address, Value value) {
  StringRef scope = getSyncScope(update.scope);
  if (update.releases())
    LLVM::FenceOp::create(b, LLVM::AtomicOrdering::release, scope);
  Value old =
      LLVM::AtomicRMWOp::create(b, getBinaryOp(update.kind), address, value,
                                LLVM::AtomicOrdering::monotonic, scope);
  if (update.acquires())
    LLVM::FenceOp::create(b, LLVM::AtomicOrdering::acquire, scope);
  return old;
}

Value phobos::updateGlobal(ImplicitLocOpBuilder &b, const Target &target,
                           const AtomicUpdate &update, Value address,
                           Value condition, Value value, Value expected) {
  Type element = value.getType();
  std::string operation = describeOperation(update.kind, element, target);
  if (!operation.empty())
    return updateByInstruction(b, operation, update, address, condition, value,
                               expected);
  if (!condition)
    return updateByLoop(b, update, address, value);
  auto branch =
      scf::IfOp::create(b, TypeRange(element), condition, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, updateByLoop(b, update, address, value));
  b.setInsertionPointToStart(branch.elseBlock());
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
  scf::YieldOp::create(b, zero);
  return branch.getResult(0);
}
