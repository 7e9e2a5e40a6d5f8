// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

kernel dots(H: tensor<f16>[M, N], B: tensor<bf16>[M, N], S: tensor<i16>[M, N], V: tensor<f16>[M]) {
  let h = H[0 :+ 16, 0 :+ 16]
  // CHECK: [[#@LINE+1]]:11: error: expected dot of [m, k] and [k, n], got tile<f16>[16, 16] and tile<f16>[32, 16]
  let a = dot(h, H[0 :+ 32, 0 :+ 16])
  // CHECK: [[#@LINE+1]]:11: error: expected dot_t of [m, k] and [n, k], got tile<f16>[16, 16] and tile<f16>[16, 8]
  let b = dot_t(h, H[0 :+ 16, 0 :+ 8])
  // CHECK: [[#@LINE+1]]:11: error: expected dot of [m, k] and [k, n], got tile<f16>[16] and tile<f16>[16, 16]
  let c = dot(V[0 :+ 16], h)
  let s = S[0 :+ 16, 0 :+ 16]
  // CHECK: [[#@LINE+1]]:11: error: expected tiles of floats, i8, u8, i32, u32, i64 or u64, got tile<i16>[16, 16] and tile<i16>[16, 16]
  let d = dot(s, s)
  var acc = zeros([16, 16], f16)
  let w = B[0 :+ 16, 0 :+ 16]
  // CHECK: [[#@LINE+2]]:3: error: expected an accumulator of f32 or wider, as the product is, got tile<f16>[16, 16]
  // CHECK: [[#@LINE-3]]:7: note: declared here
  acc += dot(w, w)
  // CHECK: [[#@LINE+1]]:33: error: expected a tile of at most 2^31 elements
  let outer = zeros([65536, 1]) + zeros([1, 65536])
  // CHECK: [[#@LINE+1]]:15: error: expected a tile of at most 2^31 elements
  let large = dot(zeros([65536, 1]), zeros([1, 65536]))
}
