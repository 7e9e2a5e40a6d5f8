//===- PhobosToHost.h - From tile IR to code for the host -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_CONVERSION_PHOBOSTOHOST_PHOBOSTOHOST_H
#define PHOBOS_CONVERSION_PHOBOSTOHOST_PHOBOSTOHOST_H

#include "mlir/Pass/Pass.h"

namespace phobos {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "phobos/Conversion/PhobosToHost/Passes.h.inc"

/// The name of the function that runs the grid of `kernel`. It has a dot, so
/// that no kernel's name meets a function of the C library that its code calls.
std::string getGridFunctionName(llvm::StringRef kernel);

/// On that function: a text for each promise, in the order
/// of their numbers.
inline constexpr llvm::StringLiteral kPromisesAttr = "phobos.promises";

/// On that function: what an error says behind the text of each promise. `{}`
/// stands for the promised value, `{n:t}` for the kernel's argument `n`, where
/// `t` is its type: i, u or f and its bits.
inline constexpr llvm::StringLiteral kPromisedValuesAttr =
    "phobos.promised_values";

/// On that function: a text for each `phobos.check_bounds`, in the order of
/// their numbers; an error adds the start and the extent.
inline constexpr llvm::StringLiteral kChecksAttr = "phobos.checks";

/// What the code of a check calls with its number from 0, the start and the
/// extent, each an i64. It does not return.
inline constexpr llvm::StringLiteral kStopFunction = "phobos_stop_kernel";

} // namespace phobos

#endif // PHOBOS_CONVERSION_PHOBOSTOHOST_PHOBOSTOHOST_H
