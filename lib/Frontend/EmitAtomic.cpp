//===- EmitAtomic.cpp - atomic updates of slices and pointers -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

using namespace phobos;

/// What `atomic_max` and the like do with elements of this sign.
static AtomicKind kindOf(llvm::StringRef function, bool isUnsigned) {
  if (function == "atomic_max")
    return isUnsigned ? AtomicKind::maxu : AtomicKind::max;
  if (function == "atomic_min")
    return isUnsigned ? AtomicKind::minu : AtomicKind::min;
  if (function == "atomic_xchg")
    return AtomicKind::exchange;
  function.consume_front("atomic_");
  return *symbolizeAtomicKind(function);
}

/// The options of `call`, or none after an error.
std::optional<KernelEmitter::AtomicOptions>
KernelEmitter::evalAtomicOptions(const Call &call, ScalarType element) {
  AtomicOptions options{kindOf(call.name, element.isUnsigned())};
  llvm::StringRef wanted =
      describeWantedElements(options.kind, element.ir(context));
  if (!wanted.empty()) {
    error(call.loc) << "expected " << wanted << " for " << call.name << ", got "
                    << element.name();
    return std::nullopt;
  }
  if (const ast::Expr *expr = call.argument("order")) {
    std::optional<llvm::StringRef> name =
        evalChoice(expr, {"relaxed", "acquire", "release", "acq_rel"});
    if (!name)
      return std::nullopt;
    options.order = *symbolizeMemoryOrder(*name);
  }
  if (const ast::Expr *expr = call.argument("scope")) {
    std::optional<llvm::StringRef> name =
        evalChoice(expr, {"block", "gpu", "system"});
    if (!name)
      return std::nullopt;
    options.scope = *symbolizeMemoryScope(*name);
  }
  return options;
}

RValue KernelEmitter::emitAtomic(const Call &call) {
  if (auto *slice = llvm::dyn_cast<ast::SubscriptExpr>(call.arguments[0]))
    return emitSliceAtomic(call, slice);
  RValue to = eval(call.arguments[0]);
  if (to.isPointer())
    return emitPointerAtomic(call, to);
  if (!to.isError())
    error(call.arguments[0]->loc)
        << "expected a slice of a tensor or a pointer, got " << to.describe();
  return RValue::error();
}

/// atomic_add(A[…], value, …)
RValue KernelEmitter::emitSliceAtomic(const Call &call,
                                      const ast::SubscriptExpr *slice) {
  if (const ast::Expr *mask = call.argument("mask")) {
    error(mask->loc) << "expected 'mask' with a pointer; a slice is masked by "
                        "the tensor's extents";
    return RValue::error();
  }
  std::optional<Access> access = evalAccess(slice);
  if (!access)
    return RValue::error();
  if (access->base.isTile()) {
    error(slice->loc) << "expected a slice of a tensor or a pointer, got a "
                         "slice of a tile, which is no memory";
    return RValue::error();
  }
  ScalarType element = access->base.element;
  std::optional<AtomicOptions> options = evalAtomicOptions(call, element);
  if (!options)
    return RValue::error();
  mlir::Value operands[2]; // null where there is none
  for (auto [name, ir] : llvm::zip(
           llvm::ArrayRef<llvm::StringRef>{"value", "expected"}, operands)) {
    const ast::Expr *expr = call.argument(name);
    if (!expr)
      continue;
    ir = convertTo(eval(expr), element, access->shape, expr->loc).ir;
    if (!ir)
      return RValue::error();
  }
  auto [value, expected] = operands;
  auto view = access->base.ir.getDefiningOp<ViewOp>();
  mlir::Value old =
      AtomicOp::create(builder, at(call.loc), value.getType(), options->kind,
                       value, expected, view, access->starts, access->masked,
                       access->unchecked, options->order, options->scope);
  for (auto [dim, start] : llvm::enumerate(access->starts))
    noteGridUse(start, view.getExtent(dim), slice->ranges[dim].loc);
  if (!access->isPoint)
    return RValue::tile(old, element, access->shape);
  return RValue::scalar(builder.createOrFold<ItemOp>(at(call.loc), old),
                        element);
}

/// atomic_add(p + o, value, mask = m, …)
RValue KernelEmitter::emitPointerAtomic(const Call &call,
                                        const RValue &pointer) {
  ScalarType element = pointer.element;
  std::optional<AtomicOptions> options = evalAtomicOptions(call, element);
  llvm::SmallVector<std::pair<RValue, llvm::SMLoc>, 2> values;
  for (llvm::StringRef name : {"value", "expected"})
    if (const ast::Expr *expr = call.argument(name)) {
      values.push_back({eval(expr), expr->loc});
      if (!checkNumeric(values.back().first, expr->loc))
        return RValue::error();
    }
  if (!options)
    return RValue::error();
  // As in a store: the offsets' extents are those of the update.
  llvm::SmallVector<RValue> meets;
  if (pointer.pending)
    for (const auto &[value, loc] : values)
      meets.push_back(value);
  std::optional<Lanes> lanes =
      evalLanes(pointer, call.argument("mask"), meets, call.loc);
  if (!lanes)
    return RValue::error();
  llvm::SmallVector<mlir::Value, 2> operands;
  for (const auto &[value, loc] : values) {
    RValue converted = convertTo(value, element, lanes->shape, loc);
    if (converted.isError())
      return converted;
    operands.push_back(spread(converted, element, *lanes, loc));
    if (!operands.back())
      return RValue::error();
  }
  operands.resize(2);
  mlir::Value old = AtomicScatterOp::create(
      builder, at(call.loc), operands[0].getType(), options->kind, operands[0],
      operands[1], pointer.ir, lanes->offsets, lanes->mask, options->order,
      options->scope);
  noteOffsetUse(lanes->offsets, call.loc);
  if (!lanes->shape.empty())
    return RValue::tile(old, element, lanes->shape);
  return RValue::scalar(builder.createOrFold<ItemOp>(at(call.loc), old),
                        element);
}
