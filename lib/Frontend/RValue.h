//===- RValue.h - what an expression evaluates to -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_LIB_FRONTEND_RVALUE_H
#define PHOBOS_LIB_FRONTEND_RVALUE_H

#include "Constant.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>
#include <memory>

namespace phobos {

using Shape = llvm::SmallVector<int64_t, 5>;

struct RValue;

/// A tile such as `iota(1) < N` whose extents come from the values it meets. It
/// becomes IR when they are known.
struct PendingTile {
  /// The tile for a result of the shape `target`; its own extents are those of
  /// `target`, or 1.
  std::function<RValue(llvm::ArrayRef<int64_t> target)> make;
  /// It takes part in tiles of a higher rank than its own, too.
  bool isOpen = true;
  /// How many values it is made of.
  unsigned size = 1;
};

/// The value of an expression while a kernel is turned into IR.
struct RValue {
  enum class Kind {
    Error, // reported; what is made of it is an error too
    Void,
    Constant,
    Scalar,
    Tile,
    Pending,
    Tensor,
    Pointer
  };
  /// An extent of a pending tile that is not known.
  static constexpr int64_t unknownExtent = 0;

  Kind kind = Kind::Error;
  /// Of a constant.
  std::optional<Constant> constant;
  /// The (element) type of everything but constants.
  ScalarType element = ScalarType::Bool;
  /// Of a tile. Of a pending tile: extents of 1 may be missing at the end, and
  /// some are unknown.
  Shape shape;
  /// The scalar, the tile, the tensor's view or the pointer.
  mlir::Value ir;
  std::shared_ptr<const PendingTile> pending;

  static RValue error() { return {}; }
  static RValue nothing();
  static RValue of(Constant constant);
  static RValue scalar(mlir::Value ir, ScalarType element);
  static RValue tile(mlir::Value ir, ScalarType element,
                     llvm::ArrayRef<int64_t> shape);

  bool isError() const { return kind == Kind::Error; }
  bool isConstant() const { return kind == Kind::Constant; }
  bool isScalar() const { return kind == Kind::Scalar; }
  bool isTile() const { return kind == Kind::Tile; }
  bool isPending() const { return kind == Kind::Pending; }
  /// Something that an operator takes.
  bool isNumeric() const {
    return isConstant() || isScalar() || isTile() || isPending();
  }
  /// The type that it has, or takes where nothing else says.
  ScalarType elementOrDefault() const {
    return isConstant() ? constant->defaultType() : element;
  }

  /// As an error names it: "f32", "tile<f32>[64, 1]", "the constant 3".
  std::string describe() const;
};

/// "tile<f32>[64, 1]", or "f32" for the empty shape.
std::string describeType(ScalarType element, llvm::ArrayRef<int64_t> shape);

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_RVALUE_H
