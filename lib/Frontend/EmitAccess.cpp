//===- EmitAccess.cpp - subscripts, loads and stores -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace phobos;

mlir::Value KernelEmitter::extentValue(mlir::OpFoldResult extent,
                                       llvm::SMLoc loc) {
  if (auto value = llvm::dyn_cast<mlir::Value>(extent))
    return value;
  auto number =
      llvm::cast<mlir::IntegerAttr>(llvm::cast<mlir::Attribute>(extent));
  return mlir::arith::ConstantIndexOp::create(builder, at(loc),
                                              number.getInt());
}

/// The first index of `range`; null after an error.
mlir::Value KernelEmitter::evalStart(const ast::Range &range) {
  if (!range.start)
    return mlir::arith::ConstantIndexOp::create(builder, at(range.loc), 0);
  RValue start = eval(range.start);
  if (start.isConstant())
    if (std::optional<int64_t> number = start.constant->getInt64();
        number && *number < 0) {
      error(range.start->loc) << "expected an index of at least 0, got "
                              << *number << "; indices count from the start";
      return {};
    }
  return toIndex(start, range.start->loc);
}

/// The constant length of a slice, or an error that shows the fix.
std::optional<int64_t> KernelEmitter::rangeLength(const ast::Range &range,
                                                  mlir::Value start,
                                                  mlir::Value end) {
  bool isLength = range.form == ast::Range::Form::StartLength;
  AffineForm form = forms.of(end);
  if (!isLength)
    form = form - forms.of(start);
  llvm::SMLoc loc = range.end ? range.end->loc : range.loc;
  std::optional<int64_t> length = form.getConstant();
  if (!length) {
    if (isLength)
      error(loc) << "expected a constant length after ':+', got a value that "
                    "is known only at run time";
    else
      error(range.loc) << "expected a slice of constant length; write 's :+ n' "
                          "with a constant n";
    return std::nullopt;
  }
  if (*length >= 1)
    return length;
  error(loc) << "expected a slice of at least 1 element, got " << *length;
  return std::nullopt;
}

bool KernelEmitter::evalRange(const ast::Range &range, ViewOp view,
                              Access &access) {
  int64_t dim = access.starts.size();
  mlir::OpFoldResult extent = view.getExtent(dim);
  mlir::Value start = evalStart(range);
  if (range.form == ast::Range::Form::Point) {
    access.starts.push_back(start);
    access.shape.push_back(1);
    access.unchecked.push_back(dim);
    return bool(start);
  }
  access.isPoint = false;
  mlir::Value end =
      range.end ? evalIndex(range.end) : extentValue(extent, range.loc);
  if (!start || !end)
    return false;
  std::optional<int64_t> length = rangeLength(range, start, end);
  if (!length)
    return false;
  access.starts.push_back(start);
  access.shape.push_back(*length);
  if (range.form == ast::Range::Form::From)
    access.unchecked.push_back(dim);
  else
    access.masked.push_back(dim);
  return true;
}

std::optional<KernelEmitter::Access>
KernelEmitter::evalAccess(const ast::SubscriptExpr *subscript) {
  RValue base = eval(subscript->base);
  if (base.isError())
    return std::nullopt;
  if (base.isTile() || base.isPending()) {
    unsupported(subscript->loc, "subscripts of tiles");
    return std::nullopt;
  }
  if (base.kind != RValue::Kind::Tensor) {
    error(subscript->loc) << "expected a tensor before '[', got "
                          << base.describe();
    return std::nullopt;
  }
  auto view = base.ir.getDefiningOp<ViewOp>();
  size_t rank = view.getType().getRank();
  if (subscript->ranges.size() != rank) {
    error(subscript->loc) << "expected " << rank
                          << " subscripts, one for each extent, got "
                          << subscript->ranges.size();
    return std::nullopt;
  }
  Access access;
  access.view = base.ir;
  access.element = base.element;
  for (const ast::Range &range : subscript->ranges)
    if (!evalRange(range, view, access))
      return std::nullopt;
  if (!checkSize(access.shape, subscript->loc))
    return std::nullopt;
  return access;
}

RValue KernelEmitter::emitLoad(const Access &access, mlir::TypedAttr fill,
                               llvm::SMLoc loc) {
  if (access.isPoint)
    return unsupported(loc,
                       "reading one element as a scalar; 'A[i :+ 1]' reads "
                       "a tile of one element");
  mlir::Value tile = LoadOp::create(
      builder, at(loc), irType(access.element, access.shape), access.view,
      access.starts, access.masked, access.unchecked, fill);
  return RValue::tile(tile, access.element, access.shape);
}

/// The fill is a constant that the element type holds; zero is left out.
RValue KernelEmitter::emitLoadCall(const Call &call) {
  auto *subscript = llvm::dyn_cast<ast::SubscriptExpr>(call.arguments[0]);
  if (!subscript)
    return unsupported(call.loc, "load() of pointers");
  std::optional<Access> access = evalAccess(subscript);
  mlir::TypedAttr fill;
  if (const ast::Expr *expr = call.arguments[1]) {
    std::optional<Constant> constant = evalConstant(expr);
    if (!constant || !access)
      return RValue::error();
    llvm::Expected<mlir::TypedAttr> held =
        constant->in(access->element, context);
    if (!held) {
      error(expr->loc) << llvm::toString(held.takeError());
      return RValue::error();
    }
    if (*held != builder.getZeroAttr(held->getType()))
      fill = *held;
  }
  return access ? emitLoad(*access, fill, call.loc) : RValue::error();
}

void KernelEmitter::emitStore(const ast::AssignStmt *assign,
                              const ast::SubscriptExpr *target) {
  std::optional<Access> access = evalAccess(target);
  RValue value;
  if (assign->op && access) {
    Access whole = *access;
    whole.isPoint = false;
    value = emitBinary(*assign->op, emitLoad(whole, {}, target->loc),
                       eval(assign->value), assign->loc);
  } else {
    value = eval(assign->value);
  }
  if (!access || value.isError())
    return;
  value = convertTo(value, access->element, access->shape, assign->value->loc);
  if (value.isError())
    return;
  StoreOp::create(builder, at(assign->loc), value.ir, access->view,
                  access->starts, access->masked, access->unchecked);
  auto view = access->view.getDefiningOp<ViewOp>();
  for (auto [dim, start] : llvm::enumerate(access->starts))
    noteGridUse(start, view.getExtent(dim), target->ranges[dim].loc);
}
