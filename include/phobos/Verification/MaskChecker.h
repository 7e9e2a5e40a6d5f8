//===- MaskChecker.h - Whether a claim will be proved again -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_VERIFICATION_MASKCHECKER_H
#define PHOBOS_VERIFICATION_MASKCHECKER_H

#include "mlir/IR/Operation.h"
#include <memory>

namespace phobos {

/// What `phobos-verify-masks` will find. A pass that removes masks asks it
/// before it does, so that a proof that this checker cannot follow costs a mask
/// and no error. Conditions and loops must not change while an object lives.
class MaskChecker {
public:
  MaskChecker();
  ~MaskChecker();

  /// Whether the slice of `access`, an op of `MaskedAccessOpInterface` or a
  /// slice of a tile, is proved to stay inside in `dim`.
  bool provesInside(mlir::Operation *access, int64_t dim);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace phobos

#endif // PHOBOS_VERIFICATION_MASKCHECKER_H
