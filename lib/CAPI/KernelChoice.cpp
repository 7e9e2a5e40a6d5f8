//===- KernelChoice.cpp - which kernel of a module is meant -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelChoice.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Target/LaunchContract.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

/// The kernel that code of threads is for, by its contract; null without one.
static StringAttr contractedKernel(gpu::GPUModuleOp module) {
  auto contract = module->getAttrOfType<DictionaryAttr>(contractAttrName);
  return contract ? contract.getAs<StringAttr>("kernel") : StringAttr();
}

SmallVector<std::string> phobos::findKernels(ModuleOp module) {
  SmallVector<std::string> names;
  for (Operation &op : module.getOps()) {
    if (auto kernel = dyn_cast<KernelOp>(op)) {
      if (!kernel->hasAttr(kHelperOfAttr))
        names.push_back(kernel.getSymName().str());
    } else if (auto device = dyn_cast<gpu::GPUModuleOp>(op)) {
      if (StringAttr name = contractedKernel(device))
        names.push_back(name.str());
    }
  }
  return names;
}

std::string phobos::listKernels(ModuleOp module, StringRef quote) {
  SmallVector<std::string> names = findKernels(module);
  for (std::string &name : names)
    name = (quote + name + quote).str();
  return names.empty() ? "none" : llvm::join(names, ", ");
}

/// The op of `module` that holds `kernel`, or null.
static Operation *findHome(ModuleOp module, StringRef kernel) {
  if (auto op = module.lookupSymbol<KernelOp>(kernel))
    return op;
  for (auto device : module.getOps<gpu::GPUModuleOp>())
    if (StringAttr name = contractedKernel(device); name && name == kernel)
      return device;
  return nullptr;
}

bool phobos::keepKernel(ModuleOp module, StringRef kernel) {
  Operation *home = findHome(module, kernel);
  if (!home)
    return false;
  for (Operation &op : llvm::make_early_inc_range(module.getOps())) {
    auto helped = op.getAttrOfType<FlatSymbolRefAttr>(kHelperOfAttr);
    bool helps = helped && helped.getAttr() == SymbolTable::getSymbolName(home);
    if (isa<KernelOp, gpu::GPUModuleOp>(op) && &op != home && !helps)
      op.erase();
  }
  return true;
}
