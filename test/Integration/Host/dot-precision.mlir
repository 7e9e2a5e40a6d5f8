// How a dot reads its f32 operands.

// Operands rounded before the product with 1, which is exact. To 10 bits of mantissa, ties
// away from zero: 1 + 2^-11 goes up, 1 + 2^-11 - 2^-23 down, -(1 + 3 * 2^-11) away; the largest
// f32 to infinity; a denormal of 2^-136 stays, 2^-137 rounds up to it; NaN and infinity stay.
// RUN: sed 's/precision none/precision tf32/' %s | phobos-host-run --kernel=rounded --bits - 8=0x3F801000,0x3F800FFF,0xBF803000,0x7F7FFFFF,0x2000,0x1000,0x7F800001,0xFF800000 8=0 | FileCheck %s --check-prefix=TF32
// TF32: arg1: 0x3F802000 0x3F800000 0xBF804000 0x7F800000 0x2000 0x2000 0x7F{{800001|C00001|FFFFFF}} 0xFF800000
// To 7 bits, ties to even: 1 + 2^-8 goes down, 1 + 3 * 2^-8 up, just above 1 + 2^-8 up.
// RUN: sed 's/precision none/precision bf16/' %s | phobos-host-run --kernel=rounded --bits - 8=0x3F808000,0x3F818000,0xBF808001,0x7F7FFFFF,0x8001,0x8000,0x7F800001,0xFF800000 8=0 | FileCheck %s --check-prefix=BF16
// BF16: arg1: 0x3F800000 0x3F820000 0xBF810000 0x7F800000 0x10000 0x0 0x7F{{C[0-9]*|FFFFFF}} 0xFF800000
// RUN: phobos-host-run --kernel=rounded --bits %s 8=0x3F801000,0x3F800FFF,0xBF803000,0x7F7FFFFF,0x2000,0x1000,0x3F800001,0xFF800000 8=0 | FileCheck %s --check-prefix=EXACT
// RUN: sed 's/precision none/precision tf32x3/' %s | phobos-host-run --kernel=rounded --bits - 8=0x3F801000,0x3F800FFF,0xBF803000,0x7F7FFFFF,0x2000,0x1000,0x3F800001,0xFF800000 8=0 | FileCheck %s --check-prefix=EXACT
// EXACT: arg1: 0x3F801000 0x3F800FFF 0xBF803000 0x7F7FFFFF 0x2000 0x1000 0x3F800001 0xFF800000
phobos.kernel @rounded(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[8, 1] : !phobos.view<8x1xf32>
  %Y = phobos.view %y[8, 1] : !phobos.view<8x1xf32>
  %t = phobos.load %X[%c0 :+ 8, %c0 :+ 1] : !phobos.view<8x1xf32> -> !phobos.tile<8x1xf32>
  %one = arith.constant dense<1.0> : !phobos.tile<1x1xf32>
  %zero = arith.constant dense<-0.0> : !phobos.tile<8x1xf32>
  %r = phobos.dot %t, %one, %zero precision none : !phobos.tile<8x1xf32>, !phobos.tile<1x1xf32> -> !phobos.tile<8x1xf32>
  phobos.store %r, %Y[%c0 :+ 8, %c0 :+ 1] : !phobos.tile<8x1xf32>, !phobos.view<8x1xf32>
  phobos.return
}

// The right side rounds as well: (1 + 2^-11)^2 with both rounded up to 1 + 2^-10.
// RUN: phobos-host-run --kernel=both --bits %s 1=0x3F801000 1=0 | FileCheck %s --check-prefix=BOTH
// (1 + 2^-10)^2 is 1 + 2^-9 + 2^-20.
// BOTH: arg1: 0x3F804008
phobos.kernel @both(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[1, 1] : !phobos.view<1x1xf32>
  %Y = phobos.view %y[1, 1] : !phobos.view<1x1xf32>
  %t = phobos.load %X[%c0 :+ 1, %c0 :+ 1] : !phobos.view<1x1xf32> -> !phobos.tile<1x1xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<1x1xf32>
  %r = phobos.dot %t, %t, %zero transposed precision tf32 : !phobos.tile<1x1xf32>, !phobos.tile<1x1xf32> -> !phobos.tile<1x1xf32>
  phobos.store %r, %Y[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<1x1xf32>
  phobos.return
}
