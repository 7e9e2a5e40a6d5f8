# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expressions of Python as those of `.ph` text."""

import ast
import math
import operator
import re
import types
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from .generated import Place, Writer
from .language import FUNCTIONS, SCALARS, Name
from .python_source import UNKNOWN, PythonSource, Use

# How tightly operators bind in `.ph`, from docs/Language.md.
_OR, _AND, _COMPARE, _BIT_OR, _BIT_XOR, _BIT_AND, _SHIFT, _SUM, _PRODUCT, _UNARY, _ATOM = range(1, 12)
_BINARY: dict[type, tuple[str, int]] = {
    ast.Add: ("+", _SUM), ast.Sub: ("-", _SUM), ast.Mult: ("*", _PRODUCT), ast.BitOr: ("|", _BIT_OR),
    ast.BitXor: ("^", _BIT_XOR), ast.BitAnd: ("&", _BIT_AND), ast.LShift: ("<<", _SHIFT), ast.RShift: (">>", _SHIFT),
}
#: Operators that are functions in `.ph`, and Python's spelling.
_CALLED: dict[type, tuple[str, str]] = {
    ast.Div: ("truediv", "/"), ast.FloorDiv: ("floordiv", "//"), ast.Mod: ("mod", "%"), ast.Pow: ("pow", "**"),
    ast.MatMult: ("dot", "@"),
}
#: Those that @grid has, where they round down.
_IN_GRID: dict[type, tuple[str, int]] = {ast.FloorDiv: ("/", _PRODUCT), ast.Mod: ("%", _PRODUCT)}
_COMPARISONS: dict[type, str] = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_UNARY_OPERATORS: dict[type, str] = {ast.USub: "-", ast.Not: "!", ast.Invert: "~"}
#: Words of `.ph` that may be names in Python.
RESERVED = frozenset(("let", "var", "const", "fn", "kernel", "true", "false", "inf", "nan", "ctx", "strides"))
_BUILTINS = frozenset(name for name in (*FUNCTIONS, *SCALARS))


def spelled(name: str) -> str:
    """A name of the kernel's own as `.ph` has it."""
    return f"{name}_" if name in RESERVED or name.rstrip("_") in RESERVED and name.endswith("_") else name


def is_function(value: Any) -> bool:
    """Whether it is a phobos.fn."""
    return getattr(value, "is_phobos_function", False)


class Expressions:
    """Writes the expressions of one function."""

    def __init__(self, source: PythonSource, writer: Writer, declare_function: Callable[[Any, Place], str]):
        self.source, self.writer, self._declare_function = source, writer, declare_function
        self.uses: list[Use] = []
        self.own: set[str] = set()  # names that the function binds, anywhere in it
        self.visible: list[set[str]] = [set()]  # those that are bound here, by block
        self.of_language: set[str] = set()  # extents and names of @autotune
        self._inside: ast.Constant | None = None  # the string that is being read
        self._in_grid = False

    def place(self, node: ast.AST) -> Place:
        return self.source.place(node, self._inside)

    def fail(self, node: ast.AST, message: str) -> NoReturn:
        self.place(node).fail(message)

    def write(self, text: str, node: ast.AST | None = None) -> None:
        self.writer.write(text, self.place(node) if node is not None else None)

    # Names

    def resolve(self, node: ast.expr) -> Any:
        """What a name, or a member of a module, means around the function; UNKNOWN for everything else."""
        if isinstance(node, ast.Name):
            if node.id in self.own or node.id in self.of_language:
                return UNKNOWN
            use = self.source.use(node.id)
            self._note(use)
            return use.value
        if isinstance(node, ast.Attribute):
            base = self.resolve(node.value)
            if isinstance(base, types.ModuleType):
                value = getattr(base, node.attr, UNKNOWN)
                if value is UNKNOWN:
                    self.fail(node, f"module {base.__name__!r} has no {node.attr!r}")
                self._note(Use(vars(base), node.attr, value))
                return value
        return UNKNOWN

    def _note(self, use: Use) -> None:
        """What may change from call to call is looked at before each."""
        if isinstance(use.value, (int, float)) or hasattr(use.value, "dtype") or is_function(use.value):
            self.uses.append(use)

    def _write_meaning(self, node: ast.expr, value: Any, minimum: int) -> None:
        """A value of the surroundings: a compile-time value."""
        if isinstance(value, Name):
            self.write(value.name, node)
        elif is_function(value):
            self.write(self._declare_function(value, self.place(node)), node)
        elif isinstance(value, bool):
            self.write("true" if value else "false", node)
        elif isinstance(value, float) or hasattr(value, "dtype") and getattr(value, "dtype").kind == "f":
            self._write_number(node, float(value), minimum)
        elif hasattr(value, "__index__") and not hasattr(value, "shape"):
            self._write_number(node, operator.index(value), minimum)
        elif getattr(value, "__module__", "") == "builtins" and getattr(value, "__name__", "") in _BUILTINS:
            self.write(value.__name__, node)
        else:
            what = ast.unparse(node)
            self.fail(node, f"expected a number, a phobos.fn or a name of the language, got '{what}', which is a "
                            f"{type(value).__name__} here")

    def _write_number(self, node: ast.expr, value: int | float, minimum: int) -> None:
        text = ("nan" if math.isnan(value) else "inf" if math.isinf(value) else repr(abs(value)))
        is_negative = math.copysign(1.0, value) < 0
        self._write_tight("-" + text if is_negative else text, node, _UNARY if is_negative else _ATOM, minimum)

    def _write_tight(self, text: str, node: ast.expr, level: int, minimum: int) -> None:
        self.write(f"({text})" if level < minimum else text, node)

    def _name(self, node: ast.Name, minimum: int) -> None:
        name = node.id
        if any(name in block for block in self.visible):
            self.write(spelled(name), node)
        elif name in self.own:
            self.fail(node, f"'{name}' is bound in a block that is not around this place; bind it before that block")
        else:
            value = self.resolve(node)
            if value is UNKNOWN:
                self.write(name, node)  # the front end knows it, or says what is near
            else:
                self._write_meaning(node, value, minimum)

    # Expressions

    def expression(self, node: ast.expr, minimum: int = 0) -> None:
        """Writes `node`, in parentheses where it binds less tightly than `minimum`."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            self.fail(node, f"expected an expression of the language, got '{ast.unparse(node)}'")
        method(node, minimum)

    def _constant(self, node: ast.Constant, minimum: int) -> None:
        if isinstance(node.value, bool):
            self.write("true" if node.value else "false", node)
        elif isinstance(node.value, (int, float)):
            self._write_number(node, node.value, minimum)
        else:
            self.fail(node, f"expected a number, got {ast.unparse(node)}")

    def _attribute(self, node: ast.Attribute, minimum: int) -> None:
        value = self.resolve(node)
        if value is not UNKNOWN:
            self._write_meaning(node, value, minimum)
            return
        self.expression(node.value, _ATOM)
        self.write(f".{node.attr}")

    def _open(self, level: int, minimum: int) -> bool:
        if level < minimum:
            self.write("(")
        return level < minimum

    def _binop(self, node: ast.BinOp, minimum: int) -> None:
        kind = type(node.op)
        known = _BINARY.get(kind) or (_IN_GRID.get(kind) if self._in_grid else None)
        if known is None:
            self._called(node, *_CALLED[kind])
            return
        symbol, level = known
        closes = self._open(level, minimum)
        self.expression(node.left, level)
        self.write(" ")
        self._operator(symbol, node.left, node.right, symbol)
        self.expression(node.right, level + 1)
        if closes:
            self.write(")")

    def _operator(self, text: str, left: ast.expr, right: ast.expr, symbol: str) -> None:
        place = self.place(left) if self._inside else self.source.place_between(left, right, symbol)
        self.writer.write(text, place)
        self.write(" ")

    def _called(self, node: ast.BinOp, function: str, symbol: str) -> None:
        place = self.place(node) if self._inside else self.source.place_between(node.left, node.right, symbol)
        self.writer.write(function, place)
        self._arguments([node.left, node.right])

    def _arguments(self, arguments: Sequence[ast.expr], keywords: Sequence[ast.keyword] = ()) -> None:
        self.write("(")
        for at, argument in enumerate(arguments):
            self.write(", " if at else "")
            self.expression(argument)
        for at, keyword in enumerate(keywords, len(arguments)):
            self.write(", " if at else "")
            self.write(f"{keyword.arg} = ", keyword)
            if isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str):
                self.write(keyword.value.value, keyword.value)  # a word, as in precision="tf32"
            else:
                self.expression(keyword.value)
        self.write(")")

    def _unaryop(self, node: ast.UnaryOp, minimum: int) -> None:
        symbol = _UNARY_OPERATORS.get(type(node.op))
        if symbol is None:
            self.fail(node, "expected no unary plus but in a slice, start :+ length")
        closes = self._open(_UNARY, minimum)
        self.write(symbol, node)
        self.expression(node.operand, _UNARY)
        if closes:
            self.write(")")

    def _boolop(self, node: ast.BoolOp, minimum: int) -> None:
        symbol, level = ("&&", _AND) if isinstance(node.op, ast.And) else ("||", _OR)
        closes = self._open(level, minimum)
        self.expression(node.values[0], level)
        for left, right in zip(node.values, node.values[1:]):
            self.write(" ")
            self._operator(symbol, left, right, "and" if level == _AND else "or")
            self.expression(right, level + 1)
        if closes:
            self.write(")")

    def _compare(self, node: ast.Compare, minimum: int) -> None:
        """A chain means that each comparison holds."""
        parts = list(zip([node.left, *node.comparators], node.ops, node.comparators))
        level = _COMPARE if len(parts) == 1 else _AND
        closes = self._open(level, minimum)
        for at, (left, kind, right) in enumerate(parts):
            symbol = _COMPARISONS.get(type(kind))
            if symbol is None:
                self.fail(node, f"expected a comparison of values, got '{ast.unparse(node)}'")
            self.write(" && " if at else "")
            self.expression(left, _COMPARE + 1)
            self.write(" ")
            self._operator(symbol, left, right, symbol)
            self.expression(right, _COMPARE + 1)
        if closes:
            self.write(")")

    def _ifexp(self, node: ast.IfExp, minimum: int) -> None:
        self.write("where", node)
        self._arguments([node.test, node.body, node.orelse])

    def _call(self, node: ast.Call, minimum: int) -> None:
        function = self.resolve(node.func)
        if function is float and len(node.args) == 1 and isinstance(node.args[0], ast.Constant):
            try:
                self._write_number(node, float(str(node.args[0].value)), minimum)
                return
            except (TypeError, ValueError):
                self.fail(node, f"expected a number, got {ast.unparse(node)}")
        if function in (float, int, bool):
            cast = {float: "f32", int: "i32", bool: "x != 0"}[function]
            self.fail(node, f"expected a type of the language for a cast, got {function.__name__}; write {cast}"
                            + ("" if function is bool else "(x)"))
        if any(isinstance(argument, ast.Starred) for argument in node.args) or any(k.arg is None for k in node.keywords):
            self.fail(node, "expected arguments one by one, got a starred one")
        self.expression(node.func, _ATOM)
        self._arguments(node.args, node.keywords)

    def _list(self, node: ast.List | ast.Tuple, minimum: int) -> None:
        self.write("[", node)
        for at, element in enumerate(node.elts):
            self.write(", " if at else "")
            self.expression(element)
        self.write("]")

    _tuple = _list

    def _subscript(self, node: ast.Subscript, minimum: int) -> None:
        self.expression(node.value, _ATOM)
        self.write("[")
        dims = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for at, dim in enumerate(dims):
            self.write(", " if at else "")
            if isinstance(dim, ast.Slice):
                self._slice_of(dim)
            else:
                self.expression(dim)
        self.write("]")

    def _slice_of(self, node: ast.Slice) -> None:
        if node.step is not None:
            self.fail(node.step, "expected a slice without a step")
        is_length = isinstance(node.upper, ast.UnaryOp) and isinstance(node.upper.op, ast.UAdd)
        if node.lower is not None:
            self.expression(node.lower)
        elif is_length:
            self.write("0", node)
        if node.lower is not None and node.upper is not None or is_length:
            self.write(" ")
        if isinstance(node.upper, ast.UnaryOp) and is_length:
            self.write(":+ ", node.upper)
            self.expression(node.upper.operand)
            return
        self.write(":", node)
        if node.upper is not None:
            self.write(" " if node.lower is not None else "")
            self.expression(node.upper)

    # Types, and what decorators say

    def read_string(self, node: ast.Constant, mode: str = "eval") -> ast.expr:
        """The expression that a string holds."""
        try:
            return ast.parse(str(node.value).strip(), mode="eval").body
        except SyntaxError as error:
            self.fail(node, f"expected an expression in {ast.unparse(node)}: {error.msg}")

    def within(self, node: ast.expr, in_grid: bool = False) -> None:
        """An expression of a decorator or of a dim, which a string may hold."""
        self._in_grid = in_grid
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            inner = self.read_string(node)
            self._inside = node
            self.expression(inner)
            self._inside = None
        else:
            self.expression(node)
        self._in_grid = False

    def type(self, node: ast.expr) -> None:
        """A type: f32, tensor[f32, "M", "N"].strides("LD", 1), or a string that holds one of `.ph`."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self._type_text(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "strides":
            self.type(node.func.value)
            self.write(" strides ")
            self._dims(node.args)
        elif isinstance(node, ast.Subscript):
            element, *dims = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            self.type(node.value)
            self.write("<")
            self.type(element)
            self.write(">")
            if dims:
                self._dims(dims)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            value = self.resolve(node)
            self.write(value.name if isinstance(value, Name) else ast.unparse(node), node)
        else:
            self.fail(node, f"expected a type, as f32 or tensor[f32, \"M\", \"N\"], got '{ast.unparse(node)}'")

    def _dims(self, dims: Sequence[ast.expr]) -> None:
        self.write("[")
        for at, dim in enumerate(dims):
            self.write(", " if at else "")
            if isinstance(dim, (ast.Name, ast.Constant)):
                self.within(dim)
            else:
                self._write_number(dim, self._number(dim), _ATOM)
        self.write("]")

    def _number(self, node: ast.expr) -> int:
        """An extent that Python computes, of names of numbers around the function."""
        names = {name.id: self.resolve(name) for name in ast.walk(node) if isinstance(name, ast.Name)}
        try:
            code = compile(ast.fix_missing_locations(ast.Expression(node)), self.source.file, "eval")
            return operator.index(eval(code, {"__builtins__": {}}, names))
        except (ArithmeticError, AttributeError, TypeError, ValueError):
            self.fail(node, f"expected a number or a name as an extent or stride, got '{ast.unparse(node)}'")

    def _type_text(self, node: ast.Constant) -> None:
        """Copies it, but for names of numbers around the function in its dims."""
        text, depth = str(node.value), 0
        if "//" in text:
            self.fail(node, "expected a type as `.ph` has it, where / of constants rounds down, got //")
        for token in re.finditer(r"\w+|\s+|[^\w\s]", text):
            depth += (token[0] == "[") - (token[0] == "]")
            name = ast.Name(token[0], lineno=1, col_offset=token.start())
            self._inside = node
            if depth and token[0].isidentifier():
                self._name(name, _ATOM)
            else:
                self.write(token[0].replace("\n", " "), name)
            self._inside = None
