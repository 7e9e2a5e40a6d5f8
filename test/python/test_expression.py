# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pytest

from phobos.errors import ContractError
from phobos.expression import Expression


@pytest.mark.parametrize("text, values, expected", [
    ("1", {}, 1),
    (" 12 ", {}, 12),
    ("M", {"M": 7}, 7),
    ("2 + 3 * 4", {}, 14),
    ("(2 + 3) * 4", {}, 20),
    ("10 - 3 - 2", {}, 5),
    ("-M + 10", {"M": 4}, 6),
    ("M * -2", {"M": 4}, -8),
    ("ceildiv(M, 64)", {"M": 0}, 0),
    ("ceildiv(M, 64)", {"M": 1}, 1),
    ("ceildiv(M, 64)", {"M": 64}, 1),
    ("ceildiv(M, 64)", {"M": 65}, 2),
    ("M ceildiv 64", {"M": 65}, 2),
    ("M floordiv 64 + 1", {"M": 127}, 2),
    ("floordiv(-1, 2)", {}, -1),
    ("ceildiv(-1, 2)", {}, 0),
    ("M mod 8", {"M": 13}, 5),
    ("mod(-1, 8)", {}, 7),
    ("min(M, 3, N)", {"M": 5, "N": 4}, 3),
    ("max(ceildiv(M, 2), 1)", {"M": 0}, 1),
    ("M * N", {"M": 2**40, "N": 2**40}, 2**80),
])
def test_value(text, values, expected):
    assert Expression(text)(values) == expected


def test_names():
    assert Expression("ceildiv(M, TM) * min(K, 4)").names == {"M", "TM", "K"}


@pytest.mark.parametrize("text, message", [
    ("", "got the end"),
    ("M +", "got the end"),
    ("M N", "expected the end, got 'N'"),
    ("(M", r"expected '\)', got the end"),
    ("M / 2", "unexpected '/'"),
    ("M ** 2", "got '\\*'"),
    ("ceildiv(M)", "expected 2 operands of ceildiv, got 1"),
    ("abs(M)", "expected ceildiv, floordiv, mod, min or max, got 'abs'"),
    ("__import__('os')", "unexpected \"'\""),
    ("(" * 5000 + "1" + ")" * 5000, "at most 64 nested levels"),
    ("-" * 5000 + "1", "at most 64 nested levels"),
    (7, "expected an expression, got 7"),
])
def test_negative_syntax(text, message):
    with pytest.raises(ContractError, match=message):
        Expression(text)


@pytest.mark.parametrize("text", ["1 floordiv 0", "ceildiv(4, M)", "4 mod M"])
def test_negative_divisor(text):
    with pytest.raises(ValueError, match="expected a divisor of 1 or more, got 0"):
        Expression(text)({"M": 0})
