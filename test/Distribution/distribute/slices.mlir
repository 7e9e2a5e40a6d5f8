// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute --canonicalize --cse | FileCheck %s

// The second half of the rows is made of whole atoms: each thread holds it.
// CHECK-LABEL: gpu.func @whole_atoms
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @whole_atoms(%a: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %A = phobos.view %a[16, 64] : !phobos.view<16x64xf32>
  %t = phobos.load %A[%c0 :+ 16, %c0 :+ 64] : !phobos.view<16x64xf32> -> !phobos.tile<16x64xf32>
  %s = phobos.extract_slice %t[%c8 :+ 8, %c0 :+ 64] : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
  %d = arith.addf %s, %s : !phobos.tile<8x64xf32>
  %r = phobos.insert_slice %d, %t[%c8 :+ 8, %c0 :+ 64] : !phobos.tile<8x64xf32>, !phobos.tile<16x64xf32>
  phobos.store %r, %A[%c0 :+ 16, %c0 :+ 64] : !phobos.tile<16x64xf32>, !phobos.view<16x64xf32>
  phobos.return
}

// A start of run time: the tile goes to shared memory, and each thread reads
// there what is inside. Elsewhere it reads the first element and keeps the fill.
// CHECK-LABEL: gpu.func @run_time_start
// CHECK-DAG: %[[FILL:.*]] = arith.constant 7.000000e+00 : f32
// CHECK-DAG: %[[START:.*]] = arith.maxsi %{{.*}}, %c-4{{.*}} : index
// CHECK-DAG: arith.minsi %{{.*}}, %c8{{.*}} : index
// CHECK: llvm.store
// CHECK: gpu.barrier
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult
// CHECK: arith.select %[[INSIDE]], %{{.*}}, %c0_i32
// CHECK: %[[READ:.*]] = llvm.load
// CHECK: arith.select %[[INSIDE]], %[[READ]], %[[FILL]] : f32
phobos.kernel @run_time_start(%a: !phobos.ptr<f32>, %i: index) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[8, 32] : !phobos.view<8x32xf32>
  %t = phobos.load %A[%c0 :+ 8, %c0 :+ 32] : !phobos.view<8x32xf32> -> !phobos.tile<8x32xf32>
  %s = phobos.extract_slice %t[%i :+ 4, %c0 :+ 32] masked [0] fill 7.0 : !phobos.tile<8x32xf32> -> !phobos.tile<4x32xf32>
  phobos.store %s, %A[%c0 :+ 4, %c0 :+ 32] : !phobos.tile<4x32xf32>, !phobos.view<8x32xf32>
  phobos.return
}

// Of a write the slice goes to shared memory, not the tile: 128 elements of 4
// bytes, with 4 bytes more for each 128.
// CHECK: contract = {{.*}}shared_bytes = 528
// CHECK-LABEL: gpu.func @run_time_write
phobos.kernel @run_time_write(%a: !phobos.ptr<f32>, %i: index) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[64, 32] : !phobos.view<64x32xf32>
  %t = phobos.load %A[%c0 :+ 64, %c0 :+ 32] : !phobos.view<64x32xf32> -> !phobos.tile<64x32xf32>
  %s = phobos.load %A[%c0 :+ 4, %c0 :+ 32] : !phobos.view<64x32xf32> -> !phobos.tile<4x32xf32>
  %r = phobos.insert_slice %s, %t[%i :+ 4, %c0 :+ 32] masked [0] : !phobos.tile<4x32xf32>, !phobos.tile<64x32xf32>
  phobos.store %r, %A[%c0 :+ 64, %c0 :+ 32] : !phobos.tile<64x32xf32>, !phobos.view<64x32xf32>
  phobos.return
}
