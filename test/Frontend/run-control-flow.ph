// RUN: phobos-translate --import-phobos %s > %t.mlir
// RUN: phobos-host-run --grid=2,1,1 %t.mlir 15=1,2,3,4,5 15=0 5 5 3 | FileCheck %s

// For n = 5 the pairs (i, j) with j = i, i + 2, … < 5 are j = 0, 2, 4, 1, 3, 2, 4, 3, 4:
// three of them (0, 3, 3) are multiples of 3, six are not. So an element a becomes
// a * (0 + 3 + 3) + 3 - 6, plus 100 for each column and 1000 for each row of its block.
// CHECK: arg1: 3 109 215 1021 1127 1203 2009 2115 2221 3027 3103 3209 15 121 227
fn addmul(x, y) { return x * y + 1 }
kernel k(A: tensor<f32>[M, N], O: tensor<f32>[M, N], n: i32) {
  let r = ctx.block.x * 4
  var acc = zeros([4, 4])
  var i = 0
  while i < n {
    for j in range(i, n, 2) {
      if j % 3 == 0 {
        acc += addmul(A[r :+ 4, 0 :+ 4], f32(j))
      } else {
        acc -= 1
      }
    }
    i += 1
  }
  O[r :+ 4, 0 :+ 4] = acc + f32(iota(1)) * 100 + f32(iota(0)) * 1000
}
