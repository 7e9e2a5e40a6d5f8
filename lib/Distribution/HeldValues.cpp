//===- HeldValues.cpp - Values that are computed where they stand -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeldValues.h"
#include "InlinePTX.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace phobos;

static SmallVector<Value> holdRegisters(ImplicitLocOpBuilder &b,
                                        ArrayRef<Value> registers) {
  PTXInstruction hold(b);
  hold.addResults(b.getI32Type(), "r", registers.size());
  for (auto [index, value] : llvm::enumerate(registers))
    hold.tie(value, index);
  Value held = hold.create("");
  if (registers.size() == 1)
    return {held};
  return llvm::map_to_vector(
      llvm::seq<int64_t>(registers.size()), [&](int64_t index) -> Value {
        return LLVM::ExtractValueOp::create(b, held, index);
      });
}

Value phobos::holdValue(ImplicitLocOpBuilder &b, Value value) {
  if (value.getType().isInteger(32))
    return holdRegisters(b, value).front();
  auto type = dyn_cast<VectorType>(value.getType());
  constexpr int64_t registerBits = 32;
  if (!type || !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() % 8 != 0 ||
      type.getNumElements() * type.getElementTypeBitWidth() % registerBits != 0)
    return value;
  auto words = VectorType::get(type.getNumElements() *
                                   type.getElementTypeBitWidth() / registerBits,
                               b.getI32Type());
  Value bits = vector::BitCastOp::create(b, words, value);
  auto parts = vector::ToElementsOp::create(b, bits);
  SmallVector<Value> held =
      holdRegisters(b, SmallVector<Value>(parts.getResults()));
  return vector::BitCastOp::create(
      b, type, vector::FromElementsOp::create(b, words, held));
}
