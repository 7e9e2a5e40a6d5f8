//===- Passes.td - From tiles to threads -------------------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DISTRIBUTION_PASSES_TD
#define PHOBOS_DISTRIBUTION_PASSES_TD

include "mlir/Pass/PassBase.td"

def PlanProducts : Pass<"phobos-plan-products", "::mlir::ModuleOp"> {
  let summary = "choose the products that wgmma does on operands fed by bulk copies";
  let description = [{
    Tile stage, for one target. Of a loop of products on sm_90a, marks each load of
    an operand as `phobos.staged` and the loop with the `phobos.stages` of the ring
    in shared memory that the operands come through; the kernel gets the threads
    that its accumulators need and `phobos.producers`, threads that only copy. Only
    attributes change: the code means what it meant.

    A bulk copy (TMA) writes zeros for what is outside of the tensor, so the masks
    of a staged load cost nothing, and `phobos-split-loops` leaves its loop whole.

    An operand that is computed, or held from before the loop, is none of a staged
    load: threads bring it to where wgmma reads it, a left side of 16 bits from
    registers where it lies there as an earlier product's result. A loop may do more
    than products, be under a condition, or beside others; but its bounds and
    conditions come from extents, block positions and counters of loops, since a
    producer that sees no tiles goes through them too.

    Either all products of a kernel are planned or none; then each says in
    `phobos.not_staged` why: its types or shape, what a loop loads for it and no bulk
    copy can bring, such as a start in a row that is not known to be a multiple of 16
    bytes, a write that would have to come before a copy, registers, memory.

    ```mlir
    scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) {
      %a = phobos.load %A[%r :+ 128, %k :+ 64] masked [0, 1] …
      %b = phobos.load %B[%k :+ 64, %c :+ 128] masked [0, 1] …
      %d = phobos.dot %a, %b, %acc …
    // becomes
      %a = phobos.load %A[%r :+ 128, %k :+ 64] masked [0, 1] {phobos.staged} …
      %b = phobos.load %B[%k :+ 64, %c :+ 128] masked [0, 1] {phobos.staged} …
      %d = phobos.dot %a, %b, %acc …
    } {phobos.stages = 6 : i64}
    ```
  }];
  let options = [Option<"target", "target", "std::string", "\"sm_90a\"",
                        "the GPU to compile for: sm_80, sm_89, sm_90a or sm_100a">];
}

def HoldRuns : Pass<"phobos-hold-runs", "::mlir::ModuleOp"> {
  let summary = "turn sums over a thread's runs into tiles that a thread holds";
  let description = [{
    Tile stage. The body of a `phobos.thread_sum` comes to where the sum stands, and
    its tiles get the layout in which each thread holds all elements, so that what
    is known of accesses holds of runs: one of four elements of f32 is one access of
    16 bytes where its address is proved to be a multiple of that, or in the version
    of the kernel for aligned rows. A `phobos.reduce` within the thread adds them up.
    Runs of more than 16 elements come in chunks, in a loop.

    A kernel with per-thread code that says nothing of threads gets 128.

    ```mlir
    %s = phobos.thread_sum(%A, %k : …) -> f32 {
    ^bb0(%a: !phobos.view<?xf32>, %i: index):
      %t = phobos.load %a[%i :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
      phobos.yield %t : !phobos.tile<4xf32>
    }
    // becomes
    %t = phobos.load %A[%k :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32, …>
    %r = phobos.reduce <add> %t dim 0 : !phobos.tile<4xf32, …> -> !phobos.tile<1xf32, …>
    %s = phobos.item %r : !phobos.tile<1xf32, …>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def AddRepackKernels : Pass<"phobos-add-repack-kernels", "::mlir::ModuleOp"> {
  let summary = "add the kernels that copy arrays which no bulk copy can see";
  let description = [{
    Tile stage. A bulk copy needs an array whose address and strides are multiples
    of 16 bytes. Of any other, a launcher makes a copy with such rows first; this
    pass adds the kernel for that, one for each size of elements and number of dims
    among a kernel's staged loads. The launch contract names it (`repack`).

    ```mlir
    phobos.kernel @gemm(…) {
      … phobos.load %A[%r :+ 64, %k :+ 64] {phobos.staged} : !phobos.view<?x?xbf16> …
    }
    // gets beside it
    phobos.kernel @gemm_repack16_2d(…) attributes {phobos.helper_of = @gemm} {
      … phobos.load %source[%r :+ 4, %c :+ 1024] masked [0, 1]
      … phobos.store %t, %target[%r :+ 4, %c :+ 1024] masked [0, 1]
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FormClusters : Pass<"phobos-form-clusters", "::mlir::ModuleOp"> {
  let summary = "let neighbouring blocks bring operands of products for each other";
  let description = [{
    Tile stage. In a kernel with `phobos.cluster` 2, 4 or 8 whose products are
    planned, blocks that follow each other in the order of `phobos-order-blocks`
    differ in one position, but at the ends of columns. What does not depend on it
    they all need: as a cluster, each brings a part of it, and the copy writes to
    the shared memory of all, so that the L2 cache is read once. Marks those loads.
    Whether the tiles are the same is asked for each cluster at run time; where
    they are not, as at the end of a column, each block brings its own.

    The blocks go around their rings in step, so a kernel whose loops of products
    depend on the block's position cannot have clusters. Blocks that make the last
    cluster whole do the last one's products again, without what follows; so a
    kernel cannot have them that writes before the last products, or reads there
    what it writes. A GPU may have no clusters, or smaller ones. The attribute goes
    from such kernels, with a warning that says why, and from those without planned
    products; `phobos.no_cluster` keeps the reason for `--list-configs`.

    ```mlir
    %m = arith.muli %x, %c64 : index // a position along x
    %n = arith.muli %y, %c64 : index
    %l = phobos.load %A[%m :+ 64, %k :+ 64] {phobos.staged} …
    %r = phobos.load %B[%k :+ 64, %n :+ 64] {phobos.staged} …
    // becomes
    %l = phobos.load %A[%m :+ 64, %k :+ 64] {phobos.staged} …
    %r = phobos.load %B[%k :+ 64, %n :+ 64] {phobos.multicast = 2 : i64, phobos.staged} …
    ```
  }];
  let options = [Option<"target", "target", "std::string", "\"sm_90a\"",
                        "the GPU to compile for: sm_80, sm_89, sm_90a or sm_100a">];
}

def MakePersistent : Pass<"phobos-make-persistent", "::mlir::ModuleOp"> {
  let summary = "let as many blocks as fit on the GPU do the work of all";
  let description = [{
    Tile stage. Where the products of a kernel are planned, one block a
    multiprocessor does the work of several, so that copies for the next one run
    while the last one's results are stored. The kernel's body becomes that of a
    loop over the blocks of the grid; the launch contract tells a launcher to
    launch no more blocks than fit. Blocks that are clusters, see
    `phobos-form-clusters`, take whole clusters of the grid's. Needs a grid along
    x alone, as
    `phobos-order-blocks` makes it. From here on positions are those of the blocks
    that are launched.

    Leaves a kernel alone without planned products.

    ```mlir
    phobos.kernel @k(…, %M: index) grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)>
        attributes {phobos.producers = 128 : i64} {
      %x = phobos.block_id x
      …
    // becomes
        attributes {phobos.persistent = 1 : i64, phobos.producers = 128 : i64} {
      %first = phobos.block_id x
      %step = phobos.num_blocks x
      %all = %M ceildiv 64
      scf.for %x = %first to %all step %step {
        …
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def SplitEpilogues : Pass<"phobos-split-epilogues", "::mlir::ModuleOp"> {
  let summary = "compute what follows products in chunks of columns";
  let description = [{
    Tile stage. Where the products of a kernel are planned, a thread holds up to 128
    sums. A tile that is combined with them before they are stored, as that of
    `alpha * sum + beta * C` or of a residual, would need as many registers again.
    This pass cuts a store of more than 64 columns, and the elementwise ops and loads
    that compute its value, into chunks of 64. All loads stay in front of all stores,
    and `phobos.held` keeps LLVM from computing a chunk where it is stored.

    Fires where such a load has the stored tile's shape, or where functions of `math`
    compute more than 64 of its elements in a thread. Leaves alone what stands in a
    loop of products, tiles that are not of rank 2 or whose columns are no multiple of
    64, and loads that are used twice, volatile, or before a write.

    ```mlir
    %c = phobos.load %C[%r :+ 128, %s :+ 128] : …
    %sum = arith.addf %acc, %c : !phobos.tile<128x128xf32>
    phobos.store %sum, %D[%r :+ 128, %s :+ 128] : …
    // becomes
    %c0 = phobos.load %C[%r :+ 128, %s :+ 64] : …
    %acc0 = phobos.extract_slice %acc[0 :+ 128, 0 :+ 64] : …
    %sum0 = arith.addf %acc0, %c0 {phobos.held} : !phobos.tile<128x64xf32>
    … // the same from column 64 on
    phobos.store %sum0, %D[%r :+ 128, %s :+ 64] : …
    phobos.store %sum1, %D[%r :+ 128, %s64 :+ 64] : …
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::phobos::PhobosDialect"];
}

def OrderBlocks : Pass<"phobos-order-blocks", "::mlir::ModuleOp"> {
  let summary = "run blocks next to each other that lie in one row of memory";
  let description = [{
    Tile stage. Block positions are logical: a kernel may name its axes as it
    likes. Where one axis other than x walks the last dim of every store, this
    pass lines all blocks up along x with that axis fastest, so that blocks which
    run at the same time share rows of memory. It must come after passes that
    reason about positions and their number.

    The row holds as many blocks as the grid did, so a launch of more than
    2^31 - 1 blocks in all is refused by its launcher.

    Leaves a kernel alone whose stores agree on no such axis, or already on x.

    ```mlir
    phobos.kernel @k(…, %M: index, %N: index)
        grid affine_map<()[s0, s1] -> (s0 ceildiv 64, s1 ceildiv 64, 1)> {
      %x = phobos.block_id x
      %y = phobos.block_id y
      … phobos.store %t, %B[%x64 :+ 64, %y64 :+ 64] …
    // becomes
    phobos.kernel @k(…, %M: index, %N: index)
        grid affine_map<()[s0, s1] -> ((s0 ceildiv 64) * (s1 ceildiv 64), 1, 1)> {
      %b = phobos.block_id x
      %y = %b mod (%N ceildiv 64)
      %x = %b / (%N ceildiv 64)
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def RollTiles : Pass<"phobos-roll-tiles", "::mlir::ModuleOp"> {
  let summary = "compute large tiles in loops over chunks";
  let description = [{
    Tile stage. A kernel may name a tile as large as it likes. Where a thread's part
    of it does not fit in registers, this pass cuts tiles into chunks along the
    longest dim, and computes chunk by chunk in an `scf.for`:

    - loads, gathers, positions, splats and elementwise ops up to a store, or up to
      several, are one loop;
    - a reduction along the dim combines chunks element by element in a tile that
      the loop carries, and reduces that tile once, behind the loop; a reduction
      along another dim is done in each chunk;
    - what needs a reduction's result is a loop of its own, which loads its tiles
      again.

    No access is masked that was not: chunks have a length that divides the
    extent where it has a divisor of the right size, else the last chunk is shorter
    and stands behind the loop. A dim that is masked stays masked in each chunk.

    A load is done again, or later than its text says, only where nothing has
    written what it reads in between. Whether an argument's memory and another's
    overlap is asked once, at run time, by `phobos.views_apart`, unless the kernel
    has `phobos.noalias`. Where they do, and where one argument is read and written
    at different places, the tile is kept in memory of each thread, by
    `phobos.chunks`. A store to the place that was loaded needs neither.

    A tile is large if a thread would need more than `limit` registers for it, or more
    than 65536 that all threads share: of the 512 that a kernel gets where it does not
    choose, each has 128. Where each
    element is needed by one loop only, registers gain nothing, and `limit-once` are
    enough to roll: straight code for them takes longer to compile. Chunks have 64
    bytes a thread, four of the widest accesses, and whole vectors of 16 bytes.

    Leaves alone tiles that an op needs whole (a transpose, reshape, product, scan
    or volatile access), that a loop carries or a branch gives, and that a nested
    region uses.

    ```mlir
    %t = phobos.load %A[%r :+ 4, %c :+ 65536] masked [0] : !phobos.view<?x?xf32> -> !phobos.tile<4x65536xf32>
    %u = arith.mulf %t, %t : !phobos.tile<4x65536xf32>
    phobos.store %u, %A[%r :+ 4, %c :+ 65536] masked [0] : !phobos.tile<4x65536xf32>, !phobos.view<?x?xf32>
    // becomes
    scf.for %i = %c0 to %c65536 step %c2048 {
      %s = arith.addi %c, %i : index
      %t = phobos.load %A[%r :+ 4, %s :+ 2048] masked [0] : !phobos.view<?x?xf32> -> !phobos.tile<4x2048xf32>
      %u = arith.mulf %t, %t : !phobos.tile<4x2048xf32>
      phobos.store %u, %A[%r :+ 4, %s :+ 2048] masked [0] : !phobos.tile<4x2048xf32>, !phobos.view<?x?xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [
    Option<"limit", "limit", "int64_t", "128", "the most registers of a thread for a tile">,
    Option<"limitOnce", "limit-once", "int64_t", "64",
           "the same where one loop needs each element of the tile once">,
    Option<"chunk", "chunk", "int64_t", "0", "elements of a chunk, 0 for 64 bytes a thread">];
}

def VersionRows : Pass<"phobos-version-rows", "::mlir::ModuleOp"> {
  let summary = "one version of a kernel for rows that begin at 16 bytes, one for others";
  let description = [{
    Tile stage. Rows whose address and pitch are multiples of 16 bytes take wide
    accesses, where each thread has neighbouring elements. Other rows must be
    accessed an element at a time, which is fast only where neighbouring elements
    belong to neighbouring threads: another layout. So what follows the kernel's
    views is put under one uniform `scf.if` on the alignment of all of them. On
    which side of it an access is says where its rows begin:
    `phobos-assign-layouts` and `phobos-distribute` go by that.

    A gather or scatter of *runs* is wide in the first version as well: there it says
    by `phobos.run = 4` that each 4 elements of its last dim, from a multiple of 4 on,
    lie side by side at an address that is a multiple of their bytes, under equal
    elements of the mask. The run is the longest, up to 16 bytes, of which
    `ElementRuns.h` proves that

    - the offsets are a position along the last dim plus what is the same along it;
    - the latter is a multiple of the run, sums and products of any width looked
      through: also rows that a table picks, times a pitch;
    - the mask is computed from what is the same along the last dim, and from
      comparisons of the position with a multiple of the run.

    Where a number is not known to be a multiple, and is a sum of products of scalars
    that are known at the kernel's start, it is tested there, as an offset in a view
    at the gather's pointer. All others stay accesses of single elements: offsets
    that descend, are read from memory or begin anywhere; masks that differ within a
    run or that memory gives; and what is volatile.

    Where a pointer and a number lead to a row, as `x + row * pitch` does, each block
    asks for its own one, also whether a vector straddles its end: the first version
    has no such vector, and says so by `phobos.whole_vectors`.

    Of a kernel whose products are planned, each store, and each load outside of the
    loops of products, has two versions of its own. Of a kernel that copies arrays for
    another one there is one version, that for rows which are not aligned.

    Leaves a kernel alone where no access can be wide, where a view is not at the
    start of the kernel or follows an access, and where two versions would be too
    much code: of more than 400 ops.

    ```mlir
    %B = phobos.view %b[%M, %N] : !phobos.view<?x?xf32>
    %t = phobos.load %A[%r :+ 8, %c :+ 64] : !phobos.view<?x?xf32> -> !phobos.tile<8x64xf32>
    // becomes
    %B = phobos.view %b[%M, %N] : !phobos.view<?x?xf32>
    %0 = phobos.rows_aligned %A : !phobos.view<?x?xf32>
    %1 = phobos.rows_aligned %B : !phobos.view<?x?xf32>
    %2 = arith.andi %0, %1 : i1
    scf.if %2 {
      %t = phobos.load %A[%r :+ 8, %c :+ 64] …
    } else {
      %t = phobos.load %A[%r :+ 8, %c :+ 64] …
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"maxOps", "max-ops", "int64_t", "400",
                        "the most ops of a kernel that gets two versions">];
}

def VersionReads : Pass<"phobos-version-reads", "::mlir::ModuleOp"> {
  let summary = "one version of a kernel for rows that nothing is written to, one for others";
  let description = [{
    Tile stage, behind `phobos-version-rows`. A row that all blocks load, as a scale
    or a shift, moves an element at a time beside rows that begin anywhere. Such loads
    are many, and must all come before the first store, which may reach their memory:
    memory is idle between. In a version that is chosen where the views have no memory
    in common, `phobos.read_only` on a load says that no store of the kernel
    reaches it; it becomes `ld.global.nc`, which ptxas may place behind stores, and
    waits for none.

    Fires where such a load stands beside a store of a row in runs, of 16 elements a
    thread at least, in the version for rows at any address or in a kernel that has
    one version as its rows have an odd number of elements. In a kernel that is
    `@noalias` the loads are marked, and there is no other version. Refuses loads with
    hints of their own, and kernels that write by pointers or atomics, have a view
    behind an access, or more than 400 ops.

    ```mlir
    %g = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] : !phobos.view<1x4095xf32> -> !phobos.tile<1x4095xf32>
    phobos.store %g, %Y[%r :+ 1, %c0 :+ 4095] : !phobos.tile<1x4095xf32>, !phobos.view<?x4095xf32>
    // becomes
    %0 = phobos.views_apart %G, %Y : !phobos.view<1x4095xf32>, !phobos.view<?x4095xf32>
    scf.if %0 {
      %g = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] {phobos.read_only} …
      phobos.store %g, %Y[%r :+ 1, %c0 :+ 4095] …
    } else {
      %g = phobos.load %G[%c0 :+ 1, %c0 :+ 4095] …
      phobos.store %g, %Y[%r :+ 1, %c0 :+ 4095] …
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
  let options = [Option<"maxOps", "max-ops", "int64_t", "400",
                        "the most ops of a kernel that gets two versions">];
}

def OverlapStores : Pass<"phobos-overlap-stores", "::mlir::ModuleOp"> {
  let summary = "tiles of rows at any address overlap, so that blocks store whole sectors";
  let description = [{
    Tile stage, behind `phobos-version-rows`. Memory is written in sectors of 32
    bytes; of a sector that two blocks write in parts, the rest is read each time.
    Where a block stores a part of several rows that begin anywhere, and the next
    block what follows, each tile begins one sector earlier: of the two sectors in
    which it meets others, it has all of the first one. `phobos.overlap` says so on
    the store and the loads; `phobos-distribute` has each sector stored by one block.

    It is another version, under a uniform `scf.if` that asks what is known at run
    time: that the blocks of the grid cover the row, and that the memory that is
    read is none that is written, for a block reads elements of its neighbour's.

    Fires in the version for unaligned rows, on a store that is the only one, of
    parts of rows of at most 1024 bytes, of whole sectors, whose start is the block's
    position times their length. Refuses where the tile is computed from anything but
    loads that begin at that start, elementwise ops, transpositions, broadcasts and
    constants; from what differs between blocks along that axis otherwise; or from a
    tile that is used elsewhere.

    ```mlir
    %t = phobos.load %A[%r :+ 128, %c :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %u = phobos.transpose %t [1, 0] : !phobos.tile<128x64xf32> -> !phobos.tile<64x128xf32>
    phobos.store %u, %B[%c :+ 64, %r :+ 128] masked [0, 1] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
    // becomes, where %r is 128 times the block's position along x
    %n = phobos.num_blocks x
    %2 = phobos.views_apart %A, %B : !phobos.view<?x?xf32>, !phobos.view<?x?xf32>
    scf.if %3 { // %2, and %n * 128 >= %M
      %s = arith.subi %r, %c8 : index
      %t = phobos.load %A[%s :+ 136, %c :+ 64] masked [0, 1] {phobos.overlap = 8} : !phobos.view<?x?xf32> -> !phobos.tile<136x64xf32>
      %u = phobos.transpose %t [1, 0] : !phobos.tile<136x64xf32> -> !phobos.tile<64x136xf32>
      phobos.store %u, %B[%c :+ 64, %s :+ 136] masked [0, 1] {phobos.overlap = 8} : !phobos.tile<64x136xf32>, !phobos.view<?x?xf32>
    } else {
      …
    }
    ```
  }];
  let options = [Option<"target", "target", "std::string", "\"sm_90a\"",
                        "the GPU to compile for: sm_80, sm_89, sm_90a or sm_100a">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def AssignLayouts : Pass<"phobos-assign-layouts", "::mlir::ModuleOp"> {
  let summary = "choose which thread holds which element of each tile";
  let description = [{
    Tile stage to scheduled stage. Chooses the number of threads of each kernel
    where it has none, gives every tile a layout and inserts
    `phobos.convert_layout` where an op's operands have others than it needs.

    Tiles that elementwise ops, loops and branches connect share one layout;
    results of reductions and operands of broadcasts get it collapsed along
    their dims of extent 1, so that they meet the large tile without
    communication. The layout is the coalesced one of the accesses in the group.
    Where the group holds a product's accumulator it is that of `mma.sync`, its
    warps spread over rows and columns such that each reads the fewest operand
    elements, or over rows alone where one product's result is another's left
    side; and a block of 4x4 elements a thread where the target has no tensor
    cores for any product of the group.

    Refuses a kernel in which a thread would hold more than 256 elements of a
    tile, and tile constants whose elements differ.

    ```mlir
    %t = phobos.load %A[%r :+ 8, %c :+ 16] : !phobos.view<?x?xf32> -> !phobos.tile<8x16xf32>
    // becomes, with 32 threads,
    %t = phobos.load %A[%r :+ 8, %c :+ 16] : !phobos.view<?x?xf32>
        -> !phobos.tile<8x16xf32, #phobos.layout<reg = [[0, 1], [0, 2]],
             lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [], reps = [1, 1]>>
    ```
  }];
  let dependentDialects = ["::phobos::PhobosDialect"];
  let options = [Option<"target", "target", "std::string", "\"sm_90a\"",
                        "the GPU to compile for: sm_80, sm_89, sm_90a or sm_100a">];
}

def PrintAccessPlans : Pass<"phobos-print-access-plans", "::mlir::ModuleOp"> {
  let summary = "say how each load and store moves its elements, and why not better";
  let description = [{
    On the scheduled stage, says in remarks at each load, store, gather, scatter
    and atomic how its elements move between memory and registers: as vectors, one
    at a time, or either of them by a check at run time; what is predicated; what
    vectors need, and by what it holds; and of each better way why it was refused.
    It is the plan that layouts were chosen by and `phobos-distribute` makes code
    from. Changes nothing. [Layout.md](../Layout.md#access-plans) shows the same by lines of a source.

    ```mlir
    %t = phobos.load %A[%r :+ 64] masked [0]
        : !phobos.view<?xf32> -> !phobos.tile<64xf32, …>
    // remark: load of 'A': vectors of 4 elements, 16 bytes, 1 a thread, where what they need
    // holds; else elements of 4 bytes, 4 a thread; each where dim 0 is inside of M; needs …
    ```
  }];
  let options = [Option<"target", "target", "std::string", "\"sm_90a\"",
                        "the GPU to compile for: sm_80, sm_89, sm_90a or sm_100a">];
}

def PrintLayouts : Pass<"phobos-print-layouts", "::mlir::ModuleOp"> {
  let summary = "say which thread holds what of each tile, and why tiles change threads";
  let description = [{
    On the scheduled stage, says in remarks of each tile how its elements lie in
    the threads, and of each `phobos.convert_layout` and `phobos.reshape` how it
    moves them, and why. Changes nothing. [Layout.md](../Layout.md#layouts-of-a-kernel) shows the same by lines
    of a source, with drawings.

    ```mlir
    %t = phobos.load %A[%r :+ 8, %c :+ 16] : !phobos.view<?x?xf32> -> !phobos.tile<8x16xf32, …>
    // remark: load of 8x16xf32: a thread has 4 elements, 4 next to each other in a row; atom 8x16, repeated 1x1
    ```
  }];
}

def Distribute : Pass<"phobos-distribute", "::mlir::ModuleOp"> {
  let summary = "turn kernels on tiles into code of one thread";
  let description = [{
    Scheduled stage to thread stage. Each `phobos.kernel` becomes a `gpu.module`
    with one `gpu.func`; a tile becomes a vector of the elements that the thread
    holds, in the order of its layout.

    - Loads and stores use 16-byte accesses where base, strides, starts and
      extents are multiples of enough, by proof or by a uniform branch on their
      values, and single elements otherwise. A masked element is guarded by a
      predicate of its own, or of its vector's where the mask is the same for
      the whole vector. Addresses are 64 bits wide.
    - Gathers and scatters move single elements, each guarded by its element of the
      mask, or runs of them (`phobos.run`), guarded by the first one's.
    - Reductions and scans go through registers, shuffles (one `redux.sync` for
      integers of a whole warp), and shared memory across warps, as the layout
      asks for.
    - A slice of a tile that begins at constants and is made of whole atoms is a
      renumbering of registers; any other goes through shared memory.
    - A barrier follows what is written to shared memory, and precedes it only
      where threads may still be reading there.
    - Between accesses of global memory one stands where threads may touch each
      other's elements and one of them writes, behind a test where that depends
      on where arguments lie.
    - Products are `mma.sync` where the accumulator has its layout and the target
      has an instruction for the operands: f16, bf16, i8, f64, f8 (as f16 before
      sm_89), and f32 whose precision is tf32, tf32x3 or bf16. Operands lie in
      shared memory, in chunks of 16 bytes that are swizzled such that neither
      writing nor `ldmatrix` meets bank conflicts, padded with zeros along the
      inner extent; a left side that lies in registers as the instruction reads it,
      as the result of another product does, stays there. Others are fused
      multiply-adds on operands in shared memory.
    - A loop copies operands of such products ahead, by `cp.async` into a ring of as
      many slots as `phobos.pipeline` says, or four, or as many as fit; one barrier an
      iteration. A piece of 16 bytes is copied where rows are aligned so, by proof or
      by a uniform test, else an element of 4 or 8 bytes; smaller ones are loaded
      before the products of an iteration, and stored at once or, where a thread has
      few of them, behind the products.
      What is outside is filled with zeros by the copy.

      Not copied ahead are a load that anything but products in the loop reads, whose
      start depends on what the loop carries or reads, whose fill is not 0, whose
      elements the instruction does not read as they are (f8 on sm_80, precision
      bf16, i8 and f8 of a right side [K, N], which are transposed), that is volatile
      or has cache hints, or whose last stride is not 1; and no load of a loop that
      writes memory, promises or checks something, or says one stage.
    - `phobos.promise` traps in every block in which it does not hold.

    `print-barriers` says in remarks, in the order of the program, where barriers
    stand and where none is needed, and why:

    ```mlir
    phobos.store %t, %A[%c0 :+ 32] : !phobos.tile<32xf32>, !phobos.view<128xf32>
    // remark: barrier: this load of 'A' and the store to 'A' may meet in two threads
    %u = phobos.load %A[%c1 :+ 32] : !phobos.view<128xf32> -> !phobos.tile<32xf32>
    ```

    The `gpu.module` carries `phobos.contract`, from which the launch contract is
    written. A kernel with `phobos.helper_of = @k` goes into the module of @k, or
    into the `gpu.module` @k, and its contract into each `repack` of a tensor map
    there that names it.

    Refuses tiles without a layout, of pointers, or in a layout with a basis that
    is no power of two along one dim; views that anything but a load or store
    uses; ops outside of `phobos`, `arith`, `math` and `scf`'s `for`, `while` and
    `if`; and more shared memory than the target has.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::vector::VectorDialect",
                           "::mlir::NVVM::NVVMDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "::mlir::math::MathDialect"];
  let options = [Option<"target", "target", "std::string", "\"sm_90a\"",
                        "the GPU to compile for: sm_80, sm_89, sm_90a or sm_100a">,
                 Option<"printBarriers", "print-barriers", "bool", "false",
                        "say in remarks where barriers stand, and why">];
}

def OverlapLaunches : Pass<"phobos-overlap-launches", "::mlir::gpu::GPUModuleOp"> {
  let summary = "let a kernel begin before the last one has ended";
  let description = [{
    Thread stage; on GPUs before sm_90 nothing changes. Each kernel lets the next one
    of its stream begin, and waits until those before it have ended and what they wrote
    can be seen, before it uses global memory: so its launch, the barriers in its shared
    memory and its fetches of tensor maps fall into the time of the last kernel.
    The launch contract says so (`overlap`); a launcher that does not ask the
    driver for it gets the same results. Leaves a kernel alone that reads by
    `ld.global.nc`: what it reads must not change from its beginning on.

    ```mlir
    nvvm.mbarrier.init %barrier, %one : !llvm.ptr<3>, i32
    scf.if %is_producer { … }
    // becomes
    nvvm.mbarrier.init %barrier, %one : !llvm.ptr<3>, i32
    nvvm.griddepcontrol launch_dependents
    nvvm.griddepcontrol wait
    scf.if %is_producer { … }
    ```
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
  let options = [Option<"target", "target", "std::string", "\"sm_90a\"",
                        "the GPU to compile for: sm_80, sm_89, sm_90a or sm_100a">];
}

#endif // PHOBOS_DISTRIBUTION_PASSES_TD
