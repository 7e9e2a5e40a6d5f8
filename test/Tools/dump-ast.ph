// The tree of a file as JSON: one node of each kind, with its place.
// RUN: phobos-translate --dump-ast=json %s -o %t.json
// RUN: %python %S/dump-ast.py %t.json
@autotune(T in [8, 16]) @launch(128)
kernel k(A: tensor<f32>[M, 4] strides [LDA, 1], p: ptr<u8>, n: i32) {
  let big = 18446744073709551615
  var x: tile<f16>[T, 4] = -1.5e300
  const c = max(true, [1, 0x10])
  for i in range(0, n, 2) { A[i, :] += x[0 : 4, 0 :+ 4]; continue }
  while !x { A[1:, :4] = ctx.block.x; break }
  if a && b { f(t, axis = 1) } else { return }
}
fn f(t, u: i8) -> i8 { return t << u }
const N = 3
