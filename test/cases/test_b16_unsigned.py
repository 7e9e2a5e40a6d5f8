# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""B16: unsigned values stay unsigned: when they widen, compare, divide and shift."""

import numpy as np
import phobos


def test_u8_tiles(call):
    kernel = phobos.compile("""
kernel k(A: tensor<u8>[4], B: tensor<u8>[4], I: tensor<i32>[4], F: tensor<f32>[4], L: tensor<bool>[4],
         H: tensor<u8>[4], M: tensor<u8>[4], D: tensor<u8>[4], R: tensor<u8>[4], S: tensor<u8>[4]) {
  let a = A[:]
  let b = B[:]
  I[:] = i32(a)
  F[:] = f32(a)
  L[:] = a < b
  H[:] = max(a, b)
  M[:] = min(a, b)
  D[:] = a / 3
  R[:] = a % 3
  S[:] = a >> 1
}""")
    types = [np.int32, np.float32, np.bool_] + [np.uint8] * 5
    results = [np.ones(4, type) for type in types]
    call(kernel, np.full(4, 211, np.uint8), np.full(4, 40, np.uint8), *results)
    assert [r.tolist() for r in results] == [[v] * 4 for v in (211, 211.0, False, 211, 40, 70, 1, 105)]


def test_u8_constants(call):
    kernel = phobos.compile("""
kernel k(I: tensor<i32>[1], F: tensor<f32>[1], L: tensor<bool>[1], H: tensor<u8>[1], M: tensor<u8>[1],
         D: tensor<u8>[1], R: tensor<u8>[1], S: tensor<u8>[1]) {
  let a: u8 = 211
  let b: u8 = 40
  I[0] = i32(a)
  F[0] = f32(a)
  L[0] = a < b
  H[0] = max(a, b)
  M[0] = min(a, b)
  D[0] = a / 3
  R[0] = a % 3
  S[0] = a >> 1
}""")
    results = [np.ones(1, type) for type in (np.int32, np.float32, np.bool_, *[np.uint8] * 5)]
    call(kernel, *results)
    assert [r.tolist() for r in results] == [[v] for v in (211, 211.0, False, 211, 40, 70, 1, 105)]


def test_u32(call):
    kernel = phobos.compile("""
kernel k(A: tensor<u32>[1], L: tensor<bool>[1], F: tensor<f32>[1], I: tensor<i64>[1]) {
  L[:] = A[:] > 5
  F[:] = f32(A[:])
  I[:] = i64(A[:])
}""")
    results = [np.zeros(1, type) for type in (np.bool_, np.float32, np.int64)]
    call(kernel, np.array([4000000000], np.uint32), *results)
    assert [r.tolist() for r in results] == [[True], [4.0e9], [4000000000]]


def test_row_maximum(call):
    kernel = phobos.compile("kernel k(X: tensor<u8>[1, 3], Y: tensor<u8>[1, 1]) { Y[:, :] = rowmax(X[:, :]) }")
    y = np.zeros((1, 1), np.uint8)
    call(kernel, np.array([[5, 211, 7]], np.uint8), y)
    assert y == 211


def test_a_position_in_a_table(call):
    kernel = phobos.compile("""
kernel k(T: ptr<f32>, A: tensor<u8>[4], b: u8, Y: tensor<f32>[4], Z: tensor<f32>[2]) {
  Y[:] = load(T + A[:])
  let c: u8 = 211
  Z[0] = load(T + b)
  Z[1] = load(T + c)
}""")
    table, y, z = np.arange(256, dtype=np.float32), np.zeros(4, np.float32), np.zeros(2, np.float32)
    call(kernel, table, np.array([211, 40, 255, 128], np.uint8), 211, y, z)
    assert (y.tolist(), z.tolist()) == ([211, 40, 255, 128], [211, 211])


def test_a_position_in_a_tensor(call):
    kernel = phobos.compile("""
kernel k(T: tensor<f32>[256], A: tensor<u8>[1], b: u8, Y: tensor<f32>[2]) {
  Y[0] = T[A[0]]
  Y[1] = T[b]
}""")
    y = np.zeros(2, np.float32)
    call(kernel, np.arange(256, dtype=np.float32), np.array([211], np.uint8), 255, y)
    assert y.tolist() == [211, 255]
