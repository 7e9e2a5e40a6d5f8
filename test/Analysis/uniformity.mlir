// RUN: phobos-opt %s --phobos-print-uniformity -verify-diagnostics

// A value without a remark is the same for all threads of the block.

phobos.kernel @positions(%n: index) {
  // expected-remark@+1 {{differs between threads by phobos.thread_id}}
  %thread = phobos.thread_id
  // expected-remark@+1 {{differs between warps by phobos.warp_id}}
  %warp = phobos.warp_id
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %lane = phobos.lane_id
  %threads = phobos.num_threads
  %block = phobos.block_id x
  %0 = arith.addi %block, %threads : index
  // expected-remark@+1 {{differs between warps by phobos.warp_id}}
  %1 = arith.addi %warp, %n : index
  // What differs more tells where from.
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %2 = arith.addi %1, %lane : index
  phobos.return
}

phobos.kernel @one_warp() threads 32 {
  %warp = phobos.warp_id
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %lane = phobos.lane_id
  %all = phobos.warp_reduce <add> %lane : index
  phobos.return
}

phobos.kernel @between_threads(%n: index, %x: f32) {
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %lane = phobos.lane_id
  // expected-remark@+1 {{differs between warps by phobos.warp_id}}
  %warp = phobos.warp_id
  // expected-remark@+1 {{differs between warps by phobos.warp_reduce}}
  %0 = phobos.warp_reduce <add> %lane : index
  %1 = phobos.warp_reduce <add> %n : index
  // expected-remark@+1 {{differs between warps by phobos.warp_id}}
  %2 = phobos.warp_reduce <add> %warp : index
  %3 = phobos.block_reduce <add> %lane : index
  // From one lane a warp gets one value, from a lane each as many.
  // expected-remark@+1 {{differs between warps by phobos.shuffle}}
  %4 = phobos.shuffle %lane, %n : index
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %5 = phobos.shuffle %lane, %lane : index
  %6 = phobos.shuffle %n, %lane : index
  phobos.return
}

phobos.kernel @branches(%n: index, %p: i1) {
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %lane = phobos.lane_id
  // expected-remark@+1 {{differs between warps by phobos.warp_id}}
  %warp = phobos.warp_id
  %zero = arith.constant 0 : index
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %first = arith.cmpi eq, %lane, %zero : index
  // Constants that a condition chooses from differ as it does.
  // expected-remark@+1 {{differs between threads by scf.if}}
  %0 = scf.if %first -> index {
    scf.yield %zero : index
  } else {
    scf.yield %n : index
  }
  // Of one value there is nothing to choose.
  %1 = scf.if %first -> index {
    scf.yield %n : index
  } else {
    scf.yield %n : index
  }
  // expected-remark@+1 {{differs between warps by phobos.warp_id}}
  %2 = scf.if %p -> index {
    scf.yield %warp : index
  } else {
    scf.yield %n : index
  }
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %3 = arith.select %first, %zero, %n : index
  phobos.return
}

phobos.kernel @for_loops(%n: index, %a: !phobos.ptr<f32>) {
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %lane = phobos.lane_id
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-remark@+2 {{differs between threads by phobos.lane_id}}
  // expected-remark@+1 {{differs between threads by scf.for}}
  %0 = scf.for %i = %lane to %n step %one iter_args(%sum = %zero) -> index {
    // How often it has run is the same for the threads that still run.
    %next = arith.addi %sum, %one : index
    scf.yield %next : index
  }
  // It comes to differ only in the second iteration.
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %1:2 = scf.for %i = %zero to %n step %one iter_args(%x = %zero, %y = %zero) -> (index, index) {
    scf.yield %y, %lane : index, index
  }
  // An upper bound that differs: the counter does not.
  // expected-remark@+1 {{differs between threads by scf.for}}
  %2 = scf.for %i = %zero to %lane step %one iter_args(%x = %zero) -> index {
    scf.yield %i : index
  }
  phobos.return
}

phobos.kernel @while_loops(%n: index) {
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %lane = phobos.lane_id
  %one = arith.constant 1 : index
  // expected-remark@+1 {{differs between threads by scf.while}}
  %0 = scf.while (%x = %n) : (index) -> index {
    // expected-remark@+1 {{differs between threads by phobos.lane_id}}
    %more = arith.cmpi ult, %x, %lane : index
    scf.condition(%more) %x : index
  } do {
  ^bb0(%x: index):
    %next = arith.addi %x, %one : index
    scf.yield %next : index
  }
  phobos.return
}

// A tile that threads write elements of is the block's, before and behind the
// branch; what one of them reads there is not.
phobos.kernel @versions(%x: f32, %n: index) {
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %lane = phobos.lane_id
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %t = arith.constant dense<0.0> : !phobos.tile<32xf32>
  %u = phobos.store_elem %x, %t[%lane] : !phobos.tile<32xf32>
  %0 = phobos.load_elem %u[%n] : !phobos.tile<32xf32>
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %1 = phobos.load_elem %u[%lane] : !phobos.tile<32xf32>
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %first = arith.cmpi eq, %lane, %zero : index
  %v = scf.if %first -> !phobos.tile<32xf32> {
    // expected-remark@+1 {{differs between threads by phobos.lane_id}}
    %2 = phobos.load_elem %u[%n] : !phobos.tile<32xf32>
    // expected-remark@+1 {{differs between threads by phobos.lane_id}}
    %w = phobos.store_elem %x, %u[%zero] : !phobos.tile<32xf32>
    scf.yield %w : !phobos.tile<32xf32>
  } else {
    scf.yield %u : !phobos.tile<32xf32>
  }
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %3 = scf.for %i = %lane to %n step %one iter_args(%s = %v) -> !phobos.tile<32xf32> {
    // expected-remark@+1 {{differs between threads by phobos.lane_id}}
    %w = phobos.store_elem %x, %s[%i] : !phobos.tile<32xf32>
    scf.yield %w : !phobos.tile<32xf32>
  }
  %sum = phobos.reduce <add> %3 dim 0 : !phobos.tile<32xf32> -> !phobos.tile<1xf32>
  phobos.return
}

// One branch gives the tile as it was before the other one's base: no version.
phobos.kernel @negative_other_tile(%x: f32, %n: index) {
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %lane = phobos.lane_id
  %zero = arith.constant 0 : index
  %t = arith.constant dense<0.0> : !phobos.tile<32xf32>
  %u = phobos.store_elem %x, %t[%lane] : !phobos.tile<32xf32>
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %first = arith.cmpi eq, %lane, %zero : index
  // expected-remark@+1 {{differs between threads by scf.if}}
  %v = scf.if %first -> !phobos.tile<32xf32> {
    scf.yield %t : !phobos.tile<32xf32>
  } else {
    scf.yield %u : !phobos.tile<32xf32>
  }
  phobos.return
}

// A sum of runs is the thread's own where their start is.
phobos.kernel @sums(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n] : !phobos.view<?xf32>
  // expected-remark@+1 {{differs between warps by phobos.warp_id}}
  %warp = phobos.warp_id
  // expected-remark@+1 {{differs between warps by phobos.warp_id}}
  %0 = phobos.thread_sum(%A, %warp : !phobos.view<?xf32>, index) -> f32 {
  // expected-remark@+1 {{differs between warps by phobos.warp_id}}
  ^bb0(%b: !phobos.view<?xf32>, %i: index):
    // expected-remark@+1 {{differs between warps by phobos.warp_id}}
    %t = phobos.load %b[%i :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
    phobos.yield %t : !phobos.tile<4xf32>
  }
  %1 = phobos.thread_sum(%A, %n : !phobos.view<?xf32>, index) -> f32 {
  ^bb0(%b: !phobos.view<?xf32>, %i: index):
    %t = phobos.load %b[%i :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
    phobos.yield %t : !phobos.tile<4xf32>
  }
  phobos.return
}

// What an op with other regions yields, it gives.
phobos.kernel @other_regions(%n: index) {
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %lane = phobos.lane_id
  // expected-remark@+1 {{differs between threads by phobos.lane_id}}
  %0 = scf.index_switch %n -> index
  case 0 {
    scf.yield %lane : index
  }
  default {
    scf.yield %n : index
  }
  phobos.return
}
