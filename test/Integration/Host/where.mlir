// `where` selects: nothing of the side not taken shows, and nothing there traps.

// A triangle of infinities, and of NaNs: the other half is exactly 0.
// RUN: phobos-host-run --kernel=triangle %s 16=-inf 16=1 | FileCheck %s --check-prefix=TRIANGLE
// RUN: phobos-host-run --kernel=triangle %s 16=nan 16=1 | FileCheck %s --check-prefix=NANS
// TRIANGLE: arg1: -inf 0 0 0 -inf -inf 0 0 -inf -inf -inf 0 -inf -inf -inf -inf
// NANS: arg1: nan 0 0 0 nan nan 0 0 nan nan nan 0 nan nan nan nan
phobos.kernel @triangle(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[4, 4] : !phobos.view<4x4xf32>
  %Y = phobos.view %y[4, 4] : !phobos.view<4x4xf32>
  %t = phobos.load %X[%c0 :+ 4, %c0 :+ 4] : !phobos.view<4x4xf32> -> !phobos.tile<4x4xf32>
  %i = phobos.iota 0 : !phobos.tile<4x1xindex>
  %j = phobos.iota 1 : !phobos.tile<1x4xindex>
  %r = phobos.broadcast %i : !phobos.tile<4x1xindex> -> !phobos.tile<4x4xindex>
  %c = phobos.broadcast %j : !phobos.tile<1x4xindex> -> !phobos.tile<4x4xindex>
  %in = arith.cmpi sge, %r, %c : !phobos.tile<4x4xindex>
  %zero = arith.constant dense<0.0> : !phobos.tile<4x4xf32>
  %w = phobos.where %in, %t, %zero : !phobos.tile<4x4xi1>, !phobos.tile<4x4xf32>
  phobos.store %w, %Y[%c0 :+ 4, %c0 :+ 4] : !phobos.tile<4x4xf32>, !phobos.view<4x4xf32>
  phobos.return
}

// RUN: phobos-host-run --kernel=log %s 4=-1,0,1,4 4=9 | FileCheck %s --check-prefix=LOG
// LOG: arg1: 0 0 0 1.386294{{[0-9]*}}
phobos.kernel @log(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[4] : !phobos.view<4xf32>
  %Y = phobos.view %y[4] : !phobos.view<4xf32>
  %t = phobos.load %X[%c0 :+ 4] : !phobos.view<4xf32> -> !phobos.tile<4xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<4xf32>
  %in = arith.cmpf ogt, %t, %zero : !phobos.tile<4xf32>
  %l = math.log %t : !phobos.tile<4xf32>
  %w = phobos.where %in, %l, %zero : !phobos.tile<4xi1>, !phobos.tile<4xf32>
  phobos.store %w, %Y[%c0 :+ 4] : !phobos.tile<4xf32>, !phobos.view<4xf32>
  phobos.return
}

// 12 / d guarded as the front end does: the division never sees a zero.
// RUN: phobos-host-run --kernel=divide %s 4=3,0,-4,0 4=9 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: arg1: 4 -1 -3 -1
phobos.kernel @divide(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[4] : !phobos.view<4xi32>
  %Y = phobos.view %y[4] : !phobos.view<4xi32>
  %d = phobos.load %X[%c0 :+ 4] : !phobos.view<4xi32> -> !phobos.tile<4xi32>
  %zero = arith.constant dense<0> : !phobos.tile<4xi32>
  %one = arith.constant dense<1> : !phobos.tile<4xi32>
  %none = arith.constant dense<-1> : !phobos.tile<4xi32>
  %twelve = arith.constant dense<12> : !phobos.tile<4xi32>
  %in = arith.cmpi ne, %d, %zero : !phobos.tile<4xi32>
  %safe = phobos.where %in, %d, %one : !phobos.tile<4xi1>, !phobos.tile<4xi32>
  %q = arith.divsi %twelve, %safe : !phobos.tile<4xi32>
  %w = phobos.where %in, %q, %none : !phobos.tile<4xi1>, !phobos.tile<4xi32>
  phobos.store %w, %Y[%c0 :+ 4] : !phobos.tile<4xi32>, !phobos.view<4xi32>
  phobos.return
}

// x - x and 0 * x do not fold: NaN where x is infinite. exp(-inf) is exactly 0.
// RUN: phobos-host-run --kernel=no_fast_math %s 4=-inf,inf,2,nan 12=9 | FileCheck %s --check-prefix=STRICT
// STRICT: arg1: nan nan 0 nan nan nan 0 nan 0 inf 7.38905{{[0-9]*}} nan
phobos.kernel @no_fast_math(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %X = phobos.view %x[4] : !phobos.view<4xf32>
  %Y = phobos.view %y[12] : !phobos.view<12xf32>
  %t = phobos.load %X[%c0 :+ 4] : !phobos.view<4xf32> -> !phobos.tile<4xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<4xf32>
  %d = arith.subf %t, %t : !phobos.tile<4xf32>
  %p = arith.mulf %t, %zero : !phobos.tile<4xf32>
  %e = math.exp %t : !phobos.tile<4xf32>
  phobos.store %d, %Y[%c0 :+ 4] : !phobos.tile<4xf32>, !phobos.view<12xf32>
  phobos.store %p, %Y[%c4 :+ 4] : !phobos.tile<4xf32>, !phobos.view<12xf32>
  phobos.store %e, %Y[%c8 :+ 4] : !phobos.tile<4xf32>, !phobos.view<12xf32>
  phobos.return
}
