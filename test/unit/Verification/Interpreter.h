//===- Interpreter.h - Runs scalar code -------------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TEST_UNIT_VERIFICATION_INTERPRETER_H
#define PHOBOS_TEST_UNIT_VERIFICATION_INTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Dialect/Phobos.h"
#include <functional>

/// Runs a function of integers: ops of arith and scf, promises, casts. Ends
/// early where behavior is undefined, a promise does not hold, or it takes too
/// long.
class Interpreter {
public:
  using Visit = std::function<void(mlir::Operation *)>;

  /// `visit` is called at each op of no known dialect, as it runs.
  explicit Interpreter(Visit visit) : visit(std::move(visit)) {}

  void run(mlir::func::FuncOp function, llvm::ArrayRef<llvm::APInt> arguments);
  const llvm::APInt &get(mlir::Value value) { return values[value]; }

private:
  bool run(mlir::Block &block);
  bool run(mlir::Operation &op);
  bool runLoop(mlir::scf::ForOp loop);
  bool runLoop(mlir::scf::WhileOp loop);
  bool holds(mlir::Operation &promise);
  std::optional<llvm::APInt> compute(mlir::Operation &op);
  std::optional<llvm::APInt> divide(mlir::Operation &op);
  void set(mlir::ValueRange to, mlir::ValueRange from);

  Visit visit;
  unsigned steps = 0;
  llvm::DenseMap<mlir::Value, llvm::APInt> values;
};

#endif // PHOBOS_TEST_UNIT_VERIFICATION_INTERPRETER_H
