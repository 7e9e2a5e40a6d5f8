//===- PointerOps.td - Reads and writes at a tile of offsets *- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_POINTEROPS_TD
#define PHOBOS_DIALECT_POINTEROPS_TD

include "phobos/Dialect/PhobosOpBase.td"

def Phobos_GatherOp : Phobos_Op<"gather", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    Phobos_MaskOfOffsets,
    OptionalTypesMatchWith<"'other' to have the type of the result", "result", "other", "$_self">]> {
  let summary = "reads the elements at a pointer and a tile of offsets";
  let description = [{
    Element `i` is the one `offsets[i]` elements after `pointer` (before it, where
    the offset is negative), as a number of 64 bits. Where the mask is false, no
    memory is touched and the element is that of `other`, or zero. Without a mask
    every element is read.

    `cache` and `evict` are hints that a target may leave alone: the caches that
    keep the line (`ca` all, `cg` the global one, `cs` for one use, `cv` none), and
    what stands `first` or `last` in line for eviction. A `volatile` read happens as
    often as it is written, and of threads that hold one element one reads it.

    ```mlir
    %v = phobos.gather %p[%offsets] mask %m other %o cache <cg> evict <first>
        : !phobos.ptr<f32>, !phobos.tile<16xindex> -> !phobos.tile<16xf32>
    ```

    Constraints:
    - (C1) The mask is a tile of i1 in the shape and layout of the offsets.
    - (C2) The result has the shape of the offsets and the pointer's element type.
    - (C3) `other` has the type of the result, and comes with a mask.
    - (C4) `cache` is one of those above.
  }];
  let arguments = (ins Phobos_PtrType:$pointer, Phobos_TileOf<Index>:$offsets,
                       Optional<Phobos_BoolTile>:$mask, Optional<Phobos_TileType>:$other,
                       OptionalAttr<Phobos_CacheModifierAttr>:$cache,
                       OptionalAttr<Phobos_EvictionPolicyAttr>:$evict,
                       UnitAttr:$is_volatile);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = [{
    $pointer `[` $offsets `]` (`mask` $mask^)? (`other` $other^)? (`cache` $cache^)?
    (`evict` $evict^)? (`volatile` $is_volatile^)? attr-dict
    `:` qualified(type($pointer)) `,` qualified(type($offsets)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Phobos_ScatterOp : Phobos_Op<"scatter", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, Phobos_MaskOfOffsets]> {
  let summary = "writes the elements at a pointer and a tile of offsets";
  let description = [{
    The counterpart of `phobos.gather`: where the mask is false, nothing is written.
    Of elements with one offset the last in row-major order stays on the host, and
    any of them elsewhere. The caches of a store: `wb` all, `cg`, `cs`, and `wt`
    through to memory.

    ```mlir
    phobos.scatter %v, %p[%offsets] mask %m
        : !phobos.tile<16xf32>, !phobos.ptr<f32>, !phobos.tile<16xindex>
    ```

    Constraints:
    - (C1) The mask is a tile of i1 in the shape and layout of the offsets.
    - (C2) The value has the shape of the offsets and the pointer's element type.
    - (C3) `cache` is one of those above.
  }];
  let arguments = (ins Phobos_TileType:$value, Phobos_PtrType:$pointer,
                       Phobos_TileOf<Index>:$offsets, Optional<Phobos_BoolTile>:$mask,
                       OptionalAttr<Phobos_CacheModifierAttr>:$cache,
                       OptionalAttr<Phobos_EvictionPolicyAttr>:$evict,
                       UnitAttr:$is_volatile);
  let assemblyFormat = [{
    $value `,` $pointer `[` $offsets `]` (`mask` $mask^)? (`cache` $cache^)? (`evict` $evict^)?
    (`volatile` $is_volatile^)? attr-dict
    `:` qualified(type($value)) `,` qualified(type($pointer)) `,` qualified(type($offsets))
  }];
  let hasVerifier = 1;
}

#endif // PHOBOS_DIALECT_POINTEROPS_TD
