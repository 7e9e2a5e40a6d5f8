//===- ConstantDivision.h - Divisions by a known number ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_CONSTANTDIVISION_H
#define PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_CONSTANTDIVISION_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace phobos {

/// Makes a division of one to three f32, as of a row's sum, by a constant one
/// in f64 without branches, in blocks of 512 threads and more. Quotients stay
/// those of IEEE 754, bit for bit. Leaves other divisions alone, and those by
/// powers of two, which are products.
void divideByConstant(mlir::arith::DivFOp division);

} // namespace phobos

#endif // PHOBOS_LIB_CONVERSION_PHOBOSTOGPU_CONSTANTDIVISION_H
