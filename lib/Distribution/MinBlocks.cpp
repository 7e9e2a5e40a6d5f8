//===- MinBlocks.cpp - Blocks that must fit at a time -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MinBlocks.h"
#include "RowCopies.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Target/Target.h"

using namespace mlir;
using namespace phobos;

/// The threads of which two blocks have 64 registers each, and the words of a
/// row for which these are enough, but hardly.
static constexpr int64_t kThreads = 512;
static constexpr int64_t kFewWords = 32, kMostWords = 52;

/// The registers in which a thread holds what `load` brings: none of what it
/// may load where it is used.
static int64_t countWords(LoadOp load) {
  TileType tile = load.getType();
  int64_t elements = tile.getLayout().getLayout().elementsPerThread();
  if (elements == 1 || isReadAgain(load) || load->hasAttr(readOnlyAttrName))
    return 0;
  return llvm::divideCeil(elements * getElementBytes(tile.getElementType()), 4);
}

/// Likewise of all loads of `block`, of branches the one with most, or that
/// which mostly runs.
static int64_t countWords(Block &block) {
  int64_t words = 0;
  for (Operation &op : block) {
    if (auto load = dyn_cast<LoadOp>(op))
      words += countWords(load);
    int64_t most = 0;
    MutableArrayRef<Region> regions = op.getRegions();
    if (op.hasAttr(readVersionsAttrName))
      regions = regions.take_front();
    for (Region &region : regions)
      for (Block &branch : region)
        most = std::max(most, countWords(branch));
    words += most;
  }
  return words;
}

void phobos::chooseMinBlocks(KernelOp kernel, const Target &target) {
  if (int64_t(*kernel.getThreads()) != kThreads ||
      kernel->hasAttr(kProducersAttr) || kernel->hasAttr(kMinBlocksAttr) ||
      kernel->hasAttr(kMaxRegistersAttr))
    return;
  bool isRow = true, readsAgain = false, readsBeside = false;
  kernel.walk([&](Operation *op) {
    isRow &= !isa<scf::ForOp, scf::WhileOp, DotOp>(op);
    readsBeside |= op->hasAttr(readOnlyAttrName);
    if (auto load = dyn_cast<LoadOp>(op))
      readsAgain |= isReadAgain(load);
  });
  int64_t words = countWords(kernel.getBody().front());
  bool fits = 2 * countRowCopyBytes(kernel) < target.sharedMemoryPerBlock;
  bool isWorthIt = words > kFewWords || readsAgain || readsBeside;
  if (isRow && fits && words <= kMostWords && isWorthIt)
    kernel->setAttr(kMinBlocksAttr,
                    Builder(kernel.getContext()).getI32IntegerAttr(2));
}
