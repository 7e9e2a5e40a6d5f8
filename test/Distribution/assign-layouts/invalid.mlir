// RUN: phobos-opt %s --phobos-assign-layouts -split-input-file -verify-diagnostics

// 4 * 65536 elements over 1024 threads are 256 each: allowed. Twice as many are
// not.
phobos.kernel @fits(%x: f32) {
  %t = phobos.splat %x : !phobos.tile<4x65536xf32>
  phobos.return
}

// -----

phobos.kernel @too_large(%x: f32) {
  // expected-error@+1 {{kernel 'too_large': tile of 8x65536xf32, 2097152 bytes over 1024 threads: expected at most 256 elements a thread, got 512; lower an extent of it}}
  %t = phobos.splat %x : !phobos.tile<8x65536xf32>
  phobos.return
}

// -----

phobos.kernel @constant_of_different_elements() {
  // expected-error@+1 {{expected all elements of a constant tile to be equal}}
  %t = arith.constant dense<[1.0, 2.0]> : !phobos.tile<2xf32>
  phobos.return
}
