//===- ConversionPlan.cpp - How a tile changes threads ----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionPlan.h"
#include "AccessPlan.h"
#include "phobos/Layout/SharedLayout.h"

using namespace mlir;
using namespace phobos;

ConversionPlan ConversionPlan::of(ConvertLayoutOp op) {
  const Layout &from = op.getSource().getType().getLayout().getLayout(),
               &to = op.getType().getLayout().getLayout();
  Conversion conversion(from, to);
  int64_t bytes = getElementBytes(op.getType().getElementType());
  int64_t sharedBytes = conversion.kind() == Conversion::Kind::SharedMemory
                            ? SharedLayout(from, to, bytes).bytes()
                            : 0;
  return {std::move(conversion), sharedBytes};
}
