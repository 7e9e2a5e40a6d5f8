// RUN: phobos-opt %s -phobos-verify-stage="stage=thread" -verify-diagnostics -split-input-file

// expected-error@+1 {{thread stage (R1): expected no kernel on tiles, got 'r1_kernel'}}
phobos.kernel @r1_kernel() {
  phobos.return
}

// -----

gpu.module @r2 {
  // expected-error@+1 {{thread stage (R2): expected an op of scf, cf, vector, arith, math, memref, gpu, nvgpu, nvvm, llvm, ub, got 'func.func'}}
  func.func @f(%n: index) {
    return
  }
}

// -----

gpu.module @r3 {
  gpu.func @f(%n: index) {
    // expected-error@+2 {{thread stage (R2): expected an op of scf, cf, vector, arith, math, memref, gpu, nvgpu, nvvm, llvm, ub, got 'phobos.splat'}}
    // expected-error@+1 {{thread stage (R3): expected no type of phobos, got '!phobos.tile<4xindex>'}}
    %0 = phobos.splat %n : !phobos.tile<4xindex>
    gpu.return
  }
}

// -----

// A type alone, on an op that may stay.
gpu.module @r3_argument {
  // expected-error@+1 {{thread stage (R3): expected no type of phobos, got '!phobos.ptr<f32>'}}
  gpu.func @f(%p: !phobos.ptr<f32>) {
    gpu.return
  }
}
