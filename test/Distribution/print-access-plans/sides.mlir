// RUN: phobos-opt --phobos-assign-layouts --phobos-print-access-plans %s 2>&1 | FileCheck %s

// The side of the branch says how rows lie, nothing else: an access that is on no side
// of a branch on its own view checks at run time, whatever is written on it.
// CHECK: sides.mlir:[[# @LINE + 8]]:{{.*}} remark: load of 'the view': {{.*}} address of the view % 16 == 0: checked at run time
// CHECK: sides.mlir:[[# @LINE + 11]]:{{.*}} remark: aligned: load of 'the view': {{.*}} address of the view % 16 == 0: this version was chosen by it
phobos.kernel @sides(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[64] : !phobos.view<64xf32>
  %B = phobos.view %b[64] : !phobos.view<64xf32>
  %aligned = phobos.rows_aligned %A : !phobos.view<64xf32>
  scf.if %aligned {
    %t = phobos.load %B[%c0 :+ 64] {phobos.rows = "aligned"} : !phobos.view<64xf32> -> !phobos.tile<64xf32>
    phobos.store %t, %B[%c0 :+ 64] : !phobos.tile<64xf32>, !phobos.view<64xf32>
    // A branch within.
    scf.if %aligned {
      %u = phobos.load %A[%c0 :+ 64] : !phobos.view<64xf32> -> !phobos.tile<64xf32>
      phobos.store %u, %A[%c0 :+ 64] : !phobos.tile<64xf32>, !phobos.view<64xf32>
    }
  }
  phobos.return
}
