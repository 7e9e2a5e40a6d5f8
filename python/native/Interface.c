/*===- Interface.c - arrays of CuPy, Numba and their like ----------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * Reads __cuda_array_interface__, whose fields are described in
 * https://numba.readthedocs.io/en/stable/cuda/cuda_array_interface.html
 */

#include "Call.h"

/* A borrowed field of the interface, null where it is absent or None. */
static PyObject *getField(PyObject *interface, const char *name) {
  PyObject *key = PyUnicode_FromString(name);
  PyObject *field = key ? PyDict_GetItemWithError(interface, key) : NULL;
  Py_XDECREF(key);
  return field == Py_None ? NULL : field;
}

/* Adds the numbers of a tuple. */
static bool addNumbers(Call *call, PyObject *tuple) {
  Py_ssize_t count = PyTuple_Size(tuple);
  for (Py_ssize_t i = 0; i < count; ++i) {
    int64_t number = PyLong_AsLongLong(PyTuple_GetItem(tuple, i));
    if (PyErr_Occurred() || !addWords(call, &number, 1))
      return false;
  }
  return true;
}

/* The name of an element type, up to 8 characters, as a number; 0: none. */
static int64_t packType(PyObject *type) {
  Py_ssize_t length = 0;
  const char *text = type && PyUnicode_Check(type)
                         ? PyUnicode_AsUTF8AndSize(type, &length)
                         : NULL;
  int64_t packed = 0;
  if (text && length <= (Py_ssize_t)sizeof(packed))
    memcpy(&packed, text, (size_t)length);
  return packed;
}

/* The GPU of `address`, -1 where the driver does not say. */
static int64_t findGpu(const Foreign *foreign, uint64_t address) {
  int gpu = -1;
  char *error = NULL;
  if (foreign->gpuOfAddress(address, &gpu, &error) == 0)
    return gpu;
  foreign->freeText(error);
  return -1;
}

/* Whether all that a binding rests on was found; an exception may be set where
 * it was not. */
static bool addFields(Call *call, size_t place, PyObject *interface,
                      const Foreign *foreign) {
  PyObject *shape = getField(interface, "shape");
  PyObject *strides = getField(interface, "strides");
  PyObject *data = getField(interface, "data");
  int64_t type = packType(getField(interface, "typestr"));
  if (!type || !shape || !PyTuple_Check(shape) || !data ||
      !PyTuple_Check(data) || PyTuple_Size(data) != 2 ||
      (strides && !PyTuple_Check(strides)) || getField(interface, "mask") ||
      getField(interface, "stream"))
    return false;
  uint64_t address = PyLong_AsUnsignedLongLong(PyTuple_GetItem(data, 0));
  int isReadOnly = PyObject_IsTrue(PyTuple_GetItem(data, 1));
  if (PyErr_Occurred() || address == 0)
    return false;
  int64_t gpu = findGpu(foreign, address);
  int64_t head[] = {InterfacePart,
                    type,
                    gpu,
                    alignmentOf(address),
                    isReadOnly,
                    PyTuple_Size(shape),
                    strides ? PyTuple_Size(strides) : -1};
  call->pointers[place] = address;
  return gpu >= 0 && addWords(call, head, 7) && addNumbers(call, shape) &&
         (!strides || addNumbers(call, strides));
}

CallStatus addInterface(Call *call, size_t place, PyObject *value,
                        const Foreign *foreign) {
  size_t before = call->keyCount;
  PyObject *interface = PyObject_GetAttrString(value, INTERFACE_ATTRIBUTE);
  bool isRead = interface && PyDict_Check(interface) &&
                addFields(call, place, interface, foreign);
  Py_XDECREF(interface);
  if (isRead)
    return CallRead;
  PyErr_Clear(); /* Python looks again, and says what is wrong */
  call->keyCount = before;
  return CallUnknown;
}
