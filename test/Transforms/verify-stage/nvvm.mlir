// RUN: phobos-opt %s -phobos-verify-stage="stage=nvvm" -verify-diagnostics -split-input-file

// expected-error@+1 {{nvvm stage (N1): expected no kernel on tiles, got 'n1_kernel'}}
phobos.kernel @n1_kernel() {
  phobos.return
}

// -----

gpu.module @n2 {
  llvm.func @f(%n: i32) {
    // expected-error@+1 {{nvvm stage (N2): expected an op of llvm, nvvm, got 'arith.addi'}}
    %0 = arith.addi %n, %n : i32
    llvm.return
  }
}
