//===- ShapeOps.td - Making and reshaping tiles ------------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_SHAPEOPS_TD
#define PHOBOS_DIALECT_SHAPEOPS_TD

include "phobos/Dialect/PhobosOpBase.td"

class Phobos_ChunkOfRoom<string tile> : PredOpTrait<
    "'" # tile # "' to be one of the room's chunks",
    CPred<"::llvm::cast<::phobos::TileType>($" # tile # ".getType()).withLayout({}) == "
          "::llvm::cast<::phobos::ChunksType>($chunks.getType()).getTile()">>;

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

def Phobos_ChunksOp : Phobos_Op<"chunks", [MemoryEffects<[MemAlloc]>]> {
  let summary = "room for the chunks of a large tile";
  let description = [{
    Each thread has room for its elements of every chunk, in memory of its own,
    until the kernel ends. For a GPU's schedule: the host has no code for it.

    ```mlir
    %room = phobos.chunks : !phobos.chunks<32 of !phobos.tile<4x2048xf32>>
    ```
  }];
  let results = (outs Phobos_ChunksType:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
}

def Phobos_PutChunkOp : Phobos_Op<"put_chunk", [
    MemoryEffects<[MemWrite]>, Phobos_ChunkOfRoom<"value">]> {
  let summary = "keeps a tile as one of the chunks of a larger one";
  let description = [{
    ```mlir
    phobos.put_chunk %t, %room[%i] : !phobos.tile<4x2048xf32>, !phobos.chunks<32 of !phobos.tile<4x2048xf32>>
    ```

    Constraints:
    - (C1) The tile is one of the room's chunks, in any layout, but in that of all
      other tiles that are put there or got from there.
    - (C2) The position is at least 0 and below the number of chunks (not checked).
  }];
  let arguments = (ins Phobos_TileType:$value, Phobos_ChunksType:$chunks, Index:$position);
  let assemblyFormat = [{
    $value `,` $chunks `[` $position `]` attr-dict `:` qualified(type($value)) `,` qualified(type($chunks))
  }];
}

def Phobos_GetChunkOp : Phobos_Op<"get_chunk", [
    MemoryEffects<[MemRead]>, Phobos_ChunkOfRoom<"result">]> {
  let summary = "the tile that was kept as one of the chunks of a larger one";
  let description = [{
    ```mlir
    %t = phobos.get_chunk %room[%i] : !phobos.chunks<32 of !phobos.tile<4x2048xf32>> -> !phobos.tile<4x2048xf32>
    ```

    Constraints are those of `phobos.put_chunk`.
  }];
  let arguments = (ins Phobos_ChunksType:$chunks, Index:$position);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = [{
    $chunks `[` $position `]` attr-dict `:` qualified(type($chunks)) `->` qualified(type($result))
  }];
}

#endif // PHOBOS_DIALECT_SHAPEOPS_TD
