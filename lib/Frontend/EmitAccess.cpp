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

/// Whether every element of a slice of a dim of a tile is known to be inside.
bool KernelEmitter::staysInside(mlir::Value start, int64_t length,
                                int64_t extent) {
  std::optional<int64_t> number = forms.of(start).getConstant();
  return number && *number >= 0 && *number <= extent - length;
}

/// Adds the next dim, of a tensor or tile with this `extent`.
bool KernelEmitter::evalRange(const ast::Range &range,
                              mlir::OpFoldResult extent, Access &access) {
  int64_t dim = access.starts.size();
  mlir::Value start = evalStart(range);
  bool isPoint = range.form == ast::Range::Form::Point;
  access.isPoint &= isPoint;
  mlir::Value end;
  if (!isPoint)
    end = range.end ? evalIndex(range.end) : extentValue(extent, range.loc);
  if (!start || (!isPoint && !end))
    return false;
  std::optional<int64_t> length = isPoint ? 1 : rangeLength(range, start, end);
  if (!length)
    return false;
  noteAlignedWalk(start, extent);
  access.starts.push_back(start);
  access.shape.push_back(*length);
  bool isUnchecked = isPoint || range.form == ast::Range::Form::From;
  if (access.base.isTile() &&
      staysInside(start, *length, access.base.shape[dim]))
    return true;
  if (!access.base.isTile() && isUnchecked)
    access.unchecked.push_back(dim);
  else
    access.masked.push_back(dim);
  return true;
}

std::optional<KernelEmitter::Access>
KernelEmitter::evalAccess(const ast::SubscriptExpr *subscript) {
  Access access;
  access.base = concrete(eval(subscript->base), subscript->loc);
  const RValue &base = access.base;
  if (base.isError())
    return std::nullopt;
  bool isTensor = base.kind == RValue::Kind::Tensor;
  if (!isTensor && !base.isTile()) {
    error(subscript->loc) << "expected a tensor or a tile before '[', got "
                          << base.describe()
                          << (base.isPointer() ? "; write 'load(p + i)'" : "");
    return std::nullopt;
  }
  ViewOp view = isTensor ? base.ir.getDefiningOp<ViewOp>() : ViewOp();
  size_t rank = isTensor ? view.getType().getRank() : base.shape.size();
  if (subscript->ranges.size() != rank) {
    error(subscript->loc) << "expected " << rank
                          << " subscripts, one for each extent, got "
                          << subscript->ranges.size();
    return std::nullopt;
  }
  for (auto [dim, range] : llvm::enumerate(subscript->ranges)) {
    mlir::OpFoldResult extent =
        isTensor ? view.getExtent(dim) : builder.getIndexAttr(base.shape[dim]);
    if (!evalRange(range, extent, access))
      return std::nullopt;
  }
  if (!checkSize(access.shape, subscript->loc))
    return std::nullopt;
  return access;
}

/// The slice as a tile.
RValue KernelEmitter::emitSlice(const Access &access, mlir::TypedAttr fill,
                                llvm::SMLoc loc) {
  ScalarType element = access.base.element;
  mlir::Type type = irType(element, access.shape);
  mlir::Value tile;
  if (access.base.isTile())
    tile = builder.createOrFold<ExtractSliceOp>(
        at(loc), type, access.base.ir, access.starts, access.masked,
        access.masked.empty() ? mlir::TypedAttr() : fill);
  else
    tile = LoadOp::create(builder, at(loc), type, access.base.ir, access.starts,
                          access.masked, access.unchecked, fill,
                          access.hints.cache, access.hints.evict,
                          access.hints.isVolatile);
  return RValue::tile(tile, element, access.shape);
}

/// The slice, or the scalar that points alone select.
RValue KernelEmitter::emitRead(const Access &access, mlir::TypedAttr fill,
                               llvm::SMLoc loc) {
  RValue slice = emitSlice(access, fill, loc);
  if (!access.isPoint)
    return slice;
  return RValue::scalar(builder.createOrFold<ItemOp>(at(loc), slice.ir),
                        slice.element);
}

/// Whether what `call` says of caches is about memory.
bool KernelEmitter::checkHints(const Access &access, const Call &call) {
  if (!access.base.isTile())
    return true;
  for (llvm::StringRef name : {"cache", "evict", "volatile"})
    if (const ast::Expr *expr = call.argument(name)) {
      error(expr->loc) << "expected a slice of a tensor with '" << name
                       << "', got one of a tile, which is no memory";
      return false;
    }
  return true;
}

/// load(A[…], fill = c), load(p, mask = m, …), load(bp, boundary = […], …)
RValue KernelEmitter::emitLoadCall(const Call &call) {
  if (auto *slice = llvm::dyn_cast<ast::SubscriptExpr>(call.arguments[0]))
    return emitFilledLoad(call, slice);
  RValue from = eval(call.arguments[0]);
  if (from.isPointer())
    return emitGather(call, from);
  if (from.isBlockPointer())
    return emitBlockLoad(call, from);
  if (!from.isError())
    error(call.arguments[0]->loc)
        << "expected a slice, a pointer or a block pointer, got "
        << from.describe();
  return RValue::error();
}

RValue KernelEmitter::emitStoreCall(const Call &call) {
  RValue to = eval(call.arguments[0]);
  if (to.isPointer())
    return emitScatter(call, to);
  if (to.isBlockPointer())
    return emitBlockStore(call, to);
  if (!to.isError())
    error(call.arguments[0]->loc)
        << "expected a pointer or a block pointer, got " << to.describe()
        << "; a slice is stored by 'A[r :+ 64] = t'";
  return RValue::error();
}

/// The fill is a constant that the element type holds; zero is left out.
RValue KernelEmitter::emitFilledLoad(const Call &call,
                                     const ast::SubscriptExpr *slice) {
  if (!checkOptions(call, "a slice",
                    {"from", "fill", "cache", "evict", "volatile"}))
    return RValue::error();
  std::optional<Access> access = evalAccess(slice);
  std::optional<MemoryHints> hints = evalHints(call, loadCaches);
  if (!access || !hints || !checkHints(*access, call))
    return RValue::error();
  access->hints = *hints;
  mlir::TypedAttr fill;
  if (const ast::Expr *expr = call.argument("fill")) {
    std::optional<Constant> constant = evalConstant(expr);
    if (!constant)
      return RValue::error();
    llvm::Expected<mlir::TypedAttr> held =
        constant->in(access->base.element, context);
    if (!held) {
      error(expr->loc) << llvm::toString(held.takeError());
      return RValue::error();
    }
    if (*held != builder.getZeroAttr(held->getType()))
      fill = *held;
  }
  return emitRead(*access, fill, call.loc);
}

/// Stores `value`, of the slice's shape; `locs` are those of its starts.
void KernelEmitter::emitViewStore(const Access &access, const RValue &value,
                                  llvm::ArrayRef<llvm::SMLoc> locs,
                                  llvm::SMLoc loc) {
  StoreOp::create(builder, at(loc), value.ir, access.base.ir, access.starts,
                  access.masked, access.unchecked, access.hints.cache,
                  access.hints.evict, access.hints.isVolatile);
  auto view = access.base.ir.getDefiningOp<ViewOp>();
  for (auto [dim, start] : llvm::enumerate(access.starts))
    noteGridUse(start, view.getExtent(dim), locs[dim]);
}

/// The variable whose tile `base` names, or an error.
Binding *KernelEmitter::findTileVariable(const ast::Expr *base) {
  auto *name = llvm::dyn_cast<ast::NameExpr>(base);
  Binding *binding = name ? scopes.find(name->name) : nullptr;
  if (binding && binding->mode == Binding::Mode::Var)
    return binding;
  mlir::InFlightDiagnostic diagnostic = error(base->loc);
  diagnostic << "expected a tensor or a var as the target of an assignment, "
                "got a tile that cannot be assigned";
  if (binding && binding->mode == Binding::Mode::Let)
    diagnostic.attachNote(at(binding->loc)) << "declare it with var here";
  return nullptr;
}

void KernelEmitter::emitStore(const ast::AssignStmt *assign,
                              const ast::SubscriptExpr *target) {
  std::optional<Access> access = evalAccess(target);
  RValue value = eval(assign->value);
  if (assign->op && access)
    value = emitBinary(*assign->op, emitSlice(*access, {}, target->loc), value,
                       assign->loc);
  if (!access || value.isError())
    return;
  const RValue &base = access->base;
  value = convertTo(value, base.element, access->shape, assign->value->loc);
  if (value.isError())
    return;
  if (!base.isTile()) {
    llvm::SmallVector<llvm::SMLoc> locs;
    for (const ast::Range &range : target->ranges)
      locs.push_back(range.loc);
    return emitViewStore(*access, value, locs, assign->loc);
  }
  if (Binding *variable = findTileVariable(target->base))
    variable->value.ir = builder.createOrFold<InsertSliceOp>(
        at(assign->loc), base.ir.getType(), value.ir, base.ir, access->starts,
        access->masked);
}
