// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// Language that is not lowered yet says so, where it stands.

// CHECK: [[#@LINE+1]]:2: error: not supported yet: @assert_no_mask
@assert_no_mask
kernel later(A: tensor<f32>[M, N], p: ptr<f32>, n: i32) {
  let a = A[0 :+ 4, 0 :+ 8]
  // CHECK: [[#@LINE+1]]:4: error: not supported yet: @assert_no_mask
  @assert_no_mask for i in range(3) { }
}
