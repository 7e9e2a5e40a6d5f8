//===- Passes.td - Passes over tiles, for any target -------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_PASSES_TD
#define PHOBOS_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyStage : Pass<"phobos-verify-stage", "::mlir::ModuleOp"> {
  let summary = "check what holds of the IR at a stage";
  let description = [{
    Changes nothing. Fails with an error at the first violation of each rule of
    the stage:

    `tile`, in each `phobos.kernel`:
    - (T1) ops are of `phobos` other than `phobos.convert_layout`, `scf`, `arith`,
      `math` and `ub`: nothing knows of threads or a target;
    - (T2) types are tiles, views, pointers, integers, floats and `index`;
    - (T3) no tile has a layout.

    `scheduled`, in each `phobos.kernel`:
    - (S1) as (T1), with `phobos.convert_layout`;
    - (S2) as (T2);
    - (S3) the kernel says how many threads it has;
    - (S4) every tile has a layout, of as many threads, that covers its shape.

    `thread`:
    - (R1) no `phobos.kernel` is left;
    - (R2) in each `gpu.module`, ops are of `scf`, `cf`, `vector`, `arith`, `math`,
      `memref`, `gpu`, `nvgpu`, `nvvm`, `llvm` and `ub`;
    - (R3) no type of `phobos` is left there.

    `nvvm`:
    - (N1) no `phobos.kernel` is left;
    - (N2) in each `gpu.module`, ops are of `llvm` and `nvvm`.

    ```mlir
    phobos.kernel @k(%n: index) {
      %0 = gpu.thread_id x // tile stage (T1): expected an op of …, got 'gpu.thread_id'
    ```
  }];
  let options = [
    Option<"stage", "stage", "::phobos::IRStage", "::phobos::IRStage::Tile", "the stage to check for", [{
      ::llvm::cl::values(
        clEnumValN(::phobos::IRStage::Tile, "tile", "kernels on tiles"),
        clEnumValN(::phobos::IRStage::Scheduled, "scheduled", "kernels whose tiles have layouts"),
        clEnumValN(::phobos::IRStage::Thread, "thread", "code of one thread"),
        clEnumValN(::phobos::IRStage::NVVM, "nvvm", "llvm and nvvm ops"))}]>];
}

#endif // PHOBOS_TRANSFORMS_PASSES_TD
