// RUN: not phobos-opt %s --phobos-distribute 2>&1 | FileCheck %s
// RUN: not phobos-opt %s --phobos-distribute=target=sm_90b 2>&1 | FileCheck %s --check-prefix=TARGET

// CHECK: [[@LINE+2]]:1: error: 'phobos.kernel' op expected a number of threads: run phobos-assign-layouts first
// TARGET: sm_90a
phobos.kernel @k(%x: f32) {
  %t = phobos.splat %x : !phobos.tile<64xf32>
  phobos.return
}
