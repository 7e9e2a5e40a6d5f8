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


def test_every_test_that_the_page_names_is_there():
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text()))
    files = [*HERE.glob("test_*.py"), *HERE.parent.glob("cases/test_*.py")]
    there = {test for file in files for test in re.findall(r"^def (test_\w+)\(", file.read_text(), re.MULTILINE)}
    assert len(named) > 8 and not {name for name in named if name not in there and not name.startswith("test_v7_")}
