//===- Passes.td - From tile IR to code for the host --------*- tablegen -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_CONVERSION_PHOBOSTOHOST_PASSES_TD
#define PHOBOS_CONVERSION_PHOBOSTOHOST_PASSES_TD

include "mlir/Pass/PassBase.td"

def LoopOverThreads : Pass<"phobos-loop-over-threads", "::mlir::ModuleOp"> {
  let summary = "Turn per-thread code into loops over a block's threads";
  let description = [{
    What a kernel does once for its block stays as it is: work on tiles,
    `phobos.block_reduce`, `phobos.barrier`, accesses whose operands are the
    block's, and the branches and loops around such, which all threads take
    together. A run of other ops between these goes into a loop over warps, and in
    it the same is done again: `phobos.warp_reduce` and `phobos.shuffle` stay in the
    loop over warps, the rest goes into loops over 32 lanes. So threads run in order,
    each up to the next place where they meet.

    A value that is used behind its loop is kept in a buffer of an element for each
    thread, or each warp where it is the warp's, that is allocated at the
    kernel's start; branches and loops outside give and carry such values there.
    Collectives combine halves of the buffer with one another, down to one
    element. The tile that `phobos.store_elem` gives is carried through the loops.
    Views of a thread's own are made again where they are used.

    A kernel without `threads` gets 128.

    Guarantees: of per-thread ops only `phobos.load_elem` and `phobos.store_elem` are
    left. Expects `phobos-verify-threads` to have passed, and no `phobos.thread_sum`.
    Refuses branches and loops around collectives that are not `scf.if`, `scf.for`
    or `scf.while`.

    ```mlir
    %x = phobos.load %a[%thread] … ; %y = phobos.item %x
    %s = phobos.warp_reduce <add> %y : f32
    // becomes
    %ys = memref.alloc() : memref<128xf32>
    scf.for %warp = %c0 to %c4 step %c1 {
      scf.for %lane = %c0 to %c32 step %c1 {
        %first = arith.muli %warp, %c32 : index
        %thread = arith.addi %first, %lane : index
        …
        memref.store %y, %ys[%thread] : memref<128xf32>
      }
      … // the sum of the 32 elements from %warp * 32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

def ConvertToLinalg : Pass<"phobos-convert-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Turn kernels on tiles into functions on tensors";
  let description = [{
    Each `phobos.kernel @k` becomes two functions: a private `@k.block`, which runs
    one block and takes the block's position and the number of blocks after the
    kernel's arguments, and `@k.grid`, which takes the number of blocks in x, y and z (i64) there and runs
    them all, x fastest. Tiles become tensors, a pointer becomes a memref of rank 0,
    a view a memref with strides. Layouts are dropped.

    Both functions return two i64: zero and zero, or the number (from 1) of the
    first promise that did not hold and the value that broke it; blocks after
    that one do not run. The texts of the promises are the string array
    `phobos.promises` on `@k.grid`, what an error says behind each is in
    `phobos.promised_values`: `{}` stands for the value, `{n:t}` for
    argument `n` of type `t`.

    Where a `phobos.check_bounds` fails, the code calls `@phobos_stop_kernel` with the
    check's number (from 0), the start and the extent. The texts of the checks are
    the string array `phobos.checks` on `@k.grid`.

    A load copies into a fresh buffer, a store out of the tile, each by one
    loop nest over the part of the slice that is inside in every masked dim. The
    clamping of that part does not wrap for any start and extent. Memory outside is
    never touched in a masked dim; dims that are not masked are taken whole.
    A slice of a tile is a copy as well; one is inserted in place where the tile is
    not read later. Gathers and scatters are loops in row-major order that touch
    memory where the mask is true. A scan goes along each line from its start.

    Guarantees: no `phobos` op or type is left. Refuses a kernel of several
    basic blocks, a promise below the kernel's top level, and tiles of pointers.

    ```mlir
    %r = phobos.reduce <max> %t dim 0 : !phobos.tile<8xf32> -> !phobos.tile<1xf32>
    // becomes
    %lowest = arith.constant 0xFF800000 : f32
    %init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<1xf32>) -> tensor<1xf32>
    %r = linalg.generic {…, iterator_types = ["reduction"]}
           ins(%t : tensor<8xf32>) outs(%init : tensor<1xf32>) {
         ^bb0(%in: f32, %out: f32):
           %m = arith.maximumf %out, %in : f32
           linalg.yield %m : f32
         } -> tensor<1xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def FuseTileOps : Pass<"phobos-fuse-tile-ops"> {
  let summary = "Fuse elementwise linalg ops where that repeats no work";
  let description = [{
    Upstream's fusion of elementwise `linalg.generic` ops, restricted to a producer
    that only the consumer uses and that is read once per element, or whose body is
    at most one cheap op (a broadcast, an index). So an exponential of a column is not
    computed again for each element of a row.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def ExpandNarrowFloats : Pass<"phobos-expand-narrow-floats"> {
  let summary = "Express conversions of bf16 and f8 scalars by integer operations";
  let description = [{
    Rewrites `arith.extf` and `arith.truncf` of scalars where a side is bf16 or f8, and
    f64 to f16, so that nothing depends on the host's instructions or library:
    rounding is to nearest even, once, also from f64; denormals are kept; f8 saturates
    at its largest finite value; NaN stays NaN. f32 to and from f16 is left to the
    hardware. Upstream's `arith-expand` does f32 to and from bf16. `math.fma` of bf16,
    which LLVM would compute in f32 and round twice, is computed in f64 and rounded once.
    Conversions lose their fast-math flags: a value rounds after every operation.

    ```mlir
    %y = arith.extf %x : f8E5M2 to f32
    // becomes, since f8E5M2 is the upper half of an f16
    %0 = arith.bitcast %x : f8E5M2 to i8
    %1 = arith.extui %0 : i8 to i16
    %2 = arith.shli %1, %c8 : i16
    %3 = arith.bitcast %2 : i16 to f16
    %y = arith.extf %3 : f16 to f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ExpandCopies : Pass<"phobos-expand-copies"> {
  let summary = "Express copies of buffers by linalg.copy";
  let description = [{
    `memref.copy` of strided buffers would call a library at run time; `linalg.copy`
    becomes loops.

    ```mlir
    memref.copy %a, %b : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    // becomes
    linalg.copy ins(%a : memref<4xf32>) outs(%b : memref<4xf32, strided<[?], offset: ?>>)
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

#endif // PHOBOS_CONVERSION_PHOBOSTOHOST_PASSES_TD
