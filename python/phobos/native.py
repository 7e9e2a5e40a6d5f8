# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The extension module of python/native, which lies beside libphobos.so."""

import functools
import importlib.machinery
import importlib.util
import pathlib
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .library import candidates

_NAME = "phobos._launch"
_INTERFACE = 3  # of Module.c


@functools.cache
def module() -> ModuleType | None:
    """The module, None where there is none for this Python, or one of another interface."""
    library = next(filter(pathlib.Path.exists, candidates()), None)
    path = library.resolve().parent / "_launch.abi3.so" if library else None
    if path is None or not path.exists():
        return None
    loader = importlib.machinery.ExtensionFileLoader(_NAME, str(path))
    specification = importlib.machinery.ModuleSpec(_NAME, loader, origin=str(path))
    try:
        found = importlib.util.module_from_spec(specification)
        loader.exec_module(found)
    except ImportError:  # a Python without the stable interface
        return None
    return found if getattr(found, "INTERFACE", 0) == _INTERFACE else None


class _Caller:
    """The base of kernels where there is no module: each call goes on in Python."""

    _plans: Any
    _watched: Any

    def __call__(self, *values, **named) -> None:
        self.call(*values, **named)

    def call(self, *values, **named) -> None:
        raise NotImplementedError


if TYPE_CHECKING:
    Caller = _Caller
else:
    Caller = module().Caller if module() else _Caller
