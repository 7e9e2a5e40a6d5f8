//===- VectorParts.cpp - A thread's vector from its parts -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "VectorParts.h"
#include "InlinePTX.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace phobos;

/// How many elements of a part move as one register of 32 bits; 1 where they
/// move alone.
static int64_t elementsPerWord(VectorType whole, VectorType part) {
  Type element = whole.getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() >= 32)
    return 1;
  int64_t size = 32 / element.getIntOrFloatBitWidth();
  bool fits =
      whole.getNumElements() % size == 0 && part.getNumElements() % size == 0;
  return fits ? size : 1;
}

Value phobos::replaceParts(ImplicitLocOpBuilder &b, Value whole,
                           ArrayRef<int64_t> firsts, ArrayRef<Value> parts) {
  if (parts.empty())
    return whole;
  auto type = cast<VectorType>(whole.getType());
  auto partType = cast<VectorType>(parts.front().getType());
  int64_t size = elementsPerWord(type, partType);
  Type word = size == 1 ? type.getElementType() : b.getI32Type();
  auto asWords = [&](Value vector) -> Value {
    auto from = cast<VectorType>(vector.getType());
    auto to = VectorType::get(from.getNumElements() / size, word);
    return from == to ? vector : vector::BitCastOp::create(b, to, vector);
  };
  auto wordsOf = [&](Value vector) {
    return vector::ToElementsOp::create(b, asWords(vector)).getElements();
  };
  auto words = llvm::to_vector_of<Value>(wordsOf(whole));
  for (auto [first, part] : llvm::zip_equal(firsts, parts))
    llvm::copy(wordsOf(part), words.begin() + first / size);
  Value result = vector::FromElementsOp::create(
      b, VectorType::get(words.size(), word), words);
  return size == 1 ? result : vector::BitCastOp::create(b, type, result);
}

/// Puts two single elements of 16 bits into one register. Loaded one by one
/// they have a register each; neither LLVM nor ptxas joins them, or takes apart
/// what an addition has joined.
static void joinPair(ImplicitLocOpBuilder &b, Value &first, Value &second) {
  auto asWord = [&](Value part) {
    Value bits =
        vector::BitCastOp::create(b, VectorType::get(1, b.getI16Type()), part);
    return arith::ExtUIOp::create(b, b.getI32Type(),
                                  vector::ExtractOp::create(b, bits, 0));
  };
  Value upper = arith::ShLIOp::create(
      b, asWord(second), arith::ConstantIntOp::create(b, b.getI32Type(), 16));
  PTXInstruction join(b);
  join.addResults(b.getI32Type(), "r", 1);
  std::string operands =
      join.use(asWord(first), "r") + ", " + join.use(upper, "r");
  Value word =
      join.create("add.u32 $0, " + operands + ";", /*hasSideEffects=*/false);
  Type element = cast<VectorType>(first.getType()).getElementType();
  Value pair = vector::BitCastOp::create(
      b, VectorType::get(2, element),
      vector::FromElementsOp::create(b, VectorType::get(1, b.getI32Type()),
                                     word));
  first = vector::ExtractStridedSliceOp::create(b, pair, 0, 1, 1);
  second = vector::ExtractStridedSliceOp::create(b, pair, 1, 1, 1);
}

void phobos::joinNarrowParts(ImplicitLocOpBuilder &b,
                             MutableArrayRef<Value> parts) {
  if (parts.empty())
    return;
  auto type = cast<VectorType>(parts.front().getType());
  if (type.getNumElements() != 1 || type.getElementTypeBitWidth() != 16)
    return;
  for (size_t i = 1; i < parts.size(); i += 2)
    joinPair(b, parts[i - 1], parts[i]);
}
