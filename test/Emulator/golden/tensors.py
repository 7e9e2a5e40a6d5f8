# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bulk copies between global and shared memory, by tensor maps and of plain memory. One thread copies; all of them move what
it has copied to the output, or write what it is to copy."""

import random
from collections.abc import Sequence

import numpy as np

from . import kernels
from .kernels import LANES, Case, Output, TensorMap

TYPES = {"u8": 8, "u16": 16, "f16": 16, "bf16": 16, "u32": 32, "i32": 32, "f32": 32, "u64": 64, "i64": 64, "f64": 64}
COPY = "cp.async.bulk.tensor"

# Of each rank: a type, extents, strides and a box, the innermost dim last; then places of boxes, the innermost dim first:
# inside, over the end, before the start, outside.
SHAPES = [
    ("u8", (100, ), (1, ), (64, ), [(0, ), (48, ), (-32, ), (160, )]),
    ("bf16", (7, 44), (48, 1), (4, 16), [(8, 2), (32, 5), (-8, -2), (0, 7)]),
    ("f32", (3, 5, 10), (60, 12, 1), (2, 3, 8), [(0, 1, 1), (4, 3, 2), (-4, -1, -1), (0, 0, -2)]),
    ("i32", (2, 3, 4, 6), (96, 32, 8, 1), (2, 2, 2, 4), [(0, 1, 0, 0), (4, 3, 2, 1), (-4, -1, -1, -1), (8, 0, 0, 0)]),
    ("u16", (2, 2, 3, 3, 20), (432, 216, 72, 24, 1), (1, 2, 2, 2, 8),
     [(0, 1, 0, 0, 1), (16, 2, 2, 1, 1), (-8, -1, -1, -1, 0), (0, 0, 0, 2, 0)]),
]


def _map(array: int, shape: tuple, **changes) -> TensorMap:
    type, extents, strides, box, _ = shape
    return TensorMap(array, type, extents, strides, box, changes.pop("element_strides", (1, ) * len(box)), **changes)


def _words(map: TensorMap) -> int:
    """Of 32 bits in a box."""
    taken = [-(-extent // step) for extent, step in zip(map.box, map.element_strides)]
    return int(np.prod(taken)) * TYPES[map.type] // 32


def _count(map: TensorMap) -> int:
    """Of elements in the array of a tensor, up to a multiple of 16 bytes."""
    last = sum((extent - 1) * stride for extent, stride in zip(map.extents, map.strides)) + 1
    return -(-last // 64) * 64


class _Program:
    """Lines of a kernel whose shared memory is a tile of `words`, then an mbarrier."""

    def __init__(self, words: int):
        self.words = words
        self.names = 0
        self.lines = [
            "%tile = llvm.mlir.addressof @shared : !llvm.ptr<3>", "%far = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>",
            f"%bar = llvm.getelementptr %tile[{self.tile_bytes}] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8",
            f"%bytes = llvm.mlir.constant({words * 4} : i32) : i32", "%c0 = llvm.mlir.constant(0 : i32) : i32",
            "%c1 = llvm.mlir.constant(1 : i32) : i32", '%is_first = llvm.icmp "eq" %t, %c0 : i32'
        ]

    @property
    def tile_bytes(self) -> int:
        return -(-self.words // 32) * 128

    def name(self) -> str:
        self.names += 1
        return f"x{self.names}"

    def constant(self, value: int) -> str:
        name = self.name()
        self.lines.append(f"%{name} = llvm.mlir.constant({value} : i32) : i32")
        return name

    def by_first(self, lines: Sequence[str]) -> None:
        start, behind = self.name(), self.name()
        self.lines += [
            f"llvm.cond_br %is_first, ^{start}, ^{behind}", f"^{start}:", *lines, f"llvm.br ^{behind}", f"^{behind}:"
        ]

    def init(self) -> None:
        self.by_first(["nvvm.mbarrier.init %bar, %c1 : !llvm.ptr<3>, i32", "nvvm.fence.mbarrier.init"])
        self.lines.append("nvvm.barrier0")

    def load(self, lines: Sequence[str], phase: int) -> None:
        """Copies to the tile by `lines`, and waits for the end of `phase`."""
        state = self.name()
        self.by_first([f"%{state} = nvvm.mbarrier.arrive.expect_tx %bar, %bytes : !llvm.ptr<3>, i32 -> i64", *lines])
        text = f"{{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared.b64 p, [$0], {phase & 1}; @p bra DONE; bra WAIT; DONE: }}"
        self.lines.append(kernels.inline(text, "r", ["bar"], ["!llvm.ptr<3>"], []))

    def _move(self, array: str, first: int, is_store: bool) -> None:
        """Words of the tile to or from an array, from its word `first` on."""
        for start in range(0, self.words, LANES):
            index, word = self.constant(start), self.name()
            self.lines += [
                f"%{word}_t = llvm.add %{index}, %t : i32",
                f"%{word}_s = llvm.getelementptr %tile[%{word}_t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32",
                f"%{word}_g = llvm.getelementptr %{array}[%{word}_t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32",
                f"%{word}_a = llvm.getelementptr %{word}_g[{first}] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32"
            ]
            source, target = (f"{word}_s", f"{word}_a") if is_store else (f"{word}_a", f"{word}_s")
            spaces = ("3", "1") if is_store else ("1", "3")
            move = [
                f"%{word} = llvm.load %{source} : !llvm.ptr<{spaces[0]}> -> i32",
                f"llvm.store %{word}, %{target} : i32, !llvm.ptr<{spaces[1]}>"
            ]
            if self.words - start >= LANES:
                self.lines += move
                continue
            inside, behind, rest = self.name(), self.name(), self.constant(self.words - start)
            self.lines += [
                f'%{inside}_is = llvm.icmp "ult" %t, %{rest} : i32', f"llvm.cond_br %{inside}_is, ^{inside}, ^{behind}",
                f"^{inside}:", *move, f"llvm.br ^{behind}", f"^{behind}:"
            ]

    def take(self, first: int) -> None:
        """Stores the tile to the output."""
        self._move("out0", first, True)
        self.lines.append("nvvm.barrier0")

    def fill(self, array: str, first: int) -> None:
        """Writes words of an input to the tile, for copies to read."""
        self._move(array, first, False)
        self.lines += ["nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}", "nvvm.barrier0"]

    def store(self, lines: Sequence[str], waits: Sequence[str] = ("nvvm.cp.async.bulk.wait_group 0", )) -> None:
        self.by_first([*lines, "nvvm.cp.async.bulk.commit.group", *waits])
        self.lines.append("nvvm.barrier0")

    def module(self, parameters: Sequence[str]) -> str:
        return kernels.module(parameters, self.lines, self.tile_bytes + 16)


def _bits(seed: str, type: str, count: int) -> np.ndarray:
    """Elements, as bits; floats are numbers from -100 to 100."""
    rng = random.Random(seed)
    if type not in ("f16", "bf16", "f32", "f64"):
        return kernels.bits(rng, count, TYPES[type])
    values = np.array([rng.uniform(-100, 100) for _ in range(count)], np.float64)
    if type == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return values.astype(type.replace("f", "float")).view(f"u{TYPES[type] // 8}")


def _copy_line(op: str, program: _Program, at: Sequence[int], tail: str) -> str:
    names = ", ".join(f"%{program.constant(value)}" for value in at)
    return op.format(names) + f" : {tail}"


def _load(name: str, functions: Sequence[str], shape: tuple, is_inline: bool = False, **changes) -> Case:
    map = _map(0, shape, **changes)
    program = _Program(_words(map))
    program.init()
    for i, at in enumerate(shape[4]):
        if is_inline:
            names = [program.constant(value) for value in at]
            places = ", ".join(f"${2 + dim}" for dim in range(len(at)))
            text = (f"{COPY}.{len(at)}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                    f"[$0], [$1, {{{places}}}], [${2 + len(at)}];")
            constraints = ",".join(["r", "l", *["r"] * len(at), "r"])
            types = ["!llvm.ptr<3>", "!llvm.ptr", *["i32"] * len(at), "!llvm.ptr<3>"]
            line = kernels.inline(text, constraints, ["tile", "map", *names, "bar"], types, [])
        else:
            op = "nvvm.cp.async.bulk.tensor.shared.cluster.global %far, %map, %bar, box[{}]"
            line = _copy_line(op, program, at, "!llvm.ptr<7>, !llvm.ptr")
        program.load([line], i)
        program.take(i * program.words)
    tensor = _bits(name, map.type, _count(map))
    return Case(name, tuple(functions), program.module(["in0", "out0", "map"]), (tensor, ),
                (Output(program.words * len(shape[4])), ), maps=(map, ))


STORE = "nvvm.cp.async.bulk.tensor.global.shared.cta %map, %tile, box[{}]"
STORE_TYPES = "!llvm.ptr, !llvm.ptr<3>"


def _store(name: str, functions: Sequence[str], shape: tuple, **changes) -> Case:
    """Boxes of the shape's places, one after the other, to an array of zeros, but for those from before the tensor's start: an
    H200 ends a kernel that stores one. Elements that are not the tensor's show where a store ends."""
    map = _map(1, shape, **changes)
    program = _Program(_words(map))
    places = [at for at in shape[4] if min(at) >= 0]
    for i, at in enumerate(places):
        program.fill("in0", i * program.words)
        program.store([_copy_line(STORE, program, at, STORE_TYPES)])
    data = _bits(name, "u32", program.words * len(places))
    return Case(name, tuple(functions), program.module(["in0", "out0", "map"]), (data, ),
                (Output(_count(map), f"i{TYPES[map.type]}"), ), maps=(map, ))


REDUCED = {
    "add": ("u32", "i32", "u64", "f16", "bf16", "f32"),
    "min": ("u32", "i32", "u64", "i64", "f16", "bf16"),
    "max": ("u32", "i32", "u64", "i64", "f16", "bf16"),
    "inc": ("u32", ), "dec": ("u32", ), "and": ("u32", "u64"), "or": ("u32", "u64"), "xor": ("u32", "u64"),
}


def _reduce(kind: str, type: str) -> Case:
    """Of a tile that was stored before, and another one."""
    name = f"llvm.nvvm.{COPY}.reduce.{kind}.tile.2d/{type}"
    map = _map(1, (type, (4, 16), (16, 1), (4, 16), []))
    program = _Program(_words(map))
    reduction = STORE.replace(".global.shared.cta", ".reduce") + f" {{{{redKind = #nvvm.tma_redux_kind<{kind}>}}}}"
    for i, op in enumerate((STORE, reduction)):
        program.fill("in0", i * program.words)
        program.store([_copy_line(op, program, (0, 0), STORE_TYPES)])
    data = _bits(name, type, 128)
    if kind in ("inc", "dec"):
        data = data % 5
    return Case(name, (name.partition("/")[0], ), program.module(["in0", "out0", "map"]), (data.view(np.uint32), ),
                (Output(64, f"i{TYPES[type]}"), ), maps=(map, ))


PLAIN_TYPES = {"f16": "noftz.f16", "bf16": "noftz.bf16", "i32": "s32", "i64": "s64"}


def _reduce_plain(kind: str, type: str) -> Case:
    named = PLAIN_TYPES.get(type, type)
    if kind in ("and", "or", "xor"):
        named = named.replace("u", "b")
    if kind != "add":
        named = named.removeprefix("noftz.")
    opcode = f"cp.reduce.async.bulk.global.shared::cta.bulk_group.{kind}.{named}"
    program = _Program(32 * TYPES[type] // 32)
    plain = "cp.async.bulk.global.shared::cta.bulk_group"
    for i, name in enumerate((plain, opcode)):
        program.fill("in0", i * program.words)
        text = f"{name} [$0], [$1], $2;"
        program.store([kernels.inline(text, "l,r,r", ["out0", "tile", "bytes"], ["!llvm.ptr<1>", "!llvm.ptr<3>", "i32"], [])])
    data = _bits(opcode, type, 64)
    if kind in ("inc", "dec"):
        data = data % 5
    return Case(opcode, (opcode, plain), program.module(["in0", "out0"]), (data.view(np.uint32), ),
                (Output(32, f"i{TYPES[type]}"), ))


def _plain() -> list[Case]:
    """Plain memory there, and back, with inline PTX for what waits."""
    load = "llvm.nvvm.cp.async.bulk.global.to.shared.cluster"
    there = _Program(64)
    there.init()
    there.load(["nvvm.cp.async.bulk.shared.cluster.global %far, %in0, %bar, %bytes : !llvm.ptr<7>, !llvm.ptr<1>"], 0)
    there.take(0)
    opcode = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
    types = ["!llvm.ptr<3>", "!llvm.ptr<1>", "i32", "!llvm.ptr<3>"]
    there.load([kernels.inline(f"{opcode} [$0], [$1], $2, [$3];", "r,l,r,r", ["tile", "in1", "bytes", "bar"], types, [])], 1)
    there.take(64)
    data = tuple(_bits(f"plain{i}", "u32", 64) for i in range(2))
    store = "llvm.nvvm.cp.async.bulk.shared.cta.to.global"
    groups = "llvm.nvvm.cp.async.bulk."
    back = _Program(64)
    line = "nvvm.cp.async.bulk.global.shared.cta %out{}, %tile, %bytes : !llvm.ptr<1>, !llvm.ptr<3>"
    back.fill("in0", 0)
    back.lines.append("nvvm.cp.async.bulk.prefetch %in0, %bytes : !llvm.ptr<1>")
    back.store([line.format(0)], ["nvvm.cp.async.bulk.wait_group 0 {read}"])
    back.fill("in1", 0)
    waits = [kernels.inline(f"cp.async.bulk.wait_group{read} 0;", "", [], [], []) for read in (".read", "")]
    commit = kernels.inline("cp.async.bulk.commit_group;", "", [], [], [])
    back.store([line.format(1), commit], waits)
    functions = (store, f"{groups}prefetch.L2", f"{groups}commit.group", f"{groups}wait.group.read",
                 "cp.async.bulk.commit_group", "cp.async.bulk.wait_group", "cp.async.bulk.wait_group.read")
    return [
        Case(load, (load, opcode), there.module(["in0", "in1", "out0"]), data, (Output(128), )),
        Case(store, functions, back.module(["in0", "in1", "out0", "out1"]), data, (Output(64), Output(64))),
    ]


def cases() -> list[Case]:
    made = _plain()
    for rank, shape in enumerate(SHAPES, 1):
        prefix = f"llvm.nvvm.{COPY}."
        groups = ("llvm.nvvm.cp.async.bulk.commit.group", "llvm.nvvm.cp.async.bulk.wait.group")
        made.append(_load(f"{prefix}g2s.tile.{rank}d", [f"{prefix}g2s.tile.{rank}d"], shape))
        opcode = f"{COPY}.{rank}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
        made.append(_load(opcode, [opcode], shape, is_inline=True))
        made.append(_store(f"{prefix}s2g.tile.{rank}d", [f"{prefix}s2g.tile.{rank}d", *groups], shape))
    for swizzle in (32, 64, 128):
        shape = ("bf16", (20, 72), (72, 1), (16, swizzle // 2), [(0, 0), (40, 8), (-8, -4)])
        functions = [f"llvm.nvvm.{COPY}.g2s.tile.2d"], [f"llvm.nvvm.{COPY}.s2g.tile.2d"]
        made.append(_load(f"{functions[0][0]}/swizzle{swizzle}", functions[0], shape, swizzle=swizzle))
        made.append(_store(f"{functions[1][0]}/swizzle{swizzle}", functions[1], shape, swizzle=swizzle))
    for type in ("f16", "bf16", "f32", "f64"):
        size = TYPES[type] // 8
        shape = (type, (3, 64 // size + 1), (96 // size, 1), (4, 32 // size), [(48 // size, 1), (-16 // size, 0)])
        name = f"llvm.nvvm.{COPY}.g2s.tile.2d"
        made.append(_load(f"{name}/nan-{type}", [name], shape, fills_with_nan=True))
    steps = ("u16", (9, 44), (48, 1), (7, 16), [(0, 0), (32, 3), (-8, -3)])
    for name, make in (("g2s", _load), ("s2g", _store)):
        function = f"llvm.nvvm.{COPY}.{name}.tile.2d"
        made.append(make(f"{function}/steps", [function], steps, element_strides=(2, 1)))
    for kind, types in REDUCED.items():
        made += [_reduce(kind, type) for type in types]
        made += [_reduce_plain(kind, type) for type in (*types, *["f64"] * (kind == "add"))]
    return made
