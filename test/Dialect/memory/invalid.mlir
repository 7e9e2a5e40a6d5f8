// RUN: phobos-opt %s -verify-diagnostics -split-input-file

phobos.kernel @view_c1_element(%a: !phobos.ptr<f32>, %n: index) {
  // expected-error@+1 {{expected a pointer to 'f16', got '!phobos.ptr<f32>'}}
  %0 = "phobos.view"(%a, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!phobos.ptr<f32>, index) -> !phobos.view<?xf16>
  phobos.return
}

// -----

phobos.kernel @view_c2_extents(%a: !phobos.ptr<f32>, %n: index) {
  // expected-error@+1 {{expected 1 run-time extents, got 0}}
  %0 = "phobos.view"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!phobos.ptr<f32>) -> !phobos.view<?xf32>
  phobos.return
}

// -----

phobos.kernel @view_c3_strides(%a: !phobos.ptr<f32>, %n: index) {
  // expected-error@+1 {{expected 0 run-time strides, got 1}}
  %0 = "phobos.view"(%a, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!phobos.ptr<f32>, index, index) -> !phobos.view<?xf32, strides = [1]>
  phobos.return
}

// -----

// The list repeats the type's numbers.
phobos.kernel @view_numbers(%a: !phobos.ptr<f32>, %n: index) {
  // expected-error@+1 {{expected the extents and strides of '!phobos.view<?x64xf32>'}}
  %0 = phobos.view %a[%n, 32] : !phobos.view<?x64xf32>
  phobos.return
}

// -----

phobos.kernel @view_no_strides(%a: !phobos.ptr<f32>, %n: index) {
  // expected-error@+1 {{expected the extents and strides of '!phobos.view<?x64xf32, strides = [64, 1]>'}}
  %0 = phobos.view %a[%n, 64] : !phobos.view<?x64xf32, strides = [64, 1]>
  phobos.return
}

// -----

phobos.kernel @view_reserved(%a: !phobos.ptr<f32>, %n: index) {
  // expected-error@+1 {{expected 'operandSegmentSizes' in the op's own syntax, not in the dictionary}}
  %0 = phobos.view %a[%n] {operandSegmentSizes = array<i32: 2, 0, 0>} : !phobos.view<?xf32>
  phobos.return
}

// -----

phobos.kernel @load_c1_element(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected a tile of 'f32', got '!phobos.tile<8x8xf16>'}}
  %0 = phobos.load %A[%n :+ 8, %n :+ 8] : !phobos.view<?x64xf32> -> !phobos.tile<8x8xf16>
  phobos.return
}

// -----

phobos.kernel @store_c1_element(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  %t = arith.constant dense<0> : !phobos.tile<8x8xi32>
  // expected-error@+1 {{expected a tile of 'f32', got '!phobos.tile<8x8xi32>'}}
  phobos.store %t, %A[%n :+ 8, %n :+ 8] : !phobos.tile<8x8xi32>, !phobos.view<?x64xf32>
  phobos.return
}

// -----

phobos.kernel @load_c2_rank(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected a tile of rank 2, got '!phobos.tile<8xf32>'}}
  %0 = phobos.load %A[%n :+ 8] : !phobos.view<?x64xf32> -> !phobos.tile<8xf32>
  phobos.return
}

// -----

phobos.kernel @load_c3_starts(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected 2 starts, got 1}}
  %0 = "phobos.load"(%A, %n) : (!phobos.view<?x64xf32>, index) -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @load_c4_range(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected masked dims below 2, got 2}}
  %0 = phobos.load %A[%n :+ 8, %n :+ 8] masked [0, 2] : !phobos.view<?x64xf32> -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @load_c4_negative(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected unchecked dims below 2, got -1}}
  %0 = phobos.load %A[%n :+ 8, %n :+ 8] unchecked [-1] : !phobos.view<?x64xf32> -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @load_c4_order(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected masked dims in ascending order}}
  %0 = phobos.load %A[%n :+ 8, %n :+ 8] masked [1, 0] : !phobos.view<?x64xf32> -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @load_c4_twice(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected masked dims in ascending order}}
  %0 = phobos.load %A[%n :+ 8, %n :+ 8] masked [1, 1] : !phobos.view<?x64xf32> -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @load_c5_both(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{dim 1 is both masked and unchecked}}
  %0 = phobos.load %A[%n :+ 8, %n :+ 8] masked [0, 1] unchecked [1] : !phobos.view<?x64xf32> -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @load_c6_type(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected a fill of 'f32', got 0 : i32}}
  %0 = "phobos.load"(%A, %n, %n) <{fill = 0 : i32}> : (!phobos.view<?x64xf32>, index, index) -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @load_c6_kind(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected a fill of 'f32', got dense<0.000000e+00> : vector<2xf32>}}
  %0 = "phobos.load"(%A, %n, %n) <{fill = dense<0.0> : vector<2xf32>}> : (!phobos.view<?x64xf32>, index, index) -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @load_lengths(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected slice lengths to be the extents of '!phobos.tile<8x8xf32>'}}
  %0 = phobos.load %A[%n :+ 8, %n :+ 4] : !phobos.view<?x64xf32> -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

// It would drop a mask without a word.
phobos.kernel @load_reserved(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected 'masked' in the op's own syntax, not in the dictionary}}
  %0 = phobos.load %A[%n :+ 8, %n :+ 8] {masked = 3} : !phobos.view<?x64xf32> -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

phobos.kernel @store_reserved(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  %t = arith.constant dense<0.0> : !phobos.tile<8x8xf32>
  // expected-error@+1 {{expected 'unchecked' in the op's own syntax, not in the dictionary}}
  phobos.store %t, %A[%n :+ 8, %n :+ 8] {unchecked = array<i64: 0>} : !phobos.tile<8x8xf32>, !phobos.view<?x64xf32>
  phobos.return
}

// -----

// Rounding to an infinity is no rounding.
phobos.kernel @fill_float_overflow(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf32>
  // expected-error@+1 {{expected a fill that 'f32' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill 1.0e39 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  phobos.return
}

// -----

// A float is written with a point.
phobos.kernel @fill_float_integer(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf32>
  // expected-error@+1 {{expected a fill that 'f32' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill 1 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  phobos.return
}

// -----

// This f8 has no infinity.
phobos.kernel @fill_f8_infinity(%a: !phobos.ptr<f8E4M3FN>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf8E4M3FN>
  // expected-error@+1 {{expected a fill that 'f8E4M3FN' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill -inf : !phobos.view<8xf8E4M3FN> -> !phobos.tile<4xf8E4M3FN>
  phobos.return
}

// -----

// Casts saturate, constants do not.
phobos.kernel @fill_f8_overflow(%a: !phobos.ptr<f8E4M3FN>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf8E4M3FN>
  // expected-error@+1 {{expected a fill that 'f8E4M3FN' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill 500.0 : !phobos.view<8xf8E4M3FN> -> !phobos.tile<4xf8E4M3FN>
  phobos.return
}

// -----

// Those bits are an infinity.
phobos.kernel @fill_nan_bits(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf32>
  // expected-error@+1 {{expected a fill that 'f32' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill nan(0x7F800000) : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  phobos.return
}

// -----

phobos.kernel @fill_nan_width(%a: !phobos.ptr<f16>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf16>
  // expected-error@+1 {{expected a fill that 'f16' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill nan(0x17E00) : !phobos.view<8xf16> -> !phobos.tile<4xf16>
  phobos.return
}

// -----

phobos.kernel @fill_integer_float(%a: !phobos.ptr<i32>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xi32>
  // expected-error@+1 {{expected a fill that 'i32' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill 1.0 : !phobos.view<8xi32> -> !phobos.tile<4xi32>
  phobos.return
}

// -----

phobos.kernel @fill_integer_infinity(%a: !phobos.ptr<i8>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xi8>
  // expected-error@+1 {{expected a fill that 'i8' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill -inf : !phobos.view<8xi8> -> !phobos.tile<4xi8>
  phobos.return
}

// -----

phobos.kernel @fill_integer_nan(%a: !phobos.ptr<i8>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xi8>
  // expected-error@+1 {{expected a fill that 'i8' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill nan : !phobos.view<8xi8> -> !phobos.tile<4xi8>
  phobos.return
}

// -----

phobos.kernel @fill_integer_large(%a: !phobos.ptr<i8>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xi8>
  // expected-error@+1 {{expected a fill that 'i8' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill 256 : !phobos.view<8xi8> -> !phobos.tile<4xi8>
  phobos.return
}

// -----

phobos.kernel @fill_integer_small(%a: !phobos.ptr<i8>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xi8>
  // expected-error@+1 {{expected a fill that 'i8' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill -129 : !phobos.view<8xi8> -> !phobos.tile<4xi8>
  phobos.return
}

// -----

// 2^65.
phobos.kernel @fill_integer_huge(%a: !phobos.ptr<i64>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xi64>
  // expected-error@+1 {{expected a fill that 'i64' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill 36893488147419103232 : !phobos.view<8xi64> -> !phobos.tile<4xi64>
  phobos.return
}

// -----

phobos.kernel @fill_bool(%a: !phobos.ptr<i1>, %n: index) {
  %A = phobos.view %a[8] : !phobos.view<8xi1>
  // expected-error@+1 {{expected a fill that 'i1' holds}}
  %0 = phobos.load %A[%n :+ 4] masked [0] fill 2 : !phobos.view<8xi1> -> !phobos.tile<4xi1>
  phobos.return
}

// -----

phobos.kernel @fill_name(%a: !phobos.ptr<f32>, %n: index) {
  %A = phobos.view %a[%n, 64] : !phobos.view<?x64xf32>
  // expected-error@+1 {{expected floating point literal}}
  %0 = phobos.load %A[%n :+ 8, %n :+ 8] masked [0] fill zero : !phobos.view<?x64xf32> -> !phobos.tile<8x8xf32>
  phobos.return
}

// -----

func.func @check_of_nothing(%i: index) { // (C1)
  // expected-error@+1 {{expected a length of at least 1, got 0}}
  phobos.check_bounds %i :+ 0 in %i dim 0
  return
}

// -----

func.func @check_of_no_dim(%i: index) { // (C1)
  // expected-error@+1 {{expected a dim of at least 0, got -1}}
  phobos.check_bounds %i :+ 1 in %i dim -1
  return
}

// -----

phobos.kernel @load_c7_cache(%a: !phobos.ptr<f32>, %i: index) {
  %A = phobos.view %a[64] : !phobos.view<64xf32>
  // expected-error@+1 {{expected a cache of <ca>, <cg>, <cs>, <cv>, got <wb>}}
  %0 = phobos.load %A[%i :+ 8] cache <wb> : !phobos.view<64xf32> -> !phobos.tile<8xf32>
  phobos.return
}

// -----

phobos.kernel @store_c6_cache(%a: !phobos.ptr<f32>, %i: index, %t: f32) {
  %A = phobos.view %a[64] : !phobos.view<64xf32>
  %0 = phobos.splat %t : !phobos.tile<8xf32>
  // expected-error@+1 {{expected a cache of <wb>, <cg>, <cs>, <wt>, got <cv>}}
  phobos.store %0, %A[%i :+ 8] cache <cv> : !phobos.tile<8xf32>, !phobos.view<64xf32>
  phobos.return
}

// -----

phobos.kernel @store_reserved_hint(%a: !phobos.ptr<f32>, %i: index, %t: f32) {
  %A = phobos.view %a[64] : !phobos.view<64xf32>
  %0 = phobos.splat %t : !phobos.tile<8xf32>
  // expected-error@+1 {{expected 'is_volatile' in the op's own syntax, not in the dictionary}}
  phobos.store %0, %A[%i :+ 8] {is_volatile} : !phobos.tile<8xf32>, !phobos.view<64xf32>
  phobos.return
}

// -----

phobos.kernel @views_apart_types(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %N: index) {
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %B = phobos.view %b[8] : !phobos.view<8xf32>
  // expected-error@+1 {{expected views of one type, got '!phobos.view<?xf32>' and '!phobos.view<8xf32>'}}
  %0 = phobos.views_apart %A, %B or_equal : !phobos.view<?xf32>, !phobos.view<8xf32>
  phobos.return
}
