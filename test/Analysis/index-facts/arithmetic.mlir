// RUN: phobos-opt %s --phobos-print-index-facts -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// What ops compute, and where they wrap.

// CHECK: remark: dim 0: start by definition; end by promise, definition
func.func @minimum(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %most = arith.maxsi %last, %c0 : index
  %n16 = phobos.promise #phobos.bounded<16, 9223372036854775807> %N
  %c100 = arith.constant 100 : index
  %s = arith.minsi %most, %c100 : index
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// Without a promise that there are 16, the maximum with 0 is not inside.
// CHECK: remark: dim 0: start by definition; end not proved
func.func @negative_minimum(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %s = arith.maxsi %last, %c0 : index
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// The start is below 0 where N is below 16.
// CHECK: remark: dim 0: start not proved; end by definition
func.func @negative_minimum_start(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %s = arith.minsi %last, %x : index
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// The last tile, moved back so that it ends at N.
// CHECK: remark: dim 0: start by loop, promise, definition; end by definition
func.func @moved_back(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n16 = phobos.promise #phobos.bounded<16, 9223372036854775807> %N
  %last = arith.subi %N, %c16 : index
  scf.for %i = %c0 to %N step %c16 {
    %s = arith.minsi %i, %last : index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// 16 (x / 16) of an x in [0, N - 16].
// CHECK: remark: dim 0: start by condition, definition; end by condition, definition
func.func @rounded_down(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %low = arith.cmpi sge, %x, %c0 : index
  %high = arith.cmpi sle, %x, %last : index
  %both = arith.andi %low, %high : i1
  scf.if %both {
    %q = arith.divsi %x, %c16 : index
    %s = arith.muli %q, %c16 : index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// Rounded up, it may be up to 15 more.
// CHECK: remark: dim 0: start by condition, definition; end not proved
func.func @negative_rounded_up(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %low = arith.cmpi sge, %x, %c0 : index
  %high = arith.cmpi sle, %x, %last : index
  %both = arith.andi %low, %high : i1
  scf.if %both {
    %q = arith.ceildivsi %x, %c16 : index
    %s = arith.muli %q, %c16 : index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// A remainder toward zero has the sign of what is divided.
// CHECK: remark: dim 0: start not proved; end by promise, definition
func.func @negative_remainder(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n32 = phobos.promise #phobos.bounded<32, 9223372036854775807> %N
  %s = arith.remsi %x, %c16 : index
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// A bit mask has not, nor has a remainder of what is not below 0.
// CHECK: remark: dim 0: start by definition; end by promise, definition
func.func @bit_mask(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n32 = phobos.promise #phobos.bounded<32, 9223372036854775807> %N
  %c15 = arith.constant 15 : index
  %s = arith.andi %x, %c15 : index
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// The tile that holds x: x without its last four bits.
// CHECK: remark: dim 0: start by condition, definition; end by condition, promise, definition
func.func @tile_of(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %c15 = arith.constant 15 : index
  %low = arith.cmpi sge, %x, %c0 : index
  %high = arith.cmpi slt, %x, %N : index
  %both = arith.andi %low, %high : i1
  scf.if %both {
    %rest = arith.andi %x, %c15 : index
    %s = arith.subi %x, %rest : index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// Either of two starts that are inside, by a condition that says more of each.
// CHECK: remark: dim 0: start by promise, definition; end by promise, definition
func.func @selected(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n16 = phobos.promise #phobos.bounded<16, 9223372036854775807> %N
  %last = arith.subi %N, %c16 : index
  %low = arith.cmpi slt, %x, %c0 : index
  %high = arith.cmpi sgt, %x, %last : index
  %below = arith.select %high, %last, %x : index
  %s = arith.select %low, %c0, %below : index
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// The choices are exchanged: x is taken where it is below 0.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_selected(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %low = arith.cmpi slt, %x, %c0 : index
  %s = arith.select %low, %x, %c0 : index
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// 8 x may wrap, where x is far below 0 or, for a large N, above.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_product_wraps(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %high = arith.cmpi sle, %x, %last : index
  scf.if %high {
    %s = arith.muli %x, %c8 : index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// From n > 0 does not follow n + 1 > 0.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_sum_wraps(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %positive = arith.cmpi sgt, %x, %c0 : index
  scf.if %positive {
    %s = arith.addi %x, %c1 : index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// A cast to 32 bits wraps; of what fits it is the number itself.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_truncated(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  scf.for %i = %c0 to %n step %c16 {
    %k = arith.index_cast %i : index to i32
    %s = arith.index_cast %k : i32 to index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// CHECK: remark: dim 0: start by loop; end by loop, promise
func.func @truncated_exactly(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %m = phobos.promise #phobos.bounded<0, 2147483647> %N
  %n = phobos.promise #phobos.divisible<16> %m
  scf.for %i = %c0 to %n step %c16 {
    %k = arith.index_cast %i : index to i32
    %s = arith.index_cast %k : i32 to index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// Extended by zeros, -16 is a large number; the other way it is below 0.
// CHECK: remark: dim 0: start by definition; end not proved
// CHECK: remark: dim 0: start not proved; end not proved
func.func @extended(%a: !phobos.ptr<f32>, %N: index, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %s = arith.index_castui %k : i32 to index
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  %x = arith.index_cast %k : i32 to index
  %u = phobos.load %A[%x :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// Static extents: the whole, and one behind it.
// CHECK: remark: dim 0: start by constant; end by constant
// CHECK: remark: dim 0: start by constant; end not proved
// CHECK: remark: dim 0: start not proved; end by constant
func.func @static(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm1 = arith.constant -1 : index
  %A = phobos.view %a[16] : !phobos.view<16xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<16xf32> -> !phobos.tile<16xf32>
  %u = phobos.load %A[%c1 :+ 16] masked [0] : !phobos.view<16xf32> -> !phobos.tile<16xf32>
  %v = phobos.load %A[%cm1 :+ 16] masked [0] : !phobos.view<16xf32> -> !phobos.tile<16xf32>
  return
}

// A value that is in memory may be anything.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_loaded(%a: !phobos.ptr<f32>, %N: index, %p: !phobos.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %P = phobos.view %p[1] : !phobos.view<1xi32>
  %x = phobos.load %P[%c0 :+ 1] : !phobos.view<1xi32> -> !phobos.tile<1xi32>
  %k = phobos.item %x : !phobos.tile<1xi32>
  %s = arith.index_cast %k : i32 to index
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// The least integer, divided and rounded up, is below 0.
// CHECK: remark: dim 0: start not proved; end by {{.*}}
func.func @negative_least_integer(%a: !phobos.ptr<f32>, %N: index) {
  %least = arith.constant -9223372036854775808 : index
  %c48 = arith.constant 48 : index
  %s = arith.ceildivsi %least, %c48 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}
