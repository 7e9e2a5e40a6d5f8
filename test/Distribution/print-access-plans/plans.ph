// One access of each kind: its plan, and why it is no better one.
// RUN: phobos-translate --print-access-plans --lint=off %s | FileCheck %s

// Rows of N elements, of which nothing is known: the version for aligned rows has vectors and a predicate for each, the
// other one single elements.
// CHECK-LABEL: kernel dense, sm_90a, 128 threads
// CHECK-NEXT: store Y: ctx.block.x * 8 :+ 8, 0 :+ 128, a tile of 8x128xf32
// CHECK-NEXT: aligned moves vectors of 4 elements, 16 bytes, 2 a thread
// CHECK-NEXT: where dim 0 is inside of M
// CHECK-NEXT: where dim 1 is inside of N
// CHECK-NEXT: needs address of Y % 16 == 0: this version was chosen by it
// CHECK-NEXT: needs start of dim 1 % 4 == 0: a constant
// CHECK-NEXT: needs pitch N % 4 == 0: this version was chosen by it
// CHECK-NEXT: needs extent N % 4 == 0: this version was chosen by it
// CHECK-NEXT: not TMA: the value is in registers
// CHECK-NEXT: unaligned moves elements of 4 bytes, 8 a thread
// CHECK-NEXT: where dim 0 is inside of M
// CHECK-NEXT: where dim 1 is inside of N
// CHECK-NEXT: not TMA: the value is in registers
// CHECK-NEXT: not vectors of 16 bytes: rows of this version need not begin at multiples of 16 bytes
// CHECK-NEXT: not vectors in runs of a warp: the tile has several rows
// CHECK-NEXT: load X: ctx.block.x * 8 :+ 8, 0 :+ 128, a tile of 8x128xf32
// CHECK: not TMA, cp.async: the value is used in registers
kernel dense(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  Y[ctx.block.x * 8 :+ 8, 0 :+ 128] = X[ctx.block.x * 8 :+ 8, 0 :+ 128]
}

// Rows of 2047 elements begin anywhere: each warp moves runs of them. A row that all blocks load is not worth it.
// CHECK-LABEL: kernel odd_rows
// CHECK: moves vectors of 16 bytes, 4 a thread, between a head and a tail of each run of 512 elements, which a warp puts in place through shared memory
// CHECK: not vectors straight to registers: the tile's last extent, 2047, is no multiple of more elements
// CHECK: load X:
// CHECK: moves vectors of 16 bytes, 4 a thread, between a head and a tail of each run of 512 elements
// CHECK: load G:
// CHECK: moves elements of 4 bytes, 16 a thread
// CHECK: not vectors in runs of a warp: all blocks load this row, so that it comes from caches
kernel odd_rows(X: tensor<f32>[M, 2047], G: tensor<f32>[1, 2047], Y: tensor<f32>[M, 2047]) {
  let r = ctx.block.x
  Y[r :+ 1, 0 :+ 2047] = X[r :+ 1, 0 :+ 2047] * G[0 :+ 1, 0 :+ 2047]
}

// Where rows that pointers lead to begin, a number says that is known at run time: anywhere, so that they move in runs.
// Each block asks for its own row, also where it ends: no vector of the aligned version straddles that. No two blocks load the same row.
// CHECK-LABEL: kernel pointer_rows
// CHECK: store y:
// CHECK-NEXT: aligned moves vectors of 4 elements, 16 bytes, 4 a thread{{$}}
// CHECK: needs extent max(n, 0) % 4 == 0, or the slice inside of it: this version was chosen by it
// CHECK: unaligned moves vectors of 16 bytes, 4 a thread, between a head and a tail of each run of 512 elements
// CHECK: load x:
// CHECK-NEXT: aligned moves vectors of 4 elements, 16 bytes, 4 a thread{{$}}
// CHECK: unaligned moves vectors of 16 bytes, 4 a thread, between a head and a tail of each run of 512 elements
@grid(64)
kernel pointer_rows(x: ptr<f32>, y: ptr<f32>, n: i32, pitch: i32) {
  let i = reshape(arange(2048), [1, 2048])
  let o = ctx.block.x * pitch + i
  store(y + o, load(x + o, mask = i < n), mask = i < n)
}

// Rows of whole 16 bytes, from an array that hardly ever begins at anything else: no registers for runs.
// CHECK-LABEL: kernel whole_pointer_rows
// CHECK: load x:
// CHECK: unaligned moves elements of 4 bytes, 16 a thread
// CHECK: not vectors in runs of a warp: only an array that does not begin at 16 bytes leads here
@grid(64)
kernel whole_pointer_rows(x: ptr<f32>, y: ptr<f32>, n: i32) {
  let i = reshape(arange(2048), [1, 2048])
  let o = ctx.block.x * 4096 + i
  store(y + o, load(x + o, mask = i < n), mask = i < n)
}

// One row for all blocks, behind a number of elements that is a constant.
// CHECK-LABEL: kernel shared_pointer_row
// CHECK: load x:
// CHECK: not vectors in runs of a warp: all blocks load this row, so that it comes from caches
kernel shared_pointer_row(x: ptr<f32>, Y: tensor<f32>[M, 2047], n: i32) {
  let i = reshape(arange(2047), [1, 2047])
  Y[ctx.block.x :+ 1, 0 :+ 2047] = load(x + 3 + i, mask = i < n, other = 0.0)
}

// No mask is left, so no edge is needed, and nothing is asked; the pitch follows from the promise.
// CHECK-LABEL: kernel promised
// CHECK-NEXT: store Y: r :+ 8, c :+ 128
// CHECK-NEXT: aligned moves vectors of 4 elements, 16 bytes, 2 a thread
// CHECK-NEXT: needs address of Y % 16 == 0: this version was chosen by it
// CHECK-NEXT: needs start of dim 1 % 4 == 0: proved, it is a multiple of 128
// CHECK-NEXT: needs pitch N % 4 == 0: proved, it is a multiple of 128
// CHECK-NEXT: not TMA
@aligned(M = 8, N = 128)
kernel promised(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let r = ctx.block.x * 8
  let c = ctx.block.y * 128
  Y[r :+ 8, c :+ 128] = X[r :+ 8, c :+ 128]
}

// CHECK-LABEL: kernel strided
// CHECK: load X:
// CHECK-NEXT: moves elements of 4 bytes, 8 a thread
// CHECK: not vectors of 16 bytes: elements of a row are Q apart
kernel strided(X: tensor<f32>[M, N] strides [P, Q], Y: tensor<f32>[M, N]) {
  Y[ctx.block.x * 8 :+ 8, 0 :+ 128] = X[ctx.block.x * 8 :+ 8, 0 :+ 128]
}

// A start of which nothing is known is asked for at run time, and so is the edge of a tensor whose only row it is.
// CHECK-LABEL: kernel start
// CHECK: load X:
// CHECK-NEXT: aligned moves vectors of 4 elements, 16 bytes, 1 a thread, where what they need holds; else elements of 4 bytes, 4 a thread
// CHECK-NEXT: where dim 0 is inside of N
// CHECK-NEXT: needs address of X % 16 == 0: this version was chosen by it
// CHECK-NEXT: needs start of dim 0 % 4 == 0: checked at run time
// CHECK-NEXT: needs extent N % 4 == 0, or the slice inside of it: checked at run time
kernel start(X: tensor<f32>[N], Y: tensor<f32>[N], s: i32) {
  Y[ctx.block.x * 128 :+ 128] = X[ctx.block.x * 128 + s :+ 128]
}

// 16 bytes are 8 of bf16, 16 of u8 and of bool, 2 of f64; they share a layout in which a thread has 16 neighbours.
// CHECK-LABEL: kernel types
// CHECK: store Y:
// CHECK-NEXT: aligned moves vectors of 2 elements, 16 bytes, 8 a thread,
// CHECK: load B:
// CHECK-NEXT: aligned moves vectors of 8 elements, 16 bytes, 2 a thread,
// CHECK: load U:
// CHECK-NEXT: aligned moves vectors of 16 elements, 16 bytes, 1 a thread, where what they need holds; else elements of 1 byte, 16 a thread
// CHECK: load P: i :+ 2048, a tile of 2048xi1
// CHECK-NEXT: aligned moves vectors of 16 elements, 16 bytes, 1 a thread,
// CHECK: load D:
// CHECK-NEXT: aligned moves vectors of 2 elements, 16 bytes, 8 a thread,
kernel types(B: tensor<bf16>[N], U: tensor<u8>[N], D: tensor<f64>[N], P: tensor<bool>[N], Y: tensor<f64>[N]) {
  let i = ctx.block.x * 2048
  Y[i :+ 2048] = f64(B[i :+ 2048]) + f64(U[i :+ 2048]) + where(P[i :+ 2048], D[i :+ 2048], 0.0)
}

// CHECK-LABEL: kernel uncached
// CHECK: load X:
// CHECK: not vectors of 16 bytes: a volatile vector could be torn between its elements
kernel uncached(X: tensor<f32>[N], Y: tensor<f32>[N]) {
  let i = ctx.block.x * 512
  Y[i :+ 512] = load(X[i :+ 512], volatile = true, fill = 1.0)
}

// 33 elements on 128 threads: 64 threads cover them, twice.
// CHECK-LABEL: kernel small
// CHECK-NEXT: store Y:
// CHECK-NEXT: moves elements of 4 bytes, 1 a thread
// CHECK-NEXT: where the thread is not past the tile's edge
// CHECK-NEXT: where the thread is the first of 2 with the same elements
// CHECK-NEXT: not TMA
// CHECK-NEXT: not vectors of 16 bytes: the tile's last extent, 33, is no multiple of more elements
kernel small(X: tensor<f32>[4], Y: tensor<f32>[33]) {
  Y[0 :+ 33] = sum(X[0 :+ 4], axis = 0) + zeros([33])
}

// CHECK-LABEL: kernel count
// CHECK-NEXT: atomic H:
// CHECK: not vectors of 16 bytes: each element is updated on its own
// CHECK: store p: a tile of offsets, a tile of 512xi32
// CHECK-NEXT: moves elements of 4 bytes, 4 a thread
// CHECK: not vectors of 16 bytes: the offsets are not known to follow each other
kernel count(H: tensor<i32>[N], X: tensor<i32>[N], p: ptr<i32>) {
  let i = ctx.block.x * 512
  atomic_add(H[i :+ 512], X[i :+ 512])
  store(p + (511 - arange(512)), X[i :+ 512])
}

// Rows that a table picks are runs of 64 elements, from addresses that are asked for at the kernel's entry.
// CHECK-LABEL: kernel rows
// CHECK: load table:
// CHECK-NEXT: moves vectors of 4 elements, 16 bytes, 1 a thread
// CHECK-NEXT: needs offsets in runs of 4 under one mask, from addresses of table that are multiples of their bytes: this version was chosen by it
kernel rows(table: ptr<f32>, which: tensor<i32>[M], Y: tensor<f32>[M, 64]) {
  let r = ctx.block.x * 8
  let picked = i64(reshape(which[r :+ 8], [8, 1]))
  Y[r :+ 8, 0 :+ 64] = load(table + picked * 64 + reshape(arange(64), [1, 64]))
}

// CHECK-LABEL: kernel product
// CHECK: load A:
// CHECK: not TMA, cp.async: wgmma multiplies bf16, f16, f8 and i8
kernel product(A: tensor<f32>[64, 64], B: tensor<f32>[64, 64], C: tensor<f32>[64, 64]) {
  C[0 :+ 64, 0 :+ 64] = dot(A[0 :+ 64, 0 :+ 64], B[0 :+ 64, 0 :+ 64])
}
