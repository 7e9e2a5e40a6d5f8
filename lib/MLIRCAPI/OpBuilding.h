//===- OpBuilding.h - One op that a C caller builds ------------- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_MLIRCAPI_OPBUILDING_H
#define PHOBOS_LIB_MLIRCAPI_OPBUILDING_H

#include "Handles.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "phobos-c/Ops.h"
#include "phobos/Dialect/Phobos.h"

namespace phobos {

/// One op that a C caller builds at `at`. What the caller passed is looked at
/// before anything is made of it: each `require` says, by a diagnostic, what is
/// not as it must be, and once one has failed nothing is built.
class OpBuilding {
public:
  explicit OpBuilding(PhobosInsertion at) : at(at), mayBuild(hasPlace(at)) {}

  OpBuilding &require(std::initializer_list<NamedHandle> handles);
  OpBuilding &requireRange(const char *name, intptr_t count, const void *array);
  OpBuilding &requireValues(const char *name, intptr_t count,
                            const MlirValue *values);
  OpBuilding &requireTile(const char *name, MlirValue value);
  OpBuilding &requireSlice(const PhobosSlice *slice);
  /// That `value`, of a C enumeration, is below `count`.
  OpBuilding &requireBelow(const char *name, int value, int count);

  explicit operator bool() const { return mayBuild; }
  mlir::MLIRContext *getContext() const;
  mlir::Location getLocation() const { return unwrap(at.location); }
  mlir::OpBuilder getBuilder() const;

  /// The op, or null where it would not be valid. Needs `*this`.
  template <typename Op, typename... Arguments>
  Op make(Arguments &&...arguments) {
    mlir::OpBuilder builder = getBuilder();
    Op op = Op::create(builder, getLocation(),
                       std::forward<Arguments>(arguments)...);
    if (succeeded(mlir::verify(op)))
      return op;
    op.erase();
    return {};
  }

  template <typename Op, typename... Arguments>
  MlirOperation makeOperation(Arguments &&...arguments) {
    return wrap(make<Op>(std::forward<Arguments>(arguments)...).getOperation());
  }

  template <typename Op, typename... Arguments>
  MlirValue makeValue(Arguments &&...arguments) {
    Op op = make<Op>(std::forward<Arguments>(arguments)...);
    return op ? wrap(op->getResult(0)) : MlirValue{nullptr};
  }

  /// That something else of the caller's is not as it must be.
  OpBuilding &fail(const llvm::Twine &message);

private:
  static bool hasPlace(PhobosInsertion at);

  PhobosInsertion at;
  bool mayBuild;
};

} // namespace phobos

#endif // PHOBOS_LIB_MLIRCAPI_OPBUILDING_H
