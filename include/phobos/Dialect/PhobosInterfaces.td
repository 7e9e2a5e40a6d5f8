//===- PhobosInterfaces.td - Interfaces of the dialect -----*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_PHOBOSINTERFACES_TD
#define PHOBOS_DIALECT_PHOBOSINTERFACES_TD

include "mlir/IR/OpBase.td"

def Phobos_MaskedAccessOpInterface : OpInterface<"MaskedAccessOpInterface"> {
  let cppNamespace = "::phobos";
  let description = [{
    An op that reads or writes the slice `[start, start + n)` of a view in every
    dim. The mask passes work on this interface alone, so an embedder's own
    access op takes part by implementing it.

    A dim is in one of three states: masked, unchecked (the language never masks
    it), or neither, which says that the slice was proved to stay inside.

    Each op that implements it is verified: the tile has the view's elements and
    rank, there is a start for each dim, and the lists of dims are ascending,
    inside the rank and have none in common.
  }];
  let verify = [{ return ::phobos::verifyMaskedAccess($_op); }];
  let methods = [
    InterfaceMethod<"The memory that is accessed.",
      "::mlir::TypedValue<::phobos::ViewType>", "getView">,
    InterfaceMethod<"The first index of the slice, one `index` value a dim.",
      "::mlir::OperandRange", "getStarts">,
    InterfaceMethod<"The extents of the tile, one a dim.",
      "::phobos::TileType", "getTileType">,
    InterfaceMethod<"The masked dims, ascending.",
      "::llvm::ArrayRef<int64_t>", "getMasked">,
    InterfaceMethod<"The unchecked dims, ascending.",
      "::llvm::ArrayRef<int64_t>", "getUnchecked">,
    InterfaceMethod<"Replaces the list of masked dims.",
      "void", "setMasked", (ins "::llvm::ArrayRef<int64_t>":$dims)>,
    InterfaceMethod<"Whether the slice may be written; by default, what the op's memory effects say.",
      "bool", "mayWrite", (ins), "", [{
        return !::mlir::isMemoryEffectFree($_op) && !::mlir::hasSingleEffect<::mlir::MemoryEffects::Read>($_op);
      }]>,
  ];
  let extraSharedClassDeclaration = [{
    bool isMasked(int64_t dim) { return ::llvm::is_contained($_op.getMasked(), dim); }
    bool isUnchecked(int64_t dim) { return ::llvm::is_contained($_op.getUnchecked(), dim); }
  }];
}

#endif // PHOBOS_DIALECT_PHOBOSINTERFACES_TD
