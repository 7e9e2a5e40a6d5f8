# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Special registers; barriers and fences, behind which threads read what others have stored; clusters."""

import random

import numpy as np

from . import kernels
from .kernels import LANES, Case, Output

SREG = "llvm.nvvm.read.ptx.sreg."


def _kernel(parameters: list[str], lines: list[str], attributes: str = "", shared: int = 0) -> str:
    text = kernels.module(parameters, lines, shared)
    return text.replace("nvvm.kernel}", f"nvvm.kernel, {attributes}}}") if attributes else text


def _special_registers() -> Case:
    """Every thread of 8 blocks, in clusters of two, stores all of them."""
    names = [f"{name}.{axis}" for name in ("tid", "ntid", "ctaid", "nctaid", "clusterid", "nclusterid", "cluster.ctaid",
                                           "cluster.nctaid") for axis in "xyz"]
    names += ["laneid", "warpsize", "cluster.ctarank", "cluster.nctarank"]
    # A thread's number in the grid; every extent is 2.
    lines = ["%two = llvm.mlir.constant(2 : i32) : i32", "%n0 = llvm.mlir.constant(0 : i32) : i32"]
    for i, name in enumerate(("ctaid.z", "ctaid.y", "ctaid.x", "tid.z", "tid.y", "tid.x")):
        lines += [
            kernels.intrinsic(SREG + name, [], [], ["i32"], f"d{i}"), f"%m{i} = llvm.mul %n{i}, %two : i32",
            f"%n{i + 1} = llvm.add %m{i}, %d{i} : i32"
        ]
    for i, name in enumerate(names):
        lines.append(kernels.intrinsic(SREG + name, [], [], ["i32"], f"r{i}"))
        lines += kernels.store(f"out{i}", "n6", "i32", f"r{i}")
    text = _kernel([f"out{i}" for i in range(len(names))], lines, "nvvm.cluster_dim = array<i32: 2, 1, 1>")
    return Case("special-registers", tuple(SREG + name for name in names), text, (), (Output(64), ) * len(names), (2, 2, 2),
                (2, 2, 2))


def _exchange(name: str, functions: list[str], sync: list[str], threads: int = 64, attributes: str = "") -> Case:
    """Threads store a word in shared memory, pass `sync`, and read that of the next thread of their warp."""
    lines = [
        "%base = llvm.mlir.addressof @shared : !llvm.ptr<3>",
        "%lane_mask = llvm.mlir.constant(31 : i32) : i32",
        "%one = llvm.mlir.constant(1 : i32) : i32",
        "%id = llvm.mlir.constant(3 : i32) : i32",
        f"%count = llvm.mlir.constant({threads} : i32) : i32",
        "%mask = llvm.mlir.constant(-1 : i32) : i32",
        *kernels.load("in0", "t", "i32", "v"),
        "%own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32",
        "llvm.store %v, %own : i32, !llvm.ptr<3>",
        *sync,
        "%next = llvm.add %t, %one : i32",
        "%next_lane = llvm.and %next, %lane_mask : i32",
        "%warp = llvm.sub %t, %lane_of : i32",
        "%other = llvm.add %warp, %next_lane : i32",
        "%from = llvm.getelementptr %base[%other] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32",
        "%got = llvm.load %from : !llvm.ptr<3> -> i32",
        *kernels.store("out0", "t", "i32", "got"),
    ]
    lines.insert(2, "%lane_of = llvm.and %t, %lane_mask : i32")
    data = kernels.bits(random.Random(name), threads, 32)
    return Case(name, tuple(functions), _kernel(["in0", "out0"], lines, attributes, 4 * threads), (data, ),
                (Output(threads), ), (threads, 1, 1))


def _call(name: str, *operands: str) -> str:
    return kernels.intrinsic(name, operands, ["i32"] * len(operands), [])


def _barriers() -> list[Case]:
    cta = "llvm.nvvm.barrier.cta."
    operands = {"sync.all": ("id", ), "sync.aligned.all": ("id", ), "sync.count": ("id", "count"),
                "sync.aligned.count": ("id", "count")}
    cases = [_exchange(cta + form, [cta + form], [_call(cta + form, *values)]) for form, values in operands.items()]
    for opcode in ("barrier.sync", "barrier.cta.sync", "barrier.sync.aligned", "barrier.cta.sync.aligned", "bar.sync",
                   "bar.cta.sync"):
        cases.append(_exchange(f"{opcode}/all", [f"{opcode} (1)"], [kernels.inline(f"{opcode} 3;", "", [], [], [])]))
        cases.append(
            _exchange(f"{opcode}/count", [f"{opcode} (2)"], [kernels.inline(f"{opcode} 3, $0;", "r", ["count"], ["i32"], [])]))
    cases.append(_exchange("llvm.nvvm.bar.warp.sync", ["llvm.nvvm.bar.warp.sync"], [_call("llvm.nvvm.bar.warp.sync", "mask")]))
    for aligned in (".aligned", ""):
        name = f"llvm.nvvm.barrier.cta.arrive{aligned}.count"
        cases.append(_arrive(name, _call(name, "id", "count"), aligned))
    for opcode in ("barrier.arrive", "barrier.cta.arrive", "barrier.arrive.aligned", "barrier.cta.arrive.aligned", "bar.arrive",
                   "bar.cta.arrive"):
        arrival = kernels.inline(f"{opcode} $0, 64;", "r", ["id"], ["i32"], [])
        cases.append(_arrive(opcode, arrival, "" if opcode in ("barrier.arrive", "barrier.cta.arrive") else ".aligned"))
    return cases


def _arrive(name: str, arrival: str, aligned: str) -> Case:
    """Warp 1 stores and goes on; warp 0 waits for it."""
    lines = [
        "%base = llvm.mlir.addressof @shared : !llvm.ptr<3>",
        "%half = llvm.mlir.constant(32 : i32) : i32",
        "%id = llvm.mlir.constant(3 : i32) : i32",
        "%count = llvm.mlir.constant(64 : i32) : i32",
        '%isReader = llvm.icmp "ult" %t, %half : i32',
        "llvm.cond_br %isReader, ^read, ^write",
        "^write:",
        "%lane = llvm.sub %t, %half : i32",
        *kernels.load("in0", "lane", "i32", "v"),
        "%own = llvm.getelementptr %base[%lane] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32",
        "llvm.store %v, %own : i32, !llvm.ptr<3>",
        arrival,
        "llvm.br ^end",
        "^read:",
        _call(f"llvm.nvvm.barrier.cta.sync{aligned}.count", "id", "count"),
        "%from = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32",
        "%got = llvm.load %from : !llvm.ptr<3> -> i32",
        *kernels.store("out0", "t", "i32", "got"),
        "llvm.br ^end",
        "^end:",
    ]
    data = kernels.bits(random.Random(name), LANES, 32)
    return Case(name, (name, ), _kernel(["in0", "out0"], lines, shared=4 * LANES), (data, ), (Output(LANES), ), (64, 1, 1))


def _fences() -> list[Case]:
    """They change nothing that a barrier does not order as well."""
    names = [f"llvm.nvvm.membar.{scope}" for scope in ("cta", "gl", "sys")]
    names += ["llvm.nvvm.fence.sc.cluster", "llvm.nvvm.fence.proxy.async"]
    names += [f"llvm.nvvm.fence.proxy.async.{space}" for space in ("global", "shared_cta", "shared_cluster")]
    cases = [_exchange(name, [name], [_call(name), "nvvm.barrier0"]) for name in names]
    decrease, increase = (f"llvm.nvvm.setmaxnreg.{way}.sync.aligned.u32" for way in ("dec", "inc"))
    few, many = 40, 64
    sync = [
        f"%few = llvm.mlir.constant({few} : i32) : i32", f"%many = llvm.mlir.constant({many} : i32) : i32",
        _call(decrease, "few"), "nvvm.barrier0", _call(increase, "many"), "nvvm.barrier0"
    ]
    return [*cases, _exchange("setmaxnreg", [decrease, increase], sync, 128, f"nvvm.maxnreg = {many}")]


def _cluster(name: str, functions: list[str], mapping: list[str], arrive: str = "", wait: str = "") -> Case:
    """Two blocks of a cluster: each reads what the other stored. `mapping` computes %remote, a pointer of space 7, from
    %own and the other's %rank, and %tag, which is stored as well."""
    barrier = "llvm.nvvm.barrier.cluster."
    sync = [_call(f"{barrier}arrive{arrive}"), _call(f"{barrier}wait{wait}")]
    lines = [
        "%base = llvm.mlir.addressof @shared : !llvm.ptr<3>",
        "%one = llvm.mlir.constant(1 : i32) : i32",
        "%size = llvm.mlir.constant(32 : i32) : i32",
        f"%block = nvvm.read.ptx.sreg.ctaid.x : i32",
        "%rank = llvm.xor %block, %one : i32",
        "%start = llvm.mul %block, %size : i32",
        "%number = llvm.add %start, %t : i32",
        *kernels.load("in0", "number", "i32", "v"),
        "%own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32",
        "llvm.store %v, %own : i32, !llvm.ptr<3>",
        *sync,
        *mapping,
        "%got = llvm.load %remote : !llvm.ptr<7> -> i32",
        *kernels.store("out0", "number", "i32", "got"),
        *kernels.store("out1", "number", "i32", "tag"),
        # A block must not end while another one reads its memory.
        _call(f"{barrier}arrive.aligned"),
        _call(f"{barrier}wait.aligned"),
    ]
    data = kernels.bits(random.Random(name), 64, 32)
    text = _kernel(["in0", "out0", "out1"], lines, "nvvm.cluster_dim = array<i32: 2, 1, 1>", 4 * LANES)
    return Case(name, tuple(functions), text, (data, ), (Output(64), Output(64)), (LANES, 1, 1), (2, 1, 1))


def _clusters() -> list[Case]:
    shared = [
        kernels.intrinsic("llvm.nvvm.mapa.shared.cluster", ["own", "rank"], ["!llvm.ptr<3>", "i32"], ["!llvm.ptr<7>"],
                          "remote"),
        # LLVM has a pointer of space 3 here.
        "%remote_bits = llvm.ptrtoint %remote : !llvm.ptr<7> to i64",
        "%remote3 = llvm.inttoptr %remote_bits : i64 to !llvm.ptr<3>",
        kernels.intrinsic("llvm.nvvm.getctarank.shared.cluster", ["remote3"], ["!llvm.ptr<3>"], ["i32"], "tag"),
    ]
    generic = [
        "%flat = llvm.addrspacecast %own : !llvm.ptr<3> to !llvm.ptr",
        kernels.intrinsic("llvm.nvvm.mapa", ["flat", "rank"], ["!llvm.ptr", "i32"], ["!llvm.ptr"], "flat_remote"),
        kernels.intrinsic("llvm.nvvm.getctarank", ["flat_remote"], ["!llvm.ptr"], ["i32"], "tag"),
        "%remote = llvm.addrspacecast %flat_remote : !llvm.ptr to !llvm.ptr<7>",
    ]
    register = [
        "%address = llvm.ptrtoint %own : !llvm.ptr<3> to i32",
        kernels.inline("mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r", ["address", "rank"], ["i32", "i32"], ["i32"],
                       "mapped"),
        "%remote = llvm.inttoptr %mapped : i32 to !llvm.ptr<7>",
        "%tag = llvm.add %rank, %one : i32",
    ]
    cases = [
        _cluster("mapa", ["llvm.nvvm.mapa", "llvm.nvvm.getctarank"], generic),
        _cluster("mapa.shared", ["llvm.nvvm.mapa.shared.cluster", "llvm.nvvm.getctarank.shared.cluster"], shared),
        _cluster("mapa.register", ["mapa.shared::cluster.u32"], register),
    ]
    barrier = "llvm.nvvm.barrier.cluster."
    for aligned in ("", ".aligned"):
        names = [f"{barrier}arrive{aligned}", f"{barrier}wait{aligned}"]
        cases.append(_cluster(f"barrier.cluster{aligned}", names, shared, aligned, aligned))
        # A relaxed arrival orders nothing: it comes behind one that does.
        relaxed = f"{barrier}arrive.relaxed{aligned}"
        both = [_call(relaxed), _call(f"{barrier}wait{aligned}"), *shared]
        cases.append(_cluster(relaxed, [relaxed], both, aligned, aligned))
    return cases


def cases() -> list[Case]:
    return [_special_registers(), *_barriers(), *_fences(), *_clusters()]
