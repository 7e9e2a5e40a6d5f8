// RUN: phobos-opt %s --phobos-print-index-facts -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Loops with exits, which the front end writes as an scf.while that carries its
// position and whether there is another iteration.

// CHECK: remark: dim 0: start by carried; end by carried, promise
func.func @position(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %some = arith.cmpi slt, %c0, %n : index
  %r = scf.while (%s = %c0, %goes = %some) : (index, i1) -> index {
    scf.condition(%goes) %s : index
  } do {
  ^bb0(%s: index):
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %stays = arith.constant true
    %left = arith.subi %n, %s : index
    %more = arith.cmpi ugt, %left, %c16 : index
    %next = arith.addi %s, %c16 : index
    %both = arith.andi %more, %stays : i1
    scf.yield %next, %both : index, i1
  }
  return
}

// What is behind the loop, and what the condition's region sees, may lie behind
// the bound.
// CHECK: remark: dim 0: start not proved; end not proved
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_behind(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %some = arith.cmpi slt, %c0, %n : index
  %q = scf.while (%s = %c0, %goes = %some) : (index, i1) -> index {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    scf.condition(%goes) %s : index
  } do {
  ^bb0(%u: index):
    %left = arith.subi %n, %u : index
    %more = arith.cmpi ugt, %left, %c16 : index
    %next = arith.addi %u, %c16 : index
    scf.yield %next, %more : index, i1
  }
  %t = phobos.load %A[%q :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// The flag asks for 8 more, where the position advances by 16.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_other_step(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %some = arith.cmpi slt, %c0, %n : index
  %r = scf.while (%s = %c0, %goes = %some) : (index, i1) -> index {
    scf.condition(%goes) %s : index
  } do {
  ^bb0(%s: index):
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %left = arith.subi %n, %s : index
    %more = arith.cmpi ugt, %left, %c8 : index
    %next = arith.addi %s, %c16 : index
    scf.yield %next, %more : index, i1
  }
  return
}

// The first iteration runs whether or not there is anything.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_first_unasked(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %some = arith.constant true
  %r = scf.while (%s = %c0, %goes = %some) : (index, i1) -> index {
    scf.condition(%goes) %s : index
  } do {
  ^bb0(%s: index):
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %left = arith.subi %n, %s : index
    %more = arith.cmpi ugt, %left, %c16 : index
    %next = arith.addi %s, %c16 : index
    scf.yield %next, %more : index, i1
  }
  return
}

// Either suffices to go on.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_either(%a: !phobos.ptr<f32>, %N: index, %f: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %some = arith.cmpi slt, %c0, %n : index
  %r = scf.while (%s = %c0, %goes = %some) : (index, i1) -> index {
    scf.condition(%goes) %s : index
  } do {
  ^bb0(%s: index):
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %left = arith.subi %n, %s : index
    %more = arith.cmpi ugt, %left, %c16 : index
    %next = arith.addi %s, %c16 : index
    %either = arith.ori %more, %f : i1
    scf.yield %next, %either : index, i1
  }
  return
}

// A loop that asks before each iteration: s + 16 <= N is said, but s may have
// wrapped on its way there.
// CHECK: remark: dim 0: start not proved; end by condition
func.func @negative_while_start(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %r = scf.while (%s = %c0) : (index) -> index {
    %goes = arith.cmpi sle, %s, %last : index
    scf.condition(%goes) %s : index
  } do {
  ^bb0(%s: index):
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %s, %c16 : index
    scf.yield %next : index
  }
  return
}
