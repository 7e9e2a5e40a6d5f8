//===- InlinePTX.h - One instruction as inline PTX --------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_INLINEPTX_H
#define PHOBOS_LIB_DISTRIBUTION_INLINEPTX_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace phobos {

/// Collects the operands of an instruction, in the order of their numbers:
/// results first.
class PTXInstruction {
public:
  explicit PTXInstruction(mlir::ImplicitLocOpBuilder &b) : b(b) {}

  /// Makes `number` result registers.
  void addResults(mlir::Type type, llvm::StringRef constraint, int64_t number);
  /// Adds an operand, and gives its text, `$3`.
  std::string use(mlir::Value value, llvm::StringRef constraint);
  /// Lets result register `number` hold `value` before the instruction.
  void tie(mlir::Value value, int64_t number) {
    use(value, std::to_string(number));
  }
  /// `@$1 `, or nothing for what always happens.
  std::string addGuard(mlir::Value condition);

  /// The result, a struct where there are several registers, or null.
  mlir::Value create(const std::string &text, bool hasSideEffects = true);

private:
  void addConstraint(llvm::StringRef constraint);

  mlir::ImplicitLocOpBuilder &b;
  mlir::Type result;
  llvm::SmallVector<mlir::Value> operands;
  std::string constraints;
  int64_t count = 0;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_INLINEPTX_H
