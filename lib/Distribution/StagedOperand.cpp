//===- StagedOperand.cpp - A product's operand in shared memory -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StagedOperand.h"
#include "Distributor.h"
#include "DotInstruction.h"
#include "phobos/Dialect/KernelAttributes.h"

using namespace mlir;
using namespace phobos;

/// Bytes of K that one instruction takes of a K-major operand.
static constexpr int64_t kStepBytes = 32;
/// The rows, along K, of an MN-major one: only 16-bit types have such.
static constexpr int64_t kStepRows = 16;
/// The rows after which the permutation begins anew.
static constexpr int64_t kSwizzledRows = 8;

/// Bytes of a row in each box, where a tile's rows have so many. Where boxes
/// reach beyond the tile, that copies at most a third more.
static int64_t chooseSwizzle(int64_t rowBytes, bool isKMajor) {
  constexpr int64_t widest = 128;
  int64_t whole = llvm::alignTo(rowBytes, widest);
  if (!isKMajor && 3 * whole <= 4 * rowBytes)
    return widest;
  return std::min(widest, powerOfTwoPart(rowBytes));
}

StagedOperand StagedOperand::get(const DotSide &side) {
  TileType tile = cast<TileType>(side.value.getType());
  int64_t bytes = getElementBytes(tile.getElementType());
  int64_t rows = tile.getShape()[0], columns = tile.getShape()[1];
  int64_t swizzle = chooseSwizzle(columns * bytes, side.isKMajor);
  LoadOp load = findOperandLoad(side.value);
  auto sharers =
      load ? load->getAttrOfType<IntegerAttr>(kMulticastAttr) : IntegerAttr();
  return {load,
          rows,
          columns,
          bytes,
          side.isKMajor,
          swizzle,
          sharers ? sharers.getInt() : 1};
}

int64_t StagedOperand::stepOffset(int64_t step) const {
  if (!isKMajor)
    return step * kStepRows * swizzle;
  int64_t byte = step * kStepBytes;
  return byte / swizzle * boxBytes() + byte % swizzle;
}

Value StagedOperand::elementByte(ImplicitLocOpBuilder &b, Value row,
                                 Value column) const {
  auto i32 = [&](int64_t value) {
    return arith::ConstantIntOp::create(b, b.getI32Type(), value);
  };
  auto add = [&](Value x, Value y) {
    return b.createOrFold<arith::AddIOp>(x, y);
  };
  Value inRow = b.createOrFold<arith::MulIOp>(column, i32(elementBytes));
  Value box = b.createOrFold<arith::DivUIOp>(inRow, i32(swizzle));
  Value inBox = add(b.createOrFold<arith::MulIOp>(row, i32(swizzle)),
                    b.createOrFold<arith::RemUIOp>(inRow, i32(swizzle)));
  // PTX ISA, "Swizzling modes": of the address, bits 4 to 6 change by bits 7 to
  // 9, of narrower swizzles fewer of them.
  constexpr int64_t pieceBytes = 16, lineBytes = 128;
  Value line = b.createOrFold<arith::DivUIOp>(inBox, i32(lineBytes));
  Value turn = b.createOrFold<arith::MulIOp>(
      b.createOrFold<arith::RemUIOp>(line, i32(swizzle / pieceBytes)),
      i32(pieceBytes));
  return add(b.createOrFold<arith::XOrIOp>(inBox, turn),
             b.createOrFold<arith::MulIOp>(box, i32(boxBytes())));
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

bool phobos::isInProducts(Operation *op) {
  for (; op; op = op->getParentOp())
    if (op->hasAttr(kStagesAttr))
      return true;
  return false;
}

bool phobos::isStaged(LoadOp load) { return load->hasAttr(kStagedAttr); }

bool phobos::isStaged(Value value) {
  if (auto reshape = value.getDefiningOp<ReshapeOp>())
    value = reshape.getSource();
  auto load = value.getDefiningOp<LoadOp>();
  return load && isStaged(load);
}

/// Whether `dot` adds to what `loop` carries, or to another product there, and
/// nothing else sees its sum.
static bool isLinkOfChain(DotOp dot, scf::ForOp loop) {
  auto carried = dyn_cast<BlockArgument>(dot.getAccumulator());
  auto earlier = dot.getAccumulator().getDefiningOp<DotOp>();
  bool isChained = (carried && carried.getOwner() == loop.getBody()) ||
                   (earlier && earlier->getParentOp() == loop);
  return isChained && dot->hasOneUse() && !cutsSumsOff(dot) &&
         llvm::all_of(getSides(dot),
                      [](const DotSide &side) { return isStaged(side.value); });
}

/// Whether `yielded` is `carried` and products that were added to it.
static bool isSum(Value yielded, Value carried) {
  Value sum = yielded;
  while (auto dot = sum.getDefiningOp<DotOp>())
    sum = dot.getAccumulator();
  return sum == carried && yielded != carried && carried.hasOneUse();
}

bool phobos::onlyAddsProducts(scf::ForOp loop) {
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto dot = dyn_cast<DotOp>(op)) {
      if (!isLinkOfChain(dot, loop))
        return false;
      continue;
    }
    bool isOfOperand = op.getNumResults() == 1 && isStaged(op.getResult(0));
    bool isOnTiles =
        llvm::any_of(op.getResultTypes(), llvm::IsaPred<TileType>) ||
        llvm::any_of(op.getOperandTypes(), llvm::IsaPred<TileType>);
    bool isScalar =
        !isOnTiles && isMemoryEffectFree(&op) && op.getNumRegions() == 0;
    if (!isOfOperand && !isScalar)
      return false;
  }
  for (auto [carried, yielded] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues()))
    if (!isSum(yielded, carried))
      return false;
  return true;
}
