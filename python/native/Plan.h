/*===- Plan.h - a launch that can be made again --------------------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*/

#ifndef PHOBOS_PYTHON_PLAN_H
#define PHOBOS_PYTHON_PLAN_H

#include "Call.h"

enum { MostArguments = 128, MostMaps = 8, MapBytes = 128 };

/** phobos_gpu_launch of phobos-c. */
typedef int (*LaunchFunction)(const void *kernel, const uint32_t grid[3],
                              const uint32_t threads[3], void *stream,
                              void **arguments, char **error);

/** The library's functions, and the exception for what they refuse. */
typedef struct {
  LaunchFunction launch;
  FreeFunction freeText;
  PyObject *error;
} Driver;

/** An argument of the kernel, and the place of the value that it comes from. */
typedef struct {
  uint32_t argument, place;
} Slot;

typedef enum { Float32, Float64, OtherFloat } FloatType;

typedef struct {
  Slot slot;
  uint32_t type; /* a FloatType */
  uint32_t unused;
} FloatSlot;

/** The memory of an array: `bytes` from `low` bytes behind its address. */
typedef struct {
  int64_t place, low, bytes;
} Span;

/** What phobos/plan.py packs into a tuple, which owns all of it. */
typedef struct {
  const uint64_t *arguments;
  const Slot *pointers, *maps;
  const FloatSlot *floats;
  const Span *spans;     /* of arrays that must not overlap */
  const uint32_t *sizes; /* the grid's, then the block's */
  size_t argumentCount, pointerCount, mapCount, floatCount, spanCount;
  void *kernel;
  PyObject *encodeFloat; /* (place, value): bits */
  PyObject *encodeMap;   /* (argument, address): bytes */
  PyObject *stream;      /* (): the stream where no array says; or None */
  PyObject *run; /* (values, addresses, stream): launches instead; or None */
} Recipe;

/** Counted, since a launch lets other threads go on. */
typedef struct Plan {
  size_t references;
  uint64_t hash;
  size_t keyCount;
  int64_t *key;
  Recipe recipe;
  PyObject *owner;     /* the tuple */
  PyObject *knownMaps; /* a dict: encoded maps by address and number */
} Plan;

/** A plan for `call`; null where an exception is set. */
Plan *makePlan(PyObject *recipe, const Call *call);
void releasePlan(Plan *plan);
bool hasKey(const Plan *plan, const Call *call);

/** Launches `plan` with the addresses and floats of `call`, on `stream` or,
 *  where that is None, on the arrays' current one. CallUnknown: a float, or
 *  arrays that may overlap, must be looked at closely. */
CallStatus launchPlan(Plan *plan, const Call *call, PyObject *stream,
                      const Driver *driver);

#endif /* PHOBOS_PYTHON_PLAN_H */
