# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that are written in Python: what they mean, and that all that is said of them is said of Python's lines."""

import importlib.util
import math
import pathlib
import sys
import threading

import numpy as np
import pytest

import phobos
import python_kernels
from phobos import f32, i32, tensor, tile
from phobos.translate import translate

ROOT = pathlib.Path(__file__).resolve().parents[2]
INF = float("inf")


def f32s(*values):
    return np.array(values, np.float32)


@pytest.mark.parametrize("kernel", python_kernels.KERNELS, ids=lambda kernel: kernel.function.__name__)
def test_python_and_ph_give_the_same_tile_ir(kernel):
    name = kernel.function.__name__
    own, written = kernel.compiled, phobos.compile(ROOT / f"examples/{name}.ph", lint="off")
    if isinstance(own, phobos.kernels.SpecializedKernel):
        own, written = own.variant(N=96), written.variant(N=96)
    assert own.tile_ir == written.tile_ir
    assert own.contract | {"hash": ""} == written.contract | {"hash": ""}


def test_what_is_generated_reads_as_written():
    assert python_kernels.cross_entropy_online.source == """@autotune(BC in [2048, 1024])
@launch(128, 8)
kernel cross_entropy_online(X: tensor<bf16>[M, V], Label: tensor<i32>[M, 1], Loss: tensor<f32>[M, 1]) {
  let row = ctx.block.x
  var m = full([1, BC], -1e+30)
  var l = zeros([1, BC])
  for c in range(0, V, BC) {
    let x = f32(load(X[row :+ 1, c :+ BC], fill = -inf))
    let smaller = exp2(abs(x - m) * -1.4426950408889634)
    l = where(x > m, l * smaller + 1.0, l + smaller)
    m = max(m, x)
  }
  let largest = rowmax(m)
  let total = rowsum(l * exp(m - largest))
  let chosen = f32(X[row :+ 1, Label[row, 0] :+ 1])
  Loss[row :+ 1, 0 :+ 1] = log(total) + largest - chosen
}
"""


@phobos.kernel
def slices(A: tensor[f32, 8, 8], O: tensor[f32, 8, 8]):
    t = A[:, :]
    O[0:2, :] = t[0:2, :]
    O[2 :+ 1, :4] = t[2 :+ 1, :4]
    O[3, 0:+4] = A[3, :+4] * 10
    t[7, 7] = 5.0
    O[7, 4:] = t[7, 4 :+ 4]


def test_subscripts():
    a, o = np.arange(64, dtype=np.float32).reshape(8, 8), np.zeros((8, 8), np.float32)
    slices(a, o)
    expected = np.zeros_like(o)
    expected[0:2] = a[0:2]
    expected[2, :4] = a[2, :4]
    expected[3, :4] = a[3, :4] * 10
    expected[7, 4:] = [60, 61, 62, 5]
    assert (o == expected).all()


@phobos.kernel
def divisions(A: tensor[i32, 9], B: tensor[i32, 9], Q: tensor[i32, 9], R: tensor[i32, 9], T: tensor[f32, 9]):
    a, b = A[0 :+ 9], B[0 :+ 9]
    Q[0 :+ 9] = a // b
    R[0 :+ 9] = a % b
    T[0 :+ 9] = a / b


def test_b17_division_floors_as_in_python():
    a = np.array([7, -7, 7, -7, 6, -6, 0, -2**31, 5], np.int32)
    b = np.array([2, 2, -2, -2, 3, -3, 5, -1, 0], np.int32)
    q, r, t = np.zeros(9, np.int32), np.zeros(9, np.int32), np.zeros(9, np.float32)
    divisions(a, b, q, r, t)
    assert q[:7].tolist() == [int(x) // int(y) for x, y in zip(a[:7], b)]
    assert r[:7].tolist() == [int(x) % int(y) for x, y in zip(a[:7], b)]
    assert t[:7].tolist() == [np.float32(int(x) / int(y)) for x, y in zip(a[:7], b)]
    assert (q[7], r[7], q[8], r[8]) == (-2**31, 0, 0, 5)  # as V7 has it


@phobos.kernel
def float_divisions(A: tensor[f32, 4], B: tensor[f32, 4], Q: tensor[f32, 4], R: tensor[f32, 4]):
    Q[0 :+ 4] = A[0 :+ 4] // B[0 :+ 4]
    R[0 :+ 4] = A[0 :+ 4] % B[0 :+ 4]


def test_division_of_floats():
    a, b = f32s(7.5, -7.5, 7.5, -7.5), f32s(2, 2, -2, -2)
    q, r = f32s(0, 0, 0, 0), f32s(0, 0, 0, 0)
    float_divisions(a, b, q, r)
    assert q.tolist() == [x // y for x, y in zip(a.tolist(), b.tolist())]
    assert r.tolist() == [x % y for x, y in zip(a.tolist(), b.tolist())]


SIZE, ODD = 16, -7
HALF = 0.5


@phobos.kernel
def constants(O: tensor[f32, 12]):
    O[0 :+ 1] = SIZE // 5
    O[1 :+ 1] = ODD // 2
    O[2 :+ 1] = ODD % 2
    O[3 :+ 1] = SIZE / 5
    O[4 :+ 1] = 2**3
    O[5 :+ 1] = -HALF
    O[6 :+ 1] = math.pi
    O[7 :+ 1] = 3.0 if SIZE == 16 else 4.0
    O[8 :+ 1] = 1.0 if 0 <= ODD + 8 < 2 and not SIZE < 3 else 0.0
    O[9 :+ 1] = float("inf")
    O[10 :+ 1] = abs(ODD) + max(SIZE, 20) - min(3, 4)
    O[11 :+ 1] = (SIZE - (ODD - 1)) * 2


def test_constants_of_the_surroundings():
    o = np.zeros(12, np.float32)
    constants(o)
    expected = [16 // 5, -7 // 2, -7 % 2, 16 / 5, 8, -0.5, math.pi, 3, 1, INF, 7 + 20 - 3, (16 + 8) * 2]
    assert o.tolist() == [np.float32(value) for value in expected]


@phobos.kernel
def flow(A: tensor[f32, "N"], O: tensor[f32, 6], n: i32):
    total = 0.0
    k = 0
    while k < n:
        if k == 1:
            k += 1
            continue
        elif k == 5:
            break
        else:
            pass
        total += A[k]
        k += 1
    O[0] = total
    for i in range(2):
        for j in range(1, 3):
            x = f32(i) * 10 + f32(j)
            O[1 + i * 2 + j - 1] = x
    if n > 100:
        return
    y: tile[f32, 1] = 7
    O[5 :+ 1] = y


def test_control_flow():
    a, o = f32s(1, 2, 4, 8, 16, 32, 64), np.zeros(6, np.float32)
    flow(a, o, 7)
    assert o.tolist() == [1 + 4 + 8 + 16, 1, 2, 11, 12, 7]


@phobos.kernel
def words(let: tensor[f32, 2], fn: tensor[f32, 2]):
    var = let[0 :+ 2]
    const = var + 1
    var += const
    fn[0 :+ 2] = var


def test_names_that_mean_something_in_ph():
    a, o = f32s(1, 2), f32s(0, 0)
    words(a, o)
    assert o.tolist() == [3, 5]


def product(A: tensor[f32, 4, 4], B: tensor[f32, 4, 4], O: tensor[f32, 4, 4]):
    O[:, :] = A[:, :] @ B[:, :]


def test_matrices_multiply():
    a, b = np.arange(16, dtype=np.float32).reshape(4, 4), np.eye(4, dtype=np.float32) * 2
    o = np.zeros_like(a)
    phobos.kernel(lint="off")(product)(a, b, o)
    assert (o == a * 2).all()


S = 3


@phobos.fn
def f(x):
    return x + 1


@phobos.kernel
def b23(X: tensor[f32, 4], Y: tensor[f32, 4]):
    Y[0:4] = f(X[0:4]) * S


def test_b23_a_helper_and_a_constant_change(monkeypatch):
    """In one process, where the names around a kernel mean something else at the next call."""
    x, y = f32s(0, 1, 2, 3), f32s(0, 0, 0, 0)
    b23(x, y)
    assert y.tolist() == [3, 6, 9, 12]
    before = b23.compiled
    assert b23.compiled is before

    @phobos.fn
    def g(x):
        return x + 2

    monkeypatch.setitem(globals(), "f", g)
    b23(x, y)
    assert y.tolist() == [6, 9, 12, 15]
    monkeypatch.setitem(globals(), "S", 5)
    b23(x, y)
    assert y.tolist() == [10, 15, 20, 25]
    monkeypatch.undo()
    b23(x, y)
    assert y.tolist() == [3, 6, 9, 12]


def make(scale):
    @phobos.fn
    def scaled(x):
        return x * scale

    @phobos.kernel
    def k(X: tensor[f32, 4], Y: tensor[f32, 4]):
        Y[0:4] = scaled(X[0:4]) + f(X[0:4])

    return k


def test_closures():
    x = f32s(0, 1, 2, 3)
    for scale in (2, 10):
        y = np.zeros(4, np.float32)
        make(scale)(x, y)
        assert y.tolist() == (x * scale + x + 1).tolist()


def test_functions_of_one_name():
    """Two of them in one kernel are two."""
    module = pathlib.Path(__file__).with_name("python_kernels.py")

    @phobos.fn
    def gelu_of(t):
        return t + 100

    other = python_kernels.gelu_of

    @phobos.kernel
    def k(X: tensor[f32, 1], Y: tensor[f32, 2]):
        Y[0 :+ 1] = gelu_of(X[0 :+ 1])
        Y[1 :+ 1] = other(X[0 :+ 1])

    y = np.zeros(2, np.float32)
    k(f32s(0), y)
    assert y.tolist() == [100, 0]
    assert "fn gelu_of_2(t)" in k.source
    assert f"//@file {module}" in translate(k.function).text


def test_tensors_with_a_pitch_and_text_as_types():
    @phobos.kernel
    def k(A: tensor[f32, "M", "N"].strides("LDA", 1), B: tensor[f32, "M", SIZE // 2].strides("LDB", 1), p: "ptr<f32>"):
        B[0 :+ 2, 0 :+ 8] = A[0 :+ 2, 0 :+ 8]
        store(p, 1.0)

    base, b, p = np.arange(40, dtype=np.float32).reshape(2, 20), np.zeros((2, 8), np.float32), f32s(0)
    k(base[:, 3:11], b, p)
    assert (b == base[:, 3:11]).all() and p == 1


def line_of(text, file=__file__):
    """The line, column and text of the first line of a file that ends in a comment, # text, at the caret's mark."""
    for number, line in enumerate(pathlib.Path(file).read_text().splitlines(), 1):
        if line.endswith(f"# {text}"):
            return number, line
    raise AssertionError(text)


@phobos.kernel
def unknown(A: tensor[f32, "N"]):
    A[0 :+ 4] = A[0 :+ 4] + zeroes([4])  # unknown name


@phobos.fn
def widened(x):
    return x + iota(2)  # in a function


@phobos.kernel
def calls(A: tensor[f32, "N"]):
    A[0 :+ 4] = widened(A[0 :+ 4])


@phobos.kernel
def ended(A: tensor[f32, "N"], n: i32):
    if n > 1:
        x = 1.0
    A[0] = x  # bound in a block


@phobos.kernel
def plus(A: tensor[f32, "N"]):
    A[0] = +A[1]  # unary plus


@phobos.kernel
def stepped(A: tensor[f32, "N"]):
    A[0 :+ 4] = A[0:8:2]  # a step


@phobos.kernel
def listed(A: tensor[f32, "N"]):
    A[0] = sum([x for x in range(3)])  # a comprehension


@phobos.kernel
def branched(A: tensor[f32, "N"]):
    with A:  # a with
        pass


@phobos.kernel
def untyped(A):  # no type
    A[0] = 1.0


@phobos.kernel
def defaulted(A: tensor[f32, "N"], n: i32 = 3):  # a default
    A[0] = n


@phobos.kernel
def foreign(A: tensor[f32, "N"]):
    A[0] = np.zeros(3)  # of NumPy


@phobos.kernel
def cast(A: tensor[f32, "N"]):
    A[0] = float(A[1])  # a cast


@phobos.kernel
def each(A: tensor[f32, "N"]):
    for x in A:  # over a tensor
        A[0] = 1.0


n = "x"


@phobos.kernel
def sized(A: tensor[f32, n + "1"]):  # an extent
    A[0] = 1.0


@phobos.kernel
def commented(A: "tensor<f32>[SIZE // 2]"):  # a comment
    A[0] = 1.0


@phobos.kernel
@phobos.autotune(T=[8, 16])
@phobos.aligned(M="T")  # an unknown extent
def promised(A: tensor[f32, "N"]):
    A[ctx.block.x * T :+ T] = 1.0


@pytest.mark.parametrize("kernel, comment, mark, message", [
    (unknown, "unknown name", "zeroes", "unknown function 'zeroes'; did you mean 'zeros'"),
    (calls, "in a function", "+ iota", "expected tiles of one rank, got ranks 1 and 3"),
    (ended, "bound in a block", "x", "'x' is bound in a block that is not around this place; bind it before that block"),
    (plus, "unary plus", "+A[1]", "expected no unary plus but in a slice"),
    (stepped, "a step", "2]", "expected a slice without a step"),
    (listed, "a comprehension", "[x for", "expected an expression of the language, got '[x for x in range(3)]'"),
    (branched, "a with", "with", "expected a statement of the language, got 'with A:'"),
    (untyped, "no type", "A)", 'expected a type, as A: f32 or A: tensor[f32, "M", "N"]'),
    (defaulted, "a default", "3):", "expected a parameter without a default"),
    (foreign, "of NumPy", "np.zeros", "expected a number, a phobos.fn or a name of the language, got 'np.zeros'"),
    (cast, "a cast", "float", "expected a type of the language for a cast, got float; write f32(x)"),
    (sized, "an extent", "n + ", "expected a number or a name as an extent or stride, got 'n + "),
    (commented, "a comment", '"tensor', "expected a type as `.ph` has it, where / of constants rounds down, got //"),
    (each, "over a tensor", "for", "expected for NAME in range([start,] end[, step]), without else"),
    (promised, "an unknown extent", "M=", ""),
], ids=lambda value: value if isinstance(value, str) and " " in value else "")
def test_negative_errors_stand_at_pythons_lines(kernel, comment, mark, message):
    number, line = line_of(comment)
    with pytest.raises(phobos.CompileError) as raised:
        kernel.compiled
    first, shown, caret = str(raised.value).splitlines()[:3]
    column = (line.index("= ") + line[line.index("= "):].index(mark) if "= " in line and mark in line[line.index("= "):]
              else line.index(mark)) + 1
    assert first.startswith(f"{__file__}:{number}:{column}: error: "), first
    assert message in first
    assert shown == line and caret == " " * (column - 1) + "^"


@phobos.kernel
def padded(A: tensor[f32, "M", "N"], O: tensor[f32, "M", 1]):
    r = ctx.block.x * 4
    O[r :+ 4, :] = rowmax(A[r :+ 4, 0 :+ 64])  # a lint


def test_lints_and_explanations_stand_at_pythons_lines():
    number, line = line_of("a lint")
    with pytest.warns(phobos.CompileWarning, match=f"{__file__}:{number}:{line.index('rowmax') + 1}: warning: "):
        explanation = padded.explain_masks()
    assert {mask["line"] for mask in explanation["kernels"][0]["masks"]} == {number}
    assert explanation["file"] == __file__
    assert "r :+ 4" in str(explanation)
    ptx = phobos.kernel(target="sm_90a", lint="off")(padded.function).ptx
    assert f'"{pathlib.Path(__file__).name}"' in ptx or f'"{__file__}"' in ptx
    assert f"\t.loc\t1 {number} " in ptx


def test_the_emulator_speaks_of_pythons_lines():
    @phobos.kernel
    @phobos.grid(4)
    def race(A: tensor[f32, 4]):
        A[0 :+ 4] = A[0 :+ 4] + f32(ctx.block.x)  # a race

    number, _ = line_of("a race")
    with pytest.raises(phobos.EmulationError, match=f"{__file__}:{number}:"):
        race.emulate(np.zeros(4, np.float32))


def test_negative_what_is_no_function():
    with pytest.raises(TypeError, match="phobos.kernel: expected a function made by def, got 3"):
        phobos.kernel(3)
    with pytest.raises(phobos.Error, match="f: expected a call in a phobos.kernel"):
        f(1)
    with pytest.raises(phobos.Error, match="zeros: expected a call in a phobos.kernel"):
        phobos.zeros([3])
    with pytest.raises(AttributeError, match="has no attribute 'zeroes'"):
        phobos.zeroes
    scope = {"phobos": phobos, "tensor": tensor, "f32": f32}
    exec("@phobos.kernel\ndef k(A: tensor[f32, 4]):\n    A[0] = 1.0\n", scope)
    with pytest.raises(phobos.CompileError, match="k: expected a function whose source can be read"):
        scope["k"].compiled


def test_options():
    @phobos.kernel(target="host", settings={"T": 8}, lint="error")
    @phobos.autotune(T=[16, 8])
    def k(A: tensor[f32, "N"]):
        A[ctx.block.x * T :+ T] = 1.0

    assert k.contract["grid"][0] == "ceildiv(N, 8)" and k.target == "host"
    assert repr(k) == "<phobos.kernel k>" and k.__name__ == "k"


def test_names_of_the_language_are_those_of_the_front_end():
    """What phobos.language lists is what the table of calls has."""
    table = (ROOT / "lib/Frontend/EmitCall.cpp").read_text()
    names = {part.split('"')[0] for part in table.split('{"')[1:] if '", {' in part[:40] or '",\n' in part[:40]}
    own = {"floordiv", "mod", "truediv"}  # spelled as operators
    assert names - own <= set(phobos.language.FUNCTIONS)


def test_threads_compile_at_once():
    kernel, wrong = make(4), []

    def work():
        y = np.zeros(4, np.float32)
        kernel(f32s(0, 1, 2, 3), y)
        if y.tolist() != [1, 6, 11, 16]:
            wrong.append(y)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_file_that_is_edited_behind_a_kernel(tmp_path):
    """Before its first use: it is what was imported."""
    path = tmp_path / "moved.py"
    text = "import phobos\n@phobos.kernel\ndef k(A: 'tensor<f32>[2]'):\n    A[0 :+ 2] = A[0 :+ 2] * 3\n"
    path.write_text(text)
    specification = importlib.util.spec_from_file_location("moved", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    path.write_text("#\n" * 7 + text.replace("3", "5"))
    a = f32s(1, 2)
    module.k(a)
    assert a.tolist() == [3, 6]


def test_a_module_that_is_edited(tmp_path):
    """What was read of a file stays true to the function, and a new import reads the new text."""
    path, results = tmp_path / "edited.py", []
    for scale in (2, 30):
        path.write_text("import phobos\nfrom phobos import f32, tensor\n" + "\n" * scale + "@phobos.kernel\n"
                        f"def k(A: tensor[f32, 2]):\n    A[0 :+ 2] = A[0 :+ 2] * {scale}\n")
        specification = importlib.util.spec_from_file_location("edited", path)
        module = importlib.util.module_from_spec(specification)
        sys.modules["edited"] = module
        specification.loader.exec_module(module)
        a = f32s(1, 2)
        module.k(a)
        results.append(a.tolist())
    assert results == [[2, 4], [30, 60]]
