# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All cases, and what has none."""

from . import arithmetic, copies, matrices, memory, sequences, threads, warps, wgmma

CASES = {case.name: case for family in (arithmetic, copies, matrices, memory, sequences, threads, warps, wgmma) for case in family.cases()}

# Entries of the emulator's table that no kernel here runs, by how their names begin, and why.
WITHOUT_CASE = {
    "__nv_": "libdevice's functions, which are not the emulator's: it calls those of the C library",
    "wgmma.mma_async": "each combination of types has one, with A in memory and in registers; other n go the same way",
    "llvm.trap": "ends the grid, so that nothing can be read back",
}
