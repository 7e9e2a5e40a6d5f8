//===- Target.cpp - PTX and contracts for C -------------------- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos-c/Target.h"
#include "Handles.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/PTX.h"
#include "phobos/Target/Target.h"

using namespace mlir;
using namespace phobos;

MlirLogicalResult phobosTranslateToPTX(MlirOperation module,
                                       MlirStringRef target,
                                       MlirStringCallback callback,
                                       void *userData) {
  if (!module.ptr || !callback)
    return mlirLogicalResultFailure();
  Operation *op = unwrap(module);
  const Target *chip = Target::lookup(toText(target));
  if (!chip) {
    op->emitError(Target::describeUnknown(toText(target)));
    return mlirLogicalResultFailure();
  }
  FailureOr<std::string> ptx = translateToPTX(op, {*chip});
  if (failed(ptx))
    return mlirLogicalResultFailure();
  callback(wrap(StringRef(*ptx)), userData);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult phobosPrintContract(MlirOperation module, MlirStringRef ptx,
                                      MlirStringCallback callback,
                                      void *userData) {
  if (!module.ptr || !callback)
    return mlirLogicalResultFailure();
  Operation *op = unwrap(module);
  DictionaryAttr contract = findLaunchContract(op);
  if (!contract) {
    op->emitError("expected a module with a launch contract");
    return mlirLogicalResultFailure();
  }
  std::string json = contractToJSON(contract, toText(ptx));
  callback(wrap(StringRef(json)), userData);
  return mlirLogicalResultSuccess();
}
