//===- Pipelines.h - The order of passes ------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_PIPELINES_PIPELINES_H
#define PHOBOS_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace phobos {

struct NVVMPipelineOptions : mlir::PassPipelineOptions<NVVMPipelineOptions> {
  /// A name that `Target::lookup` knows.
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("the GPU to compile for"),
                             llvm::cl::init("sm_90a")};
};

/// On a module: from tile IR to one `gpu.module` of llvm and nvvm ops that
/// `translateToPTX` takes.
void buildPhobosToNVVMPipeline(mlir::OpPassManager &manager,
                               const NVVMPipelineOptions &options);

/// On a module: its second half, from thread-level code in a `gpu.module`.
void buildThreadToNVVMPipeline(mlir::OpPassManager &manager);

/// Makes the pipelines known by their names.
void registerPipelines();

} // namespace phobos

#endif // PHOBOS_PIPELINES_PIPELINES_H
