# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was compiled, kept on disk.

An entry is a file that is named by the hash of all that it was made from: source, options, target and compiler. It holds
a hash of what is in it, so that one that was cut short or changed is not believed, and it comes there by a rename, so
that processes may work at once. The folder belongs to the user alone: code out of it runs on a GPU.
"""

import functools
import hashlib
import json
import os
import pathlib
import stat
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from .errors import Error
from .library import library
from .source import Source

_FORMAT = b"phobos cache 1\n"
_SUFFIX, _UNFINISHED = ".entry", ".tmp"
TUNED = ".tuned"  # what tuned.py keeps
_MOST_BYTES = 1 << 30  # of all entries; then the oldest go


class CacheWarning(UserWarning):
    """The cache on disk cannot be used; kernels are compiled all the same."""


@dataclass(frozen=True)
class Entry:
    """What a launch needs of a compiled kernel; no PTX where it was only checked."""

    kernel: str
    target: str
    source: str  # what diagnostics call it
    contract: str
    warnings: str
    ptx: str

    def encode(self) -> bytes:
        text = json.dumps(asdict(self)).encode()
        return b"".join((_FORMAT, hashlib.sha256(text).hexdigest().encode(), b"\n", text))


def _decode(data: bytes) -> Entry | None:
    """None where `data` is no whole entry."""
    head, text = data[:len(_FORMAT) + 65], data[len(_FORMAT) + 65:]
    if head != b"".join((_FORMAT, hashlib.sha256(text).hexdigest().encode(), b"\n")):
        return None
    try:
        return Entry(**json.loads(text))
    except (TypeError, ValueError):
        return None


def folder() -> pathlib.Path | None:
    """Where entries are, whether or not the folder exists: PHOBOS_CACHE, or below the user's folder for caches. None
    where PHOBOS_CACHE is "off"."""
    named = os.environ.get("PHOBOS_CACHE")
    if named == "off":
        return None
    if named:
        return pathlib.Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return pathlib.Path(base) / "phobos" if base else pathlib.Path.home() / ".cache" / "phobos"


def check_private(path: pathlib.Path) -> None:
    """Makes the folder `path` readable and writable for its owner alone; Error where that is another user."""
    status = path.stat()
    if status.st_uid != os.geteuid():
        raise Error(f"cache: expected {path} to belong to user {os.geteuid()}, got user {status.st_uid}; set PHOBOS_CACHE to "
                    "another folder, or to off")
    if stat.S_IMODE(status.st_mode) != 0o700:
        path.chmod(0o700)


@functools.cache
def _usable(path: pathlib.Path) -> bool:
    """Whether the folder `path` can be used; made if need be, and warned of once if not."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_private(path)
    except (OSError, Error) as error:
        warnings.warn(f"kernels are not kept on disk: {error}", CacheWarning, stacklevel=2)
        return False
    return True


def key_of(source: Source, target: str) -> str:
    """The name of the entry for `source`, compiled for `target` by this library."""
    options = json.dumps(source.options, sort_keys=True, default=str)
    hash = hashlib.sha256(_FORMAT)
    for part in (library().build_id.encode(), target.encode(), os.fsencode(source.name), options.encode(), source.text):
        hash.update(b"%d\n" % len(part))
        hash.update(part)
    return hash.hexdigest()


def get(name: str) -> bytes | None:
    """What the file `name` of the folder holds; None where there is none."""
    place = folder()
    if place is None or not _usable(place):
        return None
    path = place / name
    try:
        data = path.read_bytes()
        os.utime(path)  # the oldest are those that nobody reads
    except OSError:
        return None
    return data


def put(name: str, data: bytes) -> None:
    """Makes `data` the contents of the file `name`, if that can be done; others see none of it or all."""
    place = folder()
    if place is None or not _usable(place):
        return
    try:
        with tempfile.NamedTemporaryFile(dir=place, prefix=_UNFINISHED, delete=False) as file:
            file.write(data)
        os.replace(file.name, place / name)
        _drop_oldest(place)
    except OSError as error:
        warnings.warn(f"a kernel is not kept on disk: {error}", CacheWarning, stacklevel=2)


def find(source: Source, target: str) -> Entry | None:
    """The entry, if there is a whole one."""
    data = get(key_of(source, target) + _SUFFIX) if folder() else None
    return None if data is None else _decode(data)


def keep(source: Source, target: str, entry: Entry) -> None:
    """Puts `entry` on disk, in place of any that is not whole."""
    if folder():
        put(key_of(source, target) + _SUFFIX, entry.encode())


def files(place: pathlib.Path) -> Iterator[tuple[pathlib.Path, os.stat_result]]:
    """All that was written to the folder, entries or what is left of broken-off ones."""
    if not place.is_dir():
        return
    for path in sorted(place.iterdir()):
        if path.suffix in (_SUFFIX, TUNED) or path.name.startswith(_UNFINISHED):
            try:
                yield path, path.stat()
            except FileNotFoundError:  # another process was quicker
                continue


def _drop_oldest(place: pathlib.Path) -> None:
    known = sorted(files(place), key=lambda file: file[1].st_mtime)
    total = sum(status.st_size for _, status in known)
    for path, status in known:
        if total <= _MOST_BYTES:
            return
        path.unlink(missing_ok=True)
        total -= status.st_size


def entries(place: pathlib.Path) -> Iterator[tuple[pathlib.Path, os.stat_result, Entry | None]]:
    """The entries on disk; None for one that is not whole."""
    for path, status in files(place):
        if path.suffix == _SUFFIX:
            yield path, status, _decode(path.read_bytes())


def clear(place: pathlib.Path) -> int:
    """Removes all that was written to the folder, and says how many files that were."""
    removed = [path for path, _ in files(place)]
    for path in removed:
        path.unlink(missing_ok=True)
    return len(removed)
