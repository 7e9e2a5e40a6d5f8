/*===- Call.h - the values of one call of a kernel -----------------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * Reads the values into a key: all that a binding rests on, as integers. Calls
 * with equal keys launch the same, but for addresses and floats.
 */

#ifndef PHOBOS_PYTHON_CALL_H
#define PHOBOS_PYTHON_CALL_H

#define PY_SSIZE_T_CLEAN
#include "DLPack.h"
#include <Python.h>
#include <stdbool.h>
#include <string.h>

enum { MostValues = 64, MostKeyWords = 768 };

/** What a parameter takes: letters of `kinds` in Plans' constructor. */
typedef enum {
  ArrayValue = 'a',
  FloatValue = 'f',
  IntegerValue = 'i', /* or a bool */
  NameValue = 'n',    /* a name of @specialize: an integer, or None */
} ValueKind;

typedef struct {
  int64_t key[MostKeyWords];
  size_t keyCount;
  PyObject *values[MostValues]; /* by place; borrowed */
  size_t count;
  uint64_t pointers[MostValues];  /* of arrays */
  const DLPackExchange *exchange; /* of the last array that has one */
  int32_t gpu;                    /* of that array */
} Call;

typedef enum { CallFailed = -1, CallUnknown = 0, CallRead = 1 } CallStatus;

/* What begins a value's part of a key, so that no two kinds look alike. */
enum {
  DLPackPart = 1,
  InterfacePart,
  ForeignPart,
  IntegerPart,
  BoolPart,
  NonePart
};

/** phobos_gpu_of_address and phobos_string_free of phobos-c. */
typedef int (*GpuOfAddressFunction)(uint64_t address, int *gpu, char **error);
typedef void (*FreeFunction)(char *text);

/** Who tells of arrays whose type offers no exchange. */
typedef struct {
  PyObject *describe; /* (array): None, or a number for what it says and the
                         address; of arrays that offer no interface either */
  GpuOfAddressFunction gpuOfAddress;
  FreeFunction freeText;
} Foreign;

/** Reads `values`, a tuple, and `named`, a dict or null, by `kinds`, a letter
 *  each, and `names`, a tuple. CallUnknown: they must be bound in full, which
 *  also tells what is wrong with them. CallFailed: an exception is set. */
CallStatus readCall(Call *call, PyObject *values, PyObject *named,
                    PyObject *names, const char *kinds, const Foreign *foreign);

#define INTERFACE_ATTRIBUTE "__cuda_array_interface__"

/** Adds an array that offers INTERFACE_ATTRIBUTE. CallUnknown: Python is to
 *  look; the key is as it was. */
CallStatus addInterface(Call *call, size_t place, PyObject *value,
                        const Foreign *foreign);

/** Whether there was room for `words`. */
bool addWords(Call *call, const int64_t *words, size_t count);

/** What an address is a multiple of, as far as a binding can rest on it. */
int64_t alignmentOf(uint64_t address);

uint64_t hashKey(const int64_t *key, size_t count);

#endif /* PHOBOS_PYTHON_CALL_H */
