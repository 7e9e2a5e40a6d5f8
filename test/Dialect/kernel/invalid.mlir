// RUN: phobos-opt %s -verify-diagnostics -split-input-file

// (C1) A kernel returns nothing: results go through stores.
// expected-error@+1 {{expected no results}}
"phobos.kernel"() <{sym_name = "c1_results", function_type = () -> i32}> ({
  "phobos.return"() : () -> ()
}) : () -> ()

// -----

// (C2) A tile lives in a block, and cannot come from the launch.
// expected-error@+1 {{expected argument 1 to be a pointer, an integer, a float, an index or a memref, got '!phobos.tile<4xf32>'}}
phobos.kernel @c2_tile(%a: i32, %t: !phobos.tile<4xf32>) {
  phobos.return
}

// -----

// (C2) No launcher passes 24 bits.
// expected-error@+1 {{expected argument 0 to be a pointer, an integer, a float, an index or a memref, got 'i24'}}
phobos.kernel @c2_width(%a: i24) {
  phobos.return
}

// -----

// expected-error@+1 {{expected a grid of three results and no dims, got affine_map<() -> (1, 1)>}}
phobos.kernel @c3_results() grid affine_map<() -> (1, 1)> {
  phobos.return
}

// -----

// expected-error@+1 {{expected a grid of three results and no dims, got affine_map<(d0) -> (d0, 1, 1)>}}
phobos.kernel @c3_dims(%n: index) grid affine_map<(d0) -> (d0, 1, 1)> {
  phobos.return
}

// -----

// expected-error@+1 {{expected a grid of 2 symbols, one for each integer or index argument, got 1}}
phobos.kernel @c3_symbols(%n: index, %m: i32) grid affine_map<()[s0] -> (s0, 1, 1)> {
  phobos.return
}

// -----

// expected-error@+1 {{expected divisors of at least 1 in the grid}}
phobos.kernel @c3_divisor(%n: index) grid affine_map<()[s0] -> (s0 + s0 floordiv -2, 1, 1)> {
  phobos.return
}

// -----

// expected-error@+1 {{expected at least 0 blocks, got -1}}
phobos.kernel @c3_negative() grid affine_map<() -> (1, -1, 1)> {
  phobos.return
}

// -----

// expected-error@+1 {{expected a power of two from 32 to 1024 as threads, got 96}}
phobos.kernel @c4_threads() threads 96 {
  phobos.return
}

// -----

// expected-error@+1 {{expected a power of two from 32 to 1024 as threads, got -32}}
phobos.kernel @c4_negative() threads -32 {
  phobos.return
}

// -----

// expected-error@+1 {{expected unique argument names, got 'A' twice}}
phobos.kernel @c5_names(%a: i32 {phobos.name = "A"}, %b: i32 {phobos.name = "A"}) {
  phobos.return
}

// -----

// expected-error@+1 {{'phobos.extents' of argument 0 names 'M', which is no index argument}}
phobos.kernel @c6_missing(%a: !phobos.ptr<f32> {phobos.extents = ["M"]}) {
  phobos.return
}

// -----

// (C6) An i32 of that name is no extent: extents are 64 bits.
// expected-error@+1 {{'phobos.strides' of argument 0 names 'L', which is no index argument}}
phobos.kernel @c6_no_index(%a: !phobos.ptr<f32> {phobos.extents = [8], phobos.strides = ["L"]},
                           %l: i32 {phobos.name = "L"}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected 'phobos.name' to be a name that is not empty, got ""}}
phobos.kernel @argument_c1_empty(%a: i32 {phobos.name = ""}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected 'phobos.name' to be a name that is not empty, got 3 : i64}}
phobos.kernel @argument_c1_number(%a: i32 {phobos.name = 3}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected 'phobos.unsigned' to be a unit attribute, got true}}
phobos.kernel @argument_c2_value(%a: i32 {phobos.unsigned = true}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected 'phobos.unsigned' on an integer or a pointer to integers, got '!phobos.ptr<f32>'}}
phobos.kernel @argument_c2_float(%a: !phobos.ptr<f32> {phobos.unsigned}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected 'phobos.extents' on a pointer, got 'i32'}}
phobos.kernel @argument_c3_scalar(%a: i32 {phobos.extents = [4]}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected 'phobos.extents' to be an array of 1 to 5 names and numbers, got 4 : i64}}
phobos.kernel @argument_c3_list(%a: !phobos.ptr<f32> {phobos.extents = 4}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected 'phobos.extents' to be an array of 1 to 5 names and numbers, got []}}
phobos.kernel @argument_c3_rank(%a: !phobos.ptr<f32> {phobos.extents = []}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected 'phobos.extents' to hold names and numbers of at least 0, got -4 : i64}}
phobos.kernel @argument_c3_negative(%a: !phobos.ptr<f32> {phobos.extents = [-4]}) {
  phobos.return
}

// -----

// (C3) Numbers are 64 bits and signless; reading another type's would assert.
// expected-error@+1 {{expected 'phobos.extents' to hold names and numbers of at least 0, got 4 : ui8}}
phobos.kernel @argument_c3_number_type(%a: !phobos.ptr<f32> {phobos.extents = [4 : ui8]}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected as many 'phobos.extents' as 'phobos.strides', got 2 and 1}}
phobos.kernel @argument_c4_rank(%a: !phobos.ptr<f32> {phobos.extents = [4, 4], phobos.strides = [1]}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected as many 'phobos.extents' as 'phobos.strides', got 0 and 1}}
phobos.kernel @argument_c4_alone(%a: !phobos.ptr<f32> {phobos.strides = [1]}) {
  phobos.return
}

// -----

// expected-error@+1 {{unknown argument attribute 'phobos.extent'}}
phobos.kernel @argument_c5_unknown(%a: !phobos.ptr<f32> {phobos.extent = [4]}) {
  phobos.return
}

// -----

// The dictionary must not override what the syntax says.
// expected-error@+1 {{expected "grid" in the op's own syntax, not in the dictionary}}
phobos.kernel @reserved() attributes {grid = 3} {
  phobos.return
}

// -----

// An ill-typed visibility must not vanish.
// expected-error@+1 {{attribute 'sym_visibility' failed to satisfy constraint: string attribute}}
phobos.kernel @visibility() attributes {sym_visibility = 3} {
  phobos.return
}

// -----

func.func @return_outside() {
  // expected-error@+1 {{expects parent op 'phobos.kernel'}}
  phobos.return
}
