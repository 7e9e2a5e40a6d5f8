//===- MaskReport.h - why every mask is there, as text or JSON --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CAPI_MASKREPORT_H
#define PHOBOS_LIB_CAPI_MASKREPORT_H

#include "ReportSource.h"

namespace phobos {

/// Takes `module`, tile IR that was read from `sources`, through the tile stage
/// for `target`, and says of each access what became of its masks, as
/// docs/Masks.md describes it. `@assert_no_mask` is not looked at. Fails after
/// an error, which was reported.
mlir::FailureOr<std::string> reportMasks(mlir::ModuleOp module,
                                         const llvm::SourceMgr &sources,
                                         llvm::StringRef target,
                                         ReportFormat format);

} // namespace phobos

#endif // PHOBOS_LIB_CAPI_MASKREPORT_H
