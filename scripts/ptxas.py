# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""NVIDIA's assembler, as a check on PTX: what it says about registers and spills."""

import dataclasses
import os
import pathlib
import re
import shutil
import subprocess


def find_ptxas() -> str | None:
    """ptxas below CUDA_HOME, in PATH or in /usr/local/cuda; None where there is none."""
    homes = (os.environ.get("CUDA_HOME"), "/usr/local/cuda")
    found = [pathlib.Path(home, "bin/ptxas") for home in homes if home]
    found.insert(1, pathlib.Path(shutil.which("ptxas") or ""))
    return next((str(path) for path in found if path.is_file()), None)


@dataclasses.dataclass
class Assembly:
    """What ptxas made of one kernel; `log` is all that it printed."""

    ok: bool
    log: str

    @property
    def registers(self) -> int:
        return max(map(int, re.findall(r"Used (\d+) registers", self.log)), default=0)

    @property
    def spill_bytes(self) -> int:
        return sum(map(int, re.findall(r"(\d+) bytes spill (?:stores|loads)", self.log)))

    @property
    def complaints(self) -> list[str]:
        """Its warnings, and its notes about lost speed (serialised wgmma)."""
        return [line for line in self.log.splitlines() if re.search(r"warning|error|fatal|Performance Loss", line)]


def assemble(ptxas: str, ptx: str, target: str) -> Assembly:
    done = subprocess.run([ptxas, "-v", "-warn-spills", f"-arch={target}", "-o", os.devnull, "/dev/stdin"], input=ptx,
                          capture_output=True, text=True, check=False)
    return Assembly(done.returncode == 0, done.stdout + done.stderr)
