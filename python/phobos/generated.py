# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`.ph` text that is made of Python's, and where each piece of it comes from."""

import linecache
from dataclasses import dataclass
from typing import NoReturn

from .errors import CompileError


@dataclass(frozen=True)
class Place:
    """In a file; lines and byte columns count from 1."""

    file: str
    line: int
    column: int

    def fail(self, message: str) -> NoReturn:
        """CompileError in the front end's form, with the line and a caret."""
        text = linecache.getline(self.file, self.line).rstrip("\n")
        before = text.encode()[:self.column - 1].decode(errors="ignore")
        shown = f"\n{text}\n{' ' * len(before)}^" if text else ""
        raise CompileError(f"{self.file}:{self.line}:{self.column}: error: {message}{shown}")


class Writer:
    """Text that grows, and the places of what is written."""

    def __init__(self) -> None:
        self._lines = [""]
        self._places: dict[str, list[str]] = {}

    def write(self, text: str, place: Place | None = None) -> None:
        """`text` holds no line's end. What follows comes from `place` as well, up to the next one."""
        if place:
            column = len(self._lines[-1].encode()) + 1
            pairs = self._places.setdefault(place.file, [])
            pairs.append(f"{len(self._lines)}:{column}={place.line}:{place.column}")
        self._lines[-1] += text

    def end_line(self) -> None:
        self._lines.append("")

    @property
    def text(self) -> str:
        """As a person would write it."""
        return "\n".join(self._lines)

    @property
    def text_with_places(self) -> str:
        """With comments that the front end reads: include/phobos/Frontend/SourceOrigins.h."""
        lines = [self.text]
        for file, pairs in self._places.items():
            lines.append(f"//@file {file}")
            lines += [f"//@at {' '.join(pairs[start:start + 16])}" for start in range(0, len(pairs), 16)]
        return "\n".join(lines) + "\n"
