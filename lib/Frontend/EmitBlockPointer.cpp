//===- EmitBlockPointer.cpp - tiles that move over memory -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block pointer is a view and the place of a tile in it. Its loads and stores
// are those of slices, masked in the dims that `boundary` lists.
//
//===----------------------------------------------------------------------===//

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace phobos;

/// A list of `rank` expressions (of 1 to 5 where that is 0), or an error.
const ast::ListExpr *KernelEmitter::evalList(const ast::Expr *expr, size_t rank,
                                             llvm::StringRef what) {
  auto *list = llvm::dyn_cast<ast::ListExpr>(expr);
  bool fits =
      list && (rank ? list->elements.size() == rank
                    : !list->elements.empty() && list->elements.size() <= 5);
  if (fits)
    return list;
  mlir::InFlightDiagnostic diagnostic = error(expr->loc);
  diagnostic << "expected a list of ";
  if (rank)
    diagnostic << rank << " " << what << ", one for each extent of the shape";
  else
    diagnostic << "1 to 5 " << what;
  if (list)
    diagnostic << ", got " << list->elements.size();
  return nullptr;
}

/// The numbers of `list`, kDynamic for those known at run time, whose values go
/// to `values`.
std::optional<llvm::SmallVector<int64_t>>
KernelEmitter::evalDims(const ast::ListExpr *list, llvm::StringRef what,
                        llvm::SmallVector<mlir::Value> &values) {
  llvm::SmallVector<int64_t> numbers;
  for (const ast::Expr *expr : list->elements) {
    mlir::Value value = evalIndex(expr);
    if (!value)
      return std::nullopt;
    std::optional<int64_t> number = forms.of(value).getConstant();
    if (number && *number < 0) {
      error(expr->loc) << "expected " << what << " of at least 0, got "
                       << *number;
      return std::nullopt;
    }
    numbers.push_back(number.value_or(mlir::ShapedType::kDynamic));
    if (!number)
      values.push_back(value);
  }
  return numbers;
}

/// Whether `value` is a tensor's extent, of which a launcher has checked that
/// it is not negative.
static bool isTensorExtent(mlir::Value value) {
  return llvm::any_of(value.getUsers(), [&](mlir::Operation *user) {
    auto view = llvm::dyn_cast<ViewOp>(user);
    return view && !view.getLoose() &&
           llvm::is_contained(view.getExtents(), value);
  });
}

/// A view's extents are not negative; a block pointer's may be any number. In
/// one below 0 there is nothing.
static mlir::Value limitToZero(mlir::ImplicitLocOpBuilder b,
                               mlir::Value extent) {
  if (isTensorExtent(extent))
    return extent;
  mlir::Value zero = mlir::arith::ConstantIndexOp::create(b, 0);
  return mlir::arith::MaxSIOp::create(b, extent, zero);
}

/// block_ptr(pointer, shape, strides, offset, tile)
RValue KernelEmitter::emitBlockPtr(const Call &call) {
  RValue pointer = eval(call.arguments[0]);
  auto *shape = evalList(call.arguments[1], 0, "extents");
  if (pointer.isError() || !shape)
    return RValue::error();
  if (!pointer.isPointer() || !pointer.offset().isConstant()) {
    error(call.arguments[0]->loc)
        << "expected a parameter of type ptr<T>, got "
        << (pointer.isPointer() ? "a pointer with something added; say where "
                                  "the tile starts with 'offset'"
                                : pointer.describe());
    return RValue::error();
  }
  size_t rank = shape->elements.size();
  auto *strides = evalList(call.arguments[2], rank, "strides");
  auto *offset = evalList(call.arguments[3], rank, "offsets");
  auto *tile = evalList(call.arguments[4], rank, "constant extents");
  if (!strides || !offset || !tile)
    return RValue::error();
  llvm::SmallVector<mlir::Value> extentValues, strideValues;
  auto extents = evalDims(shape, "an extent", extentValues);
  auto pitches = evalDims(strides, "a stride", strideValues);
  std::optional<Shape> tileShape = evalShape(tile->elements, tile->loc);
  if (!extents || !pitches || !tileShape)
    return RValue::error();
  RValue result;
  for (const ast::Expr *expr : offset->elements) {
    result.offsets.push_back(evalIndex(expr));
    if (!result.offsets.back())
      return RValue::error();
  }
  ViewType view =
      ViewType::getChecked([&] { return error(call.loc); }, *extents,
                           pointer.element.ir(context), *pitches);
  if (!view)
    return RValue::error();
  result.kind = RValue::Kind::BlockPointer;
  result.element = pointer.element;
  result.shape = *tileShape;
  mlir::ImplicitLocOpBuilder b(at(call.loc), builder);
  for (mlir::Value &extent : extentValues)
    extent = limitToZero(b, extent);
  // Nobody has checked that its elements have addresses of their own.
  result.ir = ViewOp::create(b, view, pointer.ir, extentValues, strideValues,
                             /*offset=*/mlir::Value(), /*loose=*/true);
  return result;
}

/// advance(bp, offset)
RValue KernelEmitter::emitAdvance(const Call &call) {
  RValue pointer = eval(call.arguments[0]);
  if (pointer.isError())
    return pointer;
  if (!pointer.isBlockPointer()) {
    error(call.arguments[0]->loc)
        << "expected a block pointer, got " << pointer.describe()
        << (pointer.isPointer() ? "; a pointer moves by 'p + n'" : "");
    return RValue::error();
  }
  auto *list = evalList(call.arguments[1], pointer.shape.size(), "offsets");
  if (!list)
    return RValue::error();
  for (auto [offset, expr] : llvm::zip_equal(pointer.offsets, list->elements)) {
    mlir::Value step = evalIndex(expr);
    if (!step)
      return RValue::error();
    offset =
        builder.createOrFold<mlir::arith::AddIOp>(at(call.loc), offset, step);
    (void)forms.of(offset);
  }
  return pointer;
}

/// The slice of the view that `pointer` stands for; the dims of `boundary` are
/// masked.
std::optional<KernelEmitter::Access>
KernelEmitter::evalBlockAccess(const RValue &pointer,
                               const ast::Expr *boundary) {
  int64_t rank = pointer.shape.size();
  Access access;
  access.base = pointer;
  llvm::append_range(access.starts, pointer.offsets);
  access.shape = pointer.shape;
  access.isPoint = false;
  auto *list = llvm::dyn_cast_or_null<ast::ListExpr>(boundary);
  if (boundary && !list) {
    error(boundary->loc) << "expected a list of axes, as in 'boundary = [0]'";
    return std::nullopt;
  }
  for (const ast::Expr *expr :
       list ? list->elements : llvm::ArrayRef<const ast::Expr *>()) {
    std::optional<Constant> constant = evalConstant(expr);
    if (!constant)
      return std::nullopt;
    std::optional<int64_t> axis = constant->getInt64();
    if (!axis || *axis < 0 || *axis >= rank ||
        llvm::is_contained(access.masked, *axis)) {
      error(expr->loc) << "expected axes from 0 to " << rank - 1
                       << ", each at most once, got " << constant->str();
      return std::nullopt;
    }
    access.masked.push_back(*axis);
  }
  llvm::sort(access.masked);
  for (int64_t dim = 0; dim != rank; ++dim)
    if (!llvm::is_contained(access.masked, dim))
      access.unchecked.push_back(dim);
  return access;
}

RValue KernelEmitter::emitBlockLoad(const Call &call, const RValue &pointer) {
  if (!checkOptions(
          call, "a block pointer",
          {"from", "boundary", "padding", "cache", "evict", "volatile"}))
    return RValue::error();
  const ast::Expr *boundary = call.argument("boundary");
  std::optional<Access> access = evalBlockAccess(pointer, boundary);
  std::optional<MemoryHints> hints = evalHints(call, loadCaches);
  if (!access || !hints)
    return RValue::error();
  access->hints = *hints;
  mlir::TypedAttr fill;
  if (const ast::Expr *padding = call.argument("padding")) {
    std::optional<llvm::StringRef> name = evalChoice(padding, {"zero", "nan"});
    if (!name)
      return RValue::error();
    if (!boundary) {
      error(padding->loc) << "expected a boundary beside 'padding', without "
                             "one nothing is outside";
      return RValue::error();
    }
    if (*name == "nan" && !pointer.element.isFloat()) {
      error(padding->loc) << "expected padding = zero, "
                          << pointer.element.name() << " holds no nan";
      return RValue::error();
    }
    if (*name == "nan")
      fill = llvm::cantFail(
          Constant::number(std::numeric_limits<double>::quiet_NaN())
              .in(pointer.element, context));
  }
  return emitRead(*access, fill, call.loc);
}

RValue KernelEmitter::emitBlockStore(const Call &call, const RValue &pointer) {
  if (!checkOptions(call, "a block pointer",
                    {"to", "value", "boundary", "cache", "evict", "volatile"}))
    return RValue::error();
  RValue value = eval(call.arguments[1]);
  std::optional<Access> access =
      evalBlockAccess(pointer, call.argument("boundary"));
  std::optional<MemoryHints> hints = evalHints(call, storeCaches);
  if (!access || !hints || value.isError())
    return RValue::error();
  access->hints = *hints;
  value =
      convertTo(value, pointer.element, pointer.shape, call.arguments[1]->loc);
  if (value.isError())
    return value;
  llvm::SmallVector<llvm::SMLoc> locs(pointer.shape.size(), call.loc);
  emitViewStore(*access, value, locs, call.loc);
  return RValue::nothing();
}
