# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A second meaning of the language: runs the tree of a `.ph` file, block by block, in NumPy.

Written from docs/Language.md, whose rules its comments name (V5, S3), and from nothing of the compiler but the parser's
tree (docs/AST.md). It is plain rather than fast. It checks what it needs to run; programs that the compiler refuses
may run here, or end in an EvaluationError.

Sums and products of floats are computed in a wider type and rounded once, functions such as exp to the last place:
where a program's answer depends on the order of a sum or on an approximation, a comparison has to allow for that. All
else is exact. Per-thread code is not covered.

    evaluate(tree, "k", {"A": array, "n": 3}, settings={"T": 16})   # writes the arrays
"""

from collections.abc import Callable, Mapping

import numpy as np

from evaluator_grid import Grid
from evaluator_program import Body, Jump, Program, Scopes
from evaluator_types import BOOL, EvaluationError, round_float, TYPES
from evaluator_values import convert, fail, index, Pointer, Tensor, Value


def evaluate(tree: dict, kernel: str | None, arguments: Mapping[str, object], settings: Mapping[str, int] = {}) -> None:
    """Runs every block of `kernel`, the only one where it is None, and writes the arrays of `arguments`.

    An array is a NumPy array, with strides where the parameter has them; of bf16 and f8 it holds the bits, or is one of
    ml_dtypes.
    """
    with np.errstate(all="ignore"):
        Launch(tree, kernel, arguments, settings).run()


class Launch:
    def __init__(self, tree, kernel, arguments, settings):
        kernels = [node for node in tree["functions"] if node["kind"] == "kernel" and kernel in (None, node["name"])]
        if len(kernels) != 1:
            raise EvaluationError(f"expected one kernel {kernel or ''}, got {len(kernels)}")
        self.kernel = kernels[0]
        self.values: dict[str, object] = {}
        self.program = Program(tree, self.autotuned(settings))
        self.specialised = {node["value"]["name"] for node in self.attribute("specialize")}
        for param in self.kernel["params"]:
            self.bind(param, arguments[param["name"]])
        for name in self.specialised & self.values.keys():
            self.program.constants[name] = int(self.values.pop(name).data)

    def attribute(self, name: str) -> list:
        """The arguments of all attributes of that name."""
        attributes = [node for node in self.kernel["attributes"] if node["name"] == name]
        return [argument for node in attributes for argument in node["arguments"]]

    def autotuned(self, settings) -> dict[str, int]:
        """K8: the first choice, or what is set."""
        program = Program({"functions": [], "constants": []}, {})
        body = Body(program, Scopes(program.constant))
        first = {argument["name"]["text"]: argument["value"]["elements"][0] for argument in self.attribute("autotune")}
        return {name: settings[name] if name in settings else body.evaluate(node) for name, node in first.items()}

    def body(self) -> Body:
        body = Body(self.program, Scopes(self.program.constant))
        body.scopes.blocks = [dict(self.values)]
        return body

    def evaluate_with(self, node, find: Callable):
        """The value of an expression whose names `find(node, name)` gives."""
        return Body(self.program, Scopes(find)).evaluate(node)

    def bind(self, param, argument) -> None:
        name, type = param["name"], param["type"]
        element = TYPES[type["element"]["text"]]
        if type["kind"] == "scalar":
            self.values[name] = convert(argument, element) if element == BOOL else Value(element, round_float(np.array(
                float(argument)), element) if element.is_float else np.array(argument, element.held))
            return
        memory = argument.view(element.memory)
        if type["kind"] == "pointer":
            self.values[name] = Pointer(element, memory.reshape(-1), index(0))
            return
        strides = [stride // memory.itemsize for stride in memory.strides]
        for dims, sizes in ((type["dims"], memory.shape), (type["strides"] or [], strides)):
            for dim, size in zip(dims, sizes):
                self.bind_extent(param, dim, size)
        self.values[name] = Tensor(element, memory)

    def bind_extent(self, param, dim, size: int) -> None:
        """K2: a name that nothing binds yet is the extent's; any other dim must have its value."""
        name = dim.get("name")
        known = name in self.values or name in self.program.constants or name in self.program.declared
        if name and not known:
            self.values[name] = index(size)
        elif self.body().integer(dim) != size and dim in param["type"]["dims"]:
            fail(param, f"expected an extent of {self.body().integer(dim)}, got {size}")

    def run(self) -> None:
        body = self.body()
        for argument in self.attribute("require"):
            if not body.truth(argument["value"]):
                fail(argument, "the @require does not hold")
        for argument in self.attribute("aligned"):
            extent = body.as_index(body.scopes.find(argument, argument["name"]["text"])).data
            multiple = body.integer(argument["value"])
            if extent % multiple:
                fail(argument, f"expected a multiple of {multiple}, got {extent}")
        explicit = self.attribute("grid")
        grid = [body.integer(argument["value"]) for argument in explicit] if explicit else Grid(self).derive()
        self.program.blocks = x, y, z = tuple([*grid, 1, 1][:3])
        for self.program.block in ((i, j, k) for k in range(z) for j in range(y) for i in range(x)):
            try:
                self.body().run(self.kernel["body"])
            except Jump:
                pass
