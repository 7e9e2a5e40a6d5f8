# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exceptions that Phobos raises beside TypeError and ValueError."""


class Error(Exception):
    """The base of the exceptions below."""


class CompileError(Error):
    """A source or its options were refused; the text holds every diagnostic as file:line:col: error: …"""


class ContractError(Error):
    """A launch contract is malformed, or asks for what this launcher does not know."""


class DriverError(Error):
    """The CUDA driver is missing or refused a call; the text holds its error's name."""


class EmulationError(Error):
    """The emulator found faults in a kernel; the text holds each as file:line:col: error: …"""


class LibraryError(Error):
    """libphobos.so was not found, cannot be loaded, or is of another version."""
