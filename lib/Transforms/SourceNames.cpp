//===- SourceNames.cpp - What messages call values --------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceNames.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

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

std::string phobos::getSourceName(Value value) {
  auto argument = dyn_cast<BlockArgument>(withoutPromises(value));
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
  auto view = access.getView().getDefiningOp<ViewOp>();
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

std::string phobos::describeExtent(MaskedAccessOpInterface access,
                                   int64_t dim) {
  OpFoldResult extent = getAccessedExtent(access, dim);
  if (std::optional<int64_t> number =
          extent ? getConstantIntValue(extent) : std::nullopt)
    return std::to_string(*number);
  std::string name =
      extent ? getSourceName(cast<Value>(extent)) : std::string();
  if (!name.empty())
    return "'" + name + "'";
  return "dim " + std::to_string(dim) + " of " + describeView(access);
}

std::string phobos::describeView(MaskedAccessOpInterface access) {
  auto view = access.getView().getDefiningOp<ViewOp>();
  std::string name = view ? getSourceName(view.getSource()) : std::string();
  return name.empty() ? "the view" : "'" + name + "'";
}
