# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules V1 to V11 of docs/Language.md: types, conversions, operators and functions."""

import math

import numpy as np
import pytest
from language import NUMPY, refused_body, run, values


def test_v1_types():
    for type, dtype in NUMPY.items():
        array, out = np.array([0, 1, 1, 0, 1], dtype), np.zeros(5, dtype)
        run(f"kernel k(A: tensor<{type}>[N], O: tensor<{type}>[N]) {{ let t: tile<{type}>[8] = A[0 :+ 8]\n O[0 :+ 8] = t }}", array, out)
        assert (out == array).all(), type
    deep = np.arange(32, dtype=np.int32).reshape(2, 2, 2, 2, 2)
    out = np.zeros_like(deep)
    run("kernel k(A: tensor<i32>[2, 2, 2, 2, 2], O: tensor<i32>[2, 2, 2, 2, 2]) { O[:, :, :, :, :] = A[:, :, :, :, :] * 3 }", deep, out)
    assert (out == deep * 3).all()
    assert values("let i: index = 1\nO[0] = i32(i << 40 >> 38)") == [4]
    refused_body("var t = zeros([1, 1, 1, 1, 1, 1])", "")
    refused_body("var t = zeros([0])", "at least 1")


def test_v2_literals_adapt():
    assert values("let h = 3\nlet t: tile<f16>[1] = h\nO[:] = t * 0.5", type="f16") == [1.5]
    assert values("let a: u8 = 200\nO[0] = a + 55", type="u8") == [255]
    assert values("let n: i32 = 3\nO[0] = n * 0.5", type="f32") == [1.5]
    assert values("var x = 7\nx = x / 2\nvar y = 7.0\ny = y / 2\nO[0] = x; O[1] = y", 2, "f32") == [3, 3.5]
    assert values("O[0] = where(O[0] == 99, 1, 1 << 40) << 33; O[1] = where(O[1] == 0, 1.5, 1 << 33)", 2, "f64") == [2.0**33, 2.0**33]
    refused_body("let a: u8 = 1\nlet b = a + 300", "300")
    refused_body("let a: i32 = 1.5", "1.5")


def test_v3_promotion():
    head = "fn mix(a, b) { return a + b }"
    assert values("let a: i8 = 100\nlet b: i32 = 100\nO[0] = mix(a, b)", head=head) == [200]
    assert values("let a: u8 = 200\nlet b: i16 = -300\nO[0] = mix(a, b)", head=head) == [-100]
    assert values("let a: i64 = 3\nlet b: f16 = 0.5\nO[0] = mix(a, b)", type="f16", head=head) == [3.5]
    # 2049 is no f16, 1 + 2**-8 no bf16 beside it: f32 holds the sum.
    assert values("let a: f16 = 2048\nlet b: bf16 = 1.0078125\nO[0] = mix(a, b)", type="f32", head=head) == [2049.0078125]
    assert values("let a: f8e4m3 = 1.125\nlet b: f8e5m2 = 64\nO[0] = mix(a, b)", type="f16", head=head) == [65.125]
    refused_body("let a: u32 = 1\nlet b = a + n", "one sign")


def test_v4_what_a_store_converts():
    assert values("let a: i8 = -5\nO[0] = a", type="i64") == [-5]
    assert values("let a: i32 = 16777217\nO[0] = a", type="f32") == [16777216]
    assert values("let a: f32 = 1.0009765625\nO[0] = a * 1.0", type="f16") == [1.0009765625]
    assert values("let a: f32 = 2049.0\nO[0] = a", type="f16") == [2048]
    refused_body("let a: i8 = n", "cast it")
    refused_body("let a: i32 = x", "cast it")
    refused_body("let a: u32 = n", "cast it")


@pytest.mark.parametrize("source,value,target,expected", [
    ("f32", "2.9", "i32", 2), ("f32", "-2.9", "i32", -2), ("f32", "3e9", "i32", 2**31 - 1), ("f32", "-3e9", "i32", -2**31),
    ("f32", "nan", "i32", 0), ("f32", "-1.0", "u8", 0), ("f32", "300.0", "u8", 255), ("i32", "300", "i8", 44),
    ("i32", "-1", "u16", 65535), ("u8", "255", "i8", -1), ("i8", "-1", "u64", 2**64 - 1), ("u32", "4000000000", "f64", 4e9),
    ("f32", "2049.0", "f16", 2048), ("f32", "2051.0", "f16", 2052), ("f32", "1e9", "f16", math.inf), ("f32", "nan", "bool", True),
    ("f32", "-0.0", "bool", False), ("f64", "1e300", "f32", math.inf), ("bool", "true", "i32", 1)])
def test_v5_casts(source, value, target, expected):
    """Of a value known at compile time, and of one that is loaded."""
    assert values(f"let a: {source} = {value}\nO[0] = {target}(a)", type=target) == [expected]
    number = {"true": True}.get(value) if source == "bool" else float(value) if source.startswith("f") else int(value)
    out = np.zeros(1, NUMPY[target])
    run(f"kernel k(A: tensor<{source}>[1], O: tensor<{target}>[1]) {{ O[:] = {target}(A[:]) }}", np.array([number], NUMPY[source]), out)
    assert out.tolist() == [expected]


def test_v5_casts_to_f8_saturate():
    assert values("let a: f32 = 1000.0\nO[0] = f8e4m3(a); O[1] = f8e5m2(a * 1000); O[2] = f8e4m3(a / 1000 + 0.0625)", 3, "f32") == [448, 57344, 1.0]


def test_v6_broadcasting():
    out = np.zeros((2, 3), np.int32)
    run("kernel k(R: tensor<i32>[1, 3], C: tensor<i32>[2, 1], O: tensor<i32>[2, 3]) { O[:, :] = R[:, :] * 10 + C[:, :] - 1 }",
        np.array([[1, 2, 3]], np.int32), np.array([[4], [5]], np.int32), out)
    assert out.tolist() == [[13, 23, 33], [14, 24, 34]]
    body = "var v = zeros([2, 2]); v = A[0 :+ 2, 0 :+ 1]; let d: tile<f32>[2, 2] = sum(v, axis = 0)"
    run(f"kernel k(A: tensor<f32>[2, 1], O: tensor<f32>[2, 2]) {{ {body}; O[:, :] = v + d }}", np.array([[1], [2]], np.float32),
        out := np.zeros((2, 2), np.float32))
    assert out.tolist() == [[4, 4], [5, 5]]
    refused_body("var v = zeros([1, 4]); v = A[0 :+ 4, 0 :+ 4]", "expected tile<f32>[1, 4]")
    refused_body("let a = A[0 :+ 4, 0 :+ 4] + zeros([4])", "expected tiles of one rank")
    refused_body("let a = A[0 :+ 4, 0 :+ 4] + zeros([4, 3])", "expected equal extents or 1")


def test_v7_integers():
    body = """
  let a: i32 = -7; let z: i32 = 0; let least: i32 = -2147483648; let big: i32 = 40; let minus: i32 = -1
  O[0] = a / 2; O[1] = a % 2; O[2] = a / z; O[3] = a % z; O[4] = least / minus; O[5] = least % minus
  O[6] = a << big; O[7] = a >> big; O[8] = a << minus; O[9] = 7 >> big; O[10] = a >> 1; O[11] = least - 1
  O[12] = i32(u8(200) >> u8(1)); O[13] = i32(u8(211) / u8(3)); O[14] = ceildiv(a, 2); O[15] = ceildiv(7, big)"""
    assert values(body, 16) == [-3, -1, 0, -7, -2**31, 0, 0, -1, 0, 0, -4, 2**31 - 1, 100, 70, -3, 1]


def test_v8_nan():
    body = """
  let q: f32 = nan; let one: f32 = 1.0
  O[0] = max(q, one); O[1] = max(one, q); O[2] = min(q, one); O[3] = min(one, q)
  O[4] = f32(q == q); O[5] = f32(q != q); O[6] = f32(q < one); O[7] = f32(q >= one); O[8] = f32(!(q < one)); O[9] = clamp(q, 0.0, 1.0)"""
    result = values(body, 10, "f32")
    assert all(map(math.isnan, result[:4] + result[9:])) and result[4:9] == [0, 1, 0, 0, 1]


def test_v9_narrow_floats_round_once():
    # exp(1.0009765625) = 2.72093…: the f16 beside it is 2.720703125.
    assert values("let a: f16 = 1.0009765625\nO[0] = exp(a)", type="f16") == [float(np.float16(math.exp(1.0009765625)))]
    # In f8e4m3, 1.125 * 1.125 = 1.265625, nearest 1.25; plus 15 is 16.265625, nearest 16.
    assert values("let a: f8e4m3 = 1.125\nO[0] = a * a; O[1] = f8e4m3(15) + a * a", 2, "f32") == [1.25, 16]
    # 1.5 * 1.0078125 = 1.51171875 lies between two bf16; the even one is 1.515625.
    assert values("let a: bf16 = 1.5\nlet b: bf16 = 1.0078125\nO[0] = a * b", type="f32") == [1.515625]


def test_v10_functions():
    exact = {
        "exp(zero)": 1, "exp2(x)": 2**2.5, "log(one)": 0, "log2(x * 3.2)": 3, "sqrt(x * 2.5)": 2.5, "rsqrt(one / 4)": 2, "sin(zero)": 0,
        "cos(zero)": 1, "tanh(zero)": 0, "erf(zero)": 0, "floor(-x)": -3, "ceil(-x)": -2, "round(x)": 2, "round(x + 1)": 4, "pow(x, 2)": 6.25,
        "fma(x, 2, one)": 6, "abs(-x)": 2.5, "clamp(x, 0, 2)": 2, "min(x, one)": 1, "max(x, one, 7)": 7
    }
    body = "let x: f64 = 2.5; let one: f64 = 1.0; let zero: f64 = 0.0\n" + "\n".join(f"O[{i}] = {text}" for i, text in enumerate(exact))
    np.testing.assert_allclose(values(body, len(exact), "f64"), list(exact.values()), rtol=1e-15, atol=0)
    assert values("let n: i32 = -3\nO[0] = abs(n); O[1] = clamp(n, -2, 5); O[2] = ceildiv(n, 2); O[3] = max(n, 4)", 4) == [3, -2, -1, 4]
    assert values("const E = exp(0.0) + sqrt(4.0)\nO[0] = E", type="f32") == [3]
    refused_body("let a = exp(n)", "expected a float")


def test_v11_where_selects():
    x = np.array([-1, 0, 1, 4], np.float32)
    out = np.zeros(4, np.float32)
    run("kernel k(X: tensor<f32>[4], O: tensor<f32>[4]) { let x = X[:]\n O[:] = where(x > 0, log(x), 0) }", x, out)
    np.testing.assert_array_equal(out, np.array([0, 0, 0, math.log(4)], np.float32))
    d, result = np.array([3, 0, -4, 0], np.int32), np.zeros(4, np.int32)
    run("kernel k(D: tensor<i32>[4], O: tensor<i32>[4]) { O[:] = where(D[:] != 0, 12 / D[:], -1) }", d, result)
    assert result.tolist() == [4, -1, -3, -1]
    edge = np.array([np.inf, np.nan, -np.inf, 1], np.float32)
    run("kernel k(X: tensor<f32>[4], O: tensor<f32>[4]) { O[:] = X[:] - X[:] + 0 * X[:] }", edge, out)
    assert np.isnan(out[:3]).all() and out[3] == 0
