// Tiles whose element i is i stay so in another layout, by renamed registers and by shuffles.
// RUN: split-file %s %t
// RUN: phobos-opt %t/registers.mlir --phobos-distribute --cse -o %t/registers.out.mlir
// RUN: phobos-emulate --kernel=registers --block=32 --seed=3 %t/registers.out.mlir i32:128=-1 | FileCheck %s --check-prefix=REGISTERS
// REGISTERS: arg0: 0 1 2 3 4 5 6 7 8 {{.*}} 124 125 126 127
// RUN: phobos-opt %t/shuffles.mlir --phobos-distribute --cse -o %t/shuffles.out.mlir
// RUN: phobos-emulate --kernel=shuffles --block=32 --seed=3 %t/shuffles.out.mlir i64:32=-1 | FileCheck %s --check-prefix=SHUFFLES
// SHUFFLES: arg0: 0 1 2 3 4 5 6 7 8 {{.*}} 28 29 30 31
// RUN: phobos-opt %t/bytes.mlir --phobos-distribute --cse -o %t/bytes.out.mlir
// RUN: phobos-emulate --kernel=bytes --block=32 --seed=3 %t/bytes.out.mlir i8:32=-1 | FileCheck %s --check-prefix=BYTES
// BYTES: arg0: 0 1 2 3 4 5 6 7 8 {{.*}} 28 29 30 31
// RUN: phobos-opt %t/both.mlir --phobos-distribute --cse -o %t/both.out.mlir
// RUN: phobos-emulate --kernel=both --block=32 --seed=3 %t/both.out.mlir i32:96=-1 | FileCheck %s --check-prefix=BOTH
// BOTH: arg0: 0 1 2 3 4 5 6 7 8 {{.*}} 92 93 94 95

//--- registers.mlir
#pairs = #phobos.layout<reg = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], reps = [1]>
#swapped = #phobos.layout<reg = [[2], [1]], lane = [[4], [8], [16], [32], [64]], warp = [], reps = [1]>
phobos.kernel @registers(%a: !phobos.ptr<i32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[128] : !phobos.view<128xi32>
  %i = phobos.iota 0 : !phobos.tile<128xindex, #pairs>
  %t = phobos.cast %i : !phobos.tile<128xindex, #pairs> to !phobos.tile<128xi32, #pairs>
  %u = phobos.convert_layout %t : !phobos.tile<128xi32, #pairs> -> !phobos.tile<128xi32, #swapped>
  phobos.store %u, %A[%c0 :+ 128] : !phobos.tile<128xi32, #swapped>, !phobos.view<128xi32>
  phobos.return
}

//--- shuffles.mlir
#up = #phobos.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
#turned = #phobos.layout<reg = [], lane = [[16], [1], [2], [4], [8]], warp = [], reps = [1]>
phobos.kernel @shuffles(%a: !phobos.ptr<i64>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[32] : !phobos.view<32xi64>
  %i = phobos.iota 0 : !phobos.tile<32xindex, #up>
  %t = phobos.cast %i : !phobos.tile<32xindex, #up> to !phobos.tile<32xi64, #up>
  %u = phobos.convert_layout %t : !phobos.tile<32xi64, #up> -> !phobos.tile<32xi64, #turned>
  phobos.store %u, %A[%c0 :+ 32] : !phobos.tile<32xi64, #turned>, !phobos.view<32xi64>
  phobos.return
}

//--- bytes.mlir
#up = #phobos.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
#turned = #phobos.layout<reg = [], lane = [[16], [1], [2], [4], [8]], warp = [], reps = [1]>
phobos.kernel @bytes(%a: !phobos.ptr<i8>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[32] : !phobos.view<32xi8>
  %i = phobos.iota 0 : !phobos.tile<32xindex, #up>
  %t = phobos.cast %i : !phobos.tile<32xindex, #up> to !phobos.tile<32xi8, #up>
  %u = phobos.convert_layout %t : !phobos.tile<32xi8, #up> -> !phobos.tile<32xi8, #turned>
  phobos.store %u, %A[%c0 :+ 32] : !phobos.tile<32xi8, #turned>, !phobos.view<32xi8>
  phobos.return
}

//--- both.mlir
// 96 elements are one repetition and a half of 64: a thread's last ones are not there everywhere.
#two = #phobos.layout<reg = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [2]>
#back = #phobos.layout<reg = [[32]], lane = [[16], [8], [4], [2], [1]], warp = [], reps = [2]>
phobos.kernel @both(%a: !phobos.ptr<i32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[96] : !phobos.view<96xi32>
  %i = phobos.iota 0 : !phobos.tile<96xindex, #two>
  %t = phobos.cast %i : !phobos.tile<96xindex, #two> to !phobos.tile<96xi32, #two>
  %u = phobos.convert_layout %t : !phobos.tile<96xi32, #two> -> !phobos.tile<96xi32, #back>
  phobos.store %u, %A[%c0 :+ 96] : !phobos.tile<96xi32, #back>, !phobos.view<96xi32>
  phobos.return
}
