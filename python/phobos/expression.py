# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integer expressions of a launch contract, such as "ceildiv(M, 64)".

    sum    := term (("+" | "-") term)*
    term   := factor (("*" | "floordiv" | "ceildiv" | "mod") factor)*
    factor := integer | name | "(" sum ")" | "-" factor | function "(" sum ("," sum)* ")"

The functions are floordiv, ceildiv and mod of two operands and min and max of
one or more. Division rounds toward minus (floordiv) or plus (ceildiv) infinity,
and mod has the divisor's sign; a divisor below 1 is an error.
"""

import re
from collections.abc import Callable, Mapping

from .errors import ContractError

Evaluator = Callable[[Mapping[str, int]], int]

_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]\w*)|([-+*(),]))")
_MAX_DEPTH = 64


def _divisor(value: int) -> int:
    if value < 1:
        raise ValueError(f"expected a divisor of 1 or more, got {value}")
    return value


_BINARY = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "floordiv": lambda a, b: a // _divisor(b),
    "ceildiv": lambda a, b: -(-a // _divisor(b)),
    "mod": lambda a, b: a % _divisor(b),
}


class Expression:
    """A parsed expression; `names` are the names that it reads."""

    def __init__(self, text: str):
        """Raises ContractError where `text` is not an expression."""
        if not isinstance(text, str):
            raise ContractError(f"expected an expression, got {text!r}")
        self.text = text
        self.names: set[str] = set()
        self._tokens = _tokenize(text)
        self._next = 0
        self._evaluate = self._sum(0)
        if self._next != len(self._tokens):
            self._fail("the end")
        del self._tokens, self._next

    def __call__(self, values: Mapping[str, int]) -> int:
        """The value for `values`, which hold every name in `names`; ValueError for a divisor below 1."""
        try:
            return self._evaluate(values)
        except ValueError as error:
            raise ValueError(f"{self.text}: {error}") from None

    def _peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._next += 1
        return token

    def _fail(self, expected: str) -> None:
        got = self._peek()
        raise ContractError(f"expression {self.text!r}: expected {expected}, got {repr(got) if got else 'the end'}")

    def _expect(self, token: str) -> None:
        if self._peek() != token:
            self._fail(repr(token))
        self._next += 1

    def _sum(self, depth: int) -> Evaluator:
        return self._chain(("+", "-"), self._term, depth)

    def _term(self, depth: int) -> Evaluator:
        return self._chain(("*", "floordiv", "ceildiv", "mod"), self._factor, depth)

    def _chain(self, operators: tuple[str, ...], operand: Callable[[int], Evaluator], depth: int) -> Evaluator:
        first = operand(depth)
        rest = []
        while self._peek() in operators:
            operator = _BINARY[self._take()]
            rest.append((operator, operand(depth)))
        if not rest:
            return first

        def evaluate(values):
            result = first(values)
            for operator, value in rest:
                result = operator(result, value(values))
            return result

        return evaluate

    def _factor(self, depth: int) -> Evaluator:
        if depth > _MAX_DEPTH:
            raise ContractError(f"expression {self.text[:32]!r}…: expected at most {_MAX_DEPTH} nested levels")
        token = self._peek()
        if token.isdigit():
            value = int(self._take())
            return lambda values: value
        if token == "-":
            self._take()
            negated = self._factor(depth + 1)
            return lambda values: -negated(values)
        if token == "(":
            self._take()
            inner = self._sum(depth + 1)
            self._expect(")")
            return inner
        if not token.isidentifier():
            self._fail("an integer, a name or '('")
        self._take()
        if self._peek() == "(":
            return self._call(token, depth + 1)
        self.names.add(token)
        return lambda values: values[token]

    def _call(self, function: str, depth: int) -> Evaluator:
        self._expect("(")
        operands = [self._sum(depth)]
        while self._peek() == ",":
            self._take()
            operands.append(self._sum(depth))
        self._expect(")")
        if function in ("min", "max"):
            choose = min if function == "min" else max
            return lambda values: choose(operand(values) for operand in operands)
        if function not in ("floordiv", "ceildiv", "mod"):
            raise ContractError(
                f"expression {self.text!r}: expected ceildiv, floordiv, mod, min or max, got {function!r}")
        if len(operands) != 2:
            raise ContractError(f"expression {self.text!r}: expected 2 operands of {function}, got {len(operands)}")
        left, right = operands
        operator = _BINARY[function]
        return lambda values: operator(left(values), right(values))


def _tokenize(text: str) -> list[str]:
    tokens = []
    end = len(text.rstrip())
    position = 0
    while position < end:
        match = _TOKEN.match(text, position)
        if not match:
            raise ContractError(f"expression {text!r}: unexpected {text[position:].lstrip()[0]!r}")
        tokens.append(match[0].lstrip())
        position = match.end()
    return tokens
