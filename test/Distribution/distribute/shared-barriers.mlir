// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute --canonicalize --cse | FileCheck %s

// Each exchange needs a barrier between what is written and what is read. One
// before the write is needed only where threads may still read there.

// Two reductions in a row use places of their own.
// CHECK-LABEL: gpu.func @softmax
// CHECK-NOT: gpu.barrier
// CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr<3>
// CHECK: gpu.barrier
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NOT: gpu.barrier
// CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : f32, !llvm.ptr<3>
// CHECK: gpu.barrier
// CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> vector<4xf32>
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @softmax(%a: !phobos.ptr<f32>) threads 128 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 512] : !phobos.view<1x512xf32>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xf32> -> !phobos.tile<1x512xf32>
  %m = phobos.reduce <max> %t dim 1 : !phobos.tile<1x512xf32> -> !phobos.tile<1x1xf32>
  %mb = phobos.broadcast %m : !phobos.tile<1x1xf32> -> !phobos.tile<1x512xf32>
  %d = arith.subf %t, %mb : !phobos.tile<1x512xf32>
  %s = phobos.reduce <add> %d dim 1 : !phobos.tile<1x512xf32> -> !phobos.tile<1x1xf32>
  %sb = phobos.broadcast %s : !phobos.tile<1x1xf32> -> !phobos.tile<1x512xf32>
  %r = arith.divf %d, %sb : !phobos.tile<1x512xf32>
  phobos.store %r, %A[%c0 :+ 1, %c0 :+ 512] : !phobos.tile<1x512xf32>, !phobos.view<1x512xf32>
  phobos.return
}

// Also in a loop: between two iterations' reductions in one place lies the
// other's barrier.
// CHECK-LABEL: gpu.func @two_in_a_loop
// CHECK: scf.for
// CHECK-COUNT-2: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: scf.yield
phobos.kernel @two_in_a_loop(%a: !phobos.ptr<f32>, %n: index) threads 128 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[1, 512] : !phobos.view<1x512xf32>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xf32> -> !phobos.tile<1x512xf32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> !phobos.tile<1x512xf32> {
    %m = phobos.reduce <max> %x dim 1 : !phobos.tile<1x512xf32> -> !phobos.tile<1x1xf32>
    %mb = phobos.broadcast %m : !phobos.tile<1x1xf32> -> !phobos.tile<1x512xf32>
    %d = arith.subf %x, %mb : !phobos.tile<1x512xf32>
    %s = phobos.reduce <add> %d dim 1 : !phobos.tile<1x512xf32> -> !phobos.tile<1x1xf32>
    %sb = phobos.broadcast %s : !phobos.tile<1x1xf32> -> !phobos.tile<1x512xf32>
    %r = arith.addf %d, %sb : !phobos.tile<1x512xf32>
    scf.yield %r : !phobos.tile<1x512xf32>
  }
  phobos.store %l, %A[%c0 :+ 1, %c0 :+ 512] : !phobos.tile<1x512xf32>, !phobos.view<1x512xf32>
  phobos.return
}

// One in a loop: a slow warp may still read what the last iteration wrote, so
// both barriers stand.
// CHECK-LABEL: gpu.func @one_in_a_loop
// CHECK: scf.for
// CHECK-COUNT-2: gpu.barrier
// CHECK-NOT: gpu.barrier
// CHECK: scf.yield
phobos.kernel @one_in_a_loop(%a: !phobos.ptr<f32>, %n: index) threads 128 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[1, 512] : !phobos.view<1x512xf32>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xf32> -> !phobos.tile<1x512xf32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> !phobos.tile<1x512xf32> {
    %m = phobos.reduce <max> %x dim 1 : !phobos.tile<1x512xf32> -> !phobos.tile<1x1xf32>
    %mb = phobos.broadcast %m : !phobos.tile<1x1xf32> -> !phobos.tile<1x512xf32>
    %d = arith.subf %x, %mb : !phobos.tile<1x512xf32>
    scf.yield %d : !phobos.tile<1x512xf32>
  }
  phobos.store %l, %A[%c0 :+ 1, %c0 :+ 512] : !phobos.tile<1x512xf32>, !phobos.view<1x512xf32>
  phobos.return
}

// An iteration may take neither or either of the branches, in any order, so
// each has both barriers.
// CHECK-LABEL: gpu.func @in_branches
// CHECK: scf.for
// CHECK: scf.if
// CHECK-COUNT-2: gpu.barrier
// CHECK: } else {
// CHECK-COUNT-2: gpu.barrier
// CHECK: gpu.return
phobos.kernel @in_branches(%a: !phobos.ptr<f32>, %n: index, %c: i1) threads 128 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[1, 512] : !phobos.view<1x512xf32>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xf32> -> !phobos.tile<1x512xf32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> !phobos.tile<1x512xf32> {
    %d = scf.if %c -> !phobos.tile<1x512xf32> {
      %m = phobos.reduce <max> %x dim 1 : !phobos.tile<1x512xf32> -> !phobos.tile<1x1xf32>
      %mb = phobos.broadcast %m : !phobos.tile<1x1xf32> -> !phobos.tile<1x512xf32>
      %e = arith.subf %x, %mb : !phobos.tile<1x512xf32>
      scf.yield %e : !phobos.tile<1x512xf32>
    } else {
      %m = phobos.reduce <add> %x dim 1 : !phobos.tile<1x512xf32> -> !phobos.tile<1x1xf32>
      %mb = phobos.broadcast %m : !phobos.tile<1x1xf32> -> !phobos.tile<1x512xf32>
      %e = arith.mulf %x, %mb : !phobos.tile<1x512xf32>
      scf.yield %e : !phobos.tile<1x512xf32>
    }
    scf.yield %d : !phobos.tile<1x512xf32>
  }
  phobos.store %l, %A[%c0 :+ 1, %c0 :+ 512] : !phobos.tile<1x512xf32>, !phobos.view<1x512xf32>
  phobos.return
}

// Columns: 8 lanes of a warp have lines of their own, whose parts lie apart so
// that neighbours write and read neighbouring words: 4 columns in 8 warps.
// CHECK-LABEL: gpu.func @columns
// CHECK-NOT: gpu.barrier
// CHECK: llvm.store
// CHECK: gpu.barrier
// CHECK-COUNT-32: llvm.load {{.*}} : !llvm.ptr<3> -> vector<1xf32>
// CHECK-NOT: gpu.barrier
phobos.kernel @columns(%a: !phobos.ptr<f32>) threads 256 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[64, 32] strides [64, 1] : !phobos.view<64x32xf32, strides = [64, 1]>
  %t = phobos.load %A[%c0 :+ 64, %c0 :+ 32] : !phobos.view<64x32xf32, strides = [64, 1]> -> !phobos.tile<64x32xf32>
  %m = phobos.reduce <max> %t dim 0 : !phobos.tile<64x32xf32> -> !phobos.tile<1x32xf32>
  phobos.store %m, %A[%c0 :+ 1, %c0 :+ 32] : !phobos.tile<1x32xf32>, !phobos.view<64x32xf32, strides = [64, 1]>
  phobos.return
}
