# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the text of a kernel with @specialize says of its parameters, before a value of its names is known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .arrays import describe
from .library import library


@dataclass(frozen=True)
class Signature:
    """A kernel whose names in `open` take their values from each call; `extents` holds, for each tensor, the names of
    its extents, None for numbers."""

    kernel: str
    parameters: tuple[str, ...]
    extents: dict[str, tuple[str | None, ...]]
    open: tuple[str, ...]

    def find(self, values: Sequence, named: Mapping[str, Any]) -> dict[str, int]:
        """The open names' values in a call: those given by name, else extents of arrays. TypeError or ValueError where
        one is missing or below 1."""
        found = {name: named[name] for name in self.open if name in named}
        arguments = dict(zip(self.parameters, values)) | {name: named[name] for name in self.parameters if name in named}
        for parameter, names in self.extents.items():
            if parameter in arguments and any(name in self.open and name not in found for name in names):
                found = self._extents(parameter, names, arguments[parameter]) | found
        for name in self.open:
            if name not in found:
                raise TypeError(f"{name}: expected a value, as @specialize({name}) asks for; give it by name, {name}=64")
            if found[name] < 1:
                raise ValueError(f"{name}: expected at least 1, as @specialize({name}) makes it an extent, got {found[name]}")
        return found

    def _extents(self, parameter: str, names: Sequence[str | None], value) -> dict[str, int]:
        try:
            shape = describe(value).shape
            if len(shape) != len(names):
                raise ValueError(f"expected rank {len(names)}, got rank {len(shape)} with shape {shape}")
        except (TypeError, ValueError) as error:
            raise type(error)(f"{parameter}: {error}") from None
        return {name: extent for name, extent in zip(names, shape) if name in self.open}


def read_signature(text: bytes, file_name: str, kernel: str | None, settings: Mapping[str, int]) -> Signature | None:
    """Of the kernel called `kernel`, or of the only one; None where all its names have values, or where there is no
    such kernel, which compiling tells."""
    if b"@specialize" not in text or file_name.endswith(".mlir"):
        return None
    kernels = [function for function in library().dump_ast(text, file_name)["functions"] if function["kind"] == "kernel"]
    chosen = [function for function in kernels if kernel in (None, function["name"])]
    if len(chosen) != 1:
        return None
    tree = chosen[0]
    names = [argument["value"]["name"] for attribute in tree["attributes"] if attribute["name"] == "specialize"
             for argument in attribute["arguments"] if argument["value"]["kind"] == "name"]
    open = tuple(name for name in dict.fromkeys(names) if name not in settings)
    if not open:
        return None
    extents = {parameter["name"]: tuple(dim.get("name") if dim["kind"] == "name" else None for dim in parameter["type"]["dims"])
               for parameter in tree["params"] if parameter["type"]["kind"] == "tensor"}
    return Signature(tree["name"], tuple(parameter["name"] for parameter in tree["params"]), extents, open)
