//===- Passes.cpp - Passes and pipelines for C ----------------- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos-c/Passes.h"
#include "Handles.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "phobos/Conversion/PhobosToGPU/Passes.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Pipelines/Registration.h"
#include "phobos/Target/TargetInterface.h"
#include "phobos/Transforms/Passes.h"
#include "phobos/Verification/Passes.h"

using namespace mlir;
using namespace phobos;

/// As what TableGen writes calls it.
static void registerPhobosDistributionPasses() { registerDistributionPasses(); }

#include "phobos/Conversion/PhobosToGPU/Passes.capi.cpp.inc"
#include "phobos/Conversion/PhobosToHost/Passes.capi.cpp.inc"
#include "phobos/Distribution/Passes.capi.cpp.inc"
#include "phobos/Transforms/Passes.capi.cpp.inc"
#include "phobos/Verification/Passes.capi.cpp.inc"

void phobosRegisterPasses(void) { registerPassesOnce(); }

/// Reads the caller's options; fails where the target is unknown.
static LogicalResult parseOptions(const PhobosLoweringOptions *options,
                                  NVVMPipelineOptions &parsed) {
  if (!options)
    return success();
  if (!toText(options->target).empty())
    parsed.target = toText(options->target).str();
  parsed.debugBounds = options->debugBounds;
  parsed.context = unwrap(options->context);
  return success(lookupTarget(parsed.target, parsed.context));
}

MlirLogicalResult phobosAddStage(MlirOpPassManager manager, PhobosStage stage,
                                 const PhobosLoweringOptions *options) {
  NVVMPipelineOptions parsed;
  llvm::ArrayRef<Stage> stages = getNVVMStages();
  bool isKnown = stage >= 0 && static_cast<size_t>(stage) < stages.size();
  if (!manager.ptr || !isKnown || failed(parseOptions(options, parsed)))
    return mlirLogicalResultFailure();
  stages[stage].build(*unwrap(manager), parsed);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult
phobosAddPipelineToNVVM(MlirOpPassManager manager,
                        const PhobosLoweringOptions *options) {
  NVVMPipelineOptions parsed;
  if (!manager.ptr || failed(parseOptions(options, parsed)))
    return mlirLogicalResultFailure();
  buildPhobosToNVVMPipeline(*unwrap(manager), parsed);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult
phobosAddPipelineToHost(MlirOpPassManager manager,
                        const PhobosLoweringOptions *options) {
  if (!manager.ptr)
    return mlirLogicalResultFailure();
  HostPipelineOptions parsed;
  parsed.debugBounds = options && options->debugBounds;
  buildPhobosToHostPipeline(*unwrap(manager), parsed);
  return mlirLogicalResultSuccess();
}
