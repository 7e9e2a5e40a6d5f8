// RUN: phobos-translate --import-phobos --kernel reads %s > %t.mlir
// RUN: phobos-host-run %t.mlir 16=0,1,2,3,10,11,12,13,20,21,22,23,30,31,32,33 8=9 16=9 4=9 -1 | FileCheck %s --check-prefix=READS
// RUN: phobos-translate --import-phobos --kernel writes %s > %t.mlir
// RUN: phobos-host-run %t.mlir 16=9 6=9 -1 | FileCheck %s --check-prefix=WRITES
// RUN: phobos-translate --import-phobos --kernel points %s > %t.mlir
// RUN: phobos-host-run %t.mlir 3=2,0,1 4=5,6,7,8 4=9 | FileCheck %s --check-prefix=POINTS

// The run-time start is -1: one row before the tile reads as the fill.
// READS: arg1: 10 11 12 13 20 21 22 23
// READS: arg2: 7 7 7 7 0 1 2 3 10 11 12 13 20 21 22 23
// READS: arg3: 33 0 5 64
kernel reads(A: tensor<f32>[4, 4], B: tensor<f32>[2, 4], C: tensor<f32>[4, 4], S: tensor<f32>[4], i: i32) {
  let t = A[:, :]
  B[:, :] = t[1 :+ 2, :]
  C[:, :] = load(t[i :+ 4, :], fill = 7)
  S[0] = t[3, 3]
  S[1] = t[i, 0]
  S[2] = load(t[0, i], fill = 5)
  S[3] = (t + t)[2:, :][1, 2]
}

// Rows 0 and 1 of `t` become 1, then row -1 (nowhere) and row 0 become 5, and
// column 3 gains 0.5; a copy made before keeps its values.
// WRITES: arg0: 5 5 5 5.5 1 1 1 1.5 0 0 0 0.5 0 0 0 0.5
// WRITES: arg1: 1 1 1 1 0 0
kernel writes(A: tensor<f32>[4, 4], B: tensor<f32>[3, 2], i: i32) {
  var t = zeros([4, 4])
  t[0 :+ 2, :] = 1
  let copy = t
  t[i :+ 2, :] = 5
  t[i, 0] = 100
  t[:, 3] += 0.5
  A[:, :] = t
  B[:, :] = copy[0 :+ 3, 0 :+ 2]
}

// POINTS: arg2: 7 6 5 4
kernel points(I: tensor<i32>[3], A: tensor<f32>[4], O: tensor<f32>[4]) {
  O[0 :+ 1] = A[I[0] :+ 1]
  O[1] = A[I[I[0]]]
  if A[1] > 5.5 { O[2] = A[I[1]] } else { O[2] = 0.0 }
  O[3] = 3.0
  O[3] += 1.0
}
