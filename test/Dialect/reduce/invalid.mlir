// RUN: phobos-opt %s -verify-diagnostics -split-input-file

phobos.kernel @reduce_c1_dim() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected a dim below 2, got 2}}
  %0 = phobos.reduce <add> %t dim 2 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
  phobos.return
}

// -----

phobos.kernel @reduce_c1_negative() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected a dim below 2, got -1}}
  %0 = phobos.reduce <add> %t dim -1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
  phobos.return
}

// -----

// The reduced dim stays, with extent 1.
phobos.kernel @reduce_c2_shape() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected '!phobos.tile<4x1xi32>', got '!phobos.tile<4xi32>'}}
  %0 = phobos.reduce <add> %t dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4xi32>
  phobos.return
}

// -----

// Widen the source first.
phobos.kernel @reduce_c2_element() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi8>
  // expected-error@+1 {{expected '!phobos.tile<4x1xi8>', got '!phobos.tile<4x1xi32>'}}
  %0 = phobos.reduce <add> %t dim 1 : !phobos.tile<4x8xi8> -> !phobos.tile<4x1xi32>
  phobos.return
}

// -----

phobos.kernel @reduce_c3_pointer(%p: !phobos.ptr<f32>) {
  %t = phobos.splat %p : !phobos.tile<4x!phobos.ptr<f32>>
  // expected-error@+1 {{expected numbers for <max>, got '!phobos.ptr<f32>'}}
  %0 = phobos.reduce <max> %t dim 0 : !phobos.tile<4x!phobos.ptr<f32>> -> !phobos.tile<1x!phobos.ptr<f32>>
  phobos.return
}

// -----

// As a signed number, true is -1: the max of bools would be false.
phobos.kernel @reduce_c3_bool() {
  %t = arith.constant dense<false> : !phobos.tile<4xi1>
  // expected-error@+1 {{expected numbers for <max>, got 'i1'}}
  %0 = phobos.reduce <max> %t dim 0 : !phobos.tile<4xi1> -> !phobos.tile<1xi1>
  phobos.return
}

// -----

phobos.kernel @reduce_c3_float() {
  %t = arith.constant dense<0.0> : !phobos.tile<4xf32>
  // expected-error@+1 {{expected integers for <maxu>, got 'f32'}}
  %0 = phobos.reduce <maxu> %t dim 0 : !phobos.tile<4xf32> -> !phobos.tile<1xf32>
  phobos.return
}

// -----

phobos.kernel @reduce_c3_bits() {
  %t = arith.constant dense<0.0> : !phobos.tile<4xf32>
  // expected-error@+1 {{expected integers for <or>, got 'f32'}}
  %0 = phobos.reduce <or> %t dim 0 : !phobos.tile<4xf32> -> !phobos.tile<1xf32>
  phobos.return
}

// -----

phobos.kernel @arg_reduce_c1_dim() {
  %t = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  // expected-error@+1 {{expected a dim below 2, got 2}}
  %0 = phobos.arg_reduce <max> %t dim 2 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xindex>
  phobos.return
}

// -----

phobos.kernel @arg_reduce_c1_negative() {
  %t = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  // expected-error@+1 {{expected a dim below 2, got -1}}
  %0 = phobos.arg_reduce <max> %t dim -1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xindex>
  phobos.return
}

// -----

phobos.kernel @arg_reduce_c2_shape() {
  %t = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  // expected-error@+1 {{expected '!phobos.tile<4x1xindex>', got '!phobos.tile<4xindex>'}}
  %0 = phobos.arg_reduce <max> %t dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4xindex>
  phobos.return
}

// -----

phobos.kernel @arg_reduce_c2_element() {
  %t = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  // expected-error@+1 {{must be tile of index values}}
  %0 = phobos.arg_reduce <max> %t dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xi64>
  phobos.return
}

// -----

phobos.kernel @arg_reduce_c3_kind() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi32>
  // expected-error@+1 {{expected <max>, <min>, <maxu> or <minu>, got <add>}}
  %0 = phobos.arg_reduce <add> %t dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xindex>
  phobos.return
}

// -----

phobos.kernel @arg_reduce_c3_bool() {
  %t = arith.constant dense<true> : !phobos.tile<4x8xi1>
  // expected-error@+1 {{expected numbers for <max>, got 'i1'}}
  %0 = phobos.arg_reduce <max> %t dim 1 : !phobos.tile<4x8xi1> -> !phobos.tile<4x1xindex>
  phobos.return
}

// -----

phobos.kernel @arg_reduce_c3_float() {
  %t = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  // expected-error@+1 {{expected integers for <maxu>, got 'f32'}}
  %0 = phobos.arg_reduce <maxu> %t dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xindex>
  phobos.return
}

// -----

phobos.kernel @scan_c1_dim() {
  %t = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  // expected-error@+1 {{expected a dim below 2, got 2}}
  %0 = phobos.scan <add> %t dim 2 : !phobos.tile<4x8xf32>
  phobos.return
}

// -----

phobos.kernel @scan_c2_bool() {
  %t = arith.constant dense<true> : !phobos.tile<4x8xi1>
  // expected-error@+1 {{expected numbers for <add>, got 'i1'}}
  %0 = phobos.scan <add> %t dim 1 : !phobos.tile<4x8xi1>
  phobos.return
}

// -----

phobos.kernel @scan_c2_float() {
  %t = arith.constant dense<0.0> : !phobos.tile<4x8xf32>
  // expected-error@+1 {{expected integers for <or>, got 'f32'}}
  %0 = phobos.scan <or> %t dim 1 : !phobos.tile<4x8xf32>
  phobos.return
}

// -----

phobos.kernel @scan_type() {
  %t = arith.constant dense<0> : !phobos.tile<4x8xi8>
  // expected-error@+1 {{failed to verify that all of {source, result} have same type}}
  %0 = "phobos.scan"(%t) <{kind = #phobos.reduce_kind<add>, dim = 1 : i64}> : (!phobos.tile<4x8xi8>) -> !phobos.tile<4x8xi32>
  phobos.return
}
