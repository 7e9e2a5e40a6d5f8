// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute | FileCheck %s

// Operands to shared memory, a barrier behind them, then a loop over the inner
// extent of fused multiply-adds in the accumulator's type.
// CHECK-LABEL: gpu.func @f32
// CHECK-NOT: gpu.barrier
// CHECK: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> f32
// CHECK: math.fma {{.*}} : vector<{{[0-9]+}}xf32>
phobos.kernel @f32(%a: !phobos.ptr<f32>, %c: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[16, 16] : !phobos.view<16x16xf32>
  %C = phobos.view %c[16, 16] : !phobos.view<16x16xf32>
  %t = phobos.load %A[%c0 :+ 16, %c0 :+ 16] : !phobos.view<16x16xf32> -> !phobos.tile<16x16xf32>
  %z = arith.constant dense<0.0> : !phobos.tile<16x16xf32>
  %d = phobos.dot %t, %t, %z transposed : !phobos.tile<16x16xf32>, !phobos.tile<16x16xf32> -> !phobos.tile<16x16xf32>
  phobos.store %d, %C[%c0 :+ 16, %c0 :+ 16] : !phobos.tile<16x16xf32>, !phobos.view<16x16xf32>
  phobos.return
}

// CHECK-LABEL: gpu.func @i32
// CHECK: arith.muli {{.*}} : vector<{{[0-9]+}}xi32>
// CHECK: arith.addi {{.*}} : vector<{{[0-9]+}}xi32>
phobos.kernel @i32(%a: !phobos.ptr<i32>, %c: !phobos.ptr<i32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[16, 16] : !phobos.view<16x16xi32>
  %C = phobos.view %c[16, 16] : !phobos.view<16x16xi32>
  %t = phobos.load %A[%c0 :+ 16, %c0 :+ 16] : !phobos.view<16x16xi32> -> !phobos.tile<16x16xi32>
  %z = arith.constant dense<0> : !phobos.tile<16x16xi32>
  %d = phobos.dot %t, %t, %z : !phobos.tile<16x16xi32>, !phobos.tile<16x16xi32> -> !phobos.tile<16x16xi32>
  phobos.store %d, %C[%c0 :+ 16, %c0 :+ 16] : !phobos.tile<16x16xi32>, !phobos.view<16x16xi32>
  phobos.return
}

// @negative_ragged: 5 rows: a thread whose row is past the tile reads the last
// one, never memory that nothing wrote.
// CHECK-LABEL: gpu.func @negative_ragged
// CHECK: arith.constant 4 : i32
// CHECK: arith.minui
phobos.kernel @negative_ragged(%a: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[5, 5] : !phobos.view<5x5xf32>
  %t = phobos.load %A[%c0 :+ 5, %c0 :+ 5] : !phobos.view<5x5xf32> -> !phobos.tile<5x5xf32>
  %z = arith.constant dense<0.0> : !phobos.tile<5x5xf32>
  %d = phobos.dot %t, %t, %z : !phobos.tile<5x5xf32>, !phobos.tile<5x5xf32> -> !phobos.tile<5x5xf32>
  phobos.store %d, %A[%c0 :+ 5, %c0 :+ 5] : !phobos.tile<5x5xf32>, !phobos.view<5x5xf32>
  phobos.return
}
