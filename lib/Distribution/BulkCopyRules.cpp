//===- BulkCopyRules.cpp - What bulk copies can bring -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BulkCopyRules.h"
#include "Distributor.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Analysis/Divisibility.h"
#include "phobos/Dialect/KernelAttributes.h"

using namespace mlir;
using namespace phobos;

/// The rows that a box of a bulk copy has at most.
static constexpr int64_t kMostBoxRows = 256;

/// Whether `number`, an extent or stride of a view, is what a parameter says:
/// the argument of that name, or that number.
static bool isNamed(KernelOp kernel, OpFoldResult number, Attribute name) {
  auto value = dyn_cast<Value>(number);
  if (!value)
    return cast<Attribute>(number) == name ||
           (isa<IntegerAttr>(name) &&
            cast<IntegerAttr>(name).getInt() ==
                cast<IntegerAttr>(cast<Attribute>(number)).getInt());
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<PromiseOp, AssumeOp>(op))
      return false;
    value = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(value);
  return isa<StringAttr>(name) &&
         argument.getOwner() == &kernel.getBody().front() &&
         kernel.getArgName(argument.getArgNumber()) ==
             cast<StringAttr>(name).getValue();
}

/// Whether `view` is a tensor parameter as the launcher knows it.
static bool isParameter(KernelOp kernel, ViewOp view) {
  auto pointer = dyn_cast<BlockArgument>(view.getSource());
  if (!pointer || pointer.getOwner() != &kernel.getBody().front() ||
      view.getOffset() || view.getLoose())
    return false;
  auto named = [&](StringRef key, auto number) {
    auto names =
        kernel.getArgAttrOfType<ArrayAttr>(pointer.getArgNumber(), key);
    if (!names || int64_t(names.size()) != view.getType().getRank())
      return false;
    for (auto [dim, name] : llvm::enumerate(names))
      if (!isNamed(kernel, number(dim), name))
        return false;
    return true;
  };
  bool isDense = !kernel.getArgAttr(pointer.getArgNumber(), kStridesAttr);
  return isDense == view.getType().isDense() &&
         named(kExtentsAttr,
               [&](int64_t dim) { return view.getExtent(dim); }) &&
         (isDense || named(kStridesAttr,
                           [&](int64_t dim) { return view.getStride(dim); }));
}

std::string phobos::refuseBulkCopy(LoadOp load) {
  auto view = load.getView().getDefiningOp<ViewOp>();
  if (!view || !isParameter(load->getParentOfType<KernelOp>(), view))
    return "a bulk copy needs a tensor parameter, whose extents the launcher "
           "knows";
  if (!view.getType().isDense() && view.getType().getStrides().back() != 1)
    return "a bulk copy needs a last dim of stride 1";
  if (load.getFill() && !matchPattern(load.getFillAttr(), m_Zero()))
    return "a bulk copy fills with zeros only";
  if (load.getIsVolatile() || load.getCache() || load.getEvict())
    return "a bulk copy has no cache modifiers";
  ArrayRef<int64_t> shape = load.getType().getShape();
  int64_t bytes = getElementBytes(load.getType().getElementType());
  if (shape.size() > 5)
    return "a bulk copy has 5 dims at most";
  if (shape.back() * bytes % 32 != 0 || shape[shape.size() - 2] > kMostBoxRows)
    return "a bulk copy for wgmma has rows of a multiple of 32 bytes, 256 at "
           "most";
  if (getKnownPowerOfTwoDivisor(load.getStarts().back()) * bytes % 16 != 0)
    return "a bulk copy must start at a multiple of 16 bytes in a row, which "
           "is not known here";
  return "";
}

bool phobos::isKnownToProducer(Value value) {
  if (isa<TileType>(value.getType()))
    return false;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    auto loop = dyn_cast<scf::ForOp>(parent);
    return isa<KernelOp>(parent) ||
           (loop && argument == loop.getInductionVar());
  }
  Operation *op = value.getDefiningOp();
  return (isMemoryEffectFree(op) || isa<PromiseOp>(op)) &&
         op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), isKnownToProducer);
}
