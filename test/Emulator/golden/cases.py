# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All cases, and what has none."""

from . import arithmetic, atomics, copies, matrices, mbarriers, memory, sequences, tensors, threads, warps, wgmma

FAMILIES = (arithmetic, atomics, copies, matrices, mbarriers, memory, sequences, tensors, threads, warps, wgmma)
CASES = {case.name: case for family in FAMILIES for case in family.cases()}

# Entries of the emulator's table that no kernel here runs, by how their names begin, and why.
WITHOUT_CASE = {
    "__nv_": "libdevice's functions, which are not the emulator's: it calls those of the C library",
    "wgmma.mma_async": "each combination of types has one, with A in memory and in registers; other n go the same way",
    **dict.fromkeys(("cp.async.bulk", "cp.reduce.async.bulk", "llvm.nvvm.cp.async.bulk.tensor",
                     "llvm.nvvm.cp.async.bulk.global.to.shared.cta", "llvm.nvvm.cp.async.bulk.shared.cta.to.cluster"),
                    "each rank of copies and each operation has one; the others take other texts, hints, ranks or a cluster"),
    **dict.fromkeys(("prefetch.tensormap", "llvm.nvvm.prefetch.tensormap"), "changes no memory that a kernel sees"),
    "ld.global.nc.": "reads as ld.global does, where nothing writes meanwhile: else a race, as races.mlir has it",
    "llvm.trap": "ends the grid, so that nothing can be read back",
    "llvm.nvvm.griddepcontrol.": "changes when a kernel runs, and no memory that it sees",
    "llvm.nvvm.idp4a.": "sums of integers, which test_emulated_threads.py holds against NumPy's",
}

# LLVM selects these from PTX 8.6 on; the compiler's versions are older. Their inline forms have cases.
RELAXED = ("arrive", "arrive.expect.tx", "arrive.drop", "arrive.drop.expect.tx", "test.wait", "test.wait.parity", "try.wait",
           "try.wait.parity", "try.wait.tl", "try.wait.parity.tl")
WITHOUT_CASE |= {f"llvm.nvvm.mbarrier.{name}.relaxed.": "LLVM does not select it for the compiler's PTX" for name in RELAXED}
