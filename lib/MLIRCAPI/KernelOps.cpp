//===- KernelOps.cpp - Builders of kernels and facts ----------- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OpBuilding.h"
#include "mlir/CAPI/AffineMap.h"

using namespace mlir;
using namespace phobos;

/// Whether the types of an op's results are found here. Ops of other dialects
/// read operands that a caller may have left out.
static bool infersTypes(RegisteredOperationName op) {
  static constexpr StringRef kDialects[] = {"arith", "math", "scf", "ub"};
  return llvm::is_contained(kDialects, op.getDialectNamespace()) &&
         op.hasInterface<InferTypeOpInterface>();
}

MlirOperation phobosBuildOp(PhobosInsertion at, MlirStringRef name,
                            intptr_t operandCount, const MlirValue *operands,
                            intptr_t attributeCount,
                            const MlirNamedAttribute *attributes) {
  OpBuilding building(at);
  if (!building.requireValues("operands", operandCount, operands)
           .requireRange("attributes", attributeCount, attributes))
    return {nullptr};
  for (const MlirNamedAttribute &named : toArray(attributeCount, attributes))
    if (!building.require({{"attribute's name", named.name.ptr},
                           {"attribute", named.attribute.ptr}}))
      return {nullptr};
  auto known =
      RegisteredOperationName::lookup(toText(name), building.getContext());
  if (!known) {
    building.fail("expected an op of a dialect that is loaded, got '" +
                  toText(name) + "'");
    return {nullptr};
  }
  MlirOperationState state = mlirOperationStateGet(name, at.location);
  mlirOperationStateAddOperands(&state, operandCount, operands);
  mlirOperationStateAddAttributes(&state, attributeCount, attributes);
  if (infersTypes(*known))
    mlirOperationStateEnableResultTypeInference(&state);
  bool hasError = false;
  ScopedDiagnosticHandler handler(building.getContext(), [&](Diagnostic &it) {
    hasError |= it.getSeverity() == DiagnosticSeverity::Error;
    return failure(); // the caller's handlers get it
  });
  Operation *op = unwrap(mlirOperationCreate(&state));
  if (!op) {
    if (!hasError)
      building.fail("expected operands and attributes from which the types of "
                    "results of '" +
                    toText(name) + "' follow");
    return {nullptr};
  }
  building.getBuilder().insert(op);
  if (succeeded(verify(op)))
    return wrap(op);
  op->erase();
  return {nullptr};
}

/// Names as strings, numbers as integers.
static ArrayAttr makeExtents(Builder &builder, intptr_t count,
                             const PhobosExtent *extents) {
  SmallVector<Attribute> attributes;
  for (const PhobosExtent &extent : toArray(count, extents)) {
    StringRef name = toText(extent.name);
    attributes.push_back(
        name.empty() ? Attribute(builder.getI64IntegerAttr(extent.number))
                     : Attribute(builder.getStringAttr(name)));
  }
  return builder.getArrayAttr(attributes);
}

static void describeParameter(KernelOp kernel, unsigned index,
                              const PhobosParameter &parameter) {
  Builder builder(kernel.getContext());
  if (!toText(parameter.name).empty())
    kernel.setArgAttr(index, kNameAttr,
                      builder.getStringAttr(toText(parameter.name)));
  if (parameter.extentCount)
    kernel.setArgAttr(
        index, kExtentsAttr,
        makeExtents(builder, parameter.extentCount, parameter.extents));
  if (parameter.strideCount)
    kernel.setArgAttr(
        index, kStridesAttr,
        makeExtents(builder, parameter.strideCount, parameter.strides));
  if (parameter.isUnsigned)
    kernel.setArgAttr(index, kUnsignedAttr, builder.getUnitAttr());
}

MlirOperation phobosBuildKernel(PhobosInsertion at, MlirStringRef name,
                                intptr_t parameterCount,
                                const PhobosParameter *parameters,
                                MlirAffineMap grid, int32_t threads) {
  OpBuilding building(at);
  building.require({{"name", name.data}})
      .requireRange("parameters", parameterCount, parameters);
  for (intptr_t i = 0; building && i < parameterCount; ++i)
    building.require({{"parameter's type", parameters[i].type.ptr}})
        .requireRange("extents", parameters[i].extentCount,
                      parameters[i].extents)
        .requireRange("strides", parameters[i].strideCount,
                      parameters[i].strides);
  if (!building)
    return {nullptr};
  SmallVector<Type> types;
  for (const PhobosParameter &parameter : toArray(parameterCount, parameters))
    types.push_back(unwrap(parameter.type));
  OpBuilder builder = building.getBuilder();
  auto kernel = KernelOp::create(builder, building.getLocation(), toText(name),
                                 builder.getFunctionType(types, {}),
                                 grid.ptr ? AffineMapAttr::get(unwrap(grid))
                                          : AffineMapAttr());
  for (intptr_t i = 0; i < parameterCount; ++i)
    describeParameter(kernel, i, parameters[i]);
  if (threads)
    kernel.setThreads(threads);
  return wrap(kernel.getOperation());
}

MlirBlock phobosKernelGetBody(MlirOperation kernel) {
  auto op = dyn_cast_or_null<KernelOp>(unwrap(kernel));
  return op ? wrap(&op.getBody().front()) : MlirBlock{nullptr};
}

MlirOperation phobosBuildReturn(PhobosInsertion at) {
  OpBuilding building(at);
  return building ? building.makeOperation<ReturnOp>() : MlirOperation{nullptr};
}

MlirValue phobosBuildBlockId(PhobosInsertion at, PhobosGridDim dim) {
  OpBuilding building(at);
  if (!building.requireBelow("dim", dim, 3))
    return {nullptr};
  return building.makeValue<BlockIdOp>(static_cast<GridDim>(dim));
}

MlirValue phobosBuildNumBlocks(PhobosInsertion at, PhobosGridDim dim) {
  OpBuilding building(at);
  if (!building.requireBelow("dim", dim, 3))
    return {nullptr};
  return building.makeValue<NumBlocksOp>(static_cast<GridDim>(dim));
}

MlirValue phobosBuildAssume(PhobosInsertion at, MlirValue value,
                            MlirAttribute predicate, MlirValue other) {
  OpBuilding building(at);
  if (!building.require({{"value", value.ptr}, {"predicate", predicate.ptr}}))
    return {nullptr};
  return building.makeValue<AssumeOp>(unwrap(value), unwrap(predicate),
                                      unwrap(other));
}

MlirValue phobosBuildPromise(PhobosInsertion at, MlirValue value,
                             MlirAttribute predicate, MlirValue other,
                             MlirStringRef message) {
  OpBuilding building(at);
  if (!building.require({{"value", value.ptr}, {"predicate", predicate.ptr}}))
    return {nullptr};
  StringAttr text;
  if (!toText(message).empty())
    text = StringAttr::get(building.getContext(), toText(message));
  return building.makeValue<PromiseOp>(unwrap(value), unwrap(predicate),
                                       unwrap(other), text);
}
