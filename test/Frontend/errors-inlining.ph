// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// Each call is inlined, up to a limit.

fn f0(x) { return x + 1 }
fn f1(x) { return f0(x) + f0(x) }
fn f2(x) { return f1(x) + f1(x) }
fn f3(x) { return f2(x) + f2(x) }
fn f4(x) { return f3(x) + f3(x) }
fn f5(x) { return f4(x) + f4(x) }
fn f6(x) { return f5(x) + f5(x) }
fn f7(x) { return f6(x) + f6(x) }
fn f8(x) { return f7(x) + f7(x) }
fn f9(x) { return f8(x) + f8(x) }
fn f10(x) { return f9(x) + f9(x) }
fn f11(x) { return f10(x) + f10(x) }
// CHECK: [[#@LINE+2]]:29: error: too many calls to inline, the limit is 4096 in a kernel
// CHECK: [[#@LINE+3]]:10: note: in this call of 'f12'
fn f12(x) { return f11(x) + f11(x) }
kernel many(A: tensor<f32>[M], n: f32) {
  A[0] = f12(n)
}
fn g0(x) { return x + 1 }
fn g1(x) { return -(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(g0(x))))))))))))))))))))))))))))))))))))))))) }
fn g2(x) { return -(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(g1(x))))))))))))))))))))))))))))))))))))))))) }
// CHECK: [[#@LINE+7]]:99: error: calls, blocks and expressions are nested too deeply, the limit is 250
// CHECK: [[#@LINE+7]]:99: note: in this call of 'g3'
// CHECK: [[#@LINE+7]]:99: note: in this call of 'g4'
// CHECK: [[#@LINE+7]]:99: note: in this call of 'g5'
// CHECK: [[#@LINE+7]]:99: note: in this call of 'g6'
// CHECK: [[#@LINE+7]]:99: note: in this call of 'g7'
// CHECK: [[#@LINE+8]]:10: note: in this call of 'g8'
fn g3(x) { return -(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(g2(x))))))))))))))))))))))))))))))))))))))))) }
fn g4(x) { return -(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(g3(x))))))))))))))))))))))))))))))))))))))))) }
fn g5(x) { return -(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(g4(x))))))))))))))))))))))))))))))))))))))))) }
fn g6(x) { return -(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(g5(x))))))))))))))))))))))))))))))))))))))))) }
fn g7(x) { return -(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(g6(x))))))))))))))))))))))))))))))))))))))))) }
fn g8(x) { return -(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(-(g7(x))))))))))))))))))))))))))))))))))))))))) }
kernel deep(A: tensor<f32>[M], n: f32) {
  A[0] = g8(n)
}
