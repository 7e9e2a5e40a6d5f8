# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The decorators `phobos.kernel` and `phobos.fn`."""

import functools
import threading
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, overload

from .calls import check_grid
from .errors import Error
from .kernels import Kernel, make_kernel
from .native import Caller
from .python_source import Use, remember
from .source import Source, options_of
from .translate import translate
from .tune_report import Tuning


class Fn:
    """A function for kernels, which is inlined where one calls it; made by `phobos.fn`."""

    is_phobos_function = True

    def __init__(self, function: types.FunctionType):
        self.function = function
        functools.update_wrapper(self, function)

    def __repr__(self) -> str:
        return f"<phobos.fn {self.function.__name__}>"

    def __call__(self, *arguments, **named) -> Any:
        raise Error(f"{self.function.__name__}: expected a call in a phobos.kernel or another phobos.fn")


class _Current:
    """A kernel, and what it was made with. Asked before each launch, so most answers are by identity."""

    def __init__(self, kernel: Kernel, uses: Sequence[Use]):
        self.kernel, self._uses = kernel, uses
        self.watched = tuple((use.holder, use.name, use.value) for use in uses if isinstance(use.holder, dict))
        self.others = [use for use in uses if not isinstance(use.holder, dict)]

    def is_valid(self) -> bool:
        for holder, name, value in self.watched:
            if holder.get(name) is not value:
                return all(use.is_current() for use in self._uses)
        return not self.others or all([use.is_current() for use in self.others])


class PythonKernel(Caller):
    """A kernel that is written in Python; made by `phobos.kernel`. It has all that `Kernel` has.

    The source is read at the first use. Names of its surroundings are compile-time values: numbers, and functions by
    `phobos.fn`. Where they have changed since, the next use compiles anew.
    """

    def __init__(self, function: types.FunctionType, target: str | None, options: Mapping[str, object]):
        self.function = function
        self._target, self.options = target, dict(options)
        self._current: _Current | None = None
        self._by_grid: dict[tuple[int, int, int], PythonKernel] = {}
        self._lock = threading.RLock()
        functools.update_wrapper(self, function)

    def __repr__(self) -> str:
        return f"<phobos.kernel {self.function.__name__}>"

    def call(self, *values, **named) -> None:
        """What a call does where it is no launch that is known, by the same kernel."""
        kernel = self.compiled
        kernel(*values, **named)
        current = self._current
        if current and current.kernel is kernel and not current.others:
            self._watched, self._plans = current.watched, kernel._plans

    def tune(self, *values, **named) -> Tuning:
        """As `Kernel.tune`."""
        result = self.compiled.tune(*values, **named)
        self._plans = None  # they launch what was chosen before
        return result

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.compiled, name)

    def __getitem__(self, grid: int | tuple[int, ...]) -> "PythonKernel":
        """As `Kernel[grid]`; it need not derive one."""
        blocks = check_grid(self.function.__name__, grid)
        with self._lock:
            if blocks not in self._by_grid:
                self._by_grid[blocks] = PythonKernel(self.function, self._target, self.options | {"grid": list(blocks)})
            return self._by_grid[blocks]

    @property
    def compiled(self) -> Kernel:
        """The kernel as its surroundings are now."""
        current = self._current
        if current and current.is_valid():
            return current.kernel
        with self._lock:
            self._plans = None
            translation = translate(self.function)
            source = Source(translation.text.encode(), f"{translation.file}.ph", options_of(self.options))
            self._current = _Current(make_kernel(source, self._target), translation.uses)
            return self._current.kernel

    @property
    def source(self) -> str:
        """The kernel as `.ph` text."""
        return translate(self.function).readable


@overload
def kernel(function: Callable, /) -> PythonKernel:
    ...


@overload
def kernel(*, target: str | None = None, settings: Mapping[str, int] | None = None, passes: str | None = None,
           lint: str | None = None, debug_bounds: bool = False) -> Callable[[Callable], PythonKernel]:
    ...


def kernel(function: Callable | None = None, /, *, target: str | None = None, settings: Mapping[str, int] | None = None,
           passes: str | None = None, lint: str | None = None, debug_bounds: bool = False) -> Any:
    """Makes a kernel of a Python function: `@phobos.kernel`, or with options, which are those of `phobos.compile`.

    The function's source is read, not run: docs/Python.md says how the language is spelled in Python.
    """
    options = {"settings": settings, "passes": passes or None, "lint": lint or None, "debug_bounds": debug_bounds}

    def make(function: Callable) -> PythonKernel:
        return PythonKernel(_checked("kernel", function), target, options)

    return make if function is None else make(function)


def fn(function: Callable, /) -> Fn:
    """Makes a function that kernels may call of a Python function: `@phobos.fn`."""
    return Fn(_checked("fn", function))


def _checked(what: str, function: Callable) -> types.FunctionType:
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"phobos.{what}: expected a function made by def, got {function!r}")
    remember(function)
    return function


kernel.is_phobos_decorator = True  # type: ignore[attr-defined]
fn.is_phobos_decorator = True  # type: ignore[attr-defined]
