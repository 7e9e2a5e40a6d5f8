// RUN: phobos-translate --import-phobos %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// CHECK: [[#@LINE+1]]:8: warning: kernel 'no_effect' stores nothing, it has no effect
kernel no_effect(A: tensor<f32>[M, N]) {
  let a = A[0 :+ 8, 0 :+ 8]
}

kernel effect(A: tensor<f32>[M, N]) {
  if M > 1 { A[0 :+ 8, 0 :+ 8] = 1 }
}
