// RUN: phobos-opt %s --phobos-verify-masks -verify-diagnostics

// The example of the pass's description.
phobos.kernel @documented(%a: !phobos.ptr<f32>, %M: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %last = arith.subi %M, %c16 : index
  %inside = arith.cmpi sle, %c0, %last : index
  scf.if %inside {
    %t = phobos.load %A[%c0 :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  // expected-error@+3 {{expected a slice that stays inside in dim 0, which has no mask; not proved: start + 16 <= extent}}
  // expected-note@+2 {{nothing known excludes start = 0 with an extent of 0}}
  // expected-note@+1 {{'masked [0]' keeps elements outside away}}
  %u = phobos.load %A[%c0 :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}
