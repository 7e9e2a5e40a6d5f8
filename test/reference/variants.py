# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel as passes on tiles leave it: what must not change its answers.

Each pass runs alone on clean tile IR, and all of them run as a GPU's lowering has them. Whatever comes out must hold
before `phobos-verify-masks`, which proves again that a slice without a mask stays inside.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from phobos.errors import CompileError
from phobos.library import library

CLEAN = "canonicalize,cse"
VERIFY = "phobos-verify-masks"
#: The passes that run alone.
MASK_PASSES = ("phobos-fold-iota-masks", "phobos-eliminate-masks", "phobos-split-loops",
               "phobos-check-bounds", "phobos-raise-pointers")
#: All of them, in order; verifies by itself.
PIPELINE = "phobos-tile-pipeline"


class VariantError(Exception):
    """`kind` is "verify-masks" or "passes": these refused what a pass left, or the pass failed."""

    def __init__(self, kind: str, passes: str, text: str):
        super().__init__(f"with {passes}: {text}")
        self.kind = kind


@dataclass(frozen=True)
class Variant:
    """`passes` made `tile_ir` of a kernel."""

    passes: str
    tile_ir: str


def _run(tile_ir: str, passes: str, made_by: str, kind: str) -> str:
    try:
        return library().run_pipeline(tile_ir.encode(), "k.mlir", {}, passes)
    except CompileError as error:
        raise VariantError(kind, made_by, str(error)) from None


def variants(source: str, settings: Mapping[str, int] = {}) -> Iterator[Variant]:
    """The different kernels that the passes make of `source`, each once, without those that leave it as it was."""
    clean = library().run_pipeline(source.encode(), "k.ph", {"settings": dict(settings)}, CLEAN)
    seen = {clean}
    for passes in (*MASK_PASSES, PIPELINE):
        tile_ir = _run(clean, passes, passes, "passes")
        if tile_ir not in seen:
            seen.add(tile_ir)
            _run(tile_ir, VERIFY, passes, "verify-masks")
            yield Variant(passes, tile_ir)
