//===- InsideLoops.h - Loops over the inside of a slice ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_INSIDELOOPS_H
#define PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_INSIDELOOPS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace phobos {

/// The loops over the part of a slice that is inside in every masked dim.
class InsideLoops {
public:
  struct Slice {
    mlir::ValueRange starts;
    llvm::ArrayRef<int64_t> lengths, masked;
    mlir::Value source; // a memref or a tensor
  };

  /// The part of a slice in one dim that is inside: `length` elements, from
  /// `source` in the source and from `tile` in the tile.
  struct Span {
    mlir::Value source, tile, length;
  };

  InsideLoops(mlir::ImplicitLocOpBuilder &builder, const Slice &slice);

  /// Fills `buffer`, which holds the slice, if some element is outside.
  void fillOutside(mlir::TypedAttr fill, mlir::Value buffer);

  /// Calls `copy` in the innermost loop with an element's position in the
  /// source and in the tile.
  void build(llvm::function_ref<void(mlir::ValueRange, mlir::ValueRange)> copy);

  llvm::ArrayRef<Span> getSpans() const { return spans; }

private:
  mlir::Value constant(int64_t number);
  Span clamp(mlir::Value start, int64_t length, mlir::Value extent);

  mlir::ImplicitLocOpBuilder &builder;
  Slice slice;
  llvm::SmallVector<Span> spans;
};

} // namespace phobos

#endif // PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_INSIDELOOPS_H
