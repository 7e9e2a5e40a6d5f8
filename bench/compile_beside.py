#!/usr/bin/env python3
# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times from a kernel's source to code that is loaded on a GPU, beside Triton's: python3 bench/compile_beside.py

Needs torch, Triton and a GPU. The kernels are those of examples/tutorials.py and bench/kernels/tutorials.py. Each time is
the first call's in a process of its own, without what caches on disk hold of it; imports and the driver's start are not
counted. The second column is a process that finds the cache filled.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / folder) for folder in ("bench", "python", "examples")]

KERNELS = ("vector_add", "softmax", "matmul", "layer_norm")


def make_call(program: str, name: str):
    """The first call of a kernel, for arrays that are there."""
    import torch

    import kernels.tutorials as peers
    import tutorials
    ours = program == "phobos"
    if name == "vector_add":
        x, y, out = torch.ones(3, 1 << 20, device="cuda")
        return (lambda: tutorials.vector_add(x, y, out)) if ours else \
            lambda: peers.triton_add[(1024, )](x, y, out, 1 << 20, BLOCK=1024)
    if name == "softmax":
        x, out = torch.ones(2, 64, 4096, device="cuda")
        return (lambda: tutorials.softmax(x, out)) if ours else lambda: peers.triton_softmax[(64, )](x, out, 4096, BLOCK=4096)
    if name == "matmul":
        a, b, c = torch.ones(3, 512, 512, device="cuda", dtype=torch.float16)
        return (lambda: tutorials.matmul(a, b, c)) if ours else lambda: peers.triton_matmul[(8, )](
            a, b, c, 512, 512, 512, LEAKS=False, BM=128, BN=256, BK=64, num_stages=4, num_warps=8)
    x, y = torch.ones(2, 64, 4096, device="cuda", dtype=torch.float16)
    w, b = torch.ones(2, 1, 4096, device="cuda", dtype=torch.float16)
    mean, scale = torch.ones(2, 64, 1, device="cuda")
    return (lambda: tutorials.layer_norm(x, w, b, y, mean, scale, 1e-5)) if ours else \
        lambda: peers.triton_layer_norm[(64, )](x, w, b, y, mean, scale, 4096, 1e-5, BLOCK=4096)


def measure_here(program: str, name: str) -> float:
    import torch
    call = make_call(program, name)
    torch.cuda.synchronize()
    start = time.perf_counter()
    call()
    seconds = time.perf_counter() - start
    torch.cuda.synchronize()
    return seconds


def measure(program: str, name: str, runs: int) -> tuple[float, float]:
    """The medians with empty caches and with filled ones."""
    cold, warm = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {"PHOBOS_CACHE": f"{folder}/phobos", "TRITON_CACHE_DIR": f"{folder}/triton",
                                        "CUDA_CACHE_PATH": f"{folder}/cuda"}
            for times in (cold, warm):
                done = subprocess.run([sys.executable, __file__, "--one", program, name], env=environment, capture_output=True,
                                      text=True, check=True)
                times.append(float(done.stdout))
    return statistics.median(cold), statistics.median(warm)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="processes per figure (default %(default)s)")
    parser.add_argument("--kernels", nargs="+", choices=KERNELS, default=KERNELS, help="default: all")
    parser.add_argument("--json", type=pathlib.Path, help="also write the results here")
    parser.add_argument("--one", nargs=2, metavar=("PROGRAM", "KERNEL"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(measure_here(*options.one))
        return 0
    results = []
    print("| kernel | program | first call, ms | with a filled cache, ms |\n|---|---|---|---|")
    for name in options.kernels:
        for program in ("phobos", "triton"):
            cold, warm = measure(program, name, options.runs)
            print(f"| {name} | {program} | {cold * 1000:.0f} | {warm * 1000:.0f} |", flush=True)
            results.append({"kernel": name, "program": program, "cold": cold, "warm": warm})
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
