//===- LaunchContract.h - What a launcher must know -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TARGET_LAUNCHCONTRACT_H
#define PHOBOS_TARGET_LAUNCHCONTRACT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace phobos {
class KernelOp;
class Target;

/// The contract of a kernel, on the `gpu.func` or module that it becomes: a
/// dictionary of `kernel`, `target`, `params`, `args`, `threads`,
/// `shared_bytes`, `grid` and `promises`, with the meaning of the JSON fields.
/// `cluster`, `persistent` and `tensor_maps` are left out where there are none,
/// `overlap` where not all kernels of the code wait for what was queued before
/// them. A tensor map's `repack` also holds the name of its copy's `kernel`.
inline constexpr llvm::StringLiteral contractAttrName = "phobos.contract";
inline constexpr llvm::StringLiteral overlapName = "overlap";

/// The contract of `kernel`, which runs with `threads` threads and
/// `sharedBytes` of dynamic shared memory a block, and takes `tensorMaps`
/// (entries of that field) behind its other arguments. On failure an error was
/// emitted: a name that is taken twice, or more threads or memory than `target`
/// has.
mlir::FailureOr<mlir::DictionaryAttr>
buildLaunchContract(KernelOp kernel, const Target &target, int64_t threads,
                    int64_t sharedBytes,
                    llvm::ArrayRef<mlir::Attribute> tensorMaps = {});

/// The contract of `kernel` where it is run on the host.
mlir::FailureOr<mlir::DictionaryAttr> buildHostContract(KernelOp kernel);

/// The `repack` of a tensor map, but for its contract: the copies of `kernel`,
/// whose code is in the same module, have rows whose pitch is a multiple of
/// `pitchBytes`. `extents` are the tensor's, numbers or names, in the map's
/// order.
mlir::DictionaryAttr buildRepack(llvm::StringRef kernel,
                                 mlir::ArrayAttr extents, unsigned elementBytes,
                                 int64_t pitchBytes);

/// `contract` with `copy`, the contract of a copying kernel, in each `repack`
/// that names that kernel.
mlir::DictionaryAttr nestRepackContract(mlir::DictionaryAttr contract,
                                        mlir::DictionaryAttr copy);

/// The contracts that those `repack`s hold, each once.
llvm::SmallVector<mlir::DictionaryAttr>
listHelperContracts(mlir::DictionaryAttr contract);

/// The kernel of a `repack` of `contract` that still has no contract, or "".
llvm::StringRef findMissingRepackKernel(mlir::DictionaryAttr contract);

/// The first contract in or on `op` that holds every field, or null.
mlir::DictionaryAttr findLaunchContract(mlir::Operation *op);

/// `contract` as JSON text. Its `hash` covers every other field and `code` (the
/// PTX). The blocks in `grid` are expressions over names of extents, strides
/// and integer parameters:
///
///     sum    := term (("+" | "-") term)*
///     term   := factor ("*" factor)*
///     factor := integer | name | "(" sum ")" | function "(" sum "," sum ")"
///
/// with the functions floordiv, ceildiv and mod. Division rounds toward minus
/// (floordiv) or plus infinity (ceildiv); mod has the divisor's sign.
std::string contractToJSON(mlir::DictionaryAttr contract, llvm::StringRef code);

} // namespace phobos

#endif // PHOBOS_TARGET_LAUNCHCONTRACT_H
