// The combinations of choices are not listed where they are too many. 13 names of 2 choices are 8192.
// RUN: not phobos-translate --list-configs %s 2>&1 | FileCheck %s --implicit-check-not=error:

@autotune(A in [1, 2], B in [1, 2], C in [1, 2], D in [1, 2], E in [1, 2], F in [1, 2], G in [1, 2], H in [1, 2])
@autotune(I in [1, 2], J in [1, 2], K in [1, 2], L in [1, 2], M in [1, 2])
// CHECK: [[#@LINE+1]]:8: error: expected at most 4096 combinations of @autotune's choices; set some of its names
kernel many(X: tensor<f32>[N]) {
  X[A * B * C * D * E * F * G * H * I * J * K * L * M * ctx.block.x :+ 1] = 0.0
}
