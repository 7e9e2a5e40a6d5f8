# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shuffles, votes, reductions and elections of a warp."""

import random

import numpy as np

from . import kernels
from .kernels import LANES, Case, Output


def _shuffles() -> list[Case]:
    """Lanes may read any lane; segments are 32, 16 and 8 lanes wide, each with its largest and a smaller bound."""
    cases = []
    for mode in ("up", "down", "bfly", "idx"):
        for type in ("i32", "f32", "i32p", "f32p"):
            name = f"llvm.nvvm.shfl.sync.{mode}.{type}"
            for width, bound in ((32, 31), (16, 31), (8, 31), (32, 20), (8, 5)):
                if mode == "up":
                    bound = 31 - bound
                clamp = (32 - width) << 8 | bound
                rng = random.Random(f"{name} {width} {bound}")
                operands = [
                    ("i32", np.full(LANES, 0xffffffff, np.uint32)),
                    (type[:3], kernels.bits(rng, LANES, 32)),
                    ("i32", np.array([rng.randrange(32) for _ in range(LANES)], np.uint32)),
                    ("i32", np.full(LANES, clamp, np.uint32)),
                ]
                outputs = [Output(LANES, type[:3])] + [Output(LANES, "i1")] * type.endswith("p")
                cases.append(kernels.lanewise_intrinsic(name, operands, outputs, f"{width}-{bound}"))
    return cases


def _votes() -> list[Case]:
    predicates = {
        "none": [0] * LANES,
        "all": [1] * LANES,
        "some": [lane % 3 == 0 for lane in range(LANES)],
    }
    cases = []
    for kind in ("ballot", "any", "all", "uni"):
        for variant, values in predicates.items():
            operands = [("i32", np.full(LANES, 0xffffffff, np.uint32)), ("i1", np.array(values, np.uint32))]
            cases.append(
                kernels.lanewise_intrinsic(f"llvm.nvvm.vote.{kind}.sync", operands,
                                           [Output(LANES, "i32" if kind == "ballot" else "i1")], variant))
    return cases


def _reductions() -> list[Case]:
    """Of the whole warp, and of its even and odd lanes."""
    cases = []
    for kind in ("add", "min", "max", "umin", "umax", "and", "or", "xor"):
        name = f"llvm.nvvm.redux.sync.{kind}"
        data = kernels.bits(random.Random(name), LANES, 32)
        if kind in ("and", "or"):  # few bits change
            data = data | 0xfff00fff if kind == "and" else data & 0x0000f0f0
        masks = {"whole": [0xffffffff] * LANES, "halves": [0x55555555 << lane % 2 for lane in range(LANES)]}
        for variant, mask in masks.items():
            operands = [("i32", data.astype(np.uint32)), ("i32", np.array(mask, np.uint32))]
            cases.append(kernels.lanewise_intrinsic(name, operands, [Output(LANES)], variant))
    return cases


def _elections() -> list[Case]:
    """Of the whole warp, and of its upper half by itself."""
    name = "llvm.nvvm.elect.sync"
    outputs = [Output(LANES), Output(LANES, "i1")]
    masks = {"whole": [0xffffffff] * LANES, "halves": [0xffff] * 16 + [0xffff0000] * 16}
    return [
        kernels.lanewise_intrinsic(name, [("i32", np.array(mask, np.uint32))], outputs, variant)
        for variant, mask in masks.items()
    ]


def cases() -> list[Case]:
    return _shuffles() + _votes() + _reductions() + _elections()
