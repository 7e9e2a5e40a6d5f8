//===- Toy.h - The parts of the toy compiler --------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef TOY_TOY_H
#define TOY_TOY_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "phobos/Dialect/Phobos.h"

#include "ToyDialect.h.inc"
#define GET_OP_CLASSES
#include "ToyOps.h.inc"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace toy {

/// The kernel of a program in the toy language, as tile IR. Null where an error
/// was emitted.
mlir::OwningOpRef<mlir::ModuleOp> importToy(const llvm::SourceMgr &sources,
                                            mlir::MLIRContext *context);

/// A pass that makes loads, additions and stores of `toy.accumulate`.
std::unique_ptr<mlir::Pass> createExpandAccumulate();

} // namespace toy

#endif // TOY_TOY_H
