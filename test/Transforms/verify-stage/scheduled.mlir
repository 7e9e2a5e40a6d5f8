// RUN: phobos-opt %s -phobos-verify-stage="stage=scheduled" -verify-diagnostics -split-input-file

phobos.kernel @s1_thread_id() threads 32 {
  // expected-error@+1 {{scheduled stage (S1): expected an op of phobos, scf, arith, math, ub, got 'gpu.thread_id'}}
  %0 = gpu.thread_id x
  phobos.return
}

// -----

phobos.kernel @s2_vector() threads 32 {
  // expected-error@+1 {{scheduled stage (S2): expected a tile, a view, a pointer or a number, got 'vector<4xf32>'}}
  %0 = arith.constant dense<0.0> : vector<4xf32>
  phobos.return
}

// -----

// expected-error@+1 {{scheduled stage (S3): expected a kernel with a number of threads}}
phobos.kernel @s3_threads() {
  phobos.return
}

// -----

phobos.kernel @s4_no_layout(%x: f32) threads 32 {
  // expected-error@+1 {{scheduled stage (S4): expected a tile with a layout, got '!phobos.tile<4xf32>'}}
  %0 = phobos.splat %x : !phobos.tile<4xf32>
  phobos.return
}

// -----

// One warp's layout in a kernel of two.
phobos.kernel @s4_threads(%x: f32) threads 64 {
  // expected-error@+1 {{scheduled stage (S4): expected a layout of 64 threads, got 32 in '!phobos.tile<4xf32, #phobos.layout<}}
  %0 = phobos.splat %x : !phobos.tile<4xf32, #phobos.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>
  phobos.return
}

// -----

// The atom has 4 elements: 8 elements need two repetitions.
phobos.kernel @s4_shape(%x: f32) threads 32 {
  // expected-error@+1 {{scheduled stage (S4): expected 2 repetitions of 4 along dim 0 of extent 8, got 1 in '!phobos.tile<8xf32, #phobos.layout<}}
  %0 = phobos.splat %x : !phobos.tile<8xf32, #phobos.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>
  phobos.return
}
