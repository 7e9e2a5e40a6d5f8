# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Results that are exact by definition: NaN, infinities, zeros with their signs, ends of the range.

IEEE 754 and, for pow and the other functions, C's annex F. Values that a type lacks, as f8e4m3 lacks infinities, do
not occur as its arguments; a result is rounded to the type, so that f8 saturates. Every function of a NaN is NaN, but
for pow(1, NaN) and pow(NaN, 0).
"""

from math import inf, nan

ONE_ARGUMENT = {
    "exp": [(0.0, 1.0), (-0.0, 1.0), (inf, inf), (-inf, 0.0), (nan, nan)],
    "exp2": [(0.0, 1.0), (-0.0, 1.0), (inf, inf), (-inf, 0.0), (nan, nan), (1.0, 2.0), (3.0, 8.0), (-1.0, 0.5)],
    "log": [(1.0, 0.0), (0.0, -inf), (-0.0, -inf), (inf, inf), (-1.0, nan), (-inf, nan), (nan, nan)],
    "log2": [(1.0, 0.0), (0.0, -inf), (-0.0, -inf), (inf, inf), (-1.0, nan), (-inf, nan), (nan, nan), (2.0, 1.0),
             (8.0, 3.0), (0.25, -2.0)],
    "sqrt": [(0.0, 0.0), (-0.0, -0.0), (1.0, 1.0), (4.0, 2.0), (inf, inf), (-1.0, nan), (-inf, nan), (nan, nan)],
    "rsqrt": [(0.0, inf), (-0.0, -inf), (1.0, 1.0), (4.0, 0.5), (inf, 0.0), (-1.0, nan), (-inf, nan), (nan, nan)],
    "sin": [(0.0, 0.0), (-0.0, -0.0), (inf, nan), (-inf, nan), (nan, nan)],
    "cos": [(0.0, 1.0), (-0.0, 1.0), (inf, nan), (-inf, nan), (nan, nan)],
    "tanh": [(0.0, 0.0), (-0.0, -0.0), (inf, 1.0), (-inf, -1.0), (nan, nan)],
    "erf": [(0.0, 0.0), (-0.0, -0.0), (inf, 1.0), (-inf, -1.0), (nan, nan)],
    "floor": [(0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -inf), (nan, nan), (0.5, 0.0), (-0.5, -1.0), (1.5, 1.0)],
    "ceil": [(0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -inf), (nan, nan), (0.5, 1.0), (-0.5, -0.0), (1.5, 2.0)],
    "round": [(0.0, 0.0), (-0.0, -0.0), (inf, inf), (-inf, -inf), (nan, nan), (0.5, 0.0), (-0.5, -0.0), (1.5, 2.0),
              (2.5, 2.0), (3.5, 4.0), (-2.5, -2.0)],
}  # yapf: disable

TWO_ARGUMENTS = {
    "+": [(0.0, 0.0, 0.0), (-0.0, -0.0, -0.0), (0.0, -0.0, 0.0), (1.0, -1.0, 0.0), (inf, 1.0, inf), (inf, inf, inf),
          (inf, -inf, nan), (nan, 1.0, nan), (1.0, nan, nan)],
    "-": [(0.0, 0.0, 0.0), (-0.0, 0.0, -0.0), (-0.0, -0.0, 0.0), (1.0, 1.0, 0.0), (inf, 1.0, inf), (1.0, inf, -inf),
          (inf, inf, nan), (inf, -inf, inf), (nan, nan, nan)],
    "*": [(0.0, -1.0, -0.0), (-0.0, -1.0, 0.0), (inf, -1.0, -inf), (0.0, inf, nan), (-0.0, inf, nan), (inf, inf, inf),
          (nan, 0.0, nan), (0.0, nan, nan)],
    "/": [(1.0, 0.0, inf), (1.0, -0.0, -inf), (-1.0, 0.0, -inf), (0.0, 0.0, nan), (0.0, -1.0, -0.0), (1.0, inf, 0.0),
          (1.0, -inf, -0.0), (inf, inf, nan), (inf, -1.0, -inf), (inf, 0.0, inf), (nan, 1.0, nan)],
    "%": [(5.0, 3.0, 2.0), (-5.0, 3.0, -2.0), (5.0, -3.0, 2.0), (3.0, 1.5, 0.0), (-3.0, 1.5, -0.0), (0.0, 1.0, 0.0),
          (-0.0, 1.0, -0.0), (1.0, inf, 1.0), (-0.0, inf, -0.0), (1.0, 0.0, nan), (inf, 1.0, nan), (inf, inf, nan),
          (nan, 1.0, nan), (1.0, nan, nan)],
    "pow": [
        # a zero
        (0.0, -3.0, inf), (-0.0, -3.0, -inf), (0.0, -2.0, inf), (-0.0, -2.0, inf), (0.0, -0.5, inf), (-0.0, -0.5, inf),
        (0.0, -inf, inf), (-0.0, -inf, inf), (0.0, 3.0, 0.0), (-0.0, 3.0, -0.0), (0.0, 2.0, 0.0), (-0.0, 2.0, 0.0),
        (-0.0, 0.5, 0.0), (0.0, inf, 0.0), (-0.0, inf, 0.0),
        # one, and the power zero, of anything
        (1.0, 3.0, 1.0), (1.0, inf, 1.0), (1.0, -inf, 1.0), (1.0, nan, 1.0), (-1.0, inf, 1.0), (-1.0, -inf, 1.0),
        (0.0, 0.0, 1.0), (-0.0, -0.0, 1.0), (2.0, 0.0, 1.0), (-3.0, -0.0, 1.0), (inf, 0.0, 1.0), (-inf, 0.0, 1.0),
        (nan, 0.0, 1.0), (nan, -0.0, 1.0),
        # a negative number
        (-2.0, 3.0, -8.0), (-2.0, 2.0, 4.0), (-2.0, -1.0, -0.5), (-2.0, 0.5, nan), (-2.0, -0.5, nan),
        # infinite powers
        (0.5, inf, 0.0), (0.5, -inf, inf), (2.0, inf, inf), (2.0, -inf, 0.0), (-0.5, inf, 0.0), (-0.5, -inf, inf),
        (-2.0, inf, inf), (-2.0, -inf, 0.0),
        # powers of infinity
        (inf, 0.5, inf), (inf, -0.5, 0.0), (-inf, 3.0, -inf), (-inf, 2.0, inf), (-inf, 0.5, inf), (-inf, -3.0, -0.0),
        (-inf, -2.0, 0.0), (-inf, -0.5, 0.0), (-inf, inf, inf), (-inf, -inf, 0.0),
        (nan, 1.0, nan), (2.0, nan, nan), (nan, nan, nan),
    ],
}  # yapf: disable

THREE_ARGUMENTS = {
    "fma": [(1.0, 1.0, -1.0, 0.0), (-0.0, 1.0, -0.0, -0.0), (0.0, 1.0, -0.0, 0.0), (inf, 0.0, 1.0, nan),
            (0.0, inf, nan, nan), (inf, 1.0, -inf, nan), (inf, -1.0, 1.0, -inf), (2.0, 3.0, inf, inf),
            (nan, 1.0, 1.0, nan), (1.0, 1.0, nan, nan)],
}  # yapf: disable

SPECIAL_VALUES = ONE_ARGUMENT | TWO_ARGUMENTS | THREE_ARGUMENTS

# Where results end: the last argument with a finite (or nonzero) result, the first without, and its result.
ENDS = {
    ("exp", "f32"): [("0x1.62e42ep+6", "0x1.62e430p+6", inf), ("-0x1.9fe368p+6", "-0x1.9fe36ap+6", 0.0)],
    ("exp", "f64"): [("0x1.62e42fefa39efp+9", "0x1.62e42fefa39f0p+9", inf),
                     ("-0x1.74910d52d3051p+9", "-0x1.74910d52d3052p+9", 0.0)],
    ("exp2", "f32"): [("0x1.fffffep+6", "0x1p+7", inf), ("-0x1.2bfffep+7", "-0x1.2cp+7", 0.0)],
    ("exp2", "f64"): [("0x1.fffffffffffffp+9", "0x1p+10", inf), ("-0x1.0cbffffffffffp+10", "-0x1.0ccp+10", 0.0)],
}  # yapf: disable
