//===- EmitPointer.cpp - pointers and what is read there -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The IR has no tiles of pointers: a pointer is a kernel's parameter and what
// was added to it, an index or a tile of them. All lanes of a load or store
// have one shape, to which offsets, mask and other broadcast.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "llvm/ADT/StringExtras.h"

using namespace phobos;

//===----------------------------------------------------------------------===//
// Pointer values
//===----------------------------------------------------------------------===//

/// The integers `value` as `index`, which is as wide as addresses are.
RValue KernelEmitter::toOffset(const RValue &value, llvm::SMLoc loc) {
  if (value.isConstant()) {
    mlir::Value number = toIndex(value, loc);
    return number ? RValue::scalar(number, ScalarType::Index) : RValue::error();
  }
  ScalarType from = value.element;
  auto combine = [this, from, loc](llvm::ArrayRef<mlir::Value> values) {
    return arith(loc).cast(values[0], from, ScalarType::Index);
  };
  return elementwise(value, {{from}, ScalarType::Index, combine, loc});
}

RValue KernelEmitter::addToPointer(TokenKind op, const RValue &lhs,
                                   const RValue &rhs, llvm::SMLoc loc) {
  if (lhs.isError() || rhs.isError())
    return RValue::error();
  const RValue &pointer = lhs.isPointer() ? lhs : rhs;
  const RValue &number = lhs.isPointer() ? rhs : lhs;
  bool isSum =
      op == TokenKind::Plus || (op == TokenKind::Minus && lhs.isPointer());
  bool isInteger = number.isConstant()
                       ? number.constant->isInteger()
                       : number.isNumeric() && number.element.isInteger();
  if (!isSum || !isInteger) {
    error(loc) << "expected a pointer plus or minus integers, got "
               << lhs.describe() << " " << describe(op) << " "
               << rhs.describe();
    return RValue::error();
  }
  RValue offset = toOffset(number, loc);
  RValue before = pointer.offset();
  if (!before.isConstant() || op == TokenKind::Minus)
    offset = emitBinary(op, before, offset, loc);
  return offset.isError()
             ? offset
             : RValue::pointer(pointer.ir, pointer.element, offset);
}

RValue KernelEmitter::startPointer(const RValue &pointer, llvm::SMLoc loc) {
  RValue offset = concrete(pointer.offset(), loc);
  if (!offset.isError())
    offset = convertTo(offset, ScalarType::Index, offset.shape, loc);
  return offset.isError()
             ? offset
             : RValue::pointer(pointer.ir, pointer.element, offset);
}

/// `value` as a variable takes it that holds the pointer or block pointer
/// `current`.
RValue KernelEmitter::nextPointer(const RValue &current, const RValue &value,
                                  llvm::SMLoc loc) {
  bool fits = value.kind == current.kind && value.element == current.element;
  if (current.isBlockPointer()) {
    if (fits && value.ir == current.ir && value.shape == current.shape)
      return value;
    error(loc) << "expected this variable's block pointer, moved by advance(), "
                  "got "
               << (fits ? "another one" : value.describe());
    return RValue::error();
  }
  if (!fits || (current.shape.empty() && !value.shape.empty())) {
    error(loc) << "expected " << current.describe() << ", got "
               << value.describe();
    return RValue::error();
  }
  RValue offset =
      convertTo(value.offset(), ScalarType::Index, current.shape, loc);
  return offset.isError() ? offset
                          : RValue::pointer(value.ir, value.element, offset);
}

//===----------------------------------------------------------------------===//
// Options of load and store
//===----------------------------------------------------------------------===//

const ast::Expr *
KernelEmitter::Call::argument(llvm::StringRef parameter) const {
  const auto *found = llvm::find(parameters, parameter);
  return found == parameters.end() ? nullptr
                                   : arguments[found - parameters.begin()];
}

/// Whether every argument that is given by name is in `allowed`.
bool KernelEmitter::checkOptions(const Call &call, llvm::StringRef what,
                                 llvm::ArrayRef<llvm::StringRef> allowed) {
  bool fits = true;
  for (auto [name, argument] :
       llvm::zip_equal(call.parameters, call.arguments)) {
    if (!argument || llvm::is_contained(allowed, name))
      continue;
    mlir::InFlightDiagnostic diagnostic = error(argument->loc);
    diagnostic << "expected " << call.name << " of " << what;
    if (allowed.size() > 1)
      diagnostic << " with " << llvm::join(allowed.drop_front(), ", ");
    diagnostic << ", got '" << name << "'";
    fits = false;
  }
  return fits;
}

std::optional<llvm::StringRef>
KernelEmitter::evalChoice(const ast::Expr *expr,
                          llvm::ArrayRef<llvm::StringRef> choices) {
  auto *name = llvm::dyn_cast<ast::NameExpr>(expr);
  if (name && llvm::is_contained(choices, name->name))
    return name->name;
  mlir::InFlightDiagnostic diagnostic = error(expr->loc);
  diagnostic << "expected " << llvm::join(choices.drop_back(), ", ") << " or "
             << choices.back();
  if (name)
    diagnostic << ", got '" << name->name << "'";
  return std::nullopt;
}

/// The hints of `call`, or none after an error.
std::optional<KernelEmitter::MemoryHints>
KernelEmitter::evalHints(const Call &call,
                         llvm::ArrayRef<llvm::StringRef> caches) {
  MemoryHints hints;
  if (const ast::Expr *expr = call.argument("cache")) {
    std::optional<llvm::StringRef> name = evalChoice(expr, caches);
    if (!name)
      return std::nullopt;
    hints.cache =
        CacheModifierAttr::get(context, *symbolizeCacheModifier(*name));
  }
  if (const ast::Expr *expr = call.argument("evict")) {
    std::optional<llvm::StringRef> name =
        evalChoice(expr, {"first", "last", "normal"});
    if (!name)
      return std::nullopt;
    if (auto policy = symbolizeEvictionPolicy(*name))
      hints.evict = EvictionPolicyAttr::get(context, *policy);
  }
  if (const ast::Expr *expr = call.argument("volatile")) {
    std::optional<Constant> truth = evalConstant(expr);
    if (truth && !truth->isBool())
      error(expr->loc) << "expected true or false, got " << truth->str();
    if (!truth || !truth->isBool())
      return std::nullopt;
    hints.isVolatile = truth->getBool();
  }
  return hints;
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// The lanes of an access at `pointer` under `mask`, in the shape to which both
/// broadcast; `value`, what is read elsewhere or stored, can give extents too.
std::optional<KernelEmitter::Lanes>
KernelEmitter::evalLanes(const RValue &pointer, const ast::Expr *maskExpr,
                         llvm::ArrayRef<RValue> values, llvm::SMLoc loc) {
  RValue mask = maskExpr ? eval(maskExpr) : RValue::of(Constant::boolean(true));
  if (mask.isError() || (maskExpr && !checkNumeric(mask, maskExpr->loc)))
    return std::nullopt;
  if (!mask.elementOrDefault().isBool()) {
    error(maskExpr->loc) << "expected a mask of bools, got " << mask.describe();
    return std::nullopt;
  }
  llvm::SmallVector<RValue> parts = {pointer.offset(), mask};
  llvm::append_range(parts, values);
  std::optional<JoinedShape> joined = joinShapes(parts, loc);
  if (!joined)
    return std::nullopt;
  if (joined->isOpen && !joined->extents.empty()) {
    error(loc)
        << "the extents of this tile of pointers are not known here; "
           "write arange(n) in place of iota(0), or broadcast(x, [m, n])";
    return std::nullopt;
  }
  Lanes lanes;
  lanes.shape = joined->extents;
  for (int64_t &extent : lanes.shape)
    if (extent == RValue::unknownExtent)
      extent = 1;
  lanes.offsets = spread(pointer.offset(), ScalarType::Index, lanes, loc);
  if (maskExpr)
    lanes.mask = spread(mask, ScalarType::Bool, lanes, loc);
  if (!lanes.offsets || (maskExpr && !lanes.mask))
    return std::nullopt;
  return lanes;
}

/// IR of `value` for every lane; null after an error.
mlir::Value KernelEmitter::spread(const RValue &value, ScalarType element,
                                  const Lanes &lanes, llvm::SMLoc loc) {
  Shape shape = lanes.irShape();
  RValue known = value.isPending() ? value.pending->make(shape) : value;
  return known.isError() ? mlir::Value() : conform(known, element, shape, loc);
}

RValue KernelEmitter::emitGather(const Call &call, const RValue &pointer) {
  llvm::SMLoc loc = call.loc;
  if (!checkOptions(call, "a pointer",
                    {"from", "mask", "other", "cache", "evict", "volatile"}))
    return RValue::error();
  const ast::Expr *otherExpr = call.argument("other");
  const ast::Expr *maskExpr = call.argument("mask");
  if (otherExpr && !maskExpr) {
    error(otherExpr->loc)
        << "expected a mask beside 'other', without one every lane is read";
    return RValue::error();
  }
  llvm::SmallVector<RValue> values;
  if (otherExpr)
    values.push_back(eval(otherExpr));
  if (!checkNumeric(values, loc))
    return RValue::error();
  std::optional<MemoryHints> hints = evalHints(call, loadCaches);
  std::optional<Lanes> lanes = evalLanes(pointer, maskExpr, values, loc);
  if (!hints || !lanes)
    return RValue::error();
  mlir::Value other;
  if (otherExpr) {
    RValue converted =
        convertTo(values[0], pointer.element, lanes->shape, otherExpr->loc);
    if (!converted.isError())
      other = spread(converted, pointer.element, *lanes, otherExpr->loc);
    if (!other)
      return RValue::error();
  }
  Shape shape = lanes->irShape();
  mlir::Value tile =
      GatherOp::create(builder, at(loc), irType(pointer.element, shape),
                       pointer.ir, lanes->offsets, lanes->mask, other,
                       hints->cache, hints->evict, hints->isVolatile);
  if (!lanes->shape.empty())
    return RValue::tile(tile, pointer.element, shape);
  return RValue::scalar(builder.createOrFold<ItemOp>(at(loc), tile),
                        pointer.element);
}

RValue KernelEmitter::emitScatter(const Call &call, const RValue &pointer) {
  llvm::SMLoc loc = call.loc;
  if (!checkOptions(call, "a pointer",
                    {"to", "value", "mask", "cache", "evict", "volatile"}))
    return RValue::error();
  RValue value = eval(call.arguments[1]);
  std::optional<MemoryHints> hints = evalHints(call, storeCaches);
  if (!checkNumeric(value, loc) || !hints)
    return RValue::error();
  // Offsets that have extents do not broadcast to the value: a store to one
  // place of many values is a mistake.
  llvm::ArrayRef<RValue> meets;
  if (pointer.pending)
    meets = value;
  std::optional<Lanes> lanes =
      evalLanes(pointer, call.argument("mask"), meets, loc);
  if (!lanes)
    return RValue::error();
  value =
      convertTo(value, pointer.element, lanes->shape, call.arguments[1]->loc);
  mlir::Value ir = value.isError()
                       ? mlir::Value()
                       : spread(value, pointer.element, *lanes, loc);
  if (!ir)
    return RValue::error();
  ScatterOp::create(builder, at(loc), ir, pointer.ir, lanes->offsets,
                    lanes->mask, hints->cache, hints->evict, hints->isVolatile);
  noteOffsetUse(lanes->offsets, loc);
  return RValue::nothing();
}
