//===- EmitExpr.cpp - operators, promotion and broadcasting -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace phobos;

RValue KernelEmitter::eval(const ast::Expr *expr) {
  llvm::SaveAndRestore deeper(nesting, nesting + 1);
  switch (expr->kind) {
  case ast::Expr::Kind::Integer:
  case ast::Expr::Kind::Float:
  case ast::Expr::Kind::Bool:
    return RValue::of(*evalConstant(expr));
  case ast::Expr::Kind::Name:
    return evalName(llvm::cast<ast::NameExpr>(expr));
  case ast::Expr::Kind::List:
    error(expr->loc) << "expected a value, got a list";
    return RValue::error();
  case ast::Expr::Kind::Unary:
    return evalUnary(llvm::cast<ast::UnaryExpr>(expr));
  case ast::Expr::Kind::Binary:
    return evalBinary(llvm::cast<ast::BinaryExpr>(expr));
  case ast::Expr::Kind::Call:
    return evalCall(llvm::cast<ast::CallExpr>(expr));
  case ast::Expr::Kind::Subscript: {
    auto *subscript = llvm::cast<ast::SubscriptExpr>(expr);
    std::optional<Access> access = evalAccess(subscript);
    return access ? emitRead(*access, {}, expr->loc) : RValue::error();
  }
  case ast::Expr::Kind::Member:
    return evalMember(llvm::cast<ast::MemberExpr>(expr));
  }
  llvm_unreachable("every kind of expression is handled");
}

RValue KernelEmitter::evalMember(const ast::MemberExpr *member) {
  std::optional<std::string> path = contextPath(member);
  if (!path)
    return RValue::error();
  llvm::StringRef rest = *path;
  if (rest.consume_front("block."))
    if (std::optional<GridDim> axis = symbolizeGridDim(rest))
      return RValue::scalar(blockId(*axis, member->loc), ScalarType::Index);
  if (rest.consume_front("blocks."))
    if (std::optional<GridDim> axis = symbolizeGridDim(rest))
      return RValue::scalar(
          NumBlocksOp::create(builder, at(member->loc), *axis),
          ScalarType::Index);
  if (std::optional<RValue> position = evalPosition(*path, member->loc))
    return *position;
  return unknownMember(*path, member->loc);
}

mlir::Type KernelEmitter::irType(ScalarType element,
                                 llvm::ArrayRef<int64_t> shape) {
  mlir::Type type = element.ir(context);
  return shape.empty() ? type : mlir::Type(TileType::get(shape, type));
}

bool KernelEmitter::checkSize(llvm::ArrayRef<int64_t> shape, llvm::SMLoc loc) {
  int64_t elements = 1;
  for (int64_t extent : shape)
    if (llvm::MulOverflow(elements, extent, elements) ||
        elements > (int64_t(1) << 31)) {
      error(loc) << "expected a tile of at most 2^31 elements";
      return false;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Types and shapes that meet
//===----------------------------------------------------------------------===//

bool KernelEmitter::checkNumeric(llvm::ArrayRef<RValue> operands,
                                 llvm::SMLoc loc) {
  for (const RValue &operand : operands) {
    if (operand.isError())
      return false;
    if (operand.isNumeric())
      continue;
    bool isTensor = operand.kind == RValue::Kind::Tensor;
    bool isPointer = operand.isPointer() || operand.isBlockPointer();
    error(loc) << "expected a number or a tile, got " << operand.describe()
               << (isTensor    ? "; read a slice of it, as in 'A[r :+ 64]'"
                   : isPointer ? "; read what is there, as in 'load(p)'"
                               : "");
    return false;
  }
  return true;
}

std::optional<ScalarType> KernelEmitter::unify(llvm::ArrayRef<RValue> operands,
                                               llvm::SMLoc loc) {
  std::optional<ScalarType> type;
  for (const RValue &operand : operands) {
    if (operand.isConstant())
      continue;
    std::optional<ScalarType> promoted =
        type ? promote(*type, operand.element) : operand.element;
    if (!promoted) {
      error(loc) << "expected integers of one sign, got " << type->name()
                 << " and " << operand.element.name() << "; cast one of them, "
                 << "as in '" << type->name() << "(x)'";
      return std::nullopt;
    }
    type = promoted;
  }
  bool isUntyped = !type;
  for (const RValue &operand : operands) {
    if (!operand.isConstant())
      continue;
    ScalarType own = operand.constant->defaultType();
    type = type ? operand.constant->typeBeside(*type) : own;
    if (isUntyped)
      type = promote(*type, own).value_or(*type);
  }
  return type;
}

/// The extent of two that broadcast to one another, or none. An unknown extent
/// takes every other, and stays unknown beside 1.
static std::optional<int64_t> joinExtents(int64_t a, int64_t b) {
  if (a == b || b == 1)
    return a;
  if (a == 1 || a == RValue::unknownExtent)
    return b;
  if (b == RValue::unknownExtent)
    return a;
  return std::nullopt;
}

std::optional<KernelEmitter::JoinedShape>
KernelEmitter::joinShapes(llvm::ArrayRef<RValue> operands, llvm::SMLoc loc) {
  JoinedShape joined;
  for (const RValue &operand : operands) {
    if (operand.shape.empty())
      continue;
    Shape shape = operand.shape;
    bool isOpen = operand.isPending() && operand.pending->isOpen;
    if (isOpen && shape.size() < joined.extents.size())
      shape.resize(joined.extents.size(), 1);
    if (joined.isOpen && joined.extents.size() < shape.size())
      joined.extents.resize(shape.size(), 1);
    if (shape.size() != joined.extents.size()) {
      error(loc) << "expected tiles of one rank, got ranks "
                 << joined.extents.size() << " and " << shape.size()
                 << "; a row can be a tensor<T>[1, N], a column [M, 1]";
      return std::nullopt;
    }
    for (auto [dim, extent] : llvm::enumerate(shape)) {
      std::optional<int64_t> both = joinExtents(joined.extents[dim], extent);
      if (!both) {
        error(loc) << "expected equal extents or 1 along axis " << dim
                   << ", got " << joined.extents[dim] << " and " << extent;
        return std::nullopt;
      }
      joined.extents[dim] = *both;
    }
    joined.isOpen &= isOpen;
  }
  if (!checkSize(joined.extents, loc))
    return std::nullopt;
  return joined;
}

RValue KernelEmitter::concrete(RValue value, llvm::SMLoc loc) {
  if (!value.isPending())
    return value;
  if (value.pending->isOpen) {
    error(loc) << "the extents of this " << value.describe()
               << " are not known here; write broadcast(x, [m, n]), or "
                  "arange(n) for iota(0)";
    return RValue::error();
  }
  // It met tiles, though of extent 1 alone where an extent is unknown.
  for (int64_t &extent : value.shape)
    if (extent == RValue::unknownExtent)
      extent = 1;
  return value.pending->make(value.shape);
}

RValue KernelEmitter::concreteTile(RValue value, llvm::SMLoc loc) {
  value = concrete(std::move(value), loc);
  if (value.isError() || value.isTile())
    return value;
  bool isTensor = value.kind == RValue::Kind::Tensor;
  error(loc) << "expected a tile, got " << value.describe()
             << (isTensor ? "; read a slice of it, as in 'A[r :+ 64]'" : "");
  return RValue::error();
}

mlir::Value KernelEmitter::conform(const RValue &value, ScalarType element,
                                   llvm::ArrayRef<int64_t> shape,
                                   llvm::SMLoc loc) {
  if (value.isConstant()) {
    llvm::Expected<mlir::TypedAttr> attribute =
        value.constant->in(element, context);
    if (attribute)
      return arith(loc).constant(irType(element, shape), *attribute);
    error(loc) << llvm::toString(attribute.takeError());
    return {};
  }
  mlir::Value result = arith(loc).cast(value.ir, value.element, element);
  mlir::Type type = irType(element, shape);
  if (value.isScalar() && !shape.empty())
    return builder.createOrFold<SplatOp>(at(loc), type, result);
  if (value.isTile() && llvm::ArrayRef<int64_t>(value.shape) != shape)
    return builder.createOrFold<BroadcastOp>(at(loc), type, result);
  return result;
}

RValue KernelEmitter::elementwise(llvm::ArrayRef<RValue> operands,
                                  const Elementwise &op) {
  std::optional<JoinedShape> joined = joinShapes(operands, op.loc);
  if (!joined)
    return RValue::error();
  llvm::SmallVector<RValue> known(operands);
  if (llvm::any_of(operands, [](const RValue &v) { return v.isPending(); })) {
    bool isOpen = joined->isOpen;
    if (isOpen || llvm::is_contained(joined->extents, RValue::unknownExtent))
      return makePending(known, op, *joined);
    for (RValue &operand : known)
      if (operand.isPending())
        operand = operand.pending->make(joined->extents);
  }
  llvm::SmallVector<mlir::Value> values;
  for (auto [operand, type] : llvm::zip_equal(known, op.types)) {
    mlir::Value value = conform(operand, type, joined->extents, op.loc);
    if (!value)
      return RValue::error();
    values.push_back(value);
  }
  mlir::Value result = op.combine(values);
  return joined->extents.empty()
             ? RValue::scalar(result, op.result)
             : RValue::tile(result, op.result, joined->extents);
}

RValue KernelEmitter::makePending(llvm::ArrayRef<RValue> operands,
                                  const Elementwise &op,
                                  const JoinedShape &joined) {
  // Emitted anew at each use, so that it must stay small.
  static constexpr unsigned sizeLimit = 64;
  PendingTile pending;
  pending.isOpen = joined.isOpen;
  for (const RValue &operand : operands)
    pending.size += operand.isPending() ? operand.pending->size : 0;
  if (pending.size > sizeLimit) {
    error(op.loc) << "this expression over iota is too large, give a part of "
                     "it a shape with broadcast(x, [m, n])";
    return RValue::error();
  }
  pending.make = [this, parts = llvm::SmallVector<RValue>(operands),
                  op](llvm::ArrayRef<int64_t> target) {
    llvm::SmallVector<RValue> known(parts);
    for (RValue &operand : known)
      if (operand.isPending())
        operand = operand.pending->make(target);
    return elementwise(known, op);
  };
  RValue value;
  value.kind = RValue::Kind::Pending;
  value.element = op.result;
  value.shape = joined.extents;
  value.pending = std::make_shared<const PendingTile>(std::move(pending));
  return value;
}

RValue KernelEmitter::convertTo(const RValue &value, ScalarType element,
                                llvm::ArrayRef<int64_t> shape,
                                llvm::SMLoc loc) {
  if (!checkNumeric(value, loc))
    return RValue::error();
  std::string expected = describeType(element, shape);
  if (!value.isConstant() && !convertsImplicitly(value.element, element)) {
    error(loc) << "expected " << expected << ", got " << value.describe()
               << "; cast it, as in '" << element.name() << "(x)'";
    return RValue::error();
  }
  bool fits = value.shape.size() <= shape.size() &&
              (value.shape.empty() || value.shape.size() == shape.size() ||
               (value.isPending() && value.pending->isOpen));
  for (size_t dim = 0; fits && dim != value.shape.size(); ++dim)
    fits = value.shape[dim] == 1 || value.shape[dim] == shape[dim] ||
           value.shape[dim] == RValue::unknownExtent;
  if (!fits) {
    error(loc) << "expected " << expected << ", got " << value.describe();
    return RValue::error();
  }
  RValue known = value.isPending() ? value.pending->make(shape) : value;
  mlir::Value ir =
      known.isError() ? mlir::Value() : conform(known, element, shape, loc);
  if (!ir)
    return RValue::error();
  return shape.empty() ? RValue::scalar(ir, element)
                       : RValue::tile(ir, element, shape);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

RValue KernelEmitter::evalUnary(const ast::UnaryExpr *unary) {
  RValue operand = eval(unary->operand);
  if (!checkNumeric(operand, unary->loc))
    return RValue::error();
  if (operand.isConstant()) {
    auto folded = checked(foldUnary(unary->op, *operand.constant), unary->loc);
    return folded ? RValue::of(*folded) : RValue::error();
  }
  ScalarType type = operand.element;
  bool accepts = unary->op == TokenKind::Not     ? type.isBool()
                 : unary->op == TokenKind::Tilde ? type.isInteger()
                                                 : !type.isBool();
  if (!accepts) {
    error(unary->loc) << "expected "
                      << (unary->op == TokenKind::Not     ? "a bool"
                          : unary->op == TokenKind::Tilde ? "an integer"
                                                          : "a number")
                      << " after '" << describe(unary->op) << "', got "
                      << operand.describe();
    return RValue::error();
  }
  auto combine = [this, unary, type](llvm::ArrayRef<mlir::Value> values) {
    return arith(unary->loc).unary(unary->op, type, values[0]);
  };
  RValue result = elementwise(operand, {{type}, type, combine, unary->loc});
  if (operand.constant)
    noteConstant(result, foldUnary(unary->op, *operand.constant));
  return result;
}

/// Keeps what a scalar is known to be, unless it wrapped.
void KernelEmitter::noteConstant(RValue &scalar,
                                 llvm::Expected<Constant> folded) {
  if (!folded) {
    llvm::consumeError(folded.takeError());
    return;
  }
  llvm::Expected<mlir::TypedAttr> held = folded->in(scalar.element, context);
  if (!held)
    llvm::consumeError(held.takeError());
  else if (scalar.isScalar() && !scalar.element.isFloat())
    scalar.constant = *folded;
}

RValue KernelEmitter::evalBinary(const ast::BinaryExpr *binary) {
  RValue lhs = eval(binary->lhs);
  // A product that is added to something accumulates there.
  if (binary->op == TokenKind::Plus && lhs.isTile())
    if (std::optional<Call> dot = matchDot(binary->rhs))
      return emitDot(*dot, &lhs);
  RValue rhs = eval(binary->rhs);
  return emitBinary(binary->op, lhs, rhs, binary->loc);
}

/// What the operands of `op` must be, where `type` is not.
static llvm::StringRef missingTrait(TokenKind op, ScalarType type) {
  switch (op) {
  case TokenKind::AndAnd:
  case TokenKind::OrOr:
    return type.isBool() ? "" : "bools";
  case TokenKind::And:
  case TokenKind::Or:
  case TokenKind::Xor:
    return type.isFloat() ? "integers or bools" : "";
  case TokenKind::ShiftLeft:
  case TokenKind::ShiftRight:
    return type.isInteger() ? "" : "integers";
  case TokenKind::Equal:
  case TokenKind::NotEqual:
    return "";
  default:
    return type.isBool() ? "numbers" : "";
  }
}

static bool yieldsBool(TokenKind op) {
  return op == TokenKind::Equal || op == TokenKind::NotEqual ||
         op == TokenKind::Less || op == TokenKind::LessEqual ||
         op == TokenKind::Greater || op == TokenKind::GreaterEqual;
}

RValue KernelEmitter::emitBinary(TokenKind op, const RValue &lhs,
                                 const RValue &rhs, llvm::SMLoc loc) {
  if (lhs.isPointer() || rhs.isPointer())
    return addToPointer(op, lhs, rhs, loc);
  if (!checkNumeric({lhs, rhs}, loc))
    return RValue::error();
  if (lhs.isConstant() && rhs.isConstant()) {
    auto folded = checked(foldBinary(op, *lhs.constant, *rhs.constant), loc);
    return folded ? RValue::of(*folded) : RValue::error();
  }
  std::optional<ScalarType> type = unify({lhs, rhs}, loc);
  if (!type)
    return RValue::error();
  if (llvm::StringRef wanted = missingTrait(op, *type); !wanted.empty()) {
    error(loc) << "expected " << wanted << " beside '" << describe(op)
               << "', got " << lhs.describe() << " and " << rhs.describe();
    return RValue::error();
  }
  auto combine = [this, op, type, loc](llvm::ArrayRef<mlir::Value> values) {
    mlir::Value result = arith(loc).binary(op, *type, values[0], values[1]);
    // Forms are built as values are, so that asking for one never recurses.
    if (result.getType().isIndex())
      (void)forms.of(result);
    return result;
  };
  ScalarType result = yieldsBool(op) ? ScalarType(ScalarType::Bool) : *type;
  RValue value =
      elementwise({lhs, rhs}, {{*type, *type}, result, combine, loc});
  if (lhs.constant && rhs.constant)
    noteConstant(value, foldBinary(op, *lhs.constant, *rhs.constant));
  return value;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

mlir::Value KernelEmitter::toIndex(const RValue &value, llvm::SMLoc loc) {
  if (value.isError())
    return {};
  if (value.isScalar() && value.constant && value.constant->isInteger())
    return conform(RValue::of(*value.constant), ScalarType::Index, {}, loc);
  bool isInteger = value.isConstant()
                       ? value.constant->isInteger()
                       : value.isScalar() && value.element.isInteger();
  if (isInteger && !value.isConstant() &&
      value.element == ScalarType(ScalarType::U64)) {
    // Beyond what an index holds is outside of everything, and not negative.
    mlir::Value largest = arith(loc).constant(
        value.ir.getType(), builder.getI64IntegerAttr(INT64_MAX));
    RValue held = value;
    held.ir =
        arith(loc).extreme(/*isMax=*/false, value.element, value.ir, largest);
    return conform(held, ScalarType::Index, {}, loc);
  }
  if (isInteger)
    return conform(value, ScalarType::Index, {}, loc);
  error(loc) << "expected an integer, got " << value.describe();
  return {};
}

mlir::Value KernelEmitter::evalIndex(const ast::Expr *expr) {
  return toIndex(eval(expr), expr->loc);
}
