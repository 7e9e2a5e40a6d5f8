//===- PointerSlices.cpp - Pointer accesses that are slices -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An element lies `sum of stride * position`, and some rest, behind the
// pointer. This is an identity of numbers modulo 2^64, as addresses are, so it
// holds whatever wraps. A mask is exact integers: its bounds are those of
// values that are proved not to wrap.
//
// How much of the rest a dim starts with is free. It takes what makes its
// extent the simplest: of `64 * b + i < n` the start `64 * b` and the extent n.
//
//===----------------------------------------------------------------------===//

#include "PointerSlices.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Dialect/Phobos.h"

using namespace mlir;
using namespace phobos;
using Int = LinearForm::Int;

namespace {
class Reader {
public:
  Reader(Operation *access, const FactOps &ops)
      : access(access), facts(access, ops), offsets(facts) {}

  /// Whether it is a slice; else says why not.
  bool read();

  PointerSlice slice;
  std::string obstacle;

private:
  bool refuse(const Twine &why) {
    obstacle = why.str();
    return false;
  }
  bool readOffsets(Value tile);
  bool readMask(Value mask);
  bool readDim(PointerDim &dim, int64_t axis);
  bool addEnds(PointerDim &dim, ArrayRef<LinearForm> limits,
               const LinearForm &start);
  std::optional<LinearForm> findLowest(int64_t axis);
  LinearForm chooseStart(const OffsetForm &stride, const LinearForm &limit);

  Operation *access;
  IndexFacts facts;
  OffsetReader offsets;
  TileType type; // of the offsets
  MaskBounds mask;
};
} // namespace

//===----------------------------------------------------------------------===//
// Offsets
//===----------------------------------------------------------------------===//

/// Whether the form is the same at all positions.
static bool isUniform(const OffsetForm &form, const OffsetReader &reader) {
  return !form.uses([&](const Leaf &leaf) {
    return leaf.isPosition() || reader.findAxes(leaf);
  });
}

bool Reader::readOffsets(Value tile) {
  slice.offset = offsets.read(tile);
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    PointerDim &dim = slice.dims.emplace_back();
    if (extent == 1)
      continue; // A stride of 0: there is one position.
    Leaf position = Leaf::position(axis, extent);
    std::optional<OffsetForm> stride = slice.offset.getFactor(position);
    if (!stride || !isUniform(*stride, offsets))
      return refuse("its offsets are no sum of one multiple of each position");
    std::optional<int64_t> number = stride->getConstant();
    if (number && *number < 0)
      return refuse("its offsets descend");
    if (number && *number == 0 && isa<ScatterOp>(access))
      return refuse("it stores several elements to one address");
    dim.stride = *stride;
    slice.offset = slice.offset - *stride * OffsetForm(position);
  }
  if (!isUniform(slice.offset, offsets))
    return refuse("its offsets are read from memory, or may wrap in a narrow "
                  "type");
  auto isOutOfSight = [&](const Leaf &leaf) {
    return leaf.isValue() &&
           !findAvailable(leaf.getValue(), access->getParentRegion());
  };
  if (slice.offset.uses(isOutOfSight) ||
      llvm::any_of(slice.dims, [&](const PointerDim &dim) {
        return dim.stride.uses(isOutOfSight);
      }))
    return refuse("its offsets depend on how often a loop has run");
  return true;
}

//===----------------------------------------------------------------------===//
// Dims
//===----------------------------------------------------------------------===//

/// The part of the view's offset that `limit`, the last position that is
/// inside, has subtracted: then the extent is what remains.
LinearForm Reader::chooseStart(const OffsetForm &stride,
                               const LinearForm &limit) {
  LinearForm start;
  for (const auto &[leaf, factor] : limit.getTerms()) {
    LinearForm part = LinearForm(leaf) * -factor;
    if (factor < 0 && slice.offset.includes(stride * OffsetForm(part)))
      start = start + part;
  }
  LinearForm number(-limit.getConstant() - Int(1));
  if (number.getConstant() > 0 &&
      slice.offset.includes(stride * OffsetForm(number)))
    start = start + number;
  return start;
}

/// The first position that the mask lets through along `axis`, if any position
/// may be below one that it does. Of several, the one that implies the others.
std::optional<LinearForm> Reader::findLowest(int64_t axis) {
  SmallVector<LinearForm> lowest;
  for (const PositionBound &bound : mask.bounds)
    if (bound.axis == axis && !bound.isUpper && !facts.proves(-bound.limit))
      lowest.push_back(bound.limit);
  for (const LinearForm &candidate : lowest)
    if (llvm::all_of(lowest, [&](const LinearForm &other) {
          return candidate == other || facts.proves(candidate - other);
        }))
      return candidate;
  if (!lowest.empty())
    refuse("its mask has several lower bounds along an axis");
  return std::nullopt;
}

bool Reader::addEnds(PointerDim &dim, ArrayRef<LinearForm> limits,
                     const LinearForm &start) {
  SmallVector<LinearForm, 1> ends;
  for (const LinearForm &limit : limits) {
    LinearForm end = start + limit + LinearForm(1);
    if (!isAvailableAt(access, end) || !fitsIndex(end, facts))
      return false;
    ends.push_back(end);
  }
  dim.start = start;
  dim.ends = std::move(ends);
  dim.isNeverNegative = llvm::all_of(
      dim.ends, [&](const LinearForm &end) { return facts.proves(end); });
  return true;
}

bool Reader::readDim(PointerDim &dim, int64_t axis) {
  SmallVector<LinearForm> limits;
  for (const PositionBound &bound : mask.bounds)
    if (bound.axis == axis && bound.isUpper)
      limits.push_back(bound.limit);
  std::optional<LinearForm> lowest = findLowest(axis);
  if (!obstacle.empty())
    return false;
  if (limits.empty() && !lowest)
    return true;
  if (limits.empty()) // up to the slice's end
    limits.push_back(LinearForm(type.getShape()[axis] - 1));
  SmallVector<LinearForm> starts;
  if (lowest)
    starts.push_back(-*lowest);
  else
    // Nothing keeps what lies before the start away, so it is not below 0.
    starts = {chooseStart(dim.stride, limits.front()), LinearForm()};
  for (const LinearForm &start : starts) {
    if (!isAvailableAt(access, start) || !fitsIndex(start, facts) ||
        (!lowest && !facts.proves(start)) || !addEnds(dim, limits, start))
      continue;
    slice.offset = slice.offset - dim.stride * OffsetForm(start);
    return true;
  }
  return refuse("a bound of its mask is not proved to fit in 64 bits");
}

bool Reader::readMask(Value value) {
  MaskReading reading = readMaskBounds(value, facts);
  if (!reading.bounds)
    return refuse(reading.obstacle);
  mask = std::move(*reading.bounds);
  slice.conditions = mask.conditions;
  for (const UniformCondition &condition : slice.conditions)
    if (!condition.flag && (!isAvailableAt(access, condition.lhs) ||
                            !isAvailableAt(access, condition.rhs)))
      return refuse("its mask depends on how often a loop has run");
  for (auto [axis, dim] : llvm::enumerate(slice.dims))
    if (!readDim(dim, axis))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The access
//===----------------------------------------------------------------------===//

/// What a loop carries and does not change is what it began with.
static Value resolvePointer(Value pointer) {
  while (auto argument = dyn_cast<BlockArgument>(pointer)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || loop.getTiedLoopYieldedValue(argument)->get() != argument)
      break;
    pointer = loop.getTiedLoopInit(argument)->get();
  }
  return pointer;
}

bool Reader::read() {
  auto gather = dyn_cast<GatherOp>(access);
  auto scatter = dyn_cast<ScatterOp>(access);
  bool isVolatile = gather ? gather.getIsVolatile() : scatter.getIsVolatile();
  if (isVolatile)
    return refuse("it is volatile");
  Value tile = gather ? gather.getOffsets() : scatter.getOffsets();
  Value condition = gather ? gather.getMask() : scatter.getMask();
  type = cast<TileType>(tile.getType());
  slice.pointer =
      resolvePointer(gather ? gather.getPointer() : scatter.getPointer());
  return readOffsets(tile) && (!condition || readMask(condition));
}

PointerReading phobos::readPointerSlice(Operation *access, const FactOps &ops) {
  Reader reader(access, ops);
  if (reader.read())
    return {std::move(reader.slice), ""};
  return {std::nullopt, std::move(reader.obstacle)};
}
