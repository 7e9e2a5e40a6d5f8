// RUN: phobos-translate --phobos-to-ptx %s | FileCheck %s

// Nothing is known of the extents: each access has its predicate, a vector where
// the rows are whole vectors, an element elsewhere.
// CHECK-LABEL: .entry copy2d(
// CHECK-NOT: trap;
// CHECK: @%p{{[0-9]+}} ld.global.b32
// CHECK: @%p{{[0-9]+}} st.global.b32
// CHECK: @%p{{[0-9]+}} ld.global.v4.b32
// CHECK: @%p{{[0-9]+}} st.global.v4.b32
// CHECK-NOT: trap;
// CHECK: .file
kernel copy2d(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let r = ctx.block.x * 64
  let c = ctx.block.y * 64
  B[r :+ 64, c :+ 64] = A[r :+ 64, c :+ 64]
}
