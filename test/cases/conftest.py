# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults that users of tile compilers reported, as kernels with the right answer; one file a case.

Each runs on the host as it is, on the host without the masks that are proved away, as code for a GPU in the emulator,
and, where there is one, on a GPU, with arrays between guards that must not change, nor be read in the emulator.
"""

import pathlib
import sys
import warnings
import weakref

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "test/python")]

import phobos  # noqa: E402
from example_runs import Guarded, has_gpu  # noqa: E402
from phobos.arrays import Typed  # noqa: E402

GUARD = 65  # odd: arrays on a GPU begin off a multiple of 16 bytes
ALIGNED_GUARD = 64  # at one


#: A GPU's passes on tiles, which leave the kernel's meaning as it is.
TILE_PIPELINE = "phobos-tile-pipeline"


class Caller:
    """Calls kernels on the host, in the emulator or on GPU 0, compiled anew with `passes` where there are any."""

    def __init__(self, place: str, passes: str = ""):
        self.place = place
        self.passes = passes
        self.guard = GUARD  # in elements
        self._compiled = weakref.WeakKeyDictionary()

    def _with_passes(self, kernel: phobos.Kernel) -> phobos.Kernel:
        if not self.passes:
            return kernel
        if kernel not in self._compiled:
            source = kernel._source
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", phobos.CompileWarning)
                self._compiled[kernel] = phobos.compile(source.text.decode(), file_name=source.name,
                                                        target=kernel.target, passes=self.passes, **source.options)
        return self._compiled[kernel]

    def __call__(self, kernel: phobos.Kernel, *arguments) -> None:
        """NumPy arrays, also in `phobos.typed`, hold the results afterwards."""
        guarded, passed = [], []
        for argument in arguments:
            typed = argument if isinstance(argument, Typed) else None
            array = typed.array if typed else argument
            if not isinstance(array, np.ndarray):
                passed.append(argument)
                continue
            copy = Guarded.make(array, "gpu" if self.place == "gpu" else "host", self.guard)
            guarded.append((array, copy))
            passed.append(phobos.typed(copy.view, typed.type) if typed else copy.view)
        kernel = self._with_passes(kernel)
        if self.place == "emulator":
            kernel.emulate(*passed, seed=1)
        else:
            kernel(*passed)
        for array, copy in guarded:
            after = copy.after()
            for part in (slice(0, self.guard), slice(after.size - self.guard, after.size)):
                assert after[part].tobytes() == copy.flat[part].tobytes(), "memory beside an array changed"
            array[...] = after[self.guard:after.size - self.guard].reshape(array.shape)


@pytest.fixture(params=["host", "host-tile-pipeline", "emulator", "gpu"])
def call(request):
    if request.param == "gpu" and not has_gpu():
        pytest.skip("no GPU")
    place, _, pipeline = request.param.partition("-")
    return Caller(place, TILE_PIPELINE if pipeline else "")
