// RUN: phobos-translate --import-phobos %s | FileCheck %s

// What a loop or branch assigns it carries; what it declares it keeps.
// CHECK-LABEL: phobos.kernel @nested
// CHECK: %[[OUTER:[0-9]+]]:2 = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c1{{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[I:.*]] = %{{.*}}) -> (!phobos.tile<8xf32>, i32)
// CHECK: %[[INNER:.*]] = scf.for {{.*}} iter_args(%[[B:.*]] = %[[A]]) -> (!phobos.tile<8xf32>)
// CHECK: scf.yield %{{.*}} : !phobos.tile<8xf32>
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %c1_i32
// CHECK: scf.yield %[[INNER]], %[[NEXT]]
// CHECK: phobos.cast %[[OUTER]]#1 : i32 to f32
// CHECK: phobos.store
kernel nested(A: tensor<f32>[M], n: i32) {
  var a = A[0 :+ 8]
  var i = 0
  for j in range(n) {
    let i2 = i
    for k in range(2, n, 3) {
      var a2 = a * a
      a2 = a2 + a
      a = a2
    }
    i += 1
  }
  A[0 :+ 8] = a + i
}

// CHECK-LABEL: phobos.kernel @branches
// CHECK: %[[R:.*]]:2 = scf.if %{{.*}} -> (f32, f32)
// CHECK: scf.yield %[[ONE:.*]], %[[Y0:.*]] : f32, f32
// CHECK: else
// CHECK: scf.if
// CHECK: scf.yield %[[X0:.*]], %{{.*}} : f32, f32
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: arith.constant
// CHECK-NEXT: phobos.store
// CHECK-NOT: else
// CHECK: phobos.return
kernel branches(A: tensor<f32>[M], n: i32) {
  var x = 0.0
  var y = 0.0
  if n > 3 {
    x = 1.0
  } else if n > 2 {
    y = 1.0
  } else {
    y = 2.0
  }
  let s = 0
  let t = x + y
  let v = zeros([8]) + t
  let c = n < 0
  if c { A[s :+ 8] = v }
}

// CHECK-LABEL: phobos.kernel @while_loop
// CHECK: scf.while (%[[N:.*]] = %{{.*}}) : (i32) -> i32
// CHECK: %[[C:.*]] = arith.cmpi sgt, %[[N]], %c0_i32
// CHECK: scf.condition(%[[C]]) %[[N]] : i32
// CHECK: ^bb0(%[[M:.*]]: i32):
// CHECK: %[[D:.*]] = arith.subi %[[M]], %c1_i32
// CHECK: scf.yield %[[D]]
kernel while_loop(A: tensor<i32>[M], n: i32) {
  var left = n
  while left > 0 {
    left -= 1
  }
  A[0 :+ 8] = left
}
