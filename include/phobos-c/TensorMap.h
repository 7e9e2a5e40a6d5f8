/*===- TensorMap.h - the C interface of tensor maps ----------------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * Tensor maps, which a launch contract may ask for: docs/Contract.md. Errors,
 * ownership and threads are as in phobos-c/Phobos.h.
 */

#ifndef PHOBOS_C_TENSORMAP_H
#define PHOBOS_C_TENSORMAP_H

#include "phobos-c/Phobos.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A tensor, and the box of it that one copy moves. Dims are in the order of
 *  PTX, the innermost first; a map has up to 5. */
typedef struct {
  uint64_t address;
  const char *type; /**< as the contract names it: "bf16" */
  uint32_t rank;
  uint64_t extents[5];
  uint64_t strides[5]; /**< in elements; 1 in dim 0 */
  uint32_t box[5];
  uint32_t element_strides[5];
  uint32_t swizzle;      /**< bytes: 0, 32, 64 or 128 */
  uint32_t interleave;   /**< bytes: 0, 16 or 32 */
  uint32_t l2_promotion; /**< bytes: 0, 64, 128 or 256 */
  uint32_t fills_with_nan;
} PhobosTensorMap;

/** The bytes of an encoded tensor map, which a kernel takes by value. */
#define PHOBOS_ENCODED_TENSOR_MAP_BYTES 128

/** A failure where no GPU has such a map. */
PHOBOS_EXPORT PhobosStatus phobos_tensor_map_check(const PhobosTensorMap *map,
                                                   char **error);

/** Encodes `map` for phobos_gpu_launch; `out` holds
 *  PHOBOS_ENCODED_TENSOR_MAP_BYTES. They are zeros where an extent is 0: a
 *  kernel copies nothing of such a tensor. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_encode_tensor_map(
    const PhobosTensorMap *map, void *out, char **error);

/** Likewise for phobos_emulate. */
PHOBOS_EXPORT PhobosStatus phobos_emulator_encode_tensor_map(
    const PhobosTensorMap *map, void *out, char **error);

#ifdef __cplusplus
}
#endif

#endif /* PHOBOS_C_TENSORMAP_H */
