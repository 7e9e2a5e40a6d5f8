// Gathers and scatters at offsets of either sign; a false lane touches no memory. The
// arrays lie between sentinels (777) that must neither show nor change, and their memory
// ends before a page that faults.

// Without a mask; of every element type. The hints have no effect.
// RUN: sed '/@gather(/,/^}/{s/f32/i8/g}' %s | phobos-host-run --kernel=gather - 10@4=77,77,1,2,3,4,5,6,77,77 4=-2,0,3,1 4=9 | FileCheck %s --check-prefix=GATHER
// RUN: sed '/@gather(/,/^}/{s/f32/i16/g}' %s | phobos-host-run --kernel=gather - 10@4=777,777,1,2,3,4,5,6,777,777 4=-2,0,3,1 4=9 | FileCheck %s --check-prefix=GATHER
// RUN: sed '/@gather(/,/^}/{s/f32/i32/g}' %s | phobos-host-run --kernel=gather - 10@4=777,777,1,2,3,4,5,6,777,777 4=-2,0,3,1 4=9 | FileCheck %s --check-prefix=GATHER
// RUN: sed '/@gather(/,/^}/{s/f32/i64/g}' %s | phobos-host-run --kernel=gather - 10@4=777,777,1,2,3,4,5,6,777,777 4=-2,0,3,1 4=9 | FileCheck %s --check-prefix=GATHER
// RUN: sed '/@gather(/,/^}/{s/f32/f16/g}' %s | phobos-host-run --kernel=gather - 10@4=777,777,1,2,3,4,5,6,777,777 4=-2,0,3,1 4=9 | FileCheck %s --check-prefix=GATHER
// RUN: sed '/@gather(/,/^}/{s/f32/bf16/g}' %s | phobos-host-run --kernel=gather - 10@4=776,776,1,2,3,4,5,6,776,776 4=-2,0,3,1 4=9 | FileCheck %s --check-prefix=GATHER
// RUN: sed '/@gather(/,/^}/{s/f32/f32/g}' %s | phobos-host-run --kernel=gather - 10@4=777,777,1,2,3,4,5,6,777,777 4=-2,0,3,1 4=9 | FileCheck %s --check-prefix=GATHER
// RUN: sed '/@gather(/,/^}/{s/f32/f64/g}' %s | phobos-host-run --kernel=gather - 10@4=777,777,1,2,3,4,5,6,777,777 4=-2,0,3,1 4=9 | FileCheck %s --check-prefix=GATHER
// GATHER: arg2: 1 3 6 4
phobos.kernel @gather(%x: !phobos.ptr<f32>, %o: !phobos.ptr<i64>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %O = phobos.view %o[4] : !phobos.view<4xi64>
  %Y = phobos.view %y[4] : !phobos.view<4xf32>
  %wide = phobos.load %O[%c0 :+ 4] : !phobos.view<4xi64> -> !phobos.tile<4xi64>
  %offsets = phobos.cast %wide : !phobos.tile<4xi64> to !phobos.tile<4xindex>
  %t = phobos.gather %x[%offsets] cache <cg> evict <first> volatile : !phobos.ptr<f32>, !phobos.tile<4xindex> -> !phobos.tile<4xf32>
  phobos.store %t, %Y[%c0 :+ 4] : !phobos.tile<4xf32>, !phobos.view<4xf32>
  phobos.return
}

// Where the mask is false: zero, then `other`.
// RUN: phobos-host-run --kernel=masked %s 10@4=777,777,1,2,3,4,5,6,777,777 4=-2,-9223372036854775808,3,9223372036854775807 4=1,0,1,0 8=9 | FileCheck %s --check-prefix=MASKED
// RUN: phobos-host-run --kernel=masked %s 10@4=777,777,1,2,3,4,5,6,777,777 4=-2,1099511627776,3,-1099511627776 4=1,0,1,0 8=9 | FileCheck %s --check-prefix=MASKED
// RUN: phobos-host-run --kernel=masked %s 10@4=777,777,1,2,3,4,5,6,777,777 4=9223372036854775807,-9223372036854775808,-9223372036854775808,9223372036854775807 4=0 8=9 | FileCheck %s --check-prefix=NONE
// MASKED: arg3: 1 0 6 0 1 0.5 6 0.5
// NONE: arg3: 0 0 0 0 0.5 0.5 0.5 0.5
phobos.kernel @masked(%x: !phobos.ptr<f32>, %o: !phobos.ptr<i64>, %m: !phobos.ptr<i1>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %O = phobos.view %o[4] : !phobos.view<4xi64>
  %M = phobos.view %m[4] : !phobos.view<4xi1>
  %Y = phobos.view %y[8] : !phobos.view<8xf32>
  %wide = phobos.load %O[%c0 :+ 4] : !phobos.view<4xi64> -> !phobos.tile<4xi64>
  %offsets = phobos.cast %wide : !phobos.tile<4xi64> to !phobos.tile<4xindex>
  %mask = phobos.load %M[%c0 :+ 4] : !phobos.view<4xi1> -> !phobos.tile<4xi1>
  %half = arith.constant dense<0.5> : !phobos.tile<4xf32>
  %t = phobos.gather %x[%offsets] mask %mask : !phobos.ptr<f32>, !phobos.tile<4xindex> -> !phobos.tile<4xf32>
  %u = phobos.gather %x[%offsets] mask %mask other %half : !phobos.ptr<f32>, !phobos.tile<4xindex> -> !phobos.tile<4xf32>
  phobos.store %t, %Y[%c0 :+ 4] : !phobos.tile<4xf32>, !phobos.view<8xf32>
  phobos.store %u, %Y[%c4 :+ 4] : !phobos.tile<4xf32>, !phobos.view<8xf32>
  phobos.return
}

// Bools and f8: the byte at each offset, and true or NaN where the mask is false.
// RUN: phobos-host-run --kernel=bytes --bits %s 4@2=0,1,0,1 4@2=1,-2,0x80,448 3=0 3=0 | FileCheck %s --check-prefix=BYTES
// BYTES: arg2: 0x0 0x1 0x1
// BYTES: arg3: 0x38 0x7E 0x7F
phobos.kernel @bytes(%x: !phobos.ptr<i1>, %f: !phobos.ptr<f8E4M3FN>, %y: !phobos.ptr<i1>, %g: !phobos.ptr<f8E4M3FN>) {
  %c0 = arith.constant 0 : index
  %Y = phobos.view %y[3] : !phobos.view<3xi1>
  %G = phobos.view %g[3] : !phobos.view<3xf8E4M3FN>
  %offsets = arith.constant dense<[-2, 1, 5]> : !phobos.tile<3xindex>
  %mask = arith.constant dense<[true, true, false]> : !phobos.tile<3xi1>
  %true = arith.constant dense<true> : !phobos.tile<3xi1>
  %nan = arith.constant dense<0x7F> : !phobos.tile<3xf8E4M3FN>
  %t = phobos.gather %x[%offsets] mask %mask other %true : !phobos.ptr<i1>, !phobos.tile<3xindex> -> !phobos.tile<3xi1>
  %u = phobos.gather %f[%offsets] mask %mask other %nan : !phobos.ptr<f8E4M3FN>, !phobos.tile<3xindex> -> !phobos.tile<3xf8E4M3FN>
  phobos.store %t, %Y[%c0 :+ 3] : !phobos.tile<3xi1>, !phobos.view<3xi1>
  phobos.store %u, %G[%c0 :+ 3] : !phobos.tile<3xf8E4M3FN>, !phobos.view<3xf8E4M3FN>
  phobos.return
}

// Value i is 10 + i. Of equal offsets the last in row-major order stays; a false lane
// writes nothing, wherever its offset points.
// RUN: phobos-host-run --kernel=scatter %s 10@4=777,777,1,2,3,4,5,6,777,777 6=-2,3,0,-2,3,1 6=1,1,1,1,1,1 | FileCheck %s --check-prefix=SCATTER
// SCATTER: arg0: 777 777 13 2 12 15 5 14 777 777
// RUN: phobos-host-run --kernel=scatter %s 10@4=777,777,1,2,3,4,5,6,777,777 6=-2,9223372036854775807,0,-2,-9223372036854775808,1 6=1,0,1,0,0,1 | FileCheck %s --check-prefix=SOME
// SOME: arg0: 777 777 10 2 12 15 5 6 777 777
// RUN: phobos-host-run --kernel=scatter %s 10@4=777,777,1,2,3,4,5,6,777,777 6=-9223372036854775808,9223372036854775807,1099511627776,-1099511627776,8,-5 6=0,0,0,0,0,0 | FileCheck %s --check-prefix=NOTHING
// NOTHING: arg0: 777 777 1 2 3 4 5 6 777 777
// RUN: sed '/@scatter(/,/^}/{s/ mask %mask//}' %s | phobos-host-run --kernel=scatter - 10@4=777,777,1,2,3,4,5,6,777,777 6=-2,3,0,-2,3,1 6=0 | FileCheck %s --check-prefix=SCATTER
phobos.kernel @scatter(%x: !phobos.ptr<i32>, %o: !phobos.ptr<i64>, %m: !phobos.ptr<i1>) {
  %c0 = arith.constant 0 : index
  %O = phobos.view %o[2, 3] : !phobos.view<2x3xi64>
  %M = phobos.view %m[2, 3] : !phobos.view<2x3xi1>
  %wide = phobos.load %O[%c0 :+ 2, %c0 :+ 3] : !phobos.view<2x3xi64> -> !phobos.tile<2x3xi64>
  %offsets = phobos.cast %wide : !phobos.tile<2x3xi64> to !phobos.tile<2x3xindex>
  %mask = phobos.load %M[%c0 :+ 2, %c0 :+ 3] : !phobos.view<2x3xi1> -> !phobos.tile<2x3xi1>
  %v = arith.constant dense<[[10, 11, 12], [13, 14, 15]]> : !phobos.tile<2x3xi32>
  phobos.scatter %v, %x[%offsets] mask %mask : !phobos.tile<2x3xi32>, !phobos.ptr<i32>, !phobos.tile<2x3xindex>
  phobos.return
}

// A block sees its own accesses in order: what was gathered before a scatter keeps its
// values, what is gathered after has the new ones.
// RUN: phobos-host-run --kernel=order %s 3=1,2,3 6=0 | FileCheck %s --check-prefix=ORDER
// ORDER: arg0: 3 2 1
// ORDER: arg1: 1 2 3 3 2 1
phobos.kernel @order(%x: !phobos.ptr<f64>, %y: !phobos.ptr<f64>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %Y = phobos.view %y[6] : !phobos.view<6xf64>
  %offsets = phobos.iota 0 : !phobos.tile<3xindex>
  %two = arith.constant dense<2> : !phobos.tile<3xindex>
  %back = arith.subi %two, %offsets : !phobos.tile<3xindex>
  %before = phobos.gather %x[%offsets] : !phobos.ptr<f64>, !phobos.tile<3xindex> -> !phobos.tile<3xf64>
  phobos.scatter %before, %x[%back] : !phobos.tile<3xf64>, !phobos.ptr<f64>, !phobos.tile<3xindex>
  %after = phobos.gather %x[%offsets] : !phobos.ptr<f64>, !phobos.tile<3xindex> -> !phobos.tile<3xf64>
  phobos.store %before, %Y[%c0 :+ 3] : !phobos.tile<3xf64>, !phobos.view<6xf64>
  phobos.store %after, %Y[%c3 :+ 3] : !phobos.tile<3xf64>, !phobos.view<6xf64>
  phobos.return
}

// A linked list, walked by scalar loads: x[k] is the place of the next, negative ends it.
// y counts the steps from 0: 0, 3, 1, 4.
// RUN: phobos-host-run --kernel=walk %s 5=3,4,2,1,-1 1=0 | FileCheck %s --check-prefix=WALK
// WALK: arg1: 4
phobos.kernel @walk(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %Y = phobos.view %y[1] : !phobos.view<1xi64>
  %r:2 = scf.while (%k = %c0, %n = %zero) : (index, i64) -> (index, i64) {
    %more = arith.cmpi sge, %k, %c0 : index
    scf.condition(%more) %k, %n : index, i64
  } do {
  ^bb0(%k: index, %n: i64):
    %offset = phobos.splat %k : !phobos.tile<1xindex>
    %t = phobos.gather %x[%offset] : !phobos.ptr<i32>, !phobos.tile<1xindex> -> !phobos.tile<1xi32>
    %s = phobos.item %t : !phobos.tile<1xi32>
    %next = arith.index_cast %s : i32 to index
    %m = arith.addi %n, %one : i64
    scf.yield %next, %m : index, i64
  }
  %t = phobos.splat %r#1 : !phobos.tile<1xi64>
  phobos.store %t, %Y[%c0 :+ 1] : !phobos.tile<1xi64>, !phobos.view<1xi64>
  phobos.return
}
