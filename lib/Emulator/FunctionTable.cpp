//===- FunctionTable.cpp - What emulated code may call ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "FunctionTable.h"
#include "phobos/Emulator/Emulator.h"
#include "llvm/ADT/STLExtras.h"

using namespace phobos::emulator;

std::string Signature::str() const {
  std::string text(1, static_cast<char>(result));
  if (numResults)
    text = "{" + std::to_string(numResults) + "}";
  return text + "(" + parameters + ")";
}

const FunctionTable &FunctionTable::get() {
  static const FunctionTable table = [] {
    FunctionTable made;
    addCheckFunctions(made);
    addIdentityFunctions(made);
    addBarrierFunctions(made);
    addClusterFunctions(made);
    addFenceFunctions(made);
    addWarpFunctions(made);
    addMemoryFunctions(made);
    addAtomicFunctions(made);
    addArithmeticFunctions(made);
    addMathFunctions(made);
    addWgmmaFunctions(made);
    addFloat8Functions(made);
    addLibdeviceFunctions(made);
    addAsyncCopyFunctions(made);
    addMatrixFunctions(made);
    addMemoryBarrierFunctions(made);
    addTensorCopyFunctions(made);
    addBulkCopyFunctions(made);
    addMmaFunctions(made);
    return made;
  }();
  return table;
}

const TableEntry *FunctionTable::lookup(llvm::StringRef name) const {
  auto found = entries.find(name);
  return found == entries.end() ? nullptr : &found->second;
}

std::vector<std::string> phobos::listEmulatedFunctions() {
  std::vector<std::string> names;
  for (llvm::StringRef name : FunctionTable::get().getEntries().keys())
    if (!name.starts_with("check."))
      names.push_back(name.str());
  llvm::sort(names);
  return names;
}
