// RUN: phobos-opt %s --phobos-split-loops | FileCheck %s

// A loop in the body of another one that may be left: what is computed before it
// takes the body's arguments, as those of the region that asks are out of sight.

// CHECK-LABEL: @in_while
// CHECK: scf.while
// CHECK: ^bb0(%[[I:.*]]: index):
// CHECK: %[[Q:.*]] = arith.muli %[[I]], %{{.*}} : index
// CHECK: loop_part = "steady"
phobos.kernel @in_while(%a: !phobos.ptr<i32>, %N: index, %n: i32, %f: i1) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c100 = arith.constant 100 : index
  %c-16 = arith.constant -16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xi32>
  %0 = scf.while (%i = %c0) : (index) -> index {
    scf.condition(%f) %i : index
  } do {
  ^bb0(%i: index):
    %q = arith.muli %i, %c2 : index
    %from = arith.index_cast %n : i32 to index
    %1 = scf.for %j = %from to %c100 step %c16 iter_args(%p = %q) -> (index) {
      %t = phobos.load %A[%p :+ 16] masked [0] : !phobos.view<?xi32> -> !phobos.tile<16xi32>
      phobos.store %t, %A[%i :+ 16] masked [0] : !phobos.tile<16xi32>, !phobos.view<?xi32>
      %next = arith.addi %p, %c-16 : index
      scf.yield %next : index
    }
    %after = arith.addi %i, %c8 : index
    scf.yield %after : index
  }
  phobos.return
}
