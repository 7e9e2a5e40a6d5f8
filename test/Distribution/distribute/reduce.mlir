// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute | FileCheck %s

// 1x128 over 32 threads: 4 elements in registers, then 5 butterflies. No shared
// memory.
// CHECK-LABEL: gpu.func @one_warp
// CHECK-COUNT-3: arith.addf
// CHECK-COUNT-5: nvvm.shfl.sync bfly
// CHECK-NOT: llvm.mlir.addressof @phobos_shared
phobos.kernel @one_warp(%a: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 128] : !phobos.view<1x128xf32>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 128] : !phobos.view<1x128xf32> -> !phobos.tile<1x128xf32>
  %s = phobos.reduce <add> %t dim 1 : !phobos.tile<1x128xf32> -> !phobos.tile<1x1xf32>
  phobos.store %s, %A[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<1x128xf32>
  phobos.return
}

// Across 4 warps: the first lane of each writes its part, and all read the 4
// parts at once. Nothing was read from shared memory before, so one barrier.
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
  %s = phobos.reduce <max> %t dim 1 : !phobos.tile<1x512xf32> -> !phobos.tile<1x1xf32>
  phobos.store %s, %A[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<1x512xf32>
  phobos.return
}

// 33 columns: elements past the tile are replaced by the identity of the
// maximum, which is -inf and not the smallest positive number.
// CHECK-LABEL: gpu.func @ragged_max
// CHECK: arith.constant 0xFF800000 : f32
// CHECK: arith.select
// CHECK: arith.maximumf
phobos.kernel @ragged_max(%a: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 33] : !phobos.view<1x33xf32>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 33] : !phobos.view<1x33xf32> -> !phobos.tile<1x33xf32>
  %s = phobos.reduce <max> %t dim 1 : !phobos.tile<1x33xf32> -> !phobos.tile<1x1xf32>
  phobos.store %s, %A[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<1x33xf32>
  phobos.return
}

// Integers of up to 32 bits are combined over a warp by one instruction, as
// 32-bit words; unsigned and signed maxima differ.
// CHECK-LABEL: gpu.func @unsigned
// CHECK: arith.maxui
// CHECK: %[[WORD:.*]] = arith.extui %{{.*}} : i8 to i32
// CHECK: %[[MAX:.*]] = nvvm.redux.sync umax %[[WORD]]
// CHECK: arith.trunci %[[MAX]] : i32 to i8
// CHECK-NOT: nvvm.shfl.sync
phobos.kernel @unsigned(%a: !phobos.ptr<i8>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 512] : !phobos.view<1x512xi8>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xi8> -> !phobos.tile<1x512xi8>
  %s = phobos.reduce <maxu> %t dim 1 : !phobos.tile<1x512xi8> -> !phobos.tile<1x1xi8>
  phobos.store %s, %A[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xi8>, !phobos.view<1x512xi8>
  phobos.return
}

// A product has no such instruction: 8-bit values travel in 32-bit words.
// CHECK-LABEL: gpu.func @product
// CHECK: arith.extui %{{.*}} : i8 to i32
// CHECK: nvvm.shfl.sync
// CHECK: arith.trunci %{{.*}} : i32 to i8
// CHECK: arith.muli
phobos.kernel @product(%a: !phobos.ptr<i8>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 512] : !phobos.view<1x512xi8>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 512] : !phobos.view<1x512xi8> -> !phobos.tile<1x512xi8>
  %s = phobos.reduce <mul> %t dim 1 : !phobos.tile<1x512xi8> -> !phobos.tile<1x1xi8>
  phobos.store %s, %A[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xi8>, !phobos.view<1x512xi8>
  phobos.return
}

// A row in 8 lanes: a quarter of a warp has no such instruction either.
// CHECK-LABEL: gpu.func @quarter_of_a_warp
// CHECK-NOT: nvvm.redux.sync
// CHECK-COUNT-3: nvvm.shfl.sync bfly
// CHECK-NOT: nvvm.shfl.sync
phobos.kernel @quarter_of_a_warp(%a: !phobos.ptr<i32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[4, 32] : !phobos.view<4x32xi32>
  %t = phobos.load %A[%c0 :+ 4, %c0 :+ 32] : !phobos.view<4x32xi32> -> !phobos.tile<4x32xi32>
  %s = phobos.reduce <add> %t dim 1 : !phobos.tile<4x32xi32> -> !phobos.tile<4x1xi32>
  phobos.store %s, %A[%c0 :+ 4, %c0 :+ 1] : !phobos.tile<4x1xi32>, !phobos.view<4x32xi32>
  phobos.return
}

// f64 travels as two words.
// CHECK-LABEL: gpu.func @wide
// CHECK: llvm.bitcast {{.*}} : i64 to vector<2xi32>
// CHECK-COUNT-2: nvvm.shfl.sync
// CHECK: llvm.bitcast {{.*}} : vector<2xi32> to i64
phobos.kernel @wide(%a: !phobos.ptr<f64>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1, 32] : !phobos.view<1x32xf64>
  %t = phobos.load %A[%c0 :+ 1, %c0 :+ 32] : !phobos.view<1x32xf64> -> !phobos.tile<1x32xf64>
  %s = phobos.reduce <min> %t dim 1 : !phobos.tile<1x32xf64> -> !phobos.tile<1x1xf64>
  phobos.store %s, %A[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xf64>, !phobos.view<1x32xf64>
  phobos.return
}
