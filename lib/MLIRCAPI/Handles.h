//===- Handles.h - What C callers pass ------------------------- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_MLIRCAPI_HANDLES_H
#define PHOBOS_LIB_MLIRCAPI_HANDLES_H

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include <initializer_list>

namespace phobos {

/// A handle or a pointer that must not be null, and its name for messages.
struct NamedHandle {
  const char *name;
  const void *pointer;
};

/// Whether all `handles` are there; an error at `location`, if that is there,
/// names the first that is not.
bool requireHandles(MlirLocation location,
                    std::initializer_list<NamedHandle> handles);

/// Whether `array` holds `count` elements, as far as that can be seen.
bool requireRange(MlirLocation location, const char *name, intptr_t count,
                  const void *array);

/// What `array` holds; of a count of 0 it may be null.
template <typename T>
llvm::ArrayRef<T> toArray(intptr_t count, const T *array) {
  return llvm::ArrayRef<T>(array, count);
}

llvm::SmallVector<mlir::Value> toValues(intptr_t count,
                                        const MlirValue *values);

/// The text, which may be a null pointer of length 0.
inline llvm::StringRef toText(MlirStringRef text) {
  return text.data ? unwrap(text) : llvm::StringRef();
}

} // namespace phobos

#endif // PHOBOS_LIB_MLIRCAPI_HANDLES_H
