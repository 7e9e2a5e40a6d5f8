//===- OffsetForm.cpp - Offsets as sums of products -------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Analysis/OffsetForm.h"
#include "IndexFactsImpl.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace phobos;

//===----------------------------------------------------------------------===//
// OffsetForm
//===----------------------------------------------------------------------===//

/// `number` modulo 2^64.
static uint64_t wrap(const LinearForm::Int &number) {
  LinearForm::Int two32(int64_t(1) << 32);
  auto low = static_cast<int64_t>(mod(number, two32));
  auto high = static_cast<int64_t>(mod(floorDiv(number, two32), two32));
  return static_cast<uint64_t>(high) << 32 | static_cast<uint64_t>(low);
}

static bool isSame(const OffsetForm::Product &a, const OffsetForm::Product &b) {
  return a.size() == b.size() &&
         std::is_permutation(a.begin(), a.end(), b.begin());
}

OffsetForm::OffsetForm(const LinearForm &form) {
  add({}, wrap(form.getConstant()));
  for (const auto &[leaf, factor] : form.getTerms())
    add({leaf}, wrap(factor));
}

void OffsetForm::add(Product product, uint64_t factor) {
  auto *found = llvm::find_if(
      terms, [&](const Term &term) { return isSame(term.product, product); });
  if (found == terms.end()) {
    if (factor != 0)
      terms.push_back({std::move(product), factor});
    return;
  }
  found->factor += factor;
  if (found->factor == 0)
    terms.erase(found);
}

std::optional<int64_t> OffsetForm::getConstant() const {
  if (terms.empty())
    return 0;
  if (terms.size() > 1 || !terms.front().product.empty())
    return std::nullopt;
  return static_cast<int64_t>(terms.front().factor);
}

bool OffsetForm::uses(llvm::function_ref<bool(const Leaf &)> test) const {
  return llvm::any_of(terms, [&](const Term &term) {
    return llvm::any_of(term.product, test);
  });
}

OffsetForm OffsetForm::operator+(const OffsetForm &other) const {
  OffsetForm sum = *this;
  for (const Term &term : other.terms)
    sum.add(term.product, term.factor);
  return sum;
}

OffsetForm OffsetForm::operator-(const OffsetForm &other) const {
  OffsetForm difference = *this;
  for (const Term &term : other.terms)
    difference.add(term.product, -term.factor);
  return difference;
}

OffsetForm OffsetForm::operator*(const OffsetForm &other) const {
  OffsetForm result;
  for (const Term &a : terms)
    for (const Term &b : other.terms) {
      Product product = a.product;
      llvm::append_range(product, b.product);
      result.add(std::move(product), a.factor * b.factor);
    }
  return result;
}

bool OffsetForm::includes(const OffsetForm &other) const {
  return llvm::all_of(other.terms, [&](const Term &part) {
    return llvm::any_of(terms, [&](const Term &term) {
      return term.factor == part.factor && isSame(term.product, part.product);
    });
  });
}

std::optional<OffsetForm> OffsetForm::getFactor(const Leaf &leaf) const {
  OffsetForm result;
  for (const Term &term : terms) {
    if (!llvm::is_contained(term.product, leaf))
      continue;
    Product others = term.product;
    others.erase(llvm::find(others, leaf));
    if (llvm::is_contained(others, leaf))
      return std::nullopt;
    result.add(std::move(others), term.factor);
  }
  return result;
}

std::optional<OffsetForm> OffsetForm::divide(int64_t divisor) const {
  OffsetForm result;
  for (const Term &term : terms) {
    auto factor = static_cast<int64_t>(term.factor);
    if (factor % divisor != 0)
      return std::nullopt;
    result.add(term.product, factor / divisor);
  }
  return result;
}

OffsetForm OffsetForm::substitute(
    llvm::function_ref<OffsetForm(const Leaf &)> meaning) const {
  OffsetForm result;
  for (const Term &term : terms) {
    OffsetForm product;
    product.add({}, term.factor);
    for (const Leaf &leaf : term.product)
      product = product * meaning(leaf);
    result = result + product;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

static Value makeLeaf(OpBuilder &b, Location loc, const Leaf &leaf) {
  if (leaf.getKind() != Leaf::Kind::Iteration)
    return LinearForm(leaf).materialise(b, loc);
  auto loop = cast<scf::ForOp>(leaf.getLoop());
  Value distance = b.createOrFold<arith::SubIOp>(loc, loop.getInductionVar(),
                                                 loop.getLowerBound());
  // An exact quotient; the distance is up to 2^64.
  return b.createOrFold<arith::DivUIOp>(loc, distance, loop.getStep());
}

Value OffsetForm::materialise(OpBuilder &b, Location loc) const {
  Value sum;
  for (const Term &term : terms) {
    Value product;
    auto multiply = [&](Value value) {
      product =
          product ? b.createOrFold<arith::MulIOp>(loc, product, value) : value;
    };
    for (const Leaf &leaf : term.product)
      multiply(makeLeaf(b, loc, leaf));
    if (term.factor != 1 || term.product.empty())
      multiply(arith::ConstantIndexOp::create(
          b, loc, static_cast<int64_t>(term.factor)));
    sum = sum ? b.createOrFold<arith::AddIOp>(loc, sum, product) : product;
  }
  return sum ? sum : arith::ConstantIndexOp::create(b, loc, 0);
}

//===----------------------------------------------------------------------===//
// OffsetReader
//===----------------------------------------------------------------------===//

/// Deeper chains are not taken apart, nor are sums of more terms made.
static constexpr unsigned kMaxDepth = 48, kMaxTerms = 32;

/// Whether additions of `type` are those of addresses.
static bool isAsWideAsAddresses(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() || element.isInteger(64);
}

/// Of a tile, those of more than one element.
static SmallVector<int64_t> findAxesOf(Value value) {
  SmallVector<int64_t> axes;
  if (auto tile = dyn_cast<TileType>(value.getType()))
    for (auto [axis, extent] : llvm::enumerate(tile.getShape()))
      if (extent != 1)
        axes.push_back(axis);
  return axes;
}

OffsetForm OffsetReader::read(Value value) {
  value = stripFacts(value);
  if (auto found = forms.find(value); found != forms.end())
    return found->second;
  llvm::SaveAndRestore deeper(depth, depth + 1);
  OffsetForm form = compute(value);
  forms.try_emplace(value, form);
  return form;
}

OffsetForm OffsetReader::makeUnknown(Value tile, SmallVector<int64_t> axes) {
  unknowns.push_back({tile, std::move(axes)});
  return OffsetForm(Leaf::auxiliary(this, unknowns.size() - 1));
}

const OffsetReader::Unknown *OffsetReader::findUnknown(const Leaf &leaf) const {
  for (auto [number, unknown] : llvm::enumerate(unknowns))
    if (leaf == Leaf::auxiliary(this, number))
      return &unknown;
  return nullptr;
}

const SmallVector<int64_t> *OffsetReader::findAxes(const Leaf &leaf) const {
  const Unknown *unknown = findUnknown(leaf);
  return unknown ? &unknown->axes : nullptr;
}

Value OffsetReader::findTile(const Leaf &leaf) const {
  const Unknown *unknown = findUnknown(leaf);
  return unknown ? unknown->tile : Value();
}

bool OffsetReader::isFixedAlong(int64_t axis, const OffsetForm &form) const {
  return !form.uses([&](const Leaf &leaf) {
    const SmallVector<int64_t> *axes = findAxes(leaf);
    return axes && llvm::is_contained(*axes, axis);
  });
}

/// Whether code can compute the leaf, or it stands for elements of a tile.
static bool isReadable(const Leaf &leaf) {
  switch (leaf.getKind()) {
  case Leaf::Kind::Value:
    return leaf.getValue().getType().isIntOrIndex();
  case Leaf::Kind::Position:
  case Leaf::Kind::Blocks:
    return true;
  case Leaf::Kind::Iteration:
    return isa<scf::ForOp>(leaf.getLoop());
  case Leaf::Kind::Auxiliary:
    return false;
  }
  llvm_unreachable("no other kind");
}

OffsetForm OffsetReader::compute(Value value) {
  LinearForm exact = facts.formOf(value);
  bool isLeaf = exact == LinearForm(Leaf::ofValue(value));
  bool isReadableForm =
      llvm::all_of(exact.getTerms(), [](const LinearForm::Term &term) {
        return isReadable(term.first);
      });
  if (!isLeaf && isReadableForm && depth < kMaxDepth)
    // Leaves may be products.
    return OffsetForm(exact).substitute([&](const Leaf &leaf) {
      return leaf.isValue() ? read(leaf.getValue()) : OffsetForm(leaf);
    });
  std::optional<OffsetForm> form;
  bool isTile = isa<TileType>(value.getType());
  if (auto argument = dyn_cast<BlockArgument>(value))
    form = computeCarried(argument);
  else if (depth < kMaxDepth && isTile)
    form = computeTile(value.getDefiningOp());
  else if (depth < kMaxDepth)
    form = computeScalar(value.getDefiningOp());
  if (form && form->getTerms().size() <= kMaxTerms)
    return *form;
  return isTile ? makeUnknown(value, findAxesOf(value))
                : OffsetForm(Leaf::ofValue(value));
}

std::optional<OffsetForm> OffsetReader::computeScalar(Operation *op) {
  // Casts between numbers of 64 bits change nothing.
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) &&
      isAsWideAsAddresses(op->getOperand(0).getType()))
    return read(op->getOperand(0));
  return computeSum(op);
}

std::optional<OffsetForm> OffsetReader::computeSum(Operation *op) {
  if (op->getNumResults() != 1 ||
      !isAsWideAsAddresses(op->getResult(0).getType()))
    return std::nullopt;
  auto left = [&] { return read(op->getOperand(0)); };
  auto right = [&] { return read(op->getOperand(1)); };
  if (isa<arith::AddIOp>(op))
    return left() + right();
  if (isa<arith::SubIOp>(op))
    return left() - right();
  if (isa<arith::MulIOp>(op))
    return left() * right();
  if (!isa<arith::ShLIOp>(op))
    return std::nullopt;
  std::optional<int64_t> bits = right().getConstant();
  if (!bits || *bits < 0 || *bits > 62)
    return std::nullopt;
  return left() * OffsetForm(LinearForm(int64_t(1) << *bits));
}

OffsetForm OffsetReader::place(const OffsetForm &inner,
                               ArrayRef<OffsetForm> positions) {
  return inner.substitute([&](const Leaf &leaf) -> OffsetForm {
    if (leaf.isPosition())
      return positions[leaf.getAxis()];
    const Unknown *unknown = findUnknown(leaf);
    if (!unknown)
      return OffsetForm(leaf);
    // The element varies with whatever its positions vary with.
    SmallVector<int64_t> outer;
    for (int64_t axis : unknown->axes)
      for (const OffsetForm::Term &term : positions[axis].getTerms())
        for (const Leaf &part : term.product)
          outer.push_back(part.getAxis());
    return makeUnknown(unknown->tile, std::move(outer));
  });
}

std::optional<OffsetForm> OffsetReader::computeReshaped(Operation *op) {
  auto reshape = cast<ReshapeOp>(op);
  ArrayRef<int64_t> source = reshape.getSource().getType().getShape();
  ArrayRef<int64_t> to = reshape.getType().getShape();
  SmallVector<LinearForm> own;
  for (auto [axis, extent] : llvm::enumerate(to))
    own.push_back(extent == 1 ? LinearForm() : Leaf::position(axis, extent));
  auto positions = reshapePositions(source, to, own);
  if (!positions)
    return std::nullopt;
  return place(read(reshape.getSource()),
               SmallVector<OffsetForm>(positions->begin(), positions->end()));
}

std::optional<OffsetForm> OffsetReader::computeTile(Operation *op) {
  auto positionOf = [](TileType tile, int64_t axis) {
    int64_t extent = tile.getShape()[axis];
    return extent == 1 ? OffsetForm()
                       : OffsetForm(Leaf::position(axis, extent));
  };
  SmallVector<OffsetForm> positions;
  if (auto splat = dyn_cast<SplatOp>(op))
    return read(splat.getValue());
  if (auto broadcast = dyn_cast<BroadcastOp>(op)) {
    TileType source = broadcast.getSource().getType();
    for (int64_t axis : llvm::seq(source.getRank()))
      positions.push_back(positionOf(source, axis));
    return place(read(broadcast.getSource()), positions);
  }
  if (auto transpose = dyn_cast<TransposeOp>(op)) {
    positions.resize(transpose.getType().getRank());
    for (auto [axis, from] : llvm::enumerate(transpose.getPermutation()))
      positions[from] = positionOf(transpose.getType(), axis);
    return place(read(transpose.getSource()), positions);
  }
  if (isa<ReshapeOp>(op))
    return computeReshaped(op);
  if (auto cast = dyn_cast<CastOp>(op);
      cast && isAsWideAsAddresses(cast.getSource().getType()) &&
      isAsWideAsAddresses(cast.getType()))
    return read(cast.getSource());
  return computeSum(op);
}

/// What each iteration of `loop` adds to `argument`, taken from `read`.
static std::optional<OffsetForm>
findIncrement(scf::ForOp loop, BlockArgument argument,
              llvm::function_ref<OffsetForm(Value)> read) {
  Operation *op = loop.getTiedLoopYieldedValue(argument)->get().getDefiningOp();
  if (isa_and_nonnull<arith::AddIOp>(op)) {
    if (op->getOperand(0) == argument)
      return read(op->getOperand(1));
    if (op->getOperand(1) == argument)
      return read(op->getOperand(0));
  }
  if (isa_and_nonnull<arith::SubIOp>(op) && op->getOperand(0) == argument)
    return OffsetForm() - read(op->getOperand(1));
  return std::nullopt;
}

std::optional<OffsetForm> OffsetReader::computeCarried(BlockArgument argument) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument == loop.getInductionVar() || depth >= kMaxDepth ||
      !isAsWideAsAddresses(argument.getType()))
    return std::nullopt;
  OffsetForm init = read(loop.getTiedLoopInit(argument)->get());
  if (loop.getTiedLoopYieldedValue(argument)->get() == argument)
    return init;
  std::optional<OffsetForm> added =
      findIncrement(loop, argument, [&](Value value) { return read(value); });
  // The same in each iteration, and not what is not taken apart.
  bool isFixed = added && !added->uses([&](const Leaf &leaf) {
    bool isInside =
        leaf.isValue() && !loop.isDefinedOutsideOfLoop(leaf.getValue());
    return isInside || findAxes(leaf) || leaf == Leaf::iteration(loop);
  });
  if (!isFixed)
    return std::nullopt;
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  std::optional<OffsetForm> perPosition =
      step && *step > 0 ? added->divide(*step) : std::nullopt;
  if (!perPosition)
    return init + *added * OffsetForm(Leaf::iteration(loop));
  return init +
         *perPosition * (OffsetForm(Leaf::ofValue(loop.getInductionVar())) -
                         read(loop.getLowerBound()));
}
