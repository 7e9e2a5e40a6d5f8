// RUN: phobos-translate --import-phobos %s | FileCheck %s

// A return sets a flag, and what follows runs where it is not set.
// CHECK-LABEL: phobos.kernel @returns
// CHECK: %[[LEFT:.*]] = scf.if %{{.*}} -> (i1) {
// CHECK: scf.yield %true{{.*}} : i1
// CHECK: else
// CHECK: scf.yield %false{{.*}} : i1
// CHECK: %[[STAYS:.*]] = arith.xori %[[LEFT]], %true{{.*}} : i1
// CHECK: scf.if %[[STAYS]] {
// CHECK: phobos.store
// CHECK-NOT: else
// CHECK: phobos.return
kernel returns(A: tensor<f32>[M], n: i32) {
  if n < 0 { return }
  A[0 :+ 8] = 1
  return
}

// A loop with continue stays an scf.for.
// CHECK-LABEL: phobos.kernel @continues
// CHECK: scf.for {{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (i32) {
// CHECK: %[[SKIPS:.*]] = scf.if %{{.*}} -> (i1)
// CHECK: %[[STAYS:.*]] = arith.xori %[[SKIPS]]
// CHECK: %[[NEXT:.*]] = scf.if %[[STAYS]] -> (i32)
// CHECK: else
// CHECK: scf.yield %[[S]]
// CHECK: scf.yield %[[NEXT]] : i32
kernel continues(A: tensor<i32>[M], n: i32) {
  var s = 0
  for i in range(n) {
    if i % 2 == 0 { continue }
    s += 1
  }
  A[0 :+ 8] = s
}

// One that may be left carries whether it goes on.
// CHECK-LABEL: phobos.kernel @breaks
// CHECK: scf.while (%{{.*}} = %[[LO:.*]], %[[MORE:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) : (index, i1, i32)
// CHECK: scf.condition(%[[MORE]])
// CHECK: ^bb0(%[[I:.*]]: index, %{{.*}}: i1, %[[S:.*]]: i32):
// CHECK: %[[LEFT:.*]] = arith.subi %[[HI:.*]], %[[I]] : index
// CHECK: %[[INSIDE:.*]] = arith.cmpi ugt, %[[LEFT]], %[[STEP:.*]] : index
// CHECK: %[[NEXT:.*]] = arith.addi %[[I]], %[[STEP]] : index
// CHECK: %[[GO:.*]] = arith.andi %[[INSIDE]], %{{.*}} : i1
// CHECK: scf.yield %[[NEXT]], %[[GO]], %{{.*}} : index, i1, i32
kernel breaks(A: tensor<i32>[M], n: i32) {
  var s = 0
  for i in range(2, n, 3) {
    s += 1
    if s == 4 { break }
  }
  A[0 :+ 8] = s
}

// A condition is not looked at after a break.
// CHECK-LABEL: phobos.kernel @while_breaks
// CHECK: scf.while (%[[GO:.*]] = %true{{.*}}, %[[S:.*]] = %{{.*}}) : (i1, i32)
// CHECK: %[[C:.*]] = scf.if %[[GO]] -> (i1) {
// CHECK: arith.cmpi slt, %[[S]]
// CHECK: else
// CHECK: scf.yield %[[GO]]
// CHECK: scf.condition(%[[C]])
kernel while_breaks(A: tensor<i32>[M], n: i32) {
  var s = 0
  while s < n {
    s += 1
    if s == 4 { break }
  }
  A[0 :+ 8] = s
}

// A step that is known only at run time, and is below 1, runs nothing.
// CHECK-LABEL: phobos.kernel @steps
// CHECK: %[[STEP:.*]] = arith.index_cast
// CHECK: %[[OK:.*]] = arith.cmpi sge, %[[STEP]], %[[ONE:.*]] : index
// CHECK: %[[HI:.*]] = arith.select %[[OK]], %{{.*}}, %[[LO:.*]] : index
// CHECK: %[[BY:.*]] = arith.maxsi %[[STEP]], %[[ONE]] : index
// CHECK: scf.for %{{.*}} = %[[LO]] to %[[HI]] step %[[BY]]
kernel steps(A: tensor<i32>[M], n: i32) {
  for i in range(0, 8, n) { A[0 :+ 8] = 2 }
}
