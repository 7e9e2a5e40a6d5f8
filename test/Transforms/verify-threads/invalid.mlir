// RUN: phobos-opt %s --phobos-verify-threads -verify-diagnostics -split-input-file

phobos.kernel @v1_barrier_in_branch() {
  // expected-note@+1 {{ctx.warp makes it differ}}
  %warp = phobos.warp_id
  %zero = arith.constant 0 : index
  %first = arith.cmpi eq, %warp, %zero : index
  // expected-note@+1 {{of this branch}}
  scf.if %first {
    // expected-error@+1 {{expected all threads of the block to run ctx.barrier together, got a condition that differs between warps}}
    phobos.barrier
  }
  phobos.return
}

// -----

// The bounds differ, though the condition in the loop does not.
phobos.kernel @v1_block_reduce_in_loop(%n: index, %p: i1, %x: f32) {
  // expected-note@+1 {{ctx.thread makes it differ}}
  %thread = phobos.thread_id
  %one = arith.constant 1 : index
  // expected-note@+1 {{of this loop}}
  scf.for %i = %thread to %n step %one {
    scf.if %p {
      // expected-error@+1 {{expected all threads of the block to run ctx.block_sum together, got a condition that differs between threads}}
      %0 = phobos.block_reduce <add> %x : f32
    }
  }
  phobos.return
}

// -----

// What a loop has counted that threads leave at different times.
phobos.kernel @v1_barrier_after_loop(%n: index) {
  %thread = phobos.thread_id
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-note@+1 {{this loop, which threads take differently, makes it differ}}
  %count = scf.for %i = %thread to %n step %one iter_args(%c = %zero) -> index {
    %next = arith.addi %c, %one : index
    scf.yield %next : index
  }
  %many = arith.cmpi ugt, %count, %one : index
  // expected-note@+1 {{of this branch}}
  scf.if %many {
    // expected-error@+1 {{to run ctx.barrier together}}
    phobos.barrier
  }
  phobos.return
}

// -----

phobos.kernel @v1_barrier_in_while(%n: index) {
  // expected-note@+1 {{ctx.thread makes it differ}}
  %thread = phobos.thread_id
  %one = arith.constant 1 : index
  // expected-note@+1 {{of this loop}}
  %0 = scf.while (%x = %n) : (index) -> index {
    %more = arith.cmpi ult, %x, %thread : index
    scf.condition(%more) %x : index
  } do {
  ^bb0(%x: index):
    // expected-error@+1 {{to run ctx.barrier together}}
    phobos.barrier
    %next = arith.addi %x, %one : index
    scf.yield %next : index
  }
  phobos.return
}

// -----

phobos.kernel @v2_shuffle(%x: f32) {
  // expected-note@+1 {{ctx.lane makes it differ}}
  %lane = phobos.lane_id
  %zero = arith.constant 0 : index
  %first = arith.cmpi eq, %lane, %zero : index
  // expected-note@+1 {{of this branch}}
  scf.if %first {
    // expected-error@+1 {{expected all threads of the warp to run ctx.shuffle together, got a condition that differs between threads}}
    %0 = phobos.shuffle %x, %zero : f32
    // expected-error@+1 {{expected all threads of the warp to run ctx.warp_max together, got a condition that differs between threads}}
    %1 = phobos.warp_reduce <max> %x : f32
  }
  phobos.return
}

// -----

// One error for a region.
phobos.kernel @v3_tile(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  // expected-note@+1 {{ctx.lane makes it differ}}
  %lane = phobos.lane_id
  %zero = arith.constant 0 : index
  %first = arith.cmpi eq, %lane, %zero : index
  // expected-note@+1 {{of this branch}}
  scf.if %first {
    // expected-error@+1 {{expected all threads of the block to work on a tile together, got a condition that differs between threads; ctx.elem and ctx.store reach single elements}}
    %t = phobos.load %A[%zero :+ 32] masked [0] : !phobos.view<?xf32> -> !phobos.tile<32xf32>
    phobos.store %t, %A[%zero :+ 32] masked [0] : !phobos.tile<32xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// -----

phobos.kernel @v4_start(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  // expected-note@+1 {{ctx.lane makes it differ}}
  %lane = phobos.lane_id
  // expected-error@+1 {{expected a start of a tile that is the same for all threads of the block, got one that differs between threads; in ctx.sum a slice is a thread's own run}}
  %t = phobos.load %A[%lane :+ 32] masked [0] : !phobos.view<?xf32> -> !phobos.tile<32xf32>
  // What follows from it is not reported, but this is another start.
  %u = arith.addf %t, %t : !phobos.tile<32xf32>
  // expected-error@+1 {{expected a start of a tile that is the same for all threads of the block, got one that differs between threads}}
  phobos.store %u, %A[%lane :+ 32] masked [0] : !phobos.tile<32xf32>, !phobos.view<?xf32>
  phobos.return
}

// -----

phobos.kernel @v4_element(%a: !phobos.ptr<f32>, %n: index) {
  // expected-note@+1 {{ctx.warp makes it differ}}
  %warp = phobos.warp_id
  // expected-error@+1 {{expected a value of a tile that is the same for all threads of the block, got one that differs between warps}}
  %t = phobos.splat %warp : !phobos.tile<32xindex>
  phobos.return
}

// -----

phobos.kernel @v4_condition(%n: index) {
  // expected-note@+1 {{ctx.lane makes it differ}}
  %lane = phobos.lane_id
  %t = arith.constant dense<0.0> : !phobos.tile<32xf32>
  %u = arith.constant dense<1.0> : !phobos.tile<32xf32>
  %first = arith.cmpi eq, %lane, %n : index
  // expected-error@+1 {{expected a value of a tile that is the same for all threads of the block, got one that differs between threads}}
  %v = arith.select %first, %t, %u : !phobos.tile<32xf32>
  phobos.return
}

// -----

phobos.kernel @v4_slice_of_tile(%n: index) {
  // expected-note@+1 {{ctx.lane makes it differ}}
  %lane = phobos.lane_id
  %t = arith.constant dense<0.0> : !phobos.tile<32xf32>
  // expected-error@+1 {{that is the same for all threads of the block, got one that differs between threads; ctx.elem reads one element}}
  %u = phobos.extract_slice %t[%lane :+ 1] masked [0] : !phobos.tile<32xf32> -> !phobos.tile<1xf32>
  // expected-error@+1 {{that is the same for all threads of the block, got one that differs between threads; ctx.store writes one element}}
  %v = phobos.insert_slice %u, %t[%lane :+ 1] masked [0] : !phobos.tile<1xf32>, !phobos.tile<32xf32>
  phobos.return
}

// -----

phobos.kernel @v5_branch(%n: index) {
  // expected-note@+1 {{ctx.lane makes it differ}}
  %lane = phobos.lane_id
  %t = arith.constant dense<0.0> : !phobos.tile<32xf32>
  %u = arith.constant dense<1.0> : !phobos.tile<32xf32>
  %first = arith.cmpi eq, %lane, %n : index
  // expected-error@+1 {{expected all threads of the block to assign a tile together, got a branch that differs between threads; ctx.store writes single elements}}
  %v = scf.if %first -> !phobos.tile<32xf32> {
    scf.yield %t : !phobos.tile<32xf32>
  } else {
    scf.yield %u : !phobos.tile<32xf32>
  }
  phobos.return
}

// -----

// All lanes of a warp store their value to the element of the warp.
phobos.kernel @v6_lanes(%a: !phobos.ptr<i64>, %n: index) {
  %A = phobos.view %a[%n] : !phobos.view<?xi64>
  %warp = phobos.warp_id
  // expected-note@+1 {{ctx.lane makes it differ}}
  %lane = phobos.lane_id
  %x = phobos.cast %lane : index to i64
  %t = phobos.splat %x : !phobos.tile<1xi64>
  // expected-error@+1 {{expected one value for an element that all threads store to, got one that differs between threads; choose a thread, as in 'if ctx.thread == 0'}}
  phobos.store %t, %A[%warp :+ 1] unchecked [0] : !phobos.tile<1xi64>, !phobos.view<?xi64>
  phobos.return
}

// -----

// So do those of the one warp that is chosen.
phobos.kernel @v6_one_warp(%a: !phobos.ptr<i64>, %n: index) {
  %A = phobos.view %a[%n] : !phobos.view<?xi64>
  %warp = phobos.warp_id
  // expected-note@+1 {{ctx.lane makes it differ}}
  %lane = phobos.lane_id
  %zero = arith.constant 0 : index
  %first = arith.cmpi eq, %warp, %zero : index
  scf.if %first {
    %x = phobos.cast %lane : index to i64
    %t = phobos.splat %x : !phobos.tile<1xi64>
    // expected-error@+1 {{expected one value for an element that all threads store to}}
    phobos.store %t, %A[%zero :+ 1] unchecked [0] : !phobos.tile<1xi64>, !phobos.view<?xi64>
  }
  phobos.return
}
