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
#include "phobos/Target/Target.h"

using namespace mlir;
using namespace phobos;

/// The threads of which two blocks have 64 registers each, and the words of a
/// row for which these are enough, but hardly.
static constexpr int64_t kThreads = 512;
static constexpr int64_t kFewWords = 32, kMostWords = 52;

/// The registers in which a thread holds what `load` brings.
static int64_t countWords(LoadOp load) {
  TileType tile = load.getType();
  int64_t elements = tile.getLayout().getLayout().elementsPerThread();
  if (elements == 1 || isReadAgain(load))
    return 0;
  return llvm::divideCeil(elements * getElementBytes(tile.getElementType()), 4);
}

/// Likewise of all loads of `block`, of branches the one with most.
static int64_t countWords(Block &block) {
  int64_t words = 0;
  for (Operation &op : block) {
    if (auto load = dyn_cast<LoadOp>(op))
      words += countWords(load);
    int64_t most = 0;
    for (Region &region : op.getRegions())
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
  bool isRow = true, readsAgain = false;
  kernel.walk([&](Operation *op) {
    isRow &= !isa<scf::ForOp, scf::WhileOp, DotOp>(op);
    if (auto load = dyn_cast<LoadOp>(op))
      readsAgain |= isReadAgain(load);
  });
  int64_t words = countWords(kernel.getBody().front());
  bool fits = 2 * countRowCopyBytes(kernel) < target.sharedMemoryPerBlock;
  if (isRow && fits && words <= kMostWords && (words > kFewWords || readsAgain))
    kernel->setAttr(kMinBlocksAttr,
                    Builder(kernel.getContext()).getI32IntegerAttr(2));
}
