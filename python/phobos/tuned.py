# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tuning found, per kernel, class of shapes and GPU: in this process, and on disk beside what was compiled."""

import functools
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from . import cache
from .arrays import describe
from .library import library
from .source import Source

_known: dict[str, dict[str, int] | None] = {}


@functools.cache
def place_of(gpu: int | None) -> str:
    """The name of the GPU, or "host"."""
    return "host" if gpu is None else library().gpu_info(gpu)[0]


def shape_class(values: Sequence[Any]) -> list:
    """What winners are kept for: types, extents up to the next power of two and whether they, and pitches, are multiples
    of 16; numbers do not count."""
    parts = []
    for value in values:
        try:
            array = describe(value)
        except TypeError:
            continue
        parts.append([array.type, [[extent.bit_length(), extent % 16 == 0] for extent in array.shape],
                      [stride == 1 or stride % 16 == 0 for stride in array.strides]])
    return parts


def _name(source: Source, gpu: int | None, values: Sequence[Any]) -> str:
    text = source.text.partition(b"//@file ")[0]  # where a kernel stands in a file does not matter
    key = json.dumps([source.options, place_of(gpu), shape_class(values)], sort_keys=True, default=str)
    return hashlib.sha256(text + b"\0" + key.encode()).hexdigest()


def keep(source: Source, gpu: int | None, values: Sequence[Any], settings: Mapping[str, int]) -> None:
    name = _name(source, gpu, values)
    _known[name] = dict(settings)
    cache.put(name + cache.TUNED, json.dumps(settings).encode())


def find(source: Source, gpu: int | None, values: Sequence[Any]) -> dict[str, int] | None:
    """The winner's settings; None where nobody tuned."""
    name = _name(source, gpu, values)
    if name not in _known:
        _known[name] = _read(name)
    return _known[name]


def _read(name: str) -> dict[str, int] | None:
    try:
        settings = json.loads(cache.get(name + cache.TUNED) or b"null")
    except ValueError:  # a part of a file
        return None
    is_whole = isinstance(settings, dict) and all(type(value) is int for value in settings.values())
    return settings if is_whole else None
