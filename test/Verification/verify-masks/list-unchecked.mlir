// RUN: phobos-opt %s --phobos-verify-masks=list-unchecked -verify-diagnostics

// Without the option nothing is said: proved.mlir has such dims.
phobos.kernel @list_unchecked(%a: !phobos.ptr<f32>, %M: index, %i: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%M, 64] : !phobos.view<?x64xf32>
  // expected-remark@+1 {{not checked: dim 0, of which the language leaves it to the caller that it stays inside}}
  %t = phobos.load %A[%i :+ 1, %c0 :+ 64] unchecked [0] : !phobos.view<?x64xf32> -> !phobos.tile<1x64xf32>
  %u = phobos.load %A[%i :+ 1, %c0 :+ 64] masked [0] : !phobos.view<?x64xf32> -> !phobos.tile<1x64xf32>
  // expected-remark@+3 {{not checked: dim 0}}
  %s = phobos.thread_sum(%A, %i : !phobos.view<?x64xf32>, index) -> f32 {
  ^bb0(%b: !phobos.view<?x64xf32>, %j: index):
    %v = phobos.load %b[%j :+ 1, %j :+ 4] unchecked [0, 1] : !phobos.view<?x64xf32> -> !phobos.tile<1x4xf32> // expected-remark {{not checked: dim 1}}
    phobos.yield %v : !phobos.tile<1x4xf32>
  }
  phobos.return
}
