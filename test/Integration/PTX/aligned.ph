// RUN: phobos-translate --phobos-to-ptx %s > %t.ptx
// RUN: FileCheck %s --check-prefix=TRAP < %t.ptx
// RUN: FileCheck %s --check-prefix=WIDE --implicit-check-not="{{@%p[0-9]+ (ld|st)}}" < %t.ptx

// Every block checks all promises of @aligned in one branch, before it touches
// memory: both extents, and that the blocks end within them.
// TRAP-LABEL: .entry copy2d(
// TRAP: and.b64 {{.*}}, 63;
// TRAP-NOT: {{(ld|st)[.]global|bra}}
// TRAP: @%p{{[0-9]+}} bra
// TRAP-NEXT: bra.uni [[TRAP:.*]];
// TRAP: st.global
// TRAP: [[TRAP]]:
// TRAP: trap;
// TRAP-NOT: trap;
// TRAP: .file

// A thread of 128 then moves 32 floats of 64 x 64, without a predicate: by 16
// bytes where both arrays begin at a multiple of 16, else single ones. That is
// looked at once; of the rows it is known.
// WIDE-LABEL: .entry copy2d(
// WIDE: and.b64 {{.*}}, 63;
// WIDE: and.b64 {{.*}}, 15;
// WIDE-NOT: and.b64
// WIDE: bra
// WIDE-NOT: and.b64
// WIDE-COUNT-32: ld.global.b32
// WIDE-COUNT-32: st.global.b32
// WIDE-COUNT-8: ld.global.v4.b32
// WIDE-COUNT-8: st.global.v4.b32
// WIDE-NOT: {{(ld|st)[.]global}}
// WIDE: .file
@autotune(TM in [64], TN in [64])
@aligned(M = TM, N = TN)
kernel copy2d(A: tensor<f32>[M, N], B: tensor<f32>[M, N]) {
  let pm = ctx.block.x
  let pn = ctx.block.y
  var a = A[pm * TM :+ TM, pn * TN :+ TN]
  B[pm * TM :+ TM, pn * TN :+ TN] = a
}
