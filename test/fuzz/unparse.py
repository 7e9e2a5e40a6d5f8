# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The text of a tree (docs/AST.md)."""


def program(tree: dict) -> str:
    parts = [statement(node, 0) for node in tree["constants"]]
    return "\n".join(parts + [function(node) for node in tree["functions"]]) + "\n"


def function(node: dict) -> str:
    attributes = "".join(f"@{each['name']}({arguments(each)})\n" if each["arguments"] else f"@{each['name']}\n"
                         for each in node["attributes"])
    params = ", ".join(each["name"] + (f": {type_(each['type'])}" if each["type"] else "") for each in node["params"])
    result = f" -> {type_(node['result'])}" if node["result"] else ""
    return f"{attributes}{node['kind']} {node['name']}({params}){result} {{\n{block(node['body'], 1)}}}"


def type_(node: dict) -> str:
    element = node["element"]["text"]
    match node["kind"]:
        case "scalar":
            return element
        case "pointer":
            return f"ptr<{element}>"
    strides = f" strides [{', '.join(map(expression, node['strides']))}]" if node["strides"] is not None else ""
    return f"{node['kind']}<{element}>[{', '.join(map(expression, node['dims']))}]{strides}"


def block(nodes: list, depth: int) -> str:
    return "".join(statement(node, depth) + "\n" for node in nodes)


def statement(node: dict, depth: int) -> str:
    pad = "  " * depth
    match node["kind"]:
        case "let" | "var" | "const":
            declared = f": {type_(node['type'])}" if node["type"] else ""
            return f"{pad}{node['kind']} {node['name']['text']}{declared} = {expression(node['value'])}"
        case "assign":
            return f"{pad}{expression(node['target'])} {node['op'] or ''}= {expression(node['value'])}"
        case "eval":
            return pad + expression(node["value"])
        case "for":
            bounds = ", ".join(map(expression, node["bounds"]))
            return f"{pad}for {node['variable']['text']} in range({bounds}) {{\n{block(node['body'], depth + 1)}{pad}}}"
        case "while":
            return f"{pad}while {expression(node['condition'])} {{\n{block(node['body'], depth + 1)}{pad}}}"
        case "if":
            text = f"{pad}if {expression(node['condition'])} {{\n{block(node['then'], depth + 1)}{pad}}}"
            return text + (f" else {{\n{block(node['else'], depth + 1)}{pad}}}" if node["else"] else "")
        case "return":
            return pad + ("return " + expression(node["value"]) if node["value"] else "return")
    return pad + node["kind"]


def arguments(node: dict) -> str:
    parts = []
    for each in node["arguments"]:
        name = f"{each['name']['text']} {'in' if each['choice'] else '='} " if each["name"] else ""
        parts.append(name + expression(each["value"]))
    return ", ".join(parts)


def expression(node: dict) -> str:
    match node["kind"]:
        case "integer":
            return str(node["value"])
        case "float":
            return repr(float(node["value"]))
        case "bool":
            return "true" if node["value"] else "false"
        case "name":
            return node["name"]
        case "list":
            return f"[{', '.join(map(expression, node['elements']))}]"
        case "unary":
            return f"({node['op']}{expression(node['operand'])})"
        case "binary":
            return f"({expression(node['lhs'])} {node['op']} {expression(node['rhs'])})"
        case "call":
            return f"{expression(node['callee'])}({arguments(node)})"
        case "subscript":
            return f"{expression(node['base'])}[{', '.join(map(range_, node['ranges']))}]"
        case "member":
            return f"{expression(node['base'])}.{node['member']['text']}"
    raise ValueError(f"unknown kind {node['kind']}")


def range_(node: dict) -> str:
    start = expression(node["start"]) if node["start"] else ""
    end = expression(node["end"]) if node["end"] else ""
    match node["kind"]:
        case "point":
            return start
        case "start-length":
            return f"{start} :+ {end}"
    return f"{start} : {end}".strip()
