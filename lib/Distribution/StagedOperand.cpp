//===- StagedOperand.cpp - A product's operand in shared memory -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagedOperand.h"
#include "Distributor.h"
#include "phobos/Dialect/KernelAttributes.h"

using namespace mlir;
using namespace phobos;

/// Bytes of K that one instruction takes of a K-major operand.
static constexpr int64_t kStepBytes = 32;
/// The rows, along K, of an MN-major one: only 16-bit types have such.
static constexpr int64_t kStepRows = 16;
/// The rows after which the permutation begins anew.
static constexpr int64_t kSwizzledRows = 8;

StagedOperand StagedOperand::get(LoadOp load, bool isKMajor) {
  ArrayRef<int64_t> shape = load.getType().getShape();
  int64_t bytes = getElementBytes(load.getType().getElementType());
  int64_t rowBytes = shape.back() * bytes;
  int64_t swizzle = std::min<int64_t>(128, powerOfTwoPart(rowBytes));
  return {load,    shape[shape.size() - 2],      shape.back(), bytes, isKMajor,
          swizzle, load->hasAttr(kMulticastAttr)};
}

int64_t StagedOperand::stepOffset(int64_t step) const {
  if (!isKMajor)
    return step * kStepRows * swizzle;
  int64_t byte = step * kStepBytes;
  return byte / swizzle * boxBytes() + byte % swizzle;
}

uint64_t StagedOperand::descriptor() const {
  // Byte offsets count in 16 bytes. The leading one leads from box to box of an
  // MN-major operand, and means nothing for a swizzled K-major one.
  uint64_t leading = isKMajor ? 1 : boxBytes() / 16;
  uint64_t stride = kSwizzledRows * swizzle / 16;
  uint64_t mode = swizzle == 128 ? 1 : swizzle == 64 ? 2 : 3;
  return leading << 16 | stride << 32 | mode << 62;
}

std::array<DotSide, 2> phobos::getSides(DotOp dot) {
  return {DotSide{dot.getLhs(), true},
          DotSide{dot.getRhs(), dot.getTransposed()}};
}

LoadOp phobos::findOperandLoad(Value operand) {
  if (auto reshape = operand.getDefiningOp<ReshapeOp>()) {
    ArrayRef<int64_t> from = reshape.getSource().getType().getShape(),
                      to = reshape.getType().getShape();
    ArrayRef<int64_t> dropped =
        from.drop_back(std::min(from.size(), to.size()));
    if (from.take_back(to.size()) == to && llvm::all_equal(dropped) &&
        (dropped.empty() || dropped.front() == 1))
      operand = reshape.getSource();
  }
  return operand.getDefiningOp<LoadOp>();
}

bool phobos::isStaged(LoadOp load) { return load->hasAttr(kStagedAttr); }

bool phobos::isStaged(Value value) {
  if (auto reshape = value.getDefiningOp<ReshapeOp>())
    value = reshape.getSource();
  auto load = value.getDefiningOp<LoadOp>();
  return load && isStaged(load);
}
