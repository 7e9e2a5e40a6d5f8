//===- ThreadOps.td - Code of a block's single threads -----*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_THREADOPS_TD
#define PHOBOS_DIALECT_THREADOPS_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "phobos/Dialect/PhobosOpBase.td"

def Phobos_PerThread : NativeOpTrait<"PerThread"> {
  let cppNamespace = "::phobos";
}

/// Part of per-thread code: what the op computes, or who has to take part in
/// it, is a matter of single threads.
class Phobos_ThreadOp<string mnemonic, list<Trait> traits = []>
    : Phobos_Op<mnemonic, [Phobos_PerThread] # traits>;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

class Phobos_PositionOp<string mnemonic> : Phobos_ThreadOp<mnemonic, [Pure]> {
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def Phobos_ThreadIdOp : Phobos_PositionOp<"thread_id"> {
  let summary = "the thread's number in its block";
  let description = [{
    Threads count in one dimension: the result r satisfies `0 <= r < threads`. It
    is what makes a value per thread; where the IR has none of these positions,
    every thread of a block computes the same.
  }];
}

def Phobos_WarpIdOp : Phobos_PositionOp<"warp_id"> {
  let summary = "the number of the thread's warp in its block";
  let description = [{
    `thread_id / 32`, the same for the 32 threads of a warp.
  }];
  let hasFolder = 1;
}

def Phobos_LaneIdOp : Phobos_PositionOp<"lane_id"> {
  let summary = "the thread's number in its warp";
  let description = [{
    `thread_id % 32`.
  }];
}

def Phobos_NumThreadsOp : Phobos_PositionOp<"num_threads"> {
  let summary = "how many threads a block has";
  let description = [{
    The `threads` of the kernel, which the compiler chooses where it is absent.
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Elements of a block's tile
//===----------------------------------------------------------------------===//

def Phobos_LoadElemOp : Phobos_ThreadOp<"load_elem", [
    Pure, TypesMatchWith<"the result to have the tile's element type", "source", "result",
                         "::llvm::cast<::phobos::TileType>($_self).getElementType()">]> {
  let summary = "the element of a block's tile that the thread asks for";
  let description = [{
    Zero where an index is not inside the tile.

    ```mlir
    %x = phobos.load_elem %t[%i, %j] : !phobos.tile<8x64xf32>
    ```

    Constraints:
    - (C1) There is one index a dim.
  }];
  let arguments = (ins Phobos_TileType:$source, Variadic<Index>:$indices);
  let results = (outs Phobos_Scalar:$result);
  let assemblyFormat = "$source `[` $indices `]` attr-dict `:` qualified(type($source))";
  let hasVerifier = 1;
}

def Phobos_StoreElemOp : Phobos_ThreadOp<"store_elem", [
    NoMemoryEffect, AllTypesMatch<["dest", "result"]>,
    TypesMatchWith<"the value to have the tile's element type", "dest", "value",
                   "::llvm::cast<::phobos::TileType>($_self).getElementType()">]> {
  let summary = "a block's tile in which each thread has written one element";
  let description = [{
    The result is `dest` but for the elements at the indices of the threads that
    run the op; an index outside writes nothing. Where threads write one element,
    one of them wins.

    It is a tile of the block also where only some threads run the op. The values
    that a branch or a loop makes of one tile by this op alone are *versions* of
    it, and so is what the branch or loop gives: the tile with the elements of
    those threads that were there. In it, a thread sees the elements that it
    wrote itself; those of others are seen behind it.

    ```mlir
    %u = scf.if %mine -> !phobos.tile<32xf32> {
      %v = phobos.store_elem %x, %t[%i] : !phobos.tile<32xf32>
      scf.yield %v : !phobos.tile<32xf32>
    } else {
      scf.yield %t : !phobos.tile<32xf32>
    }
    ```

    Constraints:
    - (C1) There is one index a dim.
  }];
  let arguments = (ins Phobos_Scalar:$value, Phobos_TileType:$dest, Variadic<Index>:$indices);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = [{
    $value `,` $dest `[` $indices `]` attr-dict `:` qualified(type($dest))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// A thread's own runs
//===----------------------------------------------------------------------===//

def Phobos_ThreadSumOp : Phobos_ThreadOp<"thread_sum", [
    IsolatedFromAbove, RecursiveMemoryEffects, RecursivelySpeculatable,
    SingleBlock]> {
  let summary = "the thread's sum over runs of its own";
  let description = [{
    The tiles in the body are no tiles of the block: each thread loads slices of
    its own, its *runs*, computes on them element by element, and adds up the
    elements of the tile that is yielded, in any order. So the body is a loop over
    one element of each. The captures stand for what the body uses from outside.

    ```mlir
    %s = phobos.thread_sum(%A, %k : !phobos.view<?xf32>, index) -> f32 {
    ^bb0(%a: !phobos.view<?xf32>, %i: index):
      %t = phobos.load %a[%i :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
      %q = arith.mulf %t, %t : !phobos.tile<4xf32>
      phobos.yield %q : !phobos.tile<4xf32>
    }
    ```

    Constraints:
    - (C1) Captures are scalars and views, and the body's arguments have their
      types.
    - (C2) The yielded tile's element type is the result's, a number other than
      `i1`.
    - (C3) The body's ops are constants, elementwise arithmetic, `splat`, `iota`,
      `broadcast`, `cast`, `where`, `item`, and loads that are unchecked in every
      dim.
  }];
  let arguments = (ins Variadic<AnyTypeOf<[Phobos_Scalar, Phobos_ViewType]>>:$captures);
  let results = (outs Phobos_Scalar:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`(` $captures^ `:` qualified(type($captures)) `)`)? attr-dict `->` type($result) $body
  }];
  let extraClassDeclaration = [{
    /// The first op of `body` that may not stand there, or null.
    static ::mlir::Operation *findForeignOp(::mlir::Region &body);
  }];
  let hasRegionVerifier = 1;
}

def Phobos_YieldOp : Phobos_Op<"yield", [
    Pure, HasParent<"::phobos::ThreadSumOp">, ReturnLike, Terminator]> {
  let summary = "the tile that a phobos.thread_sum adds up";
  let arguments = (ins Phobos_TileType:$source);
  let assemblyFormat = "$source attr-dict `:` qualified(type($source))";
}

//===----------------------------------------------------------------------===//
// Between threads
//===----------------------------------------------------------------------===//

// None of these may be speculated: who runs it decides what it computes.

class Phobos_CollectiveOp<string mnemonic>
    : Phobos_ThreadOp<mnemonic, [NoMemoryEffect, AllTypesMatch<["source", "result"]>]> {
  let arguments = (ins Phobos_ReduceKindAttr:$kind, Phobos_Scalar:$source);
  let results = (outs Phobos_Scalar:$result);
  let assemblyFormat = "$kind $source attr-dict `:` qualified(type($source))";
  let hasVerifier = 1;
}

def Phobos_WarpReduceOp : Phobos_CollectiveOp<"warp_reduce"> {
  let summary = "combines a value of each thread of the warp";
  let description = [{
    As `phobos.reduce` combines elements; every thread of the warp gets the result.
    All 32 run it together.

    ```mlir
    %s = phobos.warp_reduce <add> %x : f32
    ```

    Constraints:
    - (C1) The kind combines values of this type, as in `phobos.reduce`.
  }];
}

def Phobos_BlockReduceOp : Phobos_CollectiveOp<"block_reduce"> {
  let summary = "combines a value of each thread of the block";
  let description = [{
    As `phobos.warp_reduce`, over the whole block, whose threads all run it.

    Constraints:
    - (C1) The kind combines values of this type, as in `phobos.reduce`.
  }];
}

def Phobos_ShuffleOp : Phobos_ThreadOp<"shuffle", [
    NoMemoryEffect, AllTypesMatch<["source", "result"]>]> {
  let summary = "the value that another thread of the warp has";
  let description = [{
    That of the lane `lane % 32`, where `%` counts a negative lane from the end as
    CUDA's `__shfl_sync` does. All 32 threads of the warp run it together.

    ```mlir
    %y = phobos.shuffle %x, %lane : f32
    ```

    Constraints:
    - (C1) The value is an integer, a float or an `index`.
  }];
  let arguments = (ins AnyTypeOf<[AnySignlessInteger, AnyFloat, Index]>:$source, Index:$lane);
  let results = (outs Phobos_Scalar:$result);
  let assemblyFormat = "$source `,` $lane attr-dict `:` type($source)";
}

def Phobos_BarrierOp : Phobos_ThreadOp<"barrier"> {
  let summary = "waits for every thread of the block";
  let description = [{
    What any of them wrote before, all of them see behind it.
  }];
  let assemblyFormat = "attr-dict";
}

#endif // PHOBOS_DIALECT_THREADOPS_TD
