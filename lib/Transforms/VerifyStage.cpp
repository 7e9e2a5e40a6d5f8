//===- VerifyStage.cpp - What holds of the IR at each stage -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Dialect/Phobos.h"
#include "phobos/Transforms/Passes.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_VERIFYSTAGE
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

// By name: this room sees neither gpu nor nvvm.
static constexpr llvm::StringLiteral kTileDialects[] = {"phobos", "scf",
                                                        "arith", "math", "ub"};
static constexpr llvm::StringLiteral kThreadDialects[] = {
    "scf", "cf",    "vector", "arith", "math", "memref",
    "gpu", "nvgpu", "nvvm",   "llvm",  "ub"};
static constexpr llvm::StringLiteral kNVVMDialects[] = {"llvm", "nvvm"};

namespace {

/// Reports violations of a stage's rules, the first of each rule.
class StageChecker {
public:
  explicit StageChecker(StringRef stage) : stage(stage) {}

  bool failed() const { return !violated.empty(); }

  void checkTileKernel(KernelOp kernel);
  void checkScheduledKernel(KernelOp kernel);
  void checkThreadModule(Operation *gpuModule);
  void checkNVVMModule(Operation *gpuModule);
  void checkNoKernel(StringRef rule, KernelOp kernel);

private:
  void report(StringRef rule, Location loc, const Twine &message);
  void checkDialect(StringRef rule, Operation *op,
                    ArrayRef<llvm::StringLiteral> dialects);
  /// Calls `check` with each type of a value defined in `op`, itself included,
  /// and where.
  void forEachType(Operation *op,
                   function_ref<void(Type, Location)> check) const;

  StringRef stage;
  llvm::SmallSet<StringRef, 4> violated;
};

} // namespace

static std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Whether a value of the tile stage may have the type.
static bool isTileStageType(Type type) {
  return isa<ChunksType, TileType, ViewType>(type) || isElementType(type);
}

void StageChecker::report(StringRef rule, Location loc, const Twine &message) {
  if (violated.insert(rule).second)
    emitError(loc) << stage << " stage (" << rule << "): " << message;
}

void StageChecker::checkDialect(StringRef rule, Operation *op,
                                ArrayRef<llvm::StringLiteral> dialects) {
  if (llvm::is_contained(dialects, op->getName().getDialectNamespace()))
    return;
  report(rule, op->getLoc(),
         "expected an op of " + llvm::join(dialects, ", ") + ", got '" +
             op->getName().getStringRef() + "'");
}

void StageChecker::forEachType(Operation *op,
                               function_ref<void(Type, Location)> check) const {
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    for (Value result : inner->getResults())
      check(result.getType(), inner->getLoc());
    for (Region &region : inner->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          check(argument.getType(), argument.getLoc());
  });
}

void StageChecker::checkTileKernel(KernelOp kernel) {
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // What the interface says of an access is all that the passes of this stage
    // ask, whichever dialect it is of.
    if (!isa<MaskedAccessOpInterface>(op))
      checkDialect("T1", op, kTileDialects);
    if (isa<ConvertLayoutOp>(op))
      report("T1", op->getLoc(),
             "expected no layouts, got 'phobos.convert_layout'");
  });
  forEachType(kernel, [&](Type type, Location loc) {
    if (!isTileStageType(type))
      report("T2", loc,
             "expected a tile, a view, a pointer or a number, got '" +
                 describe(type) + "'");
    if (auto tile = dyn_cast<TileType>(type); tile && tile.getLayout())
      report("T3", loc,
             "expected a tile without a layout, got '" + describe(type) + "'");
  });
}

void StageChecker::checkScheduledKernel(KernelOp kernel) {
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<MaskedAccessOpInterface>(op) &&
        !isa<PhobosDialect>(op->getDialect()))
      return report("S1", op->getLoc(),
                    "expected an access op of phobos, got '" +
                        op->getName().getStringRef() +
                        "', which its dialect replaces behind the tile stage");
    checkDialect("S1", op, kTileDialects);
  });
  std::optional<uint32_t> threads = kernel.getThreads();
  if (!threads)
    report("S3", kernel.getLoc(), "expected a kernel with a number of threads");
  forEachType(kernel, [&](Type type, Location loc) {
    if (!isTileStageType(type))
      report("S2", loc,
             "expected a tile, a view, a pointer or a number, got '" +
                 describe(type) + "'");
    auto tile = dyn_cast<TileType>(type);
    if (!tile)
      return;
    if (!tile.getLayout())
      return report("S4", loc,
                    "expected a tile with a layout, got '" + describe(type) +
                        "'");
    const Layout &layout = tile.getLayout().getLayout();
    if (threads && layout.threads() != *threads)
      report("S4", loc,
             "expected a layout of " + Twine(*threads) + " threads, got " +
                 Twine(layout.threads()) + " in '" + describe(type) + "'");
    if (std::optional<std::string> why = layout.verifyShape(tile.getShape()))
      report("S4", loc, *why + " in '" + describe(type) + "'");
  });
}

void StageChecker::checkNoKernel(StringRef rule, KernelOp kernel) {
  report(rule, kernel.getLoc(),
         "expected no kernel on tiles, got '" + kernel.getSymName() + "'");
}

void StageChecker::checkThreadModule(Operation *gpuModule) {
  gpuModule->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { checkDialect("R2", op, kThreadDialects); });
  forEachType(gpuModule, [&](Type type, Location loc) {
    if (isa<PhobosDialect>(type.getDialect()))
      report("R3", loc,
             "expected no type of phobos, got '" + describe(type) + "'");
  });
}

void StageChecker::checkNVVMModule(Operation *gpuModule) {
  for (Region &region : gpuModule->getRegions())
    region.walk<WalkOrder::PreOrder>(
        [&](Operation *op) { checkDialect("N2", op, kNVVMDialects); });
}

namespace {
struct VerifyStage : phobos::impl::VerifyStageBase<VerifyStage> {
  using Base::Base;

  void runOnOperation() override {
    static constexpr llvm::StringLiteral kNames[] = {"tile", "scheduled",
                                                     "thread", "nvvm"};
    StageChecker checker(kNames[static_cast<int>(stage.getValue())]);
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      bool isGPUModule = op->getName().getStringRef() == "gpu.module";
      if (auto kernel = dyn_cast<KernelOp>(op))
        checkKernel(checker, kernel);
      else if (isGPUModule && stage == IRStage::Thread)
        checker.checkThreadModule(op);
      else if (isGPUModule && stage == IRStage::NVVM)
        checker.checkNVVMModule(op);
    });
    markAllAnalysesPreserved();
    if (checker.failed())
      signalPassFailure();
  }

  void checkKernel(StageChecker &checker, KernelOp kernel) {
    switch (stage) {
    case IRStage::Tile:
      return checker.checkTileKernel(kernel);
    case IRStage::Scheduled:
      return checker.checkScheduledKernel(kernel);
    case IRStage::Thread:
      return checker.checkNoKernel("R1", kernel);
    case IRStage::NVVM:
      return checker.checkNoKernel("N1", kernel);
    }
  }
};
} // namespace
