// RUN: phobos-opt %s -verify-diagnostics -split-input-file

// expected-error@+1 {{expected valid keyword}}
func.func private @empty(!phobos.tile<4xf32, #phobos.layout<>>)

// -----

// expected-error@+1 {{expected 'reg' at offset 0 of the layout}}
func.func private @order(!phobos.tile<4xf32, #phobos.layout<lane = [[1], [2], [0], [0], [0]], reg = [], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{of the layout, got the end}}
func.func private @missing(!phobos.tile<4xf32, #phobos.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = []>>)

// -----

// expected-error@+1 {{expected 'lane'}}
func.func private @twice(!phobos.tile<4xf32, #phobos.layout<reg = [], reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{expected '[' at offset 7 of the layout, got '1]}}
func.func private @flat(!phobos.tile<4xf32, #phobos.layout<reg = [1], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{expected a number}}
func.func private @deep(!phobos.tile<4xf32, #phobos.layout<reg = [[[1]]], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{expected 5 lane bases, got 2}}
func.func private @lanes(!phobos.tile<4xf32, #phobos.layout<reg = [], lane = [[1], [2]], warp = [], reps = [1]>>)

// -----

// Two bits that move alike would hold an element twice.
// expected-error@+1 {{expected independent bases}}
func.func private @dependent(!phobos.tile<4xf32, #phobos.layout<reg = [[1]], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{expected coordinates from 0 to 1073741824 in register basis 0, got -1}}
func.func private @negative(!phobos.tile<4xf32, #phobos.layout<reg = [[-1]], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{integer value too large}}
func.func private @number(!phobos.tile<4xf32, #phobos.layout<reg = [[99999999999999999999]], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{expected repetition counts of at least 1, got 0}}
func.func private @reps(!phobos.tile<4xf32, #phobos.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [0]>>)

// -----

func.func @convert_layout_c1_shape(%t: !phobos.tile<4xf32>) {
  // expected-error@+1 {{expected '!phobos.tile<4xf32>' in another layout, got '!phobos.tile<8xf32>'}}
  %0 = phobos.convert_layout %t : !phobos.tile<4xf32> -> !phobos.tile<8xf32>
  return
}

// -----

func.func @convert_layout_c1_element(%t: !phobos.tile<4xf32>) {
  // expected-error@+1 {{expected '!phobos.tile<4xf32>' in another layout, got '!phobos.tile<4xi32>'}}
  %0 = phobos.convert_layout %t : !phobos.tile<4xf32> -> !phobos.tile<4xi32>
  return
}
