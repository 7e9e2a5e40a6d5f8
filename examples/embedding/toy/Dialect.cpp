//===- Dialect.cpp - The toy dialect ----------------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Toy.h"
#include "phobos/Target/TargetInterface.h"

using namespace toy;

#include "ToyDialect.cpp.inc"

/// A GPU that Phobos does not know.
static constexpr phobos::Target kTargets[] = {
    {"sm_86", /*computeCapability=*/86, /*ptxVersion=*/80,
     /*sharedMemoryPerBlock=*/101376, phobos::TensorCore::MmaSync,
     /*hasTMA=*/false, /*hasF8Conversion=*/false, /*maxClusterSize=*/1}};

namespace {
struct ToyTargets : phobos::TargetDialectInterface {
  using TargetDialectInterface::TargetDialectInterface;

  llvm::ArrayRef<phobos::Target> getTargets() const override {
    return kTargets;
  }
};
} // namespace

void ToyDialect::initialize() {
  addInterfaces<ToyTargets>();
  addOperations<
#define GET_OP_LIST
#include "ToyOps.cpp.inc"
      >();
}
