//===- EmitKernel.cpp - a kernel's attributes and signature -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace phobos;

KernelEmitter::KernelEmitter(const ast::Program &program,
                             SourceDiagnostics &diagnostics,
                             const ImportOptions &options,
                             mlir::ModuleOp module)
    : program(program), diagnostics(diagnostics), options(options),
      context(module.getContext()),
      builder(mlir::OpBuilder::atBlockEnd(module.getBody())) {}

void KernelEmitter::loadDialects(mlir::MLIRContext *context) {
  context->loadDialect<PhobosDialect, mlir::arith::ArithDialect,
                       mlir::math::MathDialect, mlir::scf::SCFDialect>();
}

mlir::InFlightDiagnostic KernelEmitter::error(llvm::SMLoc loc) {
  mlir::InFlightDiagnostic diagnostic = diagnostics.error(loc);
  for (const auto &[function, callLoc] : llvm::reverse(calls))
    diagnostic.attachNote(at(callLoc))
        << "in this call of '" << function->name.text << "'";
  return diagnostic;
}

/// Erases what the walk emitted and then had no use for, constants above all.
static void eraseDeadOps(KernelOp kernel) {
  kernel.getBody().walk<mlir::WalkOrder::PostOrder, mlir::ReverseIterator>(
      [](mlir::Operation *op) {
        if (mlir::isMemoryEffectFree(op) && mlir::isOpTriviallyDead(op))
          op->erase();
      });
}

llvm::SmallVector<KernelEmitter::TunedName>
KernelEmitter::listTunedNames(const ast::Function &kernel) {
  bindCompileTimeNames(kernel);
  return std::move(tunedNames);
}

/// Opens the kernel's scope, with the file's constants around it.
void KernelEmitter::bindCompileTimeNames(const ast::Function &kernel) {
  for (const ast::BindStmt *constant : program.constants)
    emitBind(constant);
  scopes.push();
  bindAttributes(kernel);
}

void KernelEmitter::emit(const ast::Function &kernel) {
  unsigned errorsBefore = diagnostics.errorCount();
  bindCompileTimeNames(kernel);
  declareParams(kernel);
  createKernel(kernel);
  bindParams(kernel);
  ast::Block body = kernel.body;
  // A last return changes nothing, and needs no flag.
  auto *last =
      body.empty() ? nullptr : llvm::dyn_cast<ast::ReturnStmt>(body.back());
  if (last && !last->value)
    body = body.drop_back();
  scopes.push();
  Frame own(kernel);
  emitFrame(own, body);
  scopes.pop();
  dropTrials();
  ReturnOp::create(builder, at(kernel.name.loc));
  mlir::AffineMap grid = gridMap(kernel);
  if (diagnostics.errorCount() != errorsBefore)
    return;
  kernelOp.setGridAttr(mlir::AffineMapAttr::get(grid));
  describeWalks(grid);
  if (threads)
    kernelOp.setThreads(*threads);
  kernelOp->setDiscardableAttrs(builder.getDictionaryAttr(kernelAttributes));
  eraseDeadOps(kernelOp);
  auto writes = [](mlir::Operation *op) {
    return mlir::hasEffect<mlir::MemoryEffects::Write>(op)
               ? mlir::WalkResult::interrupt()
               : mlir::WalkResult::advance();
  };
  if (!kernelOp.walk(writes).wasInterrupted())
    diagnostics.warning(kernel.name.loc)
        << "kernel '" << kernel.name.text
        << "' stores nothing, it has no effect";
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

void KernelEmitter::declareParams(const ast::Function &kernel) {
  for (const ast::Param &param : kernel.params) {
    auto [entry, isNew] =
        argumentNumbers.try_emplace(param.name.text, arguments.size());
    std::optional<ScalarType> element = resolveScalar(param.type->element);
    mlir::Type type = element.value_or(ScalarType::F32).ir(context);
    if (!isNew)
      error(param.name.loc)
          << "parameter '" << param.name.text << "' is declared twice";
    if (param.type->kind == ast::TypeExpr::Kind::Tile)
      error(param.type->loc) << "expected a tensor, ptr or scalar as a "
                                "kernel's parameter, got a tile";
    bool isScalar = param.type->kind == ast::TypeExpr::Kind::Scalar;
    if (!isScalar && type.isIndex()) {
      error(param.type->element.loc)
          << "expected integers or floats in memory, got 'index'; i64 is as "
             "wide";
      type = builder.getI64Type();
    }
    if (!isScalar)
      type = PtrType::get(type);
    Argument argument{type, {}, at(param.name.loc)};
    argument.attributes.push_back(builder.getNamedAttr(
        kNameAttr, builder.getStringAttr(param.name.text)));
    if (element && element->isUnsigned())
      argument.attributes.push_back(
          builder.getNamedAttr(kUnsignedAttr, builder.getUnitAttr()));
    arguments.push_back(std::move(argument));
  }
  if (arguments.size() != argumentNumbers.size())
    return;
  for (const ast::Param &param : kernel.params)
    if (param.type->kind == ast::TypeExpr::Kind::Tensor)
      declareTensor(param);
}

void KernelEmitter::declareTensor(const ast::Param &param) {
  const ast::TypeExpr &type = *param.type;
  unsigned number = argumentNumbers[param.name.text];
  if (type.dims.empty() || type.dims.size() > 5)
    error(type.loc) << "expected a tensor of 1 to 5 extents, got "
                    << type.dims.size();
  (void)checkStrideCount(type);
  auto declareAll = [&](llvm::ArrayRef<const ast::Expr *> dims,
                        llvm::StringRef key) {
    llvm::SmallVector<mlir::Attribute> list;
    for (const ast::Expr *dim : dims)
      list.push_back(declareExtent(dim));
    arguments[number].attributes.push_back(
        builder.getNamedAttr(key, builder.getArrayAttr(list)));
  };
  declareAll(type.dims, kExtentsAttr);
  if (type.hasStrides)
    declareAll(type.strides, kStridesAttr);
}

/// An extent or stride as a number, or as the name of an index argument, which
/// is made where the name is new.
mlir::Attribute KernelEmitter::declareExtent(const ast::Expr *dim) {
  mlir::Attribute invalid = builder.getI64IntegerAttr(1);
  auto *name = llvm::dyn_cast<ast::NameExpr>(dim);
  if (!name || scopes.find(name->name)) {
    if (!name && !llvm::isa<ast::IntegerExpr>(dim)) {
      error(dim->loc) << "expected a number or a name as an extent or stride";
      return invalid;
    }
    std::optional<int64_t> number = evalExtent(dim, "an extent or stride");
    return number ? builder.getI64IntegerAttr(*number) : invalid;
  }
  auto [entry, isNew] =
      argumentNumbers.try_emplace(name->name, arguments.size());
  mlir::StringAttr text = builder.getStringAttr(name->name);
  if (isNew) {
    arguments.push_back({builder.getIndexType(),
                         {builder.getNamedAttr(kNameAttr, text)},
                         at(dim->loc)});
  } else if (!arguments[entry->second].type.isIndex() ||
             arguments[entry->second].attributes.size() != 1) {
    mlir::InFlightDiagnostic diagnostic = error(dim->loc);
    diagnostic << "extent '" << name->name
               << "' has the name of a parameter, rename one of them";
    diagnostic.attachNote(arguments[entry->second].loc) << "the parameter";
    return invalid;
  }
  return text;
}

void KernelEmitter::createKernel(const ast::Function &kernel) {
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<mlir::Attribute> attributes;
  for (const Argument &argument : arguments) {
    types.push_back(argument.type);
    attributes.push_back(builder.getDictionaryAttr(argument.attributes));
  }
  kernelOp = KernelOp::create(builder, at(kernel.name.loc), kernel.name.text,
                              builder.getFunctionType(types, {}));
  if (!attributes.empty())
    kernelOp.setArgAttrsAttr(builder.getArrayAttr(attributes));
  for (auto [argument, value] :
       llvm::zip_equal(arguments, kernelOp.getArguments()))
    value.setLoc(argument.loc);
  builder.setInsertionPointToStart(&kernelOp.getBody().front());
}

void KernelEmitter::bindParams(const ast::Function &kernel) {
  if (arguments.size() != argumentNumbers.size())
    return;
  llvm::append_range(argumentValues, kernelOp.getArguments());
  for (mlir::BlockArgument argument :
       kernelOp.getArguments().drop_front(kernel.params.size())) {
    std::string name = kernelOp.getArgName(argument.getArgNumber());
    ast::Name bound{argumentNumbers.find(name)->first(), kernel.name.loc};
    bindName(bound, Binding::Mode::Extent,
             RValue::scalar(argument, ScalarType::Index));
  }
  for (const ast::Param &param : kernel.params) {
    if (param.type->kind == ast::TypeExpr::Kind::Tensor)
      continue;
    RValue value =
        RValue::scalar(argumentValues[argumentNumbers[param.name.text]],
                       ScalarType::fromName(param.type->element.text)
                           .value_or(ScalarType::F32));
    if (param.type->kind == ast::TypeExpr::Kind::Pointer)
      value.kind = RValue::Kind::Pointer;
    bindName(param.name, Binding::Mode::Param, value);
  }
  // Views take the extents of which a fact is known.
  emitFacts(kernel);
  for (const ast::Param &param : kernel.params)
    if (param.type->kind == ast::TypeExpr::Kind::Tensor)
      bindName(
          param.name, Binding::Mode::Param,
          emitView(param, argumentValues[argumentNumbers[param.name.text]]));
}

llvm::SmallVector<int64_t>
KernelEmitter::resolveDims(mlir::ArrayAttr dims,
                           llvm::SmallVector<mlir::Value> &values) {
  llvm::SmallVector<int64_t> numbers;
  for (mlir::Attribute dim : dims) {
    if (auto name = llvm::dyn_cast<mlir::StringAttr>(dim)) {
      numbers.push_back(mlir::ShapedType::kDynamic);
      values.push_back(argumentValues[argumentNumbers[name.getValue()]]);
    } else {
      numbers.push_back(llvm::cast<mlir::IntegerAttr>(dim).getInt());
    }
  }
  return numbers;
}

RValue KernelEmitter::emitView(const ast::Param &param, mlir::Value pointer) {
  unsigned number = argumentNumbers[param.name.text];
  auto list = [&](llvm::StringRef key) {
    return kernelOp.getArgAttrOfType<mlir::ArrayAttr>(number, key);
  };
  llvm::SmallVector<mlir::Value> extents, strides;
  llvm::SmallVector<int64_t> shape = resolveDims(list(kExtentsAttr), extents);
  llvm::SmallVector<int64_t> pitch;
  if (mlir::ArrayAttr named = list(kStridesAttr))
    pitch = resolveDims(named, strides);
  bool isWhole = !shape.empty() && shape.size() <= 5 &&
                 (pitch.empty() || pitch.size() == shape.size());
  if (!isWhole)
    return RValue::error();
  mlir::Type element = llvm::cast<PtrType>(pointer.getType()).getElementType();
  ViewType view = ViewType::getChecked([&] { return error(param.type->loc); },
                                       shape, element, pitch);
  if (!view)
    return RValue::error();
  RValue tensor;
  tensor.kind = RValue::Kind::Tensor;
  tensor.element =
      ScalarType::fromName(param.type->element.text).value_or(ScalarType::F32);
  tensor.ir = ViewOp::create(builder, at(param.name.loc), view, pointer,
                             extents, strides, /*offset=*/nullptr);
  return tensor;
}
