//===- InlinePTX.cpp - One instruction as inline PTX ------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinePTX.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace phobos;

void PTXInstruction::addConstraint(StringRef constraint) {
  if (!constraints.empty())
    constraints += ",";
  constraints += constraint;
}

void PTXInstruction::addResults(Type type, StringRef constraint,
                                int64_t number) {
  for (; count < number; ++count)
    addConstraint(("=" + constraint).str());
  result = type;
  if (number > 1)
    result = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                              SmallVector<Type>(number, type));
}

std::string PTXInstruction::use(Value value, StringRef constraint) {
  operands.push_back(value);
  addConstraint(constraint);
  return "$" + std::to_string(count++);
}

std::string PTXInstruction::addGuard(Value condition) {
  return condition ? "@" + use(condition, "b") + " " : "";
}

Value PTXInstruction::create(const std::string &text, bool hasSideEffects) {
  if (hasSideEffects)
    addConstraint("~{memory}");
  auto op = LLVM::InlineAsmOp::create(
      b, result ? TypeRange(result) : TypeRange(), operands, text, constraints,
      hasSideEffects, /*is_align_stack=*/false, LLVM::TailCallKind::None,
      LLVM::AsmDialectAttr(), ArrayAttr());
  return result ? op->getResult(0) : Value();
}
