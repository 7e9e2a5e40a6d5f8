//===- EmitDeclared.cpp - values with a declared type -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers and tiles are converted. A tensor stays the one that it is: its
// element type, rank and extents are checked, and new names in the declaration
// stand for its extents and strides.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace phobos;

RValue KernelEmitter::convertToDeclared(const RValue &value,
                                        const ast::TypeExpr &type,
                                        llvm::SMLoc loc) {
  std::optional<ScalarType> element = resolveScalar(type.element);
  if (!element)
    return RValue::error();
  std::optional<Shape> shape = Shape();
  switch (type.kind) {
  case ast::TypeExpr::Kind::Tile:
    shape = evalShape(type.dims, type.loc);
    [[fallthrough]];
  case ast::TypeExpr::Kind::Scalar:
    return shape ? convertTo(value, *element, *shape, loc) : RValue::error();
  case ast::TypeExpr::Kind::Tensor:
    return checkTensor(value, type, *element, loc);
  case ast::TypeExpr::Kind::Pointer:
    break;
  }
  if (value.isError() ||
      (value.isPointer() && value.element == *element && value.shape.empty()))
    return value;
  error(loc) << "expected ptr<" << element->name() << ">, got "
             << value.describe();
  return RValue::error();
}

RValue KernelEmitter::checkTensor(const RValue &value,
                                  const ast::TypeExpr &type, ScalarType element,
                                  llvm::SMLoc loc) {
  if (value.isError())
    return value;
  if (value.kind != RValue::Kind::Tensor || value.element != element) {
    error(loc) << "expected a tensor of " << element.name() << ", got "
               << value.describe();
    return RValue::error();
  }
  auto view = value.ir.getDefiningOp<ViewOp>();
  size_t rank = view.getType().getRank();
  if (type.dims.size() != rank) {
    error(loc) << "expected a tensor of rank " << type.dims.size()
               << ", got one of rank " << rank;
    return RValue::error();
  }
  bool hasStrides = !view.getType().getStrides().empty();
  if (!checkStrideCount(type))
    return RValue::error();
  if (hasStrides && !type.hasStrides) {
    error(loc) << "expected a dense tensor, got one with strides; declare "
                  "'strides [LD, 1]' here too";
    return RValue::error();
  }
  bool fits = true;
  for (size_t dim = 0; dim != rank; ++dim)
    fits &= bindExtent(type.dims[dim], view.getExtent(dim),
                       {"extent", static_cast<unsigned>(dim), loc});
  for (size_t dim = 0; type.hasStrides && dim != rank; ++dim)
    fits &= bindExtent(
        type.strides[dim],
        hasStrides ? view.getStride(dim)
                   : mlir::OpFoldResult(emitDenseStride(view, dim, loc)),
        {"stride", static_cast<unsigned>(dim), loc});
  return fits ? value : RValue::error();
}

bool KernelEmitter::checkStrideCount(const ast::TypeExpr &type) {
  if (!type.hasStrides || type.strides.size() == type.dims.size())
    return true;
  error(type.loc) << "expected " << type.dims.size()
                  << " strides, one for each extent, got "
                  << type.strides.size();
  return false;
}

mlir::Value KernelEmitter::emitDenseStride(ViewOp view, size_t dim,
                                           llvm::SMLoc loc) {
  mlir::Value stride = extentValue(builder.getIndexAttr(1), loc);
  for (size_t inner = view.getType().getRank() - 1; inner != dim; --inner) {
    mlir::Value extent = extentValue(view.getExtent(inner), loc);
    stride = builder.createOrFold<mlir::arith::MulIOp>(at(loc), stride, extent);
  }
  return stride;
}

/// Binds the name `declared` to an extent or stride, or checks that a number or
/// a name that is bound already says the same.
bool KernelEmitter::bindExtent(const ast::Expr *declared,
                               mlir::OpFoldResult actual, DimInfo dim) {
  mlir::Value value = extentValue(actual, dim.loc);
  std::optional<int64_t> number = forms.of(value).getConstant();
  auto *name = llvm::dyn_cast<ast::NameExpr>(declared);
  Binding *binding = name ? scopes.find(name->name) : nullptr;
  if (name && !binding) {
    bindName({name->name, name->loc}, Binding::Mode::Extent,
             number ? RValue::of(Constant::integer(*number))
                    : RValue::scalar(value, ScalarType::Index));
    return true;
  }
  if (binding && binding->value.isError())
    return false;
  if (binding && !constantOf(binding->value)) {
    mlir::Value known = binding->value.ir;
    if (known && known.getType().isIndex() &&
        forms.of(known) == forms.of(value))
      return true;
    error(dim.loc) << "expected '" << name->name << "' as " << dim.kind
                   << " of dim " << dim.number
                   << ", got one that may differ from it";
    return false;
  }
  std::optional<int64_t> expected = evalExtent(declared, "an extent or stride");
  if (expected && expected != number) {
    mlir::InFlightDiagnostic diagnostic = error(dim.loc);
    diagnostic << "expected " << *expected << " as " << dim.kind << " of dim "
               << dim.number << ", got ";
    if (number)
      diagnostic << *number;
    else
      diagnostic << "one that is known only at run time";
  }
  return expected && expected == number;
}
