//===- RValue.h - what an expression evaluates to -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PHOBOS_LIB_FRONTEND_RVALUE_H
#define PHOBOS_LIB_FRONTEND_RVALUE_H

#include "Constant.h"
#include "mlir/IR/ValueRange.h"
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
    Pointer,
    BlockPointer
  };
  /// An extent of a pending tile that is not known.
  static constexpr int64_t unknownExtent = 0;

  Kind kind = Kind::Error;
  /// Of a constant, and of a scalar that is known to be one.
  std::optional<Constant> constant;
  /// Of a constant: the type that its `const` declares. As a value it is a
  /// scalar of that type, whose `constant` is known.
  std::optional<ScalarType> declared;
  /// The (element) type of everything but constants.
  ScalarType element = ScalarType::Bool;
  /// Of a tile, a pointer's offsets, a block pointer's tile. Of a pending tile:
  /// extents of 1 may be missing at the end, and some are unknown.
  Shape shape;
  /// The scalar, the tile, the tensor's or block pointer's view, or the pointer
  /// that a parameter is.
  mlir::Value ir;
  /// Of a block pointer: where its tile starts in each dim. Of a pointer: the
  /// elements that were added to it, an index or a tile of them, or nothing.
  llvm::SmallVector<mlir::Value, 2> offsets;
  /// Of a pending tile, and of a pointer with such offsets.
  std::shared_ptr<const PendingTile> pending;

  static RValue error() { return {}; }
  static RValue nothing();
  static RValue of(Constant constant);
  static RValue scalar(mlir::Value ir, ScalarType element);
  static RValue tile(mlir::Value ir, ScalarType element,
                     llvm::ArrayRef<int64_t> shape);
  /// `base` plus `offset`, a number or tile of type `index`.
  static RValue pointer(mlir::Value base, ScalarType element,
                        const RValue &offset);

  bool isError() const { return kind == Kind::Error; }
  bool isConstant() const { return kind == Kind::Constant; }
  bool isScalar() const { return kind == Kind::Scalar; }
  bool isTile() const { return kind == Kind::Tile; }
  bool isPending() const { return kind == Kind::Pending; }
  bool isPointer() const { return kind == Kind::Pointer; }
  bool isBlockPointer() const { return kind == Kind::BlockPointer; }
  /// Something that an operator takes.
  bool isNumeric() const {
    return isConstant() || isScalar() || isTile() || isPending();
  }
  /// The type that it has, or takes where nothing else says.
  ScalarType elementOrDefault() const {
    return isConstant() ? constant->defaultType() : element;
  }

  /// Of a pointer: what was added to it, the constant 0 if nothing was.
  RValue offset() const;

  /// Of a variable: the values that change where it is assigned, and that loops
  /// and branches carry. Their number and types are those of its declaration.
  llvm::SmallVector<mlir::Value, 2> carried() const;
  /// Replaces them by as many from the front of `values`, which it drops.
  void takeCarried(mlir::ValueRange &values);

  /// As an error names it: "f32", "tile<f32>[64, 1]", "the constant 3".
  std::string describe() const;
};

/// "tile<f32>[64, 1]", or "f32" for the empty shape.
std::string describeType(ScalarType element, llvm::ArrayRef<int64_t> shape);

} // namespace phobos

#endif // PHOBOS_LIB_FRONTEND_RVALUE_H
