/*===- Module.c - the extension module _launch ---------------------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * Its one type, Plans, does for launches on GPUs what plan.Plans of
 * phobos/plan.py does through ctypes. It decides nothing: what is not exactly
 * as in a call before goes back to Python.
 */

#include "Plan.h"

enum { TableSize = 512, MostPlans = 256 };

typedef struct {
  PyObject base;
  char kinds[MostValues + 1];
  PyObject *describeForeign;
  Driver driver;
  size_t planCount;
  Plan *plans[TableSize]; /* by hash, then the next free place */
} Plans;

static void forgetPlans(Plans *self) {
  for (size_t i = 0; i < TableSize; ++i) {
    Plan *plan = self->plans[i];
    self->plans[i] = NULL;
    if (plan)
      releasePlan(plan);
  }
  self->planCount = 0;
}

/* Where the plan for `call` is, or is to be put. */
static Plan **findPlan(Plans *self, const Call *call, uint64_t hash) {
  size_t at = hash % TableSize;
  while (self->plans[at] && !planMatches(self->plans[at], call, hash))
    at = (at + 1) % TableSize;
  return &self->plans[at];
}

static int initialise(PyObject *object, PyObject *arguments, PyObject *named) {
  Plans *self = (Plans *)object;
  const char *kinds;
  PyObject *describeForeign, *error;
  unsigned long long launch, freeText;
  if (self->describeForeign) {
    PyErr_SetString(PyExc_TypeError, "expected one initialisation");
    return -1;
  }
  if (named && PyDict_Size(named) > 0) {
    PyErr_SetString(PyExc_TypeError, "expected arguments by position");
    return -1;
  }
  if (!PyArg_ParseTuple(arguments, "sO(KKO)", &kinds, &describeForeign, &launch,
                        &freeText, &error))
    return -1;
  if (strlen(kinds) > MostValues) {
    PyErr_Format(PyExc_OverflowError, "expected at most %d parameters",
                 (int)MostValues);
    return -1;
  }
  strcpy(self->kinds, kinds);
  Py_INCREF(describeForeign);
  self->describeForeign = describeForeign;
  Py_INCREF(error);
  self->driver.error = error;
  self->driver.launch = (LaunchFunction)(uintptr_t)launch;
  self->driver.freeText = (FreeFunction)(uintptr_t)freeText;
  return 0;
}

static int clear(PyObject *object) {
  Plans *self = (Plans *)object;
  forgetPlans(self);
  Py_CLEAR(self->describeForeign);
  Py_CLEAR(self->driver.error);
  return 0;
}

static void deallocate(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  clear(object);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
}

static int traverse(PyObject *object, visitproc visit, void *arg) {
  Plans *self = (Plans *)object;
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self->describeForeign);
  Py_VISIT(self->driver.error);
  for (size_t i = 0; i < TableSize; ++i)
    if (self->plans[i])
      Py_VISIT(self->plans[i]->owner);
  return 0;
}

static bool isReady(Plans *self, PyObject *values) {
  if (self->describeForeign && PyTuple_Check(values))
    return true;
  PyErr_SetString(PyExc_TypeError, "expected the values as a tuple");
  return false;
}

static PyObject *launch(PyObject *object, PyObject *const *arguments,
                        Py_ssize_t count) {
  Plans *self = (Plans *)object;
  Call call;
  if (count != 2) {
    PyErr_SetString(PyExc_TypeError, "expected the values and the stream");
    return NULL;
  }
  if (!isReady(self, arguments[0]))
    return NULL;
  CallStatus status =
      readCall(&call, arguments[0], self->kinds, self->describeForeign);
  if (status == CallRead) {
    Plan *plan = *findPlan(self, &call, hashKey(call.key, call.keyCount));
    status = plan ? launchPlan(plan, &call, arguments[0], arguments[1],
                               &self->driver)
                  : CallUnknown;
  }
  if (status == CallFailed)
    return NULL;
  return PyBool_FromLong(status == CallRead);
}

static PyObject *keep(PyObject *object, PyObject *const *arguments,
                      Py_ssize_t count) {
  Plans *self = (Plans *)object;
  Call call;
  if (count != 2) {
    PyErr_SetString(PyExc_TypeError, "expected the values and the recipe");
    return NULL;
  }
  if (!isReady(self, arguments[0]))
    return NULL;
  CallStatus status =
      readCall(&call, arguments[0], self->kinds, self->describeForeign);
  if (status == CallFailed)
    return NULL;
  if (status == CallUnknown)
    Py_RETURN_NONE;
  Plan *plan = makePlan(arguments[1], &call);
  if (!plan)
    return NULL;
  if (self->planCount >= MostPlans)
    forgetPlans(self);
  Plan **place = findPlan(self, &call, plan->hash);
  Plan *before = *place;
  *place = plan;
  if (before)
    releasePlan(before);
  else
    ++self->planCount;
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"launch", (PyCFunction)(void (*)(void))launch, METH_FASTCALL,
     "launch(values, stream): whether a plan launched them."},
    {"keep", (PyCFunction)(void (*)(void))keep, METH_FASTCALL,
     "keep(values, recipe): launches like this one go by the recipe."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {{Py_tp_init, initialise},
                              {Py_tp_dealloc, deallocate},
                              {Py_tp_traverse, traverse},
                              {Py_tp_clear, clear},
                              {Py_tp_methods, methods},

                              {0, NULL}};

static PyType_Spec plansSpec = {"phobos._launch.Plans", sizeof(Plans), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots};

static int execute(PyObject *module) {
  PyObject *type = PyType_FromSpec(&plansSpec);
  if (!type)
    return -1;
  int status = PyModule_AddObjectRef(module, "Plans", type);
  Py_DECREF(type);
  if (status == 0)
    status = PyModule_AddStringConstant(module, "VERSION", PHOBOS_VERSION);
  return status;
}

static PyModuleDef_Slot moduleSlots[] = {{Py_mod_exec, execute}, {0, NULL}};

static PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                 .m_name = "phobos._launch",
                                 .m_doc = "Launches on GPUs, in C.",
                                 .m_slots = moduleSlots};

PyMODINIT_FUNC PyInit__launch(void) { return PyModuleDef_Init(&definition); }
