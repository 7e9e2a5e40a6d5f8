// Online softmax over 8 columns in tiles of 4: the score is 1 for lo <= column < hi and
// -inf elsewhere, the values are 0 to 7, so the result is the mean of lo to hi - 1, and 0
// where no column counts. Rows whose first tile is masked as a whole keep what comes later.

// RUN: phobos-host-run %s 1=9 0 0 | FileCheck %s --check-prefix=NONE
// RUN: phobos-host-run %s 1=9 0 3 | FileCheck %s --check-prefix=FIRST
// RUN: phobos-host-run %s 1=9 0 6 | FileCheck %s --check-prefix=BOTH
// RUN: phobos-host-run %s 1=9 5 8 | FileCheck %s --check-prefix=SECOND
// NONE: arg0: 0
// FIRST: arg0: 1
// BOTH: arg0: 2.5
// SECOND: arg0: 6
// Without the guards a row without columns is NaN: -inf - -inf does not fold to 0.
// RUN: sed 's/%none_s, %zero4, %e/%never4, %zero4, %e/; s/%none, %zero, %f/%never, %zero, %f/; s/%empty, %zero, %q/%never, %zero, %q/' %s | phobos-host-run - 1=9 0 0 | FileCheck %s --check-prefix=UNGUARDED
// UNGUARDED: arg0: nan
phobos.kernel @softmax(%y: !phobos.ptr<f32>, %lo: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %Y = phobos.view %y[1, 1] : !phobos.view<1x1xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<1x1xf32>
  %zero4 = arith.constant dense<0.0> : !phobos.tile<1x4xf32>
  %one4 = arith.constant dense<1.0> : !phobos.tile<1x4xf32>
  %low = arith.constant dense<0xFF800000> : !phobos.tile<1x1xf32>
  %low4 = arith.constant dense<0xFF800000> : !phobos.tile<1x4xf32>
  %never = arith.constant dense<false> : !phobos.tile<1x1xi1>
  %never4 = arith.constant dense<false> : !phobos.tile<1x4xi1>
  %i = phobos.iota 1 : !phobos.tile<1x4xindex>
  %lo4 = phobos.splat %lo : !phobos.tile<1x4xindex>
  %hi4 = phobos.splat %hi : !phobos.tile<1x4xindex>
  %r:3 = scf.for %k = %c0 to %c8 step %c4 iter_args(%m = %low, %l = %zero, %acc = %zero) -> (!phobos.tile<1x1xf32>, !phobos.tile<1x1xf32>, !phobos.tile<1x1xf32>) {
    %k4 = phobos.splat %k : !phobos.tile<1x4xindex>
    %col = arith.addi %i, %k4 : !phobos.tile<1x4xindex>
    %above = arith.cmpi sge, %col, %lo4 : !phobos.tile<1x4xindex>
    %below = arith.cmpi slt, %col, %hi4 : !phobos.tile<1x4xindex>
    %in = arith.andi %above, %below : !phobos.tile<1x4xi1>
    %s = phobos.where %in, %one4, %low4 : !phobos.tile<1x4xi1>, !phobos.tile<1x4xf32>
    %sm = phobos.reduce <max> %s dim 1 : !phobos.tile<1x4xf32> -> !phobos.tile<1x1xf32>
    %mn = arith.maximumf %m, %sm : !phobos.tile<1x1xf32>
    %none = arith.cmpf oeq, %mn, %low : !phobos.tile<1x1xf32>
    %none_s = phobos.broadcast %none : !phobos.tile<1x1xi1> -> !phobos.tile<1x4xi1>
    %mn4 = phobos.broadcast %mn : !phobos.tile<1x1xf32> -> !phobos.tile<1x4xf32>
    %d = arith.subf %s, %mn4 : !phobos.tile<1x4xf32>
    %e = math.exp %d : !phobos.tile<1x4xf32>
    %p = phobos.where %none_s, %zero4, %e : !phobos.tile<1x4xi1>, !phobos.tile<1x4xf32>
    %dm = arith.subf %m, %mn : !phobos.tile<1x1xf32>
    %f = math.exp %dm : !phobos.tile<1x1xf32>
    %a = phobos.where %none, %zero, %f : !phobos.tile<1x1xi1>, !phobos.tile<1x1xf32>
    %ps = phobos.reduce <add> %p dim 1 : !phobos.tile<1x4xf32> -> !phobos.tile<1x1xf32>
    %la = arith.mulf %l, %a : !phobos.tile<1x1xf32>
    %ln = arith.addf %la, %ps : !phobos.tile<1x1xf32>
    %v = phobos.cast %col : !phobos.tile<1x4xindex> to !phobos.tile<1x4xf32>
    %pv = arith.mulf %p, %v : !phobos.tile<1x4xf32>
    %pvs = phobos.reduce <add> %pv dim 1 : !phobos.tile<1x4xf32> -> !phobos.tile<1x1xf32>
    %acca = arith.mulf %acc, %a : !phobos.tile<1x1xf32>
    %accn = arith.addf %acca, %pvs : !phobos.tile<1x1xf32>
    scf.yield %mn, %ln, %accn : !phobos.tile<1x1xf32>, !phobos.tile<1x1xf32>, !phobos.tile<1x1xf32>
  }
  %empty = arith.cmpf oeq, %r#1, %zero : !phobos.tile<1x1xf32>
  %q = arith.divf %r#2, %r#1 : !phobos.tile<1x1xf32>
  %o = phobos.where %empty, %zero, %q : !phobos.tile<1x1xi1>, !phobos.tile<1x1xf32>
  phobos.store %o, %Y[%c0 :+ 1, %c0 :+ 1] : !phobos.tile<1x1xf32>, !phobos.view<1x1xf32>
  phobos.return
}
