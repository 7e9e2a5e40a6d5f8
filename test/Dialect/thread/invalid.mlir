// RUN: phobos-opt %s -verify-diagnostics -split-input-file

phobos.kernel @load_elem_c1_rank(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<8x8xf32>
  // expected-error@+1 {{expected 2 indices, one a dim, got 1}}
  %0 = phobos.load_elem %t[%i] : !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @store_elem_c1_rank(%i: index, %x: f32) {
  %t = arith.constant dense<0.0> : !phobos.tile<8xf32>
  // expected-error@+1 {{expected 1 indices, one a dim, got 2}}
  %0 = phobos.store_elem %x, %t[%i, %i] : !phobos.tile<8xf32>
  phobos.return
}

// -----

// expected-note@+1 {{prior use here}}
phobos.kernel @store_elem_type(%i: index, %x: f16) {
  %t = arith.constant dense<0.0> : !phobos.tile<8xf32>
  // expected-error@+1 {{expects different type than prior uses}}
  %0 = phobos.store_elem %x, %t[%i] : !phobos.tile<8xf32>
  phobos.return
}

// -----

phobos.kernel @warp_reduce_c1_bool(%x: i1) {
  // expected-error@+1 {{expected numbers for <add>, got 'i1'}}
  %0 = phobos.warp_reduce <add> %x : i1
  phobos.return
}

// -----

phobos.kernel @block_reduce_c1_float(%x: f32) {
  // expected-error@+1 {{expected integers for <maxu>, got 'f32'}}
  %0 = phobos.block_reduce <maxu> %x : f32
  phobos.return
}

// -----

phobos.kernel @shuffle_c1_pointer(%p: !phobos.ptr<f32>, %lane: index) {
  // expected-error@+1 {{operand #0 must be signless integer or floating-point or index}}
  %0 = phobos.shuffle %p, %lane : !phobos.ptr<f32>
  phobos.return
}

// -----

phobos.kernel @thread_sum_c1_tile() {
  %t = arith.constant dense<0.0> : !phobos.tile<8xf32>
  // expected-error@+1 {{operand #0 must be variadic of}}
  %0 = phobos.thread_sum(%t : !phobos.tile<8xf32>) -> f32 {
  ^bb0(%u: !phobos.tile<8xf32>):
    phobos.yield %u : !phobos.tile<8xf32>
  }
  phobos.return
}

// -----

phobos.kernel @thread_sum_c1_arguments(%x: f32) {
  // expected-error@+1 {{expected the body's arguments to have the types of the captures}}
  %0 = phobos.thread_sum(%x : f32) -> f32 {
    %t = arith.constant dense<0.0> : !phobos.tile<8xf32>
    phobos.yield %t : !phobos.tile<8xf32>
  }
  phobos.return
}

// -----

phobos.kernel @thread_sum_c2_element() {
  // expected-error@+1 {{expected a tile of 'f64' to be yielded, got '!phobos.tile<8xf32>'}}
  %0 = phobos.thread_sum -> f64 {
    %t = arith.constant dense<0.0> : !phobos.tile<8xf32>
    phobos.yield %t : !phobos.tile<8xf32>
  }
  phobos.return
}

// -----

phobos.kernel @thread_sum_c2_bool() {
  // expected-error@+1 {{expected a number as the sum, got 'i1'}}
  %0 = phobos.thread_sum -> i1 {
    %t = arith.constant dense<true> : !phobos.tile<8xi1>
    phobos.yield %t : !phobos.tile<8xi1>
  }
  phobos.return
}

// -----

phobos.kernel @thread_sum_c3_masked(%a: !phobos.ptr<f32>, %k: index) {
  %A = phobos.view %a[64] : !phobos.view<64xf32>
  // expected-error@+1 {{expected unchecked loads and elementwise ops in the body}}
  %0 = phobos.thread_sum(%A, %k : !phobos.view<64xf32>, index) -> f32 {
  ^bb0(%b: !phobos.view<64xf32>, %i: index):
    // expected-note@+1 {{got 'phobos.load'}}
    %t = phobos.load %b[%i :+ 8] masked [0] : !phobos.view<64xf32> -> !phobos.tile<8xf32>
    phobos.yield %t : !phobos.tile<8xf32>
  }
  phobos.return
}

// -----

phobos.kernel @thread_sum_c3_reduce() {
  // expected-error@+1 {{expected unchecked loads and elementwise ops in the body}}
  %0 = phobos.thread_sum -> f32 {
    %t = arith.constant dense<0.0> : !phobos.tile<8xf32>
    // expected-note@+1 {{got 'phobos.reduce'}}
    %u = phobos.reduce <add> %t dim 0 : !phobos.tile<8xf32> -> !phobos.tile<1xf32>
    phobos.yield %u : !phobos.tile<1xf32>
  }
  phobos.return
}

// -----

phobos.kernel @thread_sum_outside() {
  // expected-note@+2 {{required by region isolation constraints}}
  %t = arith.constant dense<0.0> : !phobos.tile<8xf32>
  %0 = phobos.thread_sum -> f32 {
    // expected-error@+1 {{using value defined outside the region}}
    phobos.yield %t : !phobos.tile<8xf32>
  }
  phobos.return
}

// -----

phobos.kernel @yield_elsewhere() {
  %t = arith.constant dense<0.0> : !phobos.tile<8xf32>
  // expected-error@+1 {{expects parent op 'phobos.thread_sum'}}
  phobos.yield %t : !phobos.tile<8xf32>
}
