# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mbarriers. Each thread has two of its own, whose phases it completes alone; a case runs many forms of an instruction
one after the other, and stores what each says."""

import random
from collections.abc import Sequence

import numpy as np

from . import kernels
from .kernels import LANES, Case, Output

PREFIX = "llvm.nvvm.mbarrier."
SCOPES = ("scope.cta", "scope.cluster")
COUNT = 4  # arrivals of each phase
BYTES = 16


class _Program:
    """A kernel's lines. `out` has one value of each thread for each `store`."""

    def __init__(self):
        self.lines = [
            "%base = llvm.mlir.addressof @shared : !llvm.ptr<3>",
            "%bar = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<2 x i64>",
            "%flat = llvm.addrspacecast %bar : !llvm.ptr<3> to !llvm.ptr",
            "%rank = llvm.mlir.constant(0 : i32) : i32",
            "%away = nvvm.mapa %bar, %rank : !llvm.ptr<3> -> !llvm.ptr<7>",
            f"%count = llvm.mlir.constant({COUNT} : i32) : i32",
            f"%bytes = llvm.mlir.constant({BYTES} : i32) : i32",
            *(f"%c{i} = llvm.mlir.constant({i} : i32) : i32" for i in range(COUNT + 1)),
        ]
        self.functions: list[str] = []
        self.stored = 0
        self.names = 0

    def name(self) -> str:
        self.names += 1
        return f"x{self.names}"

    def intrinsic(self, function: str, operands: Sequence[str], types: Sequence[str], results: Sequence[str] = ()) -> str:
        """Calls; the result's name."""
        name = self.name()
        self.functions.append(function)
        self.lines.append(kernels.intrinsic(function, operands, types, results, name))
        return name

    def inline(self, opcode: str, text: str, constraints: str, operands: Sequence[str], types: Sequence[str],
               results: Sequence[str] = ()) -> str:
        name = self.name()
        self.functions.append(opcode)
        self.lines.append(kernels.inline(text, constraints, operands, types, results, name))
        return name

    def store(self, value: str, type: str = "i32") -> None:
        index = self.name()
        self.lines.append(f"%{index} = llvm.mlir.constant({self.stored * LANES} : i32) : i32")
        self.lines.append(f"%{index}_t = llvm.add %{index}, %t : i32")
        if type != "i32":
            self.lines.append(f"%{index}_v = llvm.zext %{value} : {type} to i32")
            value = f"{index}_v"
        self.lines.append(kernels.element("out0", f"{index}_t", "i32", f"{index}_at"))
        self.lines.append(f"llvm.store %{value}, %{index}_at : i32, !llvm.ptr<1>")
        self.stored += 1

    # Parts of every program, by instructions that other cases are about.

    def init(self) -> None:
        self.lines.append("nvvm.mbarrier.init %bar, %count : !llvm.ptr<3>, i32")

    def inval(self) -> None:
        self.lines.append("nvvm.mbarrier.inval %bar : !llvm.ptr<3>")

    def arrive(self, count: int) -> str:
        name = self.name()
        self.lines.append(f"%{name} = nvvm.mbarrier.arrive %bar, %c{count} : !llvm.ptr<3> -> i64")
        return name

    def wait(self) -> None:
        """For the end of phase 0."""
        text = "{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared.b64 p, [$0], 0; @p bra DONE; bra WAIT; DONE: }"
        self.lines.append(kernels.inline(text, "r", ["bar"], ["!llvm.ptr<3>"], []))

    def store_pending(self, state: str) -> None:
        self.store(self.inline("mbarrier.pending_count.b64", "mbarrier.pending_count.b64 $0, $1;", "=r,l", [state], ["i64"],
                               ["i32"]))

    def store_whether_over(self, parity: int) -> None:
        name = self.name()
        self.lines.append(f"%{name} = nvvm.mbarrier.test.wait %bar, %c{parity} : !llvm.ptr<3>, i32 -> i1")
        self.store(name, "i1")

    def store_effect(self, arrived: int, adds_bytes: bool) -> None:
        """The phase, completed behind `arrived` arrivals, and how many the next one misses."""
        self.store_whether_over(0)
        self.arrive(COUNT - arrived)
        if adds_bytes:
            self.store_whether_over(0)
            self.lines.append("nvvm.mbarrier.complete_tx %bar, %bytes : !llvm.ptr<3>, i32")
        self.store_whether_over(0)
        self.store_pending(self.arrive(1))
        self.inval()

    def case(self, name: str, order: str = "", inputs: tuple[np.ndarray, ...] = ()) -> Case:
        functions = tuple(dict.fromkeys(self.functions))
        parameters = [f"in{i}" for i in range(len(inputs))] + ["out0"]
        return Case(name + order, functions, kernels.module(parameters, self.lines, LANES * 20), inputs,
                    (Output(LANES * self.stored), ), ptx_version="8.6" if "relaxed" in order else "")


def _old_arrivals() -> Case:
    """The forms of sm_80."""
    program = _Program()
    for name in ("arrive", "arrive.drop"):
        for space, pointer, type in (("", "flat", "!llvm.ptr"), (".shared", "bar", "!llvm.ptr<3>")):
            for counted in (False, True):
                program.init()
                function = PREFIX + name + (".noComplete" if counted else "") + space
                state = program.intrinsic(function, [pointer, "c2"][:1 + counted], [type, "i32"][:1 + counted], ["i64"])
                program.store_pending(state)
                program.store_effect(2 if counted else 1, False)
    return program.case("mbarrier.arrive/old")


def _arrivals(name: str, expects: bool) -> Case:
    """Of all scopes, at an mbarrier of the own block and of the cluster."""
    program = _Program()
    operand = "bytes" if expects else "c2"
    for scope in SCOPES:
        for space, pointer, type, results in ((".space.cta", "bar", "!llvm.ptr<3>", ["i64"]),
                                              (".space.cluster", "away", "!llvm.ptr<7>", [])):
            program.init()
            function = PREFIX + name + ".expect.tx" * expects + f".{scope}{space}"
            state = program.intrinsic(function, [pointer, operand], [type, "i32"], results)
            if results:
                program.store_pending(state)
            program.store_effect(1 if expects else 2, expects)
    return program.case(f"{PREFIX}{name}{'.expect.tx' if expects else ''}")


def _inline_arrivals(name: str, expects: bool, orders: Sequence[str]) -> Case:
    program = _Program()
    opcode = f"mbarrier.{name}" + ".expect_tx" * expects
    for order in orders:
        for space, constraint, pointer, type in (("", "l", "flat", "!llvm.ptr"), (".shared", "r", "bar", "!llvm.ptr<3>"),
                                                 (".shared::cta", "r", "bar", "!llvm.ptr<3>"),
                                                 (".shared::cluster", "r", "away", "!llvm.ptr<7>")):
            program.init()
            full = f"{opcode}{order}{space}.b64"
            operands, types = ([pointer, "bytes"], [type, "i32"]) if expects else ([pointer], [type])
            rest = [constraint] + ["r"] * expects
            if "cluster" in space:
                program.inline(full, f"{full} _, [$0]{', $1' * expects};", ",".join(rest), operands, types)
            else:
                state = program.inline(full, f"{full} $0, [$1]{', $2' * expects};", ",".join(["=l", *rest]), operands, types,
                                       ["i64"])
                program.store_pending(state)
            program.store_effect(1, expects)
    return program.case(opcode, orders[-1])


def _bytes() -> Case:
    program = _Program()
    spaces = ((".space.cta", "::cta", "bar", "!llvm.ptr<3>"), (".space.cluster", "::cluster", "away", "!llvm.ptr<7>"))
    for space, inline_space, pointer, type in spaces:
        for scope in SCOPES:
            program.init()
            program.arrive(COUNT - 1)
            program.intrinsic(f"{PREFIX}expect.tx.{scope}{space}", [pointer, "bytes"], [type, "i32"])
            program.arrive(1)
            program.store_whether_over(0)
            program.intrinsic(f"{PREFIX}complete.tx.{scope}{space}", [pointer, "bytes"], [type, "i32"])
            program.store_whether_over(0)
            program.inval()
        for order in ("", ".relaxed.cta", ".relaxed.cluster"):
            program.init()
            program.arrive(COUNT - 1)
            for name in ("expect_tx", "complete_tx"):
                opcode = f"mbarrier.{name}{order}.shared{inline_space}.b64"
                program.inline(opcode, f"{opcode} [$0], $1;", "r,r", [pointer, "bytes"], [type, "i32"])
                if name == "expect_tx":
                    program.arrive(1)
                program.store_whether_over(0)
            program.inval()
    return program.case("mbarrier.expect_tx")


def _waits() -> Case:
    """Before the end of a phase and behind it."""
    program = _Program()
    for scope in SCOPES:
        for kind in ("test.wait", "try.wait", "try.wait.tl"):
            for parity in (False, True):
                word, timed = kind.removesuffix(".tl"), kind.endswith(".tl")
                name = word + ".parity" * parity + ".tl" * timed
                function = f"{PREFIX}{name}.{scope}.space.cta"
                program.init()
                state = program.arrive(COUNT - 1)
                operands = ["bar", "c0" if parity else state] + ["c1"] * timed
                types = ["!llvm.ptr<3>", "i32" if parity else "i64"] + ["i32"] * timed
                program.store(program.intrinsic(function, operands, types, ["i1"]), "i1")
                program.arrive(1)
                program.store(program.intrinsic(function, operands, types, ["i1"]), "i1")
                program.inval()
    for space, pointer, type in (("", "flat", "!llvm.ptr"), (".shared", "bar", "!llvm.ptr<3>")):
        program.init()
        state = program.arrive(COUNT)
        program.store(program.intrinsic(f"{PREFIX}test.wait{space}", [pointer, state], [type, "i64"], ["i1"]), "i1")
        program.inval()
    return program.case(f"{PREFIX}try.wait")


def _inline_waits(order: str) -> Case:
    program = _Program()
    for space, constraint, pointer, type in (("", "l", "flat", "!llvm.ptr"), (".shared", "r", "bar", "!llvm.ptr<3>"),
                                             (".shared::cta", "r", "bar", "!llvm.ptr<3>")):
        for kind in ("test_wait", "try_wait"):
            for parity in (False, True):
                opcode = f"mbarrier.{kind}{'.parity' if parity else ''}{order}{space}.b64"
                text = f"{{ .reg .pred p; {opcode} p, [$1], $2; selp.b32 $0, 1, 0, p; }}"
                program.init()
                state = program.arrive(COUNT - 1)
                operands, types = [pointer, "c0" if parity else state], [type, "i32" if parity else "i64"]
                constraints = f"=r,{constraint},{'r' if parity else 'l'}"
                program.store(program.inline(opcode, text, constraints, operands, types, ["i32"]))
                program.arrive(1)
                program.store(program.inline(opcode, text, constraints, operands, types, ["i32"]))
                program.inval()
    return program.case("mbarrier.try_wait", order)


def _inits() -> Case:
    program = _Program()
    for space, pointer, type in (("", "flat", "!llvm.ptr"), (".shared", "bar", "!llvm.ptr<3>")):
        program.intrinsic(f"{PREFIX}init{space}", [pointer, "count"], [type, "i32"])
        program.intrinsic("llvm.nvvm.fence.mbarrier_init.release.cluster", [], [])
        state = program.arrive(1)
        program.store(program.intrinsic(f"{PREFIX}pending.count", [state], ["i64"], ["i32"]))
        program.intrinsic(f"{PREFIX}inval{space}", [pointer], [type])
    for space, constraint, pointer, type in (("", "l", "flat", "!llvm.ptr"), (".shared", "r", "bar", "!llvm.ptr<3>"),
                                             (".shared::cta", "r", "bar", "!llvm.ptr<3>")):
        opcode = f"mbarrier.init{space}.b64"
        program.inline(opcode, f"{opcode} [$0], $1;", f"{constraint},r", [pointer, "count"], [type, "i32"])
        program.inline("fence.mbarrier_init.release.cluster", "fence.mbarrier_init.release.cluster;", "", [], [])
        program.store_pending(program.arrive(1))
        opcode = f"mbarrier.inval{space}.b64"
        program.inline(opcode, f"{opcode} [$0];", constraint, [pointer], [type])
    return program.case("mbarrier.init")


def _after_copies() -> Case:
    """What cp.async has copied is there behind the phase that its arrival completes."""
    program = _Program()
    program.lines += [
        kernels.element("in0", "t", "i32", "from"),
        f"%copies = llvm.getelementptr %base[{LANES * 16}] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8",
        "%copied = llvm.getelementptr %copies[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32"
    ]

    def run(arrives, is_added: bool) -> None:
        program.init()
        program.lines.append("nvvm.cp.async.shared.global %copied, %from, 4, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>")
        arrives()
        program.arrive(COUNT if is_added else COUNT - 1)
        program.wait()
        value = program.name()
        program.lines.append(f"%{value} = llvm.load %copied : !llvm.ptr<3> -> i32")
        program.store(value)
        program.inval()

    for added in (True, False):
        name = "cp.async.mbarrier.arrive" + ".noinc" * (not added)
        for space, pointer, type in (("", "flat", "!llvm.ptr"), (".shared", "bar", "!llvm.ptr<3>")):
            run(lambda: program.intrinsic(f"llvm.nvvm.{name}{space}", [pointer], [type]), added)
        for space, constraint, pointer, type in (("", "l", "flat", "!llvm.ptr"), (".shared", "r", "bar", "!llvm.ptr<3>"),
                                                 (".shared::cta", "r", "bar", "!llvm.ptr<3>")):
            opcode = f"{name}{space}.b64"
            run(lambda: program.inline(opcode, f"{opcode} [$0];", constraint, [pointer], [type]), added)
    return program.case("cp.async.mbarrier.arrive", inputs=(kernels.bits(random.Random("copies"), LANES, 32), ))


def cases() -> list[Case]:
    arrivals = [(inline_name, name, expects) for inline_name, name in (("arrive", "arrive"), ("arrive_drop", "arrive.drop"))
                for expects in (False, True)]
    return [
        _inits(),
        _old_arrivals(),
        *(_arrivals(name, expects) for _, name, expects in arrivals),
        *(_inline_arrivals(inline_name, expects, orders) for inline_name, _, expects in arrivals
          for orders in (("", ".release.cta", ".release.cluster"), (".relaxed.cta", ".relaxed.cluster"))),
        _bytes(),
        _after_copies(),
        _waits(),
        *(_inline_waits(order) for order in ("", ".acquire.cta", ".acquire.cluster", ".relaxed.cta", ".relaxed.cluster")),
    ]
