// RUN: phobos-translate --phobos-to-ptx %s | FileCheck %s

// Each hint arrives in the PTX, of masked and unmasked accesses, in vectors and single
// elements.
// CHECK-LABEL: .entry hints(
// CHECK-DAG: @%p{{[0-9]+}} ld.global.ca.v4.b32
// CHECK-DAG: @%p{{[0-9]+}} ld.global.ca.b32
// CHECK-DAG: @%p{{[0-9]+}} ld.global.cg.v4.b32
// CHECK-DAG: {{^[[:space:]]*}}ld.global.cs.v4.b32
// CHECK-DAG: {{^[[:space:]]*}}ld.global.cv.b32
// CHECK-DAG: @%p{{[0-9]+}} ld.global.L1::evict_first.b32
// CHECK-DAG: {{^[[:space:]]*}}ld.global.L1::evict_last.v4.b32
// CHECK-DAG: {{^[[:space:]]*}}ld.global.v4.b32
// CHECK-DAG: createpolicy.fractional.L2::evict_last.b64 [[POLICY:%rd[0-9]+]];
// CHECK-DAG: {{^[[:space:]]*}}ld.global.cg.L2::cache_hint.b32 {{.*}}, [[POLICY]];
// CHECK-DAG: @%p{{[0-9]+}} ld.volatile.global.b32
// CHECK-DAG: @%p{{[0-9]+}} st.global.wb.v4.b32
// CHECK-DAG: @%p{{[0-9]+}} st.global.cg.b32
// CHECK-DAG: st.global.cs.v4.b32
// CHECK-DAG: st.global.wt.b32
// CHECK-DAG: @%p{{[0-9]+}} st.global.L1::evict_first.v4.b32
// CHECK-DAG: st.global.L1::evict_last.b32
// CHECK-DAG: st.global.v4.b32
// CHECK-DAG: createpolicy.fractional.L2::evict_first.b64 [[FIRST:%rd[0-9]+]];
// CHECK-DAG: st.global.cs.L2::cache_hint.b32 {{.*}}, [[FIRST]];
// CHECK-DAG: @%p{{[0-9]+}} st.volatile.global.b32
// CHECK: ret;
@noalias
@launch(128)
kernel hints(p: ptr<f32>, q: ptr<f32>, n: i32) {
  let i = arange(128)
  let m = i < n
  let a = load(p + i, mask = m, cache = ca)
  let b = load(p + i, mask = m, cache = cg)
  let c = load(p + i, cache = cs)
  let d = load(p + i, cache = cv)
  let e = load(p + i, mask = m, evict = first)
  let f = load(p + i, evict = last)
  let g = load(p + i, evict = normal)
  let h = load(p + i, cache = cg, evict = last)
  let v = load(p + i, mask = m, volatile = true)
  store(q + i, a + b, mask = m, cache = wb)
  store(q + i, c, mask = m, cache = cg)
  store(q + i, d, cache = cs)
  store(q + i, e, cache = wt)
  store(q + i, f, mask = m, evict = first)
  store(q + i, g, evict = last)
  store(q + i, h, evict = normal)
  store(q + i, v, cache = cs, evict = first)
  store(q + i, b, mask = m, volatile = true)
}
