# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that are written in Python, as `.ph` text with the places in Python of all that is in it.

Nothing is decided here but how Python spells what `.ph` has: the front end checks the text, and speaks of Python's lines.
"""

import ast
import types
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .generated import Place, Writer
from .language import Attribute
from .python_source import PythonSource, Use
from .translate_expressions import Expressions, spelled

_ASSIGNED: dict[type, str] = {
    ast.Add: "+=", ast.Sub: "-=", ast.Mult: "*=", ast.BitAnd: "&=", ast.BitOr: "|=", ast.BitXor: "^=", ast.LShift: "<<=",
    ast.RShift: ">>="
}
_MOST_FUNCTIONS = 1000  # of a kernel; more are a recursion


@dataclass(frozen=True)
class Translation:
    """`text` with places; `readable` without. `uses` are what it rests on around the functions."""

    text: str
    readable: str
    file: str
    uses: tuple[Use, ...]


class _Program:
    """A kernel and the functions that it calls."""

    def __init__(self) -> None:
        self.uses: list[Use] = []
        self._names: dict[int, str] = {}  # of functions, by their identity
        self._waiting: list[tuple[types.FunctionType, str]] = []

    def name_of(self, function: Any, place: Place) -> str:
        """Of a phobos.fn, which is written later if it is new."""
        inner = function.function
        if id(inner) not in self._names:
            taken = set(self._names.values())
            name, number = spelled(inner.__name__), 2
            while name in taken:
                name, number = f"{inner.__name__}_{number}", number + 1
            if len(taken) > _MOST_FUNCTIONS:
                place.fail(f"expected at most {_MOST_FUNCTIONS} functions")
            self._names[id(inner)] = name
            self._waiting.append((inner, name))
        return self._names[id(inner)]

    def translate(self, kernel: types.FunctionType) -> Translation:
        writer = Writer()
        source = PythonSource(kernel)
        self._names[id(kernel)] = spelled(kernel.__name__)
        self._write(_Function(source, writer, self), is_kernel=True, name=self._names[id(kernel)])
        while self._waiting:
            function, name = self._waiting.pop(0)
            writer.end_line()
            self._write(_Function(PythonSource(function), writer, self), is_kernel=False, name=name)
        return Translation(writer.text_with_places, writer.text, source.file, tuple(self.uses))

    def _write(self, function: "_Function", is_kernel: bool, name: str) -> None:
        function.write_function(is_kernel, name)
        self.uses += function.uses


def translate(kernel: types.FunctionType) -> Translation:
    """CompileError, at the place in Python, where it is no kernel of the language."""
    return _Program().translate(kernel)


class _Function(Expressions):
    """Writes one function."""

    def __init__(self, source: PythonSource, writer: Writer, program: _Program):
        super().__init__(source, writer, program.name_of)
        self._depth = 0

    def write_function(self, is_kernel: bool, name: str) -> None:
        tree = self.source.tree
        parameters = self._check_parameters(tree.args)
        self.own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        self.own |= {parameter.arg for parameter in parameters}
        self.visible.append({parameter.arg for parameter in parameters})
        self._name_choices(tree.decorator_list)
        for decorator in tree.decorator_list:
            self._attribute_of(decorator)
        at = self.source.place_at(tree.lineno, tree.col_offset + len("def "))
        self.writer.write("kernel " if is_kernel else "fn ", at)
        self.writer.write(f"{name}(", at)
        for number, parameter in enumerate(parameters):
            self.write(", " if number else "")
            self._parameter(parameter, is_kernel)
        self.write(")")
        if tree.returns is not None and not (isinstance(tree.returns, ast.Constant) and tree.returns.value is None):
            self.write(" -> ")
            self.type(tree.returns)
        self._body(tree.body)
        self.writer.end_line()

    def _check_parameters(self, arguments: ast.arguments) -> list[ast.arg]:
        for starred in (arguments.vararg, arguments.kwarg):
            if starred:
                self.fail(starred, f"expected parameters with names, got a starred one, {starred.arg}")
        for default in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
            self.fail(default, "expected a parameter without a default")
        return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]

    def _parameter(self, parameter: ast.arg, is_kernel: bool) -> None:
        self.write(spelled(parameter.arg), parameter)
        if parameter.annotation is not None:
            self.write(": ")
            self.type(parameter.annotation)
        elif is_kernel:
            self.fail(parameter, f'expected a type, as {parameter.arg}: f32 or {parameter.arg}: tensor[f32, "M", "N"]')
    # Decorators

    def _name_choices(self, decorators: Sequence[ast.expr]) -> None:
        """Names of @autotune are the kernel's own, whatever is called so around it."""
        for decorator in decorators:
            if isinstance(decorator, ast.Call) and getattr(self.resolve(decorator.func), "name", "") == "autotune":
                self.of_language |= {keyword.arg for keyword in decorator.keywords if keyword.arg}

    def _attribute_of(self, node: ast.expr) -> None:
        """A decorator as an attribute; those that make a kernel of the function are left out."""
        value = self.resolve(node.func if isinstance(node, ast.Call) else node)
        if getattr(value, "is_phobos_decorator", False):
            return
        if not isinstance(value, Attribute):
            self.fail(node, f"expected a decorator of Phobos, as phobos.autotune, got '{ast.unparse(node)}'")
        self.write(f"@{value.name}", node)
        if isinstance(node, ast.Call) and (node.args or node.keywords):
            self.write("(")
            for number, argument in enumerate(node.args):
                self.write(", " if number else "")
                self.within(argument, in_grid=value.name == "grid")
            for number, keyword in enumerate(node.keywords, len(node.args)):
                self.write(", " if number else "")
                self.write(f"{keyword.arg} {'in' if value.name == 'autotune' else '='} ", keyword)
                self.within(keyword.value)
            self.write(")")
        self.writer.end_line()

    # Statements

    def _body(self, statements: Sequence[ast.stmt], bound: Sequence[str] = ()) -> None:
        self.write(" {")
        self.visible.append(set(bound))
        self._depth += 1
        for number, statement in enumerate(statements):
            if isinstance(statement, ast.Pass) or _is_text(statement):
                continue
            self.writer.end_line()
            self.write("  " * self._depth)
            self._statement(statement, statements[number + 1:])
        self._depth -= 1
        self.visible.pop()
        self.writer.end_line()
        self.write("  " * self._depth + "}")

    def _statement(self, node: ast.stmt, rest: Sequence[ast.stmt]) -> None:
        match node:
            case ast.Assign():
                self._assign(node, rest)
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                self._bind(target, value, rest, node.annotation)
            case ast.AugAssign():
                self._augment(node)
            case ast.Expr():
                self.expression(node.value)
            case ast.For():
                self._for(node)
            case ast.While(orelse=[]):
                self.write("while ", node)
                self.expression(node.test)
                self._body(node.body)
            case ast.If():
                self._if(node)
            case ast.Return():
                self.write("return" if node.value is None else "return ", node)
                if node.value is not None:
                    self.expression(node.value)
            case ast.Break() | ast.Continue():
                self.write("break" if isinstance(node, ast.Break) else "continue", node)
            case _:
                first = ast.unparse(node).partition("\n")[0]
                self.fail(node, f"expected a statement of the language, got '{first}'")

    def _assign(self, node: ast.Assign, rest: Sequence[ast.stmt]) -> None:
        if len(node.targets) != 1:
            self.fail(node, "expected one target of '=', got several")
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Tuple):
            self._assign_each(node, target, value, rest)
        elif isinstance(target, ast.Name):
            self._bind(target, value, rest)
        else:
            self._store(target, value, node)

    def _assign_each(self, node: ast.Assign, target: ast.Tuple, value: ast.expr, rest: Sequence[ast.stmt]) -> None:
        """`a, b = x, y`, where no name that is bound is read."""
        if not isinstance(value, ast.Tuple) or len(value.elts) != len(target.elts):
            self.fail(node, f"expected {len(target.elts)} values behind '=', one for each name")
        names = {name.id for name in target.elts if isinstance(name, ast.Name)}
        if any(isinstance(name, ast.Name) and name.id in names for name in ast.walk(value)):
            self.fail(node, "expected values that do not read what is assigned beside them; write one assignment for each")
        for number, (name, part) in enumerate(zip(target.elts, value.elts)):
            self.write("; " if number else "")
            self._assign(ast.copy_location(ast.Assign([name], part), node), rest)

    def _bind(self, target: ast.Name, value: ast.expr, rest: Sequence[ast.stmt], annotation: ast.expr | None = None) -> None:
        """The first assignment of a block binds a name, by `let` where nothing assigns to it later."""
        is_new = annotation is not None or not any(target.id in block for block in self.visible)
        if is_new:
            self.write("var " if _is_changed(target.id, rest) else "let ", target)
        self.write(spelled(target.id), target)
        if annotation is not None:
            self.write(": ")
            self.type(annotation)
        self.write(" ")
        self.write("= ", target)
        self.expression(value)
        self.visible[-1].add(target.id)

    def _store(self, target: ast.expr, value: ast.expr, node: ast.stmt) -> None:
        self.expression(target)
        self.write(" ")
        self.writer.write("= ", self.source.place_between(target, value, "="))
        self.expression(value)

    def _augment(self, node: ast.AugAssign) -> None:
        symbol = _ASSIGNED.get(type(node.op))
        if symbol is None:  # a function in `.ph`
            read = ast.parse(ast.unparse(node.target), mode="eval").body
            for part in ast.walk(read):
                ast.copy_location(part, node.target)
            self._store(node.target, ast.copy_location(ast.BinOp(read, node.op, node.value), node), node)
            return
        self.expression(node.target)
        self.write(" ")
        self.writer.write(f"{symbol} ", self.source.place_between(node.target, node.value, symbol))
        self.expression(node.value)

    def _for(self, node: ast.For) -> None:
        """`for i in range(lo, hi, step, pipeline=3, assert_no_mask=True)`: keywords are the loop's attributes."""
        call = node.iter
        if node.orelse or not isinstance(node.target, ast.Name) or not isinstance(call, ast.Call) \
                or self.resolve(call.func) is not range or not 1 <= len(call.args) <= 3:
            self.fail(node, "expected for NAME in range([start,] end[, step]), without else")
        for keyword in call.keywords:
            self._loop_attribute(keyword)
        self.write("for ", node)
        self.write(spelled(node.target.id), node.target)
        self.write(" in ")
        self.write("range", call)
        self._arguments(call.args)
        self._body(node.body, [node.target.id])

    def _loop_attribute(self, keyword: ast.keyword) -> None:
        value = keyword.value
        if keyword.arg == "assert_no_mask" and isinstance(value, ast.Constant) and isinstance(value.value, bool):
            self.write("@assert_no_mask " if value.value else "", keyword)
        elif keyword.arg == "pipeline":
            self.write("@pipeline(", keyword)
            self.expression(value)
            self.write(") ")
        else:
            self.fail(keyword, f"expected pipeline=n or assert_no_mask=True, got {ast.unparse(keyword)}")

    def _if(self, node: ast.If) -> None:
        self.write("if ", node)
        self.expression(node.test)
        self._body(node.body)
        if not node.orelse:
            return
        self.write(" else")
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            self.write(" ")
            self._if(node.orelse[0])
        else:
            self._body(node.orelse)


def _is_text(node: ast.stmt) -> bool:
    """A docstring, or one elsewhere."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_changed(name: str, statements: Sequence[ast.stmt]) -> bool:
    """Whether one of them assigns to `name` or to a part of it."""

    def is_it(target: ast.AST) -> bool:
        while isinstance(target, ast.Subscript):
            target = target.value
        return isinstance(target, ast.Name) and target.id == name

    for node in (node for statement in statements for node in ast.walk(statement)):
        if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) == "ctx.store" and is_it(node.args[0]):
            return True
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in (part for target in targets if target is not None for part in getattr(target, "elts", [target])):
            if is_it(target) and not isinstance(node, ast.For):
                return True
    return False
