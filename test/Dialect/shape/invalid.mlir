// RUN: phobos-opt %s -verify-diagnostics -split-input-file

phobos.kernel @splat_element(%x: f32) {
  // expected-error@+1 {{failed to verify that the scalar to have the tile's element type}}
  %0 = "phobos.splat"(%x) : (f32) -> !phobos.tile<4xf16>
  phobos.return
}

// -----

phobos.kernel @splat_no_tile(%x: f32) {
  // expected-error@+1 {{'result' must be a block's value of constant extents}}
  %0 = phobos.splat %x : f32
  phobos.return
}

// -----

phobos.kernel @iota_c1_dim() {
  // expected-error@+1 {{expected a dim below 2, got 2}}
  %0 = phobos.iota 2 : !phobos.tile<4x8xindex>
  phobos.return
}

// -----

phobos.kernel @iota_c1_negative() {
  // expected-error@+1 {{expected a dim below 2, got -1}}
  %0 = phobos.iota -1 : !phobos.tile<4x8xindex>
  phobos.return
}

// -----

phobos.kernel @iota_element() {
  // expected-error@+1 {{must be tile of index values}}
  %0 = phobos.iota 0 : !phobos.tile<4xi32>
  phobos.return
}

// -----

phobos.kernel @broadcast_c1_element() {
  %t = arith.constant dense<0> : !phobos.tile<1x8xi32>
  // expected-error@+1 {{expected a tile of 'i32', got '!phobos.tile<4x8xi64>'}}
  %0 = phobos.broadcast %t : !phobos.tile<1x8xi32> -> !phobos.tile<4x8xi64>
  phobos.return
}

// -----

// No axis appears from nowhere, unlike in NumPy.
phobos.kernel @broadcast_c2_rank() {
  %t = arith.constant dense<0> : !phobos.tile<8xi32>
  // expected-error@+1 {{expected a tile of rank 1, got '!phobos.tile<4x8xi32>'}}
  %0 = phobos.broadcast %t : !phobos.tile<8xi32> -> !phobos.tile<4x8xi32>
  phobos.return
}

// -----

// Only an extent of 1 repeats.
phobos.kernel @broadcast_c3_extent() {
  %t = arith.constant dense<0> : !phobos.tile<2x8xi32>
  // expected-error@+1 {{expected extent 2 in dim 0, got 4}}
  %0 = phobos.broadcast %t : !phobos.tile<2x8xi32> -> !phobos.tile<4x8xi32>
  phobos.return
}

// -----

phobos.kernel @broadcast_c3_shrinks() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected extent 4 in dim 0, got 1}}
  %0 = phobos.broadcast %t : !phobos.tile<4x8xi32> -> !phobos.tile<1x8xi32>
  phobos.return
}

// -----

phobos.kernel @transpose_c1_element() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected a tile of 'i32', got '!phobos.tile<8x4xi64>'}}
  %0 = phobos.transpose %t [1, 0] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4xi64>
  phobos.return
}

// -----

phobos.kernel @transpose_c2_twice() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected a permutation of 0 to 1}}
  %0 = phobos.transpose %t [0, 0] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4xi32>
  phobos.return
}

// -----

phobos.kernel @transpose_c2_short() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected a permutation of 0 to 1}}
  %0 = phobos.transpose %t [0] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4xi32>
  phobos.return
}

// -----

phobos.kernel @transpose_c2_long() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected a permutation of 0 to 1}}
  %0 = phobos.transpose %t [0, 1, 2] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4xi32>
  phobos.return
}

// -----

phobos.kernel @transpose_c2_range() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected a permutation of 0 to 1}}
  %0 = phobos.transpose %t [0, 2] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4xi32>
  phobos.return
}

// -----

phobos.kernel @transpose_c2_negative() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected a permutation of 0 to 1}}
  %0 = phobos.transpose %t [-1, 0] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4xi32>
  phobos.return
}

// -----

phobos.kernel @transpose_c3_shape() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected '!phobos.tile<8x4xi32>', got '!phobos.tile<4x8xi32>'}}
  %0 = phobos.transpose %t [1, 0] : !phobos.tile<4x8xi32> -> !phobos.tile<4x8xi32>
  phobos.return
}

// -----

phobos.kernel @transpose_c3_rank() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected '!phobos.tile<8x4xi32>', got '!phobos.tile<8x4x1xi32>'}}
  %0 = phobos.transpose %t [1, 0] : !phobos.tile<4x8xi32> -> !phobos.tile<8x4x1xi32>
  phobos.return
}

// -----

phobos.kernel @reshape_c1_element() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected a tile of 'i32', got '!phobos.tile<32xi64>'}}
  %0 = phobos.reshape %t : !phobos.tile<4x8xi32> -> !phobos.tile<32xi64>
  phobos.return
}

// -----

phobos.kernel @reshape_c2_elements() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected a tile of 32 elements, got '!phobos.tile<4x9xi32>' of 36}}
  %0 = phobos.reshape %t : !phobos.tile<4x8xi32> -> !phobos.tile<4x9xi32>
  phobos.return
}

// -----

phobos.kernel @item_c1_elements() {
  %t = arith.constant dense<0> : !phobos.tile<1x2xi32>
  // expected-error@+1 {{expected a tile of one element, got '!phobos.tile<1x2xi32>'}}
  %0 = phobos.item %t : !phobos.tile<1x2xi32>
  phobos.return
}

// -----

phobos.kernel @item_type() {
  %t = arith.constant dense<0> : !phobos.tile<1x1xi32>
  // expected-error@+1 {{failed to verify that the result to have the tile's element type}}
  %0 = "phobos.item"(%t) : (!phobos.tile<1x1xi32>) -> i64
  phobos.return
}

// -----

phobos.kernel @put_chunk_shape(%x: f32, %i: index) {
  %t = phobos.splat %x : !phobos.tile<4x32xf32>
  %room = phobos.chunks : !phobos.chunks<8 of !phobos.tile<4x64xf32>>
  // expected-error@+1 {{failed to verify that 'value' to be one of the room's chunks}}
  phobos.put_chunk %t, %room[%i] : !phobos.tile<4x32xf32>, !phobos.chunks<8 of !phobos.tile<4x64xf32>>
  phobos.return
}

// -----

phobos.kernel @get_chunk_element(%i: index) {
  %room = phobos.chunks : !phobos.chunks<8 of !phobos.tile<4x64xf32>>
  // expected-error@+1 {{failed to verify that 'result' to be one of the room's chunks}}
  %t = phobos.get_chunk %room[%i] : !phobos.chunks<8 of !phobos.tile<4x64xf32>> -> !phobos.tile<4x64xf16>
  phobos.return
}
