//===- KernelOps.cpp - Kernels and their place in the grid -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "phobos/Dialect/Phobos.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace phobos;

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                     FunctionType type, AffineMapAttr grid) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  if (grid)
    state.addAttribute(getGridAttrName(state.name), grid);
  Block &entry = state.addRegion()->emplaceBlock();
  SmallVector<Location> locations(type.getNumInputs(), state.location);
  entry.addArguments(type.getInputs(), locations);
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  StringAttr name;
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseSymbolName(name, getSymNameAttrName(result.name),
                             result.attributes) ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true,
                               /*allowAttrs=*/true))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("grid"))) {
    AffineMapAttr grid;
    if (parser.parseAttribute(grid, getGridAttrName(result.name),
                              result.attributes))
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("threads"))) {
    int32_t threads;
    if (parser.parseInteger(threads))
      return failure();
    result.addAttribute(getThreadsAttrName(result.name),
                        builder.getI32IntegerAttr(threads));
  }
  SMLoc loc = parser.getCurrentLocation();
  NamedAttrList attributes;
  if (parser.parseOptionalAttrDictWithKeyword(attributes))
    return failure();
  for (StringAttr own :
       {getSymNameAttrName(result.name), getFunctionTypeAttrName(result.name),
        getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name),
        getGridAttrName(result.name), getThreadsAttrName(result.name)})
    if (attributes.get(own))
      return parser.emitError(loc)
             << "expected " << own
             << " in the op's own syntax, not in the dictionary";
  if (failed(verifyInherentAttrs(result.name, attributes, [&] {
        return parser.emitError(loc) << "'phobos.kernel' op ";
      })))
    return failure();
  result.attributes.append(attributes);

  SmallVector<Type> types;
  for (const OpAsmParser::Argument &argument : arguments)
    types.push_back(argument.type);
  result.addAttribute(getFunctionTypeAttrName(result.name),
                      TypeAttr::get(builder.getFunctionType(types, {})));
  call_interface_impl::addArgAndResultAttrs(
      builder, result, arguments, /*resultAttrs=*/{},
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
  return parser.parseRegion(*result.addRegion(), arguments);
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  ArrayAttr attrs = getArgAttrsAttr();
  llvm::interleaveComma(getArguments(), printer, [&](BlockArgument argument) {
    ArrayRef<NamedAttribute> named;
    if (attrs)
      named = cast<DictionaryAttr>(attrs[argument.getArgNumber()]).getValue();
    printer.printRegionArgument(argument, named);
  });
  printer << ')';
  if (getGrid())
    printer << " grid " << getGridAttr();
  if (getThreads())
    printer << " threads " << *getThreads();
  function_interface_impl::printFunctionAttributes(
      printer, *this,
      {getFunctionTypeAttrName(), getArgAttrsAttrName(), getResAttrsAttrName(),
       getGridAttrName(), getThreadsAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

std::string KernelOp::getArgName(unsigned index) {
  if (auto name = getArgAttrOfType<StringAttr>(index, kNameAttr))
    return name.str();
  return "arg" + std::to_string(index);
}

SmallVector<BlockArgument> KernelOp::getGridSymbols() {
  SmallVector<BlockArgument> symbols;
  for (BlockArgument argument : getArguments())
    if (argument.getType().isIntOrIndex())
      symbols.push_back(argument);
  return symbols;
}

/// Whether `expr` divides by a constant below 1.
static bool dividesByNonPositive(AffineExpr expr) {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    if (!binary)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    found |= divisor && divisor.getValue() < 1 &&
             binary.getKind() != AffineExprKind::Add &&
             binary.getKind() != AffineExprKind::Mul;
  });
  return found;
}

static LogicalResult verifyGrid(KernelOp kernel, AffineMapAttr grid) {
  AffineMap map = grid.getValue();
  if (map.getNumDims() != 0 || map.getNumResults() != 3) // (C3)
    return kernel.emitOpError()
           << "expected a grid of three results and no dims, got " << grid;
  size_t symbols = kernel.getGridSymbols().size();
  if (map.getNumSymbols() != symbols)
    return kernel.emitOpError()
           << "expected a grid of " << symbols
           << " symbols, one for each integer or index argument, got "
           << map.getNumSymbols();
  for (AffineExpr blocks : map.getResults()) {
    if (dividesByNonPositive(blocks))
      return kernel.emitOpError()
             << "expected divisors of at least 1 in the grid, got " << grid;
    if (auto constant = dyn_cast<AffineConstantExpr>(blocks);
        constant && constant.getValue() < 0)
      return kernel.emitOpError()
             << "expected at least 0 blocks, got " << constant.getValue();
  }
  return success();
}

static LogicalResult verifyArgumentNames(KernelOp kernel) {
  llvm::StringMap<unsigned> names;
  for (unsigned i = 0, e = kernel.getNumArguments(); i != e; ++i)
    if (auto name = kernel.getArgAttrOfType<StringAttr>(i, kNameAttr))
      if (!names.try_emplace(name, i).second)
        return kernel.emitOpError() // (C5)
               << "expected unique argument names, got '" << name.getValue()
               << "' twice";
  for (unsigned i = 0, e = kernel.getNumArguments(); i != e; ++i)
    for (StringRef key : {kExtentsAttr, kStridesAttr})
      if (auto list = kernel.getArgAttrOfType<ArrayAttr>(i, key))
        for (auto name : list.getAsRange<Attribute>()) {
          auto text = dyn_cast<StringAttr>(name);
          if (!text)
            continue;
          auto found = names.find(text);
          if (found == names.end() ||
              !kernel.getArgument(found->second).getType().isIndex())
            return kernel.emitOpError() // (C6)
                   << "'" << key << "' of argument " << i << " names '"
                   << text.getValue() << "', which is no index argument";
        }
  return success();
}

LogicalResult KernelOp::verify() {
  if (!getResultTypes().empty()) // (C1)
    return emitOpError("expected no results");
  Block &entry = getBody().front();
  if (entry.getArgumentTypes() != TypeRange(getArgumentTypes()))
    return emitOpError(
        "expected the entry block's arguments to match the signature");
  for (auto [index, type] : llvm::enumerate(getArgumentTypes()))
    if (!isElementType(type) && !isa<MemRefType>(type)) // (C2)
      return emitOpError() << "expected argument " << index
                           << " to be a pointer, an integer, a float, an index "
                              "or a memref, got "
                           << type;
  if (AffineMapAttr grid = getGridAttr();
      grid && failed(verifyGrid(*this, grid)))
    return failure();
  if (auto threads = getThreads();
      threads && !Layout::isThreadCount(static_cast<int32_t>(*threads))) // (C4)
    return emitOpError()
           << "expected a power of two from 32 to 1024 as threads, got "
           << static_cast<int32_t>(*threads);
  return verifyArgumentNames(*this);
}
