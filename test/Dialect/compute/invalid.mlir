// RUN: phobos-opt %s -verify-diagnostics -split-input-file

// Nothing broadcasts by itself.
phobos.kernel @where_c1_shape() {
  %c = arith.constant dense<false> : !phobos.tile<4xi1>
  %t = arith.constant dense<0> : !phobos.tile<8xi32>
  // expected-error@+1 {{expected a condition of the shape and layout of '!phobos.tile<8xi32>', got '!phobos.tile<4xi1>'}}
  %0 = phobos.where %c, %t, %t : !phobos.tile<4xi1>, !phobos.tile<8xi32>
  phobos.return
}

// -----

// A thread that holds a value must hold its condition.
phobos.kernel @where_c1_layout() {
  %c = arith.constant dense<false> : !phobos.tile<4xi1>
  %t = arith.constant dense<0> : !phobos.tile<4xi32, #phobos.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>
  // expected-error@+1 {{expected a condition of the shape and layout of}}
  %0 = phobos.where %c, %t, %t : !phobos.tile<4xi1>, !phobos.tile<4xi32, #phobos.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>
  phobos.return
}

// -----

phobos.kernel @where_condition() {
  %t = arith.constant dense<0> : !phobos.tile<4xi32>
  // expected-error@+1 {{operand #0 must be tile of 1-bit signless integer values}}
  %0 = phobos.where %t, %t, %t : !phobos.tile<4xi32>, !phobos.tile<4xi32>
  phobos.return
}

// -----

phobos.kernel @where_sides() {
  %c = arith.constant dense<false> : !phobos.tile<4xi1>
  %t = arith.constant dense<0> : !phobos.tile<4xi32>
  %u = arith.constant dense<0> : !phobos.tile<4xi64>
  // expected-error@+1 {{failed to verify that all of {trueValue, falseValue, result} have same type}}
  %0 = "phobos.where"(%c, %t, %u) : (!phobos.tile<4xi1>, !phobos.tile<4xi32>, !phobos.tile<4xi64>) -> !phobos.tile<4xi32>
  phobos.return
}

// -----

phobos.kernel @cast_c1_shape() {
  %t = arith.constant dense<0> : !phobos.tile<4xi32>
  // expected-error@+1 {{expected source and result of one shape and layout, got '!phobos.tile<4xi32>' and '!phobos.tile<8xi64>'}}
  %0 = phobos.cast %t : !phobos.tile<4xi32> to !phobos.tile<8xi64>
  phobos.return
}

// -----

phobos.kernel @cast_c1_scalar(%x: i32) {
  // expected-error@+1 {{expected source and result of one shape and layout, got 'i32' and '!phobos.tile<8xi64>'}}
  %0 = phobos.cast %x : i32 to !phobos.tile<8xi64>
  phobos.return
}

// -----

// An address is no number.
phobos.kernel @cast_c2_pointer(%x: i64) {
  // expected-error@+1 {{expected numbers of a tile's element types, got '!phobos.ptr<f32>'}}
  %0 = phobos.cast %x : i64 to !phobos.ptr<f32>
  phobos.return
}

// -----

phobos.kernel @cast_c2_pointers(%p: !phobos.ptr<f32>) {
  %t = phobos.splat %p : !phobos.tile<4x!phobos.ptr<f32>>
  // expected-error@+1 {{expected numbers of a tile's element types, got '!phobos.ptr<f32>'}}
  %0 = phobos.cast %t : !phobos.tile<4x!phobos.ptr<f32>> to !phobos.tile<4xi64>
  phobos.return
}

// -----

phobos.kernel @cast_c2_width(%x: i32) {
  // expected-error@+1 {{expected numbers of a tile's element types, got 'i24'}}
  %0 = phobos.cast %x : i32 to i24
  phobos.return
}

// -----

phobos.kernel @cast_c2_float(%x: i32) {
  // expected-error@+1 {{expected numbers of a tile's element types, got 'f80'}}
  %0 = phobos.cast %x : i32 to f80
  phobos.return
}

// -----

phobos.kernel @cast_c3_float(%x: f32) {
  // expected-error@+1 {{expected 'from_unsigned' with an integer source, got 'f32'}}
  %0 = phobos.cast %x from_unsigned : f32 to f64
  phobos.return
}

// -----

phobos.kernel @cast_c4_float(%x: i32) {
  // expected-error@+1 {{expected 'to_unsigned' with an integer result, got 'f64'}}
  %0 = phobos.cast %x to_unsigned : i32 to f64
  phobos.return
}

// -----

phobos.kernel @dot_c1_rank() {
  %l = arith.constant dense<0.0> : !phobos.tile<2x4x8xf32>
  %r = arith.constant dense<0.0> : !phobos.tile<8x4xf32>
  %a = arith.constant dense<0.0> : !phobos.tile<4x4xf32>
  // expected-error@+1 {{expected tiles of rank 2, got '!phobos.tile<2x4x8xf32>'}}
  %0 = phobos.dot %l, %r, %a : !phobos.tile<2x4x8xf32>, !phobos.tile<8x4xf32> -> !phobos.tile<4x4xf32>
  phobos.return
}

// -----

phobos.kernel @dot_c1_accumulator() {
  %l = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  %r = arith.constant dense<0.0> : !phobos.tile<8x4xf32>
  %a = arith.constant dense<0.0> : !phobos.tile<4xf32>
  // expected-error@+1 {{expected tiles of rank 2, got '!phobos.tile<4xf32>'}}
  %0 = phobos.dot %l, %r, %a : !phobos.tile<4x8xf32>, !phobos.tile<8x4xf32> -> !phobos.tile<4xf32>
  phobos.return
}

// -----

phobos.kernel @dot_c2_mixed() {
  %l = arith.constant dense<0.0> : !phobos.tile<4x8xf16>
  %r = arith.constant dense<0.0> : !phobos.tile<8x4xbf16>
  %a = arith.constant dense<0.0> : !phobos.tile<4x4xf32>
  // expected-error@+1 {{expected operands of one element type, got 'f16' and 'bf16'}}
  %0 = phobos.dot %l, %r, %a : !phobos.tile<4x8xf16>, !phobos.tile<8x4xbf16> -> !phobos.tile<4x4xf32>
  phobos.return
}

// -----

phobos.kernel @dot_c2_i16() {
  %l = arith.constant dense<0> : !phobos.tile<4x8xi16>
  %r = arith.constant dense<0> : !phobos.tile<8x4xi16>
  %a = arith.constant dense<0> : !phobos.tile<4x4xi32>
  // expected-error@+1 {{expected operands of f8, f16, bf16, f32, f64, i8, i32 or i64, got 'i16'}}
  %0 = phobos.dot %l, %r, %a : !phobos.tile<4x8xi16>, !phobos.tile<8x4xi16> -> !phobos.tile<4x4xi32>
  phobos.return
}

// -----

phobos.kernel @dot_c3_inner() {
  %l = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  %r = arith.constant dense<0.0> : !phobos.tile<16x4xf32>
  %a = arith.constant dense<0.0> : !phobos.tile<4x4xf32>
  // expected-error@+1 {{expected equal inner extents, got 8 and 16}}
  %0 = phobos.dot %l, %r, %a : !phobos.tile<4x8xf32>, !phobos.tile<16x4xf32> -> !phobos.tile<4x4xf32>
  phobos.return
}

// -----

// Transposed, the right side is N x K.
phobos.kernel @dot_c3_transposed() {
  %l = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  %r = arith.constant dense<0.0> : !phobos.tile<8x4xf32>
  %a = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  // expected-error@+1 {{expected equal inner extents, got 8 and 4}}
  %0 = phobos.dot %l, %r, %a transposed : !phobos.tile<4x8xf32>, !phobos.tile<8x4xf32> -> !phobos.tile<4x8xf32>
  phobos.return
}

// -----

// An f16 accumulator would lose digits of every partial sum.
phobos.kernel @dot_c4_type() {
  %l = arith.constant dense<0.0> : !phobos.tile<4x8xf16>
  %r = arith.constant dense<0.0> : !phobos.tile<8x4xf16>
  %a = arith.constant dense<0.0> : !phobos.tile<4x4xf16>
  // expected-error@+1 {{expected an accumulator of 4x4x'f32', got '!phobos.tile<4x4xf16>'}}
  %0 = phobos.dot %l, %r, %a : !phobos.tile<4x8xf16>, !phobos.tile<8x4xf16> -> !phobos.tile<4x4xf16>
  phobos.return
}

// -----

phobos.kernel @dot_c4_shape() {
  %l = arith.constant dense<0.0> : !phobos.tile<4x8xf16>
  %r = arith.constant dense<0.0> : !phobos.tile<8x2xf16>
  %a = arith.constant dense<0.0> : !phobos.tile<4x4xf32>
  // expected-error@+1 {{expected an accumulator of 4x2x'f32', got '!phobos.tile<4x4xf32>'}}
  %0 = phobos.dot %l, %r, %a : !phobos.tile<4x8xf16>, !phobos.tile<8x2xf16> -> !phobos.tile<4x4xf32>
  phobos.return
}

// -----

// No tile has that many elements; naming its type would assert.
phobos.kernel @dot_c4_huge() {
  %l = arith.constant dense<0.0> : !phobos.tile<65536x1xf32>
  %r = arith.constant dense<0.0> : !phobos.tile<1x65536xf32>
  %a = arith.constant dense<0.0> : !phobos.tile<1x1xf32>
  // expected-error@+1 {{expected an accumulator of 65536x65536x'f32', got '!phobos.tile<1x1xf32>'}}
  %0 = phobos.dot %l, %r, %a : !phobos.tile<65536x1xf32>, !phobos.tile<1x65536xf32> -> !phobos.tile<1x1xf32>
  phobos.return
}

// -----

phobos.kernel @dot_c5_float() {
  %l = arith.constant dense<0.0> : !phobos.tile<4x8xf16>
  %r = arith.constant dense<0.0> : !phobos.tile<8x4xf16>
  %a = arith.constant dense<0.0> : !phobos.tile<4x4xf32>
  // expected-error@+1 {{expected 'unsigned' with i8 operands, got 'f16'}}
  %0 = phobos.dot %l, %r, %a unsigned : !phobos.tile<4x8xf16>, !phobos.tile<8x4xf16> -> !phobos.tile<4x4xf32>
  phobos.return
}

// -----

phobos.kernel @dot_c6_precision() {
  %a = arith.constant dense<0.0> : !phobos.tile<4x8xf16>
  %b = arith.constant dense<0.0> : !phobos.tile<8x4xf16>
  %c = arith.constant dense<0.0> : !phobos.tile<4x4xf32>
  // expected-error@+1 {{expected 'precision' with f32 operands, got 'f16'}}
  %0 = phobos.dot %a, %b, %c precision tf32 : !phobos.tile<4x8xf16>, !phobos.tile<8x4xf16> -> !phobos.tile<4x4xf32>
  phobos.return
}
