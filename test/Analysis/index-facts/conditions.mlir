// RUN: phobos-opt %s --phobos-print-index-facts -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Conditions of the branches around an access, each on its side.

// CHECK: remark: dim 0: start by condition; end by condition
func.func @both_sides(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %low = arith.cmpi sle, %c0, %s : index
  %high = arith.cmpi sle, %s, %last : index
  %both = arith.andi %low, %high : i1
  scf.if %both {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// One of the two alone.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_either(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %low = arith.cmpi sle, %c0, %s : index
  %high = arith.cmpi sle, %s, %last : index
  %either = arith.ori %low, %high : i1
  scf.if %either {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// On the other side both fail: s is at least 0 where s < 0 does not hold.
// CHECK: remark: dim 0: start by condition; end by condition
func.func @else_side(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %low = arith.cmpi slt, %s, %c0 : index
  %high = arith.cmpi sgt, %s, %last : index
  %outside = arith.ori %low, %high : i1
  scf.if %outside {
  } else {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// The conditions hold on the side that the access is not on.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_else_side(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %low = arith.cmpi sle, %c0, %s : index
  %high = arith.cmpi sle, %s, %last : index
  %both = arith.andi %low, %high : i1
  scf.if %both {
  } else {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// Behind the branch nothing holds of it.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_behind(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  %low = arith.cmpi sle, %c0, %s : index
  %high = arith.cmpi sle, %s, %last : index
  %both = arith.andi %low, %high : i1
  scf.if %both {
  }
  %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// A negation.
// CHECK: remark: dim 0: start by condition; end not proved
func.func @negated(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %true = arith.constant true
  %low = arith.cmpi slt, %s, %c0 : index
  %not = arith.xori %low, %true : i1
  scf.if %not {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// As unsigned below N, which is not below 0, is both 0 <= s and s < N.
// CHECK: remark: dim 0: start by condition; end not proved
func.func @unsigned(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %is = arith.cmpi ult, %s, %N : index
  scf.if %is {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// As unsigned above 16 is also a number below 0.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_unsigned(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %is = arith.cmpi ugt, %s, %c16 : index
  scf.if %is {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// Below an unsigned number that may be beyond the signed ones.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_unsigned_bound(%a: !phobos.ptr<f32>, %N: index, %s: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %is = arith.cmpi ult, %s, %x : index
  scf.if %is {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// s + 16 <= N says that s + 16 as it was computed is; s may be close to 2^63.
// CHECK: remark: dim 0: start by condition; end not proved
func.func @negative_sum_wraps(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %low = arith.cmpi sle, %c0, %s : index
  %end = arith.addi %s, %c16 : index
  %high = arith.cmpi sle, %end, %N : index
  %both = arith.andi %low, %high : i1
  scf.if %both {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// Where s is known not to be, it does.
// CHECK: remark: dim 0: start by condition; end by condition
func.func @sum_fits(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %large = arith.constant 1000000 : index
  %low = arith.cmpi sle, %c0, %s : index
  %small = arith.cmpi sle, %s, %large : index
  %end = arith.addi %s, %c16 : index
  %high = arith.cmpi sle, %end, %N : index
  scf.if %low {
    scf.if %small {
      scf.if %high {
        %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
      }
    }
  }
  return
}

// Equal to a number; and not equal to one, of which nothing follows.
// CHECK: remark: dim 0: start by condition; end not proved
// CHECK: remark: dim 0: start not proved; end not proved
func.func @equal(%a: !phobos.ptr<f32>, %N: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %is = arith.cmpi eq, %s, %c8 : index
  scf.if %is {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  } else {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}
