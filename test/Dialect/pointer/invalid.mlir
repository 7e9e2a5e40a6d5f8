// RUN: phobos-opt %s -verify-diagnostics -split-input-file

func.func @gather_c1_mask(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %m: !phobos.tile<4xi1>, %v: !phobos.tile<4xf32>, %n: !phobos.tile<2xi1>) {
  // expected-error@+1 {{failed to verify that a mask of i1 in the shape and layout of the offsets}}
  %0 = "phobos.gather"(%p, %i, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!phobos.ptr<f32>, !phobos.tile<4xindex>, !phobos.tile<2xi1>) -> !phobos.tile<4xf32>
  return
}

// -----

func.func @gather_c2_element(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %m: !phobos.tile<4xi1>, %v: !phobos.tile<4xf32>) {
  // expected-error@+1 {{expected '!phobos.tile<4xf32>', got '!phobos.tile<4xf16>'}}
  %0 = phobos.gather %p[%i] : !phobos.ptr<f32>, !phobos.tile<4xindex> -> !phobos.tile<4xf16>
  return
}

// -----

func.func @gather_c2_shape(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %m: !phobos.tile<4xi1>, %v: !phobos.tile<4xf32>) {
  // expected-error@+1 {{expected '!phobos.tile<4xf32>', got '!phobos.tile<2x2xf32>'}}
  %0 = phobos.gather %p[%i] : !phobos.ptr<f32>, !phobos.tile<4xindex> -> !phobos.tile<2x2xf32>
  return
}

// -----

func.func @gather_c3_other(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %m: !phobos.tile<4xi1>, %v: !phobos.tile<4xf32>) {
  // expected-error@+1 {{expected 'other' to come with a mask}}
  %0 = phobos.gather %p[%i] other %v : !phobos.ptr<f32>, !phobos.tile<4xindex> -> !phobos.tile<4xf32>
  return
}

// -----

func.func @gather_c3_type(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %m: !phobos.tile<4xi1>, %v: !phobos.tile<4xf32>) {
  // expected-error@+1 {{failed to verify that 'other' to have the type of the result}}
  %0 = "phobos.gather"(%p, %i, %m, %m) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (!phobos.ptr<f32>, !phobos.tile<4xindex>, !phobos.tile<4xi1>, !phobos.tile<4xi1>) -> !phobos.tile<4xf32>
  return
}

// -----

func.func @gather_c4_cache(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %m: !phobos.tile<4xi1>, %v: !phobos.tile<4xf32>) {
  // expected-error@+1 {{expected a cache of <ca>, <cg>, <cs>, <cv>, got <wb>}}
  %0 = phobos.gather %p[%i] cache <wb> : !phobos.ptr<f32>, !phobos.tile<4xindex> -> !phobos.tile<4xf32>
  return
}

// -----

// The front end widens offsets first.
func.func @gather_offsets(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %m: !phobos.tile<4xi1>, %v: !phobos.tile<4xf32>) {
  // expected-error@+1 {{must be tile of index values}}
  %0 = phobos.gather %p[%v] : !phobos.ptr<f32>, !phobos.tile<4xf32> -> !phobos.tile<4xf32>
  return
}

// -----

func.func @scatter_c1_mask(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %m: !phobos.tile<4xi1>, %v: !phobos.tile<4xf32>, %n: !phobos.tile<2xi1>) {
  // expected-error@+1 {{failed to verify that a mask of i1 in the shape and layout of the offsets}}
  "phobos.scatter"(%v, %p, %i, %n) : (!phobos.tile<4xf32>, !phobos.ptr<f32>, !phobos.tile<4xindex>, !phobos.tile<2xi1>) -> ()
  return
}

// -----

func.func @scatter_c2_value(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %m: !phobos.tile<4xi1>, %v: !phobos.tile<4xf32>) {
  // expected-error@+1 {{expected '!phobos.tile<4xf32>', got '!phobos.tile<4xi1>'}}
  phobos.scatter %m, %p[%i] : !phobos.tile<4xi1>, !phobos.ptr<f32>, !phobos.tile<4xindex>
  return
}

// -----

func.func @scatter_c3_cache(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %m: !phobos.tile<4xi1>, %v: !phobos.tile<4xf32>) {
  // expected-error@+1 {{expected a cache of <wb>, <cg>, <cs>, <wt>, got <ca>}}
  phobos.scatter %v, %p[%i] cache <ca> : !phobos.tile<4xf32>, !phobos.ptr<f32>, !phobos.tile<4xindex>
  return
}
