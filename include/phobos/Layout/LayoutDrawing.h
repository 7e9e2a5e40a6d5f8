//===- LayoutDrawing.h - which thread holds what, as a table ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LAYOUT_LAYOUTDRAWING_H
#define PHOBOS_LAYOUT_LAYOUTDRAWING_H

#include "phobos/Layout/Layout.h"
#include <vector>

namespace phobos {

/// The corners of the last two dims of a layout's atom, a line a row: which
/// thread (of replicas the first) holds which run of neighbours of a row, and
/// behind a point as which of its elements, where a thread has several runs.
///
///     row   0-3       4-7       8-11      12-15     …         28-31
///     0     t0        t1        t2        t3        …         t7
std::vector<std::string> drawLayout(const Layout &layout);

} // namespace phobos

#endif // PHOBOS_LAYOUT_LAYOUTDRAWING_H
