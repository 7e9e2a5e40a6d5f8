# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tells one build of a library from every other one."""

import hashlib
import mmap
import pathlib
import struct

_ELF_NOTES, _ELF_BUILD_ID = 4, 3  # PT_NOTE, NT_GNU_BUILD_ID


def build_id(path: pathlib.Path) -> str:
    """The identity that the linker gave the ELF file `path`, a hash of its contents; else one of our own making."""
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        offset, = struct.unpack_from("<Q", data, 32)
        size, count = struct.unpack_from("<HH", data, 54)
        for header in range(offset, offset + size * count, size):
            kind, _, at, _, _, length = struct.unpack_from("<IIQQQQ", data, header)
            end = at + length if kind == _ELF_NOTES else at
            while at < end:
                name_size, bytes, note = struct.unpack_from("<III", data, at)
                start = at + 12 + -(-name_size // 4) * 4
                if note == _ELF_BUILD_ID and data[at + 12:at + 16] == b"GNU\0":
                    return data[start:start + bytes].hex()
                at = start + -(-bytes // 4) * 4
        return hashlib.sha256(data).hexdigest()
