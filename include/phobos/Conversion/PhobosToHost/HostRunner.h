//===- HostRunner.h - Run a lowered kernel in this process ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_CONVERSION_PHOBOSTOHOST_HOSTRUNNER_H
#define PHOBOS_CONVERSION_PHOBOSTOHOST_HOSTRUNNER_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace phobos {

/// A kernel compiled for this machine: compiled once, run any number of times,
/// from any number of threads.
class HostRunner {
public:
  /// Compiles `kernel` of a module that `phobos-to-host` made. The module may
  /// go afterwards. Registers the translation of the llvm dialect in its
  /// context.
  static llvm::Expected<std::unique_ptr<HostRunner>>
  create(mlir::ModuleOp hostModule, llvm::StringRef kernel);

  ~HostRunner();

  /// Runs the whole grid. `packedArgs` are pointers to the value of each kernel
  /// argument in order, then to the three grid sizes as int64_t. An error where
  /// their number is wrong, or where a promise of the kernel or a check of
  /// bounds does not hold: its text, and the values that broke it. The run ends
  /// there.
  llvm::Error run(llvm::ArrayRef<void *> packedArgs) const;

private:
  HostRunner();

  std::unique_ptr<mlir::ExecutionEngine> engine;
  void (*entry)(void **) = nullptr;
  std::string name;
  size_t numArguments = 0;
  /// A promise's text, and what follows it: see kPromisedValuesAttr.
  struct Promise {
    std::string text, values;
  };
  std::vector<Promise> promises;
  /// The texts of the checks of bounds: see kChecksAttr.
  std::vector<std::string> checks;
};

} // namespace phobos

#endif // PHOBOS_CONVERSION_PHOBOSTOHOST_HOSTRUNNER_H
