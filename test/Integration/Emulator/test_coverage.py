# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the GPU lowering can emit beyond plain LLVM IR, read from its sources, is emulated. A new op or form of inline
PTX makes a test here fail until it is listed, with what it becomes, and is in the emulator's table."""

import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOOLS = ROOT / os.environ.get("PHOBOS_TOOLS", "build/bin")
SOURCES = {
    path: path.read_text()
    for folder in ("Distribution", "Conversion/PhobosToGPU") for path in (ROOT / "lib" / folder).glob("*.cpp")
}
SREG = "llvm.nvvm.read.ptx.sreg."
# Ops that the lowering creates, and the intrinsics that they become; () for those that become none.
OPS = {
    "gpu::BarrierOp": ("llvm.nvvm.barrier.cta.sync.aligned.all", ),
    "gpu::BlockIdOp": tuple(f"{SREG}ctaid.{axis}" for axis in "xyz"),
    "gpu::GPUFuncOp": (),
    "gpu::GPUModuleOp": (),
    "gpu::GridDimOp": tuple(f"{SREG}nctaid.{axis}" for axis in "xyz"),
    "gpu::ReturnOp": (),
    "NVVM::ClusterArriveOp": ("llvm.nvvm.barrier.cluster.arrive.aligned", ),
    "NVVM::ClusterWaitOp": ("llvm.nvvm.barrier.cluster.wait.aligned", ),
    "NVVM::ConvertF32x2ToF8x2Op": ("llvm.nvvm.ff.to.e4m3x2.rn", "llvm.nvvm.ff.to.e5m2x2.rn"),
    "NVVM::ConvertF8x2ToF16x2Op": ("llvm.nvvm.e4m3x2.to.f16x2.rn", "llvm.nvvm.e5m2x2.to.f16x2.rn"),
    "NVVM::BarrierOp": ("llvm.nvvm.barrier.cta.sync.aligned.count", ),
    "NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp":
        tuple(f"llvm.nvvm.cp.async.bulk.tensor.g2s.tile.{rank}d" for rank in range(1, 6)),
    "NVVM::CpAsyncCommitGroupOp": ("llvm.nvvm.cp.async.commit.group", ),
    "NVVM::CpAsyncOp": (*(f"llvm.nvvm.cp.async.ca.shared.global.{bytes}{size}" for bytes in (4, 8, 16) for size in ("", ".s")),
                        "llvm.nvvm.cp.async.cg.shared.global.16", "llvm.nvvm.cp.async.cg.shared.global.16.s"),
    "NVVM::CpAsyncWaitGroupOp": ("llvm.nvvm.cp.async.wait.group", ),
    "NVVM::DotAccumulate4WayOp": tuple(f"llvm.nvvm.idp4a.{a}.{b}" for a in "su" for b in "su"),
    "NVVM::ElectSyncOp": ("llvm.nvvm.elect.sync", ),
    "NVVM::FenceMbarrierInitOp": ("llvm.nvvm.fence.mbarrier_init.release.cluster", ),
    "NVVM::FenceProxyOp": ("llvm.nvvm.fence.proxy.async.shared_cta", ),
    "NVVM::GriddepcontrolOp": ("llvm.nvvm.griddepcontrol.launch.dependents", "llvm.nvvm.griddepcontrol.wait"),
    "NVVM::LdMatrixOp": tuple(f"llvm.nvvm.ldmatrix.sync.aligned.m8n8.x{number}{trans}.b16.p3"
                              for number in (1, 2, 4) for trans in ("", ".trans")),
    "NVVM::MBarrierArriveExpectTxOp": ("llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta", ),
    "NVVM::MBarrierInitOp": ("llvm.nvvm.mbarrier.init.shared", ),
    "NVVM::MBarrierTryWaitParityOp": (),  # inline PTX of nvvm's: a loop
    "NVVM::PrefetchOp": ("llvm.nvvm.prefetch.tensormap.p0", ),
    "NVVM::ReduxOp": tuple(f"llvm.nvvm.redux.sync.{kind}" for kind in ("add", "and", "or", "xor", "min", "max", "umin", "umax")),
    "NVVM::SetMaxRegisterOp": (),  # no arithmetic: the emulator passes over it
    "NVVM::ShflOp": ("llvm.nvvm.shfl.sync.bfly.i32", "llvm.nvvm.shfl.sync.idx.i32"),
    "NVVM::SyncWarpOp": ("llvm.nvvm.bar.warp.sync", ),
    "NVVM::ThreadIdXOp": (f"{SREG}tid.x", ),
    "NVVM::WgmmaFenceAlignedOp": ("llvm.nvvm.wgmma.fence.sync.aligned", ),
    "NVVM::WgmmaGroupSyncAlignedOp": ("llvm.nvvm.wgmma.commit_group.sync.aligned", ),
    "NVVM::WgmmaMmaAsyncOp": (),  # inline PTX of nvvm's: a form for each type and number of columns
    "NVVM::WgmmaWaitGroupSyncOp": ("llvm.nvvm.wgmma.wait_group.sync.aligned", ),
}
CREATES_PTX = re.compile(r"InlineAsmOp::create|PTXInstruction \w+\(b\);")
# Inline PTX by file: how many places create some, and its forms.
WIDTHS = ("b8", "b16", "b32", "v2.b32", "v4.b32")
EVICT = ("evict_first", "evict_last")
# What a load or a store says of caches.
HINTS = {
    op: ["", *(f".L1::{evict}" for evict in EVICT), *caches, *(f"{cache}.L2::cache_hint" for cache in caches)]
    for op, caches in (("ld", (".ca", ".cg", ".cs", ".cv")), ("st", (".wb", ".cg", ".cs", ".wt")))
}
ATOMIC = [
    *(f"{name}{bits}" for bits in (32, 64) for name in ("add.u", "add.f", "max.s", "min.s", "max.u", "min.u", "and.b", "or.b", "xor.b")),
    "add.noftz.f16", "add.noftz.bf16"
]
ORDERS = ("relaxed", "release", "acquire", "acq_rel")
PTX = {
    "GlobalAtomic.cpp": (1, [
        f"{op}.{order}.{scope}.global.{operation}" for scope in ("cta", "gpu", "sys")
        for op, orders, operations in (("red", ORDERS[:2], ATOMIC), ("atom", ORDERS, ATOMIC),
                                       ("atom", ORDERS, ("exch.b32", "exch.b64", "cas.b32", "cas.b64")))
        for order in orders for operation in operations
    ]),
    "GlobalAccess.cpp": (3, [
        *(f"{op}.global{hint}.{width}" for op, hints in HINTS.items() for hint in hints for width in WIDTHS),
        *(f"{op}.volatile.global.{width}" for op in HINTS for width in ("b8", "b16", "b32", "b64")),
        *(f"createpolicy.fractional.L2::{evict}.b64" for evict in EVICT),
        *(f"ld.global.nc.L1::evict_last.{width}" for width in ("b8", "b16", "b32", "v2.b32")),
    ]),
    "ExpandMath.cpp": (1, ["sub.s32", "sub.s64"]),
    # A of 16-bit elements in registers, and the wait.
    "WgmmaProduct.cpp": (2, [
        *(f"wgmma.mma_async.sync.aligned.m64n{columns}k16.f32.{type}.{type}" for type in ("bf16", "f16") for columns in range(8, 264, 8)),
        "wgmma.wait_group.sync.aligned"
    ]),
    "ProductRing.cpp": (1, ["mbarrier.arrive.shared::cta.b64", "mbarrier.arrive.shared::cluster.b64", "mapa.shared::cluster.u32"]),
    "RowCopyAccess.cpp": (1, ["cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"]),
    "VectorParts.cpp": (1, ["add.u32"]),
    "HeldValues.cpp": (1, []),  # an empty text
    "Distributor.cpp": (1, []),  # likewise
    "InlinePTX.cpp": (1, []),  # for others
}


def emulated() -> set[str]:
    done = subprocess.run([TOOLS / "phobos-emulate", "--list"], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines())


def found(pattern: str) -> set[str]:
    return {match for text in SOURCES.values() for match in re.findall(pattern, text)}


def test_ops_are_emulated():
    assert found(r"\b(?:NVVM|gpu)::\w+Op\b") == set(OPS)
    assert {name for names in OPS.values() for name in names} <= emulated()


def test_intrinsics_by_name_are_emulated():
    names = found(r'"(llvm\.nvvm\.[\w.]+)"')
    assert names
    # A name may be the start of several, of one for each shape.
    assert all(any(known.startswith(name) for known in emulated()) for name in names)


def test_inline_ptx_is_emulated():
    places = {path.name: len(CREATES_PTX.findall(text)) for path, text in SOURCES.items()}
    assert {name: count for name, count in places.items() if count} == {name: count for name, (count, _) in PTX.items()}
    assert {form for _, forms in PTX.values() for form in forms} <= emulated()


def test_libdevice_is_emulated():
    names = found(r'"(__nv_\w+)"')
    assert names
    assert names | {name + "f" for name in names} <= emulated()
