# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Phobos: tile kernels from `.ph` text to the host and to NVIDIA GPUs.

    import numpy, phobos
    k = phobos.compile("saxpy.ph")
    k(a, x, y)          # NumPy arrays run on the host, GPU arrays on their GPU

See `compile`, `kernel` and `Kernel`.
"""

from typing import Any

from .arrays import typed
from .cache import CacheWarning
from .errors import CompileError, ContractError, DriverError, EmulationError, Error, LibraryError
from .explain import (AccessExplanation, ConfigExplanation, LayoutExplanation, MaskExplanation, explain_accesses,
                      explain_configs, explain_layouts, explain_masks)
from .functions import Fn, PythonKernel, fn, kernel
from .kernels import CompileWarning, Kernel, compile
from .language import DECORATORS, NAMES
from .tune_report import Trial, Tuning
from .version import __version__

__all__ = [
    "AccessExplanation", "CacheWarning", "CompileError", "CompileWarning", "ConfigExplanation", "ContractError", "DriverError",
    "EmulationError", "Error", "Fn", "Kernel", "LayoutExplanation", "LibraryError", "MaskExplanation", "PythonKernel",
    "compile", "explain_accesses", "explain_configs", "explain_layouts", "explain_masks", "fn", "kernel", "typed",
    "Trial", "Tuning", "__version__", *DECORATORS
]


def __getattr__(name: str) -> Any:
    """The language's names, as phobos.f32, and its attributes, as phobos.autotune."""
    found = DECORATORS.get(name) or NAMES.get(name)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found
