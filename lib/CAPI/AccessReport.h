//===- AccessReport.h - how each access moves its elements ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CAPI_ACCESSREPORT_H
#define PHOBOS_LIB_CAPI_ACCESSREPORT_H

#include "ReportSource.h"

namespace phobos {

/// Takes tile IR to the scheduled stage for `target`. `@assert_no_mask` is not
/// looked at.
mlir::LogicalResult schedule(mlir::ModuleOp module, llvm::StringRef target);

/// Takes `module`, tile IR that was read from `sources`, to the scheduled stage
/// for `target`, and says of each access how it moves its elements, as
/// docs/Layout.md describes it. Fails after an error, which was reported.
mlir::FailureOr<std::string> reportAccesses(mlir::ModuleOp module,
                                            const llvm::SourceMgr &sources,
                                            llvm::StringRef target,
                                            ReportFormat format);

} // namespace phobos

#endif // PHOBOS_LIB_CAPI_ACCESSREPORT_H
