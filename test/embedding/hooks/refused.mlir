// What is wrong with an access of another dialect is said as of Phobos's own.
// RUN: phobos-toy-opt %s --split-input-file --verify-diagnostics --phobos-verify-masks --phobos-lint-bounds

phobos.kernel @rank(%x: !phobos.ptr<f32>, %i: index) {
  %X = phobos.view %x[64, 64] : !phobos.view<64x64xf32>
  %t = arith.constant dense<1.0> : !phobos.tile<16xf32>
  // expected-error @+1 {{'toy.accumulate' op expected a tile of rank 2, got '!phobos.tile<16xf32>'}}
  toy.accumulate %t, %X[%i] : !phobos.tile<16xf32>, !phobos.view<64x64xf32>
  phobos.return
}

// -----

phobos.kernel @starts(%x: !phobos.ptr<f32>, %i: index) {
  %X = phobos.view %x[64] : !phobos.view<64xf32>
  %t = arith.constant dense<1.0> : !phobos.tile<16xf32>
  // expected-error @+1 {{'toy.accumulate' op expected 1 starts, got 2}}
  toy.accumulate %t, %X[%i, %i] : !phobos.tile<16xf32>, !phobos.view<64xf32>
  phobos.return
}

// -----

phobos.kernel @element(%x: !phobos.ptr<f16>, %i: index) {
  %X = phobos.view %x[64] : !phobos.view<64xf16>
  %t = arith.constant dense<1.0> : !phobos.tile<16xf32>
  // expected-error @+1 {{'toy.accumulate' op expected a tile of 'f16', got '!phobos.tile<16xf32>'}}
  toy.accumulate %t, %X[%i] : !phobos.tile<16xf32>, !phobos.view<64xf16>
  phobos.return
}

// -----

phobos.kernel @dims(%x: !phobos.ptr<f32>, %i: index) {
  %X = phobos.view %x[64] : !phobos.view<64xf32>
  %t = arith.constant dense<1.0> : !phobos.tile<16xf32>
  // expected-error @+1 {{'toy.accumulate' op expected masked dims}}
  toy.accumulate %t, %X[%i] masked [1] : !phobos.tile<16xf32>, !phobos.view<64xf32>
  phobos.return
}

// -----

phobos.kernel @both(%x: !phobos.ptr<f32>, %i: index) {
  %X = phobos.view %x[64] : !phobos.view<64xf32>
  %t = arith.constant dense<1.0> : !phobos.tile<16xf32>
  // expected-error @+1 {{'toy.accumulate' op dim 0 is both masked and unchecked}}
  toy.accumulate %t, %X[%i] masked [0] unchecked [0] : !phobos.tile<16xf32>, !phobos.view<64xf32>
  phobos.return
}

// -----

// A mask that is gone without a proof.
phobos.kernel @claim(%x: !phobos.ptr<f32> {phobos.name = "X"}, %i: index {phobos.name = "i"}) {
  %X = phobos.view %x[64] : !phobos.view<64xf32>
  %t = arith.constant dense<1.0> : !phobos.tile<16xf32>
  // expected-error @+3 {{expected a slice that stays inside in dim 0, which has no mask; not proved: 0 <= start, start + 16 <= extent}}
  // expected-note @+2 {{nothing known excludes start = -1}}
  // expected-note @+1 {{'masked [0]' keeps elements outside away}}
  toy.accumulate %t, %X[%i] : !phobos.tile<16xf32>, !phobos.view<64xf32>
  phobos.return
}

// -----

phobos.kernel @outside(%x: !phobos.ptr<f32> {phobos.name = "X"}) {
  %X = phobos.view %x[64] : !phobos.view<64xf32>
  %c64 = arith.constant 64 : index
  %t = arith.constant dense<1.0> : !phobos.tile<16xf32>
  // expected-warning @+1 {{this slice is outside of 'X' at every run: dim 0 ends at 64; it stores nothing}}
  toy.accumulate %t, %X[%c64] masked [0] : !phobos.tile<16xf32>, !phobos.view<64xf32>
  phobos.return
}
