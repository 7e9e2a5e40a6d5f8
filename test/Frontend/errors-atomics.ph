// RUN: not phobos-translate --import-phobos --kernel atomics %s 2>&1 | FileCheck %s

kernel atomics(p: ptr<i32>, h: ptr<i8>, f: ptr<f32>, A: tensor<i32>[8], n: i32) {
  let i = arange(8)
  // CHECK: [[#@LINE+1]]:3: error: expected numbers of 32 or 64 bits, f16 or bf16 for atomic_add, got i8
  atomic_add(h + i, 1)
  // CHECK: [[#@LINE+1]]:3: error: expected integers of 32 or 64 bits for atomic_xor, got f32
  atomic_xor(f + i, 1)
  // CHECK: [[#@LINE+1]]:32: error: expected relaxed, acquire, release or acq_rel, got 'seq_cst'
  atomic_add(p + i, 1, order = seq_cst)
  // CHECK: [[#@LINE+1]]:31: error: expected block, gpu or system, got 'cta'
  atomic_add(A[:], 1, scope = cta)
  // CHECK: [[#@LINE+1]]:32: error: expected 'mask' with a pointer; a slice is masked by the tensor's extents
  atomic_add(A[:], 1, mask = i < n)
  // CHECK: [[#@LINE+1]]:14: error: expected a slice of a tensor or a pointer, got a slice of a tile, which is no memory
  atomic_add(i[0 :+ 4], 1)
  // CHECK: [[#@LINE+1]]:14: error: expected a slice of a tensor or a pointer, got i32
  atomic_add(n, 1)
  // CHECK: [[#@LINE+1]]:26: error: expected 'name = ' before this argument, the options of atomic_add(to, value, mask, order, scope) are given by name
  atomic_add(p + i, 1, i < n)
  // CHECK: [[#@LINE+1]]:3: error: missing argument 'value', expected atomic_cas(to, expected, value, mask, order, scope)
  atomic_cas(p + i, 1)
  // CHECK: [[#@LINE+1]]:21: error: expected a constant that i32 holds, got 1.5
  atomic_add(p + i, 1.5)
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: unknown function 'atomic_inc'
  atomic_inc(p + i, 1)
}
