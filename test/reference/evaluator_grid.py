# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Derives the grid of a kernel from its tree, for evaluator.py."""

from dataclasses import dataclass

from evaluator_types import EvaluationError
from evaluator_values import Constant, fail, Value


@dataclass(frozen=True)
class Affine:
    """What a start is, as far as K6 asks: a sum of block positions times constants, plus an integer, plus what has no
    position (`other`). None of it is known of a value that mixes positions in another way."""

    terms: tuple[tuple[str, int], ...] = ()
    constant: int = 0
    other: bool = False
    mixed: bool = False

    @property
    def has_position(self) -> bool:
        return self.mixed or bool(self.terms)


class Grid:
    """Derives a kernel's grid from the starts of its stores (K6)."""

    def __init__(self, launch):
        self.launch, self.program = launch, launch.program
        self.found: dict[str, tuple[str, int, int]] = {}  # of an axis: the extent's text, its value, the constant

    def derive(self) -> list[int]:
        names = {name: Affine(other=True) for name, value in self.launch.values.items() if isinstance(value, Value)}
        tensors = {param["name"]: (param, self.launch.values[param["name"]]) for param in self.launch.kernel["params"]
                   if param["type"]["kind"] == "tensor"}
        self.walk(self.launch.kernel["body"], [names | tensors])
        return [-(-self.found[axis][1] // self.found[axis][2]) if axis in self.found else 1 for axis in "xyz"]

    def lookup(self, scopes: list, name: str):
        for scope in reversed(scopes):
            if name in scope:
                return scope[name]
        try:
            value = self.program.constant(None, name)
        except EvaluationError:
            return Affine(other=True)
        return Affine(constant=value) if isinstance(value, int) else Affine(other=True)

    def constant(self, node, scopes: list):
        """The value of an expression of constants; None for another."""
        def find(node, name):
            value = self.lookup(scopes, name)
            if isinstance(value, Affine) and not (value.has_position or value.other):
                return value.constant
            return fail(node, "not constant")

        try:
            value = self.launch.evaluate_with(node, find)
        except (EvaluationError, AttributeError, TypeError, KeyError):
            return None
        return value if isinstance(value, Constant) else None

    def walk(self, statements: list, scopes: list):
        """Visits the stores of `statements`; what an fn returns."""
        scopes, result = [*scopes, {}], None
        for node in statements:
            kind = node["kind"]
            if kind in ("let", "var", "const"):
                value = self.affine(node["value"], scopes)
                if kind == "var":
                    value = Affine(other=True, mixed=value.has_position)
                scopes[-1][node["name"]["text"]] = value
            elif kind == "assign":
                self.affine(node["value"], scopes)
                if node["target"]["kind"] == "subscript":
                    self.store(node["target"], scopes)
            elif kind == "eval":
                self.affine(node["value"], scopes)
            elif kind == "return" and node["value"]:
                result = self.affine(node["value"], scopes)
            elif kind == "if":
                condition = self.constant(node["condition"], scopes)
                for branch, taken in (("then", True), ("else", False)):
                    if condition in (None, taken):
                        result = self.walk(node[branch], scopes) or result
            elif kind in ("for", "while"):
                inner = {}
                if kind == "for":
                    mixed = any(self.affine(bound, scopes).has_position for bound in node["bounds"])
                    inner[node["variable"]["text"]] = Affine(other=True, mixed=mixed)
                result = self.walk(node["body"], [*scopes, inner]) or result
        return result

    def store(self, target, scopes: list) -> None:
        base = self.lookup(scopes, target["base"].get("name", ""))
        if not isinstance(base, tuple):
            return
        param, tensor = base
        for part, dim, extent in zip(target["ranges"], param["type"]["dims"], tensor.memory.shape):
            start = self.affine(part["start"], scopes) if part["start"] else Affine()
            if not start.has_position:
                continue
            if start.mixed or start.other or start.constant or len(start.terms) != 1 or start.terms[0][1] < 1:
                fail(part, "the grid cannot be derived from this start; write @grid(…)")
            axis, step = start.terms[0]
            found = (dim.get("name") or str(extent), extent, step)
            if self.found.setdefault(axis, found) != found:
                fail(part, "two stores disagree on the grid; write @grid(…)")

    def affine(self, node, scopes: list):
        kind = node["kind"]
        if kind == "integer":
            return Affine(constant=node["value"])
        if kind == "name":
            return self.lookup(scopes, node["name"])
        if kind == "member":
            base = node["base"]
            is_position = base["kind"] == "member" and base["member"]["text"] == "block"
            return Affine(((node["member"]["text"], 1),)) if is_position else Affine(other=True)
        if kind == "call":
            return self.call(node, scopes)
        if kind == "binary" and node["op"] in ("+", "-", "*"):
            return self.combine(node["op"], *(self.affine(node[side], scopes) for side in ("lhs", "rhs")))
        constant = self.constant(node, scopes)
        if isinstance(constant, int) and not isinstance(constant, bool):
            return Affine(constant=constant)
        inner = [node.get("lhs"), node.get("rhs"), node.get("operand")]
        parts = [self.affine(part, scopes) for part in inner if part]
        mixed = kind == "subscript" or any(isinstance(part, Affine) and part.has_position for part in parts)
        return Affine(other=True, mixed=mixed)

    def combine(self, op: str, a, b) -> Affine:
        if not (isinstance(a, Affine) and isinstance(b, Affine)):
            return Affine(other=True)
        mixed, other = a.mixed or b.mixed, a.other or b.other
        if op == "*":
            if a.terms or a.other:
                a, b = b, a
            if mixed or a.terms or a.other and b.terms:
                return Affine(other=True, mixed=True)
            if a.other or b.other and not b.terms:
                return Affine(other=True)
            terms = tuple((axis, step * a.constant) for axis, step in b.terms if a.constant)
            return Affine(terms, a.constant * b.constant, other)
        sign = -1 if op == "-" else 1
        total = dict(a.terms)
        for axis, step in b.terms:
            total[axis] = total.get(axis, 0) + sign * step
        terms = tuple((axis, step) for axis, step in total.items() if step)
        return Affine(terms, a.constant + sign * b.constant, other, mixed)

    def call(self, node, scopes: list):
        function = self.program.functions.get(node["callee"].get("name"))
        arguments = [argument["value"] for argument in node["arguments"] if argument["value"]["kind"] != "list"]
        values = [self.affine(argument, scopes) for argument in arguments]
        if function:
            names = {param["name"]: value for param, value in zip(function["params"], values)}
            return self.walk(function["body"], [names]) or Affine(other=True)
        if node["callee"].get("name", "").startswith("atomic_") and arguments[0]["kind"] == "subscript":
            self.store(arguments[0], scopes)
        constant = self.constant(node, scopes)
        if isinstance(constant, int) and not isinstance(constant, bool):
            return Affine(constant=constant)
        if node["callee"].get("name") == "index" and isinstance(values[0], Affine):
            return values[0]
        return Affine(other=True, mixed=any(isinstance(value, Affine) and value.has_position for value in values))
