//===- LinearForm.cpp - Exact sums of index values -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Analysis/LinearForm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Dialect/Phobos.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace phobos;

//===----------------------------------------------------------------------===//
// Leaf
//===----------------------------------------------------------------------===//

/// ":12:3" of `loc`, or nothing where it has no line.
static std::string describePlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "";
  return (":" + Twine(place.getLine()) + ":" + Twine(place.getColumn())).str();
}

static std::string describeArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (auto kernel = dyn_cast<KernelOp>(parent))
    return kernel.getArgName(number);
  if (isa<FunctionOpInterface>(parent))
    return "arg" + std::to_string(number);
  auto loop = dyn_cast<scf::ForOp>(parent);
  bool isCounter = loop && argument == loop.getInductionVar();
  return (isCounter ? "counter" : "carried") + describePlace(argument.getLoc());
}

static std::string describeAxis(StringRef name, int64_t axis) {
  return (name + "." + stringifyGridDim(static_cast<GridDim>(axis))).str();
}

/// How the language writes what `op` computes of two operands, `{0}` and `{1}`,
/// or nothing.
static StringRef getNotation(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<arith::AddIOp>([](auto) { return "({0} + {1})"; })
      .Case<arith::SubIOp>([](auto) { return "({0} - {1})"; })
      .Case<arith::MulIOp>([](auto) { return "({0} * {1})"; })
      .Case<arith::DivSIOp, arith::DivUIOp>([](auto) { return "({0} / {1})"; })
      .Case<arith::RemSIOp, arith::RemUIOp>([](auto) { return "({0} % {1})"; })
      .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>(
          [](auto) { return "ceildiv({0}, {1})"; })
      .Case<arith::MinSIOp, arith::MinUIOp>(
          [](auto) { return "min({0}, {1})"; })
      .Case<arith::MaxSIOp, arith::MaxUIOp>(
          [](auto) { return "max({0}, {1})"; })
      .Default([](Operation *) { return ""; });
}

static std::string describeValue(Value value, unsigned depth = 0) {
  constexpr unsigned deepest = 3;
  if (auto named = dyn_cast<NameLoc>(value.getLoc()))
    return named.getName().str();
  if (auto argument = dyn_cast<BlockArgument>(value))
    return describeArgument(argument);
  Operation *op = value.getDefiningOp();
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return std::to_string(number.getSExtValue());
  if (auto id = dyn_cast<BlockIdOp>(op))
    return describeAxis("ctx.block", static_cast<int64_t>(id.getDim()));
  if (auto blocks = dyn_cast<NumBlocksOp>(op))
    return describeAxis("ctx.blocks", static_cast<int64_t>(blocks.getDim()));
  if (isa<PromiseOp, AssumeOp, arith::IndexCastOp, arith::ExtSIOp>(op))
    return describeValue(op->getOperand(0), depth);
  StringRef notation = getNotation(op);
  if (notation.empty() || depth == deepest)
    return op->getName().stripDialect().str() + describePlace(op->getLoc());
  return llvm::formatv(notation.data(),
                       describeValue(op->getOperand(0), depth + 1),
                       describeValue(op->getOperand(1), depth + 1));
}

std::string Leaf::describe() const {
  switch (kind) {
  case Kind::Value:
    return describeValue(getValue());
  case Kind::Position:
    return "iota(" + std::to_string(index) + ")";
  case Kind::Blocks:
    return describeAxis("ctx.blocks", index);
  case Kind::Iteration:
  case Kind::Auxiliary:
    return "";
  }
  llvm_unreachable("no other kind");
}

//===----------------------------------------------------------------------===//
// LinearForm
//===----------------------------------------------------------------------===//

LinearForm::Int LinearForm::getFactor(const Leaf &leaf) const {
  for (const auto &[other, factor] : terms)
    if (other == leaf)
      return factor;
  return Int(0);
}

std::optional<Leaf> LinearForm::getSingleLeaf() const {
  if (terms.size() != 1 || constant != 0 || terms.front().second != 1)
    return std::nullopt;
  return terms.front().first;
}

bool LinearForm::hasPosition() const {
  return llvm::any_of(terms,
                      [](const Term &term) { return term.first.isPosition(); });
}

void LinearForm::add(const Leaf &leaf, const Int &factor) {
  auto *found = llvm::find_if(
      terms, [&](const Term &term) { return term.first == leaf; });
  if (found == terms.end()) {
    terms.push_back({leaf, factor});
    return;
  }
  found->second += factor;
  if (found->second == 0)
    terms.erase(found);
}

LinearForm LinearForm::operator+(const LinearForm &other) const {
  LinearForm sum = *this;
  for (const auto &[leaf, factor] : other.terms)
    sum.add(leaf, factor);
  sum.constant += other.constant;
  return sum;
}

LinearForm LinearForm::operator-(const LinearForm &other) const {
  return *this + -other;
}

LinearForm LinearForm::operator*(const Int &factor) const {
  if (factor == 0)
    return {};
  LinearForm product = *this;
  for (auto &term : product.terms)
    term.second *= factor;
  product.constant *= factor;
  return product;
}

bool LinearForm::operator==(const LinearForm &other) const {
  return terms.size() == other.terms.size() && constant == other.constant &&
         llvm::all_of(terms, [&](const Term &term) {
           return other.getFactor(term.first) == term.second;
         });
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// `number` modulo 2^64.
static Value makeConstant(OpBuilder &builder, Location loc,
                          const LinearForm::Int &number) {
  LinearForm::Int two32(int64_t(1) << 32);
  auto low = static_cast<int64_t>(mod(number, two32));
  auto high = static_cast<int64_t>(mod(floorDiv(number, two32), two32));
  auto bits = static_cast<uint64_t>(high) << 32 | static_cast<uint64_t>(low);
  return arith::ConstantIndexOp::create(builder, loc,
                                        static_cast<int64_t>(bits));
}

Value phobos::findAvailable(Value value, Region *region) {
  if (value.getParentRegion()->isAncestor(region))
    return value;
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument
                  ? dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp())
                  : scf::WhileOp();
  if (!loop || !loop.getAfter().isAncestor(region))
    return {};
  for (auto [handed, after] : llvm::zip_equal(loop.getConditionOp().getArgs(),
                                              loop.getAfterArguments()))
    if (handed == value)
      return after;
  return {};
}

static Value makeLeaf(OpBuilder &builder, Location loc, const Leaf &leaf) {
  if (leaf.getKind() == Leaf::Kind::Blocks)
    return NumBlocksOp::create(builder, loc,
                               static_cast<GridDim>(leaf.getAxis()));
  assert(leaf.isValue() && "expected a leaf that is in the IR");
  Value value =
      findAvailable(leaf.getValue(), builder.getInsertionBlock()->getParent());
  if (value.getType().isIndex())
    return value;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    value);
}

Value LinearForm::materialise(OpBuilder &builder, Location loc) const {
  auto magnitude = [&](const Term &term) {
    Value leaf = makeLeaf(builder, loc, term.first);
    if (abs(term.second) == 1)
      return leaf;
    return Value(arith::MulIOp::create(
        builder, loc, leaf, makeConstant(builder, loc, abs(term.second))));
  };
  Value sum;
  for (const Term &term : terms) {
    if (term.second < 0)
      continue;
    Value product = magnitude(term);
    sum = sum ? arith::AddIOp::create(builder, loc, sum, product) : product;
  }
  // A difference stays one that a reader of the code takes apart again; a
  // product with a negative number would be folded into one inside of the leaf.
  bool startsAtConstant = !sum;
  if (startsAtConstant)
    sum = makeConstant(builder, loc, constant);
  for (const Term &term : terms)
    if (term.second < 0)
      sum = arith::SubIOp::create(builder, loc, sum, magnitude(term));
  if (startsAtConstant || constant == 0)
    return sum;
  return arith::AddIOp::create(builder, loc, sum,
                               makeConstant(builder, loc, constant));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string LinearForm::describe(Naming naming) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  bool isFirst = true;
  for (const auto &[leaf, factor] : terms) {
    if (factor < 0)
      os << (isFirst ? "-" : " - ");
    else if (!isFirst)
      os << " + ";
    if (abs(factor) != 1)
      os << abs(factor) << '*';
    os << naming(leaf);
    isFirst = false;
  }
  if (isFirst)
    os << constant;
  else if (constant != 0)
    os << (constant < 0 ? " - " : " + ") << abs(constant);
  return text;
}

/// The leaf without a name of which a multiple equals the rest of `form`.
static std::optional<LinearForm::Term> findNameless(const LinearForm &form,
                                                    LinearForm::Naming naming) {
  std::optional<LinearForm::Term> found;
  for (const LinearForm::Term &term : form.getTerms()) {
    if (!naming(term.first).empty())
      continue;
    if (found || abs(term.second) == 1)
      return std::nullopt;
    found = term;
  }
  return found;
}

/// `form == 0`, of which `nameless` is a term, as a statement about the rest.
static std::string describeMultiple(LinearForm form,
                                    const LinearForm::Term &nameless,
                                    LinearForm::Naming naming) {
  form = form - LinearForm(nameless.first) * nameless.second;
  if (!form.isConstant() && form.getTerms().front().second < 0)
    form = -form;
  std::string text = form.describe(naming);
  if (form.getTerms().size() + (form.getConstant() != 0) > 1)
    text = "(" + text + ")";
  llvm::raw_string_ostream(text) << " % " << abs(nameless.second) << " == 0";
  return text;
}

std::string phobos::describeConstraint(const LinearForm &form, bool isEquality,
                                       LinearForm::Naming naming) {
  if (isEquality)
    if (auto nameless = findNameless(form, naming))
      return describeMultiple(form, *nameless, naming);
  auto nameAll = [&](const Leaf &leaf) {
    std::string name = naming(leaf);
    return name.empty() ? "k" : name;
  };
  LinearForm positive, negative;
  for (const auto &[leaf, factor] : form.getTerms()) {
    if (factor > 0)
      positive = positive + LinearForm(leaf) * factor;
    else
      negative = negative - LinearForm(leaf) * factor;
  }
  LinearForm::Int constant = form.getConstant();
  StringRef relation = isEquality ? " == " : " <= ";
  if (!isEquality && constant == -1 && !negative.isConstant()) {
    relation = " < ";
    constant = LinearForm::Int(0);
  }
  // What is least stands on the left; a bound by a number on the right.
  if (negative.isConstant() && !isEquality)
    return positive.describe(nameAll) +
           " >= " + LinearForm(-constant).describe(nameAll);
  if (positive.isConstant() || constant > 0)
    positive = positive + LinearForm(constant);
  else
    negative = negative - LinearForm(constant);
  return negative.describe(nameAll) + relation.str() +
         positive.describe(nameAll);
}
