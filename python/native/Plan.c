/*===- Plan.c - a launch that can be made again --------------------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*/

#include "Plan.h"
#include <math.h>

enum { MostKnownMaps = 256 };

/* Whether a slot is one of the recipe's arguments and of the call's values. */
static bool fits(const Recipe *recipe, const Call *call, const Slot *slot) {
  return slot->argument < recipe->argumentCount && slot->place < call->count;
}

static bool fitsCall(const Recipe *recipe, const Call *call) {
  for (size_t i = 0; i < recipe->pointerCount; ++i)
    if (!fits(recipe, call, &recipe->pointers[i]))
      return false;
  for (size_t i = 0; i < recipe->floatCount; ++i)
    if (!fits(recipe, call, &recipe->floats[i].slot))
      return false;
  for (size_t i = 0; i < recipe->mapCount; ++i)
    if (!fits(recipe, call, &recipe->maps[i]))
      return false;
  for (size_t i = 0; i < recipe->spanCount; ++i)
    if (recipe->spans[i].place < 0 ||
        (size_t)recipe->spans[i].place >= call->count)
      return false;
  return true;
}

static bool readRecipe(Recipe *recipe, PyObject *tuple, const Call *call) {
  const char *parts[6];
  Py_ssize_t sizes[6];
  unsigned long long kernel = 0;
  PyObject *owner; /* of the kernel; the tuple keeps it */
  if (!PyArg_ParseTuple(tuple, "y#y#y#y#y#y#KOOOOO", &parts[0], &sizes[0],
                        &parts[1], &sizes[1], &parts[2], &sizes[2], &parts[3],
                        &sizes[3], &parts[4], &sizes[4], &parts[5], &sizes[5],
                        &kernel, &recipe->encodeFloat, &recipe->encodeMap,
                        &recipe->stream, &recipe->run, &owner))
    return false;
  recipe->arguments = (const uint64_t *)parts[0];
  recipe->argumentCount = (size_t)sizes[0] / sizeof(uint64_t);
  recipe->pointers = (const Slot *)parts[1];
  recipe->pointerCount = (size_t)sizes[1] / sizeof(Slot);
  recipe->floats = (const FloatSlot *)parts[2];
  recipe->floatCount = (size_t)sizes[2] / sizeof(FloatSlot);
  recipe->maps = (const Slot *)parts[3];
  recipe->mapCount = (size_t)sizes[3] / sizeof(Slot);
  recipe->spans = (const Span *)parts[4];
  recipe->spanCount = (size_t)sizes[4] / sizeof(Span);
  recipe->sizes = (const uint32_t *)parts[5];
  recipe->kernel = (void *)(uintptr_t)kernel;
  if (sizes[5] != 6 * (Py_ssize_t)sizeof(uint32_t) ||
      recipe->argumentCount > MostArguments || recipe->mapCount > MostMaps ||
      !fitsCall(recipe, call)) {
    PyErr_SetString(PyExc_ValueError, "a recipe of other sizes than expected");
    return false;
  }
  return true;
}

Plan *makePlan(PyObject *tuple, const Call *call) {
  Plan *plan = PyMem_Calloc(1, sizeof(Plan));
  if (!plan) {
    PyErr_NoMemory();
    return NULL;
  }
  plan->references = 1;
  Py_INCREF(tuple);
  plan->owner = tuple;
  plan->knownMaps = PyDict_New();
  plan->keyCount = call->keyCount;
  plan->key = PyMem_Malloc((call->keyCount + 1) * sizeof(int64_t));
  if (!plan->key)
    PyErr_NoMemory();
  if (!plan->key || !plan->knownMaps ||
      !readRecipe(&plan->recipe, tuple, call)) {
    releasePlan(plan);
    return NULL;
  }
  memcpy(plan->key, call->key, call->keyCount * sizeof(int64_t));
  plan->hash = hashKey(call->key, call->keyCount);
  return plan;
}

void releasePlan(Plan *plan) {
  if (--plan->references > 0)
    return;
  Py_XDECREF(plan->owner);
  Py_XDECREF(plan->knownMaps);
  PyMem_Free(plan->key);
  PyMem_Free(plan);
}

bool hasKey(const Plan *plan, const Call *call) {
  return plan->keyCount == call->keyCount &&
         memcmp(plan->key, call->key, call->keyCount * sizeof(int64_t)) == 0;
}

/* Whether the arrays are apart for sure: their ranges of addresses are. */
static bool areApart(const Recipe *recipe, const Call *call) {
  for (size_t i = 0; i < recipe->spanCount; ++i) {
    const Span *first = &recipe->spans[i];
    int64_t low = (int64_t)call->pointers[first->place] + first->low;
    for (size_t j = 0; j < i; ++j) {
      const Span *second = &recipe->spans[j];
      int64_t other = (int64_t)call->pointers[second->place] + second->low;
      if (low < other + second->bytes && other < low + first->bytes)
        return false;
    }
  }
  return true;
}

/* As Element.encode of elements.py: every NaN has all bits of its mantissa. */
static bool encodeFloat32(double number, uint64_t *bits) {
  float rounded = (float)number;
  if (isinf(rounded) && !isinf(number))
    return false;
  uint32_t word;
  memcpy(&word, &rounded, sizeof(word));
  *bits = isnan(number) ? (word & 0x80000000u) | 0x7fffffffu : word;
  return true;
}

static void encodeFloat64(double number, uint64_t *bits) {
  memcpy(bits, &number, sizeof(*bits));
  if (isnan(number))
    *bits |= 0x7fffffffffffffffu;
}

/* Other floats and other numbers, by Python. */
static CallStatus encodeByPython(const Recipe *recipe, const FloatSlot *slot,
                                 PyObject *value, uint64_t *bits) {
  PyObject *encoded =
      PyObject_CallFunction(recipe->encodeFloat, "IO", slot->slot.place, value);
  if (encoded)
    *bits = PyLong_AsUnsignedLongLongMask(encoded);
  Py_XDECREF(encoded);
  if (!PyErr_Occurred())
    return CallRead;
  if (!PyErr_ExceptionMatches(PyExc_TypeError) &&
      !PyErr_ExceptionMatches(PyExc_ValueError))
    return CallFailed;
  PyErr_Clear(); /* binding says what is wrong */
  return CallUnknown;
}

static CallStatus encodeFloat(const Recipe *recipe, const FloatSlot *slot,
                              PyObject *value, uint64_t *bits) {
  if (!PyFloat_CheckExact(value) || slot->type == OtherFloat)
    return encodeByPython(recipe, slot, value, bits);
  double number = PyFloat_AsDouble(value);
  if (slot->type == Float32)
    return encodeFloat32(number, bits) ? CallRead : CallUnknown;
  encodeFloat64(number, bits);
  return CallRead;
}

/* The encoded map number `at` of `address`, a borrowed reference. */
static PyObject *findMap(Plan *plan, size_t at, uint64_t address) {
  PyObject *key = PyLong_FromUnsignedLongLong(address * MostMaps + at);
  if (!key)
    return NULL;
  PyObject *map = PyDict_GetItemWithError(plan->knownMaps, key);
  if (!map && !PyErr_Occurred()) {
    if (PyDict_Size(plan->knownMaps) >= MostKnownMaps)
      PyDict_Clear(plan->knownMaps);
    map = PyObject_CallFunction(plan->recipe.encodeMap, "IK",
                                plan->recipe.maps[at].argument, address);
    if (map && PyDict_SetItem(plan->knownMaps, key, map) != 0)
      Py_CLEAR(map);
    Py_XDECREF(map); /* the dict has it */
  }
  Py_DECREF(key);
  return map;
}

/* The values of a kernel's arguments. */
typedef struct {
  uint64_t numbers[MostArguments];
  _Alignas(64) char maps[MostMaps][MapBytes];
  void *pointers[MostArguments];
} Arguments;

static CallStatus fillArguments(Plan *plan, const Call *call,
                                Arguments *arguments) {
  const Recipe *recipe = &plan->recipe;
  for (size_t i = 0; i < recipe->argumentCount; ++i) {
    arguments->numbers[i] = recipe->arguments[i];
    arguments->pointers[i] = &arguments->numbers[i];
  }
  for (size_t i = 0; i < recipe->pointerCount; ++i)
    arguments->numbers[recipe->pointers[i].argument] =
        call->pointers[recipe->pointers[i].place];
  CallStatus status = CallRead;
  for (size_t i = 0; i < recipe->floatCount && status == CallRead; ++i) {
    const FloatSlot *slot = &recipe->floats[i];
    status = encodeFloat(recipe, slot, call->values[slot->slot.place],
                         &arguments->numbers[slot->slot.argument]);
  }
  for (size_t i = 0; i < recipe->mapCount && status == CallRead; ++i) {
    PyObject *map = findMap(plan, i, call->pointers[recipe->maps[i].place]);
    char *bytes = NULL;
    Py_ssize_t size = 0;
    if (!map || PyBytes_AsStringAndSize(map, &bytes, &size) != 0)
      return CallFailed;
    if (size != MapBytes) {
      PyErr_SetString(PyExc_ValueError, "an encoded map of another size");
      return CallFailed;
    }
    memcpy(arguments->maps[i], bytes, MapBytes);
    arguments->pointers[recipe->maps[i].argument] = arguments->maps[i];
  }
  return status;
}

static bool findStream(const Recipe *recipe, const Call *call, PyObject *stream,
                       void **out) {
  *out = NULL;
  if (stream != Py_None) {
    *out = PyLong_AsVoidPtr(stream);
    return !PyErr_Occurred();
  }
  if (call->exchange)
    return call->exchange->currentStream(DLPackCuda, call->gpu, out) == 0;
  if (recipe->stream == Py_None)
    return true;
  PyObject *current = PyObject_CallFunctionObjArgs(recipe->stream, NULL);
  if (!current)
    return false;
  *out = PyLong_AsVoidPtr(current);
  Py_DECREF(current);
  return !PyErr_Occurred();
}

/* By Python: copies of arrays come first. */
static CallStatus runInstead(const Recipe *recipe, const Call *call,
                             void *stream) {
  Py_ssize_t count = (Py_ssize_t)call->count;
  PyObject *addresses = PyList_New(count), *values = PyList_New(count);
  for (Py_ssize_t i = 0; addresses && values && i < count; ++i) {
    PyList_SetItem(addresses, i,
                   PyLong_FromUnsignedLongLong(call->pointers[i]));
    Py_INCREF(call->values[i]);
    PyList_SetItem(values, i, call->values[i]);
  }
  PyObject *result =
      addresses && values
          ? PyObject_CallFunction(recipe->run, "OOK", values, addresses,
                                  (unsigned long long)(uintptr_t)stream)
          : NULL;
  Py_XDECREF(addresses);
  Py_XDECREF(values);
  if (!result)
    return CallFailed;
  CallStatus status = PyObject_IsTrue(result) ? CallRead : CallUnknown;
  Py_DECREF(result);
  return status;
}

static CallStatus queue(const Recipe *recipe, Arguments *arguments,
                        void *stream, const Driver *driver) {
  char *error = NULL;
  int status;
  Py_BEGIN_ALLOW_THREADS;
  status = driver->launch(recipe->kernel, recipe->sizes, recipe->sizes + 3,
                          stream, arguments->pointers, &error);
  Py_END_ALLOW_THREADS;
  if (status == 0)
    return CallRead;
  PyErr_SetString(driver->error, error ? error : "the launch failed");
  driver->freeText(error);
  return CallFailed;
}

CallStatus launchPlan(Plan *plan, const Call *call, PyObject *stream,
                      const Driver *driver) {
  Arguments arguments;
  void *handle = NULL;
  const Recipe *recipe = &plan->recipe;
  if (!areApart(recipe, call))
    return CallUnknown;
  if (!findStream(recipe, call, stream, &handle))
    return CallFailed;
  ++plan->references; /* another thread may forget the plan */
  CallStatus status;
  if (recipe->run != Py_None)
    status = runInstead(recipe, call, handle);
  else if ((status = fillArguments(plan, call, &arguments)) == CallRead)
    status = queue(recipe, &arguments, handle, driver);
  releasePlan(plan);
  return status;
}
