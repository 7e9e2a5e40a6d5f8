//===- TargetInterface.cpp - GPUs that an embedder describes ----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Target/TargetInterface.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace phobos;

/// Those of the dialects that are loaded in `context`.
static SmallVector<const Target *> listOthers(MLIRContext *context) {
  SmallVector<const Target *> targets;
  if (!context)
    return targets;
  for (const TargetDialectInterface &dialect :
       DialectInterfaceCollection<TargetDialectInterface>(context))
    for (const Target &target : dialect.getTargets())
      targets.push_back(&target);
  return targets;
}

const Target *phobos::lookupTarget(StringRef name, MLIRContext *context) {
  if (const Target *target = Target::lookup(name))
    return target;
  for (const Target *target : listOthers(context))
    if (target->name == name)
      return target;
  return nullptr;
}

std::string phobos::describeUnknownTarget(StringRef name,
                                          MLIRContext *context) {
  return Target::describeUnknown(name, listOthers(context));
}
