//===- OrderInstructions.cpp - Elements one after the other -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OrderInstructions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Whether `inst` depends on its operands alone and does nothing else, so that
/// it may stand anywhere behind them.
static bool isArithmetic(const Instruction &inst) {
  if (isa<PHINode, AllocaInst>(inst) || inst.isTerminator() ||
      inst.mayReadOrWriteMemory() || inst.mayHaveSideEffects())
    return false;
  auto *call = dyn_cast<CallBase>(&inst);
  return !call || !call->isConvergent();
}

namespace {
/// An instruction of a run: where it stood, and how many operands of the run it
/// still waits for.
struct Place {
  unsigned position, waiting;
};
} // namespace

/// `run` in an order in which each instruction is followed by those that only
/// waited for it.
static SmallVector<Instruction *> orderRun(ArrayRef<Instruction *> run) {
  DenseMap<const Value *, Place> places;
  SmallVector<unsigned> roots;
  for (auto [position, inst] : enumerate(run)) {
    unsigned waiting = count_if(inst->operand_values(), [&](Value *operand) {
      return places.contains(operand);
    });
    places[inst] = {unsigned(position), waiting};
    if (!waiting)
      roots.push_back(position);
  }
  SmallVector<Instruction *> ordered;
  SmallVector<unsigned> next;
  for (unsigned root : roots) {
    next.push_back(root);
    while (!next.empty()) {
      Instruction *inst = run[next.pop_back_val()];
      ordered.push_back(inst);
      size_t first = next.size();
      for (User *user : inst->users())
        if (auto place = places.find(user);
            place != places.end() && --place->second.waiting == 0)
          next.push_back(place->second.position);
      // What stood first is taken first.
      llvm::sort(next.begin() + first, next.end(), std::greater<>());
    }
  }
  return ordered;
}

void phobos::orderInstructions(Function &function) {
  for (BasicBlock &block : function) {
    SmallVector<Instruction *> run;
    for (Instruction &inst : make_early_inc_range(block)) {
      if (isArithmetic(inst)) {
        run.push_back(&inst);
        continue;
      }
      for (Instruction *moved : orderRun(run))
        moved->moveBefore(inst.getIterator());
      run.clear();
    }
  }
}
