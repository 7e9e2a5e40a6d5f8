# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The source of a Python function, and what its names mean where it was defined."""

import ast
import builtins
import inspect
import textwrap
import types
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .errors import CompileError
from .generated import Place

#: What a name has that nobody bound.
UNKNOWN = object()


@dataclass(frozen=True)
class Use:
    """A name of a function's surroundings that its translation rests on, and what it meant."""

    holder: Mapping[str, Any] | types.CellType
    name: str
    value: Any

    def is_current(self) -> bool:
        now = _cell_value(self.holder) if isinstance(self.holder, types.CellType) else self.holder.get(self.name, UNKNOWN)
        return now is self.value or type(now) is type(self.value) and now == self.value


#: The lines of functions, and the number of the first one.
_remembered: weakref.WeakKeyDictionary[types.FunctionType, tuple[list[str], int]] = weakref.WeakKeyDictionary()


def remember(function: types.FunctionType) -> None:
    """Reads the lines of `function` now, before somebody edits the file; none where there are none to read."""
    if function in _remembered:
        return
    try:
        _remembered[function] = inspect.getsourcelines(function)
    except OSError:
        _remembered[function] = [], 1


class PythonSource:
    """Of the function `function`; CompileError where there is none to read."""

    def __init__(self, function: types.FunctionType):
        self.function = function
        self.file = inspect.getsourcefile(function) or function.__code__.co_filename
        remember(function)
        lines, self._first_line = _remembered[function]
        if not lines:
            raise CompileError(f"{self.file}: error: {function.__name__}: expected a function whose source can be read")
        source = "".join(lines)
        dedented = textwrap.dedent(source)
        self._indent = len(lines[0]) - len(dedented.partition("\n")[0] + "\n") if lines[0].endswith("\n") else 0
        tree = ast.parse(dedented).body[0]
        if not isinstance(tree, ast.FunctionDef):
            raise CompileError(f"{self.file}:{self._first_line}:1: error: expected a function made by def, got a "
                               f"{type(tree).__name__}")
        self.tree = tree
        self._lines = dedented.split("\n")

    def place(self, node: ast.AST, inside: ast.Constant | None = None) -> Place:
        """Of a node of the tree; or of one that the text of the string `inside` holds."""
        line, column = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
        if inside is not None:
            line, column = inside.lineno, inside.col_offset + 1 + column
        return self.place_at(line, column)

    def place_at(self, line: int, column: int) -> Place:
        """Of a line and a column of the tree."""
        return Place(self.file, self._first_line + line - 1, column + self._indent + 1)

    def place_between(self, left: ast.AST, right: ast.AST, operator: str) -> Place:
        """Of the operator between two nodes, where it stands on the line on which the first one ends."""
        line, end = getattr(left, "end_lineno", 1), getattr(left, "end_col_offset", 0)
        text = self._lines[line - 1].encode()
        at = text.find(operator.encode(), end)
        limit = getattr(right, "col_offset", 0) if getattr(right, "lineno", 0) == line else len(text)
        return self.place_at(line, at if 0 <= at < limit else end)

    def use(self, name: str) -> Use:
        """What `name` means around the function; UNKNOWN as its value where nobody bound it."""
        function, free = self.function, self.function.__code__.co_freevars
        if name in free:
            cell = (function.__closure__ or ())[free.index(name)]
            return Use(cell, name, _cell_value(cell))
        holder: Mapping[str, Any] = function.__globals__
        if name not in holder:
            holder = vars(builtins)
        return Use(holder, name, holder.get(name, UNKNOWN))


def _cell_value(cell: types.CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # bound later
        return UNKNOWN
