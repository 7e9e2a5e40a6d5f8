# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far a function's result may be from the exact one, by type; docs/Accuracy.md shows these tables.

In units in the last place (`floats.ulp_error`). 0.5 is the exact result rounded to nearest, ties to even, and 0 an
exact one: these hold to the last bit. f8 stands for both f8 types.
"""

import numpy as np

from floats import round_to, ulp_error


def _table(text: str) -> dict[str, dict[str, float]]:
    """function -> type -> bound, of lines of columns."""
    names, *rows = [line.split() for line in text.strip().splitlines()]
    return {function: dict(zip(names, map(float, bounds))) for function, *bounds in rows}


# With glibc 2.36 or newer.
HOST = _table("""
        f8     f16    bf16   f32   f64
+       0.5    0.5    0.5    0.5   0.5
-       0.5    0.5    0.5    0.5   0.5
*       0.5    0.5    0.5    0.5   0.5
/       0.5    0.5    0.5    0.5   0.5
%       0      0      0      0     0
fma     0.501  0.5    0.5    0.5   0.5
sqrt    0.5    0.5    0.5    0.5   0.5
floor   0      0      0      0     0
ceil    0      0      0      0     0
round   0      0      0      0     0
rsqrt   0.501  0.501  0.501  1.5   1.5
exp     0.501  0.501  0.501  0.51  0.52
exp2    0.501  0.501  0.501  0.51  0.52
log     0.501  0.501  0.501  0.83  0.53
log2    0.501  0.501  0.501  0.77  0.57
pow     0.501  0.501  0.501  0.83  0.53
sin     0.501  0.501  0.501  0.57  0.52
cos     0.501  0.501  0.501  0.57  0.52
tanh    0.501  0.501  0.501  2.2   2.3
erf     0.501  0.501  0.501  1     1.5
""")

# ex2.approx and rsqrt.approx are within 2^-22 and 2^-22.9 of the result; the formulas add to that. f64 functions are
# libdevice's, which NVIDIA documents as distances from the rounded result.
GPU = HOST | _table("""
        f8     f16    bf16   f32   f64
rsqrt   0.501  0.501  0.501  2.2   1.5
exp     0.501  0.501  0.501  4     1.5
exp2    0.501  0.501  0.501  4     1.5
log     0.501  0.501  0.501  1     1.5
log2    0.501  0.501  0.501  2     1.5
pow     0.501  0.501  0.501  12    2.5
sin     0.501  0.501  0.501  3     2.5
cos     0.501  0.501  0.501  3     2.5
tanh    0.501  0.501  0.501  4     1.5
erf     0.501  0.501  0.501  4     2.5
""")
TABLES = {"host": HOST, "gpu": GPU}


def markdown() -> str:
    """The tables as one, as docs/Accuracy.md has it: a cell is the bound, or the host's and a GPU's."""
    types = next(iter(HOST.values()))
    lines = ["| function | " + " | ".join(types) + " |", "|---" * (len(types) + 1) + "|"]
    for function, bounds in HOST.items():
        cells = [f"{host:g}" if host == GPU[function][name] else f"{host:g}, GPU {GPU[function][name]:g}"
                 for name, host in bounds.items()]
        lines.append(f"| `{function}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def bound(function: str, name: str, table: dict[str, dict[str, float]] = HOST) -> float:
    """Of `function`, by its name or operator, in the float type `name`."""
    return table[function]["f8" if name.startswith("f8") else name]


def is_within(function: str, name: str, got: np.ndarray, exact: np.ndarray, table=HOST) -> np.ndarray:
    """Whether each result `got` keeps the bound, where the exact result is `exact` (see `floats` for their types)."""
    limit = bound(function, name, table)
    if limit <= 0.5:
        return ulp_error(got, round_to(exact, name), name) == 0
    return ulp_error(got, exact, name) <= limit
