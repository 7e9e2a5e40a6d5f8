//===- SourceNames.cpp - What messages call values --------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Analysis/SourceNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

Value phobos::withoutPromises(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<AssumeOp, PromiseOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// What `value` is outside of the body of a sum that captures it.
static Value resolveCapture(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto sum = argument
                 ? dyn_cast<ThreadSumOp>(argument.getOwner()->getParentOp())
                 : ThreadSumOp();
  return sum ? sum.getCaptures()[argument.getArgNumber()] : value;
}

static ViewOp findView(MaskedAccessOpInterface access) {
  return resolveCapture(access.getView()).getDefiningOp<ViewOp>();
}

bool phobos::isPointerSlice(MaskedAccessOpInterface access) {
  ViewOp view = findView(access);
  return view && view.getLoose();
}

std::string phobos::getSourceName(Value value) {
  value = withoutPromises(value);
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  auto function =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  if (!function)
    return "";
  auto name =
      function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), kNameAttr);
  return name ? name.str() : "";
}

OpFoldResult phobos::getAccessedExtent(MaskedAccessOpInterface access,
                                       int64_t dim) {
  ViewType type = access.getView().getType();
  if (int64_t extent = type.getShape()[dim]; !ShapedType::isDynamic(extent))
    return IntegerAttr::get(IndexType::get(access.getContext()), extent);
  ViewOp view = findView(access);
  return view ? view.getExtent(dim) : OpFoldResult();
}

bool phobos::isSameExtent(OpFoldResult lhs, OpFoldResult rhs) {
  if (!lhs || !rhs)
    return false;
  auto strip = [](OpFoldResult extent) {
    if (auto value = dyn_cast<Value>(extent))
      return OpFoldResult(withoutPromises(value));
    return extent;
  };
  return isEqualConstantIntOrValue(strip(lhs), strip(rhs));
}

Value phobos::withoutLimit(Value value) {
  auto limited = value.getDefiningOp<arith::MaxSIOp>();
  bool isLimit = limited && isConstantIntValue(limited.getRhs(), 0);
  return isLimit ? limited.getLhs() : value;
}

/// The name or number of the extent; empty where it has none.
static std::string findExtentName(MaskedAccessOpInterface access, int64_t dim) {
  OpFoldResult extent = getAccessedExtent(access, dim);
  if (std::optional<int64_t> number =
          extent ? getConstantIntValue(extent) : std::nullopt)
    return std::to_string(*number);
  return extent ? getSourceName(withoutLimit(cast<Value>(extent))) : "";
}

static std::string nameDim(int64_t dim, const std::string &view) {
  return "dim " + std::to_string(dim) + " of " + view;
}

std::string phobos::nameExtent(MaskedAccessOpInterface access, int64_t dim) {
  std::string name = findExtentName(access, dim);
  return name.empty() ? nameDim(dim, nameView(access)) : name;
}

std::string phobos::describeExtent(MaskedAccessOpInterface access,
                                   int64_t dim) {
  std::string name = findExtentName(access, dim);
  if (name.empty())
    return nameDim(dim, describeView(access));
  return llvm::isDigit(name.front()) ? name : "'" + name + "'";
}

static std::string findViewName(MaskedAccessOpInterface access) {
  ViewOp view = findView(access);
  return view ? getSourceName(view.getSource()) : "";
}

std::string phobos::nameView(MaskedAccessOpInterface access) {
  std::string name = findViewName(access);
  return name.empty() ? "the view" : name;
}

std::string phobos::describeView(MaskedAccessOpInterface access) {
  std::string name = findViewName(access);
  return name.empty() ? "the view" : "'" + name + "'";
}

std::string phobos::getLoopPart(Operation *op) {
  SmallVector<StringRef> parts;
  for (; op && !isa<FunctionOpInterface>(op); op = op->getParentOp())
    if (auto part = op->getAttrOfType<StringAttr>(kLoopPartAttr))
      parts.push_back(part.getValue());
  return llvm::join(llvm::reverse(parts), ", ");
}
