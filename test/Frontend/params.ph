// RUN: phobos-translate --import-phobos %s | FileCheck %s

// Parameters keep their order and names; the sign of an element type is on the
// argument; extents and strides follow in order of appearance, once each; a name
// bound at compile time is a number.

// CHECK: phobos.kernel @params(
// CHECK-SAME: %{{.*}}: i32 {phobos.name = "n", phobos.unsigned},
// CHECK-SAME: !phobos.ptr<i8> {phobos.extents = ["M", 64, "N"], phobos.name = "A", phobos.unsigned},
// CHECK-SAME: !phobos.ptr<bf16> {phobos.extents = ["N", 8], phobos.name = "B", phobos.strides = ["LDB", 1]},
// CHECK-SAME: !phobos.ptr<f64> {phobos.name = "p"},
// CHECK-SAME: i1 {phobos.name = "flag"},
// CHECK-SAME: !phobos.ptr<f8E4M3FN> {phobos.extents = ["LDB"], phobos.name = "E"},
// CHECK-SAME: !phobos.ptr<f8E5M2> {phobos.extents = [12], phobos.name = "F"},
// CHECK-SAME: index {phobos.name = "i"},
// CHECK-SAME: index {phobos.name = "M"}, %{{.*}}: index {phobos.name = "N"}, %{{.*}}: index {phobos.name = "LDB"})
// CHECK: phobos.view %{{.*}}[%{{.*}}, 8] strides [%{{.*}}, 1] : !phobos.view<?x8xbf16, strides = [?, 1]>
const WIDTH = 8
@autotune(TILES in [12])
kernel params(n: u32, A: tensor<u8>[M, 64, N], B: tensor<bf16>[N, WIDTH] strides [LDB, 1], p: ptr<f64>, flag: bool, E: tensor<f8e4m3>[LDB], F: tensor<f8e5m2>[TILES], i: index) {
  B[0 :+ 4, :] = 1.0
}

// CHECK: phobos.kernel @empty() grid
kernel empty() {
}
