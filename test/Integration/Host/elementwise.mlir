// Arithmetic and functions on every float type, through f32 where the type is narrower.

// exp exp2 log log2 sqrt rsqrt sin cos tanh erf abs floor ceil round roundeven of x, then
// pow(x, x) and fma(x, x, x), at x = 0.5 and 2.5. f32 to 6 digits.
// RUN: phobos-host-run --kernel=functions %s 2=0.5,2.5 34=9 | FileCheck %s --check-prefix=F32
// F32: arg1: 1.64872{{[0-9]*}} 12.1824{{[0-9]*}} 1.41421{{[0-9]*}} 5.65685{{[0-9]*}}
// F32-SAME: -0.693147{{[0-9]*}} 0.916290{{[0-9]*}} -1 1.32192{{[0-9]*}}
// F32-SAME: 0.707106{{[0-9]*}} 1.58113{{[0-9]*}} 1.41421{{[0-9]*}} 0.632455{{[0-9]*}}
// F32-SAME: 0.479425{{[0-9]*}} 0.598472{{[0-9]*}} 0.877582{{[0-9]*}} -0.801143{{[0-9]*}}
// F32-SAME: 0.462117{{[0-9]*}} 0.986614{{[0-9]*}} 0.520499{{[0-9]*}} 0.999593{{[0-9]*}}
// F32-SAME: 0.5 2.5 0 2 1 3 1 3 0 2
// F32-SAME: 0.707106{{[0-9]*}} 9.88211{{[0-9]*}} 0.75 8.75
// RUN: sed s/f32/f64/g %s | phobos-host-run --kernel=functions - 2=0.5,2.5 34=9 | FileCheck %s --check-prefix=F64
// F64: arg1: 1.648721270700128{{[0-9]*}} 12.18249396070347{{[0-9]*}}
// F64-SAME: 0.52049987781304{{[0-9]*}} 0.99959304798255{{[0-9]*}}
// In bf16 the results round to 8 bits: exp(0.5) = 1.6484375, exp(2.5) = 12.1875.
// RUN: sed s/f32/bf16/g %s | phobos-host-run --kernel=functions - 2=0.5,2.5 34=9 | FileCheck %s --check-prefix=BF16
// BF16: arg1: 1.6484375 12.1875 1.4140625 5.65625 -0.69140625 0.91796875 -1 1.3203125
// In f16 to 11 bits: 1.6484375 = 1688/1024 is below, 1.6494140625 above; sqrt(2.5).
// RUN: sed s/f32/f16/g %s | phobos-host-run --kernel=functions - 2=0.5,2.5 34=9 | FileCheck %s --check-prefix=F16
// F16: arg1: 1.6484375 12.1796875 1.4140625 5.65625 -0.693359375 0.916503906 -1 1.32226562
// F16-SAME: 0.70703125 1.58105469
phobos.kernel @functions(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %Y = phobos.view %y[17, 2] : !phobos.view<17x2xf32>
  %Z = phobos.view %x[1, 2] : !phobos.view<1x2xf32>
  %t = phobos.load %Z[%c0 :+ 1, %c0 :+ 2] : !phobos.view<1x2xf32> -> !phobos.tile<1x2xf32>
  %r0 = arith.constant 0 : index
  %v0 = math.exp %t : !phobos.tile<1x2xf32>
  phobos.store %v0, %Y[%r0 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r1 = arith.constant 1 : index
  %v1 = math.exp2 %t : !phobos.tile<1x2xf32>
  phobos.store %v1, %Y[%r1 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r2 = arith.constant 2 : index
  %v2 = math.log %t : !phobos.tile<1x2xf32>
  phobos.store %v2, %Y[%r2 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r3 = arith.constant 3 : index
  %v3 = math.log2 %t : !phobos.tile<1x2xf32>
  phobos.store %v3, %Y[%r3 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r4 = arith.constant 4 : index
  %v4 = math.sqrt %t : !phobos.tile<1x2xf32>
  phobos.store %v4, %Y[%r4 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r5 = arith.constant 5 : index
  %v5 = math.rsqrt %t : !phobos.tile<1x2xf32>
  phobos.store %v5, %Y[%r5 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r6 = arith.constant 6 : index
  %v6 = math.sin %t : !phobos.tile<1x2xf32>
  phobos.store %v6, %Y[%r6 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r7 = arith.constant 7 : index
  %v7 = math.cos %t : !phobos.tile<1x2xf32>
  phobos.store %v7, %Y[%r7 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r8 = arith.constant 8 : index
  %v8 = math.tanh %t : !phobos.tile<1x2xf32>
  phobos.store %v8, %Y[%r8 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r9 = arith.constant 9 : index
  %v9 = math.erf %t : !phobos.tile<1x2xf32>
  phobos.store %v9, %Y[%r9 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r10 = arith.constant 10 : index
  %v10 = math.absf %t : !phobos.tile<1x2xf32>
  phobos.store %v10, %Y[%r10 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r11 = arith.constant 11 : index
  %v11 = math.floor %t : !phobos.tile<1x2xf32>
  phobos.store %v11, %Y[%r11 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r12 = arith.constant 12 : index
  %v12 = math.ceil %t : !phobos.tile<1x2xf32>
  phobos.store %v12, %Y[%r12 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r13 = arith.constant 13 : index
  %v13 = math.round %t : !phobos.tile<1x2xf32>
  phobos.store %v13, %Y[%r13 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r14 = arith.constant 14 : index
  %v14 = math.roundeven %t : !phobos.tile<1x2xf32>
  phobos.store %v14, %Y[%r14 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r15 = arith.constant 15 : index
  %v15 = math.powf %t, %t : !phobos.tile<1x2xf32>
  phobos.store %v15, %Y[%r15 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  %r16 = arith.constant 16 : index
  %v16 = math.fma %t, %t, %t : !phobos.tile<1x2xf32>
  phobos.store %v16, %Y[%r16 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xf32>, !phobos.view<17x2xf32>
  phobos.return
}

// Rounding of each operation to the type: in bf16 1.5 * 1.0078125 = 1.51171875 is a tie
// between 1.5078125 and 1.515625 and goes to the even one; f8E4M3FN has 3 bits and
// saturates at 448, f8E5M2 2 bits and 57344.
// RUN: sed s/f32/bf16/g %s | phobos-host-run --kernel=product - 4=1.5,-2,3e38,nan 4=1.0078125,3,10,1 4=0 | FileCheck %s --check-prefix=PRODUCT-BF16
// RUN: sed s/f32/f16/g %s | phobos-host-run --kernel=product - 4=1.5,-2,60000,nan 4=1.0009765625,3,2,1 4=0 | FileCheck %s --check-prefix=PRODUCT-F16
// RUN: sed s/f32/f8E4M3FN/g %s | phobos-host-run --kernel=product - 4=1.125,-2,448,nan 4=1.125,3,2,1 4=0 | FileCheck %s --check-prefix=PRODUCT-E4M3
// RUN: sed s/f32/f8E5M2/g %s | phobos-host-run --kernel=product - 4=1.25,-2,57344,nan 4=1.25,3,2,1 4=0 | FileCheck %s --check-prefix=PRODUCT-E5M2
// PRODUCT-BF16: arg2: 1.515625 -6 inf nan
// PRODUCT-F16: arg2: 1.50195312 -6 inf nan
// PRODUCT-E4M3: arg2: 1.25 -6 448 nan
// PRODUCT-E5M2: arg2: 1.5 -6 57344 nan
phobos.kernel @product(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %z: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[4] : !phobos.view<4xf32>
  %Y = phobos.view %y[4] : !phobos.view<4xf32>
  %Z = phobos.view %z[4] : !phobos.view<4xf32>
  %s = phobos.load %X[%c0 :+ 4] : !phobos.view<4xf32> -> !phobos.tile<4xf32>
  %t = phobos.load %Y[%c0 :+ 4] : !phobos.view<4xf32> -> !phobos.tile<4xf32>
  %p = arith.mulf %s, %t : !phobos.tile<4xf32>
  phobos.store %p, %Z[%c0 :+ 4] : !phobos.tile<4xf32>, !phobos.view<4xf32>
  phobos.return
}

// max and min of two tiles give NaN where either is NaN.
// RUN: phobos-host-run --kernel=extremes %s 4=nan,1,-inf,2 4=1,nan,inf,3 4=0 4=0 | FileCheck %s --check-prefix=EXTREMES
// RUN: sed s/f32/bf16/g %s | phobos-host-run --kernel=extremes - 4=nan,1,-inf,2 4=1,nan,inf,3 4=0 4=0 | FileCheck %s --check-prefix=EXTREMES
// EXTREMES: arg2: nan nan inf 3
// EXTREMES: arg3: nan nan -inf 2
phobos.kernel @extremes(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %z: !phobos.ptr<f32>, %w: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[4] : !phobos.view<4xf32>
  %Y = phobos.view %y[4] : !phobos.view<4xf32>
  %Z = phobos.view %z[4] : !phobos.view<4xf32>
  %W = phobos.view %w[4] : !phobos.view<4xf32>
  %s = phobos.load %X[%c0 :+ 4] : !phobos.view<4xf32> -> !phobos.tile<4xf32>
  %t = phobos.load %Y[%c0 :+ 4] : !phobos.view<4xf32> -> !phobos.tile<4xf32>
  %max = arith.maximumf %s, %t : !phobos.tile<4xf32>
  %min = arith.minimumf %s, %t : !phobos.tile<4xf32>
  phobos.store %max, %Z[%c0 :+ 4] : !phobos.tile<4xf32>, !phobos.view<4xf32>
  phobos.store %min, %W[%c0 :+ 4] : !phobos.tile<4xf32>, !phobos.view<4xf32>
  phobos.return
}

// Shapes: a transpose of three dims (dim d of the result is dim p(d)), a column and a row
// broadcast to a sum, the position of a block.
// RUN: phobos-host-run --kernel=shapes --grid=2,3,2 %s 6=0,1,2,3,4,5 6=0 6=0 12=0 | FileCheck %s --check-prefix=SHAPES
// [1][3][2] -> [2][1][3]: the columns 0 2 4 and 1 3 5.
// SHAPES: arg1: 0 2 4 1 3 5
// SHAPES: arg2: 0 1 2 10 11 12
// SHAPES: arg3: 0 1 10 11 20 21 100 101 110 111 120 121
phobos.kernel @shapes(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>, %z: !phobos.ptr<i32>, %w: !phobos.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[1, 3, 2] : !phobos.view<1x3x2xi32>
  %Y = phobos.view %y[2, 1, 3] : !phobos.view<2x1x3xi32>
  %Z = phobos.view %z[2, 3] : !phobos.view<2x3xi32>
  %W = phobos.view %w[2, 3, 2] : !phobos.view<2x3x2xi32>
  %t = phobos.load %X[%c0 :+ 1, %c0 :+ 3, %c0 :+ 2] : !phobos.view<1x3x2xi32> -> !phobos.tile<1x3x2xi32>
  %p = phobos.transpose %t [2, 0, 1] : !phobos.tile<1x3x2xi32> -> !phobos.tile<2x1x3xi32>
  phobos.store %p, %Y[%c0 :+ 2, %c0 :+ 1, %c0 :+ 3] : !phobos.tile<2x1x3xi32>, !phobos.view<2x1x3xi32>
  %column = arith.constant dense<[[0], [10]]> : !phobos.tile<2x1xi32>
  %i = phobos.iota 1 : !phobos.tile<1x3xindex>
  %row = phobos.cast %i : !phobos.tile<1x3xindex> to !phobos.tile<1x3xi32>
  %a = phobos.broadcast %column : !phobos.tile<2x1xi32> -> !phobos.tile<2x3xi32>
  %b = phobos.broadcast %row : !phobos.tile<1x3xi32> -> !phobos.tile<2x3xi32>
  %s = arith.addi %a, %b : !phobos.tile<2x3xi32>
  phobos.store %s, %Z[%c0 :+ 2, %c0 :+ 3] : !phobos.tile<2x3xi32>, !phobos.view<2x3xi32>
  %bx = phobos.block_id x
  %by = phobos.block_id y
  %bz = phobos.block_id z
  %c10 = arith.constant 10 : index
  %c100 = arith.constant 100 : index
  %m = arith.muli %by, %c10 : index
  %n = arith.muli %bz, %c100 : index
  %q = arith.addi %bx, %m : index
  %v = arith.addi %q, %n : index
  %vi = phobos.cast %v : index to i32
  %vt = phobos.splat %vi : !phobos.tile<1x1x1xi32>
  phobos.store %vt, %W[%bz :+ 1, %by :+ 1, %bx :+ 1] : !phobos.tile<1x1x1xi32>, !phobos.view<2x3x2xi32>
  phobos.return
}
