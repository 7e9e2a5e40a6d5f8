//===- VerifyThreads.cpp - What per-thread code may do ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/VerifyThreads.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "phobos/Analysis/Uniformity.h"
#include "phobos/Transforms/Passes.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_VERIFYTHREADS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

/// Later errors are not worth reading.
static constexpr unsigned kErrorLimit = 20;

namespace {

/// Checks one kernel.
class ThreadChecker {
public:
  explicit ThreadChecker(KernelOp kernel) : uniformity(kernel) {
    kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (errors == kErrorLimit)
        return WalkResult::interrupt();
      check(op);
      // The body of a sum is one thread's.
      return isa<ThreadSumOp>(op) ? WalkResult::skip() : WalkResult::advance();
    });
  }

  bool failed() const { return errors != 0; }

private:
  void check(Operation *op);
  void checkTogether(Operation *op, Uniformity level);
  void checkTile(Operation *op);
  void checkCarried(Operation *op);
  void checkRace(Operation *op, Value value, ValueRange places);
  InFlightDiagnostic report(Operation *op, const Twine &expected,
                            const Twine &got, Variation variation,
                            StringRef fix = "");
  void noteSource(InFlightDiagnostic &diagnostic, Operation *source);
  void noteControl(InFlightDiagnostic &diagnostic, Operation *op,
                   Operation *parent);

  UniformityAnalysis uniformity;
  unsigned errors = 0;
  llvm::DenseSet<Block *> blocksReported;
};

} // namespace

/// Whether the value is a tile that threads have to work on together. A tile of
/// one element is a point.
static bool isSharedTile(Value value) {
  auto tile = dyn_cast<TileType>(value.getType());
  return tile && tile.getNumElements() > 1;
}

static StringRef describeKind(Operation *op) {
  return isa<LoopLikeOpInterface>(op) ? "loop" : "branch";
}

void ThreadChecker::noteSource(InFlightDiagnostic &diagnostic,
                               Operation *source) {
  if (!source)
    return;
  Diagnostic &note = diagnostic.attachNote(source->getLoc());
  if (source->hasTrait<PerThread>())
    note << getLanguageName(source) << " makes it differ";
  else
    note << "this " << describeKind(source)
         << ", which threads take differently, makes it differ";
}

void ThreadChecker::noteControl(InFlightDiagnostic &diagnostic, Operation *op,
                                Operation *parent) {
  // A branch that the front end made, behind an early return, stands at the
  // statement that it guards.
  if (parent->getLoc() != op->getLoc())
    diagnostic.attachNote(parent->getLoc())
        << "of this " << describeKind(parent);
  noteSource(diagnostic, uniformity.ofControl(parent).source);
}

InFlightDiagnostic ThreadChecker::report(Operation *op, const Twine &expected,
                                         const Twine &got, Variation variation,
                                         StringRef fix) {
  ++errors;
  InFlightDiagnostic diagnostic = op->emitError();
  diagnostic << "expected " << expected << ", got " << got
             << " that differs between "
             << (variation.level == Uniformity::Warp ? "warps" : "threads")
             << fix;
  return diagnostic;
}

/// (V1), (V2)
void ThreadChecker::checkTogether(Operation *op, Uniformity level) {
  Operation *parent = uniformity.findDivergence(op, level);
  if (!parent)
    return;
  Variation control = uniformity.ofControl(parent);
  InFlightDiagnostic diagnostic =
      report(op,
             Twine("all threads of the ") +
                 (level == Uniformity::Warp ? "warp" : "block") + " to run " +
                 getLanguageName(op) + " together",
             "a condition", control);
  diagnostic.attachNote(parent->getLoc()) << "of this " << describeKind(parent);
  noteSource(diagnostic, control.source);
}

/// What a program can write instead of `op`.
static StringRef getFix(Operation *op) {
  if (isa<LoadOp>(op))
    return "; in ctx.sum a slice is a thread's own run";
  if (isa<ExtractSliceOp>(op))
    return "; ctx.elem reads one element";
  if (isa<InsertSliceOp>(op))
    return "; ctx.store writes one element";
  return "";
}

/// (V3), (V4) of an op on tiles.
void ThreadChecker::checkTile(Operation *op) {
  if (Operation *parent = uniformity.findDivergence(op, Uniformity::Block)) {
    if (!blocksReported.insert(op->getBlock()).second)
      return;
    Variation control = uniformity.ofControl(parent);
    InFlightDiagnostic diagnostic =
        report(op, "all threads of the block to work on a tile together",
               "a condition", control,
               "; ctx.elem and ctx.store reach single elements");
    return noteControl(diagnostic, op, parent);
  }
  bool isAccess = isa<MaskedAccessOpInterface>(op);
  for (Value operand : op->getOperands()) {
    Variation variation = uniformity.of(operand);
    // What made a tile differ has been reported.
    if (variation.level == Uniformity::Block || isSharedTile(operand))
      continue;
    StringRef what =
        isAccess && operand.getType().isIndex() ? "a start" : "a value";
    InFlightDiagnostic diagnostic =
        report(op,
               Twine(what) + " of a tile that is the same for all threads of "
                             "the block",
               "one", variation, getFix(op));
    return noteSource(diagnostic, variation.source);
  }
}

/// (V5)
void ThreadChecker::checkCarried(Operation *op) {
  Variation control = uniformity.ofControl(op);
  if (control.level == Uniformity::Block)
    return;
  for (Value result : op->getResults()) {
    if (!isSharedTile(result) || uniformity.isVersion(result))
      continue;
    InFlightDiagnostic diagnostic =
        report(op, "all threads of the block to assign a tile together",
               Twine("a ") + describeKind(op), control,
               "; ctx.store writes single elements");
    return noteSource(diagnostic, control.source);
  }
}

/// (V6)
void ThreadChecker::checkRace(Operation *op, Value value, ValueRange places) {
  Variation stored = uniformity.of(value);
  Uniformity where = Uniformity::Block;
  for (Value place : places)
    where = std::max(where, uniformity.of(place).level);
  if (uniformity.findDivergence(op, Uniformity::Warp))
    where = Uniformity::Thread;
  else if (uniformity.findDivergence(op, Uniformity::Block))
    where = std::max(where, Uniformity::Warp);
  if (stored.level <= where)
    return;
  InFlightDiagnostic diagnostic =
      report(op, "one value for an element that all threads store to", "one",
             stored, "; choose a thread, as in 'if ctx.thread == 0'");
  noteSource(diagnostic, stored.source);
}

void ThreadChecker::check(Operation *op) {
  if (isa<BarrierOp, BlockReduceOp>(op))
    return checkTogether(op, Uniformity::Block);
  if (isa<WarpReduceOp, ShuffleOp>(op))
    return checkTogether(op, Uniformity::Warp);
  if (op->getNumRegions())
    return checkCarried(op);
  if (op->hasTrait<PerThread>() || op->hasTrait<OpTrait::IsTerminator>() ||
      op->hasTrait<OpTrait::ConstantLike>())
    return;
  if (llvm::any_of(op->getOperands(), isSharedTile) ||
      llvm::any_of(op->getResults(), isSharedTile))
    return checkTile(op);
  if (auto store = dyn_cast<StoreOp>(op))
    checkRace(op, store.getValue(), store.getStarts());
  if (auto scatter = dyn_cast<ScatterOp>(op))
    checkRace(op, scatter.getValue(), op->getOperands().drop_front());
}

LogicalResult phobos::verifyThreads(KernelOp kernel) {
  // Without a position no value differs.
  if (!findThreadOp(kernel))
    return success();
  return failure(ThreadChecker(kernel).failed());
}

namespace {
struct VerifyThreads : phobos::impl::VerifyThreadsBase<VerifyThreads> {
  void runOnOperation() override {
    // First in each pipeline, which may get IR that a program has built and
    // nobody has verified: no pass behind this one would expect that.
    if (failed(verify(getOperation())))
      return signalPassFailure();
    getOperation().walk([&](KernelOp kernel) {
      if (failed(verifyThreads(kernel)))
        signalPassFailure();
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
