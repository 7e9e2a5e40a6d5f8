//===- Versions.cpp - Two versions of what a kernel does --------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Versions.h"
#include "mlir/IR/IRMapping.h"
#include "phobos/Dialect/Phobos.h"

using namespace mlir;
using namespace phobos;

bool phobos::isEarly(Operation *op, Block &block) {
  if (op->getBlock() != &block)
    return false;
  for (; op; op = op->getPrevNode())
    if (isa<MaskedAccessOpInterface>(op) || op->getNumRegions() != 0)
      return false;
  return true;
}

void phobos::moveRestInto(scf::IfOp branch, Block *home, Block *other) {
  Block *block = branch->getBlock();
  auto rest = llvm::make_range(std::next(branch->getIterator()),
                               block->getTerminator()->getIterator());
  if (other) {
    OpBuilder b(other->getTerminator());
    IRMapping mapping;
    for (Operation &op : rest)
      b.clone(op, mapping);
  }
  home->getOperations().splice(home->getTerminator()->getIterator(),
                               block->getOperations(), rest.begin(),
                               rest.end());
}
