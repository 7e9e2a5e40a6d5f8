//===- MemoryRanges.cpp - Whether the memory of views overlaps --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a view's memory begins and ends with is computed at the function's
// entry, from arguments alone. Of an argument's memory a launcher has seen that
// this is in range. A loose view has the extents that masks say, whatever they
// are, and strides of either sign: where these are so large that the ends might
// not fit in 64 bits, its memory counts as overlapping everything.
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "MemoryAccess.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;
using arith::CmpIPredicate;

/// Up to these, five dims of elements of 8 bytes end within 63 bits.
static constexpr int64_t kMostExtent = int64_t(1) << 33;
static constexpr int64_t kMostStride = int64_t(1) << 24;
static constexpr int64_t kMostOffset = int64_t(1) << 57;

bool phobos::isArgument(KernelOp kernel, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &kernel.getBody().front();
}

/// The value that a promise or an assumption is about, else null.
static Value getStatedValue(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<PromiseOp, AssumeOp>([](auto fact) { return fact.getValue(); })
      .Default([](Operation *) { return Value(); });
}

/// Whether arithmetic that never traps makes `value` of arguments.
static bool isKnownAtEntry(KernelOp kernel, Value value, unsigned depth = 0) {
  constexpr unsigned deepest = 16;
  Operation *op = value.getDefiningOp();
  if (!op)
    return isArgument(kernel, value);
  if (Value stated = getStatedValue(op))
    return depth < deepest && isKnownAtEntry(kernel, stated, depth + 1);
  return depth < deepest &&
         isa<arith::ConstantOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
             arith::MaxSIOp, arith::MinSIOp, arith::IndexCastOp, arith::ExtSIOp,
             arith::ExtUIOp>(op) &&
         llvm::all_of(
             op->getOperands(),
             [&](Value operand) {
               return isKnownAtEntry(kernel, operand, depth + 1);
             });
}

bool phobos::canCompareMemory(KernelOp kernel, ViewOp first, ViewOp second) {
  auto isKnown = [&](ViewOp view) {
    return view && isArgument(kernel, view.getSource()) &&
           llvm::all_of(view->getOperands().drop_front(), [&](Value operand) {
             return isKnownAtEntry(kernel, operand);
           });
  };
  return isKnown(first) && isKnown(second) &&
         first.getSource() != second.getSource();
}

/// `value` at the entry, where the builder is.
Value Distributor::makeAtEntry(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return lookup(value);
  if (Value stated = getStatedValue(op))
    return makeAtEntry(stated);
  IRMapping operands;
  for (Value operand : op->getOperands())
    operands.map(operand, makeAtEntry(operand));
  return b.clone(*op, operands)->getResult(0);
}

/// An extent or a stride at the entry.
Value Distributor::makeAtEntry(OpFoldResult number) {
  if (isa<Attribute>(number))
    return indexOf(number);
  return makeAtEntry(cast<Value>(number));
}

namespace {
/// The addresses in [first, end), as i64; all where `isUnknown`, an i1, holds,
/// which is null where it never does.
struct Memory {
  Value first, end, isUnknown;
};
} // namespace

/// Adds to `isUnknown` that `number` is not in [-most, most].
static void addLimit(ImplicitLocOpBuilder &b, Value &isUnknown, Value number,
                     int64_t most) {
  Value shifted = b.createOrFold<arith::AddIOp>(
      number, arith::ConstantIndexOp::create(b, most));
  Value isLarge = b.createOrFold<arith::CmpIOp>(
      CmpIPredicate::ugt, shifted, arith::ConstantIndexOp::create(b, 2 * most));
  isUnknown =
      isUnknown ? b.createOrFold<arith::OrIOp>(isUnknown, isLarge) : isLarge;
}

/// The steps from element 0 of a view to its lowest and its highest element.
static std::pair<Value, Value> addDim(ImplicitLocOpBuilder &b,
                                      std::pair<Value, Value> steps,
                                      Value extent, Value stride,
                                      bool mayDescend) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value product = b.createOrFold<arith::MulIOp>(
      b.createOrFold<arith::SubIOp>(extent, one), stride);
  if (!mayDescend)
    return {steps.first, b.createOrFold<arith::AddIOp>(product, steps.second)};
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value down = b.createOrFold<arith::MinSIOp>(product, zero);
  Value up = b.createOrFold<arith::MaxSIOp>(product, zero);
  return {b.createOrFold<arith::AddIOp>(down, steps.first),
          b.createOrFold<arith::AddIOp>(up, steps.second)};
}

/// Where `view`'s memory lies, in code at the entry.
static Memory makeMemory(ImplicitLocOpBuilder &b, ViewOp view, Value pointer,
                         function_ref<Value(OpFoldResult)> make) {
  Value isUnknown, zero = arith::ConstantIndexOp::create(b, 0);
  Value stride = arith::ConstantIndexOp::create(b, 1);
  std::pair<Value, Value> steps = {zero, zero};
  for (int64_t dim = view.getType().getRank() - 1; dim >= 0; --dim) {
    Value extent = make(view.getExtent(dim));
    bool mayDescend = false;
    if (!view.getType().isDense()) {
      stride = make(view.getStride(dim));
      mayDescend = view.getLoose() && isa<Value>(view.getStride(dim));
    }
    if (view.getLoose()) {
      addLimit(b, isUnknown, extent, kMostExtent);
      addLimit(b, isUnknown, stride, kMostStride);
    }
    steps = addDim(b, steps, extent, stride, mayDescend);
    stride = b.createOrFold<arith::MulIOp>(stride, extent);
  }
  if (view.getOffset()) {
    Value offset = make(view.getOffset());
    addLimit(b, isUnknown, offset, kMostOffset);
    for (Value *end : {&steps.first, &steps.second})
      *end = b.createOrFold<arith::AddIOp>(*end, offset);
  }
  Value one = arith::ConstantIndexOp::create(b, 1);
  int64_t bytes = getElementBytes(view.getType().getElementType());
  Value start = LLVM::PtrToIntOp::create(b, b.getI64Type(), pointer);
  auto addressOf = [&](Value elements) -> Value {
    if (elements == zero)
      return start;
    Value distance = b.createOrFold<arith::MulIOp>(
        elements, arith::ConstantIndexOp::create(b, bytes));
    return arith::AddIOp::create(
        b, start, arith::IndexCastOp::create(b, b.getI64Type(), distance));
  };
  return {addressOf(steps.first),
          addressOf(b.createOrFold<arith::AddIOp>(steps.second, one)),
          isUnknown};
}

Value Distributor::overlap(ViewOp first, ViewOp second) {
  if (!canCompareMemory(kernel, first, second))
    return {};
  auto [entry, isNew] = overlaps.try_emplace({first, second});
  if (!isNew)
    return entry->second;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(prologueEnd);
  auto memoryOf = [&](ViewOp view) {
    return makeMemory(b, view, lookup(view.getSource()),
                      [&](OpFoldResult number) { return makeAtEntry(number); });
  };
  Memory a = memoryOf(first), c = memoryOf(second);
  auto isBelow = [&](Value low, Value high) -> Value {
    return arith::CmpIOp::create(b, CmpIPredicate::ult, low, high);
  };
  Value result = arith::AndIOp::create(b, isBelow(a.first, c.end),
                                       isBelow(c.first, a.end));
  for (Value isUnknown : {a.isUnknown, c.isUnknown})
    if (isUnknown)
      result = arith::OrIOp::create(b, result, isUnknown);
  prologueEnd = result.getDefiningOp();
  return entry->second = result;
}

Value Distributor::distribute(ViewsApartOp op) {
  auto first = op.getFirst().getDefiningOp<ViewOp>(),
       second = op.getSecond().getDefiningOp<ViewOp>();
  Value doOverlap = overlap(first, second);
  // Where nothing can tell, they count as overlapping.
  Value isTrue = arith::ConstantIntOp::create(b, b.getI1Type(), 1);
  Value areApart =
      arith::XOrIOp::create(b, doOverlap ? doOverlap : isTrue, isTrue);
  if (!op.getOrEqual())
    return areApart;
  auto addressOf = [&](ViewOp view) -> Value {
    return LLVM::PtrToIntOp::create(b, b.getI64Type(),
                                    lookup(view.getSource()));
  };
  Value areEqual = arith::CmpIOp::create(b, CmpIPredicate::eq, addressOf(first),
                                         addressOf(second));
  return arith::OrIOp::create(b, areApart, areEqual);
}

std::optional<Value> Distributor::shareAddresses(Operation *access) {
  auto slice = dyn_cast<MaskedAccessOpInterface>(access);
  auto view = slice ? slice.getView().getDefiningOp<ViewOp>() : ViewOp();
  if (!view || !view.getLoose() || view.getType().isDense())
    return Value();
  ArrayRef<int64_t> lengths = slice.getTileType().getShape();
  // Each row is longer than all that is in it.
  int64_t reach = 0;
  Value isShort;
  for (int64_t dim = lengths.size() - 1; dim >= 0; --dim) {
    if (lengths[dim] == 1)
      continue;
    if (isShort)
      return std::nullopt;
    OpFoldResult stride = view.getStride(dim);
    if (auto number = dyn_cast<Attribute>(stride)) {
      int64_t elements = cast<IntegerAttr>(number).getInt();
      if (elements <= reach || elements > kMostStride)
        return std::nullopt;
      reach += (lengths[dim] - 1) * elements;
    } else {
      isShort = arith::CmpIOp::create(b, CmpIPredicate::sle, indexOf(stride),
                                      index(reach));
    }
  }
  return isShort;
}
