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

/** Hands the PTX of `module` to `callback`: of llvm and nvvm ops, as
 *  phobosAddPipelineToNVVM leaves them. `target` is that of the lowering, such
 *  as "sm_90a". Fails without a call where there is none. */
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
