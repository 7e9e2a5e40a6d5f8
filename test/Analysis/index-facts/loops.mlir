// RUN: phobos-opt %s --phobos-print-index-facts -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:

// Counters of loops, and what loops carry: every iteration counts.

// CHECK: remark: dim 0: start by loop; end by loop, promise
func.func @aligned(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  scf.for %s = %c0 to %n step %c16 {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// The last iteration may begin at N - 1.
// CHECK: remark: dim 0: start by loop; end not proved
func.func @negative_ragged(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.for %s = %c0 to %N step %c16 {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// From 8 on in steps of 16: the last iteration ends at N + 8.
// CHECK: remark: dim 0: start by loop; end not proved
func.func @negative_start_is_no_multiple(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  scf.for %s = %c8 to %n step %c16 {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// N is a multiple of 8 alone.
// CHECK: remark: dim 0: start by loop; end not proved
func.func @negative_smaller_multiple(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<8> %N
  scf.for %s = %c0 to %n step %c16 {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// The loop ends at K; nothing is known of K and N.
// CHECK: remark: dim 0: start by loop; end not proved
func.func @negative_other_extent(%a: !phobos.ptr<f32>, %N: index, %K: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %k = phobos.promise #phobos.divisible<16> %K
  scf.for %s = %c0 to %k step %c16 {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// The loop begins at a run-time number.
// CHECK: remark: dim 0: start not proved; end by loop
func.func @negative_run_time_start(%a: !phobos.ptr<f32>, %N: index, %lo: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %last = arith.subi %N, %c16 : index
  scf.for %s = %lo to %last step %c16 {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// A halo: the first iteration begins at -1.
// CHECK: remark: dim 0: start not proved; end by loop, promise
func.func @negative_halo(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  scf.for %i = %c0 to %n step %c16 {
    %s = arith.subi %i, %c1 : index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// An inner loop within a tile of an outer one.
// CHECK: remark: dim 0: start by loop; end by loop, promise
func.func @nested(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %c64 = arith.constant 64 : index
  %n = phobos.promise #phobos.divisible<64> %N
  scf.for %o = %c0 to %n step %c64 {
    scf.for %i = %c0 to %c64 step %c16 {
      %s = arith.addi %o, %i : index
      %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    }
  }
  return
}

// The inner loop goes 16 beyond the outer tile.
// CHECK: remark: dim 0: start by loop; end not proved
func.func @negative_nested_beyond(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %c64 = arith.constant 64 : index
  %c80 = arith.constant 80 : index
  %n = phobos.promise #phobos.divisible<64> %N
  scf.for %o = %c0 to %n step %c64 {
    scf.for %i = %c0 to %c80 step %c16 {
      %s = arith.addi %o, %i : index
      %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    }
  }
  return
}

// A step that only the run knows, of which is known that it is small.
// CHECK: remark: dim 0: start by loop; end by loop
func.func @run_time_step(%a: !phobos.ptr<f32>, %N: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %st = phobos.promise #phobos.bounded<1, 1000> %step
  %last = arith.subi %N, %c16 : index
  scf.for %s = %c0 to %last step %st {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// One that may be so large that the counter wraps: the loop goes on below 0.
// CHECK: remark: dim 0: start not proved; end by loop
func.func @negative_step_wraps(%a: !phobos.ptr<f32>, %N: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %st = phobos.promise #phobos.bounded<1, 9223372036854775807> %step
  %last = arith.subi %N, %c16 : index
  scf.for %s = %c0 to %last step %st {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// Compared as unsigned, the bound may be what is below 0 as signed.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_unsigned_loop(%a: !phobos.ptr<f32>, %N: index, %hi: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.for unsigned %s = %c0 to %hi step %c16 {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  return
}

// s is 16 i, as the counter is.
// CHECK: remark: dim 0: start by loop; end by loop, promise
func.func @carried(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %r = scf.for %i = %c0 to %n step %c16 iter_args(%s = %c0) -> (index) {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %s, %c16 : index
    scf.yield %next : index
  }
  return
}

// In two parts, and by a loop that counts its iterations by 1: s is 16 i <= 32.
// CHECK: remark: dim 0: start by loop; end by loop
func.func @carried_in_parts(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c20 = arith.constant 20 : index
  %c4 = arith.constant 4 : index
  %A = phobos.view %a[48] : !phobos.view<48xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %c0) -> (index) {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<48xf32> -> !phobos.tile<16xf32>
    %more = arith.addi %s, %c20 : index
    %next = arith.subi %more, %c4 : index
    scf.yield %next : index
  }
  return
}

// Inside in the first two iterations of three: 40 elements, from 32 on.
// CHECK: remark: dim 0: start by loop; end not proved
func.func @negative_first_iteration(%a: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[40] : !phobos.view<40xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %c0) -> (index) {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<40xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %s, %c16 : index
    scf.yield %next : index
  }
  return
}

// A decoy: %s is carried, but by twice the step.
// CHECK: remark: dim 0: start by loop; end not proved
func.func @negative_decoy(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.bounded<0, 4096> %N
  %c32 = arith.constant 32 : index
  %r = scf.for %i = %c0 to %n step %c16 iter_args(%s = %c0) -> (index) {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %s, %c32 : index
    scf.yield %next : index
  }
  return
}

// Two carried values that change places.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_exchanged(%a: !phobos.ptr<f32>, %N: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %r:2 = scf.for %i = %c0 to %n step %c16 iter_args(%s = %c0, %u = %x) -> (index, index) {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    scf.yield %u, %s : index, index
  }
  return
}

// Downwards from N: 16 i below it, and N is 16 q.
// CHECK: remark: dim 0: start by loop, promise; end by loop
func.func @downwards(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %first = arith.subi %n, %c16 : index
  %r = scf.for %i = %c0 to %n step %c16 iter_args(%s = %first) -> (index) {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.subi %s, %c16 : index
    scf.yield %next : index
  }
  return
}

// It advances in some iterations: between 0 and 16 i.
// CHECK: remark: dim 0: start by carried; end by loop, carried, promise
func.func @sometimes(%a: !phobos.ptr<f32>, %N: index, %f: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %n = phobos.promise #phobos.divisible<16> %N
  %r = scf.for %i = %c0 to %n step %c16 iter_args(%s = %c0) -> (index) {
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %more = arith.addi %s, %c16 : index
    %next = arith.select %f, %more, %s : index
    scf.yield %next : index
  }
  return
}

// In 32 bits s wraps in a loop over an extent beyond 2^31, and comes out below 0.
// CHECK: remark: dim 0: start not proved; end not proved
func.func @negative_wraps_in_32_bits(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %zero = arith.constant 0 : i32
  %by = arith.constant 16 : i32
  %n = phobos.promise #phobos.divisible<16> %N
  %r = scf.for %i = %c0 to %n step %c16 iter_args(%k = %zero) -> (i32) {
    %s = arith.index_cast %k : i32 to index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %k, %by : i32
    scf.yield %next : i32
  }
  return
}

// The same in a loop that ends before that.
// CHECK: remark: dim 0: start by loop; end by loop, promise
func.func @fits_in_32_bits(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %zero = arith.constant 0 : i32
  %by = arith.constant 16 : i32
  %m = phobos.promise #phobos.bounded<0, 1000000> %N
  %n = phobos.promise #phobos.divisible<16> %m
  %r = scf.for %i = %c0 to %n step %c16 iter_args(%k = %zero) -> (i32) {
    %s = arith.index_cast %k : i32 to index
    %t = phobos.load %A[%s :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %next = arith.addi %k, %by : i32
    scf.yield %next : i32
  }
  return
}
