// REQUIRES: planted
// RUN: phobos-opt %s --phobos-eliminate-masks --phobos-verify-masks | FileCheck %s --check-prefix=SOUND
// RUN: not phobos-opt-planted %s --phobos-eliminate-masks --phobos-verify-masks 2>&1 | FileCheck %s --implicit-check-not=error:

// The planted eliminator judges a start in the first iteration alone. Where that
// is wrong the checker says so, and nothing where it happens to be right.

// SOUND-LABEL: @last_tile
phobos.kernel @last_tile(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c100 = arith.constant 100 : index
  %A = phobos.view %a[100] : !phobos.view<100xf32>
  scf.for %i = %c0 to %c100 step %c16 {
    // SOUND: masked [0]
    // CHECK: [[#@LINE+2]]:10: error: expected a slice that stays inside in dim 0, which has no mask; not proved: start + 16 <= extent
    // CHECK: note: nothing known excludes start = 96 with an extent of 100, where the loop of line [[#@LINE-3]] = 96
    %t = phobos.load %A[%i :+ 16] masked [0] : !phobos.view<100xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// SOUND-LABEL: @decoy
phobos.kernel @decoy(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %0 = scf.for %i = %c0 to %n step %c8 iter_args(%p = %c0) -> (index) {
    // SOUND: masked [0]
    // CHECK: [[#@LINE+1]]:10: error: expected a slice that stays inside in dim 0
    %t = phobos.load %A[%p :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %p, %c16 : index
    scf.yield %next : index
  }
  phobos.return
}

// The start in a loop with an exit.
// SOUND-LABEL: @leavable
phobos.kernel @leavable(%a: !phobos.ptr<f32>, %f: i1) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[100] : !phobos.view<100xf32>
  %0 = scf.while (%i = %c0) : (index) -> index {
    scf.condition(%f) %i : index
  } do {
  ^bb0(%i: index):
    // SOUND: masked [0]
    // CHECK: [[#@LINE+1]]:10: error: expected a slice that stays inside in dim 0
    %t = phobos.load %A[%i :+ 16] masked [0] : !phobos.view<100xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %i, %c16 : index
    scf.yield %next : index
  }
  phobos.return
}

// SOUND-LABEL: @right_by_chance
phobos.kernel @right_by_chance(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  scf.for %i = %c0 to %n step %c16 {
    // SOUND-NOT: masked
    %t = phobos.load %A[%i :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}
