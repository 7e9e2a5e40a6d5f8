// RUN: phobos-translate --phobos-to-ptx --print-barriers %s -o /dev/null 2>&1 | FileCheck %s

// Each remark stands at an access, and names the other one.
// CHECK: barriers.ph:[[#LOAD:]]:11: remark: barrier: this load of 'A' and the store to 'A' may meet in two threads
// CHECK-NEXT: let t = A[1 :+ 64]
// CHECK: barriers.ph:[[#LOAD-1]]:14: note: the other access
// CHECK-NEXT: A[0 :+ 64] = 1.0
// CHECK: barriers.ph:[[#LOAD+1]]:14: remark: no barrier: this store to 'B' and the load of 'A' do not meet, as the kernel is @noalias
// CHECK: barriers.ph:[[#LOAD]]:11: note: the other access
// CHECK-NOT: remark
@noalias
@launch(64)
kernel k(A: tensor<f32>[128], B: tensor<f32>[128]) {
  A[0 :+ 64] = 1.0
  let t = A[1 :+ 64]
  B[0 :+ 64] = t
}
