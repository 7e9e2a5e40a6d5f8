// RUN: phobos-opt %s --phobos-print-layouts --verify-diagnostics
// RUN: phobos-opt %s --phobos-print-access-plans --verify-diagnostics

phobos.kernel @copy(%x: f32) threads 32 {
  // expected-error @+1 {{expected a layout on '!phobos.tile<32xf32>': run phobos-assign-layouts first}}
  %t = phobos.splat %x : !phobos.tile<32xf32>
  phobos.return
}
