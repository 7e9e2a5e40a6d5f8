// RUN: phobos-opt --phobos-split-loops %s | FileCheck %s

// The operands of a product in bf16 are copied to shared memory, with zeros where they are outside: one loop.
// CHECK-LABEL: phobos.kernel @product
// CHECK-NOT: phobos.loop_part
phobos.kernel @product(%a: !phobos.ptr<bf16>, %b: !phobos.ptr<bf16>, %c: !phobos.ptr<f32>, %K: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[16, %K] : !phobos.view<16x?xbf16>
  %B = phobos.view %b[%K, 16] : !phobos.view<?x16xbf16>
  %C = phobos.view %c[16, 16] : !phobos.view<16x16xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<16x16xf32>
  %d = scf.for %k = %c0 to %K step %c16 iter_args(%acc = %zero) -> !phobos.tile<16x16xf32> {
    %x = phobos.load %A[%c0 :+ 16, %k :+ 16] masked [1] : !phobos.view<16x?xbf16> -> !phobos.tile<16x16xbf16>
    %y = phobos.load %B[%k :+ 16, %c0 :+ 16] masked [0] : !phobos.view<?x16xbf16> -> !phobos.tile<16x16xbf16>
    %e = phobos.dot %x, %y, %acc : !phobos.tile<16x16xbf16>, !phobos.tile<16x16xbf16> -> !phobos.tile<16x16xf32>
    scf.yield %e : !phobos.tile<16x16xf32>
  }
  phobos.store %d, %C[%c0 :+ 16, %c0 :+ 16] : !phobos.tile<16x16xf32>, !phobos.view<16x16xf32>
  phobos.return
}

// @negative_exact: an exact product of f32 reads its operands through registers, where each mask costs.
// CHECK-LABEL: phobos.kernel @negative_exact
// CHECK: phobos.loop_part = "steady"
phobos.kernel @negative_exact(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %c: !phobos.ptr<f32>, %K: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[16, %K] : !phobos.view<16x?xf32>
  %B = phobos.view %b[%K, 16] : !phobos.view<?x16xf32>
  %C = phobos.view %c[16, 16] : !phobos.view<16x16xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<16x16xf32>
  %d = scf.for %k = %c0 to %K step %c16 iter_args(%acc = %zero) -> !phobos.tile<16x16xf32> {
    %x = phobos.load %A[%c0 :+ 16, %k :+ 16] masked [1] : !phobos.view<16x?xf32> -> !phobos.tile<16x16xf32>
    %y = phobos.load %B[%k :+ 16, %c0 :+ 16] masked [0] : !phobos.view<?x16xf32> -> !phobos.tile<16x16xf32>
    %e = phobos.dot %x, %y, %acc : !phobos.tile<16x16xf32>, !phobos.tile<16x16xf32> -> !phobos.tile<16x16xf32>
    scf.yield %e : !phobos.tile<16x16xf32>
  }
  phobos.store %d, %C[%c0 :+ 16, %c0 :+ 16] : !phobos.tile<16x16xf32>, !phobos.view<16x16xf32>
  phobos.return
}

// @negative_asserted: @assert_no_mask wants masks proved away, however cheap they are.
// CHECK-LABEL: phobos.kernel @negative_asserted
// CHECK: phobos.loop_part = "steady"
phobos.kernel @negative_asserted(%a: !phobos.ptr<bf16>, %b: !phobos.ptr<bf16>, %c: !phobos.ptr<f32>, %K: index)
    attributes {phobos.assert_no_mask} {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[16, %K] : !phobos.view<16x?xbf16>
  %B = phobos.view %b[%K, 16] : !phobos.view<?x16xbf16>
  %C = phobos.view %c[16, 16] : !phobos.view<16x16xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<16x16xf32>
  %d = scf.for %k = %c0 to %K step %c16 iter_args(%acc = %zero) -> !phobos.tile<16x16xf32> {
    %x = phobos.load %A[%c0 :+ 16, %k :+ 16] masked [1] : !phobos.view<16x?xbf16> -> !phobos.tile<16x16xbf16>
    %y = phobos.load %B[%k :+ 16, %c0 :+ 16] masked [0] : !phobos.view<?x16xbf16> -> !phobos.tile<16x16xbf16>
    %e = phobos.dot %x, %y, %acc : !phobos.tile<16x16xbf16>, !phobos.tile<16x16xbf16> -> !phobos.tile<16x16xf32>
    scf.yield %e : !phobos.tile<16x16xf32>
  }
  phobos.store %d, %C[%c0 :+ 16, %c0 :+ 16] : !phobos.tile<16x16xf32>, !phobos.view<16x16xf32>
  phobos.return
}
