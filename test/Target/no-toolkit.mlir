// Without a CUDA toolkit, what needs one says how to point to it.
// UNSUPPORTED: ptxas, libdevice
// RUN: not phobos-translate --mlir-to-cubin %s 2>&1 | FileCheck %s --check-prefix=LIBDEVICE
// RUN: sed -e s/__nv_exp/other/ %s > %t.mlir
// RUN: not phobos-translate --mlir-to-cubin %t.mlir 2>&1 | FileCheck %s --check-prefix=PTXAS

// LIBDEVICE: error: expected libdevice.10.bc for '__nv_exp', found none below CUDA_HOME or /usr/local/cuda; set CUDA_HOME to a CUDA toolkit or give the file by --libdevice
// PTXAS: error: expected ptxas below CUDA_HOME, in PATH or below /usr/local/cuda, found none; install the CUDA toolkit or set CUDA_HOME
llvm.func @__nv_exp(f64) -> f64
llvm.func @exponential(%p: !llvm.ptr<1>, %x: f64) attributes {nvvm.kernel} {
  %y = llvm.call @__nv_exp(%x) : (f64) -> f64
  llvm.store %y, %p : f64, !llvm.ptr<1>
  llvm.return
}
