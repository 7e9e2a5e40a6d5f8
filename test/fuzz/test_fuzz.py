# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""That the fuzzer finds faults: planted ones, crashes and hangs; and shrinks them."""

import dataclasses
import os
import pathlib
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

FOLDER = pathlib.Path(__file__).resolve().parent
PATHS = [str(FOLDER), str(FOLDER.parent / "reference"), str(FOLDER.parents[1] / "python")]
sys.path[:0] = PATHS

import compare  # noqa: E402
import evaluator_values  # noqa: E402
import main  # noqa: E402
import runner  # noqa: E402
import unparse  # noqa: E402
from data import make  # noqa: E402
from generator import Case, generate  # noqa: E402
from main import parse_source  # noqa: E402
from mask_kernels import generate_masked  # noqa: E402
from pointer_kernels import generate_pointers  # noqa: E402
from product_kernels import generate_products  # noqa: E402
from runner import Failure, Worker, check, from_text, run, to_text  # noqa: E402
from shrinker import shrink, signature  # noqa: E402


@pytest.mark.parametrize("make_case", [generate, generate_masked, generate_pointers, generate_products])
def test_a_case_is_a_function_of_its_seed(make_case):
    assert make_case("3:14") == make_case("3:14")
    assert make_case("3:14") != make_case("3:15")


def test_a_case_is_the_same_in_every_process():
    """The order of a set of texts is not."""
    printed = {
        subprocess.run([sys.executable, str(FOLDER / "main.py"), "--seed", "3", "--cases", "20", "--print"],
                       env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def test_text_of_a_case_comes_back():
    case = generate("3:1")
    assert from_text(to_text(case)) == case


def test_text_of_a_tree_comes_back():
    """Up to places: the text of a case is the same after a second trip."""
    for number in range(30):
        once = unparse.program(parse_source((generate, generate_masked)[number % 2](f"5:{number}").source))
        assert unparse.program(parse_source(once)) == once


def test_arguments_do_not_change():
    argument = {"type": "f16", "shape": [5, 3], "dims": ["M", "N"], "data": "any", "seed": 1, "pitch": 2}
    assert make(argument).strides == (10, 2)
    assert make(argument).tobytes() == make(argument).tobytes()


MINIMUM = Case("""kernel k(A: tensor<i32>[M], n: i32, O: tensor<i32>[M]) {
  let s = ctx.block.x * 4
  let a = A[s :+ 4]
  var b = a * 2 + n
  for i in range(3) {
    b += a
    if n > 0 {
      b = min(b, a + 5) * 3
    }
  }
  O[s :+ 4] = b - a
}
""", {"A": {"type": "i32", "dims": ["M"], "shape": [9], "data": "small", "seed": 1}, "n": {"type": "i32", "value": 5},
      "O": {"type": "i32", "dims": ["M"], "shape": [9], "data": "small", "seed": 2}})


@pytest.fixture
def wrong_minimum(monkeypatch):
    """An evaluator that takes the larger for the smaller."""
    right = evaluator_values.extreme
    monkeypatch.setattr(evaluator_values, "extreme", lambda op, a, b: right("max" if op == "min" else op, a, b))


def test_the_host_and_the_evaluator_agree():
    assert check(MINIMUM) is None


def test_planted_fault_is_found_and_shrinks(wrong_minimum):
    worker = Worker()
    failure = worker.check(MINIMUM)
    assert failure.kind == "differs"
    small, after = shrink(MINIMUM, failure, worker.check, parse_source, seconds=60)
    worker.close()
    assert after.kind == "differs"
    assert "min(" in small.source and small.source.count("\n") <= 8 < MINIMUM.source.count("\n")
    assert small.arguments["O"]["shape"][0] < 9


def test_cases_of_pointers_shrink():
    """As far as they can: a check that always fails keeps each step."""
    case = generate_pointers("2:0")
    failure = Failure("differs", "")
    small, _ = shrink(case, failure, lambda smaller: failure, parse_source, seconds=60)
    assert len(small.source) < len(case.source)


def test_planted_fault_is_found_among_generated_cases(wrong_minimum):
    cases = ((number, generate(f"1:{number}")) for number in range(40))
    assert any(failure and failure.kind == "differs" for _, _, failure in run(cases, 2))


def test_the_emulator_agrees():
    assert check(MINIMUM, "emulator") is None


def test_what_the_emulator_finds_is_seen(monkeypatch):
    """A kernel that is emulated with a result too large by one, or that reads beyond its array."""
    import phobos
    right = phobos.Kernel.emulate

    def wrong(self, *values, **named):
        right(self, *values, **named)
        named["O"] += 1

    monkeypatch.setattr(phobos.Kernel, "emulate", wrong)
    failure = check(MINIMUM, "emulator")
    assert failure.kind == "differs" and failure.text.startswith("in the emulator: O: 9 of 9 elements differ")
    bind = phobos.library.Module.emulate
    monkeypatch.setattr(phobos.Kernel, "emulate", right)
    monkeypatch.setattr(phobos.library.Module, "emulate", lambda self, arguments, memory, *rest: bind(
        self, arguments, [(name, start, size // 2) for name, start, size in memory], *rest))
    failure = check(MINIMUM, "emulator")
    assert failure.kind == "emulator" and "outside of 'A'" in failure.text


#: A tile's cumulated sums, for which a GPU has no code yet; where it has, another op must stand here.
def test_cases_without_code_for_a_gpu_are_counted(capsys, monkeypatch):
    host_only, compared = dataclasses.replace(MINIMUM, source="// host only\n" + MINIMUM.source), compare.compare

    def refuse(source, *rest):
        if source == host_only.source:
            raise compare.Unsupported("no code for it")
        return compared(source, *rest)

    monkeypatch.setattr(compare, "compare", refuse)
    assert check(host_only, "emulator").kind == "unsupported"
    monkeypatch.setattr(main, "make_case", lambda kernels, seed, number: host_only if number % 3 else MINIMUM)
    assert main.main(["--emulate", "--cases=7"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith(" s, 3 of them in the emulator, 0 failed")


class HostAsGpu:
    """Stands in for an array on a GPU: in memory of the host."""

    def __init__(self, array):
        self.array = array.copy()

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.array.shape, "typestr": self.array.dtype.str, "data": (self.array.ctypes.data, False)}

    def numpy(self):
        return self.array


def test_what_a_gpu_does_wrong_is_seen(monkeypatch):
    """A kernel whose GPU leaves every element as it was, and one whose GPU reports an error."""
    import compare
    import phobos
    monkeypatch.setattr(compare, "GpuArray", HostAsGpu)
    monkeypatch.setattr(compare, "target_of_gpu", lambda: "sm_90a")
    right = phobos.Kernel.__call__

    def call(self, *values, **named):
        if self.target == "host":
            right(self, *values, **named)

    monkeypatch.setattr(phobos.Kernel, "__call__", call)
    failure = check(MINIMUM, "gpu")
    assert failure.kind == "differs" and failure.text.startswith("on the GPU: O: 9 of 9 elements differ")

    def broken(self, *values, **named):
        call(self, *values, **named)
        if self.target != "host":
            raise phobos.DriverError("CUDA_ERROR_ILLEGAL_ADDRESS")

    monkeypatch.setattr(phobos.Kernel, "__call__", broken)
    assert check(MINIMUM, "gpu") == Failure("gpu", "CUDA_ERROR_ILLEGAL_ADDRESS")


def test_a_worker_ends_after_a_fault_of_the_gpu():
    worker = Worker(lambda case: Failure("gpu", str(os.getpid())))
    processes = {worker.check(case).text for case in (MINIMUM, MINIMUM)}
    worker.close()
    assert len(processes) == 2


def test_a_gpu_runs_cases(capsys):
    import phobos
    from phobos import gpu
    try:
        has_gpu = gpu.count() > 0
    except phobos.DriverError:
        has_gpu = False
    if not has_gpu:
        assert main.main(["--gpu"]) == 2
        assert "expected a GPU, got none" in capsys.readouterr().err
        pytest.skip("no GPU")
    assert main.main(["--gpu", "--kernels=any", "--cases=20", "--jobs=2"]) == 0
    assert " of them on the GPU, 0 failed" in capsys.readouterr().out


@pytest.mark.parametrize("old, new, kind, text", [
    ("masked [0]", "", "verify-masks", "with phobos-eliminate-masks: .*expected a slice that stays inside in dim 0"),
    ("masked [0]", "unchecked [0] masked [0]", "passes", "with phobos-eliminate-masks: "),
    ("arith.subi", "arith.addi", "differs", "with phobos-eliminate-masks: O: "),
])
def test_what_a_pass_does_wrong_is_seen(monkeypatch, old, new, kind, text):
    """A pass that leaves IR with `new` for `old`."""
    import re
    import variants
    monkeypatch.setattr(variants, "MASK_PASSES", ("phobos-eliminate-masks", ))
    right = variants._run

    def wrong(tile_ir, passes, made_by, kind):
        left = right(tile_ir, passes, made_by, kind)
        left = left.replace(old, new) if passes == made_by else left
        return right(left, "canonicalize", made_by, kind)

    monkeypatch.setattr(variants, "_run", wrong)
    failure = check(MINIMUM)
    assert failure.kind == kind and re.search(text, failure.text)


def test_each_pass_leaves_another_kernel():
    from variants import MASK_PASSES, PIPELINE, variants
    missing = {*MASK_PASSES, PIPELINE}
    for number in range(30):
        case = (generate, generate_masked, generate_pointers)[number % 3](f"2:{number}")
        missing -= {variant.passes for variant in variants(case.source, case.settings)} if missing else set()
    assert not missing


def test_memory_outside_of_an_array_is_watched():
    from compare import Guarded
    for array in (np.zeros((3, 4), np.int32), np.zeros((3, 6), np.int32)[:, :4], np.zeros((0, 4), np.int32)):
        copy = Guarded(array)
        copy.view[...] = 7
        assert copy.is_whole()
        copy.flat[64 + (4 if array.strides[0] > 16 else array.size)] = 7
        assert not copy.is_whole()


def fails_by_number(case):
    """Crashes, hangs or fails as the case's source says."""
    if case.source == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    if case.source == "hang":
        time.sleep(60)
    return Failure("refused", "text") if case.source == "refused" else None


def test_crashes_and_hangs_are_failures(monkeypatch):
    monkeypatch.setattr(runner, "TIME_LIMIT", 1.0)
    cases = [Case(source, {}) for source in ("fine", "crash", "refused", "hang", "fine", "fine")]
    found = {number: failure and failure.kind for number, _, failure in run(enumerate(cases), 2, fails_by_number)}
    assert found == {0: None, 1: "crash", 2: "refused", 3: "hang", 4: None, 5: None}


def test_failures_of_one_cause_have_one_signature():
    assert signature(Failure("refused", "k.ph:3:4: error: 'v1' is no tile<f32>[3]")) == signature(
        Failure("refused", "k.ph:9:14: error: 'v2' is no tile<i8>[4, 5]\nmore"))
    assert signature(Failure("refused", "k.ph:1:1: error: a")) != signature(Failure("refused", "k.ph:1:1: error: b"))
    assert signature(None) is None


def run_planted(program: str) -> list[str]:
    """What `program` prints, line by line, with a library that removes masks which are needed."""
    planted = FOLDER.parents[1] / "build/lib/libphobos-planted.so"
    if not planted.exists():
        pytest.skip("no development build")
    program = f"import sys; sys.path[:0] = {PATHS}; {program}"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], env=os.environ | {"PHOBOS_LIBRARY": str(planted)},
                          capture_output=True, text=True, timeout=300)
    assert done.stdout, done.stderr
    return done.stdout.splitlines()


def test_planted_library_is_found_among_generated_cases():
    options = ["--kernels=masks", "--cases=60", "--failures=1", "--shrink-seconds=0", "--jobs=2"]
    assert run_planted(f"import main; main.main({options})")[-1].endswith("1 failed, 1 verify-masks")


#: Of a loop's slices the first is inside, the second is not.
BEYOND = Case(
    """@require(N >= 4)
kernel k(X: tensor<i32>[N], O: tensor<i32>[M]) {
  for i in range(0, M, 4) { O[i :+ 4] = X[i :+ 4] + 1 }
}
""", {
        "X": {"type": "i32", "dims": ["N"], "shape": [4], "data": "small", "seed": 1},
        "O": {"type": "i32", "dims": ["M"], "shape": [8], "data": "small", "seed": 2}
    }, {}, {})


@pytest.mark.parametrize("verify, kind", [("phobos-verify-masks", "verify-masks"), ("cse", "differs")])
def test_planted_library_is_found_by_proofs_and_by_answers(verify, kind):
    """By answers where nothing is proved again."""
    assert check(BEYOND) is None
    program = f"import variants; variants.VERIFY = {verify!r}; from runner import check; from generator import Case; "
    assert run_planted(f"{program}print(check({BEYOND!r}).kind)") == [kind]
