//===- RValue.cpp - what an expression evaluates to -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RValue.h"

#include "llvm/Support/raw_ostream.h"

using namespace phobos;

RValue RValue::nothing() {
  RValue value;
  value.kind = Kind::Void;
  return value;
}

RValue RValue::of(Constant constant) {
  RValue value;
  value.kind = Kind::Constant;
  value.constant = std::move(constant);
  return value;
}

RValue RValue::scalar(mlir::Value ir, ScalarType element) {
  RValue value;
  value.kind = Kind::Scalar;
  value.element = element;
  value.ir = ir;
  return value;
}

RValue RValue::tile(mlir::Value ir, ScalarType element,
                    llvm::ArrayRef<int64_t> shape) {
  RValue value;
  value.kind = Kind::Tile;
  value.element = element;
  value.shape.assign(shape.begin(), shape.end());
  value.ir = ir;
  return value;
}

RValue RValue::pointer(mlir::Value base, ScalarType element,
                       const RValue &offset) {
  RValue value;
  value.kind = Kind::Pointer;
  value.element = element;
  value.ir = base;
  value.shape = offset.shape;
  value.pending = offset.pending;
  if (offset.ir)
    value.offsets = {offset.ir};
  return value;
}

RValue RValue::offset() const {
  if (pending) {
    RValue value;
    value.kind = Kind::Pending;
    value.element = ScalarType::Index;
    value.shape = shape;
    value.pending = pending;
    return value;
  }
  if (offsets.empty())
    return of(Constant::integer(0));
  return shape.empty() ? scalar(offsets[0], ScalarType::Index)
                       : tile(offsets[0], ScalarType::Index, shape);
}

llvm::SmallVector<mlir::Value, 2> RValue::carried() const {
  llvm::SmallVector<mlir::Value, 2> values;
  if (!isBlockPointer())
    values.push_back(ir);
  llvm::append_range(values, offsets);
  return values;
}

void RValue::takeCarried(mlir::ValueRange &values) {
  if (!isBlockPointer()) {
    ir = values.front();
    values = values.drop_front();
  }
  size_t count = offsets.size();
  offsets.assign(values.begin(), values.begin() + count);
  values = values.drop_front(count);
}

/// "tile<element>[shape]", or "element" for the empty shape.
static std::string describeShaped(const llvm::Twine &element,
                                  llvm::ArrayRef<int64_t> shape) {
  if (shape.empty())
    return element.str();
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "tile<" << element << ">[";
  llvm::interleaveComma(shape, stream, [&](int64_t extent) {
    if (extent == RValue::unknownExtent)
      stream << '?';
    else
      stream << extent;
  });
  stream << ']';
  return text;
}

std::string phobos::describeType(ScalarType element,
                                 llvm::ArrayRef<int64_t> shape) {
  return describeShaped(element.name(), shape);
}

std::string RValue::describe() const {
  switch (kind) {
  case Kind::Error:
    return "an error";
  case Kind::Void:
    return "no value";
  case Kind::Constant:
    return "the constant " + constant->str();
  case Kind::Scalar:
    return element.name().str();
  case Kind::Tile:
  case Kind::Pending:
    return describeType(element, shape);
  case Kind::Tensor:
    return "a tensor of " + element.name().str();
  case Kind::Pointer:
    return describeShaped("ptr<" + element.name() + ">", shape);
  case Kind::BlockPointer:
    return "a block pointer of " + describeType(element, shape);
  }
  llvm_unreachable("every kind has a description");
}
