// RUN: phobos-opt %s --phobos-eliminate-masks --phobos-assert-no-mask | FileCheck %s

// Points and `A[s:]` have no masks, slices of tiles and bulk copies do not count,
// and what is proved has none any more. Parts of a split loop that handle edges do not assert.
// CHECK-LABEL: @valid
phobos.kernel @valid(%a: !phobos.ptr<f32>, %N: index, %i: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %rest = arith.remsi %N, %c16 : index
  %whole = arith.subi %N, %rest : index
  scf.for %k = %c0 to %whole step %c16 {
    %t = phobos.load %A[%k :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %p = phobos.load %A[%i :+ 1] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
    // CHECK: masked [0] {phobos.staged}
    %b = phobos.load %A[%i :+ 16] masked [0] {phobos.staged} : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %s = phobos.extract_slice %t[%i :+ 4] masked [0] : !phobos.tile<16xf32> -> !phobos.tile<4xf32>
  } {phobos.assert_no_mask, phobos.loop_part = "steady"}
  scf.for %k = %whole to %N step %c16 {
    // CHECK: masked [0]
    // CHECK: "epilogue"
    %t = phobos.load %A[%k :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  } {phobos.loop_part = "epilogue"}
  phobos.return
}
