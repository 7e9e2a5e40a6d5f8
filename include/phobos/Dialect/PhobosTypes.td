//===- PhobosTypes.td - Types of the phobos dialect --------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_PHOBOSTYPES_TD
#define PHOBOS_DIALECT_PHOBOSTYPES_TD

include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/BuiltinTypes.td"
include "mlir/IR/CommonTypeConstraints.td"
include "phobos/Dialect/PhobosDialect.td"

class Phobos_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Phobos_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Phobos_TileType : Phobos_Type<"Tile", "tile", [ShapedTypeInterface, ValueSemantics]> {
  let summary = "a block's value of constant extents";
  let description = [{
    Rank 1 to 5, any extents of at least 1. Element types: `i1 i8 i16 i32 i64`,
    `f8E4M3FN f8E5M2 f16 bf16 f32 f64`, `index`, and `!phobos.ptr`. From the
    scheduled stage on a tile carries its layout.

    ```mlir
    !phobos.tile<64x16xf32>
    !phobos.tile<64x16xf32, #phobos.layout<…>>
    ```

    Constraints:
    - (C1) The rank is 1 to 5.
    - (C2) Extents are at least 1, and there are at most 2^31 elements.
    - (C3) The element type is one of the above.
    - (C4) The layout has the tile's rank (`phobos-verify-stage` checks that it
      covers the shape).
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
                        OptionalParameter<"::phobos::LayoutAttr">:$layout);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
                                        "::mlir::Type":$elementType,
                                        CArg<"::phobos::LayoutAttr", "{}">:$layout), [{
      return $_get(elementType.getContext(), shape, elementType, layout);
    }]>];
  let extraClassDeclaration = [{
    bool hasRank() const { return true; }
    /// Same shape, type and layout of the elements' positions, other type.
    /// The layout goes when the shape changes.
    ::mlir::ShapedType cloneWith(std::optional<::llvm::ArrayRef<int64_t>> shape,
                                 ::mlir::Type elementType) const;
    /// The same tile with another layout, or none.
    TileType withLayout(::phobos::LayoutAttr layout) const;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Phobos_ChunksType : Phobos_Type<"Chunks", "chunks"> {
  let summary = "room for a large tile's chunks, in memory of each thread";
  let description = [{
    What a GPU's schedule keeps of a tile that registers cannot hold: `count` chunks,
    each a tile of which every thread has its part.

    ```mlir
    !phobos.chunks<32 of !phobos.tile<4x2048xf32>>
    ```

    Constraints:
    - (C1) There is at least one chunk.
  }];
  let parameters = (ins "int64_t":$count, "::phobos::TileType":$tile);
  let builders = [
    TypeBuilderWithInferredContext<(ins "int64_t":$count, "::phobos::TileType":$tile), [{
      return $_get(tile.getContext(), count, tile);
    }]>];
  let assemblyFormat = "`<` $count `of` qualified($tile) `>`";
  let genVerifyDecl = 1;
}

def Phobos_ViewType : Phobos_Type<"View", "view"> {
  let summary = "memory with extents and strides";
  let description = [{
    `?` is an extent or stride known at run time. Without `strides` the view is
    row-major and dense. Strides count elements.

    ```mlir
    !phobos.view<?x64xf32>
    !phobos.view<?x?xf32, strides = [?, 1]>
    ```

    Constraints:
    - (C1) The rank is 1 to 5.
    - (C2) Extents are at least 0, and their product fits in 63 bits.
    - (C3) The element type is one of tiles other than `index` and pointers.
    - (C4) There is one stride a dim, at least 0, where there are strides.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
                        OptionalArrayRefParameter<"int64_t">:$strides);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
                                        "::mlir::Type":$elementType,
                                        CArg<"::llvm::ArrayRef<int64_t>", "{}">:$strides), [{
      return $_get(elementType.getContext(), shape, elementType, strides);
    }]>];
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    /// Row-major without gaps: the strides follow from the extents.
    bool isDense() const { return getStrides().empty(); }
    int64_t getNumDynamicExtents() const {
      return ::llvm::count(getShape(), ::mlir::ShapedType::kDynamic);
    }
    int64_t getNumDynamicStrides() const {
      return ::llvm::count(getStrides(), ::mlir::ShapedType::kDynamic);
    }
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Phobos_PtrType : Phobos_Type<"Ptr", "ptr"> {
  let summary = "the address of elements in global memory";
  let description = [{
    Constraints:
    - (C1) The element type is one of tiles other than `index` and pointers.
  }];
  let parameters = (ins "::mlir::Type":$elementType);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elementType), [{
      return $_get(elementType.getContext(), elementType);
    }]>];
  let assemblyFormat = "`<` $elementType `>`";
  let genVerifyDecl = 1;
}

class Phobos_TileOf<Type element> : ContainerType<element, Phobos_TileType.predicate,
    "::llvm::cast<::phobos::TileType>($_self).getElementType()", "tile", "::phobos::TileType">;
def Phobos_BoolTile : Phobos_TileOf<I1>;
def Phobos_Scalar : AnyTypeOf<[AnySignlessInteger, AnyFloat, Index, Phobos_PtrType], "scalar">;

#endif // PHOBOS_DIALECT_PHOBOSTYPES_TD
