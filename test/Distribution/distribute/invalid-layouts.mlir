// RUN: phobos-opt %s --phobos-distribute -split-input-file -verify-diagnostics

#other = #phobos.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
phobos.kernel @layout_of_other_threads(%x: f32) threads 64 {
  // expected-error@+1 {{expected a layout for 64 threads, got one for 32}}
  %t = phobos.splat %x : !phobos.tile<32xf32, #other>
  phobos.return
}

// -----

// 33 elements need two repetitions of 32.
#short = #phobos.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
phobos.kernel @layout_of_other_shape(%x: f32) threads 32 {
  // expected-error@+1 {{expected 2 repetitions of 32 along dim 0 of extent 33, got 1}}
  %t = phobos.splat %x : !phobos.tile<33xf32, #short>
  phobos.return
}

// -----

#row = #phobos.layout<reg = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [], reps = [4, 1]>
phobos.kernel @broadcast_from_elsewhere(%x: f32) threads 32 {
  %t = phobos.splat %x : !phobos.tile<4x32xf32, #row>
  %u = phobos.splat %x : !phobos.tile<4x1xf32, #phobos.layout<reg = [], lane = [[1, 0], [2, 0], [0, 0], [0, 0], [0, 0]], warp = [], reps = [1, 1]>>
  // expected-error@+1 {{expected operand 0 in layout}}
  %v = phobos.broadcast %u : !phobos.tile<4x1xf32, #phobos.layout<reg = [], lane = [[1, 0], [2, 0], [0, 0], [0, 0], [0, 0]], warp = [], reps = [1, 1]>> -> !phobos.tile<4x32xf32, #row>
  phobos.return
}

// -----

#row = #phobos.layout<reg = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [], reps = [4, 1]>
#one = #phobos.layout<reg = [], lane = [[1, 0], [2, 0], [0, 0], [0, 0], [0, 0]], warp = [], reps = [1, 1]>
phobos.kernel @reduction_to_elsewhere(%x: f32) threads 32 {
  %t = phobos.splat %x : !phobos.tile<4x32xf32, #row>
  // expected-error@+1 {{expected a result in layout}}
  %v = phobos.reduce <add> %t dim 1 : !phobos.tile<4x32xf32, #row> -> !phobos.tile<4x1xf32, #one>
  phobos.return
}

// -----

// Lane 3 has 1 ^ 3 = 2, which is not the sum.
#xor = #phobos.layout<reg = [], lane = [[1], [3], [4], [8], [16]], warp = [], reps = [1]>
phobos.kernel @lanes_share_a_bit(%x: f32) threads 32 {
  // expected-error@+1 {{expected a layout whose bases are powers of two along one dim}}
  %t = phobos.splat %x : !phobos.tile<32xf32, #xor>
  phobos.return
}

// -----

// Collapsed along dim 0, lane 0's basis would be that of the register.
#skewed = #phobos.layout<reg = [[0, 1]], lane = [[1, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [], reps = [1, 1]>
phobos.kernel @basis_along_two_dims(%x: f32) threads 32 {
  // expected-error@+1 {{expected a layout whose bases are powers of two along one dim}}
  %t = phobos.splat %x : !phobos.tile<2x32xf32, #skewed>
  phobos.return
}

// -----

// Multiply-adds, which other layouts take, do not round their operands.
#row = #phobos.layout<reg = [], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [], reps = [4, 1]>
phobos.kernel @precision(%x: f32) threads 32 {
  %t = phobos.splat %x : !phobos.tile<16x8xf32, #row>
  %b = phobos.splat %x : !phobos.tile<8x8xf32, #phobos.layout<reg = [], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [], reps = [2, 1]>>
  // expected-error@+1 {{expected an accumulator in a layout of mma.sync for precision tf32}}
  %d = phobos.dot %t, %b, %t precision tf32 : !phobos.tile<16x8xf32, #row>, !phobos.tile<8x8xf32, #phobos.layout<reg = [], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [], reps = [2, 1]>> -> !phobos.tile<16x8xf32, #row>
  phobos.return
}
