//===- PhobosOps.td - Operations of the phobos dialect -----*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_PHOBOSOPS_TD
#define PHOBOS_DIALECT_PHOBOSOPS_TD

include "phobos/Dialect/KernelOps.td"
include "phobos/Dialect/MemoryOps.td"
include "phobos/Dialect/PointerOps.td"
include "phobos/Dialect/ShapeOps.td"
include "phobos/Dialect/SliceOps.td"
include "phobos/Dialect/AtomicOps.td"
include "phobos/Dialect/ComputeOps.td"
include "phobos/Dialect/ReduceOps.td"
include "phobos/Dialect/FactOps.td"
include "phobos/Dialect/ThreadOps.td"

#endif // PHOBOS_DIALECT_PHOBOSOPS_TD
