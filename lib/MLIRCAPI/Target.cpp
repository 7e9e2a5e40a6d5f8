//===- Target.cpp - PTX and contracts for C -------------------- -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos-c/Target.h"
#include "Handles.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/PTX.h"
#include "phobos/Target/TargetInterface.h"
#include <deque>

using namespace mlir;
using namespace phobos;

namespace {
/// The targets that C callers have described in one context.
class AddedTargets : public TargetDialectInterface {
public:
  using TargetDialectInterface::TargetDialectInterface;

  void add(const Target &target) {
    std::vector<Target> longer =
        lists.empty() ? std::vector<Target>() : lists.back();
    longer.push_back(target);
    lists.push_back(std::move(longer));
  }

  llvm::ArrayRef<Target> getTargets() const override {
    return lists.empty() ? llvm::ArrayRef<Target>()
                         : llvm::ArrayRef(lists.back());
  }

private:
  /// Each has one more than that before it, which somebody may point into.
  std::deque<std::vector<Target>> lists;
};
} // namespace

/// What is wrong with a description, or nothing.
static std::string findFault(const PhobosTarget &target, MLIRContext *context) {
  auto expected = [](const Twine &what, const Twine &got) {
    return ("expected " + what + ", got " + got).str();
  };
  StringRef name = toText(target.name);
  if (name.empty())
    return expected("a target with a name", "none");
  if (lookupTarget(name, context))
    return expected("a target that is not known yet", "'" + name + "'");
  if (target.computeCapability < 80)
    return expected("80 or more as 'computeCapability'",
                    Twine(target.computeCapability));
  if (target.ptxVersion < 80)
    return expected("80 or more as 'ptxVersion'", Twine(target.ptxVersion));
  if (target.sharedMemoryPerBlock < 48 * 1024)
    return expected("49152 bytes or more as 'sharedMemoryPerBlock'",
                    Twine(target.sharedMemoryPerBlock));
  if (target.tensorCore < 0 || target.tensorCore > PHOBOS_TENSOR_CORE_TCGEN05)
    return expected("a value of the enumeration as 'tensorCore'",
                    Twine(static_cast<int>(target.tensorCore)));
  if (target.tensorCore != PHOBOS_TENSOR_CORE_MMA_SYNC && !target.hasTMA)
    return expected("TMA where there are tensor cores for whole warp groups",
                    "'hasTMA' false");
  if (target.maxClusterSize < 1 || target.maxClusterSize > 8)
    return expected("1 to 8 as 'maxClusterSize'", Twine(target.maxClusterSize));
  return "";
}

MlirLogicalResult phobosAddTarget(MlirLocation location,
                                  const PhobosTarget *target) {
  if (!requireHandles(location, {{"target", target}}))
    return mlirLogicalResultFailure();
  MLIRContext *context = unwrap(location)->getContext();
  auto *dialect = context->getOrLoadDialect<PhobosDialect>();
  std::string fault = findFault(*target, context);
  if (!fault.empty()) {
    emitError(unwrap(location), fault);
    return mlirLogicalResultFailure();
  }
  auto *added = dialect->getRegisteredInterface<AddedTargets>();
  if (!added)
    added = &dialect->addInterface<AddedTargets>();
  // The context keeps the name.
  auto name = StringAttr::get(context, toText(target->name));
  added->add(
      {name.getValue(), static_cast<unsigned>(target->computeCapability),
       static_cast<unsigned>(target->ptxVersion), target->sharedMemoryPerBlock,
       static_cast<TensorCore>(target->tensorCore), target->hasTMA,
       target->hasF8Conversion, static_cast<unsigned>(target->maxClusterSize)});
  return mlirLogicalResultSuccess();
}

MlirLogicalResult phobosTranslateToPTX(MlirOperation module,
                                       MlirStringRef target,
                                       MlirStringCallback callback,
                                       void *userData) {
  if (!module.ptr || !callback)
    return mlirLogicalResultFailure();
  Operation *op = unwrap(module);
  const Target *chip = lookupTarget(toText(target), op->getContext());
  if (!chip) {
    op->emitError(describeUnknownTarget(toText(target), op->getContext()));
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
