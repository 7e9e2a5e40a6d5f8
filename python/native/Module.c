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
#include <stddef.h>
#include <structmember.h>

/* What phobos/native.py expects. */
enum { Interface = 3 };

enum { TableSize = 512, MostPlans = 256 };

typedef struct {
  PyObject base;
  char kinds[MostValues + 1];
  PyObject *names; /* of the values, a tuple */
  Foreign foreign;
  Driver driver;
  size_t planCount;
  Plan *plans[TableSize]; /* by hash, then the next free place */
  Plan *last; /* of the last launch, which the next one is mostly like */
} Plans;

static void forgetPlans(Plans *self) {
  for (size_t i = 0; i < TableSize; ++i) {
    Plan *plan = self->plans[i];
    self->plans[i] = NULL;
    if (plan)
      releasePlan(plan);
  }
  self->planCount = 0;
  self->last = NULL;
}

/* Where the plan for `call` is, or is to be put. */
static Plan **findPlan(Plans *self, const Call *call, uint64_t hash) {
  size_t at = hash % TableSize;
  while (self->plans[at] &&
         (self->plans[at]->hash != hash || !hasKey(self->plans[at], call)))
    at = (at + 1) % TableSize;
  return &self->plans[at];
}

static int initialise(PyObject *object, PyObject *arguments, PyObject *named) {
  Plans *self = (Plans *)object;
  const char *kinds;
  PyObject *valueNames, *describe, *error;
  unsigned long long launch, gpuOfAddress, freeText;
  if (self->foreign.describe) {
    PyErr_SetString(PyExc_TypeError, "expected one initialisation");
    return -1;
  }
  if (named && PyDict_Size(named) > 0) {
    PyErr_SetString(PyExc_TypeError, "expected arguments by position");
    return -1;
  }
  if (!PyArg_ParseTuple(arguments, "sO!O(KKKO)", &kinds, &PyTuple_Type,
                        &valueNames, &describe, &launch, &gpuOfAddress,
                        &freeText, &error))
    return -1;
  if (strlen(kinds) > MostValues ||
      (Py_ssize_t)strlen(kinds) != PyTuple_Size(valueNames)) {
    PyErr_Format(PyExc_ValueError,
                 "expected at most %d parameters, each with a name",
                 (int)MostValues);
    return -1;
  }
  strcpy(self->kinds, kinds);
  Py_INCREF(valueNames);
  self->names = valueNames;
  Py_INCREF(describe);
  self->foreign.describe = describe;
  self->foreign.gpuOfAddress = (GpuOfAddressFunction)(uintptr_t)gpuOfAddress;
  self->foreign.freeText = (FreeFunction)(uintptr_t)freeText;
  Py_INCREF(error);
  self->driver.error = error;
  self->driver.launch = (LaunchFunction)(uintptr_t)launch;
  self->driver.freeText = (FreeFunction)(uintptr_t)freeText;
  return 0;
}

static int clear(PyObject *object) {
  Plans *self = (Plans *)object;
  forgetPlans(self);
  Py_CLEAR(self->names);
  Py_CLEAR(self->foreign.describe);
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
  Py_VISIT(self->names);
  Py_VISIT(self->foreign.describe);
  Py_VISIT(self->driver.error);
  for (size_t i = 0; i < TableSize; ++i)
    if (self->plans[i])
      Py_VISIT(self->plans[i]->owner);
  return 0;
}

static bool isReady(Plans *self, PyObject *values) {
  if (self->foreign.describe && PyTuple_Check(values))
    return true;
  PyErr_SetString(PyExc_TypeError, "expected the values as a tuple");
  return false;
}

/* Launches a call that has a plan. */
static CallStatus launchKnown(Plans *self, PyObject *values, PyObject *named,
                              PyObject *stream) {
  Call call;
  CallStatus status =
      readCall(&call, values, named, self->names, self->kinds, &self->foreign);
  if (status != CallRead)
    return status;
  Plan *plan = self->last;
  if (!plan || !hasKey(plan, &call))
    plan = *findPlan(self, &call, hashKey(call.key, call.keyCount));
  if (!plan)
    return CallUnknown;
  self->last = plan;
  return launchPlan(plan, &call, stream, &self->driver);
}

static PyObject *launch(PyObject *object, PyObject *const *arguments,
                        Py_ssize_t count) {
  Plans *self = (Plans *)object;
  if (count != 2) {
    PyErr_SetString(PyExc_TypeError, "expected the values and the stream");
    return NULL;
  }
  if (!isReady(self, arguments[0]))
    return NULL;
  CallStatus status = launchKnown(self, arguments[0], NULL, arguments[1]);
  return status == CallFailed ? NULL : PyBool_FromLong(status == CallRead);
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
  CallStatus status = readCall(&call, arguments[0], NULL, self->names,
                               self->kinds, &self->foreign);
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
  self->last = NULL;
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

/* The base of kernels, which are called: by their plans, or else in Python. */
typedef struct {
  PyObject base;
  PyObject *plans;
  PyObject *watched; /* or null; a tuple of (dict, name, value) */
} Caller;

static PyTypeObject *plansType; /* the one that `execute` makes */

/* Whether all names that are watched mean what they did, by identity. */
static bool isCurrent(PyObject *watched) {
  if (!watched || watched == Py_None)
    return true;
  Py_ssize_t count = PyTuple_Check(watched) ? PyTuple_Size(watched) : -1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject *one = PyTuple_GetItem(watched, i);
    if (!PyTuple_Check(one) || PyTuple_Size(one) != 3 ||
        !PyDict_Check(PyTuple_GetItem(one, 0)))
      return false;
    PyObject *names = PyTuple_GetItem(one, 0);
    PyObject *value = PyDict_GetItemWithError(names, PyTuple_GetItem(one, 1));
    if (value != PyTuple_GetItem(one, 2)) {
      PyErr_Clear(); /* Python looks again */
      return false;
    }
  }
  return count >= 0;
}

static PyObject *callKernel(PyObject *object, PyObject *values,
                            PyObject *named) {
  PyObject *plans = ((Caller *)object)->plans;
  if (plans && Py_TYPE(plans) == plansType &&
      isCurrent(((Caller *)object)->watched)) {
    CallStatus status = launchKnown((Plans *)plans, values, named, Py_None);
    if (status == CallFailed)
      return NULL;
    if (status == CallRead)
      Py_RETURN_NONE;
  }
  PyObject *function = PyObject_GetAttrString(object, "call");
  if (!function)
    return NULL;
  PyObject *result = PyObject_Call(function, values, named);
  Py_DECREF(function);
  return result;
}

static int clearCaller(PyObject *object) {
  Py_CLEAR(((Caller *)object)->plans);
  Py_CLEAR(((Caller *)object)->watched);
  return 0;
}

static int traverseCaller(PyObject *object, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(((Caller *)object)->plans);
  Py_VISIT(((Caller *)object)->watched);
  return 0;
}

static void deallocateCaller(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  clearCaller(object);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  release(object);
  Py_DECREF(type);
}

static PyMemberDef callerMembers[] = {
    {"_plans", T_OBJECT, offsetof(Caller, plans), 0, NULL},
    {"_watched", T_OBJECT, offsetof(Caller, watched), 0, NULL},
    {NULL, 0, 0, 0, NULL}};

static PyType_Slot callerSlots[] = {
    {Py_tp_call, callKernel},         {Py_tp_dealloc, deallocateCaller},
    {Py_tp_traverse, traverseCaller}, {Py_tp_clear, clearCaller},
    {Py_tp_members, callerMembers},   {0, NULL}};

static PyType_Spec callerSpec = {
    "phobos._launch.Caller", sizeof(Caller), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_BASETYPE, callerSlots};

static PyObject *addType(PyObject *module, PyType_Spec *spec,
                         const char *name) {
  PyObject *type = PyType_FromSpec(spec);
  if (type && PyModule_AddObjectRef(module, name, type) != 0)
    Py_CLEAR(type);
  Py_XDECREF(type); /* the module has it */
  return type;
}

static int execute(PyObject *module) {
  plansType = (PyTypeObject *)addType(module, &plansSpec, "Plans");
  if (!plansType || !addType(module, &callerSpec, "Caller"))
    return -1;
  Py_INCREF((PyObject *)plansType); /* as long as the process */
  return PyModule_AddIntConstant(module, "INTERFACE", Interface);
}

static PyModuleDef_Slot moduleSlots[] = {{Py_mod_exec, execute}, {0, NULL}};

static PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                 .m_name = "phobos._launch",
                                 .m_doc = "Launches on GPUs, in C.",
                                 .m_slots = moduleSlots};

PyMODINIT_FUNC PyInit__launch(void) { return PyModuleDef_Init(&definition); }
