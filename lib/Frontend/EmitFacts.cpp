//===- EmitFacts.cpp - what a kernel demands of its arguments -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// @aligned and @require become promises at the kernel's entry. Where a promise
// is one of an extent or an index parameter, the name stands for the promised
// value from there on.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <limits>

using namespace phobos;
namespace arith = mlir::arith;

void KernelEmitter::emitFacts(const ast::Function &kernel) {
  for (const ast::Attribute &attribute : kernel.attributes) {
    if (attribute.name.text == "aligned")
      emitAligned(attribute);
    if (attribute.name.text == "require")
      emitRequire(attribute);
  }
}

/// The source's text between the parentheses of `attribute`, cut at each `&&`
/// that is in no others.
static llvm::SmallVector<std::string>
conjunctTexts(const ast::Attribute &attribute) {
  llvm::SmallVector<std::string> texts = {""};
  unsigned depth = 0;
  for (const char *next = attribute.name.loc.getPointer(); *next; ++next) {
    if (*next == ')' && --depth == 0)
      break;
    if (depth == 1 && llvm::StringRef(next).starts_with("&&")) {
      texts.emplace_back();
      ++next;
    } else if (depth != 0) {
      texts.back() += *next == '\n' ? ' ' : *next;
    }
    depth += *next == '(';
  }
  for (std::string &text : texts)
    text = llvm::StringRef(text).trim().str();
  return texts;
}

mlir::Value KernelEmitter::emitPromise(mlir::Value value,
                                       mlir::Attribute predicate,
                                       llvm::SMLoc loc, llvm::StringRef message,
                                       mlir::Value other) {
  mlir::StringAttr text;
  if (!message.empty())
    text = builder.getStringAttr(message);
  return PromiseOp::create(builder, at(loc), builder.getIndexType(), value,
                           predicate, other, text);
}

/// The binding of an index argument that `expr` names, or null.
Binding *KernelEmitter::findIndexArgument(const ast::Expr *expr) {
  auto *name = llvm::dyn_cast<ast::NameExpr>(expr);
  if (!name || !argumentNumbers.contains(name->name))
    return nullptr;
  Binding *binding = scopes.find(name->name);
  bool isIndex = binding && binding->value.isScalar() &&
                 binding->value.ir.getType().isIndex();
  return isIndex ? binding : nullptr;
}

/// The binding of a parameter of an integer type whose values an index holds,
/// or null.
Binding *KernelEmitter::findNarrowArgument(const ast::Expr *expr) {
  auto *name = llvm::dyn_cast<ast::NameExpr>(expr);
  if (!name || !argumentNumbers.contains(name->name))
    return nullptr;
  Binding *binding = scopes.find(name->name);
  bool isNarrow = binding && binding->value.isScalar() &&
                  binding->value.ir.getType().isInteger() &&
                  binding->value.element.isInteger() &&
                  binding->value.element != ScalarType(ScalarType::U64);
  return isNarrow ? binding : nullptr;
}

void KernelEmitter::refine(const ast::Expr *expr, mlir::Value value) {
  llvm::StringRef name = llvm::cast<ast::NameExpr>(expr)->name;
  scopes.find(name)->value.ir = value;
  argumentValues[argumentNumbers[name]] = value;
}

//===----------------------------------------------------------------------===//
// @aligned(M = TM, …)
//===----------------------------------------------------------------------===//

void KernelEmitter::emitAligned(const ast::Attribute &attribute) {
  if (attribute.arguments.empty())
    error(attribute.name.loc) << "expected @aligned(M = TM, …)";
  for (const ast::Argument &argument : attribute.arguments) {
    if (!argument.name || argument.isChoice) {
      error(argument.value->loc) << "expected 'EXTENT = MULTIPLE'";
      continue;
    }
    std::optional<int64_t> multiple = evalExtent(argument.value, "a multiple");
    Binding *binding = scopes.find(argument.name->text);
    if (!binding)
      unknownName(*argument.name);
    if (!multiple || !binding || binding->value.isError())
      continue;
    alignExtent(*argument.name, *multiple);
  }
}

/// What `value` was before anything was promised of it.
static mlir::Value stripPromises(mlir::Value value) {
  while (auto promise = value.getDefiningOp<PromiseOp>())
    value = promise.getValue();
  return value;
}

void KernelEmitter::alignExtent(const ast::Name &name, int64_t multiple) {
  Binding *binding = scopes.find(name.text);
  if (std::optional<Constant> constant = constantOf(binding->value)) {
    std::optional<int64_t> number = constant->getInt64();
    if (!number || *number % multiple != 0)
      error(name.loc) << "expected a multiple of " << multiple << ", '"
                      << name.text << "' is " << constant->str();
    return;
  }
  if (binding->mode != Binding::Mode::Extent) {
    error(name.loc) << "expected an extent's name, got '" << name.text << "'";
    return;
  }
  ast::NameExpr expr(name.loc);
  expr.name = name.text;
  mlir::Value value = emitPromise(
      binding->value.ir, DivisibleAttr::get(context, multiple), name.loc);
  refine(&expr, value);
  aligned[stripPromises(value)] = {name, multiple};
}

/// The blocks that walk an aligned extent must end within it. A derived grid
/// does that by itself, but only where it is launched as it was derived: what
/// rests on the promise is not to rest on the launcher's word.
void KernelEmitter::noteAlignedWalk(mlir::Value start,
                                    mlir::OpFoldResult extent) {
  auto value = llvm::dyn_cast<mlir::Value>(extent);
  auto found = value ? aligned.find(stripPromises(value)) : aligned.end();
  if (found == aligned.end())
    return;
  AffineForm form = forms.of(start);
  auto [name, multiple] = found->second;
  if (form.getTerms().size() != 1)
    return;
  const auto &[product, factor] = *form.getTerms().begin();
  if (product.size() != 1 || static_cast<int64_t>(factor) != multiple)
    return;
  auto id = forms.atomValue(product[0]).getDefiningOp<BlockIdOp>();
  if (!id || alignedWalks.contains({value, id.getDim()}))
    return;
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  mlir::Location loc = at(name.loc);
  // The extent's whole steps are counted: a product could wrap.
  mlir::Value step = arith::ConstantIndexOp::create(builder, loc, multiple);
  mlir::Value steps = arith::DivSIOp::create(builder, loc, value, step);
  mlir::Value blocks = NumBlocksOp::create(builder, loc, id.getDim());
  mlir::Value rest = arith::SubIOp::create(builder, loc, steps, blocks);
  std::string message =
      llvm::formatv("ctx.blocks.{0} * {1} <= {2}",
                    stringifyGridDim(id.getDim()), multiple, name.text);
  mlir::Value promise = emitPromise(
      rest, BoundedAttr::get(context, 0, std::numeric_limits<int64_t>::max()),
      name.loc, message);
  alignedWalks[{value, id.getDim()}] = promise.getDefiningOp<PromiseOp>();
}

/// Tells launchers of those promises that do not follow from the grid.
void KernelEmitter::describeWalks(mlir::AffineMap grid) {
  for (auto [walk, promise] : alignedWalks) {
    mlir::Value extent = stripPromises(walk.first);
    auto [name, multiple] = aligned[extent];
    mlir::AffineExpr blocks =
        grid.getResult(static_cast<unsigned>(walk.second));
    if (blocks == gridSymbol(extent).ceilDiv(multiple))
      continue;
    mlir::NamedAttribute fields[] = {
        builder.getNamedAttr("blocks",
                             mlir::AffineMapAttr::get(mlir::AffineMap::get(
                                 0, grid.getNumSymbols(), blocks))),
        builder.getNamedAttr("extent", builder.getStringAttr(name.text)),
        builder.getNamedAttr("multiple", builder.getI64IntegerAttr(multiple))};
    promise->setDiscardableAttr(kWalkAttr, builder.getDictionaryAttr(fields));
  }
}

//===----------------------------------------------------------------------===//
// @require(condition)
//===----------------------------------------------------------------------===//

/// The parts of `a && b && …`.
static void addConjuncts(const ast::Expr *condition,
                         llvm::SmallVectorImpl<const ast::Expr *> &conjuncts) {
  auto *binary = llvm::dyn_cast<ast::BinaryExpr>(condition);
  if (!binary || binary->op != TokenKind::AndAnd) {
    conjuncts.push_back(condition);
    return;
  }
  addConjuncts(binary->lhs, conjuncts);
  addConjuncts(binary->rhs, conjuncts);
}

void KernelEmitter::emitRequire(const ast::Attribute &attribute) {
  if (attribute.arguments.size() != 1 || attribute.arguments[0].name) {
    error(attribute.name.loc) << "expected @require(condition)";
    return;
  }
  llvm::SmallVector<const ast::Expr *> conjuncts;
  addConjuncts(attribute.arguments[0].value, conjuncts);
  llvm::SmallVector<std::string> texts = conjunctTexts(attribute);
  for (auto [index, conjunct] : llvm::enumerate(conjuncts)) {
    bool isCut = texts.size() == conjuncts.size();
    emitRequirement(conjunct, isCut ? texts[index] : llvm::join(texts, " && "));
  }
}

void KernelEmitter::emitRequirement(const ast::Expr *condition,
                                    llvm::StringRef text) {
  auto *binary = llvm::dyn_cast<ast::BinaryExpr>(condition);
  if (binary && (requireMultiple(binary, text) || requireBound(binary, text)))
    return;
  RValue truth = evalCondition(condition);
  if (truth.isError())
    return;
  if (truth.isConstant()) {
    if (!truth.constant->getBool())
      error(condition->loc) << "this requirement never holds";
    return;
  }
  if (dependsOnBlock(truth.ir)) {
    error(condition->loc) << "expected a condition over extents, parameters "
                             "and constants, got one over a block's position";
    return;
  }
  mlir::Value value = arith::IndexCastUIOp::create(
      builder, at(condition->loc), builder.getIndexType(), truth.ir);
  emitPromise(value, BoundedAttr::get(context, 1, 1), condition->loc, text);
}

/// `N % c == 0`
bool KernelEmitter::requireMultiple(const ast::BinaryExpr *binary,
                                    llvm::StringRef text) {
  auto *rest = llvm::dyn_cast<ast::BinaryExpr>(binary->lhs);
  auto *zero = llvm::dyn_cast<ast::IntegerExpr>(binary->rhs);
  if (binary->op != TokenKind::Equal || !rest || !zero || zero->value != 0 ||
      rest->op != TokenKind::Percent)
    return false;
  std::optional<int64_t> divisor = findNumber(rest->rhs);
  if (!divisor || *divisor < 1)
    return false;
  mlir::Attribute predicate = DivisibleAttr::get(context, *divisor);
  Binding *binding = findIndexArgument(rest->lhs);
  if (Binding *number = binding ? nullptr : findNarrowArgument(rest->lhs)) {
    emitPromise(toIndex(number->value, binary->loc), predicate, binary->loc,
                text);
    return true;
  }
  if (!binding)
    return false;
  refine(rest->lhs,
         emitPromise(binding->value.ir, predicate, binary->loc, text));
  return true;
}

/// The integer that `expr` is where a literal or a name says so.
std::optional<int64_t> KernelEmitter::findNumber(const ast::Expr *expr) {
  if (auto *name = llvm::dyn_cast<ast::NameExpr>(expr)) {
    Binding *binding = scopes.find(name->name);
    std::optional<Constant> constant =
        binding ? constantOf(binding->value) : std::nullopt;
    return constant ? constant->getInt64() : std::nullopt;
  }
  return llvm::isa<ast::IntegerExpr>(expr) ? evalConstant(expr)->getInt64()
                                           : std::nullopt;
}

/// The values for which `value op number` holds, or `number op value`.
static std::optional<std::pair<int64_t, int64_t>>
rangeOf(TokenKind op, int64_t number, bool isSwapped) {
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  using Range = std::pair<int64_t, int64_t>;
  bool below = op == TokenKind::Less || op == TokenKind::LessEqual;
  bool above = op == TokenKind::Greater || op == TokenKind::GreaterEqual;
  bool isOpen = op == TokenKind::Less || op == TokenKind::Greater;
  if (op == TokenKind::Equal)
    return Range(number, number);
  if (!below && !above)
    return std::nullopt;
  if (below != isSwapped) {
    if (isOpen && number == least)
      return std::nullopt;
    return Range(least, number - isOpen);
  }
  if (isOpen && number == most)
    return std::nullopt;
  return Range(number + isOpen, most);
}

/// `N <= c`, `c < N`, `N == c`, …, and `N == M`
bool KernelEmitter::requireBound(const ast::BinaryExpr *binary,
                                 llvm::StringRef text) {
  Binding *lhs = findIndexArgument(binary->lhs);
  Binding *rhs = findIndexArgument(binary->rhs);
  if (lhs && rhs && lhs != rhs && binary->op == TokenKind::Equal) {
    refine(binary->lhs, emitPromise(lhs->value.ir, SameAttr::get(context),
                                    binary->loc, text, rhs->value.ir));
    return true;
  }
  const ast::Expr *name = lhs ? binary->lhs : binary->rhs;
  std::optional<int64_t> number = findNumber(lhs ? binary->rhs : binary->lhs);
  if (bool(lhs) == bool(rhs) || !number)
    return false;
  std::optional<std::pair<int64_t, int64_t>> range =
      rangeOf(binary->op, *number, /*isSwapped=*/!lhs);
  if (!range)
    return false;
  Binding *binding = lhs ? lhs : rhs;
  mlir::Attribute bounds =
      BoundedAttr::get(context, range->first, range->second);
  refine(name, emitPromise(binding->value.ir, bounds, binary->loc, text));
  return true;
}
