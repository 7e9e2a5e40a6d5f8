// RUN: phobos-translate --phobos-to-ptx --target=sm_80 --contract=%t.json %s -o - | FileCheck %s
// RUN: FileCheck %s --check-prefix=CONTRACT --input-file=%t.json

// What a kernel's attributes say reaches PTX and the launcher.
// CHECK: .entry k(
// CHECK-DAG: .reqntid 64
// CHECK-DAG: .minnctapersm 2
// CHECK-DAG: .maxnreg 128
// CHECK-NOT: fma.rn.f32
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
// CONTRACT: "extent": "M",
// CONTRACT-NEXT: "multiple": 64
// CONTRACT: "noalias": true
@launch(64, 2, 128)
@strict @noalias @pipeline(2)
@aligned(M = 64)
kernel k(A: tensor<f32>[M], B: tensor<f32>[M]) {
  let i = ctx.block.x * 64
  B[i :+ 64] = A[i :+ 64] * A[i :+ 64] + 1
}
