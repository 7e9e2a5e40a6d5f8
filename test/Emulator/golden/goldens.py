# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a GPU has answered: the file goldens.txt, which scripts/record-goldens writes.

    case llvm.nvvm.redux.sync.add/whole 1f0c9a7be210
    out0 7d3a11c x32

A case has its digest, then a line for each output: its elements' bits in hex, `value xN` for N equal ones in a row. Of
an output that is long there is a hash, `sha256:…`.
"""

import dataclasses
import hashlib
import pathlib
from collections.abc import Mapping, Sequence

import numpy as np

PATH = pathlib.Path(__file__).with_name("goldens.txt")
LONG = 1024

Answer = tuple[int, ...] | str  # the elements, or their hash


@dataclasses.dataclass(frozen=True)
class Golden:
    digest: str  # of the case that was run
    outputs: tuple[Answer, ...]


def answer(output: np.ndarray) -> Answer:
    """What is kept of an output."""
    if output.size > LONG:
        return "sha256:" + hashlib.sha256(output.tobytes()).hexdigest()
    return tuple(output.tolist())


def _pack(values: Answer) -> str:
    if isinstance(values, str):
        return values
    runs: list[list[int]] = []
    for value in values:
        if runs and runs[-1][0] == value:
            runs[-1][1] += 1
        else:
            runs.append([value, 1])
    return " ".join(f"{value:x}" + (f" x{count}" if count > 1 else "") for value, count in runs)


def _unpack(words: Sequence[str]) -> Answer:
    if words[0].startswith("sha256:"):
        return words[0]
    values: list[int] = []
    for word in words:
        if word.startswith("x"):
            values += values[-1:] * (int(word[1:]) - 1)
        else:
            values.append(int(word, 16))
    return tuple(values)


def write(goldens: Mapping[str, Golden], heading: str, path: pathlib.Path = PATH) -> None:
    lines = [f"# {heading}"]
    for name, golden in sorted(goldens.items()):
        lines.append(f"case {name} {golden.digest}")
        lines += [f"out{i} {_pack(values)}" for i, values in enumerate(golden.outputs)]
    path.write_text("\n".join(lines) + "\n")


def read(path: pathlib.Path = PATH) -> dict[str, Golden]:
    """All of them, by the case's name; none where nothing was recorded."""
    found: dict[str, Golden] = {}
    name = ""
    for line in path.read_text().splitlines() if path.exists() else ():
        kind, *words = line.split()
        if kind == "case":
            name, digest = words
            found[name] = Golden(digest, ())
        elif kind.startswith("out"):
            found[name] = dataclasses.replace(found[name], outputs=(*found[name].outputs, _unpack(words)))
    return found
