# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What compile time is made of stays small: no clock but in a ratio, as machines and their load differ.

LLVM takes time with the square of a long vector's length, or its cube, so it must not see any; and the ops that it gets
are a small multiple of the PTX that it writes.
"""

import re
import resource

import phobos
import pytest
from example_runs import EXAMPLES, FOLDER

OP = re.compile(r'^ +(?:%[^=]*= )?"?(?:llvm|nvvm)\.([a-z_.0-9]+)', re.MULTILINE)
VECTOR = re.compile(r"vector<(\d+)x(?:bf|f|i)(\d+)")
#: What only moves words between registers and memory, once.
MOVES = {"mlir.poison", "mlir.constant", "bitcast", "insertelement", "extractelement"}
#: What a vector instruction of memory moves, in bits.
LONGEST = 128
#: A thread has `columns / 256` elements of each tile, in two types, and keeps them over the sum.
KERNEL = """
@launch(256)
kernel k(X: tensor<bf16>[M, N], Y: tensor<bf16>[M, N]) {{
  let r = ctx.block.x
  let x = f32(X[r :+ 1, 0 :+ {columns}])
  Y[r :+ 1, 0 :+ {columns}] = bf16(x - rowsum(x))
}}"""


def find_long_vectors(ir: str) -> set[str]:
    """Ops other than moves, and insertions of narrow elements, with vectors longer than one access."""
    found = set()
    for line in ir.splitlines():
        op = OP.match(line)
        for count, bits in VECTOR.findall(line) if op else ():
            is_move = op[1] in MOVES and (op[1] != "insertelement" or int(bits) >= 32)
            if int(count) * int(bits) > LONGEST and not is_move:
                found.add(f"{op[1]} of {count} x {bits} bits")
    return found


@pytest.mark.parametrize("target", ["sm_90a", "sm_80"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_ops_that_llvm_gets(name, target):
    kernel = phobos.compile(FOLDER / f"{name}.ph", target=target, settings=EXAMPLES[name].settings)
    ir = kernel.stages["nvvm"]
    # A loop may carry a few coordinates in vectors.
    carried = {"br of 8 x 32 bits", "cond_br of 8 x 32 bits"}
    assert not find_long_vectors(ir) - carried
    ops, lines = len(OP.findall(ir)), len(kernel.ptx.splitlines())
    assert ops < 3 * lines, f"{ops} ops for {lines} lines of PTX"


def test_long_vectors_are_seen():
    assert find_long_vectors("  %2 = llvm.fadd %0, %1 : vector<8xf32>") == {"fadd of 8 x 32 bits"}
    assert find_long_vectors("  %2 = llvm.insertelement %0, %1[%c : i64] : vector<32xbf16>")
    assert not find_long_vectors("  %2 = llvm.insertelement %0, %1[%c : i64] : vector<16xi32>")
    assert not find_long_vectors("  %2 = llvm.fadd %0, %1 : vector<4xf32>")


def seconds_to_compile(columns: int, run: int) -> float:
    source = f"// Run {run}: not one that a cache knows.{KERNEL.format(columns=columns)}"
    start = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    phobos.compile(source, target="sm_90a")
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - start


def test_time_grows_with_length_alone(monkeypatch):
    """Twice the elements take twice the time, not four times or eight; in turn, and the least of several."""
    monkeypatch.setenv("PHOBOS_CACHE", "off")
    runs = [[seconds_to_compile(columns, run) for columns in (16384, 32768)] for run in range(5)]
    few, many = (min(times) for times in zip(*runs))
    assert many < 3 * few, f"{few:.3f} s for 64 elements a thread, {many:.3f} s for 128"
