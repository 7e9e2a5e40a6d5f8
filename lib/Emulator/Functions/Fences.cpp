//===- Fences.cpp - Order between proxies, and hints ------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "membar/fence", "fence.proxy", "setmaxnreg". A fence alone orders
// the accesses of one thread, which the emulator executes in order; what others
// see of it takes a barrier as well, and that is where it is checked.

#include "../Execution.h"
#include "../FunctionTable.h"

using namespace phobos::emulator;

static void orderOwnAccesses() {}

static void fenceProxy() { Thread::current().clock.fenceProxy(); }

/// `setmaxnreg`: a multiple of 8 from 24 to 256. Registers do not run out here.
static void setMaxRegisters(uint32_t count, Site site) {
  Thread &thread = Thread::current();
  Execution &execution = *thread.execution;
  execution.checkAligned(thread, site);
  if (count % 8 != 0 || count < 24 || count > 256)
    execution.getFaults().add(
        FaultKind::Barrier, site,
        "expected a multiple of 8 registers from 24 to 256, got " +
            llvm::Twine(count) + ", by " + execution.describe(thread));
}

void phobos::emulator::addFenceFunctions(FunctionTable &table) {
  table.add("llvm.nvvm.membar.cta", orderOwnAccesses);
  table.add("llvm.nvvm.membar.gl", orderOwnAccesses);
  table.add("llvm.nvvm.membar.sys", orderOwnAccesses);
  table.add("llvm.nvvm.fence.sc.cluster", orderOwnAccesses);
  table.add("llvm.nvvm.fence.proxy.async", fenceProxy);
  table.add("llvm.nvvm.fence.proxy.async.global", fenceProxy);
  table.add("llvm.nvvm.fence.proxy.async.shared_cta", fenceProxy);
  table.add("llvm.nvvm.fence.proxy.async.shared_cluster", fenceProxy);
  table.add("llvm.nvvm.setmaxnreg.inc.sync.aligned.u32", setMaxRegisters);
  table.add("llvm.nvvm.setmaxnreg.dec.sync.aligned.u32", setMaxRegisters);
}
