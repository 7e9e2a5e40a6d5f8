//===- MemoryOps.td - Views, loads and stores --------------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_MEMORYOPS_TD
#define PHOBOS_DIALECT_MEMORYOPS_TD

include "phobos/Dialect/PhobosInterfaces.td"
include "phobos/Dialect/PhobosOpBase.td"

def Phobos_ViewOp : Phobos_Op<"view", [Pure, AttrSizedOperandSegments]> {
  let summary = "memory at a pointer, with extents and strides";
  let description = [{
    Run-time extents and strides are operands, so that equal extents of two views
    are the same SSA value; the others are numbers that repeat the type's.

    ```mlir
    %A = phobos.view %a[%M, 64] : !phobos.view<?x64xf32>
    %B = phobos.view %b[%M, %N] strides [%LDB, 1] : !phobos.view<?x?xf32, strides = [?, 1]>
    %R = phobos.view %a[%N] offset %o loose : !phobos.view<?xf32>
    ```

    With `offset`, the memory begins that many elements behind the pointer (before
    it, where the number is negative), as a number of 64 bits.

    Of an argument's memory a launcher has checked that no extent is negative and
    that no two elements share an address. A `loose` view says less: its extents,
    which are not negative where it is accessed, only bound what is accessed, and
    are no arguments that a launcher has checked; its strides may be of either sign
    and let elements share addresses. `phobos-raise-pointers` makes such views.

    Constraints:
    - (C1) The pointer's element type is the view's.
    - (C2) There is one operand for each `?` of the extents.
    - (C3) There is one operand for each `?` of the strides.
  }];
  let arguments = (ins Phobos_PtrType:$source, Variadic<Index>:$extents,
                       Variadic<Index>:$strides, Optional<Index>:$offset, UnitAttr:$loose);
  let results = (outs Phobos_ViewType:$result);
  let extraClassDeclaration = [{
    /// The extent of `dim`, a value or a number.
    ::mlir::OpFoldResult getExtent(int64_t dim);
    /// The stride of `dim` in elements. Needs a view with explicit strides.
    ::mlir::OpFoldResult getStride(int64_t dim);
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Phobos_RowsAlignedOp : Phobos_Op<"rows_aligned", [Pure]> {
  let summary = "whether every row of a view begins at a multiple of 16 bytes";
  let description = [{
    True if the view's address, and its strides in bytes but the last, are
    multiples of 16; of a dense view, if its address and the bytes of a row are.
    Uniform in a grid. For a GPU's schedule: the host has no code for it.

    ```mlir
    %wide = phobos.rows_aligned %A : !phobos.view<?x?xf32>
    ```
  }];
  let arguments = (ins Phobos_ViewType:$view);
  let results = (outs I1:$result);
  let assemblyFormat = "$view attr-dict `:` qualified(type($view))";
}

def Phobos_ViewsApartOp : Phobos_Op<"views_apart", [Pure]> {
  let summary = "whether two views have no memory in common";
  let description = [{
    True if no address belongs to both views; with `or_equal` also if both begin at
    one address, so that equal positions are equal addresses. Uniform in a grid.
    For a GPU's schedule: the host has no code for it.

    ```mlir
    %free = phobos.views_apart %A, %B or_equal : !phobos.view<?x?xf32>, !phobos.view<?x?xf32>
    ```

    Constraints:
    - (C1) With `or_equal`, the views have one type; that their extents and strides are
      equal as well is up to whoever asks.
  }];
  let arguments = (ins Phobos_ViewType:$first, Phobos_ViewType:$second, UnitAttr:$or_equal);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $first `,` $second (`or_equal` $or_equal^)? attr-dict
    `:` qualified(type($first)) `,` qualified(type($second))
  }];
  let hasVerifier = 1;
}

defvar Phobos_accessConstraints = [{
    Constraints:
    - (C1) The tile and the view have one element type.
    - (C2) The tile and the view have one rank.
    - (C3) There is one start a dim.
    - (C4) `masked` and `unchecked` list dims of the view in ascending order.
    - (C5) No dim is both masked and unchecked.}];

def Phobos_LoadOp : Phobos_Op<"load", [
    DeclareOpInterfaceMethods<Phobos_MaskedAccessOpInterface, ["getTileType", "setMasked", "mayWrite"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "reads a slice of a view into a tile";
  let description = !strconcat([{
    Element `(i, j, …)` of the tile is the view's element
    `(start0 + i, start1 + j, …)`. In a masked dim `d`, an element is inside when
    `0 <= start + i < extent`, as integers that never wrap; outside it reads as
    `fill` (zero where absent) and its memory is not touched.

    ```mlir
    %t = phobos.load %A[%r :+ 64, %k :+ 16] masked [0, 1] fill 0.0
        : !phobos.view<?x?xf32> -> !phobos.tile<64x16xf32>
    ```

    A fill is written as a decimal number, `inf` or `nan`, with a sign or not;
    `nan(0xFFC00000)` gives the bits of another NaN than the usual one. A number
    of a float type rounds to nearest, but not to infinity; one of an integer type
    may be signed or unsigned.

    `cache`, `evict` and `volatile` are those of `phobos.gather`.
}], Phobos_accessConstraints, [{
    - (C6) `fill` is a number of the view's element type.
    - (C7) `cache` is one of a load: `ca`, `cg`, `cs`, `cv`.
  }]);
  let arguments = (ins Phobos_ViewType:$view, Variadic<Index>:$starts,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$masked,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$unchecked,
                       OptionalAttr<TypedAttrInterface>:$fill,
                       OptionalAttr<Phobos_CacheModifierAttr>:$cache,
                       OptionalAttr<Phobos_EvictionPolicyAttr>:$evict,
                       UnitAttr:$is_volatile);
  let results = (outs Phobos_TileType:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$view, "::mlir::ValueRange":$starts,
                   "::llvm::ArrayRef<int64_t>":$masked, "::llvm::ArrayRef<int64_t>":$unchecked,
                   "::mlir::TypedAttr":$fill)>];
  let extraClassDeclaration = [{
    /// The value of elements outside: `fill`, or the element type's zero.
    ::mlir::TypedAttr getFillOrZero();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Phobos_StoreOp : Phobos_Op<"store", [
    DeclareOpInterfaceMethods<Phobos_MaskedAccessOpInterface, ["getTileType", "setMasked"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "writes a tile to a slice of a view";
  let description = !strconcat([{
    The counterpart of `phobos.load`: an element outside in a masked dim is not
    stored.

    ```mlir
    phobos.store %t, %B[%r :+ 64, %c :+ 64] masked [0, 1]
        : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
    ```
}], Phobos_accessConstraints, [{
    - (C6) `cache` is one of a store: `wb`, `cg`, `cs`, `wt`.
  }]);
  let arguments = (ins Phobos_TileType:$value, Phobos_ViewType:$view, Variadic<Index>:$starts,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$masked,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$unchecked,
                       OptionalAttr<Phobos_CacheModifierAttr>:$cache,
                       OptionalAttr<Phobos_EvictionPolicyAttr>:$evict,
                       UnitAttr:$is_volatile);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$view, "::mlir::ValueRange":$starts,
                   "::llvm::ArrayRef<int64_t>":$masked, "::llvm::ArrayRef<int64_t>":$unchecked)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Phobos_CheckBoundsOp : Phobos_Op<"check_bounds", []> {
  let summary = "stops the kernel where a slice leaves a dim";
  let description = [{
    Where `0 <= start` and `start + n <= extent` do not hold, as integers that
    never wrap, the kernel stops before anything that follows: by a trap on a GPU,
    on the host with an error that names the place, the dim, the start and the
    extent, and after `of` the array. One that holds of constants folds away.

    ```mlir
    phobos.check_bounds %i :+ 1 in %N dim 0 of "A"
    ```

    Constraints:
    - (C1) `n` is at least 1, `dim` at least 0.
  }];
  let arguments = (ins Index:$start, I64Attr:$length, Index:$extent, I64Attr:$dim,
                       OptionalAttr<StrAttr>:$name);
  let assemblyFormat = "$start `:` `` `+` $length `in` $extent `dim` $dim (`of` $name^)? attr-dict";
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

#endif // PHOBOS_DIALECT_MEMORYOPS_TD
