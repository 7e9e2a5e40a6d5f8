// RUN: phobos-opt %s --phobos-print-index-facts -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Promises and assumptions hold of what they were given and of what they give,
// from where they stand.

// CHECK: remark: dim 0: start by constant; end by promise
func.func @bounded(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %n = phobos.promise #phobos.bounded<16, 100> %N
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// CHECK: remark: dim 0: start by constant; end by assumption
func.func @assumed(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %n = phobos.assume #phobos.bounded<16, 100> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// CHECK: remark: dim 0: start by constant; end by promise
func.func @same(%a: !phobos.ptr<f32>, %N: index, %M: index) {
  %c0 = arith.constant 0 : index
  %m = phobos.promise #phobos.bounded<16, 100> %M
  %n = phobos.promise #phobos.same %N, %M
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// A condition that must hold, as @require makes one: 16 <= M and M <= N.
// CHECK: remark: dim 0: start by constant; end by promise
func.func @required(%a: !phobos.ptr<f32>, %N: index, %M: index) {
  %c0 = arith.constant 0 : index
  %m = phobos.promise #phobos.bounded<16, 100> %M
  %holds = arith.cmpi sle, %m, %N : index
  %number = arith.index_castui %holds : i1 to index
  %1 = phobos.promise #phobos.bounded<1, 1> %number message "@require(M <= N)"
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// Promised to be false: N < M, so M <= N is not to be had of it.
// CHECK: remark: dim 0: start by constant; end not proved
func.func @negative_required_false(%a: !phobos.ptr<f32>, %N: index, %M: index) {
  %c0 = arith.constant 0 : index
  %m = phobos.promise #phobos.bounded<16, 100> %M
  %holds = arith.cmpi sle, %m, %N : index
  %number = arith.index_castui %holds : i1 to index
  %1 = phobos.promise #phobos.bounded<0, 0> %number
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// A multiple of 16 that is not below 0 may be 0.
// CHECK: remark: dim 0: start by constant; end not proved
func.func @negative_zero(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %n = phobos.promise #phobos.divisible<16> %N
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// It stands behind the access, which ran before anything was checked.
// CHECK: remark: dim 0: start by constant; end not proved
func.func @negative_behind(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  %n = phobos.promise #phobos.bounded<16, 100> %N
  return
}

// It stands in a branch that may not have been taken.
// CHECK: remark: dim 0: start by constant; end not proved
func.func @negative_in_a_branch(%a: !phobos.ptr<f32>, %N: index, %f: i1) {
  %c0 = arith.constant 0 : index
  scf.if %f {
    %n = phobos.promise #phobos.bounded<16, 100> %N
  }
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// It is one of another extent.
// CHECK: remark: dim 0: start by constant; end not proved
func.func @negative_other_extent(%a: !phobos.ptr<f32>, %N: index, %M: index) {
  %c0 = arith.constant 0 : index
  %m = phobos.promise #phobos.bounded<16, 100> %M
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}

// 15 elements are promised, 16 accessed.
// CHECK: remark: dim 0: start by constant; end not proved
func.func @negative_one_short(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %n = phobos.promise #phobos.bounded<15, 100> %N
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  return
}
