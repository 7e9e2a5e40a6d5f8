//===- ShapeOps.td - Making and reshaping tiles ------------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_SHAPEOPS_TD
#define PHOBOS_DIALECT_SHAPEOPS_TD

include "phobos/Dialect/PhobosOpBase.td"

def Phobos_SplatOp : Phobos_Op<"splat", [
    Pure, TypesMatchWith<"the scalar to have the tile's element type", "result", "value",
                         "::llvm::cast<::phobos::TileType>($_self).getElementType()">]> {
  let summary = "a tile whose elements all equal one scalar";
  let arguments = (ins Phobos_Scalar:$value);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = "$value attr-dict `:` qualified(type($result))";
  let hasFolder = 1;
}

def Phobos_IotaOp : Phobos_Op<"iota", [Pure]> {
  let summary = "each element's index along one dim";
  let description = [{
    Element type `index`. The language's `iota(axis)` is an iota whose other
    extents are 1, broadcast where it is used.

    ```mlir
    %c = phobos.iota 1 : !phobos.tile<1x64xindex>
    ```

    Constraints:
    - (C1) `dim` is a dim of the tile.
  }];
  let arguments = (ins I64Attr:$dim);
  let results = (outs Phobos_TileOf<Index>:$result);
  let assemblyFormat = "$dim attr-dict `:` qualified(type($result))";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Phobos_BroadcastOp : Phobos_Op<"broadcast", [Pure]> {
  let summary = "repeats a tile along dims of extent 1";
  let description = [{
    Constraints:
    - (C1) The element type stays.
    - (C2) The rank stays.
    - (C3) Each extent stays, or was 1.
  }];
  let arguments = (ins Phobos_TileType:$source);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = "$source attr-dict `:` qualified(type($source)) `->` qualified(type($result))";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Phobos_TransposeOp : Phobos_Op<"transpose", [Pure]> {
  let summary = "permutes the dims of a tile";
  let description = [{
    Dim `d` of the result is dim `permutation[d]` of the source, as in NumPy.

    Constraints:
    - (C1) The element type stays.
    - (C2) `permutation` names each dim of the source once.
    - (C3) Extent `d` of the result is extent `permutation[d]` of the source.
  }];
  let arguments = (ins Phobos_TileType:$source, DenseI64ArrayAttr:$permutation);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = "$source $permutation attr-dict `:` qualified(type($source)) `->` qualified(type($result))";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Phobos_ReshapeOp : Phobos_Op<"reshape", [Pure]> {
  let summary = "the same elements in another shape";
  let description = [{
    The elements keep their row-major order.

    ```mlir
    %r = phobos.reshape %t : !phobos.tile<4x6xf32> -> !phobos.tile<2x3x4xf32>
    ```

    Constraints:
    - (C1) The element type stays.
    - (C2) The number of elements stays.
  }];
  let arguments = (ins Phobos_TileType:$source);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = "$source attr-dict `:` qualified(type($source)) `->` qualified(type($result))";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Phobos_ItemOp : Phobos_Op<"item", [
    Pure, TypesMatchWith<"the result to have the tile's element type", "source", "result",
                         "::llvm::cast<::phobos::TileType>($_self).getElementType()">]> {
  let summary = "the only element of a tile of one element";
  let description = [{
    The inverse of `phobos.splat`.

    ```mlir
    %x = phobos.item %t : !phobos.tile<1x1xf32>
    ```

    Constraints:
    - (C1) The tile has one element.
  }];
  let arguments = (ins Phobos_TileType:$source);
  let results = (outs Phobos_Scalar:$result);
  let assemblyFormat = "$source attr-dict `:` qualified(type($source))";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Phobos_ConvertLayoutOp : Phobos_Op<"convert_layout", [Pure]> {
  let summary = "the same tile in another layout";
  let description = [{
    Constraints:
    - (C1) Shape and element type stay.
  }];
  let arguments = (ins Phobos_TileType:$source);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = "$source attr-dict `:` qualified(type($source)) `->` qualified(type($result))";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // PHOBOS_DIALECT_SHAPEOPS_TD
