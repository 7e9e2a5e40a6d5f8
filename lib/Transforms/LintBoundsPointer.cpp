//===- LintBoundsPointer.cpp - Pointer accesses without masks ---*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pointer has no extents, so what is to be proved of an access without a mask
// is taken from the kernel: a position of a block ends where the grid says, the
// counter of a loop at the loop's end, and a column where the next row begins.
//
//===----------------------------------------------------------------------===//

#include "LintBoundsRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Analysis/OffsetForm.h"
#include "phobos/Analysis/SourceNames.h"
#include "phobos/Transforms/MissingFact.h"

using namespace mlir;
using namespace phobos;

namespace {
/// The offsets of one access, as indices of dims: `sum of index * stride`.
class Indices {
public:
  Indices(Operation *access, Value offsets, const FactOps &ops)
      : kernel(access->getParentOfType<KernelOp>()), facts(access, ops),
        reader(facts), form(reader.read(offsets)) {}

  /// Whether the offsets are numbers, which their author knows of.
  bool areNumbers() const;
  /// What is to be at least 0 for each dim; nothing where an end is not known.
  std::optional<SmallVector<LinearForm>> findGoals();

private:
  std::optional<LinearForm> indexOf(const OffsetForm::Product &stride);
  std::optional<LinearForm> findEnd(const LinearForm &index);
  std::optional<LinearForm> endOf(const Leaf &leaf);
  std::optional<LinearForm> endOf(AffineExpr blocks);

  KernelOp kernel;
  IndexFacts facts;
  OffsetReader reader;
  OffsetForm form;
};
} // namespace

bool Indices::areNumbers() const {
  return !form.uses([](const Leaf &leaf) { return !leaf.isPosition(); });
}

/// What `stride` is multiplied by.
std::optional<LinearForm> Indices::indexOf(const OffsetForm::Product &stride) {
  LinearForm index;
  for (const OffsetForm::Term &term : form.getTerms()) {
    OffsetForm::Product others = term.product;
    bool isOfStride = llvm::all_of(stride, [&](const Leaf &leaf) {
      auto *found = llvm::find(others, leaf);
      if (found == others.end())
        return false;
      others.erase(found);
      return true;
    });
    if (!isOfStride || (stride.empty() && others.size() > 1))
      continue;
    if (others.size() > 1)
      return std::nullopt;
    LinearForm part = others.empty() ? LinearForm(1) : others.front();
    index = index + part * static_cast<int64_t>(term.factor);
  }
  return index;
}

/// The extent that blocks of `blocks` in number walk.
std::optional<LinearForm> Indices::endOf(AffineExpr blocks) {
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(blocks);
      binary && binary.getKind() == AffineExprKind::CeilDiv)
    return endOf(binary.getLHS());
  if (auto constant = dyn_cast<AffineConstantExpr>(blocks))
    return LinearForm(constant.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(blocks))
    return facts.formOf(Value(kernel.getGridSymbols()[symbol.getPosition()]));
  return std::nullopt;
}

std::optional<LinearForm> Indices::endOf(const Leaf &leaf) {
  if (!leaf.isValue())
    return std::nullopt;
  if (auto id = leaf.getValue().getDefiningOp<BlockIdOp>())
    return kernel && kernel.getGrid() ? endOf(kernel.getGrid()->getResult(
                                            static_cast<unsigned>(id.getDim())))
                                      : std::nullopt;
  auto argument = dyn_cast<BlockArgument>(leaf.getValue());
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || argument != loop.getInductionVar())
    return std::nullopt;
  return facts.formOf(loop.getUpperBound());
}

std::optional<LinearForm> Indices::findEnd(const LinearForm &index) {
  std::optional<LinearForm> end;
  for (const auto &[leaf, factor] : index.getTerms()) {
    if (leaf.isPosition())
      continue;
    std::optional<LinearForm> found = endOf(leaf);
    if (!found || end)
      return std::nullopt;
    end = found;
  }
  return end;
}

std::optional<SmallVector<LinearForm>> Indices::findGoals() {
  // Rows are multiples of one run-time value; what is none is in a row.
  OffsetForm::Product row;
  for (const OffsetForm::Term &term : form.getTerms()) {
    if (llvm::any_of(term.product,
                     [&](const Leaf &leaf) { return reader.findAxes(leaf); }) ||
        term.product.size() > 2)
      return std::nullopt;
    for (const Leaf &leaf : term.product)
      if (term.product.size() == 2 && leaf.isValue() &&
          isa<FunctionOpInterface>(
              leaf.getValue().getParentBlock()->getParentOp()) &&
          isa<BlockArgument>(leaf.getValue()))
        row = {leaf};
  }
  std::optional<LinearForm> column = indexOf({});
  if (!column)
    return std::nullopt;
  SmallVector<LinearForm> goals;
  std::optional<LinearForm> columnEnd;
  if (!row.empty()) {
    std::optional<LinearForm> index = indexOf(row);
    std::optional<LinearForm> end = index ? findEnd(*index) : std::nullopt;
    if (!end)
      return std::nullopt;
    goals.push_back(*end - *index - LinearForm(1));
    columnEnd = LinearForm(row.front());
  } else {
    columnEnd = findEnd(*column);
  }
  if (!columnEnd)
    return std::nullopt;
  goals.push_back(*columnEnd - *column - LinearForm(1));
  return goals;
}

static void checkAccess(Operation *access, Linter &linter) {
  auto gather = dyn_cast<GatherOp>(access);
  auto scatter = dyn_cast<ScatterOp>(access);
  if (gather ? gather.getMask() : scatter.getMask())
    return;
  Indices indices(access, gather ? gather.getOffsets() : scatter.getOffsets(),
                  linter.getFacts());
  if (indices.areNumbers())
    return;
  std::string name =
      getSourceName(gather ? gather.getPointer() : scatter.getPointer());
  std::string what = (gather ? "this load" : "this store") +
                     std::string(name.empty() ? "" : " at '" + name + "'") +
                     " has no mask, and is not proved to stay inside: ";
  std::optional<SmallVector<LinearForm>> goals = indices.findGoals();
  if (!goals) {
    linter.report("unmasked-pointer", access->getLoc(),
                  what + "nothing says how many elements there are; write a "
                         "mask");
    return;
  }
  for (const LinearForm &goal : *goals) {
    MissingFact missing = findMissingFact(access, goal, linter.getFacts());
    if (missing.unproved.empty())
      continue;
    linter.report("unmasked-pointer", access->getLoc(),
                  what + "expected " + missing.unproved.front() +
                      "; write a mask" +
                      (missing.fix.empty() ? "" : ", or " + missing.fix));
  }
}

void phobos::lintPointers(Linter &linter) {
  FunctionOpInterface function = linter.getFunction();
  function.walk([&](Operation *op) {
    if (isa<GatherOp, ScatterOp>(op))
      checkAccess(op, linter);
  });
}
