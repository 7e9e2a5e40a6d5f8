//===- VectorParts.cpp - A thread's vector from its parts -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "VectorParts.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

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
