//===- FunctionTable.cpp - What emulated code may call ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "FunctionTable.h"

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
    addWarpFunctions(made);
    addMemoryFunctions(made);
    addMathFunctions(made);
    addFloat8Functions(made);
    addLibdeviceFunctions(made);
    return made;
  }();
  return table;
}

const TableEntry *FunctionTable::lookup(llvm::StringRef name) const {
  auto found = entries.find(name);
  return found == entries.end() ? nullptr : &found->second;
}
