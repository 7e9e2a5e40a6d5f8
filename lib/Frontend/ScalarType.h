//===- ScalarType.h - the language's scalar types -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_LIB_FRONTEND_SCALARTYPE_H
#define PHOBOS_LIB_FRONTEND_SCALARTYPE_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace phobos {

/// A scalar type of the language. IR integers are signless, so the sign is
/// known here alone.
class ScalarType {
public:
  enum Kind {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    Index,
    F8E4M3,
    F8E5M2,
    F16,
    BF16,
    F32,
    F64
  };

  constexpr ScalarType(Kind kind) : kind(kind) {}

  static std::optional<ScalarType> fromName(llvm::StringRef name);
  /// Every name, for hints.
  static llvm::ArrayRef<llvm::StringRef> names();

  llvm::StringRef name() const { return names()[kind]; }
  /// Bits of a value; an `index` has 64.
  unsigned width() const;
  bool isBool() const { return kind == Bool; }
  bool isFloat() const { return kind >= F8E4M3; }
  bool isF8() const { return kind == F8E4M3 || kind == F8E5M2; }
  bool isIndex() const { return kind == Index; }
  /// An integer with or without sign, or an index; no bool.
  bool isInteger() const { return kind > Bool && kind <= Index; }
  bool isUnsigned() const { return kind >= U8 && kind <= U64; }

  mlir::Type ir(mlir::MLIRContext *context) const;

  bool operator==(ScalarType other) const { return kind == other.kind; }
  bool operator!=(ScalarType other) const { return kind != other.kind; }

private:
  Kind kind;
};

/// The type in which `a` and `b` meet in an operator: the wider, the float of
/// a float and an integer, f32 for f16 with bf16, f16 for the two f8 types.
/// None for signed with unsigned of one width.
std::optional<ScalarType> promote(ScalarType a, ScalarType b);

/// Whether a value of `from` may be assigned or stored as `to` without a cast:
/// every widening, integer to float, and float to narrower float.
bool convertsImplicitly(ScalarType from, ScalarType to);

/// The type in which sums of elements of `element` accumulate and result.
ScalarType sumType(ScalarType element);

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_SCALARTYPE_H
