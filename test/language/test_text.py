# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules T1 to T10 of docs/Language.md: the text of a program."""

import math

import numpy as np
from language import refused, refused_body, run, values


def test_t1_functions_are_checked_for_each_call():
    head = "fn twice(x) { return x + step * x }\nconst step = 1"
    assert values("O[0] = twice(3)\nO[1] = i32(twice(2.5))", 2, head=head) == [6, 5]
    refused("fn f(x) { return x && true }\nkernel k(O: tensor<i32>[1]) { O[0] = f(1) }", "&&")
    out = np.zeros(1, np.float32)
    run("kernel a(O: tensor<f32>[1]) { O[0] = 1.0 }\nkernel b(O: tensor<f32>[1]) { O[0] = 2.0 }", out, kernel="b")
    assert out.tolist() == [2]


def test_t2_statements_end_at_lines_and_semicolons():
    assert values("let a = 1; let b = a +\n  2 // and on\nO[0] = (b\n  * 5)") == [15]
    refused_body("let a = 1\n+ 2", "expected")


def test_t3_bindings_and_assignments():
    body = """
  var x: i32 = 7
  x += 5; x -= 2; x *= 3; x /= 4   // 12, 10, 30, 7
  x <<= 2; x |= 1; x &= 27; x ^= 2; x >>= 1   // 28, 29, 25, 27, 13
  let y = x
  if x > 0 { let y = 100; x = y }
  O[0] = x; O[1] = y"""
    assert values(body, 2) == [100, 13]
    refused_body("let a = 1\nlet a = 2", "a")
    refused_body("let a = n\na = 2", "expected a var, 'a' cannot be assigned")
    refused_body("let a: i8 = 300", "300")


def test_t4_loops_and_branches():
    body = """
  var s: i32 = 0
  for i in range(4) { s += i32(i) }              // 6
  for i in range(10, 15) { s += 1 }              // 11
  for i in range(0, 10, 4) { s += 100 * i32(i) } // 0, 4, 8: 1211
  for i in range(5, 2) { s = -1 }
  var n: i32 = 3
  while n > 0 { s += 10000; n -= 1 }             // 31211
  if s == 31211 { O[0] = s } else { O[0] = 0 }"""
    assert values(body) == [31211]
    for step, expected in (1, 3), (2, 2), (0, 0), (-1, 0):
        out = np.full(1, -1, np.int32)
        run("kernel k(O: tensor<i32>[1], step: i32) { var n: i32 = 0\n for i in range(0, 3, step) { n += 1 }\n O[0] = n }", out, step)
        assert out.tolist() == [expected], step
    refused_body("for i in range(0, 4, 0) { }", "step")


def test_t5_a_constant_condition_takes_its_branch():
    head = "const wide = 0\nfn pick(t) {\n  var r = 1\n  if wide == 1 { r = t[7] } else { r = 2 }\n  return r\n}"
    assert values("O[0] = pick(3)", head=head) == [2]


def test_t6_break_and_continue():
    body = """
  var s: i32 = 0
  for i in range(10) {
    if i == 2 { continue }
    if i == 5 { break }
    s += i32(i) + 1                // 1 + 2 + 4 + 5
    for j in range(3) {
      if j > 0 { break }
      s += 100                     // once for each of 0, 1, 3, 4
    }
  }
  O[0] = s
  var n: i32 = 0
  while true {
    n += 1
    if n % 2 == 0 { continue }
    if n > 6 { break }
  }
  O[1] = n
  for i in range(0, 1 << 40) { if i == 3 { break }; O[2] = i32(i) }"""
    assert values(body, 3) == [412, 7, 2]
    refused_body("break", "break")
    refused_body("continue", "continue")


def test_t7_return():
    head = """
fn sign(x) {
  if x > 0 { return 1 }
  if x < 0 { return -1 }
  return 0
}
fn first(x: i32) -> i32 {
  for i in range(100) { if i * i >= x { return i32(i) } }
  return -1
}
fn half(x: f32) -> f32 { return x / 2 }"""
    assert values("let a: i32 = 5\nlet b: i32 = -5\nO[0] = sign(a); O[1] = sign(b); O[2] = sign(a + b)", 3, head=head) == [1, -1, 0]
    assert values("O[0] = first(17); O[1] = first(9801); O[2] = first(9802)", 3, head=head) == [5, 99, -1]
    assert values("O[0] = half(3)", type="f32", head=head) == [1.5]
    source = "kernel k(O: tensor<i32>[2], n: i32) { O[0] = 1\n if n > 0 { return }\n O[1] = 1 }"
    for n, expected in (0, [1, 1]), (1, [1, 9]):
        out = np.full(2, 9, np.int32)
        run(source, out, n)
        assert out.tolist() == expected


def test_t8_precedence():
    cases = {
        "1 + 2 * 3": 7, "10 - 4 - 3": 3, "7 / 2 * 2": 6, "1 << 2 + 1": 8, "6 & 3 | 8": 10, "1 | 2 ^ 3 & 2": 1 | (2 ^ (3 & 2)),
        "i32(1 | 2 == 3)": 1, "-2 * -3": 6, "~0 & 12": 12, "i32(true || false && false)": 1, "i32(!false && 1 < 2)": 1
    }
    body = "\n".join(f"O[{i}] = {text}" for i, text in enumerate(cases))
    assert values(body, len(cases)) == list(cases.values())
    refused_body("let a = 1 < n < 3", "do not chain")
    refused_body("let a = +n", "expected")
    # Division by zero is defined, so the right side may be evaluated.
    assert values("let z: i32 = 0\nif z != 0 && 5 / z > 1 { O[0] = 1 } else { O[0] = 2 }") == [2]


def test_t9_literals():
    body = "O[0] = 12; O[1] = 0xff; O[2] = 0b101; O[3] = 1_000; O[4] = 1.5; O[5] = 1e-3; O[6] = inf; O[7] = -inf; O[8] = nan"
    result = values(body, 9, "f64")
    assert result[:8] == [12, 255, 5, 1000, 1.5, 1e-3, math.inf, -math.inf] and math.isnan(result[8])
    assert values("O[0] = true; O[1] = false", 2, "bool") == [True, False]


def test_t10_nesting():
    deep = "(" * 150 + "1" + ")" * 150
    assert values(f"O[0] = {deep}") == [1]
    refused_body("let a = " + "(" * 300 + "1" + ")" * 300, "deep")
