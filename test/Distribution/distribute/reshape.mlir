// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute --cse | FileCheck %s

// Iotas, splats and constants take another shape for nothing.
// CHECK-LABEL: gpu.func @free
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
phobos.kernel @free(%p: !phobos.ptr<f32>, %q: !phobos.ptr<f32>, %i: index) threads 32 attributes {phobos.noalias} {
  %r = phobos.iota 0 : !phobos.tile<8xindex>
  %r2 = phobos.reshape %r : !phobos.tile<8xindex> -> !phobos.tile<8x1xindex>
  %rows = phobos.broadcast %r2 : !phobos.tile<8x1xindex> -> !phobos.tile<8x16xindex>
  %c = phobos.iota 0 : !phobos.tile<16xindex>
  %c2 = phobos.reshape %c : !phobos.tile<16xindex> -> !phobos.tile<1x16xindex>
  %columns = phobos.broadcast %c2 : !phobos.tile<1x16xindex> -> !phobos.tile<8x16xindex>
  %s = phobos.splat %i : !phobos.tile<128xindex>
  %s2 = phobos.reshape %s : !phobos.tile<128xindex> -> !phobos.tile<8x16xindex>
  %k = arith.constant dense<3> : !phobos.tile<4x32xindex>
  %k2 = phobos.reshape %k : !phobos.tile<4x32xindex> -> !phobos.tile<8x16xindex>
  %0 = arith.muli %rows, %s2 : !phobos.tile<8x16xindex>
  %1 = arith.addi %0, %columns : !phobos.tile<8x16xindex>
  %o = arith.addi %1, %k2 : !phobos.tile<8x16xindex>
  %t = phobos.gather %p[%o] : !phobos.ptr<f32>, !phobos.tile<8x16xindex> -> !phobos.tile<8x16xf32>
  phobos.scatter %t, %q[%o] : !phobos.tile<8x16xf32>, !phobos.ptr<f32>, !phobos.tile<8x16xindex>
  phobos.return
}

// Others go through shared memory, where the elements lie in row-major order.
// CHECK-LABEL: gpu.func @moved
// CHECK-NOT: gpu.barrier
// CHECK: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: gpu.barrier
// CHECK: llvm.load {{.*}} !llvm.ptr<3>
phobos.kernel @moved(%p: !phobos.ptr<f32>, %q: !phobos.ptr<f32>, %i: index) threads 32 {
  %c0 = arith.constant 0 : index
  %P = phobos.view %p[8, 12] : !phobos.view<8x12xf32>
  %Q = phobos.view %q[96] : !phobos.view<96xf32>
  %t = phobos.load %P[%c0 :+ 8, %c0 :+ 12] : !phobos.view<8x12xf32> -> !phobos.tile<8x12xf32>
  %r = phobos.reshape %t : !phobos.tile<8x12xf32> -> !phobos.tile<96xf32>
  phobos.store %r, %Q[%c0 :+ 96] : !phobos.tile<96xf32>, !phobos.view<96xf32>
  phobos.return
}

// An iota of several rows is none of the other shape.
// CHECK-LABEL: gpu.func @negative_repeated_iota
// CHECK: gpu.barrier
phobos.kernel @negative_repeated_iota(%q: !phobos.ptr<i64>) threads 32 {
  %c0 = arith.constant 0 : index
  %Q = phobos.view %q[32] : !phobos.view<32xi64>
  %i = phobos.iota 1 : !phobos.tile<4x8xindex>
  %r = phobos.reshape %i : !phobos.tile<4x8xindex> -> !phobos.tile<32xindex>
  %n = phobos.cast %r : !phobos.tile<32xindex> to !phobos.tile<32xi64>
  phobos.store %n, %Q[%c0 :+ 32] : !phobos.tile<32xi64>, !phobos.view<32xi64>
  phobos.return
}
