# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the compiler did, and why: reports about masks, accesses, layouts and configurations."""

import json
import os
from collections.abc import Mapping

from .library import library
from .source import Source, read_source


class _Explanation(dict):
    """A report as JSON, whose str() is the table."""

    _what = ""

    def __init__(self, source: Source, target: str):
        self._source, self._options = source, source.options | {"target": target, "lint": "off"}
        super().__init__(json.loads(self._explain("json")))

    def __str__(self) -> str:
        return self._explain("text")

    def _explain(self, format: str) -> str:
        return library().explain(self._what, self._source.text, self._source.name, self._options, format)


class MaskExplanation(_Explanation):
    """Why every mask is there, or is not: the JSON that docs/Masks.md describes; str() gives the table."""

    _what = "masks"


class AccessExplanation(_Explanation):
    """How each access moves its elements, and why not better: the JSON that docs/Layout.md describes; str() gives the
    table."""

    _what = "accesses"


class LayoutExplanation(_Explanation):
    """Which thread holds what of each tile, and why tiles move: the JSON that docs/Layout.md describes; str() gives the
    tables."""

    _what = "layouts"


class ConfigExplanation(_Explanation):
    """Which combinations of `@autotune`'s choices a GPU can run, and why not the others: the JSON that docs/Tuning.md
    describes; str() gives the table."""

    _what = "configs"

    @property
    def legal(self) -> list[dict[str, int]]:
        """The settings of those that it can run."""
        return [config["settings"] for kernel in self["kernels"] for config in kernel["configs"] if config["legal"]]


def explain_masks(source: str | os.PathLike, target: str = "sm_90a", kernel: str | None = None,
                  settings: Mapping[str, int] | None = None, file_name: str | None = None) -> MaskExplanation:
    """Says of each access of a source why its masks are there or are not, after the tile stage of the GPU `target`.

    Arguments are as for `compile`; without `kernel`, all kernels of the source are explained. Print the result for a
    table.
    """
    return MaskExplanation(_read(source, file_name, kernel, settings), target)


def explain_accesses(source: str | os.PathLike, target: str = "sm_90a", kernel: str | None = None,
                     settings: Mapping[str, int] | None = None, file_name: str | None = None) -> AccessExplanation:
    """Says of each access of a source how its elements move between memory and the threads of the GPU `target`, and why
    not in a better way. Arguments are those of `explain_masks`."""
    return AccessExplanation(_read(source, file_name, kernel, settings), target)


def explain_layouts(source: str | os.PathLike, target: str = "sm_90a", kernel: str | None = None,
                    settings: Mapping[str, int] | None = None, file_name: str | None = None) -> LayoutExplanation:
    """Says of each tile of a source which thread of the GPU `target` holds what of it, and why tiles move to other
    threads. Arguments are those of `explain_masks`."""
    return LayoutExplanation(_read(source, file_name, kernel, settings), target)


def explain_configs(source: str | os.PathLike, target: str = "sm_90a", kernel: str | None = None,
                    settings: Mapping[str, int] | None = None, file_name: str | None = None) -> ConfigExplanation:
    """Lowers a source for the GPU `target` once for each combination of `@autotune`'s choices, and says which of them it
    can run, and why not the others. Names in `settings` have that value alone. Arguments are those of `explain_masks`;
    the source is .ph text."""
    return ConfigExplanation(_read(source, file_name, kernel, settings), target)


def _read(source: str | os.PathLike, file_name: str | None, kernel: str | None, settings: Mapping[str, int] | None) -> Source:
    return read_source(source, file_name, {"kernel": kernel, "settings": settings})
