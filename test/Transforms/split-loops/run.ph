// RUN: phobos-translate --import-phobos %s | phobos-opt --phobos-split-loops > %t.mlir
// RUN: phobos-host-run %t.mlir 1000=1 2=0 1000 | FileCheck %s --check-prefix=REST
// RUN: phobos-host-run %t.mlir 1008=1 2=0 1008 | FileCheck %s --check-prefix=WHOLE
// RUN: phobos-host-run %t.mlir 15=1 2=0 15 | FileCheck %s --check-prefix=SHORT
// RUN: phobos-host-run %t.mlir 1=1 2=0 0 | FileCheck %s --check-prefix=NOTHING
// RUN: phobos-translate --import-phobos %s | phobos-opt --phobos-split-loops | FileCheck %s

// The sum of K ones and the number of iterations: 62 whole ones and one over 8
// elements; 63 whole ones; one over 15; none. An array ends where its memory ends.
// REST: arg1: 1000 63
// WHOLE: arg1: 1008 63
// SHORT: arg1: 15 1
// NOTHING: arg1: 0 0

// CHECK: loop_part = "steady"
// CHECK: loop_part = "epilogue"
kernel k(A: tensor<f32>[K], C: tensor<f32>[2]) {
  var total = zeros([16])
  var count = 0.0
  for kt in range(0, K, 16) {
    total += A[kt :+ 16]
    count += 1.0
  }
  C[0 :+ 1] = sum(total, 0)
  C[1] = count
}
