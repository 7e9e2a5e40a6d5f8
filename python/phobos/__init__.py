# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Phobos: tile kernels from `.ph` text to the host and to NVIDIA GPUs.

    import numpy, phobos
    k = phobos.compile("saxpy.ph")
    k(a, x, y)          # NumPy arrays run on the host, GPU arrays on their GPU

See `compile` and `Kernel`.
"""

from .arrays import typed
from .cache import CacheWarning
from .errors import CompileError, ContractError, DriverError, EmulationError, Error, LibraryError
from .explain import (AccessExplanation, ConfigExplanation, LayoutExplanation, MaskExplanation, explain_accesses,
                      explain_configs, explain_layouts, explain_masks)
from .kernel import CompileWarning, Kernel, compile
from .version import __version__

__all__ = [
    "AccessExplanation", "CacheWarning", "CompileError", "CompileWarning", "ConfigExplanation", "ContractError", "DriverError",
    "EmulationError", "Error", "Kernel", "LayoutExplanation", "LibraryError", "MaskExplanation", "compile",
    "explain_accesses", "explain_configs", "explain_layouts", "explain_masks", "typed", "__version__"
]
