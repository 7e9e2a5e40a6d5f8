//===- Pipelines.h - The order of passes ------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_PIPELINES_PIPELINES_H
#define PHOBOS_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"
#include "mlir/Support/LLVM.h"
#include "phobos/Transforms/IRStage.h"
#include <functional>
#include <vector>

namespace mlir {
class MLIRContext;
class OpPassManager;
class Operation;
class PassManager;
} // namespace mlir

namespace phobos {

struct NVVMPipelineOptions : mlir::PassPipelineOptions<NVVMPipelineOptions> {
  /// A name that `lookupTarget` knows.
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("the GPU to compile for"),
                             llvm::cl::init("sm_90a")};
  Option<bool> debugBounds{
      *this, "debug-bounds",
      llvm::cl::desc("trap where an access that is never masked is outside"),
      llvm::cl::init(false)};
  Option<bool> printBarriers{
      *this, "print-barriers",
      llvm::cl::desc("say in remarks where barriers stand, and why"),
      llvm::cl::init(false)};
  /// Where the pipeline will run. Needed for the target of an embedder's
  /// dialect alone, whose conversions of f8 in hardware are used only then.
  mlir::MLIRContext *context = nullptr;
};

struct HostPipelineOptions : mlir::PassPipelineOptions<HostPipelineOptions> {
  Option<bool> debugBounds{
      *this, "debug-bounds",
      llvm::cl::desc("stop where an access that is never masked is outside"),
      llvm::cl::init(false)};
};

// Each runs on a module.

/// Tile IR that is clean and still free of a target, without the masks that are
/// proved to be true.
void buildTilePipeline(mlir::OpPassManager &manager,
                       const NVVMPipelineOptions &options);
/// To tiles with layouts, for one target.
void buildSchedulePipeline(mlir::OpPassManager &manager,
                           const NVVMPipelineOptions &options);
/// To the code of one thread in a `gpu.module`, with the launch contract.
void buildDistributionPipeline(mlir::OpPassManager &manager,
                               const NVVMPipelineOptions &options);
/// From thread-level code in a `gpu.module` to llvm and nvvm ops.
void buildThreadToNVVMPipeline(mlir::OpPassManager &manager,
                               const NVVMPipelineOptions &options);
/// Gives llvm functions the scopes that let PTX name the source's lines; the
/// last step of the one above.
void buildLineInfoPipeline(mlir::OpPassManager &manager);

/// What leads from one stage to the next one, `stage`, which is called `name`.
struct Stage {
  IRStage stage;
  llvm::StringLiteral name;
  void (*build)(mlir::OpPassManager &, const NVVMPipelineOptions &);
};
/// From tile IR to what `translateToPTX` takes.
llvm::ArrayRef<Stage> getNVVMStages();

/// Passes of an embedder's own between those of Phobos. The IR before `Tile` is
/// what the embedder made, behind it no mask is left that is proved to be true.
class PipelineExtensions {
public:
  using Build = std::function<void(mlir::OpPassManager &manager,
                                   const NVVMPipelineOptions &options)>;

  /// In front of, or behind, what leads to `stage`; what was added for the same
  /// place runs in the order of the calls.
  void addBefore(IRStage stage, Build build);
  void addAfter(IRStage stage, Build build);

  /// Adds to `manager` what leads to `stage`, and what was added around it.
  void buildStage(const Stage &stage, mlir::OpPassManager &manager,
                  const NVVMPipelineOptions &options) const;

private:
  struct Extension {
    IRStage stage;
    bool isBefore;
    Build build;
  };
  std::vector<Extension> extensions;
};

/// All of `getNVVMStages()`: from tile IR to one `gpu.module` of llvm and nvvm
/// ops.
void buildPhobosToNVVMPipeline(mlir::OpPassManager &manager,
                               const NVVMPipelineOptions &options);
void buildPhobosToNVVMPipeline(mlir::OpPassManager &manager,
                               const NVVMPipelineOptions &options,
                               const PipelineExtensions &extensions);

/// On a module: from tile IR to the llvm dialect, for this machine. A kernel @k
/// becomes `llvm.func @k.grid(<arguments>, i64, i64, i64)`, which takes
/// pointers as `!llvm.ptr` and `index` as i64, runs the whole grid of the three
/// sizes, and returns what `phobos-convert-to-linalg` says.
void buildPhobosToHostPipeline(mlir::OpPassManager &manager,
                               const HostPipelineOptions &options = {});

/// Runs `manager` on `op`. Development builds verify the IR after each pass,
/// shipped ones what the last pass leaves: it is a tenth of the time otherwise.
llvm::LogicalResult runPasses(mlir::PassManager &manager, mlir::Operation *op);

/// Makes the pipelines known by their names.
void registerPipelines();

} // namespace phobos

#endif // PHOBOS_PIPELINES_PIPELINES_H
