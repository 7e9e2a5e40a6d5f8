/*===- Call.c - the values of one call of a kernel -----------------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*/

#include "Call.h"

enum { MostTypes = 16, MostAlignment = 32, MostRank = 32, MostPositive = 256 };

typedef struct {
  PyObject *type;
  const DLPackExchange *exchange; /* null where it has none */
  bool mayBeNegative;             /* its arrays have a method NEGATIVE_METHOD */
  bool hasInterface;              /* and INTERFACE_ATTRIBUTE */
} KnownType;

#define NEGATIVE_METHOD "is_neg"

/* Types that were asked before. */
static KnownType knownTypes[MostTypes];
static size_t knownTypeCount;

/* Arrays that were asked, by the place of the object: weak references. */
static struct {
  PyObject *reference; /* or null */
  uint64_t address;    /* of the elements, as an array may change what it is */
} positive[MostPositive];

static const DLPackExchange *askType(PyObject *type) {
  PyObject *capsule = PyObject_GetAttrString(type, DLPACK_ATTRIBUTE);
  if (!capsule) {
    PyErr_Clear();
    return NULL;
  }
  const DLPackExchange *exchange =
      PyCapsule_IsValid(capsule, DLPACK_CAPSULE)
          ? PyCapsule_GetPointer(capsule, DLPACK_CAPSULE)
          : NULL;
  Py_DECREF(capsule); /* exchanges live as long as the process */
  while (exchange && exchange->major != DLPackMajor)
    exchange = exchange->previous;
  return exchange && exchange->describe && exchange->currentStream ? exchange
                                                                   : NULL;
}

static const KnownType *findType(PyObject *value) {
  PyObject *type = (PyObject *)Py_TYPE(value);
  for (size_t i = 0; i < knownTypeCount; ++i)
    if (knownTypes[i].type == type)
      return &knownTypes[i];
  const DLPackExchange *exchange = askType(type);
  bool mayBeNegative = PyObject_HasAttrString(type, NEGATIVE_METHOD);
  bool hasInterface = PyObject_HasAttrString(type, INTERFACE_ATTRIBUTE);
  if (knownTypeCount == MostTypes) {
    while (knownTypeCount > 0)
      Py_DECREF(knownTypes[--knownTypeCount].type);
  }
  Py_INCREF(type); /* its address must not become another type's */
  KnownType known = {type, exchange, mayBeNegative, hasInterface};
  knownTypes[knownTypeCount] = known;
  return &knownTypes[knownTypeCount++];
}

/* Whether memory is known to hold the elements of `value`, not their negatives:
 * what torch makes of `z.conj().imag`, of which DLPack does not tell. Asking
 * takes as long as describing, so that an array is asked once. */
static bool isPositive(PyObject *value, uint64_t address) {
  size_t at = ((uintptr_t)value >> 4) % MostPositive;
  PyObject *known = positive[at].reference;
  if (known && positive[at].address == address &&
      PyWeakref_GetObject(known) == value)
    return true;
  PyObject *answer = NULL, *method = PyUnicode_FromString(NEGATIVE_METHOD);
  if (method)
    answer = PyObject_CallMethodObjArgs(value, method, NULL);
  Py_XDECREF(method);
  PyObject *reference =
      answer == Py_False ? PyWeakref_NewRef(value, NULL) : NULL;
  Py_XDECREF(answer);
  if (!reference) {
    PyErr_Clear();
    return answer == Py_False;
  }
  known = positive[at].reference;
  positive[at].reference = reference;
  positive[at].address = address;
  Py_XDECREF(known);
  return true;
}

bool addWords(Call *call, const int64_t *words, size_t count) {
  if (call->keyCount + count > MostKeyWords)
    return false;
  for (size_t i = 0; i < count; ++i)
    call->key[call->keyCount++] = words[i];
  return true;
}

int64_t alignmentOf(uint64_t address) {
  uint64_t lowest = address & -address;
  return lowest < MostAlignment ? (int64_t)lowest : MostAlignment;
}

static bool addDLTensor(Call *call, size_t place, const DLTensor *tensor) {
  uint64_t address = (uint64_t)tensor->data + tensor->byteOffset;
  if (tensor->device.type != DLPackCuda || !address || tensor->rank < 0 ||
      tensor->rank > MostRank)
    return false;
  int64_t type = (int64_t)tensor->type.lanes << 16 | tensor->type.code << 8 |
                 tensor->type.bits;
  int64_t head[] = {DLPackPart, type, tensor->device.id, tensor->rank,
                    alignmentOf(address)};
  size_t rank = (size_t)tensor->rank;
  if (!addWords(call, head, 5) || !addWords(call, tensor->shape, rank))
    return false;
  call->pointers[place] = address;
  call->gpu = tensor->device.id;
  if (tensor->strides)
    return addWords(call, tensor->strides, rank);
  int64_t dense[MostRank], step = 1;
  for (size_t dim = rank; dim-- > 0; step *= tensor->shape[dim])
    dense[dim] = step;
  return addWords(call, dense, rank);
}

static CallStatus addForeign(Call *call, size_t place, PyObject *value,
                             const Foreign *foreign) {
  PyObject *known =
      PyObject_CallFunctionObjArgs(foreign->describe, value, NULL);
  if (!known)
    return CallFailed;
  long long number = 0;
  unsigned long long address = 0;
  bool isKnown = known != Py_None;
  bool isRead = !isKnown || PyArg_ParseTuple(known, "LK", &number, &address);
  Py_DECREF(known);
  if (!isRead)
    return CallFailed;
  call->pointers[place] = address;
  int64_t words[] = {ForeignPart, number, alignmentOf(address)};
  return isKnown && addWords(call, words, 3) ? CallRead : CallUnknown;
}

static CallStatus addArray(Call *call, size_t place, PyObject *value,
                           const Foreign *foreign) {
  const KnownType *type = findType(value);
  const DLPackExchange *exchange = type->exchange;
  if (!exchange) {
    if (type->hasInterface &&
        addInterface(call, place, value, foreign) == CallRead)
      return CallRead;
    return addForeign(call, place, value, foreign);
  }
  bool mayBeNegative = type->mayBeNegative; /* Python code may change types */
  DLTensor tensor;
  if (exchange->describe(value, &tensor) != 0) {
    PyErr_Clear(); /* binding says what is wrong */
    return CallUnknown;
  }
  call->exchange = exchange;
  if (!addDLTensor(call, place, &tensor) ||
      (mayBeNegative && !isPositive(value, call->pointers[place])))
    return CallUnknown;
  return CallRead;
}

static CallStatus addInteger(Call *call, PyObject *value) {
  int64_t words[] = {PyBool_Check(value) ? BoolPart : IntegerPart, 0};
  if (!PyLong_Check(value))
    return CallUnknown;
  int overflow = 0;
  words[1] = PyLong_AsLongLongAndOverflow(value, &overflow);
  return !overflow && addWords(call, words, 2) ? CallRead : CallUnknown;
}

static CallStatus addName(Call *call, PyObject *value) {
  int64_t none = NonePart;
  if (value != Py_None)
    return addInteger(call, value);
  return addWords(call, &none, 1) ? CallRead : CallUnknown;
}

/* Puts the values in order; None for a name of @specialize that is not given.
 */
static CallStatus arrange(Call *call, PyObject *values, PyObject *named,
                          PyObject *names, const char *kinds) {
  size_t given = (size_t)PyTuple_Size(values), taken = 0;
  call->count = strlen(kinds);
  if (given > call->count)
    return CallUnknown;
  for (size_t place = 0; place < call->count; ++place) {
    PyObject *value = NULL;
    if (place < given) {
      value = PyTuple_GetItem(values, (Py_ssize_t)place);
    } else if (named) {
      PyObject *name = PyTuple_GetItem(names, (Py_ssize_t)place);
      value = PyDict_GetItemWithError(named, name);
      if (!value && PyErr_Occurred())
        return CallFailed;
      taken += value != NULL;
    }
    if (!value && kinds[place] != NameValue)
      return CallUnknown;
    call->values[place] = value ? value : Py_None;
  }
  return !named || taken == (size_t)PyDict_Size(named) ? CallRead : CallUnknown;
}

CallStatus readCall(Call *call, PyObject *values, PyObject *named,
                    PyObject *names, const char *kinds,
                    const Foreign *foreign) {
  call->keyCount = 0;
  call->exchange = NULL;
  CallStatus status = arrange(call, values, named, names, kinds);
  for (size_t place = 0; status == CallRead && place < call->count; ++place) {
    PyObject *value = call->values[place];
    call->pointers[place] = 0;
    switch ((ValueKind)kinds[place]) {
    case ArrayValue:
      status = addArray(call, place, value, foreign);
      break;
    case IntegerValue:
      status = addInteger(call, value);
      break;
    case NameValue:
      status = addName(call, value);
      break;
    case FloatValue:
      break;
    }
  }
  return status;
}

uint64_t hashKey(const int64_t *key, size_t count) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < count; ++i) {
    hash = (hash ^ (uint64_t)key[i]) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}
