//===- ReduceOps.td - Reductions and scans -----------------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_REDUCEOPS_TD
#define PHOBOS_DIALECT_REDUCEOPS_TD

include "phobos/Dialect/PhobosOpBase.td"

def Phobos_ReduceOp : Phobos_Op<"reduce", [Pure]> {
  let summary = "combines the elements of a tile along one dim";
  let description = [{
    The dim stays, with extent 1. The combination's order is not defined for
    `add` and `mul` of floats. `max` and `min` of floats give NaN where an element
    is NaN; of integers they are signed, `maxu` and `minu` unsigned. The element
    type does not change.

    ```mlir
    %m = phobos.reduce <max> %t dim 1 : !phobos.tile<64x64xf32> -> !phobos.tile<64x1xf32>
    ```

    Constraints:
    - (C1) `dim` is a dim of the source.
    - (C2) The result has the source's shape with extent 1 in `dim`, and its
      element type.
    - (C3) `add`, `mul`, `max`, `min` combine floats and integers other than `i1`
      (which is no number), the other kinds integers.
  }];
  let arguments = (ins Phobos_ReduceKindAttr:$kind, Phobos_TileType:$source, I64Attr:$dim);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = [{
    $kind $source `dim` $dim attr-dict `:` qualified(type($source)) `->` qualified(type($result))
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Phobos_ArgReduceOp : Phobos_Op<"arg_reduce", [Pure]> {
  let summary = "where the extreme of a tile is along one dim";
  let description = [{
    The index along `dim` of the largest element, or the smallest: the first of
    equal ones, and the first NaN where there is one. Zeros of both signs are equal.

    ```mlir
    %i = phobos.arg_reduce <max> %t dim 1 : !phobos.tile<64x64xf32> -> !phobos.tile<64x1xindex>
    ```

    Constraints:
    - (C1) `dim` is a dim of the source.
    - (C2) The result has the source's shape with extent 1 in `dim`, and element
      type `index`.
    - (C3) The kind is `max` or `min` (of floats, and of integers other than `i1`, as
      signed), or `maxu` or `minu` (of integers).
  }];
  let arguments = (ins Phobos_ReduceKindAttr:$kind, Phobos_TileType:$source, I64Attr:$dim);
  let results = (outs Phobos_TileOf<Index>:$result);
  let assemblyFormat = [{
    $kind $source `dim` $dim attr-dict `:` qualified(type($source)) `->` qualified(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Phobos_ScanOp : Phobos_Op<"scan", [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "combines each element of a tile with all before it along one dim";
  let description = [{
    Element `i` along `dim` is the combination of the source's elements 0 to `i`.
    The kinds are those of `phobos.reduce`, with the same rule for NaN and the same
    freedom of order.

    ```mlir
    %s = phobos.scan <add> %t dim 1 : !phobos.tile<64x64xf32>
    ```

    Constraints:
    - (C1) `dim` is a dim of the source.
    - (C2) `add`, `mul`, `max`, `min` combine floats and integers other than `i1`
      (which is no number), the other kinds integers.
  }];
  let arguments = (ins Phobos_ReduceKindAttr:$kind, Phobos_TileType:$source, I64Attr:$dim);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = "$kind $source `dim` $dim attr-dict `:` qualified(type($result))";
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // PHOBOS_DIALECT_REDUCEOPS_TD
