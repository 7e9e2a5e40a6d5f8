//===- SliceOps.td - Slices of tiles -----------------------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_SLICEOPS_TD
#define PHOBOS_DIALECT_SLICEOPS_TD

include "phobos/Dialect/PhobosOpBase.td"

defvar Phobos_sliceConstraints = [{
    Constraints:
    - (C1) The slice and the tile have one element type.
    - (C2) The slice and the tile have one rank.
    - (C3) There is one start a dim.
    - (C4) `masked` lists dims of the tile in ascending order.
    - (C5) In a dim that is not masked the slice is not longer than the tile.}];

def Phobos_ExtractSliceOp : Phobos_Op<"extract_slice", [Pure]> {
  let summary = "reads a slice of a tile";
  let description = !strconcat([{
    Element `(i, j, …)` of the result is the source's element
    `(start0 + i, start1 + j, …)`. In a masked dim, an element is inside when
    `0 <= start + i < extent`, as integers that never wrap; outside it reads as
    `fill` (zero where absent), written as that of `phobos.load`. In the other dims
    the slice is known to stay inside.

    ```mlir
    %s = phobos.extract_slice %t[%i :+ 8, %j :+ 64] masked [0] fill 0.0
        : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
    ```

}], Phobos_sliceConstraints, [{
    - (C6) `fill` is a number of the tile's element type.
  }]);
  let arguments = (ins Phobos_TileType:$source, Variadic<Index>:$starts,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$masked,
                       OptionalAttr<TypedAttrInterface>:$fill);
  let results = (outs Phobos_TileType:$result);
  let extraClassDeclaration = [{
    /// The value of elements outside: `fill`, or the element type's zero.
    ::mlir::TypedAttr getFillOrZero();
    bool isMasked(int64_t dim) { return ::llvm::is_contained(getMasked(), dim); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Phobos_InsertSliceOp : Phobos_Op<"insert_slice", [
    Pure, AllTypesMatch<["dest", "result"]>]> {
  let summary = "a tile of which a slice is replaced";
  let description = !strconcat([{
    The counterpart of `phobos.extract_slice`: `dest` with the slice's elements
    replaced by those of `value`. An element outside in a masked dim goes nowhere.

    ```mlir
    %r = phobos.insert_slice %u, %t[%i :+ 8, %j :+ 64] masked [0]
        : !phobos.tile<8x64xf32>, !phobos.tile<16x64xf32>
    ```

}], Phobos_sliceConstraints);
  let arguments = (ins Phobos_TileType:$value, Phobos_TileType:$dest, Variadic<Index>:$starts,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$masked);
  let results = (outs Phobos_TileType:$result);
  let extraClassDeclaration = [{
    bool isMasked(int64_t dim) { return ::llvm::is_contained(getMasked(), dim); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

#endif // PHOBOS_DIALECT_SLICEOPS_TD
