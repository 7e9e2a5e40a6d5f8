// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute -split-input-file -verify-diagnostics

// Two operands of 256x256 f32 do not fit: 2 * 256 rows of 256 + 4 elements.
// expected-error@+1 {{needs 532480 bytes of shared memory}}
phobos.kernel @shared_memory(%a: !phobos.ptr<f32>) threads 1024 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[256, 256] : !phobos.view<256x256xf32>
  %t = phobos.load %A[%c0 :+ 256, %c0 :+ 256] : !phobos.view<256x256xf32> -> !phobos.tile<256x256xf32>
  %z = arith.constant dense<0.0> : !phobos.tile<256x256xf32>
  %d = phobos.dot %t, %t, %z : !phobos.tile<256x256xf32>, !phobos.tile<256x256xf32> -> !phobos.tile<256x256xf32>
  phobos.store %d, %A[%c0 :+ 256, %c0 :+ 256] : !phobos.tile<256x256xf32>, !phobos.view<256x256xf32>
  phobos.return
}

// -----

func.func private @f()
phobos.kernel @no_lowering() threads 32 {
  // expected-error@+1 {{has no lowering to threads}}
  func.call @f() : () -> ()
  phobos.return
}

// -----

phobos.kernel @carried_view(%a: !phobos.ptr<f32>, %n: index) threads 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[4] : !phobos.view<4xf32>
  %v = scf.for %i = %c0 to %n step %c1 iter_args(%w = %A) -> !phobos.view<4xf32> {
    // expected-error@+1 {{expected views to be used by loads and stores only}}
    scf.yield %w : !phobos.view<4xf32>
  }
  %t = phobos.load %v[%c0 :+ 4] : !phobos.view<4xf32> -> !phobos.tile<4xf32>
  phobos.return
}

// -----

phobos.kernel @tile_of_pointers(%p: !phobos.ptr<f32>) threads 32 {
  // expected-error@+1 {{tiles of pointers are not supported}}
  %t = phobos.splat %p : !phobos.tile<32x!phobos.ptr<f32>>
  phobos.return
}

// -----

phobos.kernel @tile_to_scalar() threads 32 {
  %t = arith.constant dense<1.0> : !phobos.tile<32xf32>
  // expected-error@+1 {{has no lowering to threads}}
  %u = builtin.unrealized_conversion_cast %t : !phobos.tile<32xf32> to i32
  phobos.return
}

// -----

// expected-error@+1 {{expected a name of letters, digits, '_' and '$' that begins with no digit, got 'my.kernel'}}
phobos.kernel @my.kernel(%x: f32) threads 32 {
  phobos.return
}
