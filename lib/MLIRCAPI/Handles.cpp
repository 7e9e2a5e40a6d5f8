//===- Handles.cpp - What C callers pass ----------------------- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Handles.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

bool phobos::requireHandles(MlirLocation location,
                            std::initializer_list<NamedHandle> handles) {
  if (!location.ptr)
    return false;
  for (const NamedHandle &handle : handles) {
    if (handle.pointer)
      continue;
    emitError(unwrap(location))
        << "expected something as '" << handle.name << "', got null";
    return false;
  }
  return true;
}

bool phobos::requireRange(MlirLocation location, const char *name,
                          intptr_t count, const void *array) {
  if (!location.ptr)
    return false;
  if (count >= 0 && (count == 0 || array))
    return true;
  auto error = emitError(unwrap(location));
  if (count < 0)
    error << "expected a count of 0 or more as that of '" << name << "', got "
          << count;
  else
    error << "expected " << count << " elements as '" << name << "', got null";
  return false;
}

SmallVector<Value> phobos::toValues(intptr_t count, const MlirValue *values) {
  SmallVector<Value> result;
  for (intptr_t i = 0; i < count; ++i)
    result.push_back(unwrap(values[i]));
  return result;
}
