/*===- Passes.h - passes and pipelines, for C on MLIR's C interface -*- C
 * -*-===* Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * For each pass, in the headers that are included, mlirCreatePhobos<room><pass>
 * makes it with its default options. Pipelines in the textual form of
 * phobos-opt are for mlirOpPassManagerAddPipeline, once phobosRegisterPasses
 * was called.
 */

#ifndef PHOBOS_C_PASSES_H
#define PHOBOS_C_PASSES_H

#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#include "phobos/Conversion/PhobosToGPU/Passes.capi.h.inc"
#include "phobos/Conversion/PhobosToHost/Passes.capi.h.inc"
#include "phobos/Distribution/Passes.capi.h.inc"
#include "phobos/Transforms/Passes.capi.h.inc"
#include "phobos/Verification/Passes.capi.h.inc"

#ifdef __cplusplus
extern "C" {
#endif

/** Makes Phobos's passes and pipelines known by their names, and the upstream
 *  passes that go with them. Any thread may call it, any number of times. */
MLIR_CAPI_EXPORTED void phobosRegisterPasses(void);

/** What leads from tile IR to PTX, see docs/Architecture.md. */
typedef enum {
  PHOBOS_STAGE_TILE,
  PHOBOS_STAGE_SCHEDULED,
  PHOBOS_STAGE_THREAD,
  PHOBOS_STAGE_NVVM
} PhobosStage;

/** Options of the lowering. All zeros: sm_90a, without checks. */
typedef struct {
  MlirStringRef target; /**< "sm_80", ...; empty: "sm_90a" */
  bool debugBounds;     /**< trap outside of what is never masked */
  /** Where the passes will run; needed for the target of phobosAddTarget or of
   *  an embedder's dialect, else null. */
  MlirContext context;
} PhobosLoweringOptions;

/** Adds to `manager`, which runs on a module, the passes that lead to `stage`
 *  from the one before. A caller's own passes may stand between. `options` may
 *  be null. Fails where the target or the stage is unknown. */
MLIR_CAPI_EXPORTED MlirLogicalResult
phobosAddStage(MlirOpPassManager manager, PhobosStage stage,
               const PhobosLoweringOptions *options);

/** Likewise all four: from tile IR to what phobosTranslateToPTX takes. */
MLIR_CAPI_EXPORTED MlirLogicalResult phobosAddPipelineToNVVM(
    MlirOpPassManager manager, const PhobosLoweringOptions *options);

/** From tile IR to the llvm dialect for this machine; `target` is not used. */
MLIR_CAPI_EXPORTED MlirLogicalResult phobosAddPipelineToHost(
    MlirOpPassManager manager, const PhobosLoweringOptions *options);

#ifdef __cplusplus
}
#endif

#endif /* PHOBOS_C_PASSES_H */
