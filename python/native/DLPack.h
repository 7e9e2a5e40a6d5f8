/*===- DLPack.h - what we use of DLPack's binary interface ---------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * Declarations of our own for DLPack 1.2 and newer, whose layout is stable
 * within a major version: https://dmlc.github.io/dlpack/latest/c_api.html
 */

#ifndef PHOBOS_PYTHON_DLPACK_H
#define PHOBOS_PYTHON_DLPACK_H

#include <stdint.h>

enum { DLPackMajor = 1, DLPackCuda = 2 };

typedef struct {
  int32_t type, id;
} DLDevice;

typedef struct {
  uint8_t code, bits;
  uint16_t lanes;
} DLDataType;

typedef struct {
  void *data;
  DLDevice device;
  int32_t rank;
  DLDataType type;
  int64_t *shape;
  int64_t *strides; /* in elements; null where dense and row-major */
  uint64_t byteOffset;
} DLTensor;

/** What a type of arrays offers to consumers in C: a capsule of the name
 *  DLPACK_CAPSULE in its attribute DLPACK_ATTRIBUTE. */
typedef struct DLPackExchange {
  uint32_t major, minor;
  struct DLPackExchange *previous; /* of an older major version */
  void *allocate;
  void *toManaged;
  void *fromManaged;
  /* Describes an array, which must outlive `out`; may be null. */
  int (*describe)(void *object, DLTensor *out);
  /* The stream that the array library queues its own work on. */
  int (*currentStream)(int32_t deviceType, int32_t deviceId, void **out);
} DLPackExchange;

#define DLPACK_ATTRIBUTE "__dlpack_c_exchange_api__"
#define DLPACK_CAPSULE "dlpack_exchange_api"

#endif /* PHOBOS_PYTHON_DLPACK_H */
