"""How lit finds and runs the tests under test/, and what this machine offers.

Features a test may require: `ptxas` (NVIDIA's assembler, then `%ptxas`),
`libdevice` (then `%libdevice`), `gpu` (a CUDA device that answers) and `planted`
(phobos-opt-planted, in which passes have a fault that checks must find).
`--param tools=FOLDER` tests the tools of another build.
"""

import ctypes
import os
import shutil

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "Phobos"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".ph", ".test"]
config.excludes = ["Inputs", "unit", "python", "tools", "cases", "reference", "fuzz"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.phobos_obj_root, "test")


def cuda_file(*parts):
    """The file of the CUDA toolkit at `parts`, in CUDA_HOME or the usual place."""
    for root in (os.environ.get("CUDA_HOME"), "/usr/local/cuda"):
        path = os.path.join(root, *parts) if root else ""
        if os.path.isfile(path):
            return path
    return None


def has_gpu():
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    return (
        cuda.cuInit(0) == 0
        and cuda.cuDeviceGetCount(ctypes.byref(count)) == 0
        and count.value > 0
    )


ptxas = cuda_file("bin", "ptxas") or shutil.which("ptxas")
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))
libdevice = cuda_file("nvvm", "libdevice", "libdevice.10.bc")
if libdevice:
    config.available_features.add("libdevice")
    config.substitutions.append(("%libdevice", libdevice))
if has_gpu():
    config.available_features.add("gpu")

tools = lit_config.params.get("tools", config.phobos_tools)
if os.path.exists(os.path.join(config.phobos_tools, "phobos-opt-planted")):
    config.available_features.add("planted")
config.substitutions.append(("%examples", config.phobos_examples))
config.substitutions.append(("%phobos_libs", config.phobos_libs))
for name in ("CUDA_HOME", "LD_LIBRARY_PATH"):
    llvm_config.with_system_environment(name)
llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    [
        "phobos-lsp-server",
        "phobos-opt",
        "phobos-translate",
        "split-file",
        ToolSubst("phobos-emulate", unresolved="ignore"),
        ToolSubst("phobos-host-run", unresolved="ignore"),
        ToolSubst("phobos-opt-planted", unresolved="ignore"),
        ToolSubst("phobos-toy-opt", unresolved="ignore"),
        ToolSubst("mlir-opt", unresolved="ignore"),
        ToolSubst("mlir-runner", unresolved="ignore"),
    ],
    [os.path.abspath(tools), config.phobos_tools, config.llvm_tools_dir],
)
