# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random per-thread code of integers, on the host and in the emulator, against all threads at once in NumPy."""

import random

import numpy as np
import pytest

import phobos

THREADS = 128
THREAD = np.arange(THREADS)
WARP = THREAD // 32
LEVELS = ("block", "warp", "thread")  # whose a value, or a condition, is
NAMES = {"block": ["u0", "u1"], "warp": ["w0", "w1"], "thread": ["x0", "x1", "x2"]}
ALL = [name for names in NAMES.values() for name in names]


class Program:
    """Text, and beside each statement what it does: a function of the state and of which threads run it."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.loops = 0
        self.place = self.random.randrange(0, 40), self.random.choice([1, 3, 5])
        body = self.block("block", 0, 7)
        head = ["@launch(128)", "@grid(1)", "kernel k(O: tensor<i32>[10, 128], n: i32) {", "let t = i32(ctx.thread)"]
        head += [f"var {name} = {3 + i}" for i, name in enumerate(ALL)] + ["var a = zeros([128], i32)", "var b = zeros([128], i32)"]
        tail = [f"O[{i}, ctx.thread] = {name}" for i, name in enumerate(ALL)]
        tail += ["O[7 :+ 1, :] = reshape(a, [1, 128])", "O[8 :+ 1, :] = reshape(b, [1, 128])", "O[9, ctx.thread] = t", "}"]
        self.text = "\n".join([*head, *self.lines, *tail])
        self.body = body

    def expected(self, n: int) -> np.ndarray:
        state = {name: np.full(THREADS, 3 + i, np.int32) for i, name in enumerate(ALL)}
        state |= {name: np.zeros(THREADS, np.int32) for name in "ab"} | {"n": np.full(THREADS, n, np.int32)}
        with np.errstate(over="ignore"):
            self.body(state, np.ones(THREADS, bool))
        return np.stack([*(state[name] for name in ALL), state["a"], state["b"], THREAD.astype(np.int32)])

    def expression(self, level: str, depth: int = 2):
        """Text, and a function of the state."""
        r, names = self.random, [name for at in LEVELS[:LEVELS.index(level) + 1] for name in NAMES[at]]
        if depth == 0 or r.random() < 0.2:
            leaves = [(name, lambda state, name=name: state[name]) for name in [*names, "n"]]
            number = r.randrange(-5, 40)
            leaves.append((f"({number})", lambda state: np.full(THREADS, number, np.int32)))
            if level == "thread":
                leaves += [("t", lambda state: THREAD.astype(np.int32)), ("i32(ctx.lane)", lambda state: (THREAD % 32).astype(np.int32))]
            if level != "block":
                leaves.append(("i32(ctx.warp)", lambda state: WARP.astype(np.int32)))
            return r.choice(leaves)
        (left, f), (right, g) = self.expression(level, depth - 1), self.expression(level, depth - 1)
        symbol, operation = r.choice([("+", np.add), ("-", np.subtract), ("*", np.multiply), ("^", np.bitwise_xor), ("&", np.bitwise_and)])
        return f"({left} {symbol} {right})", lambda state: operation(f(state), g(state))

    def block(self, control: str, depth: int, most: int):
        parts = [self.statement(control, depth) for _ in range(self.random.randrange(1, most))]

        def run(state, mask):
            for part in parts:
                part(state, mask)
        return run

    def statement(self, control: str, depth: int):
        r, kinds = self.random, ["assign", "assign", "branch", "loop", "store_b", "elem_a"]
        kinds += ["warp_collective", "warp_collective", "shuffle"] if control != "thread" else []
        kinds += ["block_collective", "store_a", "elem_b", "barrier"] if control == "block" else []
        kind = r.choice([kind for kind in kinds if depth < 3 or kind not in ("branch", "loop")])
        return getattr(self, kind)(control, depth)

    def target(self, least: str) -> str:
        """A variable of at least this level: what a thread's own decides is a thread's own."""
        return self.random.choice([name for at in LEVELS[LEVELS.index(least):] for name in NAMES[at]])

    def set(self, name: str, text: str, value):
        self.lines.append(f"{name} = {text}")

        def run(state, mask):
            state[name] = np.where(mask, value(state, mask), state[name]).astype(np.int32)
        return run

    def assign(self, control: str, depth: int):
        name = self.target(control)
        text, value = self.expression(next(at for at in LEVELS if name in NAMES[at]))
        return self.set(name, text, lambda state, mask: value(state))

    def reduction(self, name: str, group: int):
        text, value = self.expression("thread")
        kind, operation = self.random.choice([("sum", np.add), ("max", np.maximum)])

        def reduced(state, mask):
            parts = operation.reduce(value(state).reshape(-1, group), axis=1)
            return np.repeat(parts, group).astype(np.int32)
        return self.set(self.target("block" if group == THREADS else "warp"), f"ctx.{name}_{kind}({text})", reduced)

    def warp_collective(self, control: str, depth: int):
        return self.reduction("warp", 32)

    def block_collective(self, control: str, depth: int):
        return self.reduction("block", THREADS)

    def shuffle(self, control: str, depth: int):
        (text, value), (lane, place) = self.expression("thread"), self.expression(self.random.choice(["thread", "warp"]), 1)
        return self.set(self.target("thread"), f"ctx.shuffle({text}, {lane})",
                        lambda state, mask: value(state)[WARP * 32 + place(state) % 32])

    def barrier(self, control: str, depth: int):
        self.lines.append("ctx.barrier()")
        return lambda state, mask: None

    def store(self, tile: str):
        """Each thread to an element of its own, some of them outside."""
        number, step = self.place if tile == "b" else (self.random.randrange(0, 40), self.random.choice([1, 3, 5]))
        place = THREAD * step % 128 + number
        text, value = self.expression("thread")
        self.lines.append(f"ctx.store({tile}, ctx.thread * {step} % 128 + {number}, {text})")

        def run(state, mask):
            inside = mask & (place < 128)
            state[tile] = state[tile].copy()
            state[tile][place[inside]] = value(state)[inside]
        return run

    def elem(self, tile: str):
        text, place = self.expression("thread", 1)

        def read(state, mask):
            at = place(state)
            return np.where((at >= 0) & (at < 128), state[tile][at % 128], 0)
        return self.set(self.target("thread"), f"ctx.elem({tile}, {text})", read)

    # Where threads part, `a` is only read, and `b` only written, each element by one thread.
    def store_a(self, control: str, depth: int):
        return self.store("a")

    def elem_a(self, control: str, depth: int):
        return self.elem("a")

    def store_b(self, control: str, depth: int):
        return self.store("b")

    def elem_b(self, control: str, depth: int):
        return self.elem("b")

    def branch(self, control: str, depth: int):
        level = self.random.choice(LEVELS)
        text, value = self.expression(level)
        inner = max(control, level, key=LEVELS.index)
        self.lines.append(f"if {text} % 3 == 1 {{")
        then = self.block(inner, depth + 1, 4)
        self.lines.append("} else {")
        other = self.block(inner, depth + 1, 3)
        self.lines.append("}")

        def run(state, mask):
            taken = np.fmod(value(state), 3) == 1
            for body, part in ((then, mask & taken), (other, mask & ~taken)):
                if part.any():
                    body(state, part)
        return run

    def loop(self, control: str, depth: int):
        level = self.random.choice(LEVELS)
        text, value = self.expression(level, 1)
        inner = max(control, level, key=LEVELS.index)
        self.loops += 1
        self.lines.append(f"for i{self.loops} in range(0, i64({text} & 3)) {{")
        body = self.block(inner, depth + 1, 4)
        leave = None
        if inner == "thread" and self.random.random() < 0.5:
            condition, leave = self.expression("thread", 1)
            self.lines.append(f"if {condition} % 3 == 1 {{ break }}")
        self.lines.append("}")

        def run(state, mask):
            count, left = value(state) & 3, np.zeros(THREADS, bool)
            for turn in range(3):
                part = mask & (turn < count) & ~left
                if part.any():
                    body(state, part)
                if leave:
                    left |= part & (np.fmod(leave(state), 3) == 1)
        return run


SEEDS = 60


@pytest.mark.parametrize("place", ["host", "emulator"])
@pytest.mark.parametrize("part", range(4))
def test_random_kernels(place, part):
    for seed in range(part, SEEDS if place == "host" else SEEDS // 3, 4):
        program = Program(seed)
        kernel = phobos.compile(program.text, "host" if place == "host" else "sm_90a", lint="off")
        out = np.full((10, THREADS), 99, np.int32)
        (kernel if place == "host" else kernel.emulate)(out, 2)
        different = np.argwhere(out != program.expected(2))
        assert different.size == 0, f"seed {seed}: first at {different[0]}\n{program.text}"
