//===- EmitGrid.cpp - how many blocks a kernel has -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The grid follows from the starts of stores, or is given by @grid.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace phobos;

static constexpr llvm::StringRef axisNames[] = {"x", "y", "z"};

mlir::Value KernelEmitter::blockId(GridDim axis, llvm::SMLoc loc) {
  mlir::Value &id = blockIds[static_cast<unsigned>(axis)];
  if (!id) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&kernelOp.getBody().front());
    for (mlir::Value other : blockIds)
      if (other)
        builder.setInsertionPointAfterValue(other);
    id = BlockIdOp::create(builder, at(loc), axis);
  }
  return id;
}

/// Whether `value` can differ between blocks: it is computed from a block's
/// position, or in a loop or branch that one controls.
bool KernelEmitter::dependsOnBlock(mlir::Value value) {
  llvm::SetVector<mlir::Value> seen;
  seen.insert(value);
  for (size_t next = 0; next != seen.size(); ++next) {
    mlir::Value current = seen[next];
    mlir::Operation *op = current.getDefiningOp();
    if (!op) {
      // A region's argument depends on what its op does with it.
      op = current.getParentBlock()->getParentOp();
      if (op == kernelOp)
        continue;
    }
    if (llvm::isa<BlockIdOp>(op))
      return true;
    op->walk([&](mlir::Operation *inner) {
      if (inner == op || inner->hasTrait<mlir::OpTrait::IsTerminator>())
        seen.insert(inner->operand_begin(), inner->operand_end());
    });
  }
  return false;
}

/// Casts to `index` and promises keep the value.
mlir::AffineExpr KernelEmitter::gridSymbol(mlir::Value value) {
  while (mlir::Operation *op = value.getDefiningOp()) {
    if (!llvm::isa<mlir::arith::IndexCastOp, PromiseOp>(op))
      break;
    value = op->getOperand(0);
  }
  for (auto [number, symbol] : llvm::enumerate(kernelOp.getGridSymbols()))
    if (symbol == value)
      return builder.getAffineSymbolExpr(number);
  return {};
}

static constexpr llvm::StringLiteral gridFix =
    "; write @grid(ceildiv(n, B), …) before the kernel";

void KernelEmitter::noteOffsetUse(mlir::Value offsets, llvm::SMLoc loc) {
  if (!hasGrid && dependsOnBlock(offsets))
    error(loc) << "cannot derive the grid from the pointer of a store"
               << gridFix;
}

/// The number that a view's extent is, where it is limited to 0 from below: a
/// grid of fewer blocks than one runs none, too.
static mlir::Value stripLimit(mlir::Value extent) {
  if (auto limited = extent.getDefiningOp<mlir::arith::MaxSIOp>())
    return limited.getLhs();
  return extent;
}

void KernelEmitter::noteGridUse(mlir::Value start, mlir::OpFoldResult extent,
                                llvm::SMLoc loc) {
  if (hasGrid)
    return;
  AffineForm form = forms.of(start);
  bool usesBlock = false;
  for (const auto &[product, factor] : form.getTerms())
    for (unsigned atom : product)
      usesBlock |= dependsOnBlock(forms.atomValue(atom));
  if (!usesBlock)
    return;
  const auto &[product, factor] = *form.getTerms().begin();
  BlockIdOp id;
  if (form.getTerms().size() == 1 && product.size() == 1)
    id = forms.atomValue(product[0]).getDefiningOp<BlockIdOp>();
  int64_t step = static_cast<int64_t>(factor);
  if (!id || step <= 0) {
    error(loc) << "cannot derive the grid from this start, expected "
                  "ctx.block.x * c with a constant c"
               << gridFix;
    return;
  }
  mlir::AffineExpr blocks =
      llvm::isa<mlir::Attribute>(extent)
          ? builder.getAffineConstantExpr(
                llvm::cast<mlir::IntegerAttr>(
                    llvm::cast<mlir::Attribute>(extent))
                    .getInt())
          : gridSymbol(stripLimit(llvm::cast<mlir::Value>(extent)));
  if (!blocks) {
    error(loc) << "cannot derive the grid from this extent, which is computed"
               << gridFix;
    return;
  }
  blocks = blocks.ceilDiv(step);
  unsigned axis = static_cast<unsigned>(id.getDim());
  std::optional<GridUse> &use = gridUses[axis];
  if (!use) {
    use = GridUse{blocks, loc};
  } else if (use->blocks != blocks) {
    mlir::InFlightDiagnostic diagnostic = error(loc);
    diagnostic << "this start and an earlier one give different numbers of "
                  "blocks along "
               << axisNames[axis] << gridFix;
    diagnostic.attachNote(at(use->loc)) << "the earlier one";
  }
}

//===----------------------------------------------------------------------===//
// @grid
//===----------------------------------------------------------------------===//

mlir::AffineExpr KernelEmitter::gridDivisor(const ast::Expr *expr) {
  mlir::AffineExpr divisor = gridExpr(expr);
  auto constant = llvm::dyn_cast_or_null<mlir::AffineConstantExpr>(divisor);
  if (!constant || constant.getValue() >= 1)
    return divisor;
  error(expr->loc) << "expected a divisor of at least 1, got "
                   << constant.getValue();
  return {};
}

mlir::AffineExpr KernelEmitter::gridBinary(const ast::BinaryExpr *binary) {
  bool divides =
      binary->op == TokenKind::Slash || binary->op == TokenKind::Percent;
  mlir::AffineExpr lhs = gridExpr(binary->lhs);
  mlir::AffineExpr rhs =
      divides ? gridDivisor(binary->rhs) : gridExpr(binary->rhs);
  if (!lhs || !rhs)
    return {};
  switch (binary->op) {
  case TokenKind::Plus:
    return lhs + rhs;
  case TokenKind::Minus:
    return lhs - rhs;
  case TokenKind::Star:
    return lhs * rhs;
  case TokenKind::Slash:
    return lhs.floorDiv(rhs);
  case TokenKind::Percent:
    return lhs % rhs;
  default:
    error(binary->loc) << "expected + - * / % or ceildiv in @grid, got '"
                       << describe(binary->op) << "'";
    return {};
  }
}

mlir::AffineExpr KernelEmitter::gridExpr(const ast::Expr *expr) {
  if (auto *binary = llvm::dyn_cast<ast::BinaryExpr>(expr))
    return gridBinary(binary);
  if (auto *call = llvm::dyn_cast<ast::CallExpr>(expr)) {
    auto *callee = llvm::dyn_cast<ast::NameExpr>(call->callee);
    if (callee && callee->name == "ceildiv" && call->arguments.size() == 2) {
      mlir::AffineExpr lhs = gridExpr(call->arguments[0].value);
      mlir::AffineExpr rhs = gridDivisor(call->arguments[1].value);
      return lhs && rhs ? lhs.ceilDiv(rhs) : mlir::AffineExpr();
    }
  }
  if (auto *name = llvm::dyn_cast<ast::NameExpr>(expr)) {
    Binding *binding = scopes.find(name->name);
    if (binding && binding->value.isScalar() &&
        binding->value.element == ScalarType::Bool) {
      error(expr->loc) << "expected an integer in @grid, got bool '"
                       << name->name << "'";
      return {};
    }
    if (binding && binding->value.isScalar())
      if (mlir::AffineExpr symbol = gridSymbol(binding->value.ir))
        return symbol;
  }
  std::optional<Constant> constant = evalConstant(expr);
  if (!constant)
    return {};
  if (std::optional<int64_t> value = constant->getInt64())
    return builder.getAffineConstantExpr(*value);
  error(expr->loc) << "expected an integer in @grid, got " << constant->str();
  return {};
}

mlir::AffineMap KernelEmitter::gridMap(const ast::Function &kernel) {
  llvm::SmallVector<mlir::AffineExpr, 3> blocks(
      3, builder.getAffineConstantExpr(1));
  for (const ast::Attribute &attribute : kernel.attributes) {
    if (attribute.name.text != "grid")
      continue;
    if (attribute.arguments.empty() || attribute.arguments.size() > 3)
      error(attribute.name.loc) << "expected @grid(x[, y[, z]]), got "
                                << attribute.arguments.size() << " numbers";
    for (auto [axis, argument] :
         llvm::enumerate(attribute.arguments.take_front(3)))
      if (mlir::AffineExpr number = gridExpr(argument.value))
        blocks[axis] = number;
  }
  for (auto [axis, use] : llvm::enumerate(gridUses))
    if (use)
      blocks[axis] = use->blocks;
  if (options.grid)
    for (auto [axis, number] : llvm::enumerate(*options.grid))
      blocks[axis] = builder.getAffineConstantExpr(number);
  return mlir::AffineMap::get(0, kernelOp.getGridSymbols().size(), blocks,
                              context);
}
