// RUN: phobos-opt %s -phobos-verify-stage="stage=tile" -verify-diagnostics -split-input-file -allow-unregistered-dialect

phobos.kernel @t1_thread_id() {
  // expected-error@+1 {{tile stage (T1): expected an op of phobos, scf, arith, math, ub, got 'gpu.thread_id'}}
  %0 = gpu.thread_id x
  // Each rule is reported once.
  %1 = gpu.thread_id y
  phobos.return
}

// -----

// Nested in a loop.
phobos.kernel @t1_vector(%x: f32, %n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error@+2 {{tile stage (T1): expected an op of phobos, scf, arith, math, ub, got 'vector.broadcast'}}
    // expected-error@+1 {{tile stage (T2): expected a tile, a view, a pointer or a number, got 'vector<4xf32>'}}
    %0 = vector.broadcast %x : f32 to vector<4xf32>
  }
  phobos.return
}

// -----

phobos.kernel @t1_unknown() {
  // expected-error@+1 {{tile stage (T1): expected an op of phobos, scf, arith, math, ub, got 'other.op'}}
  "other.op"() : () -> ()
  phobos.return
}

// -----

phobos.kernel @t1_convert_layout(%x: f32) {
  %0 = phobos.splat %x : !phobos.tile<4xf32>
  // expected-error@+1 {{tile stage (T1): expected no layouts, got 'phobos.convert_layout'}}
  %1 = phobos.convert_layout %0 : !phobos.tile<4xf32> -> !phobos.tile<4xf32>
  phobos.return
}

// -----

phobos.kernel @t2_width() {
  // expected-error@+1 {{tile stage (T2): expected a tile, a view, a pointer or a number, got 'i24'}}
  %c = arith.constant 0 : i24
  phobos.return
}

// -----

phobos.kernel @t3_layout(%x: f32) {
  // expected-error@+1 {{tile stage (T3): expected a tile without a layout, got '!phobos.tile<4xf32, #phobos.layout<}}
  %0 = phobos.splat %x : !phobos.tile<4xf32, #phobos.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>
  phobos.return
}
