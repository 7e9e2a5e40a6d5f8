//===- Passes.td - From thread-level IR to llvm and nvvm ----*- tablegen -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_CONVERSION_PHOBOSTOGPU_PASSES_TD
#define PHOBOS_CONVERSION_PHOBOSTOGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandMath : Pass<"phobos-expand-math"> {
  let summary = "Express elementary functions by what the hardware has";
  let description = [{
    Rewrites exp, exp2, log, log2, sqrt, rsqrt, sin, cos, tanh, erf and powf on f32
    scalars and vectors to additions, multiplications, fma, `math.exp2`
    (`ex2.approx`), `math.sqrt` (`sqrt.rn`) and `math.rsqrt` (`rsqrt.approx`); f16
    and bf16 go through f32 and are rounded once. No library is needed for these.

    Largest errors, in units in the last place of the result, against double
    precision. The formula's is measured (`expand-math-accuracy.mlir`); the hardware's
    own in `ex2.approx` and `rsqrt.approx` (2^-22 of the result) comes on top.

    | function | formula | hardware | exact |
    |---|---|---|---|
    | exp | 2 | 2 | exp(-inf) = 0, exp(0) = 1 |
    | exp2, rsqrt | | 2 | |
    | log | 1 | | log(1) = 0 |
    | log2 | 2 | | powers of two |
    | sqrt | 0.5 | | |
    | sin, cos | 2; 3 beyond 2^16 | | sin(0) = 0 |
    | tanh | 2 | 1 | |
    | erf | 3 | 1 | |
    | powf | 3 | 2 | the special cases of C99 |

    Four or more quotients of f32 elements by one number, as of a row by its sum,
    become products with its reciprocal and two corrections by fma each, which are
    exact where no operand is huge or tiny; one branch for all of them tests that.
    In blocks of 512 threads and more, up to three by a constant that is no power of
    two are found in f64, without a branch.

    An integer `abs` becomes shifts and a subtraction in assembly: ptxas takes
    `abs` for at least 0, which it is not of the least integer.

    NaN gives NaN (except in powf(x, 0) and powf(1, x)), overflow gives infinity,
    subnormal numbers are kept. Everything else (f64, and functions like atan)
    becomes a call to libdevice, which the translation to PTX must find.

    ```mlir
    %e = math.exp %x : f32
    // becomes
    %t = arith.mulf %clamped, %log2e : f32
    …
    %p = math.exp2 %t : f32
    %e = arith.mulf %p, %correction : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandFloat8 : Pass<"phobos-expand-float8"> {
  let summary = "Express floats of 8 bits by casts, and casts by cvt or integers";
  let description = [{
    Arithmetic on f8E4M3FN and f8E5M2 becomes arithmetic on f32. A cast from f16,
    bf16 or f32 rounds to nearest even and saturates, NaN gives NaN; a cast to any
    wider type is exact. With `hardware` they are the conversions of sm_89 and
    newer, else integer arithmetic with the same results.

    ```mlir
    %y = arith.truncf %x : vector<2xf32> to vector<2xf8E4M3FN>
    // becomes, with `hardware`,
    %e:2 = vector.to_elements %x : vector<2xf32>
    %p = nvvm.convert.f32x2.to.f8x2 %e#1, %e#0 {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>}
      : vector<2xi8>(f8E4M3FN)
    …
    %y = arith.bitcast %bytes : vector<2xi8> to vector<2xf8E4M3FN>
    ```
  }];
  let options = [Option<"hardware", "hardware", "bool", /*default=*/"false",
                        "the target converts 8-bit floats in hardware">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::NVVM::NVVMDialect",
                           "::mlir::vector::VectorDialect"];
}

def ThreadToNVVM : Pass<"phobos-thread-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Convert thread-level code to the llvm and nvvm dialects";
  let description = [{
    Converts everything in a `gpu.module` (arith, cf, func, gpu, math, memref, ub,
    vector) by upstream's patterns, or fails at the first op that none of them
    takes. `scf` must be gone, and `math` be what `phobos-expand-math` leaves.
    `index` has 64 bits.

    `math.rsqrt` of an f32 scalar becomes the hardware's approximation. A
    `known_block_size` is required of the launch.

    Vectors of one dim become scalars first, arguments of blocks too: LLVM takes
    time with the square of a vector's length, or its cube, to do that. Elements
    narrower than 32 bits move in words of 32 bits where they are whole ones, and
    arithmetic within one narrow type stays on vectors, as one instruction may
    compute several.

    ```mlir
    %s = arith.addf %x, %y : vector<2xf32>
    %r = math.rsqrt %z : f32
    // becomes
    %x0 = llvm.extractelement %x[%c0 : i64] : vector<2xf32>
    …
    %s0 = llvm.fadd %x0, %y0 : f32
    %s1 = llvm.fadd %x1, %y1 : f32
    …
    %r = llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%z) : (f32) -> f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect", "::mlir::vector::VectorDialect"];
}

#endif // PHOBOS_CONVERSION_PHOBOSTOGPU_PASSES_TD
