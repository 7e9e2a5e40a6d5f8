//===- Dialect.cpp - The phobos dialect: registration and argument checks -*-
// C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "phobos/Dialect/Phobos.h"

using namespace mlir;
using namespace phobos;

#include "phobos/Dialect/PhobosDialect.cpp.inc"
#include "phobos/Dialect/PhobosEnums.cpp.inc"
#include "phobos/Dialect/PhobosInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "phobos/Dialect/PhobosOps.cpp.inc"

void PhobosDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "phobos/Dialect/PhobosOps.cpp.inc"
      >();
}

Operation *PhobosDialect::materializeConstant(OpBuilder &builder,
                                              Attribute value, Type type,
                                              Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

/// Checks a list of names and numbers, `minimum` the least number that may
/// stand.
static LogicalResult verifyNamesAndNumbers(Operation *op, NamedAttribute attr,
                                           int64_t minimum) {
  auto array = dyn_cast<ArrayAttr>(attr.getValue());
  if (!array)
    return op->emitOpError() << "expected '" << attr.getName().getValue()
                             << "' to be an array of names and numbers";
  for (Attribute element : array) {
    if (auto name = dyn_cast<StringAttr>(element); name && !name.empty())
      continue;
    if (auto number = dyn_cast<IntegerAttr>(element);
        number && number.getValue().getSignificantBits() <= 64 &&
        number.getInt() >= minimum)
      continue;
    return op->emitOpError() << "expected '" << attr.getName().getValue()
                             << "' to hold names and numbers of at least "
                             << minimum << ", got " << element;
  }
  return success();
}

LogicalResult PhobosDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                      unsigned argIndex,
                                                      NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  Type type = cast<FunctionOpInterface>(op).getArgumentTypes()[argIndex];
  if (name == kNameAttr) {
    if (auto text = dyn_cast<StringAttr>(attr.getValue());
        text && !text.empty())
      return success();
    return op->emitOpError(
        "expected 'phobos.name' to be a name that is not empty");
  }
  if (name == kUnsignedAttr) {
    if (isa<UnitAttr>(attr.getValue()))
      return success();
    return op->emitOpError("expected 'phobos.unsigned' to be a unit attribute");
  }
  if (name != kExtentsAttr && name != kStridesAttr)
    return op->emitOpError() << "unknown argument attribute '" << name << "'";
  // Lowered functions keep the attributes on pointers of other dialects.
  if (type.isIntOrIndexOrFloat())
    return op->emitOpError()
           << "expected '" << name << "' on a pointer, got " << type;
  return verifyNamesAndNumbers(op, attr, /*minimum=*/0);
}
