# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The extension module of python/native, which lies beside libphobos.so."""

import functools
import importlib.machinery
import importlib.util
from types import ModuleType

from .library import library
from .version import __version__

_NAME = "phobos._launch"


@functools.cache
def module() -> ModuleType | None:
    """The module, None where there is none for this Python, or one of another version."""
    path = library().path.resolve().parent / "_launch.abi3.so"
    if not path.exists():
        return None
    loader = importlib.machinery.ExtensionFileLoader(_NAME, str(path))
    specification = importlib.util.spec_from_loader(_NAME, loader)
    try:
        found = importlib.util.module_from_spec(specification)
        loader.exec_module(found)
    except ImportError:  # a Python without the stable interface
        return None
    return found if found.VERSION == __version__ else None
