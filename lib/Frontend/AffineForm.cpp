//===- AffineForm.cpp - normal forms of index values -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AffineForm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace phobos;

/// A product of sums that would have more terms than this stays an atom.
static constexpr size_t termLimit = 16;

AffineForm AffineForm::constant(int64_t value) {
  AffineForm form;
  form.add({}, value);
  return form;
}

AffineForm AffineForm::atom(unsigned number) {
  AffineForm form;
  form.add({number}, 1);
  return form;
}

void AffineForm::add(const Product &product, uint64_t coefficient) {
  uint64_t &sum = terms[product];
  sum += coefficient;
  if (sum == 0)
    terms.erase(product);
}

AffineForm AffineForm::operator+(const AffineForm &other) const {
  AffineForm sum = *this;
  for (const auto &[product, coefficient] : other.terms)
    sum.add(product, coefficient);
  return sum;
}

AffineForm AffineForm::operator-(const AffineForm &other) const {
  return *this + other * constant(-1);
}

AffineForm AffineForm::operator*(const AffineForm &other) const {
  AffineForm result;
  for (const auto &[left, leftCoefficient] : terms) {
    for (const auto &[right, rightCoefficient] : other.terms) {
      Product product;
      std::merge(left.begin(), left.end(), right.begin(), right.end(),
                 std::back_inserter(product));
      result.add(product, leftCoefficient * rightCoefficient);
    }
  }
  return result;
}

std::optional<int64_t> AffineForm::getConstant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms.begin()->first.empty())
    return static_cast<int64_t>(terms.begin()->second);
  return std::nullopt;
}

AffineForm AffineForms::of(mlir::Value value) {
  auto found = forms.find(value);
  if (found != forms.end())
    return found->second;
  AffineForm form = compute(value);
  forms.try_emplace(value, form);
  return form;
}

AffineForm AffineForms::compute(mlir::Value value) {
  llvm::APInt constant;
  if (mlir::matchPattern(value, mlir::m_ConstantInt(&constant)))
    return AffineForm::constant(constant.getSExtValue());
  mlir::Operation *op = value.getDefiningOp();
  if (!value.getType().isIndex() || !op || op->getNumOperands() != 2 ||
      !llvm::isa<mlir::arith::AddIOp, mlir::arith::SubIOp, mlir::arith::MulIOp>(
          op))
    return makeAtom(value);
  AffineForm left = of(op->getOperand(0)), right = of(op->getOperand(1));
  if (llvm::isa<mlir::arith::AddIOp>(op))
    left = left + right;
  else if (llvm::isa<mlir::arith::SubIOp>(op))
    left = left - right;
  else if (left.getTerms().size() * right.getTerms().size() <= termLimit)
    left = left * right;
  else
    return makeAtom(value);
  return left.getTerms().size() <= termLimit ? left : makeAtom(value);
}

AffineForm AffineForms::makeAtom(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  bool comparable = op && mlir::isPure(op) && op->getNumRegions() == 0;
  // An atom's operands have forms before it is one: comparing it asks for none
  // that rests on itself.
  if (comparable)
    for (mlir::Value operand : op->getOperands())
      if (operand.getType().isIndex())
        of(operand);
  for (size_t number = 0, count = atoms.size(); number != count; ++number) {
    mlir::Operation *otherOp =
        comparable ? atoms[number].getDefiningOp() : nullptr;
    if (otherOp && otherOp->getName() == op->getName() &&
        mlir::OperationEquivalence::isEquivalentTo(
            otherOp, op,
            [this](mlir::Value a, mlir::Value b) {
              return mlir::success(a == b ||
                                   (a.getType().isIndex() && of(a) == of(b)));
            },
            /*markEquivalent=*/nullptr,
            mlir::OperationEquivalence::IgnoreLocations))
      return AffineForm::atom(number);
  }
  atoms.push_back(value);
  return AffineForm::atom(atoms.size() - 1);
}
