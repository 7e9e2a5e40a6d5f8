// RUN: phobos-opt %s --phobos-convert-memrefs | FileCheck %s

// The example of the pass's description.
// CHECK: phobos.kernel @k(
// CHECK-SAME: %[[A:[a-z0-9]+]]: !phobos.ptr<f32> {phobos.extents = ["A_extent0", 64], phobos.name = "A", phobos.strides = ["A_stride0", 1]}
// CHECK-SAME: %[[M:[a-z0-9]+]]: index {phobos.name = "A_extent0"}, %[[LD:[a-z0-9]+]]: index {phobos.name = "A_stride0"})
// CHECK: phobos.view %[[A]][%[[M]], 64] strides [%[[LD]], 1] : !phobos.view<?x64xf32, strides = [?, 1]>
phobos.kernel @k(%A: memref<?x64xf32, strided<[?, 1], offset: ?>> {phobos.name = "A"}) {
  %0 = builtin.unrealized_conversion_cast %A : memref<?x64xf32, strided<[?, 1], offset: ?>> to !phobos.view<?x64xf32, strides = [?, 1]>
  phobos.return
}
