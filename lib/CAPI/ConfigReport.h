//===- ConfigReport.h - which choices of @autotune are legal ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CAPI_CONFIGREPORT_H
#define PHOBOS_LIB_CAPI_CONFIGREPORT_H

#include "Session.h"

namespace phobos {

/// Lowers `source`, .ph text, to code of threads for the GPU of `options`, or
/// for sm_90a where that is no GPU, once for each combination of the choices
/// that `options` leave open. Says which of them can be compiled, with what
/// they take of a multiprocessor, and why the others cannot, as
/// docs/Configurations.md describes it. An error where the combinations cannot
/// be listed.
llvm::Expected<std::string> reportConfigs(llvm::StringRef source,
                                          llvm::StringRef fileName,
                                          const CompileOptions &options,
                                          ReportFormat format);

} // namespace phobos

#endif // PHOBOS_LIB_CAPI_CONFIGREPORT_H
