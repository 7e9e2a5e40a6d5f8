// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute | FileCheck %s

// 1x128 over 32 threads: 4 neighbours in a thread, whose sums follow each
// other; then each of 5 lane bits exchanges the totals; then what comes before
// is added to the 4.
// CHECK-LABEL: gpu.func @one_warp
// CHECK-COUNT-3: arith.addf
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK-COUNT-4: arith.addf
// CHECK-NOT: gpu.barrier
phobos.kernel @one_warp(%a: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 128] : !phobos.view<1x128xf32>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 128] : !phobos.view<1x128xf32> -> !phobos.tile<1x128xf32>
  %s = phobos.scan <add> %t dim 1 : !phobos.tile<1x128xf32>
  phobos.store %s, %A[%c0 :+ 1, %c0 :+ 128] : !phobos.tile<1x128xf32>, !phobos.view<1x128xf32>
  phobos.return
}

// Along columns that one thread holds in repetitions of the atom: no exchange.
// CHECK-LABEL: gpu.func @columns
// CHECK-NOT: nvvm.shfl.sync
// CHECK-NOT: gpu.barrier
// CHECK: arith.muli
// CHECK: gpu.return
phobos.kernel @columns(%a: !phobos.ptr<i32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8, 128] : !phobos.view<8x128xi32>
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 128] : !phobos.view<8x128xi32> -> !phobos.tile<8x128xi32>
  %s = phobos.scan <mul> %t dim 0 : !phobos.tile<8x128xi32>
  phobos.store %s, %A[%c0 :+ 8, %c0 :+ 128] : !phobos.tile<8x128xi32>, !phobos.view<8x128xi32>
  phobos.return
}

// Across 4 warps: the first lane of each writes its total, all read the 4
// totals at once. Nothing was read from shared memory before, so one barrier.
// CHECK-LABEL: gpu.func @four_warps
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: gpu.barrier
// CHECK: llvm.store
// CHECK: gpu.barrier
// CHECK: llvm.load %{{.*}} -> vector<4xf32>
// CHECK-NOT: gpu.barrier
phobos.kernel @four_warps(%a: !phobos.ptr<f32>) threads 128 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 512] : !phobos.view<1x512xf32>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xf32> -> !phobos.tile<1x512xf32>
  %s = phobos.scan <add> %t dim 1 : !phobos.tile<1x512xf32>
  phobos.store %s, %A[%c0 :+ 1, %c0 :+ 512] : !phobos.tile<1x512xf32>, !phobos.view<1x512xf32>
  phobos.return
}
