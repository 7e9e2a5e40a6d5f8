//===- LoopOverThreads.cpp - Per-thread code as loops -----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ThreadLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"

using namespace mlir;

namespace phobos {
#define GEN_PASS_DEF_LOOPOVERTHREADS
#include "phobos/Conversion/PhobosToHost/Passes.h.inc"
} // namespace phobos

using namespace phobos;

namespace {
struct LoopOverThreads : phobos::impl::LoopOverThreadsBase<LoopOverThreads> {
  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      // One of several basic blocks is refused where it becomes a function.
      if (!findThreadOp(kernel) || !kernel.getBody().hasOneBlock())
        continue;
      if (!kernel.getThreads())
        kernel.setThreads(static_cast<uint32_t>(kDefaultThreads));
      if (failed(ThreadLoops(kernel).run()))
        return signalPassFailure();
    }
  }
};
} // namespace
