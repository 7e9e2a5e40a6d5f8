/*===- Target.h - PTX and contracts, for C on MLIR's C interface ---*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * Errors are as in phobos-c/Dialect.h; diagnostics are at the module's ops.
 */

#ifndef PHOBOS_C_TARGET_H
#define PHOBOS_C_TARGET_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Tensor cores of the newest family that a GPU has; each has mma.sync. */
typedef enum {
  PHOBOS_TENSOR_CORE_MMA_SYNC,
  PHOBOS_TENSOR_CORE_WGMMA,
  PHOBOS_TENSOR_CORE_TCGEN05
} PhobosTensorCore;

/** A GPU that Phobos does not know; phobos/Target/Target.h says more of each
 *  fact. */
typedef struct {
  MlirStringRef name;           /**< one of LLVM's, such as "sm_86" */
  int32_t computeCapability;    /**< major * 10 + minor, from 80 */
  int32_t ptxVersion;           /**< major * 10 + minor, from 80 */
  int64_t sharedMemoryPerBlock; /**< bytes that a block may opt in to */
  PhobosTensorCore tensorCore;
  bool hasTMA;            /**< must be so with wgmma and tcgen05 */
  bool hasF8Conversion;   /**< f8 to and from wider floats, in hardware */
  int32_t maxClusterSize; /**< blocks, from 1 to 8; 1: there are no clusters */
} PhobosTarget;

/** Makes `target` known in the context of `location`: to its passes, to
 *  PhobosLoweringOptions with that context, and to phobosTranslateToPTX. To be
 *  called before other threads use the context. */
MLIR_CAPI_EXPORTED MlirLogicalResult
phobosAddTarget(MlirLocation location, const PhobosTarget *target);

/** Hands the PTX of `module` to `callback`: of llvm and nvvm ops, as
 *  phobosAddPipelineToNVVM leaves them. `target` is that of the lowering, such
 *  as "sm_90a". Fails, and does not call it, where there is no PTX. */
MLIR_CAPI_EXPORTED MlirLogicalResult
phobosTranslateToPTX(MlirOperation module, MlirStringRef target,
                     MlirStringCallback callback, void *userData);

/** Hands the launch contract of `module`, as the lowering left it, to
 *  `callback`, as JSON (docs/Contract.md). Its hash covers `ptx`. */
MLIR_CAPI_EXPORTED MlirLogicalResult
phobosPrintContract(MlirOperation module, MlirStringRef ptx,
                    MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif /* PHOBOS_C_TARGET_H */
