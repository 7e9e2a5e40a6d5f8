# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/Language.md and the tests of this folder name the same rules."""

import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs/Language.md"


def test_every_rule_has_a_test():
    rules = re.findall(r"^\| ([A-Z]\d+) \|", PAGE.read_text(), re.MULTILINE)
    shown = [rule.upper() for file in HERE.glob("test_*.py") for rule in re.findall(r"^def test_([a-z]\d+)_", file.read_text(), re.MULTILINE)]
    assert len(rules) == len(set(rules)) > 50
    assert set(rules) == set(shown)
