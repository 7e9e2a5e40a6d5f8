// RUN: phobos-opt %s -verify-diagnostics -split-input-file

phobos.kernel @extract_c1_element(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected a tile of 'f32', got '!phobos.tile<8x64xf16>'}}
  %0 = phobos.extract_slice %t[%i :+ 8, %i :+ 64] : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf16>
  phobos.return
}

// -----

phobos.kernel @extract_c2_rank(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected a tile of rank 2, got '!phobos.tile<8xf32>'}}
  %0 = phobos.extract_slice %t[%i :+ 8] : !phobos.tile<16x64xf32> -> !phobos.tile<8xf32>
  phobos.return
}

// -----

phobos.kernel @extract_c3_starts(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected 2 starts, got 1}}
  %0 = "phobos.extract_slice"(%t, %i) : (!phobos.tile<16x64xf32>, index) -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @extract_c4_range(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected masked dims below 2, got 2}}
  %0 = phobos.extract_slice %t[%i :+ 8, %i :+ 64] masked [2] : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
  phobos.return
}

// -----

phobos.kernel @extract_c4_order(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected masked dims in ascending order}}
  %0 = phobos.extract_slice %t[%i :+ 8, %i :+ 64] masked [1, 0] : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
  phobos.return
}

// -----

phobos.kernel @extract_c5_length(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected a length of at most 16 in dim 0, which is not masked, got 17}}
  %0 = phobos.extract_slice %t[%i :+ 17, %i :+ 65] masked [1] : !phobos.tile<16x64xf32> -> !phobos.tile<17x65xf32>
  phobos.return
}

// -----

phobos.kernel @extract_c6_fill(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected a fill of 'f32', got 0 : i32}}
  %0 = "phobos.extract_slice"(%t, %i, %i) <{fill = 0 : i32}> : (!phobos.tile<16x64xf32>, index, index) -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @extract_fill_number(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected a fill that 'f32' holds}}
  %0 = phobos.extract_slice %t[%i :+ 8, %i :+ 64] masked [0] fill 1 : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
  phobos.return
}

// -----

phobos.kernel @extract_lengths(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected slice lengths to be the extents of '!phobos.tile<8x64xf32>'}}
  %0 = phobos.extract_slice %t[%i :+ 8, %i :+ 32] : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
  phobos.return
}

// -----

// Tiles are always checked.
phobos.kernel @extract_unchecked(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected ':'}}
  %0 = phobos.extract_slice %t[%i :+ 8, %i :+ 64] unchecked [0] : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
  phobos.return
}

// -----

phobos.kernel @extract_reserved(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  // expected-error@+1 {{expected 'masked' in the op's own syntax, not in the dictionary}}
  %0 = phobos.extract_slice %t[%i :+ 8, %i :+ 64] {masked = 3} : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
  phobos.return
}

// -----

phobos.kernel @insert_c1_element(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  %v = arith.constant dense<0.0> : !phobos.tile<8x64xf16>
  // expected-error@+1 {{expected a tile of 'f32', got '!phobos.tile<8x64xf16>'}}
  %0 = phobos.insert_slice %v, %t[%i :+ 8, %i :+ 64] : !phobos.tile<8x64xf16>, !phobos.tile<16x64xf32>
  phobos.return
}

// -----

phobos.kernel @insert_c2_rank(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  %v = arith.constant dense<0.0> : !phobos.tile<8xf32>
  // expected-error@+1 {{expected a tile of rank 2, got '!phobos.tile<8xf32>'}}
  %0 = phobos.insert_slice %v, %t[%i :+ 8] : !phobos.tile<8xf32>, !phobos.tile<16x64xf32>
  phobos.return
}

// -----

phobos.kernel @insert_c3_starts(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  %u = arith.constant dense<0.0> : !phobos.tile<8x64xf32>
  // expected-error@+1 {{expected 2 starts, got 1}}
  %0 = "phobos.insert_slice"(%u, %t, %i) : (!phobos.tile<8x64xf32>, !phobos.tile<16x64xf32>, index) -> !phobos.tile<16x64xf32>
  phobos.return
}

// -----

phobos.kernel @insert_c4_order(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  %u = arith.constant dense<0.0> : !phobos.tile<8x64xf32>
  // expected-error@+1 {{expected masked dims in ascending order}}
  %0 = phobos.insert_slice %u, %t[%i :+ 8, %i :+ 64] masked [1, 1] : !phobos.tile<8x64xf32>, !phobos.tile<16x64xf32>
  phobos.return
}

// -----

phobos.kernel @insert_c5_length(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  %u = arith.constant dense<0.0> : !phobos.tile<8x64xf32>
  // expected-error@+1 {{expected a length of at most 8 in dim 0, which is not masked, got 16}}
  %0 = phobos.insert_slice %t, %u[%i :+ 16, %i :+ 64] masked [1] : !phobos.tile<16x64xf32>, !phobos.tile<8x64xf32>
  phobos.return
}

// -----

phobos.kernel @insert_type(%i: index) {
  %t = arith.constant dense<0.0> : !phobos.tile<16x64xf32>
  %u = arith.constant dense<0.0> : !phobos.tile<8x64xf32>
  // expected-error@+1 {{failed to verify that all of {dest, result} have same type}}
  %0 = "phobos.insert_slice"(%u, %t, %i, %i) : (!phobos.tile<8x64xf32>, !phobos.tile<16x64xf32>, index, index) -> !phobos.tile<8x64xf32>
  phobos.return
}
