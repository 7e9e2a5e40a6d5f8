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

std::string phobos::describeType(ScalarType element,
                                 llvm::ArrayRef<int64_t> shape) {
  if (shape.empty())
    return element.name().str();
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "tile<" << element.name() << ">[";
  llvm::interleaveComma(shape, stream, [&](int64_t extent) {
    if (extent == RValue::unknownExtent)
      stream << '?';
    else
      stream << extent;
  });
  stream << ']';
  return text;
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
    return "ptr<" + element.name().str() + ">";
  }
  llvm_unreachable("every kind has a description");
}
