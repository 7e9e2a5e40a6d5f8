//===- Passes.td - Passes over tiles, for any target -------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_PASSES_TD
#define PHOBOS_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyStage : Pass<"phobos-verify-stage", "::mlir::ModuleOp"> {
  let summary = "check what holds of the IR at a stage";
  let description = [{
    Changes nothing. Fails with an error at the first violation of each rule of
    the stage:

    `tile`, in each `phobos.kernel`:
    - (T1) ops are of `phobos` other than `phobos.convert_layout`, `scf`, `arith`,
      `math` and `ub`, or implement `MaskedAccessOpInterface`, whichever dialect
      they are of: nothing knows of threads or a target;
    - (T2) types are tiles, views, pointers, integers, floats and `index`;
    - (T3) no tile has a layout.

    `scheduled`, in each `phobos.kernel`:
    - (S1) as (T1), with `phobos.convert_layout`, and with accesses of `phobos`
      alone: those of other dialects were replaced, as layouts are chosen for
      ops that are known;
    - (S2) as (T2);
    - (S3) the kernel says how many threads it has;
    - (S4) every tile has a layout, of as many threads, that covers its shape.

    `thread`:
    - (R1) no `phobos.kernel` is left;
    - (R2) in each `gpu.module`, ops are of `scf`, `cf`, `vector`, `arith`, `math`,
      `memref`, `gpu`, `nvgpu`, `nvvm`, `llvm` and `ub`;
    - (R3) no type of `phobos` is left there.

    `nvvm`:
    - (N1) no `phobos.kernel` is left;
    - (N2) in each `gpu.module`, ops are of `llvm` and `nvvm`.

    ```mlir
    phobos.kernel @k(%n: index) {
      %0 = gpu.thread_id x // tile stage (T1): expected an op of …, got 'gpu.thread_id'
    ```
  }];
  let options = [
    Option<"stage", "stage", "::phobos::IRStage", "::phobos::IRStage::Tile", "the stage to check for", [{
      ::llvm::cl::values(
        clEnumValN(::phobos::IRStage::Tile, "tile", "kernels on tiles"),
        clEnumValN(::phobos::IRStage::Scheduled, "scheduled", "kernels whose tiles have layouts"),
        clEnumValN(::phobos::IRStage::Thread, "thread", "code of one thread"),
        clEnumValN(::phobos::IRStage::NVVM, "nvvm", "llvm and nvvm ops"))}]>];
}

def RaisePointers : Pass<"phobos-raise-pointers"> {
  let summary = "make slices of masked pointer accesses";
  let description = [{
    A `phobos.gather` or `phobos.scatter` becomes a `phobos.load` or `phobos.store`
    of a slice of a loose view, with the same elements at the same addresses, and
    with masked dims where its mask bounds positions. The passes on masks, and all
    that is fast on slices, then work on it.

    What is needed of the *offsets*: they are `rest + sum of stride * position`, with
    a stride for each dim that may be a run-time value. Iotas, splats, broadcasts,
    transposes and reshapes, sums, products, and quotients and remainders that are
    exact are looked through, and tiles to which a loop adds the same in each
    iteration. As an address is a number modulo 2^64, nothing has to be shown of 64
    bits not to wrap; of narrower types it has.

    What is needed of the *mask*: it is a conjunction of comparisons, each of one
    position with what is the same at all elements, of exact numbers. An upper bound
    gives the dim its extent, which is limited to 0 from below where it might be
    negative; several of them the least. `i < n` alone does not keep negative indices
    away as a masked dim does: so the slice starts where its start is proved not to
    be below 0, and at 0 otherwise, in a view that begins there. A lower bound
    gives the start. A comparison of what is the same at all elements becomes an
    `scf.if` around the access, or is left out where it is proved.

    A dim that no comparison bounds starts at 0, is as long as the slice, and is
    `unchecked`. An `other` of one constant is the load's fill; of another one, a
    `phobos.where` with the mask as it was puts it in place.

    Left alone, and gathered as wide as contiguity allows, are accesses

    - whose offsets descend, are products of positions, are read from memory, or may
      wrap in a type narrower than `index`;
    - whose mask is a disjunction, compares two positions, leaves out a position in
      the middle, or has sums that are not proved to fit;
    - that store several elements to one address;
    - that are volatile.

    ```mlir
    %row = phobos.block_id x
    %i = phobos.iota 0 : !phobos.tile<64xindex>
    %start = arith.muli %row, %ld : index
    %first = phobos.splat %start : !phobos.tile<64xindex>
    %offsets = arith.addi %first, %i : !phobos.tile<64xindex>
    %bound = phobos.splat %n : !phobos.tile<64xindex>
    %inside = arith.cmpi slt, %i, %bound : !phobos.tile<64xindex>
    %t = phobos.gather %p[%offsets] mask %inside
        : !phobos.ptr<f32>, !phobos.tile<64xindex> -> !phobos.tile<64xf32>
    ```

    becomes

    ```mlir
    %extent = arith.maxsi %n, %c0 : index
    %P = phobos.view %p[%extent] offset %start loose : !phobos.view<?xf32>
    %t = phobos.load %P[%c0 :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def InlineThreadSums : Pass<"phobos-inline-thread-sums", "::mlir::ModuleOp"> {
  let summary = "turn sums over a thread's runs into loops of scalar code";
  let description = [{
    Tile stage. Of each `phobos.thread_sum` the body becomes code for one element:
    a load of a run becomes one of a point, arithmetic on tiles becomes arithmetic
    on scalars, and loops around it add the elements up in row-major order, from the
    number that `phobos.reduce` begins with. No tile of a thread's own of more than
    one element is left.

    ```mlir
    %s = phobos.thread_sum(%A, %k : …) -> f32 {
    ^bb0(%a: !phobos.view<?xf32>, %i: index):
      %t = phobos.load %a[%i :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
      phobos.yield %t : !phobos.tile<4xf32>
    }
    // becomes
    %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%sum = %zero) -> (f32) {
      %i = arith.addi %k, %j : index
      %t = phobos.load %A[%i :+ 1] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
      %x = phobos.item %t : !phobos.tile<1xf32>
      %next = arith.addf %sum, %x : f32
      scf.yield %next : f32
    }
    ```

    For lowerings that have no use for a run as a whole.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def VerifyThreads : Pass<"phobos-verify-threads", "::mlir::ModuleOp"> {
  let summary = "check what code of single threads may do";
  let description = [{
    Changes nothing. With `Uniformity` it knows which values differ between the
    threads of a block, and fails with an error at each op that

    - (V1) is a `phobos.barrier` or `phobos.block_reduce` that not all threads of
      the block run together: it stands in a branch whose condition, or a loop
      whose bounds, differ;
    - (V2) is a `phobos.warp_reduce` or `phobos.shuffle` that not all threads of a
      warp run together;
    - (V3) works on a tile of more than one element where not all threads of the
      block are, the first of each region;
    - (V4) makes or changes such a tile by a value that differs: a start, an
      element, a condition;
    - (V5) is a branch or loop whose condition differs and gives such a tile that
      is no version of one from before (see `phobos.store_elem`);
    - (V6) stores a value that differs between threads to an element that does
      not, where all of them are.

    A note points to the branch or loop, another to the position from which the
    value differs. Elements (`phobos.load_elem`, `phobos.store_elem`), points, and
    the body of `phobos.thread_sum` are a thread's own business.

    ```mlir
    scf.if %first_lane {
      phobos.barrier // error: expected all threads of the block …
    }
    ```
  }];
}

def AssertNoMask : Pass<"phobos-assert-no-mask"> {
  let summary = "check that there is no mask where the kernel says so";
  let description = [{
    Changes nothing. Where a kernel or a loop has `phobos.assert_no_mask`, an
    access in it that is still masked is an error, which says for each dim what is
    not proved. A note points to the assertion. Runs last in the tile stage: of a
    loop that was split the steady part has the attribute, those that handle edges
    have not. Slices of tiles, whose masks touch no memory, do not count.

    ```mlir
    scf.for %i = %c0 to %N step %c16 {
      // error: expected an access without masks, got one that is masked in dim 0: …
      %t = phobos.load %A[%i :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    } {phobos.assert_no_mask}
    ```
  }];
}

def SplitLoops : Pass<"phobos-split-loops"> {
  let summary = "split loops so that their steady part needs no mask";
  let description = [{
    Cuts an `scf.for` into a *prologue*, a *steady* loop and an *epilogue*, which run
    the same iterations in the same order, so that in the steady part

    - the slices of masked accesses are inside, and
    - comparisons that a `phobos.where`, or the mask of a gather or scatter, depends
      on are one value at all elements,

    where that is not proved for the whole loop anyway. Each such condition is
    `a * counter + rest >= 0` with a constant `a` and a rest that the loop does not
    change: it holds up to a cut or from a cut on. Nothing depends on the loop's
    own bound: a loop that starts before the tensor gets a prologue, one that ends
    behind it an epilogue loop, one without iterations runs nothing. An epilogue
    or prologue with at most one iteration is an `scf.if`. No arithmetic overflows.

    A slice that is at one place in all iterations (rows and columns of a matmul in
    its loop over K) is looked at once: the split loop comes under an `scf.if` that
    all these slices are inside, on whose other side is the loop as it was, the
    *edge*. The same `scf.if` asks that the numbers a cut is computed from are far
    from the ends of 64 bits, where nothing shows that their sum does not overflow.

    Where a comparison is one value in the steady part and the other one beyond
    (a causal mask in a loop over all keys), the epilogue is split once more: the
    mixed iterations, a second steady loop, and what is left; so is a prologue.

    Masks and `phobos.where`s stay: `phobos-eliminate-masks` and
    `phobos-fold-iota-masks` prove them away in the steady loop. Scalar index
    arithmetic that does not change in a loop moves before it.

    The parts have the attribute `phobos.loop_part`: "prologue", "steady",
    "epilogue" or "edge". Other discardable attributes stay on steady loops; the edge
    has them too, but for `phobos.assert_no_mask`.

    Copies are made as long as those of a function have no more than `max-ops`
    operations together, inner loops first. Where the budget does not allow all of
    it, a loop is split without the second steady loop, then without versions for
    slices at one place, then not at all.

    A load of a product's operand that becomes a copy to shared memory is no reason
    to split, as such a copy fills with zeros what is outside: see
    `phobos-distribute`. It is one where `phobos.assert_no_mask` asks for it.

    Left alone are loops where there is nothing to gain (no mask or comparison
    that a cut decides, one that no iteration meets) or that depend on more than 32
    such conditions; `scf.while`, which is what a loop with `break` or `return` is;
    loops over other types than `index`; and accesses of single threads, which have
    no masks. A loop is split by the accesses in it that are in no other loop inside
    of it.

    ```mlir
    scf.for %k = %c0 to %K step %c16 {
      %t = phobos.load %A[%k :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
      phobos.store %t, %B[%k :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
    }
    ```

    becomes, where A and B have the extent K,

    ```mlir
    %whole = arith.addi %K, %c-15 : index
    %0 = arith.maxsi %whole, %c0 : index
    %1 = arith.ceildivui %0, %c16 : index
    %rest = arith.muli %1, %c16 : index
    scf.for %k = %c0 to %whole step %c16 {
      %t = phobos.load %A[%k :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
      phobos.store %t, %B[%k :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
    } {phobos.loop_part = "steady"}
    %isLeft = arith.cmpi slt, %rest, %K : index
    scf.if %isLeft {
      %t = phobos.load %A[%rest :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
      phobos.store %t, %B[%rest :+ 16] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
    } {phobos.loop_part = "epilogue"}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"maxOps", "max-ops", "unsigned", "1000",
           "the most operations that copies of loop bodies add to a function">];
}

def LintBounds : Pass<"phobos-lint-bounds", "::mlir::ModuleOp"> {
  let summary = "warn where bounds and masks are likely not what was meant";
  let description = [{
    Changes nothing. Works on each function in the IR of the front end, before
    other passes. Each finding is one of these, and ends with its name in brackets:

    - `max-over-fill`: a maximum or minimum along a dim in which a load is masked
      whose fill can be the result: zero, or a fill on the winning side. Followed
      through elementwise ops, products, transposes, sums along other dims, loops
      and branches; not where a `phobos.where` with positions along the dim
      replaces the elements, nor where the fill cannot win (of `abs`, say, or of
      unsigned elements), nor where the mask is proved to be needless.
    - `store-unmasked`: a store is not masked in a dim in which a load of the same
      slice, of a tensor with the same extent, is.
    - `outside`: an access of which no element is in its tensor in any run.
    - `loop-bound`: a loop that moves slices by its step ends at another extent
      than that of each dim that they are of.
    - `index-overflow`: a product or shift of integers narrower than an index that
      can overflow, on its way to an index. Sums are not reported.
    - `unproved-point`: a point, which is not masked, with a run-time index that is
      not proved to be inside.
    - `unmasked-pointer`: an access at a pointer, with run-time offsets and no mask,
      that is not proved to end where the kernel shows that the memory does: where
      the grid or a loop ends, or the next row begins. It names the missing proof.

    What is not understood is not reported. `level=error` makes errors of warnings.

    ```mlir
    %x = phobos.load %X[%r :+ 4, %c :+ 256] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<4x256xf32>
    // warning: … [max-over-fill]
    %m = phobos.reduce <max> %x dim 1 : !phobos.tile<4x256xf32> -> !phobos.tile<4x1xf32>
    ```
  }];
  let options = [
    Option<"level", "level", "::phobos::LintLevel", "::phobos::LintLevel::Warn", "what becomes of findings", [{
      ::llvm::cl::values(
        clEnumValN(::phobos::LintLevel::Off, "off", "there are none"),
        clEnumValN(::phobos::LintLevel::Warn, "warn", "they are warnings"),
        clEnumValN(::phobos::LintLevel::Error, "error", "they are errors"))}]>];
}

def ExplainMasks : Pass<"phobos-explain-masks", "::mlir::ModuleOp"> {
  let summary = "say why every mask is there, or is not";
  let description = [{
    Changes nothing. A remark at each dim of each access, and at each condition of
    a `phobos.where` that is computed from positions, says what docs/Masks.md
    explains: the mask is gone, with the rule and the facts that
    `phobos-eliminate-masks` wrote down; or kept, with what is not proved and a
    smallest fact that proves it; or unchecked. In parts of a loop that was split,
    it begins with the part. `phobos-translate --explain-masks` prints the same as
    a table, with the source's text.

    ```mlir
    // remark: dim 0, 64*ctx.block.x :+ 64 of 'M', kept: '64*ctx.block.x + 64 <= M' is not proved; …
    %t = phobos.load %A[%r :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
    ```
  }];
}

def PrintUniformity : Pass<"phobos-print-uniformity", "::mlir::ModuleOp"> {
  let summary = "print which values differ between the threads of a block";
  let description = [{
    A remark at each op and each block argument whose value is not the same for
    all threads of the block says whether it is the same for those of a warp, and
    through which op it came to differ. For tests, and to look at.

    ```mlir
    %lane = phobos.lane_id // remark: differs between threads by phobos.lane_id
    ```
  }];
}

def ConvertMemRefs : Pass<"phobos-convert-memrefs"> {
  let summary = "make pointers, extents and strides of a kernel's memrefs";
  let description = [{
    Before the tile stage: for compilers that hold memrefs. A kernel that takes some
    gets their views by `builtin.unrealized_conversion_cast`, which this pass makes
    `phobos.view`s. A memref argument becomes the pointer of a tensor, at the same
    place; its run-time extents and strides become `index` arguments behind all
    others, `A_extent0` and `A_stride0` of an argument `A`, unless `phobos.extents`
    or `phobos.strides` of the memref names arguments that are there. A launch thus
    passes the address of the element at index 0, so that a memref's offset is part
    of the address, and what the launch contract says.

    Fails where another op uses the memref; where a cast's view has other extents,
    strides or elements than the memref (without a layout it is dense); where the
    memref has a layout that is not `strided`, or is in a memory space other than 0
    and 1; and where names and numbers in `phobos.extents` and `phobos.strides` are
    not those of its type.

    ```mlir
    phobos.kernel @k(%A: memref<?x64xf32, strided<[?, 1], offset: ?>> {phobos.name = "A"}) {
      %0 = builtin.unrealized_conversion_cast %A
          : memref<?x64xf32, strided<[?, 1], offset: ?>> to !phobos.view<?x64xf32, strides = [?, 1]>
      …
    // becomes
    phobos.kernel @k(%a: !phobos.ptr<f32> {phobos.name = "A", phobos.extents = ["A_extent0", 64], phobos.strides = ["A_stride0", 1]},
                     %m: index {phobos.name = "A_extent0"}, %ld: index {phobos.name = "A_stride0"}) {
      %0 = phobos.view %a[%m, 64] strides [%ld, 1] : !phobos.view<?x64xf32, strides = [?, 1]>
      …
    ```
  }];
}

def CheckBounds : Pass<"phobos-check-bounds"> {
  let summary = "check the dims that the language never masks";
  let description = [{
    For debugging. Before each access, a `phobos.check_bounds` for each of its
    unchecked dims: points, slices `A[s:]`, and dims of block pointers without
    `boundary`. Dims that are masked or proved need none. Runs of single threads
    (`phobos.thread_sum`) are left alone, as are views of which no extent is known.

    ```mlir
    %t = phobos.load %A[%i :+ 1, %c :+ 8] masked [1] unchecked [0]
        : !phobos.view<?x?xf32> -> !phobos.tile<1x8xf32>
    ```

    becomes, where `%A = phobos.view %a[%M, %N]` is memory of argument "A",

    ```mlir
    phobos.check_bounds %i :+ 1 in %M dim 0 of "A"
    %t = phobos.load %A[%i :+ 1, %c :+ 8] masked [1] unchecked [0]
        : !phobos.view<?x?xf32> -> !phobos.tile<1x8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def EliminateMasks : Pass<"phobos-eliminate-masks"> {
  let summary = "unmask the dims in which an access is proved to stay inside";
  let description = [{
    A masked dim of an access, an op of `MaskedAccessOpInterface`, is unmasked
    where `0 <= start` and `start + n <= extent` are proved, both, for every
    execution of the op. What is not proved stays masked. The facts are those of
    `IndexFacts` (include/phobos/Analysis/IndexFacts.h): ranges, the grid, loops,
    promises, branches around the op, and what is computed of them. A mask goes
    only where `phobos-verify-masks` will be able to prove it again.

    The reason is recorded in the discardable attribute `phobos.mask_proofs`, an
    array with a dictionary `{dim, rule, facts}` for each dim; no meaning hangs
    on it.

    ```mlir
    %n = phobos.promise #phobos.divisible<16> %N
    %A = phobos.view %a[%n, %M] : !phobos.view<?x?xf32>
    scf.for %kt = %c0 to %n step %c16 {
      %t = phobos.load %A[%kt :+ 16, %r :+ 8] masked [0, 1] : …
      // becomes phobos.load %A[%kt :+ 16, %r :+ 8] masked [1] {phobos.mask_proofs = …}
    ```
  }];
}

def FoldIotaMasks : Pass<"phobos-fold-iota-masks"> {
  let summary = "replace conditions that are proved true or false at every element";
  let description = [{
    A condition, an i1 or a tile of i1, that is proved to be true (false) at every
    element where an op takes it is replaced there by a constant; of a conjunction
    or disjunction, also each part by itself. The op folds where that settles it:
    `phobos.where` becomes the side that is taken, a gather or scatter loses a mask
    that is true. What is not proved stays. As
    `where` selects, and the side not taken never shows, this is exact, also of
    NaN. The facts are those of `phobos-eliminate-masks`.

    ```mlir
    %n = phobos.promise #phobos.divisible<64> %N
    scf.for %kt = %c0 to %n step %c64 {
      %rest = arith.subi %n, %kt : index
      %bound = phobos.splat %rest : !phobos.tile<8x64xindex>
      %column = phobos.iota 1 : !phobos.tile<8x64xindex>
      %exists = arith.cmpi slt, %column, %bound : !phobos.tile<8x64xindex>
      %w = phobos.where %exists, %s, %low  // becomes %s
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def PrintIndexFacts : Pass<"phobos-print-index-facts"> {
  let summary = "print what is proved of accesses and conditions";
  let description = [{
    A remark for each masked dim of an access says by what kinds of facts its
    slice is proved to start at 0 or later, and to end at the extent or before;
    notes name the facts. A remark at each comparison that is proved true or false
    says so. For tests, and to look at; unlike `phobos-eliminate-masks` it asks no
    second prover.

    ```mlir
    %t = phobos.load %A[%kt :+ 16] masked [0] // remark: dim 0: start by loop; end not proved
    ```
  }];
}

#endif // PHOBOS_TRANSFORMS_PASSES_TD
