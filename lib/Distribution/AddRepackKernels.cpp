//===- AddRepackKernels.cpp - Copies for arrays that TMA cannot see -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "StagedOperand.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Distribution/RepackKernel.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_ADDREPACKKERNELS
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

std::string phobos::getRepackKernelName(LoadOp load) {
  ViewType view = load.getView().getType();
  return (load->getParentOfType<KernelOp>().getSymName() + "_repack" +
          Twine(8 * getElementBytes(view.getElementType())) + "_" +
          Twine(view.getRank()) + "d")
      .str();
}

static void addRepackKernels(KernelOp kernel) {
  OpBuilder builder(kernel);
  builder.setInsertionPointAfter(kernel);
  llvm::StringSet<> made;
  kernel.walk([&](LoadOp load) {
    std::string name = getRepackKernelName(load);
    if (!isStaged(load) || !made.insert(name).second)
      return;
    ViewType view = load.getView().getType();
    KernelOp copy = buildRepackKernel(builder, load.getLoc(), name,
                                      view.getElementType(), view.getRank());
    copy->setAttr(kHelperOfAttr,
                  FlatSymbolRefAttr::get(kernel.getSymNameAttr()));
  });
}

namespace {
struct AddRepackKernels : phobos::impl::AddRepackKernelsBase<AddRepackKernels> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels(getOperation().getOps<KernelOp>());
    llvm::for_each(kernels, addRepackKernels);
  }
};
} // namespace
