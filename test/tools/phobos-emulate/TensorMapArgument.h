//===- TensorMapArgument.h - Tensor maps given as text ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TEST_TOOLS_PHOBOS_EMULATE_TENSORMAPARGUMENT_H
#define PHOBOS_TEST_TOOLS_PHOBOS_EMULATE_TENSORMAPARGUMENT_H

#include "../KernelArguments.h"
#include "phobos/TensorMap/TensorMap.h"

namespace phobos {

struct TensorMapArgument {
  KernelArgument array; // what the tensor lies in
  EncodedTensorMap encoded;
};

/// The tensor map that `text` describes; ends the program with an error where
/// it does not:
///
///     map:<type>:<extents>:box=<box>[:<field>=<value>]…:<array>
///
/// Extents, boxes and the like have an `x` between dims, the innermost last.
/// The fields are `strides` (in elements; dense if absent), `element_strides`,
/// `swizzle`, `interleave` (both in bytes) and `fill=nan`. An array is as in
/// KernelArguments.h, or `arg2`: that of an `earlier` argument. So
/// `map:bf16:3x70:box=2x64:swizzle=128:strides=72x1:216=1,2` is a tensor of 3
/// rows of 70 elements, in an array of 216.
TensorMapArgument parseTensorMapArgument(llvm::StringRef text,
                                         llvm::ArrayRef<KernelArgument> earlier,
                                         mlir::MLIRContext *context);

} // namespace phobos

#endif // PHOBOS_TEST_TOOLS_PHOBOS_EMULATE_TENSORMAPARGUMENT_H
