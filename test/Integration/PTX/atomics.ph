// RUN: phobos-translate --phobos-to-ptx %s | FileCheck %s

// An atomic is one instruction with its order and scope; without a use of the old value
// it is a reduction. A mask is its predicate.
// CHECK-LABEL: .entry atomics(
// CHECK: @%p{{[0-9]+}} red.relaxed.gpu.global.add.u32
// CHECK: @%p{{[0-9]+}} red.release.cta.global.max.s32
// CHECK: @%p{{[0-9]+}} atom.acq_rel.sys.global.exch.b32
// CHECK: bar.sync
// CHECK: @%p{{[0-9]+}} atom.acquire.gpu.global.cas.b32
// CHECK: ret;
@noalias
@launch(128)
kernel atomics(p: ptr<i32>, q: ptr<i32>, n: i32) {
  let i = arange(128)
  let m = i < n
  atomic_add(p + i, 1, mask = m, order = relaxed)
  atomic_max(p + i, 2, mask = m, order = release, scope = block)
  let old = atomic_xchg(p + i, 3, mask = m, scope = system)
  store(q + i, atomic_cas(p + i, old, 4, mask = m, order = acquire))
}
