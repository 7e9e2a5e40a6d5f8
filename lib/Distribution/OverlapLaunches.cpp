//===- OverlapLaunches.cpp - Begin before the last kernel ends --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two kernels of a stream a GPU is idle for about a microsecond: the
// second one's blocks are launched when the first one's last block has ended.
// A kernel that itself waits for what was queued before it may be launched
// earlier, as soon as all blocks of the first one have begun (CUDA C++
// Programming Guide, "Programmatic Dependent Launch").
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/TargetInterface.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_OVERLAPLAUNCHES
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// Whether `op` and what is in it leave global memory alone: numbers of
/// threads, barriers in shared memory, a thread's own variables.
static bool isPrologue(Operation &op) {
  if (isa<gpu::BarrierOp, LLVM::AllocaOp, NVVM::ClusterArriveOp,
          NVVM::ElectSyncOp, NVVM::FenceMbarrierInitOp, NVVM::FenceProxyOp,
          NVVM::MBarrierInitOp, NVVM::ShflOp>(op))
    return true;
  if (auto prefetch = dyn_cast<NVVM::PrefetchOp>(op))
    return prefetch.getTensormap();
  if (auto store = dyn_cast<LLVM::StoreOp>(op))
    return store.getAddr().getDefiningOp<LLVM::AllocaOp>() != nullptr;
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return llvm::all_of(branch->getRegions(), [](Region &region) {
      return llvm::all_of(region.getOps(), isPrologue);
    });
  return op.getNumRegions() == 0 && isMemoryEffectFree(&op);
}

/// Lets the next kernel begin, and waits for the last one, behind what
/// `function` prepares before it uses global memory. What it only computes is
/// not held up: values that live across the wait take registers.
static void waitForEarlierKernels(gpu::GPUFuncOp function) {
  Block &entry = function.getBody().front();
  Block::iterator place = entry.begin();
  for (Operation &op : entry.without_terminator()) {
    if (!isPrologue(op))
      break;
    if (!isMemoryEffectFree(&op))
      place = std::next(op.getIterator());
  }
  ImplicitLocOpBuilder b(function.getLoc(), &entry, place);
  for (auto action : {NVVM::GridDepActionKind::launch_dependents,
                      NVVM::GridDepActionKind::wait})
    NVVM::GriddepcontrolOp::create(b, action);
}

/// Whether `module` reads what must not change from its kernel's beginning on.
static bool readsConstants(gpu::GPUModuleOp module) {
  return module
      .walk([](LLVM::InlineAsmOp code) {
        return code.getAsmString().contains("ld.global.nc")
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct OverlapLaunches : phobos::impl::OverlapLaunchesBase<OverlapLaunches> {
  using OverlapLaunchesBase::OverlapLaunchesBase;

  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    const Target *chip = lookupTarget(target, &getContext());
    if (!chip) {
      module.emitError() << describeUnknownTarget(target, &getContext());
      return signalPassFailure();
    }
    if (!chip->hasOverlappingLaunches())
      return;
    auto contract = module->getAttrOfType<DictionaryAttr>(contractAttrName);
    if (!contract || contract.contains(overlapName) || readsConstants(module))
      return;
    for (auto function : module.getOps<gpu::GPUFuncOp>())
      if (function.isKernel())
        waitForEarlierKernels(function);
    NamedAttrList fields(contract);
    fields.set(overlapName, UnitAttr::get(&getContext()));
    module->setAttr(contractAttrName, fields.getDictionary(&getContext()));
  }
};
} // namespace
