// Which rows come by bulk copies, and why others do not. A thread of 32 has 66
// elements of rows of 2081.
// RUN: phobos-translate --print-access-plans --set=N=2081 --kernel=copied %s | FileCheck %s --check-prefix=COPIED
// RUN: phobos-translate --phobos-to-ptx --set=N=2081 --kernel=copied %s | FileCheck %s --check-prefix=PTX
// RUN: phobos-translate --print-access-plans --set=N=2081 --target=sm_80 --kernel=copied %s | FileCheck %s --check-prefix=SM80
// RUN: phobos-translate --print-access-plans --set=N=2047 --kernel=copied %s | FileCheck %s --check-prefix=FEW
// RUN: phobos-translate --print-access-plans --set=N=2084 --kernel=copied %s | FileCheck %s --check-prefix=ALIGNED
// RUN: phobos-translate --print-access-plans --set=N=2081 --kernel=masked %s | FileCheck %s --check-prefix=MASKED
// RUN: phobos-translate --print-access-plans --set=N=2081 --kernel=behind %s | FileCheck %s --check-prefix=BEHIND
// RUN: phobos-translate --print-access-plans --set=N=2081 --kernel=again %s | FileCheck %s --check-prefix=LOOP
// RUN: phobos-translate --print-access-plans --set=N=2081 --kernel=hinted %s | FileCheck %s --check-prefix=HINTED
// RUN: phobos-translate --print-access-plans --set=N=2081 --kernel=several %s | FileCheck %s --check-prefix=SEVERAL
// RUN: phobos-translate --print-access-plans --set=N=63001 --kernel=large %s | FileCheck %s --check-prefix=LARGE

// COPIED: load X
// COPIED-NEXT: moves bulk copies of the row to shared memory, from which threads take elements of 4 bytes, 66 a thread
// COPIED-NEXT: where the thread is not past the tile's edge
// COPIED-NEXT: not vectors straight to registers: the tile's last extent, 2081, is no multiple of more elements

// One thread starts the copies, the first ones bring the row's ends.
// PTX: mbarrier.init
// PTX: fence.mbarrier_init
// PTX: mbarrier.arrive.expect_tx
// PTX: cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes
// PTX: ld.global.b32
// PTX: st.shared.b32
// PTX: bar.sync
// PTX: mbarrier.try_wait
// PTX-COUNT-66: ld.shared.b32
// PTX-NOT: ld.global

// SM80: load X
// SM80: not bulk copies of the row: the GPU has none

// All of 64 elements a thread are under way at once.
// FEW-NOT: bulk copies
// FEW: load X
// FEW-NOT: bulk copies

// ALIGNED: load X
// ALIGNED: not bulk copies of the row: only an array that does not begin at 16 bytes leads here
@launch(32)
@specialize(N)
kernel copied(X: tensor<i32>[M, N], Y: tensor<i32>[M, N]) {
  let row = ctx.block.x
  Y[row :+ 1, :] = X[row :+ 1, :] * 3
}

// MASKED: load X
// MASKED: not bulk copies of the row: they take no mask
@launch(32)
@specialize(N)
kernel masked(X: tensor<i32>[M, N], Y: tensor<i32>[M, N]) {
  let row = ctx.block.x
  Y[row :+ 1, :] = X[row + 1 :+ 1, :] * 3
}

// BEHIND: load X
// BEHIND: not bulk copies of the row: the kernel writes to memory before
@launch(32)
@specialize(N)
kernel behind(X: tensor<i32>[M, N], Y: tensor<i32>[M, N]) {
  let row = ctx.block.x
  Y[row :+ 1, 0 :+ 1] = 1
  Y[row :+ 1, :] = X[row :+ 1, :] * 3
}

// LOOP: load X
// LOOP: not bulk copies of the row: in a loop, their mbarriers would count its iterations
@launch(32)
@specialize(N)
kernel again(X: tensor<i32>[M, N], Y: tensor<i32>[1, N]) {
  var most = full([1, N], 0)
  for i in range(0, M) {
    most = max(most, X[i :+ 1, :])
  }
  Y[0 :+ 1, :] = most
}

// LARGE: load X
// LARGE: not bulk copies of the row: the row does not fit into shared memory
@launch(512)
@specialize(N)
kernel large(X: tensor<i32>[M, N], Y: tensor<i32>[M, N]) {
  let row = ctx.block.x
  Y[row :+ 1, :] = X[row :+ 1, :] * 3
}

// HINTED: load X
// HINTED: not bulk copies of the row: its hints are for loads to registers
@launch(32)
@specialize(N)
kernel hinted(X: tensor<i32>[M, N], Y: tensor<i32>[M, N]) {
  let row = ctx.block.x
  Y[row :+ 1, :] = load(X[row :+ 1, :], evict = first) * 3
}

// Two rows do not follow each other in whole 16 bytes.
// SEVERAL-NOT: bulk
// SEVERAL: load X
// SEVERAL-NOT: bulk
@launch(64)
@specialize(N)
kernel several(X: tensor<i32>[M, N], Y: tensor<i32>[M, N]) {
  let row = ctx.block.x * 2
  Y[row :+ 2, :] = X[row :+ 2, :] * 3
}
