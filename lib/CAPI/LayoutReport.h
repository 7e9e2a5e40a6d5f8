//===- LayoutReport.h - which thread holds what -----------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CAPI_LAYOUTREPORT_H
#define PHOBOS_LIB_CAPI_LAYOUTREPORT_H

#include "ReportSource.h"

namespace phobos {

/// Takes `module`, tile IR that was read from `sources`, to the scheduled stage
/// for `target`, and says which thread holds what of each tile, as
/// docs/Layout.md describes it. Fails after an error, which was reported.
mlir::FailureOr<std::string> reportLayouts(mlir::ModuleOp module,
                                           const llvm::SourceMgr &sources,
                                           llvm::StringRef target,
                                           ReportFormat format);

} // namespace phobos

#endif // PHOBOS_LIB_CAPI_LAYOUTREPORT_H
