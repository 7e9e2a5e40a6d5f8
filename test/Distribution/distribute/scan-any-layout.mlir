// RUN: phobos-opt %s --phobos-distribute | FileCheck %s

// Registers, lanes and warps may have any bits of a coordinate. From the lowest
// up: 2 lanes, a register, a warp, a lane, a warp, a register, a lane.
#mixed = #phobos.layout<reg = [[0, 4], [0, 64]], lane = [[0, 2], [0, 16], [0, 1], [1, 0], [0, 128]], warp = [[0, 32], [0, 8]], reps = [2, 1]>
// CHECK-LABEL: gpu.func @any_layout
// CHECK: nvvm.shfl.sync bfly
// CHECK: gpu.barrier
// CHECK: nvvm.shfl.sync bfly
// CHECK: gpu.barrier
// CHECK: nvvm.shfl.sync bfly
phobos.kernel @any_layout(%a: !phobos.ptr<f32>) threads 128 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[3, 250] : !phobos.view<3x250xf32>
  %t = phobos.load %A[%c0 :+ 3, %c0 :+ 250] : !phobos.view<3x250xf32> -> !phobos.tile<3x250xf32, #mixed>
  %s = phobos.scan <max> %t dim 1 : !phobos.tile<3x250xf32, #mixed>
  phobos.store %s, %A[%c0 :+ 3, %c0 :+ 250] : !phobos.tile<3x250xf32, #mixed>, !phobos.view<3x250xf32>
  phobos.return
}
