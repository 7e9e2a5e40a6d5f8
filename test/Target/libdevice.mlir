// libdevice is looked for only where one of its functions is called; a file
// that is not one, and one that lacks the function, are errors.
// RUN: not phobos-translate --mlir-to-ptx --libdevice=%t.none %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not phobos-translate --mlir-to-ptx --libdevice=%s %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: sed -e s/__nv_exp/__nv_none/ %s > %t.mlir
// RUN: %if libdevice %{ phobos-translate --mlir-to-ptx %s | FileCheck %s %}
// RUN: %if libdevice %{ phobos-translate --mlir-to-ptx --libdevice=%libdevice %s | FileCheck %s %}
// RUN: %if libdevice %{ not phobos-translate --mlir-to-ptx %t.mlir 2>&1 | FileCheck %s --check-prefix=LACKS %}

// NONE: error: cannot read libdevice from '{{.*}}':
// LACKS: error: expected '__nv_none' in '{{.*}}libdevice.10.bc', which does not define it

// CHECK: .entry exponential(
// CHECK-NOT: call
// CHECK: fma.rn.f64
llvm.func @__nv_exp(f64) -> f64
llvm.func @exponential(%p: !llvm.ptr<1>, %x: f64) attributes {nvvm.kernel} {
  %y = llvm.call @__nv_exp(%x) : (f64) -> f64
  llvm.store %y, %p : f64, !llvm.ptr<1>
  llvm.return
}
