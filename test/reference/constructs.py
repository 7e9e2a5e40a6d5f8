# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One small kernel for each construct of the language, with answers worked out by hand from docs/Language.md.

The name of a construct begins with the rule that it is about.
"""

from dataclasses import dataclass, field

import numpy as np

NAN, INF = np.nan, np.inf


@dataclass(frozen=True)
class Construct:
    """`arguments` are those of a call, `expected` what its outputs hold afterwards, `types` the element types of arrays
    that hold bits."""

    name: str
    source: str
    arguments: dict
    expected: dict
    settings: dict = field(default_factory=dict)
    types: dict = field(default_factory=dict)


CONSTRUCTS: list[Construct] = []

DTYPES = {"bool": "bool", "f16": "f2", "f32": "f4", "f64": "f8", "index": "i8"}
DTYPES |= {f"{sign}{bits}": f"{sign}{bits // 8}" for sign in "iu" for bits in (8, 16, 32, 64)}
BITS = {"bf16": "u2", "f8e4m3": "u1", "f8e5m2": "u1"}


def array(type: str, values) -> np.ndarray:
    return np.array(values, BITS.get(type) or DTYPES[type])


def construct(name: str, body: str, inputs: dict = {}, outputs: dict = {}, scalars: dict = {}, attributes: str = "",
              settings: dict = {}, globals: str = "") -> None:
    """Adds one of a kernel with `body`, run in one block unless it says otherwise. `inputs` and `outputs` map names to
    (type, values), `scalars` to (type, value); an array's extents are numbers, or names where a third element has
    them."""
    params, arguments, expected, types = [], {}, {}, {}
    for group, is_output in ((inputs, False), (outputs, True)):
        for key, (type, values, *dims) in group.items():
            value = array(type, values)
            dims = dims[0] if dims else ", ".join(map(str, value.shape))
            params.append(f"{key}: {dims}" if "<" in dims else f"{key}: tensor<{type}>[{dims}]")
            expected |= {key: value} if is_output else {}
            poison = np.full(value.shape, 0x55, "u1").astype(value.dtype)
            arguments[key] = poison if is_output else value
            types |= {key: type} if type in BITS else {}
    for key, (type, value) in scalars.items():
        params.append(f"{key}: {type}")
        arguments[key] = value
    source = f"{globals}\n{attributes}\nkernel k({', '.join(params)}) {{\n{body}\n}}\n"
    CONSTRUCTS.append(Construct(name, source, arguments, expected, settings, types))


# ----- Text ----------------------------------------------------------------------------------------------------------

construct("T1 fn sees constants of the file, not names of its caller", """
  let c = 5
  O[0 :+ 2] = f(A[0 :+ 2], c)
""", {"A": ("i32", [1, 2])}, {"O": ("i32", [115, 116])}, globals="const d = 100\nfn f(t, n) { let c = 9; return t + d + c + n }")
construct("T1 fn with declared types", "O[0 :+ 2] = f(A[0 :+ 2], 1)", {"A": ("i8", [1, -2])}, {"O": ("f32", [2.5, -0.5])},
          globals="fn f(t: tile<i32>[2], n: f16) -> tile<f32>[2] { return t + n + 0.5 }")
construct("T1 fn that stores", "put(O, 7); put(P, 8)", {}, {"O": ("i32", [7, 7]), "P": ("i32", [8, 8])},
          globals="fn put(T, v) { T[0 :+ 2] = full([2], v) }")
construct("T3 var and compound assignments", """
  var x = 7
  x += 3; x -= 1; x *= 4; x /= 5; x <<= 2; x |= 1; x ^= 3; x &= 0xfe; x >>= 1
  O[0] = x
""", {}, {"O": ("i32", [15])})  # 10 9 36 7 28 29 30 30 15
construct("T3 inner block binds anew", """
  let x = 1
  if true { let x = 2; O[0] = x }
  O[1] = x
""", {}, {"O": ("i32", [2, 1])})
construct("T4 for with each number of bounds", """
  var a = 0; var b = 0; var c = 0
  for i in range(4) { a = a * 10 + i32(i) }
  for i in range(2, 5) { b = b * 10 + i32(i) }
  for i in range(1, 8, 3) { c = c * 10 + i32(i) }
  O[0] = a; O[1] = b; O[2] = c
""", {}, {"O": ("i32", [123, 234, 147])})
construct("T4 for that does not run", """
  var a = 5
  for i in range(3, n) { a = 6 }
  O[0] = a
""", {}, {"O": ("i32", [5])}, {"n": ("i32", -2)})
construct("T4 a step below 1", """
  var a = 5
  for i in range(0, 3, m) { a = 7 }
  for i in range(0, 3, m - 1) { a = 8 }
  O[0] = a
""", {}, {"O": ("i32", [5])}, {"m": ("i32", 0)})
construct("T4 while and else if", """
  var n = 27; var steps = 0
  while n != 1 { if n % 2 == 0 { n /= 2 } else if n > 0 { n = 3 * n + 1 } else { n = 1 }; steps += 1 }
  O[0] = steps
""", {}, {"O": ("i32", [111])})  # Collatz's sequence of 27
construct("T5 if of constants", "if N > 4 { O[0] = 1 } else { O[0] = no_such_name }", {}, {"O": ("i32", [1])}, globals="const N = 5")
construct("T7 break and continue", """
  var a = 0
  for i in range(10) {
    if i == 2 { continue }
    if i == 5 { break }
    a = a * 10 + i32(i)
  }
  var n = 0
  while true { n += 1; if n < 3 { continue }; if n > 6 { break }; a += 1000 * n }
  O[0] = a
""", {}, {"O": ("i32", [18134])})  # 0134, and 1000 * (3 + 4 + 5 + 6)
construct("T7 break of the inner loop", """
  var a = 0
  for i in range(3) { for j in range(5) { if j > i { break }; a += 1 }; a += 10 }
  O[0] = a
""", {}, {"O": ("i32", [36])})
construct("T7 early return of a kernel", "O[0] = 1; if n > 2 { return }; O[1] = 1", {}, {"O": ("i32", [1, 85])}, {"n": ("i32", 3)})
construct("T7 early return of an fn", "O[0] = f(2); O[1] = f(n)", {}, {"O": ("i32", [20, 7])}, {"n": ("i32", -3)},
          globals="fn f(x) { for i in range(3) { if x < 0 { return 7 + 0 * x } }; return x * 10 }")
construct("T8 precedence", "O[0] = 1 + 2 * 3 - 8 / 4 % 3; O[1] = 1 | 6 ^ 3 & 5 << 1; O[2] = i32(!(1 < 2 && 3 > 4 || 1 == 2))",
          {}, {"O": ("i32", [5, 5, 1])})  # 1 | (6 ^ (3 & 10)) = 1 | (6 ^ 2)
construct("T9 literals", "O[0] = 0xff; O[1] = 0b101; O[2] = 1_000; P[0] = 1e-3; P[1] = inf; P[2] = nan", {},
          {"O": ("i32", [255, 5, 1000]), "P": ("f64", [1e-3, INF, NAN])})

# ----- Kernels -------------------------------------------------------------------------------------------------------

construct("K2 extents and dims", "O[0] = i32(M) * 100 + i32(N) * 10 + T", {"A": ("i32", np.zeros((3, 5)), "M, N")},
          {"O": ("i32", [354])}, globals="const T = 4")
construct("K3 strides", "O[0 :+ 2, 0 :+ 2] = A[0 :+ 2, 0 :+ 2]", {"A": ("i32", np.arange(12).reshape(3, 4), "tensor<i32>[M, N] strides [LDA, 1]")},
          {"O": ("i32", [[0, 1], [4, 5]])})
construct("K4 K6 blocks and the grid", "O[ctx.block.x * 4 :+ 4, ctx.block.y] = full([4, 1], i32(ctx.block.x) * 10 + i32(ctx.block.y))",
          {}, {"O": ("i32", [[0, 1]] * 4 + [[10, 11]] * 2, "M, N")})
construct("K6 a start through let and fn", "let r = start(ctx.block.x); O[r :+ 3] = full([3], i32(ctx.block.x))", {},
          {"O": ("i32", [0, 0, 0, 1, 1, 1, 2], "N")}, globals="const W = 3\nfn start(p) { return p * W }")
construct("K5 K7 number of blocks", "O[ctx.block.x :+ 1] = full([1], i32(ctx.blocks.x * 10 + ctx.blocks.y))", {},
          {"O": ("i32", [31, 31, 31], "N")}, attributes="@grid(ceildiv(N + 2, 2) , 1)")
construct("K7 grid of integers and extents", "O[ctx.block.x, ctx.block.y] = 1", {}, {"O": ("i32", np.ones((2, 3)), "M, N")}, {"n": ("i32", 5)},
          attributes="@grid(n - 3, N)")
construct("K8 autotune, the first choice", "O[0] = T", {}, {"O": ("i32", [8])}, attributes="@autotune(T in [8, 16])")
construct("K8 autotune, set", "O[0] = T", {}, {"O": ("i32", [5])}, attributes="@autotune(T in [8, 16])", settings={"T": 5})
construct("K9 constants", "const d = T * c; const e = max(T, 7) + min(3, 1) * ceildiv(7, 2) + next_pow2(5) + abs(-3); O[0] = e; O[1] = d",
          {}, {"O": ("i32", [23, 16])}, attributes="@autotune(T in [8])", globals="const c = 2")  # 8 + 4 + 8 + 3
construct("K11 specialize", "let t = zeros([next_pow2(N), 2], i32); O[0 :+ N] = full([N], 3); O[0] = i32(sum(sum(t + 1, axis = 0), axis = 1)[0, 0])",
          {}, {"O": ("i32", [16, 3, 3, 3, 3], "N")}, attributes="@specialize(N)", settings={"N": 5})
construct("K11 require, aligned", "O[ctx.block.x * 2 :+ 2] = full([2], n)", {}, {"O": ("i32", [3] * 4, "N")}, {"n": ("i32", 3)},
          attributes="@require(n < 4 && N <= 4) @aligned(N = 2)")

# ----- Subscripts ----------------------------------------------------------------------------------------------------

A34 = np.arange(1, 13).reshape(3, 4)
construct("S1 each form", """
  O[0 :+ 2, 0 :+ 2] = A[1 : 3, 2 :+ 2]
  P[:, 0 :+ 2] = A[:, 1:3]
  Q[0, 0 :+ 3] = A[2, 1:]
  R[0 :+ 2, :1] = A[:2, :1]
""", {"A": ("i32", A34)}, {"O": ("i32", [[7, 8], [11, 12]]), "P": ("i32", [[2, 3], [6, 7], [10, 11]]),
                           "Q": ("i32", [[10, 11, 12]]), "R": ("i32", [[1], [5]])})
construct("S2 lengths in normal form", "let p = ctx.block.x; O[p * 2 : (p + 1) * 2] = A[p * 2 : 2 + p * 2]", {"A": ("i32", [1, 2, 3], "N")},
          {"O": ("i32", [1, 2, 3], "N")})
construct("S3 outside at both sides", "O[0 :+ 6] = A[n :+ 6]; P[n :+ 6] = full([6], 9)", {"A": ("i32", [1, 2, 3], "N")},
          {"O": ("i32", [0, 0, 1, 2, 3, 0]), "P": ("i32", [9, 9, 9])}, {"n": ("i32", -2)})
construct("S3 wholly outside, where the end wraps", "O[0 :+ 2] = A[n :+ 2]; P[n :+ 2] = full([2], 9)", {"A": ("i32", [1, 2, 3], "N")},
          {"O": ("i32", [0, 0]), "P": ("i32", [85, 85, 85])}, {"n": ("i64", 2**63 - 1)})
construct("S4 fill", "O[0 :+ 3] = load(A[1 :+ 3], fill = -inf); P[0 :+ 2] = load(B[2 :+ 2], fill = 7)",
          {"A": ("f32", [1, 2], "N"), "B": ("u8", [1, 2, 3], "M")}, {"O": ("f32", [2, -INF, -INF]), "P": ("u8", [3, 7])})
construct("S5 a point keeps its axis", "O[0 :+ 3, 0 :+ 4] = A[1, 0 :+ 4] + A[0 :+ 3, 2]", {"A": ("i32", A34)},
          {"O": ("i32", [[8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19]])})
construct("S7 stores broadcast", "O[0 :+ 2, 0 :+ 2] = 3; P[0 :+ 2, 0 :+ 3] = A[0 :+ 2, 0 :+ 1]; P[1, 2] = 4", {"A": ("i32", [[1], [2]])},
          {"O": ("i32", [[3, 3], [3, 3]]), "P": ("i32", [[1, 1, 1], [2, 2, 4]])})
construct("S7 compound stores", "A[0 :+ 4] += 2; A[1] *= 10; A[2 :+ 4] -= A[0 :+ 4]", {}, {"A": ("u8", [87, 102, 0, 241], "N")})
# 85: 87 87 87 87; 870 = 102; 87 - 87, 87 - 102 = -15
construct("S8 points are scalars", "let s = A[1, 2]; O[0 :+ 2] = full([2], s * A[0, 0]); if A[2, 3] > 11 { O[0] = A[n, n] }", {"A": ("i32", A34)},
          {"O": ("i32", [6, 7])}, {"n": ("i32", 1)})
construct("S9 tiles, read", """
  let t = A[0 :+ 3, 0 :+ 4]
  O[0 :+ 2, 0 :+ 2] = t[1 : 3, 2 :+ 2]
  P[0 :+ 3, 0] = t[:, 3]
  Q[0 :+ 2, 0 :+ 3] = t[n :+ 2, 2 :+ 3]
  R[0] = t[1, 1]; R[1] = t[n, 0]; R[2] = t[5 + n, 0]
""", {"A": ("i32", A34)}, {"O": ("i32", [[7, 8], [11, 12]]), "P": ("i32", [[4], [8], [12]]), "Q": ("i32", [[0, 0, 0], [3, 4, 0]]),
                           "R": ("i32", [6, 0, 0])}, {"n": ("i32", -1)})
construct("S9 tiles, assigned", """
  var t = zeros([3, 4], i32)
  let u = t
  t[0 :+ 2, :] = A[1 :+ 2, 0 :+ 4]
  t[2, 0 :+ 2] = 5
  t[n :+ 3, 3] += 100
  t[2, 2] = 77
  O[:, :] = t + u
""", {"A": ("i32", A34)}, {"O": ("i32", [[5, 6, 7, 108], [9, 10, 11, 112], [5, 5, 77, 0]])}, {"n": ("i32", -1)})

# ----- Values --------------------------------------------------------------------------------------------------------

construct("V2 literals adapt", "O[0 :+ 2] = A[0 :+ 2] * 2.0; P[0 :+ 2] = B[0 :+ 2] * 0.5; Q[0 :+ 2] = B[0 :+ 2] + 1",
          {"A": ("f16", [1.5, 2]), "B": ("i8", [3, 127])}, {"O": ("f16", [3, 4]), "P": ("f32", [1.5, 63.5]), "Q": ("i8", [4, -128])})
construct("V2 vars of literals", "var i = 2147483647; i += 1; var f = 16777216.0; f += 1.0; O[0] = i; P[0] = f", {},
          {"O": ("i32", [-(2**31)]), "P": ("f64", [16777216])})
construct("V3 the wider type", "O[0 :+ 1] = A[0 :+ 1] + B[0 :+ 1]; P[0 :+ 1] = A[0 :+ 1] * C[0 :+ 1]; Q[0 :+ 1] = C[0 :+ 1] * D[0 :+ 1]",
          {"A": ("i8", [-100]), "B": ("i16", [-200]), "C": ("f16", [0.5]), "D": ("bf16", [0x3F81])},
          {"O": ("i16", [-300]), "P": ("f16", [-50]), "Q": ("f32", [0.50390625])})
construct("V3 f8 types meet in f16", "O[0 :+ 1] = A[0 :+ 1] * B[0 :+ 1]", {"A": ("f8e4m3", [0x39]), "B": ("f8e5m2", [0x3D])},
          {"O": ("f16", [1.40625])})  # 1.125 * 1.25
construct("V2 V3 bools meet numbers", "let b = A[0 :+ 2] > 1; O[0 :+ 2] = b + A[0 :+ 2]; P[0 :+ 2] = b * 2.5; Q[0 :+ 2] = b * 2147483647 + b; var x = 3000000000; R[0] = x",
          {"A": ("i8", [1, 2])}, {"O": ("i8", [1, 3]), "P": ("f32", [0, 2.5]), "Q": ("i32", [0, -(2**31)]), "R": ("i64", [3000000000])})
construct("V4 assignments convert", "var x: f64 = 1; x = A[0]; O[0] = x; var h: f16 = 0.0; h = B[0]; P[0] = h; Q[0 :+ 1] = C[0 :+ 1]",
          {"A": ("i32", [2**24 + 1]), "B": ("f32", [1.00048828125]), "C": ("u64", [2**64 - 1])},
          {"O": ("f64", [2**24 + 1]), "P": ("f16", [1.0]), "Q": ("f32", [2.0**64])})
construct("V5 float to integer", "O[0 :+ 6] = i8(A[0 :+ 6]); P[0 :+ 6] = u8(A[0 :+ 6]); Q[0 :+ 6] = i64(A[0 :+ 6])",
          {"A": ("f32", [-1.9, 200.5, -INF, NAN, 1e20, 3.99])},
          {"O": ("i8", [-1, 127, -128, 0, 127, 3]), "P": ("u8", [0, 200, 0, 0, 255, 3]), "Q": ("i64", [-1, 200, -(2**63), 0, 2**63 - 1, 3])})
construct("V5 integer to integer", "O[0 :+ 3] = u8(A[0 :+ 3]); P[0 :+ 3] = i64(A[0 :+ 3]); Q[0 :+ 3] = u64(A[0 :+ 3]); R[0 :+ 3] = bool(A[0 :+ 3])",
          {"A": ("i32", [-1, 300, 0])}, {"O": ("u8", [255, 44, 0]), "P": ("i64", [-1, 300, 0]), "Q": ("u64", [2**64 - 1, 300, 0]),
                                         "R": ("bool", [True, True, False])})
construct("V5 to narrower floats", "O[0 :+ 6] = f8e4m3(A[0 :+ 6]); P[0 :+ 6] = f8e5m2(A[0 :+ 6]); Q[0 :+ 6] = bf16(A[0 :+ 6]); R[0 :+ 6] = f16(A[0 :+ 6])",
          {"A": ("f32", [1.0625, 1e9, -INF, -0.0, 2.0**-16, 1.1875])},
          {"O": ("f8e4m3", [0x38, 0x7E, 0xFE, 0x80, 0, 0x3A]), "P": ("f8e5m2", [0x3C, 0x7B, 0xFB, 0x80, 1, 0x3D]),
           "Q": ("bf16", [0x3F88, 0x4E6E, 0xFF80, 0x8000, 0x3780, 0x3F98]), "R": ("f16", [1.0625, INF, -INF, -0.0, 2.0**-16, 1.1875])})
construct("V5 integers to narrow floats, once", "O[0 :+ 2] = bf16(A[0 :+ 2]); P[0 :+ 2] = f16(B[0 :+ 2]); Q[0 :+ 2] = f32(A[0 :+ 2])",
          {"A": ("i64", [2**40 + 2**32 + 1, -(2**62) - 2**54 - 1]), "B": ("i32", [65519, 65520])},
          {"O": ("bf16", [0x5381, 0xDE81]), "P": ("f16", [65504, INF]), "Q": ("f32", [2.0**40 + 2.0**32, -(2.0**62) - 2.0**54])})
construct("V6 broadcasting", "O[0 :+ 2, 0 :+ 3] = A[0 :+ 2, 0 :+ 1] * 10 + B[0 :+ 1, 0 :+ 3]", {"A": ("i32", [[1], [2]]), "B": ("i32", [[3, 4, 5]])},
          {"O": ("i32", [[13, 14, 15], [23, 24, 25]])})
construct("V6 assigned and declared", "var v = zeros([2, 3], i32); v = A[0 :+ 2, 0 :+ 1]; let d: tile<i32>[2, 3] = B[0 :+ 1, 0 :+ 3]; O[0 :+ 2, 0 :+ 3] = v * d",
          {"A": ("i32", [[1], [2]]), "B": ("i32", [[3, 4, 5]])}, {"O": ("i32", [[3, 4, 5], [6, 8, 10]])})
construct("V7 division", "let a = A[0 :+ 6]; let b = B[0 :+ 6]; O[0 :+ 6] = a / b; P[0 :+ 6] = a % b",
          {"A": ("i32", [7, -7, 7, -7, 5, -(2**31)]), "B": ("i32", [2, 2, -2, -2, 0, -1])},
          {"O": ("i32", [3, -3, -3, 3, 0, -(2**31)]), "P": ("i32", [1, -1, 1, -1, 5, 0])})
construct("V7 unsigned division", "O[0 :+ 3] = A[0 :+ 3] / B[0 :+ 3]; P[0 :+ 3] = A[0 :+ 3] % B[0 :+ 3]", {"A": ("u8", [255, 200, 9]), "B": ("u8", [2, 0, 255])},
          {"O": ("u8", [127, 0, 0]), "P": ("u8", [1, 200, 9])})
construct("V7 shifts", "O[0 :+ 5] = A[0 :+ 5] << B[0 :+ 5]; P[0 :+ 5] = A[0 :+ 5] >> B[0 :+ 5]",
          {"A": ("i8", [-3, -3, 3, 3, -3]), "B": ("i8", [1, 8, 7, 100, -1])}, {"O": ("i8", [-6, 0, -128, 0, 0]), "P": ("i8", [-2, -1, 0, 0, -1])})
construct("V7 unsigned shifts", "O[0 :+ 2] = A[0 :+ 2] << B[0 :+ 2]; P[0 :+ 2] = A[0 :+ 2] >> B[0 :+ 2]", {"A": ("u8", [129, 129]), "B": ("u8", [1, 8])},
          {"O": ("u8", [2, 0]), "P": ("u8", [64, 0])})
construct("V8 NaN", "let a = A[0 :+ 4]; let b = B[0 :+ 4]; O[0 :+ 4] = max(a, b); P[0 :+ 4] = min(a, b); Q[0 :+ 4] = a == b; R[0 :+ 4] = a != b; S[0 :+ 4] = a <= b",
          {"A": ("f32", [1, NAN, 2, NAN]), "B": ("f32", [NAN, 1, 3, NAN])},
          {"O": ("f32", [NAN, NAN, 3, NAN]), "P": ("f32", [NAN, NAN, 2, NAN]), "Q": ("bool", [0, 0, 0, 0]), "R": ("bool", [1, 1, 1, 1]),
           "S": ("bool", [0, 0, 1, 0])})
construct("V9 f8 arithmetic rounds once", "O[0 :+ 3] = A[0 :+ 3] + B[0 :+ 3]", {"A": ("f8e4m3", [0x7E, 0x38, 0xFE]), "B": ("f8e4m3", [0x7E, 0x18, 0x7E])},
          {"O": ("f8e4m3", [0x7E, 0x38, 0x00])})  # 448 + 448, 1 + 1/16 (a tie, to even), -448 + 448
construct("V9 f8 operations saturate, copies do not", """
  let a = A[0 :+ 2]
  O[0 :+ 2] = -a; P[0 :+ 2] = abs(a); Q[0 :+ 2] = max(0, a); R[0 :+ 1] = min(a, axis = 0); S[0 :+ 2] = where(a > 1, a, -1)
""", {"A": ("f8e5m2", [0x7C, 0xFC])}, {"O": ("f8e5m2", [0xFB, 0x7B]), "P": ("f8e5m2", [0x7B, 0x7B]), "Q": ("f8e5m2", [0x7B, 0]),
                                       "R": ("f8e5m2", [0xFB]), "S": ("f8e5m2", [0x7C, 0xBC])})
construct("V9 f16 arithmetic", "let a = A[0 :+ 3]; O[0 :+ 3] = a * a + a", {"A": ("f16", [300, 1.0009765625, -0.0])}, {"O": ("f16", [INF, 2.00390625, 0.0])})
construct("V9 every operation rounds", "let a = A[0 :+ 1]; O[0 :+ 1] = a / 5 * 4 + a", {"A": ("f16", [2.0**-24])},
          {"O": ("f16", [2.0**-24])})  # a / 5 is nearest to 0
construct("V10 exact functions", """
  let a = A[0 :+ 5]
  O[0 :+ 5] = floor(a); P[0 :+ 5] = ceil(a); Q[0 :+ 5] = round(a); R[0 :+ 5] = abs(a); S[0 :+ 5] = sqrt(a * a); T[0 :+ 5] = clamp(a, -1.0, 2.0)
""", {"A": ("f32", [2.5, -0.5, 3.5, -INF, NAN])},
          {"O": ("f32", [2, -1, 3, -INF, NAN]), "P": ("f32", [3, -0.0, 4, -INF, NAN]), "Q": ("f32", [2, -0.0, 4, -INF, NAN]), "R": ("f32", [2.5, 0.5, 3.5, INF, NAN]),
           "S": ("f32", [2.5, 0.5, 3.5, INF, NAN]), "T": ("f32", [2, -0.5, 2, -1, NAN])})
construct("V10 functions at exact points", """
  let z = A[0 :+ 1]
  O[0] = 0.0; O[0 :+ 1] = exp(z); O[1 :+ 1] = exp2(z + 5); O[2 :+ 1] = log(z + 1); O[3 :+ 1] = log2(z + 8); O[4 :+ 1] = sin(z)
  O[5 :+ 1] = cos(z); O[6 :+ 1] = tanh(z); O[7 :+ 1] = erf(z); O[8 :+ 1] = rsqrt(z + 4); O[9 :+ 1] = pow(z + 2, z + 3); O[10 :+ 1] = exp(log(z))
""", {"A": ("f32", [0])}, {"O": ("f32", [1, 32, 0, 3, 0, 1, 0, 0, 0.5, 8, 0])})
construct("V10 fma rounds once", "O[0 :+ 1] = fma(A[0 :+ 1], A[0 :+ 1], B[0 :+ 1])", {"A": ("f32", [1 + 2.0**-12]), "B": ("f32", [-1 - 2.0**-11])},
          {"O": ("f32", [2.0**-24])})
construct("V10 of integers", "let a = A[0 :+ 3]; O[0 :+ 3] = abs(a); P[0 :+ 3] = min(0, a); Q[0 :+ 3] = clamp(a, -5, 5); R[0 :+ 3] = ceildiv(a, 4)",
          {"A": ("i8", [-128, -6, 7])}, {"O": ("i8", [-128, 6, 7]), "P": ("i8", [-128, -6, 0]), "Q": ("i8", [-5, -5, 5]), "R": ("i8", [-32, -1, 2])})
construct("V7 division that rounds down", "let a = A[0 :+ 6]; let b = B[0 :+ 6]; O[0 :+ 6] = floordiv(a, b); P[0 :+ 6] = mod(a, b); Q[0 :+ 6] = truediv(a, b)",
          {"A": ("i32", [7, -7, 7, -7, 5, -2**31]), "B": ("i32", [2, 2, -2, -2, 0, -1])},
          {"O": ("i32", [3, -4, -4, 3, 0, -2**31]), "P": ("i32", [1, 1, -1, -1, 5, 0]), "Q": ("f32", [3.5, -3.5, -3.5, 3.5, INF, 2.0**31])})
construct("V7 floats that are divided so", "let a = A[0 :+ 4]; let b = B[0 :+ 4]; O[0 :+ 4] = floordiv(a, b); P[0 :+ 4] = mod(a, b); Q[0 :+ 4] = truediv(a, b)",
          {"A": ("f32", [7.5, -7.5, 7.5, -7.5]), "B": ("f32", [2, 2, -2, -2])},
          {"O": ("f32", [3, -4, -4, 3]), "P": ("f32", [1.5, 0.5, -0.5, -1.5]), "Q": ("f32", [3.75, -3.75, -3.75, 3.75])})
construct("V7 constants that are divided so", "const a = floordiv(-7, 2); const b = mod(-7, 2); O[0] = a; O[1] = b; O[2] = truediv(7, 2)", {}, {"O": ("f32", [-4, 1, 3.5])})
construct("V11 where", "let a = A[0 :+ 3]; O[0 :+ 3] = where(a > 0, 6 / a, a); P[0 :+ 3] = where(a > 0, 1, 0); Q[0 :+ 3] = where(n > 1, a, -a)",
          {"A": ("i32", [3, 0, -2])}, {"O": ("i32", [2, 0, -2]), "P": ("i32", [1, 0, 0]), "Q": ("i32", [-3, 0, 2])}, {"n": ("i32", 1)})
construct("V12 makers", "O[0 :+ 2, 0 :+ 2] = zeros([2, 2]) + full([2, 2], 1.5); P[0 :+ 2, 0 :+ 3] = broadcast(A[0 :+ 2, 0 :+ 1], [2, 3]) + zeros([2, 3], i8); Q[0 :+ 2] = full([2], n) + full([2], 3, i64)",
          {"A": ("i8", [[4], [5]])}, {"O": ("f32", [[1.5] * 2] * 2), "P": ("i8", [[4] * 3, [5] * 3]), "Q": ("i64", [10, 10])}, {"n": ("i64", 7)})
construct("V13 iota", "O[0 :+ 2, 0 :+ 3] = i32(iota(0)) * 10 + i32(iota(1)); let m = iota(1) < A[0 :+ 2, 0 :+ 1]; P[0 :+ 2, 0 :+ 3] = where(m, 7, zeros([2, 3], i32))",
          {"A": ("i32", [[1], [2]])}, {"O": ("i32", [[0, 1, 2], [10, 11, 12]]), "P": ("i32", [[7, 0, 0], [7, 7, 0]])})
construct("V13 iota where it met extents of 1", "O[0 :+ 2, 0 :+ 1] = i32(sum(iota(1) + A[0 :+ 2, 0 :+ 1], axis = 1))", {"A": ("i32", [[3], [4]])},
          {"O": ("i32", [[3], [4]])})
construct("V14 reductions", """
  let a = A[0 :+ 2, 0 :+ 3]
  O[0 :+ 2, 0] = sum(a, axis = 1); P[0, 0 :+ 3] = prod(a, axis = 0); Q[0 :+ 2, 0] = max(a, axis = 1); R[0, 0 :+ 3] = min(a, axis = 0)
  S[0 :+ 2, 0] = any(a > 5, axis = 1); T[0 :+ 2, 0] = all(a > 0, axis = 1); U[0 :+ 2, 0] = rowsum(a) * 100 + rowmax(a) * 10 + rowmin(a)
""", {"A": ("i32", [[1, 2, 3], [-4, 5, 6]])},
          {"O": ("i32", [[6], [7]]), "P": ("i32", [[-4, 10, 18]]), "Q": ("i32", [[3], [6]]), "R": ("i32", [[-4, 2, 3]]), "S": ("bool", [[0], [1]]), "T": ("bool", [[1], [0]]),
           "U": ("i32", [[631], [756]])})
construct("V14 reductions of NaN", "O[0 :+ 2, 0] = max(A[0 :+ 2, 0 :+ 2], axis = 1); P[0 :+ 2, 0] = min(A[0 :+ 2, 0 :+ 2], axis = 1)", {"A": ("f32", [[1, NAN], [-INF, 2]])},
          {"O": ("f32", [[NAN], [2]]), "P": ("f32", [[NAN], [-INF]])})
construct("V15 sums are wide", "O[0 :+ 1] = sum(A[0 :+ 3], axis = 0); P[0 :+ 1] = sum(B[0 :+ 3], axis = 0); Q[0 :+ 1] = sum(C[0 :+ 3], axis = 0); R[0 :+ 1] = sum(C[0 :+ 3] > 1.0, axis = 0); S[0 :+ 1] = prod(A[0 :+ 3], axis = 0)",
          {"A": ("i8", [100, 100, 100]), "B": ("u8", [255, 255, 255]), "C": ("f16", [60000, 60000, 1])},
          {"O": ("i32", [300]), "P": ("u32", [765]), "Q": ("f32", [120001]), "R": ("i32", [2]), "S": ("i32", [1000000])})
construct("V16 transpose", "O[0 :+ 3, 0 :+ 2] = transpose(A[0 :+ 2, 0 :+ 3])", {"A": ("i32", [[1, 2, 3], [4, 5, 6]])}, {"O": ("i32", [[1, 4], [2, 5], [3, 6]])})
construct("V17 dot", "O[0 :+ 2, 0 :+ 2] = dot(A[0 :+ 2, 0 :+ 3], B[0 :+ 3, 0 :+ 2]); var acc = full([2, 2], 100.0); acc += dot_t(A[0 :+ 2, 0 :+ 3], A[0 :+ 2, 0 :+ 3]); P[0 :+ 2, 0 :+ 2] = acc; Q[0 :+ 1, 0 :+ 1] = dot(C[0 :+ 1, 0 :+ 2], D[0 :+ 2, 0 :+ 1])",
          {"A": ("f16", [[1, 2, 3], [4, 5, 6]]), "B": ("f16", [[1, 0], [0, 1], [1, 1]]), "C": ("u8", [[255, 255]]), "D": ("u8", [[255], [255]])},
          {"O": ("f32", [[4, 5], [10, 11]]), "P": ("f32", [[114, 132], [132, 177]]), "Q": ("i32", [[130050]])})
construct("V18 precision of dot", """
  let a = A[0 :+ 1, 0 :+ 1]
  O[0 :+ 1, 0 :+ 1] = dot(a, a); P[0 :+ 1, 0 :+ 1] = dot(a, a, precision = tf32); Q[0 :+ 1, 0 :+ 1] = dot(a, a, precision = bf16)
""", {"A": ("f32", [[1 + 2.0**-11]])}, {"O": ("f32", [[1 + 2.0**-10 + 2.0**-22]]), "P": ("f32", [[1 + 2.0**-9 + 2.0**-20]]), "Q": ("f32", [[1]])})
construct("V18 argmax, argmin", "O[0 :+ 3, 0] = argmax(A[0 :+ 3, 0 :+ 4], axis = 1); P[0, 0 :+ 4] = i32(argmin(A[0 :+ 3, 0 :+ 4], axis = 0))",
          {"A": ("f32", [[1, 5, 5, 2], [NAN, 1, NAN, 9], [-3, -3, -4, 0]])}, {"O": ("i64", [[1], [0], [3]]), "P": ("i32", [[1, 2, 1, 2]])})
construct("V18 cumsum", "O[0 :+ 2, 0 :+ 3] = cumsum(A[0 :+ 2, 0 :+ 3], axis = 1); P[0 :+ 2, 0 :+ 3] = cumsum(A[0 :+ 2, 0 :+ 3], axis = 0)",
          {"A": ("i8", [[100, 100, 1], [2, 3, 4]])}, {"O": ("i32", [[100, 200, 201], [2, 5, 9]]), "P": ("i32", [[100, 100, 1], [102, 103, 5]])})
construct("V18 reshape", "O[0 :+ 3, 0 :+ 2] = reshape(A[0 :+ 2, 0 :+ 3], [3, 2]); P[0 :+ 6] = reshape(A[0 :+ 2, 0 :+ 3], [6])", {"A": ("i32", [[1, 2, 3], [4, 5, 6]])},
          {"O": ("i32", [[1, 2], [3, 4], [5, 6]]), "P": ("i32", [1, 2, 3, 4, 5, 6])})
construct("V18 arange", "O[0 :+ 4] = i32(arange(4)) * 2", {}, {"O": ("i32", [0, 2, 4, 6])})
construct("V19 pointers", """
  let i = arange(4) + ctx.block.x * 4
  store(q + i, load(p + i, mask = i < n, other = -1) * 2, mask = i < n + 1)
""", {"p": ("i32", [1, 2, 3, 4, 5, 6], "ptr<i32>")}, {"q": ("i32", [2, 4, 6, 8, 10, -2, 85], "ptr<i32>")}, {"n": ("i32", 5)}, attributes="@grid(2)")
construct("V19 scalar pointers and options", "let r = p + 1; store(q, load(r + 1)); store(q + 1, load(r, mask = n > 3)); store(q + 2, load(r, cache = cg, evict = first, volatile = true)); store(q + 3, 9, mask = n > 3)",
          {"p": ("f32", [1, 2, 3], "ptr<f32>")}, {"q": ("f32", [3, 0, 2, 85], "ptr<f32>")}, {"n": ("i32", 3)})
construct("V19 block pointers", """
  var b = block_ptr(p, [3, 4], [4, 1], [n, 2], [2, 2])
  O[0 :+ 2, 0 :+ 2] = load(b)
  b = advance(b, [1, 1])
  O[0 :+ 2, 2 :+ 2] = load(b, boundary = [0, 1])
  P[0 :+ 2, 0 :+ 2] = load(b, boundary = [0, 1], padding = nan)
  store(block_ptr(q, [3, 4], [4, 1], [2, 3], [2, 2]), load(b, boundary = [0, 1]) * 10, boundary = [0, 1])
""", {"p": ("f32", A34, "ptr<f32>")}, {"O": ("f32", [[7, 8, 12, 0], [11, 12, 0, 0]]), "P": ("f32", [[12, NAN], [NAN, NAN]]),
                                       "q": ("f32", [85] * 11 + [120], "ptr<f32>")}, {"n": ("i32", 1)})
construct("P8 atomics of pointers", """
  let i = arange(4)
  let m = i != 2
  store(q + i, atomic_add(p + i % 2, i32(i) + 1, mask = m))
  atomic_max(p + 2, 7, order = relaxed)
  atomic_min(p + 3 + arange(2), -3, scope = system)
  atomic_and(p + 5, 12); atomic_or(p + 6, 3, order = release, scope = block); atomic_xor(p + 7, 5)
  store(q + 4, atomic_xchg(p + 8, 9))
  store(q + 5 + arange(2), atomic_cas(p + 9 + arange(2), 5, 6, order = acquire))
  store(r + arange(11), load(p + arange(11)))
""", outputs={"q": ("i32", [10, 20, 0, 22, 80, 5, 4], "ptr<i32>"), "r": ("i32", [11, 26, 7, -5, -3, 8, 11, 9, 9, 6, 4], "ptr<i32>")},
          inputs={"p": ("i32", [10, 20, 5, -5, 1, 10, 9, 12, 80, 5, 4], "ptr<i32>")})
construct("P8 atomics of slices", """
  let old = atomic_add(A[ctx.block.x * 2 :+ 2, 1 :+ 2], 0.5)
  O[ctx.block.x * 2 :+ 2, :] = old
  atomic_max(A[ctx.block.x * 2, 0], f32(ctx.block.x))
  if ctx.block.x == 1 { P[0] = atomic_xchg(U[2], 7) + atomic_min(U[0], 3000000000) }
""", {"A": ("f32", [[1, 2], [3, 4], [NAN, 6]], "M, 2"), "U": ("u32", [4000000000, 1, 2])},
          {"O": ("f32", [[2, 0], [4, 0], [6, 0]], "M, 2"), "P": ("u32", [4000000002])})
