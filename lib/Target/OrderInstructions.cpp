//===- OrderInstructions.cpp - Elements one after the other -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OrderInstructions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Loads from shared memory are quick: where each is used at once, none waits
/// in a register.
static bool isSharedLoad(const Instruction &inst) {
  constexpr unsigned sharedSpace = 3;
  auto *load = dyn_cast<LoadInst>(&inst);
  return load && load->isSimple() &&
         load->getPointerAddressSpace() == sharedSpace;
}

/// Whether `inst` may stand anywhere behind its operands, as long as nothing
/// crosses it that writes memory or waits.
static bool isArithmetic(const Instruction &inst) {
  if (isSharedLoad(inst))
    return true;
  if (isa<PHINode, AllocaInst>(inst) || inst.isTerminator() ||
      inst.mayReadOrWriteMemory() || inst.mayHaveSideEffects())
    return false;
  auto *call = dyn_cast<CallBase>(&inst);
  return !call || !call->isConvergent();
}

/// What so many instructions of a run use is the same for all elements.
static constexpr unsigned kManyUsers = 8;

namespace {
/// Finds the order of a run of instructions that may pass each other.
class RunOrder {
public:
  explicit RunOrder(ArrayRef<Instruction *> run);

  /// First what all elements share, without which none gets to its end; then
  /// each instruction is followed by those that only waited for it.
  SmallVector<Instruction *> find();

private:
  using Position = unsigned; // in the run
  SmallVector<Position> findUsers(Position position) const;
  std::optional<Position> findMissingOperand(Position position) const;
  void take(Position position);
  void takeWithOperands(Position position);
  void takeWithFollowers(Position position);

  ArrayRef<Instruction *> run;
  DenseMap<const Value *, Position> positions;
  SmallVector<unsigned> numMissing; // operands of each
  SmallVector<bool> isTaken;
  SmallVector<Instruction *> ordered;
};
} // namespace

RunOrder::RunOrder(ArrayRef<Instruction *> run)
    : run(run), isTaken(run.size(), false) {
  for (auto [position, inst] : enumerate(run)) {
    numMissing.push_back(
        count_if(inst->operand_values(), [&](const Value *operand) {
          return positions.contains(operand);
        }));
    positions[inst] = position;
  }
}

/// One entry for each use.
SmallVector<RunOrder::Position> RunOrder::findUsers(Position position) const {
  SmallVector<Position> users;
  for (User *user : run[position]->users())
    if (auto found = positions.find(user); found != positions.end())
      users.push_back(found->second);
  return users;
}

std::optional<RunOrder::Position>
RunOrder::findMissingOperand(Position position) const {
  for (const Value *operand : run[position]->operand_values())
    if (auto found = positions.find(operand);
        found != positions.end() && !isTaken[found->second])
      return found->second;
  return std::nullopt;
}

void RunOrder::take(Position position) {
  isTaken[position] = true;
  ordered.push_back(run[position]);
  for (Position user : findUsers(position))
    --numMissing[user];
}

void RunOrder::takeWithOperands(Position position) {
  SmallVector<Position> waiting = {position};
  while (!waiting.empty()) {
    if (std::optional<Position> operand = findMissingOperand(waiting.back())) {
      waiting.push_back(*operand);
      continue;
    }
    take(waiting.pop_back_val());
  }
}

void RunOrder::takeWithFollowers(Position position) {
  SmallVector<Position> next = {position};
  while (!next.empty()) {
    Position current = next.pop_back_val();
    if (isTaken[current])
      continue;
    take(current);
    SmallVector<Position> users = findUsers(current);
    // The last is taken first: what stood first.
    llvm::sort(users, std::greater<>());
    for (Position user : users)
      if (numMissing[user] == 0)
        next.push_back(user);
  }
}

SmallVector<Instruction *> RunOrder::find() {
  for (Position position : seq<Position>(0, run.size()))
    if (!isTaken[position] && findUsers(position).size() >= kManyUsers)
      takeWithOperands(position);
  for (Position position : seq<Position>(0, run.size()))
    if (!isTaken[position] && numMissing[position] == 0)
      takeWithFollowers(position);
  return std::move(ordered);
}

//===----------------------------------------------------------------------===//
// Loads of what nothing writes
//===----------------------------------------------------------------------===//

/// They are inline PTX without side effects.
static bool isInvariantLoad(const Instruction &inst) {
  auto *call = dyn_cast<CallInst>(&inst);
  auto *code = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  return code && !code->hasSideEffects() &&
         StringRef(code->getAsmString()).contains("ld.global.nc");
}

/// The loads that may stand anywhere, and what is computed of them, each behind
/// what it needs.
static SmallVector<Instruction *> findMovable(Function &function) {
  SmallSetVector<Instruction *, 32> movable;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
    for (Instruction &inst : *block) {
      bool isComputed = any_of(inst.operands(), [&](const Use &use) {
        auto *operand = dyn_cast<Instruction>(use);
        return operand && movable.contains(operand);
      });
      bool mayMove = isArithmetic(inst) && !isSharedLoad(inst);
      if (isInvariantLoad(inst) || (isComputed && mayMove))
        movable.insert(&inst);
    }
  return movable.takeVector();
}

/// Where all uses of `inst` are behind, and as far down as that goes.
static Instruction *findFirstUse(Instruction &inst, DominatorTree &dominators) {
  BasicBlock *block = nullptr;
  auto placeOf = [](Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    auto *phi = dyn_cast<PHINode>(user);
    return phi ? phi->getIncomingBlock(use)->getTerminator() : user;
  };
  for (Use &use : inst.uses()) {
    BasicBlock *other = placeOf(use)->getParent();
    block = block ? dominators.findNearestCommonDominator(block, other) : other;
  }
  if (!block)
    return nullptr;
  Instruction *first = block->getTerminator();
  for (Use &use : inst.uses()) {
    Instruction *place = placeOf(use);
    if (place->getParent() == block && place->comesBefore(first))
      first = place;
  }
  return first;
}

/// Moves the loads that may stand anywhere, and what is computed of them, down
/// to the first use: those of a later store come behind earlier ones, and
/// memory reads while it writes.
static void sinkInvariantLoads(Function &function) {
  SmallVector<Instruction *> movable = findMovable(function);
  if (movable.empty())
    return;
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Instruction *inst : reverse(movable)) {
    Instruction *place = findFirstUse(*inst, dominators);
    if (place && loops.getLoopFor(place->getParent()) ==
                     loops.getLoopFor(inst->getParent()))
      inst->moveBefore(place->getIterator());
  }
}

void phobos::orderInstructions(Function &function) {
  if (function.isDeclaration())
    return;
  sinkInvariantLoads(function);
  for (BasicBlock &block : function) {
    SmallVector<Instruction *> run;
    for (Instruction &inst : make_early_inc_range(block)) {
      if (isArithmetic(inst)) {
        run.push_back(&inst);
        continue;
      }
      for (Instruction *moved : RunOrder(run).find())
        moved->moveBefore(inst.getIterator());
      run.clear();
    }
  }
}
