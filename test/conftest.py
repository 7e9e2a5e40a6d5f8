# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For all tests in Python: nothing is read from, or left in, the user's cache of kernels."""

import os

os.environ["PHOBOS_CACHE"] = "off"
