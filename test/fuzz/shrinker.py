# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing case smaller while it goes on failing in the same way.

Works on the tree, so it knows nothing of how the case was generated. Each round tries every way to make one step, and
starts again from what still fails; it ends when no step does, or when time is up.
"""

import copy
import re
import time
from collections.abc import Callable, Iterator

import unparse
from generator import Case
from runner import Failure

BLOCKS = ("body", "then", "else")


def signature(failure: Failure | None) -> str | None:
    """What two failures of one cause have in common."""
    if failure is None:
        return None
    if failure.kind not in ("refused", "evaluator", "passes"):
        return failure.kind
    first = failure.text.split("\n", 1)[0]
    return failure.kind + re.sub(r"\d+|<[a-z0-9]+>|\[[^]]*\]|'[^']*'", "", first)


def shrink(case: Case, failure: Failure, check: Callable, parse: Callable,
           seconds: float = 60.0) -> tuple[Case, Failure]:
    """The smallest case found, and its failure. `check` runs a case, `parse` gives the tree of a source."""
    deadline, wanted = time.monotonic() + seconds, signature(failure)
    progress = True
    while progress:
        progress = False
        for smaller in _steps(case, parse):
            if time.monotonic() > deadline:
                return case, failure
            got = check(smaller)
            if signature(got) == wanted:
                case, failure, progress = smaller, got, True
                break
    return case, failure


def _steps(case: Case, parse: Callable) -> Iterator[Case]:
    tree = parse(case.source)
    for smaller in _trees(tree):
        yield from _with_tree(case, smaller)
    for name, argument in case.arguments.items():
        yield from (Case(case.source, {
            **case.arguments, name: each
        }, case.settings, case.ulps) for each in _simpler(argument))
    extents = {dim for each in case.arguments.values() for dim in _dims(each) if isinstance(dim, str)}
    for dim in sorted(extents):
        yield from _with_extent(case, dim)


def _with_tree(case: Case, tree: dict) -> Iterator[Case]:
    """The case with another tree, without the arguments that it no longer has."""
    kernel = next((node for node in tree["functions"] if node["kind"] == "kernel"), None)
    if kernel is None:
        return
    names = {param["name"] for param in kernel["params"]}
    arguments = {name: each for name, each in case.arguments.items() if name in names}
    source = unparse.program(tree)
    if len(source) < len(case.source) or source.count("\n") < case.source.count("\n"):
        yield Case(source, arguments, case.settings, {name: each for name, each in case.ulps.items() if name in names})


def _simpler(argument: dict) -> Iterator[dict]:
    if argument.get("value"):
        yield argument | {"value": type(argument["value"])(0)}
    if argument.get("pitch"):
        yield argument | {"pitch": 0}
    if argument.get("data") == "any":
        yield argument | {"data": "small"}
    if argument.get("data") == "small" and argument.get("special") != 0:
        yield argument | {"special": 0}


def _dims(argument: dict) -> list:
    """Of a tensor. What a pointer points to has one extent, of which the kernel knows nothing."""
    return [] if argument.get("pointer") else argument.get("dims", [])


def _with_extent(case: Case, dim: str) -> Iterator[Case]:
    sizes = [each["shape"][_dims(each).index(dim)] for each in case.arguments.values() if dim in _dims(each)]
    for size in sorted({0, 1, sizes[0] // 2, sizes[0] - 1}):
        if not 0 <= size < sizes[0]:
            continue
        arguments = {}
        for name, each in case.arguments.items():
            if _dims(each):
                shape = [size if d == dim else extent for d, extent in zip(_dims(each), each["shape"])]
                each = each | {"shape": shape}
            arguments[name] = each
        yield Case(case.source, arguments, case.settings, case.ulps)


def _trees(tree: dict) -> Iterator[dict]:
    """Trees with one part less. Large parts go first."""
    for kind in (_without_functions, _without_statements, _simplified):
        yield from kind(tree)


def _changed(tree: dict, path: list, value) -> dict:
    """A copy of `tree` with `value` at `path`."""
    result = copy.deepcopy(tree)
    node = result
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = value
    return result


def _without_functions(tree: dict) -> Iterator[dict]:
    for key in ("functions", "constants"):
        for number, node in enumerate(tree[key]):
            if node["kind"] != "kernel":
                yield _changed(tree, [key], tree[key][:number] + tree[key][number + 1:])
    for number, node in enumerate(tree["functions"]):
        if node["kind"] == "kernel":
            for key in ("params", "attributes"):
                for place in range(len(node[key])):
                    rest = node[key][:place] + node[key][place + 1:]
                    yield _changed(tree, ["functions", number, key], rest)


def _blocks(node, path: list) -> Iterator[tuple[list, list]]:
    """Every list of statements with its path, outer ones first."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in BLOCKS and isinstance(value, list):
                yield [*path, key], value
            yield from _blocks(value, [*path, key])
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from _blocks(value, [*path, number])


def _without_statements(tree: dict) -> Iterator[dict]:
    for path, statements in _blocks(tree, []):
        for size in (len(statements) // 2, 1) if len(statements) > 3 else (1, ):
            for start in range(0, len(statements), size):
                yield _changed(tree, path, statements[:start] + statements[start + size:])
        for number, node in enumerate(statements):
            for key in BLOCKS:
                if node.get(key):
                    yield _changed(tree, path, statements[:number] + node[key] + statements[number + 1:])


def _expressions(node, path: list) -> Iterator[tuple[list, dict]]:
    if isinstance(node, dict):
        if node.get("kind") in ("binary", "unary", "call", "subscript", "integer", "float"):
            yield path, node
        for key, value in node.items():
            if key not in ("type", "params", "attributes", "target"):
                yield from _expressions(value, [*path, key])
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from _expressions(value, [*path, number])


def _simplified(tree: dict) -> Iterator[dict]:
    """Each expression replaced by a part of it, or by a literal."""
    for path, node in _expressions(tree, []):
        parts = [node[key] for key in ("lhs", "rhs", "operand") if key in node]
        if node["kind"] == "call":
            parts = [each["value"] for each in node["arguments"] if not each["name"]]
        if node["kind"] == "subscript":
            parts = [node["base"]]
        literals = [] if node["kind"] in ("integer", "float") else [0, 1]
        if node["kind"] == "integer" and node["value"] > 1:
            literals = [1]
        for part in parts:
            yield _changed(tree, path, part)
        for value in literals:
            yield _changed(tree, path, {"kind": "integer", "value": value, "line": 0, "col": 0})
