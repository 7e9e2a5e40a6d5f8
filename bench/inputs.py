# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fresh random inputs of the benchmarks, on the GPU; or small ones on the host, for checks without one."""

import dataclasses
import pathlib
import re
from collections.abc import Callable, Mapping

import torch

import phobos

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"


@dataclasses.dataclass
class Inputs:
    """`launch` and `settings` are another @launch and other values of autotune names for all kernels, to be tried."""

    generator: torch.Generator
    device: str
    small: bool = False
    launch: str = ""
    settings: Mapping[str, int] = dataclasses.field(default_factory=dict)

    def compile(self, source: str, settings: Mapping[str, int] = {}, target: str | None = None) -> phobos.Kernel:
        """The kernel of an example, or of source text; for the GPU that it runs on, or for an older one."""
        text = source if "\n" in source else (EXAMPLES / f"{source}.ph").read_text()
        if self.launch:
            without = re.sub(r"(?m)^@launch\(.*\)\n", "", text)
            text = without.replace("\nkernel ", f"\n@launch({self.launch})\nkernel ", 1)
        named = {name: value for name, value in self.settings.items() if f"{name} in [" in text}
        return phobos.compile(text, target, settings=dict(settings) | named)

    def normal(self, *shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        return torch.randn(shape, generator=self.generator, device=self.device).to(dtype)

    def integers(self, high: int, *shape: int, dtype: torch.dtype = torch.int32) -> torch.Tensor:
        """From 0 to `high` - 1."""
        return torch.randint(high, shape, generator=self.generator, device=self.device, dtype=dtype)

    def unset(self, *shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
        """An output before the call; no answer is NaN."""
        return torch.full(shape, torch.nan, device=self.device, dtype=dtype)

    def rows(self, count: int) -> int:
        """So many rows, or few of them where inputs are to be small; of columns there are always all."""
        return min(count, 3) if self.small else count

    def length(self, count: int) -> int:
        """The length of a vector, or a short one that is off a multiple of 4096 as much."""
        return count % 4096 + 4096 if self.small else count


def poison(*outputs: torch.Tensor) -> Callable[[], None]:
    """What to do before an answer is checked: nothing that an earlier call wrote may stay."""

    def fill():
        for output in outputs:
            output.fill_(torch.nan)

    return fill
