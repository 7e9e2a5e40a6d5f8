"""Runs every check on a built tree and sums them up. Called by scripts/check.

The last line is `N passed, N failed, N skipped`, over all test suites, where a
check without a report of its own counts as one test. Exits with 1 when any
failed. `--ship` adds the shipped build: its tools through lit, its archive.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree

RESULTS = pathlib.Path("build/results")
LLVM = os.environ.get("LLVM_PREFIX", "/usr/lib/llvm-22")
# A worker for each processor.
PYTEST = [sys.executable, "-m", "pytest", "-q", "--tb=short", "--numprocesses=auto"]
LIT = [f"{LLVM}/bin/lit", "-sv", "build/test"]

PYTHON_TESTS = [f"test/{folder}" for folder in ("python", "Integration", "cases", "language", "accuracy", "reference", "fuzz")]

# Name, command, and whether it writes JUnit XML to build/results/<name>.
CHECKS = [
    ("style", ["scripts/style"], False),
    ("docs", ["scripts/docs", "--check"], False),
    ("site", ["scripts/site"], False),
    ("types", [sys.executable, "-m", "mypy", "--cache-dir=build/mypy", "python/phobos"], False),
    ("unit", ["ctest", "--test-dir", "build", "--output-on-failure"], True),
    ("lit", [*LIT, f"--xunit-xml-output={RESULTS}/lit/lit.xml"], True),
    ("python", [*PYTEST, *PYTHON_TESTS, f"--junitxml={RESULTS}/python/pytest.xml"], True),
    # One worker: the hosts are built once.
    ("embedding", [*PYTEST, "--numprocesses=0", "test/embedding", f"--junitxml={RESULTS}/embedding/pytest.xml"], True),
    ("fuzz", ["scripts/fuzz", "--kernels=all", "--cases=1000", "--seconds=20", "--jobs=2"], False),
    ("fuzz-gpu", ["scripts/fuzz", "--emulate", "--kernels=any", "--cases=250", "--seconds=20", "--jobs=2"], False),
]
# Where a GPU answers; some of the cases have no code for GPUs, so that at least 2,000 run there.
GPU_CHECKS = [("fuzz-on-gpu", ["scripts/fuzz", "--gpu", "--kernels=any", "--cases=5000", f"--jobs={os.cpu_count()}"], False)]
SHIP_CHECKS = [
    (
        "lit-ship",
        [*LIT, "--param=tools=build-ship/bin", f"--xunit-xml-output={RESULTS}/lit-ship/lit.xml"],
        True,
    ),
    ("package", [*PYTEST, "test/package", f"--junitxml={RESULTS}/package/pytest.xml"], True),
]


def count(folder):
    """(passed, failed, skipped) over the JUnit files in `folder`."""
    passed = failed = skipped = 0
    for file in folder.glob("*.xml"):
        for case in xml.etree.ElementTree.parse(file).iter("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                failed += 1
            elif case.find("skipped") is not None or case.get("status") == "notrun":
                skipped += 1
            else:
                passed += 1
    return passed, failed, skipped


def run(name, command, has_report):
    print(f"\n== {name}", flush=True)
    folder = RESULTS / name
    folder.mkdir(parents=True)
    environment = dict(os.environ, PYTHONPATH="python", GTEST_OUTPUT=f"xml:{folder.resolve()}/")
    code = subprocess.run(command, env=environment, check=False).returncode
    passed, failed, skipped = count(folder)
    if code != 0 and failed == 0:  # a crash, or a check without a report
        failed = 1
    elif not has_report:
        passed = 1
    elif passed + failed + skipped == 0:
        print(f"{name}: expected at least one test, got none")
        failed = 1
    return passed, failed, skipped


def has_gpu():
    """Asked in a process of its own, which fails where there is no driver."""
    program = "import sys; from phobos import gpu; sys.exit(gpu.count() == 0)"
    return subprocess.run([sys.executable, "-c", program], env=dict(os.environ, PYTHONPATH="python"), capture_output=True,
                          check=False).returncode == 0


def main():
    checks = CHECKS + (GPU_CHECKS if has_gpu() else []) + (SHIP_CHECKS if "--ship" in sys.argv[1:] else [])
    shutil.rmtree(RESULTS, ignore_errors=True)
    rows = [(name, *run(name, command, has_report)) for name, command, has_report in checks]
    print()
    for name, passed, failed, skipped in rows:
        print(f"{name:10} {passed:5} passed {failed:4} failed {skipped:4} skipped")
    passed, failed, skipped = (sum(column) for column in list(zip(*rows))[1:])
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


sys.exit(main())
