//===- AtomicOps.td - Atomic updates of memory -------------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_ATOMICOPS_TD
#define PHOBOS_DIALECT_ATOMICOPS_TD

include "phobos/Dialect/PhobosInterfaces.td"
include "phobos/Dialect/PhobosOpBase.td"

defvar Phobos_atomicDescription = [{
    Each element is updated once, however many threads hold it, and its old value
    is the result; of what is not accessed the old value is zero. `add`, `max`,
    `min`, `maxu`, `minu`, `and`, `or`, `xor` combine the old value with `value`, as
    the ops of these names; `exchange` stores `value`, and `cas` does where the old
    value has the bits of `expected`.

    Updates of one element happen one after the other, in any order; on the host
    in the row-major order of the tile. With the order `release` they come after
    all accesses of the block before them, with `acquire` before all behind them,
    with `acq_rel` both, as other blocks in `scope` see it that do the same with that
    element: the `block` alone, the `gpu`, or the `system` with the host.
    `relaxed` orders nothing.
}];

defvar Phobos_atomicConstraints = [{
    - `cas` has `expected`, in the type of the value, and no other kind does.
    - The elements are integers or floats of 32 or 64 bits; `add` also takes f16 and
      bf16.
    - `max`, `min` and `add` take all of them, `maxu`, `minu`, `and`, `or` and `xor`
      integers, `exchange` and `cas` all but f16 and bf16.}];

def Phobos_AtomicOp : Phobos_Op<"atomic", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Phobos_MaskedAccessOpInterface, ["getTileType", "setMasked"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    AllTypesMatch<["value", "result"]>]> {
  let summary = "updates the elements of a slice of a view atomically";
  let description = !strconcat(Phobos_atomicDescription, [{
    An element outside in a masked dim is not accessed.

    ```mlir
    %old = phobos.atomic <add> %v, %A[%r :+ 64] masked [0] order <relaxed> scope <gpu>
        : !phobos.tile<64xf32>, !phobos.view<?xf32>
    %was = phobos.atomic <cas> %v expected %e, %A[%r :+ 64] masked [0]
        : !phobos.tile<64xi32>, !phobos.view<?xi32>
    ```

    Constraints are those of `phobos.store`, and:
}], Phobos_atomicConstraints);
  let arguments = (ins Phobos_AtomicKindAttr:$kind, Phobos_TileType:$value,
                       Optional<Phobos_TileType>:$expected,
                       Phobos_ViewType:$view, Variadic<Index>:$starts,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$masked,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$unchecked,
                       DefaultValuedAttr<Phobos_MemoryOrderAttr, "MemoryOrder::acq_rel">:$order,
                       DefaultValuedAttr<Phobos_MemoryScopeAttr, "MemoryScope::gpu">:$scope);
  let results = (outs Phobos_TileType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Phobos_AtomicScatterOp : Phobos_Op<"atomic_scatter", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    AllTypesMatch<["value", "result"]>, Phobos_MaskOfOffsets,
    OptionalTypesMatchWith<"'expected' to have the type of the value", "value", "expected",
                           "$_self">]> {
  let summary = "updates the elements at a pointer and a tile of offsets atomically";
  let description = !strconcat(Phobos_atomicDescription, [{
    Where the mask is false, no memory is touched.

    ```mlir
    %old = phobos.atomic_scatter <max> %v, %p[%offsets] mask %m order <relaxed> scope <block>
        : !phobos.tile<16xi32>, !phobos.ptr<i32>, !phobos.tile<16xindex>
    ```

    Constraints:
    - The mask is a tile of i1 in the shape and layout of the offsets.
    - The value has the shape of the offsets and the pointer's element type.
}], Phobos_atomicConstraints);
  let arguments = (ins Phobos_AtomicKindAttr:$kind, Phobos_TileType:$value,
                       Optional<Phobos_TileType>:$expected, Phobos_PtrType:$pointer,
                       Phobos_TileOf<Index>:$offsets, Optional<Phobos_BoolTile>:$mask,
                       DefaultValuedAttr<Phobos_MemoryOrderAttr, "MemoryOrder::acq_rel">:$order,
                       DefaultValuedAttr<Phobos_MemoryScopeAttr, "MemoryScope::gpu">:$scope);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = [{
    $kind $value (`expected` $expected^)? `,` $pointer `[` $offsets `]` (`mask` $mask^)?
    (`order` $order^)? (`scope` $scope^)? attr-dict
    `:` qualified(type($value)) `,` qualified(type($pointer)) `,` qualified(type($offsets))
  }];
  let hasVerifier = 1;
}

#endif // PHOBOS_DIALECT_ATOMICOPS_TD
