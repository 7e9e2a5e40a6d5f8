// RUN: phobos-translate --phobos-to-ptx %s | FileCheck %s

// Every block checks all promises of @aligned in one branch, before it touches
// memory: both extents, and that the blocks end within them.
// CHECK-LABEL: .entry copy2d(
// CHECK-NOT: {{(ld|st)[.]global}}
// CHECK: and.b64 {{.*}}, 63;
// CHECK-NOT: {{(ld|st)[.]global|bra}}
// CHECK: @%p{{[0-9]+}} bra
// CHECK-NEXT: bra.uni [[TRAP:.*]];
// CHECK: st.global
// CHECK: [[TRAP]]:
// CHECK: trap;
// CHECK-NOT: trap;
// CHECK: .file
@autotune(TM in [64], TN in [64])
@aligned(M = TM, N = TN)
kernel copy2d(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var a = A[pm * TM :+ TM, pn * TN :+ TN]
  B[pm * TM :+ TM, pn * TN :+ TN] = a
}
