//===- ConvertMemRefs.cpp - Memref arguments become views -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Dialect/Phobos.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;

namespace phobos {
#define GEN_PASS_DEF_CONVERTMEMREFS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

using namespace phobos;

namespace {
/// Replaces the memrefs of one kernel.
class MemRefConverter {
public:
  explicit MemRefConverter(KernelOp kernel)
      : kernel(kernel), builder(kernel.getContext()) {}

  LogicalResult convert() {
    unsigned count = kernel.getNumArguments();
    for (unsigned index = 0; index != count; ++index)
      if (isa<MemRefType>(kernel.getArgument(index).getType()))
        if (failed(convert(index)))
          return failure();
    extendGrid(kernel.getNumArguments() - count);
    return success();
  }

private:
  LogicalResult convert(unsigned index);

  /// The names and numbers of `sizes`, extents or strides of argument `index`,
  /// as `listAttr` has them; makes arguments of what it does not name. The
  /// values of run-time sizes go to `values`.
  FailureOr<ArrayAttr> findSizes(unsigned index, ArrayRef<int64_t> sizes,
                                 StringRef listAttr, StringRef suffix,
                                 SmallVectorImpl<Value> &values);

  /// The `index` argument called `name`, or null.
  Value findArgument(StringRef name) {
    for (BlockArgument argument : kernel.getArguments())
      if (argument.getType().isIndex() &&
          kernel.getArgName(argument.getArgNumber()) == name)
        return argument;
    return {};
  }

  Value addArgument(StringRef name, Location loc) {
    unsigned index = kernel.getNumArguments();
    auto named = builder.getNamedAttr(kNameAttr, builder.getStringAttr(name));
    (void)kernel.insertArgument(index, builder.getIndexType(),
                                builder.getDictionaryAttr(named), loc);
    return kernel.getArgument(index);
  }

  /// The grid has a symbol for each `index` argument.
  void extendGrid(unsigned added) {
    if (!kernel.getGrid() || added == 0)
      return;
    AffineMap map = *kernel.getGrid();
    kernel.setGrid(AffineMap::get(/*dimCount=*/0, map.getNumSymbols() + added,
                                  map.getResults(), kernel.getContext()));
  }

  KernelOp kernel;
  OpBuilder builder;
};
} // namespace

FailureOr<ArrayAttr>
MemRefConverter::findSizes(unsigned index, ArrayRef<int64_t> sizes,
                           StringRef listAttr, StringRef suffix,
                           SmallVectorImpl<Value> &values) {
  auto given = kernel.getArgAttrOfType<ArrayAttr>(index, listAttr);
  if (given && given.size() != sizes.size())
    return kernel.emitOpError()
           << "expected " << sizes.size() << " entries in '" << listAttr
           << "' of argument " << index << ", got " << given;
  std::string name = kernel.getArgName(index);
  SmallVector<Attribute> list;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    bool isStatic = !ShapedType::isDynamic(size);
    Attribute entry = given ? given[dim] : Attribute();
    auto number = dyn_cast_if_present<IntegerAttr>(entry);
    if (entry &&
        (isStatic != bool(number) || (number && number.getInt() != size)))
      return kernel.emitOpError()
             << "expected '" << listAttr << "' of argument " << index
             << " to fit its type in dim " << dim << ", got " << entry;
    if (isStatic) {
      list.push_back(builder.getI64IntegerAttr(size));
      continue;
    }
    std::string sizeName = entry
                               ? cast<StringAttr>(entry).str()
                               : (name + "_" + suffix + llvm::Twine(dim)).str();
    Value value = findArgument(sizeName);
    if (!value)
      value = addArgument(sizeName, kernel.getArgument(index).getLoc());
    values.push_back(value);
    list.push_back(builder.getStringAttr(sizeName));
  }
  return builder.getArrayAttr(list);
}

/// Whether memory space `space` is a GPU's global memory.
static bool isGlobal(Attribute space) {
  auto number = dyn_cast_if_present<IntegerAttr>(space);
  return !space || (number && (number.getInt() == 0 || number.getInt() == 1));
}

/// The view of a whole memref; an error where there is none.
static FailureOr<ViewType> findView(KernelOp kernel, MemRefType type) {
  auto layout = dyn_cast<StridedLayoutAttr>(type.getLayout());
  if ((!layout && !type.getLayout().isIdentity()) ||
      !isGlobal(type.getMemorySpace()))
    return kernel.emitOpError()
           << "expected a memref in memory space 0 or 1, with no layout but a "
              "strided one, got "
           << type;
  auto emitError = [&] { return kernel.emitOpError(); };
  ViewType view = ViewType::getChecked(
      emitError, kernel.getContext(), type.getShape(), type.getElementType(),
      layout ? layout.getStrides() : ArrayRef<int64_t>());
  if (!view)
    return failure();
  return view;
}

/// Whether each user of `memref` casts it to `view`.
static LogicalResult checkUsers(BlockArgument memref, ViewType view) {
  for (Operation *user : memref.getUsers())
    if (!isa<UnrealizedConversionCastOp>(user) || user->getNumOperands() != 1 ||
        user->getNumResults() != 1 || user->getResult(0).getType() != view)
      return user->emitOpError()
             << "expected memrefs of a kernel to be used by "
                "'builtin.unrealized_conversion_cast' alone, here to "
             << view;
  return success();
}

LogicalResult MemRefConverter::convert(unsigned index) {
  BlockArgument memref = kernel.getArgument(index);
  auto type = cast<MemRefType>(memref.getType());
  FailureOr<ViewType> view = findView(kernel, type);
  if (failed(view) || failed(checkUsers(memref, *view)))
    return failure();
  SmallVector<Value> extents, strides;
  FailureOr<ArrayAttr> names =
      findSizes(index, view->getShape(), kExtentsAttr, "extent", extents);
  if (failed(names))
    return failure();
  kernel.setArgAttr(index, kExtentsAttr, *names);
  if (!view->isDense()) {
    names =
        findSizes(index, view->getStrides(), kStridesAttr, "stride", strides);
    if (failed(names))
      return failure();
    kernel.setArgAttr(index, kStridesAttr, *names);
  }

  SmallVector<Type> types(kernel.getArgumentTypes());
  types[index] = PtrType::get(type.getElementType());
  kernel.setFunctionTypeAttr(
      TypeAttr::get(builder.getFunctionType(types, /*results=*/{})));
  memref.setType(types[index]);
  for (Operation *user : llvm::make_early_inc_range(memref.getUsers())) {
    builder.setInsertionPoint(user);
    auto op = ViewOp::create(builder, user->getLoc(), *view, memref, extents,
                             strides, /*offset=*/Value(), /*loose=*/false);
    user->replaceAllUsesWith(op);
    user->erase();
  }
  return success();
}

namespace {
struct ConvertMemRefs : phobos::impl::ConvertMemRefsBase<ConvertMemRefs> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](KernelOp kernel) {
      return failed(MemRefConverter(kernel).convert()) ? WalkResult::interrupt()
                                                       : WalkResult::skip();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
