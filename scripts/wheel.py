"""Makes a wheel of python/phobos and the built libraries. Called by scripts/package:

    scripts/wheel.py build-ship/lib dist

One wheel does for every Python from 3.11 on, since the extension module keeps to the stable ABI. Equal files give an
equal wheel: times are that of the commit.
"""

import base64
import csv
import hashlib
import io
import pathlib
import re
import subprocess
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIBRARIES = ("libphobos.so", "_launch.abi3.so")
TAG = "cp311-abi3-manylinux_2_36_x86_64"

METADATA = """Metadata-Version: 2.1
Name: phobos
Version: {version}
Summary: A compiler for tile kernels that shows why every mask is there, and proves every one it removed
License: Apache-2.0 WITH LLVM-exception
Requires-Python: >=3.11
Requires-Dist: numpy
Description-Content-Type: text/markdown

{readme}"""
WHEEL = f"""Wheel-Version: 1.0
Generator: phobos
Root-Is-Purelib: false
Tag: {TAG}
"""


def read_version() -> str:
    return re.search(r'__version__ = "(.*)"', (ROOT / "python/phobos/version.py").read_text())[1]


def commit_time() -> tuple[int, ...]:
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    return time.gmtime(int(done.stdout or 315532800))[:6]


def collect(libraries: pathlib.Path, version: str) -> dict[str, bytes]:
    """The files of the wheel, but for its record."""
    information = f"phobos-{version}.dist-info"
    files = {f"phobos/{path.name}": path.read_bytes() for path in sorted((ROOT / "python/phobos").glob("*.py"))}
    files |= {f"phobos/lib/{name}": (libraries / name).read_bytes() for name in LIBRARIES}
    files[f"{information}/METADATA"] = METADATA.format(version=version, readme=(ROOT / "README.md").read_text()).encode()
    files[f"{information}/WHEEL"] = WHEEL.encode()
    files[f"{information}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    return files


def record(files: dict[str, bytes], name: str) -> bytes:
    """What the wheel holds, with hashes."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        writer.writerow([path, f"sha256={digest}", len(data)])
    writer.writerow([name, "", ""])
    return text.getvalue().encode()


def main(libraries: str, folder: str) -> int:
    version = read_version()
    files = collect(pathlib.Path(libraries), version)
    name = f"phobos-{version}.dist-info/RECORD"
    files[name] = record(files, name)
    path = pathlib.Path(folder) / f"phobos-{version}-{TAG}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, data in files.items():
            entry = zipfile.ZipInfo(file, commit_time())
            entry.external_attr = (0o755 if file.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    print(f"wheel: {path}, {path.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
