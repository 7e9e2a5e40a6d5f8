# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the tree of dump-ast.ph and writes it in one line per declaration and statement, to compare."""

import json
import sys


def expr(node):
    kind = node["kind"]
    match kind:
        case "integer" | "float" | "bool":
            return f"{kind} {node['value']}"
        case "name":
            return node["name"]
        case "list":
            return [expr(element) for element in node["elements"]]
        case "unary":
            return (node["op"], expr(node["operand"]))
        case "binary":
            return (node["op"], expr(node["lhs"]), expr(node["rhs"]))
        case "call":
            return (expr(node["callee"]), *map(argument, node["arguments"]))
        case "subscript":
            return (expr(node["base"]), [(r["kind"], *(expr(r[k]) for k in ("start", "end") if r[k])) for r in node["ranges"]])
        case "member":
            return f"{expr(node['base'])}.{node['member']['text']}"


def argument(node):
    value = expr(node["value"])
    return (node["name"]["text"], "in" if node["choice"] else "=", value) if node["name"] else value


def type_(node):
    strides = node["strides"] and [expr(stride) for stride in node["strides"]]
    return (node["kind"], node["element"]["text"], [expr(dim) for dim in node["dims"]], strides)


def stmts(nodes):
    return [stmt(node) for node in nodes]


def stmt(node):
    kind = node["kind"]
    match kind:
        case "let" | "var" | "const":
            return (kind, node["name"]["text"], node["type"] and type_(node["type"]), expr(node["value"]))
        case "assign":
            return (kind, expr(node["target"]), node["op"], expr(node["value"]))
        case "eval":
            return (kind, expr(node["value"]))
        case "for":
            return (kind, node["variable"]["text"], [expr(bound) for bound in node["bounds"]], stmts(node["body"]))
        case "while":
            return (kind, expr(node["condition"]), stmts(node["body"]))
        case "if":
            return (kind, expr(node["condition"]), stmts(node["then"]), stmts(node["else"]))
        case "return":
            return (kind, node["value"] and expr(node["value"]))
        case "break" | "continue":
            return kind


def places(node):
    """(line, col) of every node that has a kind or a name."""
    if isinstance(node, list):
        return [place for element in node for place in places(element)]
    if not isinstance(node, dict):
        return []
    own = [(node["line"], node["col"])] if "line" in node else []
    return own + [place for value in node.values() for place in places(value)]


with open(sys.argv[1]) as file:
    tree = json.load(file)
assert tree["version"] == 1
kernel, function = tree["functions"]
assert [(a["name"], *map(argument, a["arguments"])) for a in kernel["attributes"]] == [
    ("autotune", ("T", "in", ["integer 8", "integer 16"])), ("launch", "integer 128")]
assert (kernel["kind"], kernel["name"], kernel["result"], kernel["line"], kernel["col"]) == ("kernel", "k", None, 5, 8)
assert [(p["name"], type_(p["type"])) for p in kernel["params"]] == [
    ("A", ("tensor", "f32", ["M", "integer 4"], ["LDA", "integer 1"])), ("p", ("pointer", "u8", [], None)),
    ("n", ("scalar", "i32", [], None))]
assert stmts(kernel["body"]) == [
    ("let", "big", None, "integer 18446744073709551615"),
    ("var", "x", ("tile", "f16", ["T", "integer 4"], None), ("-", "float 1.5e+300")),
    ("const", "c", None, ("max", "bool True", ["integer 1", "integer 16"])),
    ("for", "i", ["integer 0", "n", "integer 2"],
     [("assign", ("A", [("point", "i"), ("full",)]), "+",
       ("x", [("start-end", "integer 0", "integer 4"), ("start-length", "integer 0", "integer 4")])), "continue"]),
    ("while", ("!", "x"),
     [("assign", ("A", [("from", "integer 1"), ("until", "integer 4")]), None, "ctx.block.x"), "break"]),
    ("if", ("&&", "a", "b"), [("eval", ("f", "t", ("axis", "=", "integer 1")))], [("return", None)]),
]
assert [(p["name"], p["type"] and type_(p["type"])) for p in function["params"]] == [
    ("t", None), ("u", ("scalar", "i8", [], None))]
assert type_(function["result"]) == ("scalar", "i8", [], None)
assert stmts(function["body"]) == [("return", ("<<", "t", "u"))]
assert stmts(tree["constants"]) == [("const", "N", None, "integer 3")]
assert kernel["body"][1]["value"]["line"] == 7 and kernel["body"][1]["value"]["col"] == 28
assert all(line >= 1 and col >= 1 for line, col in places(tree))
