// RUN: phobos-translate --phobos-to-ptx %s | FileCheck %s

// A point belongs to one thread of the block.
// CHECK-LABEL: .entry points(
// CHECK: @%p{{[0-9]+}} red.relaxed.gpu.global.add.f32
// CHECK-NOT: bar.sync
// CHECK: ret;
@launch(128)
kernel points(A: tensor<f32>[N]) { atomic_add(A[ctx.block.x], 1, order = relaxed) }
