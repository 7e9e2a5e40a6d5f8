//===- Dialect.cpp - Registration, attributes of arguments -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeInterface.h"
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
  addInterface(makeBytecodeInterface(*this));
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

static LogicalResult verifyName(Operation *op, Attribute value) {
  auto name = dyn_cast<StringAttr>(value); // (C1)
  if (!name || name.empty())
    return op->emitOpError(
               "expected 'phobos.name' to be a name that is not empty, got ")
           << value;
  return success();
}

static LogicalResult verifyUnsigned(Operation *op, Attribute value, Type type) {
  if (!isa<UnitAttr>(value)) // (C2)
    return op->emitOpError(
               "expected 'phobos.unsigned' to be a unit attribute, got ")
           << value;
  auto pointer = dyn_cast<PtrType>(type);
  if (isa<FloatType>(pointer ? pointer.getElementType() : type))
    return op->emitOpError("expected 'phobos.unsigned' on an integer or a "
                           "pointer to integers, got ")
           << type;
  return success();
}

/// The value of `phobos.extents` or `phobos.strides`.
static LogicalResult verifyNamesAndNumbers(Operation *op, NamedAttribute attr,
                                           Type type) {
  StringRef name = attr.getName().getValue();
  // Lowered functions keep the attributes on pointers of other dialects. (C3)
  if (type.isIntOrIndexOrFloat())
    return op->emitOpError()
           << "expected '" << name << "' on a pointer, got " << type;
  auto list = dyn_cast<ArrayAttr>(attr.getValue());
  if (!list || list.empty() || list.size() > 5)
    return op->emitOpError()
           << "expected '" << name
           << "' to be an array of 1 to 5 names and numbers, got "
           << attr.getValue();
  for (Attribute element : list) {
    if (auto text = dyn_cast<StringAttr>(element); text && !text.empty())
      continue;
    if (auto number = dyn_cast<IntegerAttr>(element);
        number &&
        (number.getType().isIndex() ||
         number.getType().isSignlessInteger(64)) &&
        number.getInt() >= 0)
      continue;
    return op->emitOpError()
           << "expected '" << name
           << "' to hold names and numbers of at least 0, got " << element;
  }
  return success();
}

LogicalResult PhobosDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                      unsigned argIndex,
                                                      NamedAttribute attr) {
  StringRef name = attr.getName().getValue();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitOpError()
           << "expected '" << name << "' on an argument of a function";
  Type type = function.getArgumentTypes()[argIndex];
  if (name == kNameAttr)
    return verifyName(op, attr.getValue());
  if (name == kUnsignedAttr)
    return verifyUnsigned(op, attr.getValue(), type);
  if (name != kExtentsAttr && name != kStridesAttr) // (C5)
    return op->emitOpError() << "unknown argument attribute '" << name << "'";
  if (failed(verifyNamesAndNumbers(op, attr, type)))
    return failure();
  if (name == kExtentsAttr)
    return success();
  auto extents = function.getArgAttrOfType<ArrayAttr>(argIndex, kExtentsAttr);
  size_t rank = cast<ArrayAttr>(attr.getValue()).size();
  if (!extents || extents.size() != rank) // (C4)
    return op->emitOpError()
           << "expected as many 'phobos.extents' as "
              "'phobos.strides', got "
           << (extents ? extents.size() : 0) << " and " << rank;
  return success();
}
