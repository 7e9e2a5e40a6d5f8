/*===- Dialect.h - the dialect, for C on MLIR's C interface --------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * Types and attributes of the dialect phobos. This header, Ops.h, Passes.h and
 * Target.h are of libPhobosMLIRCAPI, which works on the stock libMLIR and also
 * exports MLIR's own C functions (mlir-c/IR.h, Pass.h, ...).
 *
 * Errors. What cannot be made is null, and a diagnostic says why at the
 * location that was passed; mlir-c/Diagnostics.h has handlers. Null handles and
 * pointers are errors like others, but that without a location nothing can be
 * said.
 *
 * Threads. What MLIR says of contexts holds: threads share nothing where each
 * has a context of its own.
 */

#ifndef PHOBOS_C_DIALECT_H
#define PHOBOS_C_DIALECT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/** mlirGetDialectHandle__phobos__(), to load or register it alone. */
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Phobos, phobos);

/** Every dialect of every stage of the lowering, and what translates them. */
MLIR_CAPI_EXPORTED void phobosRegisterDialects(MlirDialectRegistry registry);

/*===- Types
 * ---------------------------------------------------------------===*/

/** `!phobos.tile<64x16xf32>`; `layout` is null or a `#phobos.layout`. */
MLIR_CAPI_EXPORTED MlirType phobosTileTypeGet(MlirLocation location,
                                              intptr_t rank,
                                              const int64_t *shape,
                                              MlirType elementType,
                                              MlirAttribute layout);
MLIR_CAPI_EXPORTED bool phobosTypeIsATile(MlirType type);
MLIR_CAPI_EXPORTED MlirType phobosTileTypeGetElementType(MlirType tile);
/** Null where the tile has none. */
MLIR_CAPI_EXPORTED MlirAttribute phobosTileTypeGetLayout(MlirType tile);

/** `!phobos.view<?x64xf32, strides = [?, 1]>`; an extent or stride that is
 *  known at run time is mlirShapedTypeGetDynamicSize(). `strides` is null for a
 *  dense view, else holds `rank` of them. */
MLIR_CAPI_EXPORTED MlirType phobosViewTypeGet(MlirLocation location,
                                              intptr_t rank,
                                              const int64_t *shape,
                                              const int64_t *strides,
                                              MlirType elementType);
MLIR_CAPI_EXPORTED bool phobosTypeIsAView(MlirType type);
MLIR_CAPI_EXPORTED MlirType phobosViewTypeGetElementType(MlirType view);

/** The rank of a tile or a view, and an extent; -1 where there is none. */
MLIR_CAPI_EXPORTED intptr_t phobosTypeGetRank(MlirType type);
MLIR_CAPI_EXPORTED int64_t phobosTypeGetExtent(MlirType type, intptr_t dim);

/** `!phobos.ptr<f32>`. */
MLIR_CAPI_EXPORTED MlirType phobosPtrTypeGet(MlirLocation location,
                                             MlirType elementType);
MLIR_CAPI_EXPORTED bool phobosTypeIsAPtr(MlirType type);
MLIR_CAPI_EXPORTED MlirType phobosPtrTypeGetElementType(MlirType pointer);

/** `!phobos.chunks<32 of !phobos.tile<4x2048xf32>>`. */
MLIR_CAPI_EXPORTED MlirType phobosChunksTypeGet(MlirLocation location,
                                                int64_t count, MlirType tile);
MLIR_CAPI_EXPORTED bool phobosTypeIsAChunks(MlirType type);

/*===- Attributes
 * ----------------------------------------------------------===*/

/** `#phobos.divisible<n>`, `#phobos.bounded<min, max>`, `#phobos.same`: what an
 *  assume or a promise says. */
MLIR_CAPI_EXPORTED MlirAttribute phobosDivisibleAttrGet(MlirLocation location,
                                                        int64_t divisor);
MLIR_CAPI_EXPORTED MlirAttribute phobosBoundedAttrGet(MlirLocation location,
                                                      int64_t min, int64_t max);
MLIR_CAPI_EXPORTED MlirAttribute phobosSameAttrGet(MlirLocation location);

/** The layout in which threads read rows of a tile by vectors of `vectorWidth`
 *  elements; `threads` is a power of two from 32 to 1024. */
MLIR_CAPI_EXPORTED MlirAttribute phobosLayoutAttrGetBlocked(
    MlirLocation location, intptr_t rank, const int64_t *shape, int64_t threads,
    int64_t vectorWidth);
MLIR_CAPI_EXPORTED bool phobosAttributeIsALayout(MlirAttribute attribute);

#ifdef __cplusplus
}
#endif

#endif /* PHOBOS_C_DIALECT_H */
