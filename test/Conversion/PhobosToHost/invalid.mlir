// RUN: phobos-opt --phobos-convert-to-linalg --split-input-file --verify-diagnostics %s

// expected-error @below {{expected a kernel of one basic block, with 'scf' for control flow}}
phobos.kernel @blocks(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  phobos.return
}

// -----

phobos.kernel @nested(%c: i1, %n: index) {
  scf.if %c {
    // expected-error @below {{expected a promise at the top level of its kernel}}
    %m = phobos.promise #phobos.divisible<4> %n
  }
  phobos.return
}

// -----

phobos.kernel @pointers(%p: !phobos.ptr<f32>) {
  // expected-error @below {{expected tiles of numbers on the host, got '!phobos.tile<8x!phobos.ptr<f32>>'}}
  %t = phobos.splat %p : !phobos.tile<8x!phobos.ptr<f32>>
  phobos.return
}
