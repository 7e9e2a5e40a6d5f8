# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is compiled: text, and the options that go with it."""

import operator
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import CompileError


@dataclass(frozen=True)
class Source:
    """Text that diagnostics call `name`, and options of phobos_compile but for the target."""

    text: bytes
    name: str
    options: dict = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, int]:
        return self.options.get("settings", {})

    def with_settings(self, settings: Mapping[str, int]) -> "Source":
        """With these beside those that are there."""
        return Source(self.text, self.name, self.options | {"settings": {**self.settings, **settings}})


def read_source(source: str | os.PathLike, file_name: str | None, options: Mapping[str, object]) -> Source:
    """Of `source`, a path or text; options that are None, False or empty are left out. CompileError or OSError where
    there is no text."""
    if isinstance(source, str) and ("\n" in source or "{" in source):
        text, name = source.encode(), file_name or "<source>"
    elif isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            text, name = file.read(), file_name or os.fspath(source)
    else:
        raise TypeError(f"source: expected a path or source text, got {type(source).__name__}")
    if b"\0" in text:
        line = text[:text.index(b"\0")].count(b"\n") + 1
        raise CompileError(f"{name}:{line}:1: error: expected text, got a zero byte")
    return Source(text, name, options_of(options))


def options_of(options: Mapping[str, object]) -> dict:
    """Those that say something: not None, False or empty."""
    given = {name: value for name, value in options.items() if value is not None and value is not False and value != {}}
    if "settings" in given:
        given["settings"] = check_settings(given["settings"])
    return given


def check_settings(settings: object) -> dict[str, int]:
    """The values of autotune names, checked: TypeError where one is no integer."""
    if not isinstance(settings, Mapping):
        raise TypeError(f'settings: expected a mapping of names to integers, as {{"TM": 64}}, got {settings!r}')
    for name, value in settings.items():
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            raise TypeError(f"settings: expected an integer for {name}, got {value!r}")
    return {str(name): operator.index(value) for name, value in settings.items()}
