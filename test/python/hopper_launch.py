# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The hand-written matrix product for Hopper as a kernel that launchers know: with a launch contract that makes it
persistent, and copies A and B into aligned rows where their own are not; and a kernel for those copies."""

import pathlib

import numpy as np

import hopper_matmul
import phobos
from hopper_matmul import Config

COPY = (pathlib.Path(__file__).parent / "repack_copy.mlir").read_text()
EMPTY = 0x7FFF  # a NaN of bf16

PARAMS = [("A", ("M", "K"), ("LDA", 1)), ("B", ("N", "K"), ("LDB", 1)), ("C", ("M", "N"), None)]
# Rounded up to whole tiles, which the kernel counts: outside of A and B are zeros.
SCALARS = ("m", "n", "k")


def attribute(value):
    """`value` as an MLIR attribute."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {attribute(field)}" for name, field in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(attribute, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else f"{value} : i64"


def tensor_map(param, box, extents, repacked):
    """Of `param`, whose box has the innermost dim first."""
    map = {
        "name": f"{param}_map", "param": param, "dims": [0, 1], "box": box[::-1], "element_strides": [1, 1], "swizzle": 128,
        "interleave": 0, "l2_promotion": 128, "fill": "zero"
    }
    rows, columns = extents
    repack = {"kernel": "copy", "pitch_bytes": 128, "bytes": f"{rows} * ceildiv({columns} * 2, 128) * 128"}
    return map | {"repack": repack} if repacked else map


def contract(config):
    boxes = [box for _, box in config.tensor_maps(128, 256, 64).values()]
    params = [{"name": name, "kind": "tensor", "type": "bf16", "extents": extents} | ({"strides": strides} if strides else {})
              for name, extents, strides in PARAMS]
    params += [{"name": name, "kind": "scalar", "type": "i32"} for name in SCALARS]
    args = [{"kind": "tensor_map", "name": f"{name}_map"} for name, *_ in PARAMS]
    args += [{"kind": "scalar", "param": name, "type": "i32"} for name in SCALARS]
    tiles = f"floordiv(m, {hopper_matmul.TILE_M}) * floordiv(n, {hopper_matmul.TILE_N})"
    return {
        "kernel": "matmul", "target": "sm_90a", "params": params, "args": args, "threads": hopper_matmul.THREADS,
        "cluster": [config.cluster, 1, 1], "shared_bytes": config.shared_bytes, "grid": [tiles, "1", "1"], "promises": [],
        "persistent": {"blocks_per_multiprocessor": 1},
        "tensor_maps": [tensor_map(name, box, extents, name != "C") for (name, extents, _), box in zip(PARAMS, boxes)]
    }


def write(config=Config(), copy=COPY):
    """The module's MLIR."""
    head = f"gpu.module @kernels attributes {{phobos.contract = {attribute(contract(config))}}} {{"
    return hopper_matmul.write(config).replace("gpu.module @kernels {", head) + copy


def compile(config=Config()):
    return phobos.compile(write(config), target="sm_90a", file_name="matmul.mlir")


def to_bf16(values):
    """The bits of small integers as bf16."""
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def from_bf16(bits):
    return (bits.astype(np.uint32) << 16).view(np.float32)


def place(values, pitch, offset):
    """The bits of `values` as bf16 in rows of `pitch` elements that begin `offset` elements behind a multiple of 128 bytes;
    between them are NaNs, which would spoil every sum."""
    rows, columns = values.shape
    memory = np.full(rows * pitch + 128, EMPTY, np.uint16)
    start = -memory.ctypes.data % 128 // 2 + offset
    array = memory[start:start + rows * pitch].reshape(rows, pitch)[:, :columns]
    array[:] = to_bf16(values)
    return array


def round_up(number, multiple):
    return -(-number // multiple) * multiple
