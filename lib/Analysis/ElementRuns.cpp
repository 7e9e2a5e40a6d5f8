//===- ElementRuns.cpp - Elements that one access can move ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets are `rest + position` along the last dim, exactly. Of `rest` only the
// low bits matter, and these go through sums and products of any width, wrapped
// or not: so rows that a table of i32 picks are multiples of a pitch although
// nobody knows their numbers.
//
// A mask is the same for a run where it is computed, element by element, from
// what is: from what does not vary along the last dim, and from comparisons
// `position < bound` with a bound that is a multiple of the run's length. What
// is read from memory along the last dim is not, nor is `position % 4 == 1`.
//
//===----------------------------------------------------------------------===//

#include "phobos/Analysis/ElementRuns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Analysis/Divisibility.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace phobos;

namespace {

/// Collects what runs of one length rest on.
class RunReader {
public:
  RunReader(Operation *access, int64_t length)
      : facts(access), reader(facts), length(length) {}

  /// Whether the offsets of each run follow each other.
  bool areConsecutive(TypedValue<TileType> offsets);
  /// Whether the first of them, in each run, is a multiple of the length.
  bool beginAtMultiples(TypedValue<TileType> offsets);
  /// Whether the elements of `value`, a tile or a scalar, are equal in each run
  /// along `axis`.
  bool isSameInRuns(Value value, int64_t axis);
  SmallVector<OffsetForm> takeMultiples() { return std::move(multiples); }

private:
  bool isSameBefore(Operation *op, int64_t axis);
  bool isBoundOfRuns(arith::CmpIOp compare, int64_t axis);
  /// Whether the form, or each element of a tile, is a multiple of the length;
  /// may add to `multiples` what that rests on.
  bool requireMultiple(const OffsetForm &form);
  bool requireMultiple(Value tile);
  bool requireCoefficient(OffsetForm coefficient);
  bool requireVarying(const OffsetForm::Product &varying);
  /// What `check` says; forgets what it added where that is no.
  bool attempt(llvm::function_ref<bool()> check);

  IndexFacts facts;
  OffsetReader reader;
  int64_t length;
  SmallVector<OffsetForm> multiples;
  unsigned depth = 0;
};

} // namespace

/// Deeper chains of ops are not looked through.
static constexpr unsigned kMaxDepth = 32;

bool RunReader::attempt(llvm::function_ref<bool()> check) {
  size_t before = multiples.size();
  if (depth >= kMaxDepth)
    return false;
  llvm::SaveAndRestore deeper(depth, depth + 1);
  if (check())
    return true;
  multiples.truncate(before);
  return false;
}

//===----------------------------------------------------------------------===//
// Multiples
//===----------------------------------------------------------------------===//

/// Whether all threads of a block have the same value, and code can compute
/// with it.
static bool isScalar(const Leaf &leaf) {
  return leaf.isValue() && leaf.getValue().getType().isIntOrIndex();
}

static OffsetForm makeForm(uint64_t factor, ArrayRef<Leaf> product) {
  OffsetForm form(LinearForm(static_cast<int64_t>(factor)));
  for (const Leaf &leaf : product)
    form = form * OffsetForm(leaf);
  return form;
}

/// Whether a product of numbers is a multiple of `length`, a power of two.
static bool isMultiple(const OffsetForm::Term &term, int64_t length) {
  int64_t rest = length;
  auto divideBy = [&](uint64_t powerOfTwo) {
    rest = std::max<int64_t>(1, rest / std::min<uint64_t>(powerOfTwo, rest));
  };
  divideBy(term.factor & -term.factor);
  for (const Leaf &leaf : term.product)
    if (isScalar(leaf))
      divideBy(getKnownPowerOfTwoDivisor(leaf.getValue()));
  return rest == 1;
}

bool RunReader::requireMultiple(const OffsetForm &form) {
  // By what is not a scalar: what it is multiplied with.
  SmallVector<std::pair<OffsetForm::Product, OffsetForm>> groups;
  for (const OffsetForm::Term &term : form.getTerms()) {
    if (isMultiple(term, length))
      continue;
    OffsetForm::Product scalars, varying;
    for (const Leaf &leaf : term.product)
      (isScalar(leaf) ? scalars : varying).push_back(leaf);
    auto *group = llvm::find_if(groups, [&](const auto &other) {
      return std::is_permutation(varying.begin(), varying.end(),
                                 other.first.begin(), other.first.end());
    });
    if (group == groups.end())
      group = groups.insert(group, {varying, OffsetForm()});
    group->second = group->second + makeForm(term.factor, scalars);
  }
  return llvm::all_of(groups, [&](const auto &group) {
    return attempt([&] { return requireCoefficient(group.second); }) ||
           attempt([&] { return requireVarying(group.first); });
  });
}

/// The form as a sum of leaves; null where it has products.
static std::optional<LinearForm> asLinear(const OffsetForm &form) {
  LinearForm sum;
  for (const OffsetForm::Term &term : form.getTerms()) {
    auto factor = static_cast<int64_t>(term.factor);
    if (term.product.size() > 1)
      return std::nullopt;
    sum = sum + (term.product.empty()
                     ? LinearForm(factor)
                     : LinearForm(term.product.front()) * factor);
  }
  return sum;
}

bool RunReader::requireCoefficient(OffsetForm coefficient) {
  if (std::optional<int64_t> number = coefficient.getConstant())
    return *number % length == 0;
  std::optional<LinearForm> linear = asLinear(coefficient);
  if (linear && facts.provesMultiple(*linear, length))
    return true;
  if (static_cast<int64_t>(coefficient.getTerms().front().factor) < 0)
    coefficient = OffsetForm() - coefficient;
  if (llvm::none_of(multiples, [&](const OffsetForm &other) {
        return (other - coefficient).isZero();
      }))
    multiples.push_back(coefficient);
  return true;
}

/// Of a product, one factor that is a multiple is enough.
bool RunReader::requireVarying(const OffsetForm::Product &varying) {
  return llvm::any_of(varying, [&](const Leaf &leaf) {
    Value tile = leaf.isValue() ? leaf.getValue() : reader.findTile(leaf);
    return tile && attempt([&] { return requireMultiple(tile); });
  });
}

bool RunReader::requireMultiple(Value tile) {
  if (!isa<TileType>(tile.getType()))
    return requireMultiple(reader.read(tile));
  APInt number;
  if (matchPattern(tile, m_ConstantInt(&number)))
    return number.countr_zero() >=
           unsigned(llvm::countr_zero(uint64_t(length)));
  Operation *op = tile.getDefiningOp();
  // Of a bool or a float, bits are no number's.
  if (!op || op->getNumOperands() == 0 ||
      llvm::any_of(op->getOperandTypes(), [](Type type) {
        Type element = getElementTypeOrSelf(type);
        return !element.isIntOrIndex() || element.isInteger(1);
      }))
    return false;
  auto operand = [&](unsigned number) {
    return attempt([&] { return requireMultiple(op->getOperand(number)); });
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<SplatOp, BroadcastOp, TransposeOp, ReshapeOp, CastOp,
            arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp>([&](Operation *) { return operand(0); })
      .Case<arith::AddIOp, arith::SubIOp>(
          [&](Operation *) { return operand(0) && operand(1); })
      .Case<arith::MulIOp>(
          [&](Operation *) { return operand(1) || operand(0); })
      .Default([](Operation *) { return false; });
}

//===----------------------------------------------------------------------===//
// Offsets and masks
//===----------------------------------------------------------------------===//

bool RunReader::areConsecutive(TypedValue<TileType> offsets) {
  int64_t last = offsets.getType().getRank() - 1;
  Leaf position = Leaf::position(last, offsets.getType().getShape()[last]);
  OffsetForm form = reader.read(offsets);
  std::optional<OffsetForm> step = form.getFactor(position);
  return step && step->getConstant() == 1 && reader.isFixedAlong(last, form);
}

bool RunReader::beginAtMultiples(TypedValue<TileType> offsets) {
  int64_t last = offsets.getType().getRank() - 1;
  Leaf position = Leaf::position(last, offsets.getType().getShape()[last]);
  return requireMultiple(reader.read(offsets) - OffsetForm(position));
}

static int64_t extentAlong(Value tile, int64_t axis) {
  return cast<TileType>(tile.getType()).getShape()[axis];
}

bool RunReader::isSameInRuns(Value value, int64_t axis) {
  auto type = dyn_cast<TileType>(value.getType());
  if (!type || type.getShape()[axis] == 1)
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || depth >= kMaxDepth)
    return false;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue());
  if (auto iota = dyn_cast<IotaOp>(op))
    return static_cast<int64_t>(iota.getDim()) != axis;
  auto compare = dyn_cast<arith::CmpIOp>(op);
  return attempt([&] { return isSameBefore(op, axis); }) ||
         (compare && attempt([&] { return isBoundOfRuns(compare, axis); }));
}

/// Whether `op` makes what is equal in each run of what is.
bool RunReader::isSameBefore(Operation *op, int64_t axis) {
  if (isa<SplatOp>(op))
    return true;
  if (auto broadcast = dyn_cast<BroadcastOp>(op))
    return isSameInRuns(broadcast.getSource(), axis);
  if (auto transpose = dyn_cast<TransposeOp>(op))
    return isSameInRuns(transpose.getSource(),
                        transpose.getPermutation()[axis]);
  if (auto reshape = dyn_cast<ReshapeOp>(op)) {
    // In row-major order the last dim's runs stay where its extent does.
    int64_t last = reshape.getSource().getType().getRank() - 1;
    return axis == reshape.getType().getRank() - 1 &&
           extentAlong(reshape.getSource(), last) ==
               extentAlong(reshape.getResult(), axis) &&
           isSameInRuns(reshape.getSource(), last);
  }
  bool isElementwise =
      op->hasTrait<OpTrait::Elementwise>() || isa<CastOp, WhereOp>(op);
  return isElementwise && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(),
                      [&](Value part) { return isSameInRuns(part, axis); });
}

/// Whether `compare` is `position < bound`, or the like, for a bound that is a
/// multiple of the length. Both sides are exact: wrapped ones are no sums here.
bool RunReader::isBoundOfRuns(arith::CmpIOp compare, int64_t axis) {
  using arith::CmpIPredicate;
  CmpIPredicate predicate = compare.getPredicate();
  bool isLess = predicate == CmpIPredicate::slt || // or its negation
                predicate == CmpIPredicate::sge;
  if (!isLess && predicate != CmpIPredicate::sle &&
      predicate != CmpIPredicate::sgt)
    return false;
  Leaf position = Leaf::position(axis, extentAlong(compare.getLhs(), axis));
  LinearForm difference =
      facts.formOf(compare.getLhs()) - facts.formOf(compare.getRhs());
  LinearForm::Int factor = difference.getFactor(position);
  LinearForm rest = difference - LinearForm(position) * factor;
  // `position < -rest` and `position <= -rest`, or `rest < position` and
  // `rest <= position`: of the latter two the first begins at `rest + 1`.
  if (factor == 1 && !isLess)
    rest = rest - LinearForm(1);
  else if (factor == -1 && isLess)
    rest = rest + LinearForm(1);
  else if (factor != 1 && factor != -1)
    return false;
  bool isSame =
      llvm::all_of(rest.getTerms(), [&](const LinearForm::Term &term) {
        return !term.first.isValue() ||
               isSameInRuns(term.first.getValue(), axis);
      });
  return isSame && requireMultiple(OffsetForm(rest));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static int64_t powerOfTwoPart(int64_t value) { return value & -value; }

template <typename Op>
static std::variant<ElementRuns, StringRef> findRunsOf(Op access,
                                                       int64_t longest) {
  if (access.getIsVolatile())
    return StringRef("what is volatile is accessed element by element");
  TypedValue<TileType> offsets = access.getOffsets();
  int64_t last = offsets.getType().getRank() - 1;
  longest =
      std::min(longest, powerOfTwoPart(offsets.getType().getShape()[last]));
  StringRef obstacle = "the last dim has no runs of elements";
  for (int64_t length = longest; length > 1; length /= 2) {
    RunReader reader(access, length);
    if (!reader.areConsecutive(offsets))
      return StringRef("the offsets are not known to follow each other");
    if (!reader.beginAtMultiples(offsets))
      obstacle = "the offsets are not known to be aligned";
    else if (access.getMask() && !reader.isSameInRuns(access.getMask(), last))
      obstacle = "the mask may differ within a run";
    else
      return ElementRuns{length, reader.takeMultiples()};
  }
  return obstacle;
}

std::variant<ElementRuns, StringRef> phobos::findRuns(Operation *access,
                                                      int64_t longest) {
  if (auto gather = dyn_cast<GatherOp>(access))
    return findRunsOf(gather, longest);
  return findRunsOf(cast<ScatterOp>(access), longest);
}
