// What IR can say and text cannot: a mask that is claimed to be needless; a
// func.func; views and arguments without names.
// RUN: phobos-opt --phobos-lint-bounds --verify-diagnostics --split-input-file %s

// The load says that the slice may leave the view; the store claims otherwise.
func.func @claimed(%A: !phobos.view<?xf32>, %B: !phobos.view<?xf32>, %i: index, %p: !phobos.ptr<f32>, %n: index) {
  %V = phobos.view %p[%n] : !phobos.view<?xf32>
  // expected-note @+1 {{masked here in dim 0, as the slice may go beyond dim 0 of the view}}
  %t = phobos.load %V[%i :+ 8] masked [0] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
  // expected-warning @+1 {{this store to the view is not masked in dim 0, where a load of the same slice is; write 's :+ 8' [store-unmasked]}}
  phobos.store %t, %V[%i :+ 8] : !phobos.tile<8xf32>, !phobos.view<?xf32>
  return
}

// -----

// Through a loop: the tile that it carries holds what was read outside.
func.func @carried(%p: !phobos.ptr<f32>, %n: index, %lo: index, %hi: index, %step: index) -> !phobos.tile<1xf32> {
  %low = arith.constant dense<0xFF800000> : !phobos.tile<8xf32>
  %V = phobos.view %p[%n] : !phobos.view<?xf32>
  %r = scf.for %i = %lo to %hi step %step iter_args(%m = %low) -> !phobos.tile<8xf32> {
    // expected-note @+1 {{dim 0 of this slice may go beyond dim 0 of the view}}
    %t = phobos.load %V[%i :+ 8] masked [0] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
    %next = arith.maximumf %m, %t : !phobos.tile<8xf32>
    scf.yield %next : !phobos.tile<8xf32>
  }
  // expected-warning @+1 {{[max-over-fill]}}
  %all = phobos.reduce <max> %r dim 0 : !phobos.tile<8xf32> -> !phobos.tile<1xf32>
  return %all : !phobos.tile<1xf32>
}
