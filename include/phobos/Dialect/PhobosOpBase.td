//===- PhobosOpBase.td - What every op of the dialect shares -*- tablegen -*-=//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_PHOBOSOPBASE_TD
#define PHOBOS_DIALECT_PHOBOSOPBASE_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "phobos/Dialect/PhobosAttrs.td"
include "phobos/Dialect/PhobosTypes.td"

class Phobos_Op<string mnemonic, list<Trait> traits = []>
    : Op<Phobos_Dialect, mnemonic, traits>;

def Phobos_MaskOfOffsets : OptionalTypesMatchWith<
    "a mask of i1 in the shape and layout of the offsets", "offsets", "mask",
    "::llvm::cast<::phobos::TileType>($_self).cloneWith(std::nullopt, "
    "::mlir::IntegerType::get($_self.getContext(), 1))">;

#endif // PHOBOS_DIALECT_PHOBOSOPBASE_TD
