//===- ToyOps.td - A dialect that builds on phobos ---------*- tablegen -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

include "mlir/Interfaces/SideEffectInterfaces.td"
include "phobos/Dialect/PhobosInterfaces.td"
include "phobos/Dialect/PhobosTypes.td"

def Toy_Dialect : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
  let dependentDialects = ["::phobos::PhobosDialect"];
}

// Phobos knows nothing of this op but the interface, by which its passes prove
// that the masks may go, remove them, and check that.
def Toy_AccumulateOp : Op<Toy_Dialect, "accumulate", [
    DeclareOpInterfaceMethods<Phobos_MaskedAccessOpInterface, ["getTileType", "setMasked"]>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "adds a tile to a slice of a view";
  let arguments = (ins Phobos_TileType:$value, Phobos_ViewType:$view, Variadic<Index>:$starts,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$masked,
                       DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$unchecked);
  let assemblyFormat = [{
    $value `,` $view `[` $starts `]` (`masked` $masked^)? (`unchecked` $unchecked^)? attr-dict
    `:` qualified(type($value)) `,` qualified(type($view))
  }];
}
