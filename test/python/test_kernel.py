# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiling and calling through the library."""

import subprocess
import sys
import threading

import numpy as np
import pytest

import phobos
from phobos.gpu import GpuArray
from phobos.library import Module

SCALE = """kernel scale(a: f32, x: tensor<f32>[N]) {
  let i = ctx.block.x * 16
  x[i :+ 16] = a * x[i :+ 16]
}
"""


def test_a_path_and_text_compile_alike(tmp_path):
    path = tmp_path / "scale.ph"
    path.write_text(SCALE)
    for source in (SCALE, path, str(path)):
        kernel, x = phobos.compile(source), np.ones(20, np.float32)
        kernel(2.0, x)
        kernel(x=x, a=3)
        assert (x == 6).all()


def test_tile_ir_compiles():
    source = phobos.compile(SCALE).tile_ir
    kernel, x = phobos.compile(source, file_name="scale.mlir"), np.ones(20, np.float32)
    kernel(2.0, x)
    assert (x == 2).all()


TWICE = """kernel k(x: tensor<f32>[N]) {
  let i = ctx.block.x * 16
  x[i :+ 16] = x[i :+ 16] + (2.0 * x[i :+ 16] - 2.0 * x[i :+ 16])
}
"""


@pytest.mark.parametrize("passes, loads", [(None, 3), ("cse", 1), ("builtin.module(canonicalize, cse)", 1)])
def test_passes_run_on_the_tile_ir_first(passes, loads):
    kernel, x = phobos.compile(TWICE, passes=passes), np.ones(20, np.float32)
    assert kernel.tile_ir.count("phobos.load") == loads
    kernel(x)
    assert (x == 1).all()
    assert phobos.compile(TWICE, passes=passes, target="sm_90a").stages["source"] == kernel.tile_ir


@pytest.mark.parametrize("passes, message", [
    ("no-such-pass", "options: passes: .*'no-such-pass' does not refer to a registered pass"),
    ("cse{x=1}", "options: passes: .*no such option x"),
    ("builtin.module(cse", r"options: passes: expected '\)' at the end"),
    (7, "options: expected a string as 'passes'"),
])
def test_negative_passes(passes, message):
    with pytest.raises(phobos.CompileError, match=message):
        phobos.compile(TWICE, passes=passes)


def test_what_a_kernel_shows():
    kernel = phobos.compile(SCALE, target="sm_90a")
    assert kernel.name == "scale"
    assert repr(kernel) == "<phobos.Kernel scale(a: f32, x: tensor<f32>[N]) for sm_90a>"
    assert ".target sm_90a" in kernel.ptx
    assert "phobos.kernel @scale" in kernel.tile_ir
    assert kernel.contract["target"] == "sm_90a"
    assert [argument["kind"] for argument in kernel.contract["args"]] == ["scalar", "pointer", "extent"]
    stages = kernel.stages
    assert "phobos.kernel" in stages["tile"] and "nvvm" in stages["nvvm"]


def test_cubin_or_where_to_get_ptxas():
    kernel = phobos.compile(SCALE, target="sm_90a")
    try:
        assert kernel.cubin().startswith(b"\x7fELF")
    except phobos.CompileError as error:
        assert "ptxas" in str(error)


@pytest.mark.parametrize("settings, expected", [
    ({"T": "64"}, "settings: expected an integer for T, got '64'"),
    ({"T": 64.0}, "settings: expected an integer for T, got 64.0"),
    ({"T": True}, "settings: expected an integer for T, got True"),
    (["T"], "settings: expected a mapping of names to integers"),
])
def test_settings_that_are_no_integers(settings, expected):
    with pytest.raises(TypeError) as error:
        phobos.compile(SCALE, settings=settings)
    assert str(error.value).startswith(expected)


def test_settings_choose_the_tile():
    source = SCALE.replace("16", "T").replace("kernel", "@autotune(T in [16, 32])\nkernel", 1)
    assert phobos.compile(source).contract["grid"][0] == "ceildiv(N, 16)"
    assert phobos.compile(source, settings={"T": 32}).contract["grid"][0] == "ceildiv(N, 32)"


def test_an_edited_source_is_compiled_anew(tmp_path):
    path = tmp_path / "scale.ph"
    for text, expected in ((SCALE, 2), (SCALE.replace("a *", "1.0 + a *"), 3)):
        path.write_text(text)
        x = np.ones(3, np.float32)
        phobos.compile(path)(2.0, x)
        assert (x == expected).all()


def test_bits_as_bf16():
    kernel = phobos.compile(SCALE.replace("f32", "bf16"))
    bits = np.array([0x3F80, 0x4000, 0xC040], np.uint16)  # 1, 2, -3
    kernel(2.0, phobos.typed(bits, "bf16"))
    assert bits.tolist() == [0x4000, 0x4080, 0xC0C0]


def test_threads_compile_and_call():
    shared, wrong = phobos.compile(SCALE), []

    def work(factor):
        own, x = phobos.compile(SCALE), np.ones(1000, np.float32)
        shared(factor, x)
        own(factor, x)
        if (x != factor * factor).any():
            wrong.append(factor)

    threads = [threading.Thread(target=work, args=[factor]) for factor in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_warnings_are_pythons(monkeypatch):
    text = Module.text
    monkeypatch.setattr(Module, "text", lambda self, what: "k.ph:1:8: warning: w" if what == "warnings" else text(self, what))
    with pytest.warns(phobos.CompileWarning, match="k.ph:1:8: warning: w"):
        phobos.compile(SCALE)


@pytest.mark.parametrize("source, options, message", [
    ("kernel k() {\n  let x = y\n}", {"file_name": "k.ph"}, r"^k.ph:2:11: error: "),
    ("kernel k() {", {}, r"^<source>:1:\d+: error: "),
    ("", {"file_name": "e.ph"}, "FileNotFoundError"),
    (SCALE, {"target": "sm_12"}, "sm_12"),
    (SCALE, {"kernel": "scales"}, "scales"),
    (SCALE, {"settings": {"T": 3}}, "T"),
    (SCALE + SCALE.replace("scale", "other"), {}, "expected one kernel, .* got scale, other"),
    ("kernel k(\n\0)", {}, "^<source>:2:1: error: expected text, got a zero byte"),
    ("func.func @f() {\n  oops\n}", {"file_name": "f.mlir"}, "^f.mlir:2:3: error: "),
])
def test_negative_compile(source, options, message):
    if message == "FileNotFoundError":
        with pytest.raises(FileNotFoundError):
            phobos.compile(source, **options)
        return
    with pytest.raises(phobos.CompileError, match=message):
        phobos.compile(source, **options)


def test_negative_source_types():
    with pytest.raises(TypeError, match="source: expected a path or source text, got int"):
        phobos.compile(3)
    with pytest.raises(FileNotFoundError, match="nowhere.ph"):
        phobos.compile("nowhere.ph")
    with pytest.raises(TypeError):
        phobos.compile(SCALE, settings={"T": "64"})


def test_negative_targets():
    with pytest.raises(phobos.Error, match="ptx: expected a kernel for a GPU, got one for any target; compile it with"):
        phobos.compile(SCALE).ptx
    with pytest.raises(phobos.Error, match="cubin: expected a kernel for a GPU, got one for host"):
        phobos.compile(SCALE, target="host").cubin()
    with pytest.raises(ValueError, match="scale: expected arrays on a GPU, as it was compiled for sm_90a, got arrays on the"):
        phobos.compile(SCALE, target="sm_90a")(1.0, np.ones(3, np.float32))


def test_negative_calls_leave_arrays_alone():
    kernel, x = phobos.compile(SCALE), np.ones(20, np.float64)
    with pytest.raises(TypeError, match="x: expected elements of type f32, got f64"):
        kernel(2.0, x)
    assert (x == 1).all()


PROMISES = """phobos.kernel @k(%x: !phobos.ptr<f32> {phobos.name = "X", phobos.extents = ["N"]}, %n: index {phobos.name = "N"})
    grid affine_map<()[s0] -> (s0 ceildiv 8, 1, 1)> {
  %m = phobos.promise #phobos.divisible<8> %n
  %q = phobos.promise #phobos.bounded<0, 64> %m
  %c8 = arith.constant 8 : index
  %b = phobos.block_id x
  %r = arith.muli %b, %c8 : index
  %X = phobos.view %x[%q] : !phobos.view<?xf32>
  %t = phobos.load %X[%r :+ 8] masked [0] : !phobos.view<?xf32> -> !phobos.tile<8xf32>
  %u = arith.addf %t, %t : !phobos.tile<8xf32>
  phobos.store %u, %X[%r :+ 8] masked [0] : !phobos.tile<8xf32>, !phobos.view<?xf32>
  phobos.return
}"""


def test_promises_are_checked_before_anything_runs():
    """Divisibility by the binder, which names the extent; what the contract does not hold, by the kernel itself."""
    kernel = phobos.compile(PROMISES, file_name="k.mlir")
    x = np.ones(64, np.float32)
    kernel(x)
    assert (x == 2).all()
    with pytest.raises(ValueError, match=r"N: expected a multiple of 8, .* got 63 \(dim 0 of X\)"):
        kernel(x[:63])
    y = np.ones(72, np.float32)
    with pytest.raises(phobos.Error, match="72"):
        kernel(y)
    assert (x == 2).all() and (y == 1).all()


FACTS = """const LIMIT = 64
@aligned(M = 8)
@require(n > 2 && M <= LIMIT)
@require(N * 2 <= M)
@noalias
kernel k(A: tensor<f32>[M], B: tensor<f32>[N], n: i32) {
  A[ctx.block.x * 8 :+ 8] = n
}
"""


def test_what_a_kernel_demands():
    kernel = phobos.compile(FACTS)
    a, b = np.zeros(16, np.float32), np.zeros(8, np.float32)
    kernel(a, b, 3)
    assert (a == 3).all()
    kernel(a[:0], b[:0], 3)
    for arguments, error, text in (
        ((a[:12], b[:2], 3), ValueError, r"M: expected a multiple of 8, as the kernel promises, got 12"),
        ((a, b, 2), phobos.Error, r"<source>:3:12: expected n > 2 to hold.*2"),
        ((np.zeros(72, np.float32), b, 3), phobos.Error, r"<source>:3:21: expected M <= LIMIT to hold.*72"),
        ((a, np.zeros(9, np.float32), 3), phobos.Error, r"<source>:4:16: expected N \* 2 <= M to hold.*9"),
        ((a, a[8:], 3), ValueError, "B: expected memory apart from that of A"),
    ):
        with pytest.raises(error, match=text):
            kernel(*arguments)
    assert (a == 3).all()


def test_gpu_arrays_without_a_driver():
    """Where there is no GPU the driver's absence is the error; where there is one, data goes there and back."""
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    try:
        array = GpuArray(x)
    except phobos.DriverError as error:
        assert "libcuda.so.1" in str(error) or "cuInit" in str(error)
    else:
        assert (array.numpy() == x).all()
        assert (array.part(4, (2, 4)).numpy() == x[1:]).all()

NARROWED = """
import numpy, phobos
kernel = phobos.compile('''kernel narrow(A: tensor<i64>[M, N], O: tensor<f8e4m3>[M, N]) {
  O[0 :+ 5, 0 :+ 8] = f8e4m3(A[0 :+ 6, 0 :+ 9])[0 : 5, 1 :+ 8]
}''', target="host")
a, o = numpy.ones((6, 9), numpy.int64), numpy.zeros((6, 9), numpy.uint8)
for _ in range(20):
    kernel(a, phobos.typed(o, "f8e4m3"))
assert (o[:5, :8] == 0x38).all()
"""


def test_tiles_of_narrow_elements_leave_the_memory_behind_them_alone():
    """LLVM's stores of truncated vectors under a mask wrote over what follows, and the process ended at the next free."""
    done = subprocess.run([sys.executable, "-c", NARROWED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("where", ["host", "emulator"])
def test_an_explicit_grid(where):
    """As many blocks as are asked for, whatever the kernel derives."""
    kernel = phobos.compile(SCALE)
    for grid, expected in ((2, 32), ((3, 1), 40), ((1, 1, 1), 16), (0, 0), ((100, 2, 1), 40)):
        x = np.ones(40, np.float32)
        (kernel[grid].emulate if where == "emulator" and grid != (100, 2, 1) else kernel[grid])(0.0, x)
        assert (x == 0).sum() == expected
    assert kernel[2] is kernel[2, 1, 1] and kernel[2].contract["grid"] == ["2", "1", "1"]


def test_a_grid_for_what_derives_none():
    @phobos.kernel
    def k(p: "ptr<f32>"):
        store(p + ctx.block.x * 2, 7.0)

    p = np.zeros(6, np.float32)
    with pytest.raises(phobos.CompileError, match="write @grid"):
        k(p)
    k[3](p)
    assert p.tolist() == [7, 0, 7, 0, 7, 0]


def test_a_grid_in_place_of_that_of_the_kernel():
    kernel = phobos.compile("@grid(9)\n" + SCALE)
    x = np.ones(40, np.float32)
    kernel[1](0.0, x)
    assert (x == 0).sum() == 16


def test_a_grid_of_a_specialized_kernel():
    kernel = phobos.compile("@specialize(N)\nkernel k(X: tensor<f32>[M, N]) {\n  X[ctx.block.x :+ 1, :] = 1\n}")
    x = np.zeros((3, 5), np.float32)
    kernel[2](x)
    assert x.sum(1).tolist() == [5, 5, 0]


@pytest.mark.parametrize("grid, error, message", [
    ((1, 2, 3, 4), TypeError, r"scale: expected a grid of 1 to 3 integers, as scale\[64, 2\]"), ("x", TypeError, "expected a grid of"),
    (-1, ValueError, "scale: expected 0 or more blocks, got -1"), (1.5, TypeError, "expected a grid of"),
])
def test_negative_grids(grid, error, message):
    with pytest.raises(error, match=message):
        phobos.compile(SCALE)[grid]


def test_negative_grids_of_tile_ir():
    kernel = phobos.compile(phobos.compile(SCALE).tile_ir, file_name="scale.mlir")
    with pytest.raises(phobos.CompileError, match="options: expected a 'grid' of .ph text alone; tile IR has its own"):
        kernel[2]


def test_negative_a_grid_that_breaks_a_promise():
    kernel, x = phobos.compile("@aligned(N = 16)\n" + SCALE), np.ones(32, np.float32)
    kernel[2](0.0, x)
    with pytest.raises(ValueError, match="N: expected room for 3 = 3 blocks of 16, as the kernel promises, got 32"):
        kernel[3](0.0, x)


@pytest.mark.parametrize("body, reads", [
    ("B[0 :+ 4] = A[0 :+ 4]", True),
    ("B[0 :+ 4] = load(A[0 :+ 4], fill = 1)", True),
    ("B[0] = A[1]", True),
    ("B[0 :+ 4] = load(p + arange(4))", True),
    ("for i in range(3) { B[i :+ 4] = A[i :+ 4] + load(p + i) }", True),
    ("if A[0] > 1.0 { B[0] = load(p) }", True),
    ("A[0 :+ 4] = B[0 :+ 4]; store(p, 1)", False),
    ("A[0] = 1; store(p + arange(4), 1, mask = arange(4) < 2)", False),
    ("for i in range(3) { if i > 1 { A[i] = 1; store(p + i, 1) } }", False),
    ("B[0 :+ 4] = atomic_add(A[0 :+ 4], 1); atomic_add(p, 1)", False),
    ("var q = p + 1\nfor i in range(3) { q = q + 1 }\nA[0] = load(q)\nstore(q, 1)", False),
], ids=str)
def test_what_a_kernel_only_reads(body, reads):
    """What is said of A and p; B is stored to, or not of interest. On a GPU as on the host."""
    source = f"@grid(1)\nkernel k(A: tensor<f32>[N], B: tensor<f32>[N], p: ptr<f32>) {{\n{body}\n}}"
    for target in ("host", "sm_90a"):
        params = phobos.compile(source, target=target, lint="off").contract["params"]
        assert [params[at].get("read_only", False) for at in (0, 2)] == [reads, reads]


def test_read_only_arrays():
    kernel = phobos.compile("kernel k(A: tensor<f32>[N], B: tensor<f32>[N]) {\n  B[ctx.block.x * 4 :+ 4] = A[ctx.block.x * 4 :+ 4]\n}")
    a, b = np.arange(5, dtype=np.float32), np.zeros(5, np.float32)
    a.flags.writeable = False
    kernel(a, b)
    assert (a == b).all()
    with pytest.raises(ValueError, match="B: expected a writable array, got a read-only one"):
        kernel(b, a)
