//===- TargetInterface.h - GPUs that an embedder describes ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TARGET_TARGETINTERFACE_H
#define PHOBOS_TARGET_TARGETINTERFACE_H

#include "mlir/IR/DialectInterface.h"
#include "phobos/Target/Target.h"

namespace phobos {

/// An embedder's dialect that has this interface brings GPUs of its own to the
/// contexts in which it is loaded.
class TargetDialectInterface
    : public mlir::DialectInterface::Base<TargetDialectInterface> {
public:
  explicit TargetDialectInterface(mlir::Dialect *dialect) : Base(dialect) {}

  /// They live as long as the context. A name that Phobos has is Phobos's.
  virtual llvm::ArrayRef<Target> getTargets() const = 0;
};

/// The target called `name`: one of Phobos's, or of a dialect that is loaded in
/// `context`, which may be null. Null where there is none.
const Target *lookupTarget(llvm::StringRef name, mlir::MLIRContext *context);

/// What to tell the user then.
std::string describeUnknownTarget(llvm::StringRef name,
                                  mlir::MLIRContext *context);

} // namespace phobos

#endif // PHOBOS_TARGET_TARGETINTERFACE_H
