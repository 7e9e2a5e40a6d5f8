//===- ScalarType.cpp - the language's scalar types -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ScalarType.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace phobos;

llvm::ArrayRef<llvm::StringRef> ScalarType::names() {
  // In the order of Kind.
  static const llvm::StringRef names[] = {
      "bool", "i8",    "i16",    "i32",    "i64", "u8",   "u16", "u32",
      "u64",  "index", "f8e4m3", "f8e5m2", "f16", "bf16", "f32", "f64"};
  return names;
}

std::optional<ScalarType> ScalarType::fromName(llvm::StringRef name) {
  const auto *found = llvm::find(names(), name);
  if (found == names().end())
    return std::nullopt;
  return ScalarType(static_cast<Kind>(found - names().begin()));
}

unsigned ScalarType::width() const {
  switch (kind) {
  case Bool:
    return 1;
  case I8:
  case U8:
  case F8E4M3:
  case F8E5M2:
    return 8;
  case I16:
  case U16:
  case F16:
  case BF16:
    return 16;
  case I32:
  case U32:
  case F32:
    return 32;
  case I64:
  case U64:
  case Index:
  case F64:
    return 64;
  }
  llvm_unreachable("every kind has a width");
}

mlir::Type ScalarType::ir(mlir::MLIRContext *context) const {
  switch (kind) {
  case F8E4M3:
    return mlir::Float8E4M3FNType::get(context);
  case F8E5M2:
    return mlir::Float8E5M2Type::get(context);
  case F16:
    return mlir::Float16Type::get(context);
  case BF16:
    return mlir::BFloat16Type::get(context);
  case F32:
    return mlir::Float32Type::get(context);
  case F64:
    return mlir::Float64Type::get(context);
  case Index:
    return mlir::IndexType::get(context);
  default:
    return mlir::IntegerType::get(context, width());
  }
}

std::optional<ScalarType> phobos::promote(ScalarType a, ScalarType b) {
  if (a == b || b.isBool())
    return a;
  if (a.isBool())
    return b;
  if (a.isFloat() != b.isFloat())
    return a.isFloat() ? a : b;
  if (a.width() != b.width())
    return a.width() > b.width() ? a : b;
  if (a.isFloat())
    return a.isF8() ? ScalarType::F16 : ScalarType::F32;
  if (a.isUnsigned() != b.isUnsigned())
    return std::nullopt;
  return ScalarType::Index; // i64 with index
}

bool phobos::convertsImplicitly(ScalarType from, ScalarType to) {
  if (from == to || from.isBool())
    return true;
  if (to.isBool())
    return false;
  if (to.isFloat())
    return !from.isFloat() || from.width() != to.width();
  if (from.isFloat())
    return false;
  if (from.width() == to.width())
    return from.isUnsigned() == to.isUnsigned();
  return from.width() < to.width() && (from.isUnsigned() || !to.isUnsigned());
}

ScalarType phobos::sumType(ScalarType element) {
  if (element.isFloat())
    return element.width() < 32 ? ScalarType::F32 : element;
  if (element.width() >= 32)
    return element;
  return element.isUnsigned() ? ScalarType::U32 : ScalarType::I32;
}
