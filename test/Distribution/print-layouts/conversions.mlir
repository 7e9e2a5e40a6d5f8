// How tiles change threads, what code does it, and that both are one decision.
// RUN: phobos-opt %s --split-input-file --phobos-print-layouts 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: phobos-opt %s --split-input-file --phobos-distribute --cse | FileCheck %s --check-prefix=CODE

#pairs = #phobos.layout<reg = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], reps = [1]>
#swapped = #phobos.layout<reg = [[2], [1]], lane = [[4], [8], [16], [32], [64]], warp = [], reps = [1]>

// Each thread has what it needs, in another order: 0, 2, 1, 3.
// SAYS: remark: convert_layout of 128xf32 by renaming registers:
// CODE-LABEL: gpu.func @registers
// CODE-NOT: gpu.barrier
// CODE-NOT: nvvm.shfl
// CODE: vector.shuffle %{{.*}}, %{{.*}} [0, 2, 1, 3]
// CODE: gpu.return
phobos.kernel @registers(%a: !phobos.ptr<f32>, %x: f32) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[128] : !phobos.view<128xf32>
  %t = phobos.load %A[%c0 :+ 128] : !phobos.view<128xf32> -> !phobos.tile<128xf32, #pairs>
  %u = phobos.convert_layout %t : !phobos.tile<128xf32, #pairs> -> !phobos.tile<128xf32, #swapped>
  phobos.store %u, %A[%c0 :+ 128] : !phobos.tile<128xf32, #swapped>, !phobos.view<128xf32>
  phobos.return
}

// -----

#up = #phobos.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
#turned = #phobos.layout<reg = [], lane = [[16], [1], [2], [4], [8]], warp = [], reps = [1]>

// The warp has it: lane l wants element 16 * (l % 2) + l / 2, which is in the lane of that number.
// SAYS: remark: convert_layout of 32xf64 by shuffles within warps:
// CODE-LABEL: gpu.func @shuffles
// CODE-NOT: gpu.barrier
// CODE-COUNT-2: nvvm.shfl.sync idx
// CODE-NOT: nvvm.shfl
// CODE: gpu.return
phobos.kernel @shuffles(%a: !phobos.ptr<f64>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[32] : !phobos.view<32xf64>
  %t = phobos.load %A[%c0 :+ 32] : !phobos.view<32xf64> -> !phobos.tile<32xf64, #up>
  %u = phobos.convert_layout %t : !phobos.tile<32xf64, #up> -> !phobos.tile<32xf64, #turned>
  phobos.store %u, %A[%c0 :+ 32] : !phobos.tile<32xf64, #turned>, !phobos.view<32xf64>
  phobos.return
}

// -----

#rows = #phobos.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]], reps = [1]>
#other = #phobos.layout<reg = [], lane = [[2], [4], [8], [16], [32]], warp = [[1]], reps = [1]>

// Another warp has it: 64 elements of 4 bytes.
// SAYS: remark: convert_layout of 64xf32 through 256 bytes of shared memory:
// CODE-LABEL: gpu.func @shared
// CODE: gpu.barrier
// CODE: gpu.return
phobos.kernel @shared(%a: !phobos.ptr<f32>) threads 64 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[64] : !phobos.view<64xf32>
  %t = phobos.load %A[%c0 :+ 64] : !phobos.view<64xf32> -> !phobos.tile<64xf32, #rows>
  %u = phobos.convert_layout %t : !phobos.tile<64xf32, #rows> -> !phobos.tile<64xf32, #other>
  phobos.store %u, %A[%c0 :+ 64] : !phobos.tile<64xf32, #other>, !phobos.view<64xf32>
  phobos.return
}
