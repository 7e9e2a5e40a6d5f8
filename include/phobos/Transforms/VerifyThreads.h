//===- VerifyThreads.h - What per-thread code may do ------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TRANSFORMS_VERIFYTHREADS_H
#define PHOBOS_TRANSFORMS_VERIFYTHREADS_H

#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// Reports what `phobos-verify-threads` refuses in `kernel`, which is not
/// changed.
mlir::LogicalResult verifyThreads(KernelOp kernel);

} // namespace phobos

#endif // PHOBOS_TRANSFORMS_VERIFYTHREADS_H
