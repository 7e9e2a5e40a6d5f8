/*===- Ops.h - builders of ops, for C on MLIR's C interface --------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * phobosBuild<op> makes the op phobos.<op> and returns its result, or the op
 * where it has none; docs/reference/Dialect.md says what each means. The op is
 * verified: null is returned, with a diagnostic, where it would not be valid.
 * Errors are as in phobos-c/Dialect.h. Arrays are a count and its elements, of
 * which a count of 0 needs none. A value may be null where the op can go
 * without it; that is said.
 */

#ifndef PHOBOS_C_OPS_H
#define PHOBOS_C_OPS_H

#include "mlir-c/AffineMap.h"
#include "phobos-c/Dialect.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Where an op goes, and the source location that it gets: to the end of
 *  `block`, or in front of its op `before` unless that is null. */
typedef struct {
  MlirBlock block;
  MlirOperation before;
  MlirLocation location;
} PhobosInsertion;

/** An op of arith, math, scf or ub, whose result types follow from its operands
 *  and attributes, such as arith.addf, or an op without results of any dialect
 *  that is loaded. It has no regions. */
MLIR_CAPI_EXPORTED MlirOperation
phobosBuildOp(PhobosInsertion at, MlirStringRef name, intptr_t operandCount,
              const MlirValue *operands, intptr_t attributeCount,
              const MlirNamedAttribute *attributes);

/*===- Kernels
 * -------------------------------------------------------------===*/

/** An extent or a stride: the name of an `index` parameter, or, where `name` is
 *  empty, a number. */
typedef struct {
  MlirStringRef name;
  int64_t number;
} PhobosExtent;

/** One argument of a kernel. */
typedef struct {
  MlirStringRef name;
  MlirType type;
  intptr_t extentCount; /**< of a tensor's pointer, else 0 */
  const PhobosExtent *extents;
  intptr_t strideCount; /**< 0: dense */
  const PhobosExtent *strides;
  bool isUnsigned; /**< the elements */
} PhobosParameter;

/** A kernel with an entry block, in which its arguments are, and which the
 *  caller ends by phobosBuildReturn; so only a verified module shows that it is
 *  valid. `grid` is an affine map of no dims to the three numbers of blocks,
 * with a symbol for each integer or `index` parameter; null: no grid is known.
 *  `threads` is 0 where the compiler is to choose them. */
MLIR_CAPI_EXPORTED MlirOperation phobosBuildKernel(
    PhobosInsertion at, MlirStringRef name, intptr_t parameterCount,
    const PhobosParameter *parameters, MlirAffineMap grid, int32_t threads);
MLIR_CAPI_EXPORTED MlirBlock phobosKernelGetBody(MlirOperation kernel);
MLIR_CAPI_EXPORTED MlirOperation phobosBuildReturn(PhobosInsertion at);

typedef enum { PHOBOS_GRID_X, PHOBOS_GRID_Y, PHOBOS_GRID_Z } PhobosGridDim;

MLIR_CAPI_EXPORTED MlirValue phobosBuildBlockId(PhobosInsertion at,
                                                PhobosGridDim dim);
MLIR_CAPI_EXPORTED MlirValue phobosBuildNumBlocks(PhobosInsertion at,
                                                  PhobosGridDim dim);

/*===- Facts
 * ---------------------------------------------------------------===*/

/** `other` goes with #phobos.same, and is null with others. */
MLIR_CAPI_EXPORTED MlirValue phobosBuildAssume(PhobosInsertion at,
                                               MlirValue value,
                                               MlirAttribute predicate,
                                               MlirValue other);
/** `message` may be empty. */
MLIR_CAPI_EXPORTED MlirValue phobosBuildPromise(PhobosInsertion at,
                                                MlirValue value,
                                                MlirAttribute predicate,
                                                MlirValue other,
                                                MlirStringRef message);

/*===- Memory
 * --------------------------------------------------------------===*/

/** A slice `[start, start + n)` of a view in each of `rank` dims. A dim is
 *  masked, unchecked, or neither: then it is known to stay inside. */
typedef struct {
  MlirValue view;
  intptr_t rank;
  const MlirValue *starts;
  intptr_t maskedCount;
  const int64_t *masked; /**< ascending */
  intptr_t uncheckedCount;
  const int64_t *unchecked; /**< ascending */
} PhobosSlice;

typedef enum {
  PHOBOS_CACHE_DEFAULT,
  PHOBOS_CACHE_CA,
  PHOBOS_CACHE_CG,
  PHOBOS_CACHE_CS,
  PHOBOS_CACHE_CV,
  PHOBOS_CACHE_WB,
  PHOBOS_CACHE_WT
} PhobosCache;
typedef enum {
  PHOBOS_EVICT_DEFAULT,
  PHOBOS_EVICT_FIRST,
  PHOBOS_EVICT_LAST
} PhobosEviction;

/** Hints of an access; all zeros, or a null pointer: none. */
typedef struct {
  PhobosCache cache;
  PhobosEviction evict;
  bool isVolatile;
} PhobosHints;

/** `extents` and `strides` are those that the type has as dynamic. `offset` may
 *  be null. */
MLIR_CAPI_EXPORTED MlirValue phobosBuildView(
    PhobosInsertion at, MlirType type, MlirValue pointer, intptr_t extentCount,
    const MlirValue *extents, intptr_t strideCount, const MlirValue *strides,
    MlirValue offset, bool isLoose);
MLIR_CAPI_EXPORTED MlirValue phobosBuildRowsAligned(PhobosInsertion at,
                                                    MlirValue view);
MLIR_CAPI_EXPORTED MlirValue phobosBuildViewsApart(PhobosInsertion at,
                                                   MlirValue first,
                                                   MlirValue second,
                                                   bool orEqual);
/** `fill`, a number, may be null: zero. */
MLIR_CAPI_EXPORTED MlirValue phobosBuildLoad(PhobosInsertion at, MlirType type,
                                             const PhobosSlice *slice,
                                             MlirAttribute fill,
                                             const PhobosHints *hints);
MLIR_CAPI_EXPORTED MlirOperation phobosBuildStore(PhobosInsertion at,
                                                  MlirValue value,
                                                  const PhobosSlice *slice,
                                                  const PhobosHints *hints);
/** `name`, the array's, may be empty. */
MLIR_CAPI_EXPORTED MlirOperation
phobosBuildCheckBounds(PhobosInsertion at, MlirValue start, int64_t length,
                       MlirValue extent, int64_t dim, MlirStringRef name);
/** `mask` and `other` may be null. */
MLIR_CAPI_EXPORTED MlirValue phobosBuildGather(PhobosInsertion at,
                                               MlirType type, MlirValue pointer,
                                               MlirValue offsets,
                                               MlirValue mask, MlirValue other,
                                               const PhobosHints *hints);
/** `mask` may be null. */
MLIR_CAPI_EXPORTED MlirOperation
phobosBuildScatter(PhobosInsertion at, MlirValue value, MlirValue pointer,
                   MlirValue offsets, MlirValue mask, const PhobosHints *hints);

typedef enum {
  PHOBOS_ATOMIC_ADD,
  PHOBOS_ATOMIC_MAX,
  PHOBOS_ATOMIC_MIN,
  PHOBOS_ATOMIC_MAXU,
  PHOBOS_ATOMIC_MINU,
  PHOBOS_ATOMIC_AND,
  PHOBOS_ATOMIC_OR,
  PHOBOS_ATOMIC_XOR,
  PHOBOS_ATOMIC_EXCHANGE,
  PHOBOS_ATOMIC_CAS
} PhobosAtomicKind;
typedef enum {
  PHOBOS_ORDER_RELAXED,
  PHOBOS_ORDER_ACQUIRE,
  PHOBOS_ORDER_RELEASE,
  PHOBOS_ORDER_ACQ_REL
} PhobosMemoryOrder;
typedef enum {
  PHOBOS_SCOPE_BLOCK,
  PHOBOS_SCOPE_GPU,
  PHOBOS_SCOPE_SYSTEM
} PhobosMemoryScope;

/** What an atomic does; `expected` is null but for `cas`. */
typedef struct {
  PhobosAtomicKind kind;
  PhobosMemoryOrder order;
  PhobosMemoryScope scope;
  MlirValue value, expected;
} PhobosUpdate;

MLIR_CAPI_EXPORTED MlirValue phobosBuildAtomic(PhobosInsertion at,
                                               const PhobosUpdate *update,
                                               const PhobosSlice *slice);
/** `mask` may be null. */
MLIR_CAPI_EXPORTED MlirValue
phobosBuildAtomicScatter(PhobosInsertion at, const PhobosUpdate *update,
                         MlirValue pointer, MlirValue offsets, MlirValue mask);

/*===- Tiles
 * ---------------------------------------------------------------===*/

MLIR_CAPI_EXPORTED MlirValue phobosBuildSplat(PhobosInsertion at, MlirType type,
                                              MlirValue value);
MLIR_CAPI_EXPORTED MlirValue phobosBuildIota(PhobosInsertion at, MlirType type,
                                             int64_t dim);
MLIR_CAPI_EXPORTED MlirValue phobosBuildBroadcast(PhobosInsertion at,
                                                  MlirType type,
                                                  MlirValue source);
MLIR_CAPI_EXPORTED MlirValue phobosBuildTranspose(PhobosInsertion at,
                                                  MlirType type,
                                                  MlirValue source,
                                                  intptr_t rank,
                                                  const int64_t *permutation);
MLIR_CAPI_EXPORTED MlirValue phobosBuildReshape(PhobosInsertion at,
                                                MlirType type,
                                                MlirValue source);
MLIR_CAPI_EXPORTED MlirValue phobosBuildItem(PhobosInsertion at,
                                             MlirValue source);
MLIR_CAPI_EXPORTED MlirValue phobosBuildConvertLayout(PhobosInsertion at,
                                                      MlirType type,
                                                      MlirValue source);
MLIR_CAPI_EXPORTED MlirValue phobosBuildChunks(PhobosInsertion at,
                                               MlirType type);
MLIR_CAPI_EXPORTED MlirOperation phobosBuildPutChunk(PhobosInsertion at,
                                                     MlirValue value,
                                                     MlirValue chunks,
                                                     MlirValue position);
MLIR_CAPI_EXPORTED MlirValue phobosBuildGetChunk(PhobosInsertion at,
                                                 MlirType type,
                                                 MlirValue chunks,
                                                 MlirValue position);
/** A slice of a tile; `fill` may be null. */
MLIR_CAPI_EXPORTED MlirValue phobosBuildExtractSlice(
    PhobosInsertion at, MlirType type, MlirValue source, intptr_t rank,
    const MlirValue *starts, intptr_t maskedCount, const int64_t *masked,
    MlirAttribute fill);
MLIR_CAPI_EXPORTED MlirValue phobosBuildInsertSlice(
    PhobosInsertion at, MlirValue value, MlirValue dest, intptr_t rank,
    const MlirValue *starts, intptr_t maskedCount, const int64_t *masked);
MLIR_CAPI_EXPORTED MlirValue phobosBuildWhere(PhobosInsertion at,
                                              MlirValue condition,
                                              MlirValue trueValue,
                                              MlirValue falseValue);
MLIR_CAPI_EXPORTED MlirValue phobosBuildCast(PhobosInsertion at, MlirType type,
                                             MlirValue source,
                                             bool fromUnsigned,
                                             bool toUnsigned);

typedef enum {
  PHOBOS_PRECISION_NONE,
  PHOBOS_PRECISION_TF32,
  PHOBOS_PRECISION_TF32X3,
  PHOBOS_PRECISION_BF16
} PhobosDotPrecision;

MLIR_CAPI_EXPORTED MlirValue phobosBuildDot(PhobosInsertion at, MlirValue lhs,
                                            MlirValue rhs,
                                            MlirValue accumulator,
                                            bool isTransposed, bool isUnsigned,
                                            PhobosDotPrecision precision);

typedef enum {
  PHOBOS_REDUCE_ADD,
  PHOBOS_REDUCE_MUL,
  PHOBOS_REDUCE_MAX,
  PHOBOS_REDUCE_MIN,
  PHOBOS_REDUCE_MAXU,
  PHOBOS_REDUCE_MINU,
  PHOBOS_REDUCE_AND,
  PHOBOS_REDUCE_OR
} PhobosReduceKind;

MLIR_CAPI_EXPORTED MlirValue phobosBuildReduce(PhobosInsertion at,
                                               MlirType type,
                                               PhobosReduceKind kind,
                                               MlirValue source, int64_t dim);
MLIR_CAPI_EXPORTED MlirValue phobosBuildArgReduce(PhobosInsertion at,
                                                  MlirType type,
                                                  PhobosReduceKind kind,
                                                  MlirValue source,
                                                  int64_t dim);
MLIR_CAPI_EXPORTED MlirValue phobosBuildScan(PhobosInsertion at,
                                             PhobosReduceKind kind,
                                             MlirValue source, int64_t dim);

/*===- Code of single threads
 * ----------------------------------------------===*/

MLIR_CAPI_EXPORTED MlirValue phobosBuildThreadId(PhobosInsertion at);
MLIR_CAPI_EXPORTED MlirValue phobosBuildWarpId(PhobosInsertion at);
MLIR_CAPI_EXPORTED MlirValue phobosBuildLaneId(PhobosInsertion at);
MLIR_CAPI_EXPORTED MlirValue phobosBuildNumThreads(PhobosInsertion at);
MLIR_CAPI_EXPORTED MlirValue phobosBuildLoadElem(PhobosInsertion at,
                                                 MlirValue source,
                                                 intptr_t rank,
                                                 const MlirValue *indices);
MLIR_CAPI_EXPORTED MlirValue phobosBuildStoreElem(PhobosInsertion at,
                                                  MlirValue value,
                                                  MlirValue dest, intptr_t rank,
                                                  const MlirValue *indices);
/** A sum with a block, in which arguments stand for the captures, and which the
 *  caller ends by phobosBuildYield; so only a verified module shows that it is
 *  valid. */
MLIR_CAPI_EXPORTED MlirOperation
phobosBuildThreadSum(PhobosInsertion at, MlirType type, intptr_t captureCount,
                     const MlirValue *captures);
MLIR_CAPI_EXPORTED MlirOperation phobosBuildYield(PhobosInsertion at,
                                                  MlirValue source);
MLIR_CAPI_EXPORTED MlirValue phobosBuildWarpReduce(PhobosInsertion at,
                                                   PhobosReduceKind kind,
                                                   MlirValue source);
MLIR_CAPI_EXPORTED MlirValue phobosBuildBlockReduce(PhobosInsertion at,
                                                    PhobosReduceKind kind,
                                                    MlirValue source);
MLIR_CAPI_EXPORTED MlirValue phobosBuildShuffle(PhobosInsertion at,
                                                MlirValue source,
                                                MlirValue lane);
MLIR_CAPI_EXPORTED MlirOperation phobosBuildBarrier(PhobosInsertion at);

#ifdef __cplusplus
}
#endif

#endif /* PHOBOS_C_OPS_H */
