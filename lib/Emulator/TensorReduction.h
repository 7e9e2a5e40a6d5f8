//===- TensorReduction.h - Copies that combine with memory ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_TENSORREDUCTION_H
#define PHOBOS_LIB_EMULATOR_TENSORREDUCTION_H

#include "phobos/TensorMap/TensorMap.h"

namespace phobos::emulator {

/// What a bulk copy does with what it finds: nothing but replace it, or one of
/// the operations of PTX's `cp.reduce.async.bulk`.
enum class Reduction : uint64_t { None, Add, Min, Max, Inc, Dec, And, Or, Xor };

/// PTX's name of it.
const char *nameOf(Reduction reduction);
/// Whether PTX has it for elements of a type.
bool isDefined(Reduction reduction, TensorMap::Type type);
/// Replaces elements in `bytes` at `to` by the reduction of them and those at
/// `from`, each on its own.
void reduce(Reduction reduction, TensorMap::Type type, char *to,
            const char *from, uint32_t bytes);

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_TENSORREDUCTION_H
