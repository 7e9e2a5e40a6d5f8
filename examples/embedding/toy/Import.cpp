//===- Import.cpp - From toy text to tile IR --------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A program is one kernel on vectors of f32, all of N elements:
//
//   program   := "kernel" name "(" parameter ("," parameter)* ")"
//                ("where" "N" "%" number)? "{" statement* "}"
//   parameter := name ("[" "]")?                a number, or a vector
//   statement := name ("=" | "+=") sum
//   sum       := product (("+" | "-") product)*
//   product   := factor (("*" | "/") factor)*
//   factor    := number | name | "(" sum ")"
//
//===----------------------------------------------------------------------===//

#include "Toy.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace toy;

/// The elements that one block works on.
static constexpr int64_t kTile = 1024;

namespace {

/// Parses a program and emits its IR at once. Functions that return failure, or
/// a null value, have emitted an error.
class Importer {
public:
  Importer(const llvm::SourceMgr &sources, MLIRContext *context)
      : sources(sources), builder(context),
        rest(sources.getMemoryBuffer(sources.getMainFileID())->getBuffer()),
        tileType(phobos::TileType::get({kTile}, builder.getF32Type())),
        viewType(phobos::ViewType::get({ShapedType::kDynamic},
                                       builder.getF32Type())) {
    advance();
  }

  OwningOpRef<ModuleOp> run();

private:
  struct Parameter {
    StringRef name;
    bool isVector;
  };

  void advance();
  Location loc() const;
  LogicalResult expect(StringRef text);
  bool consume(StringRef text);
  FailureOr<StringRef> parseName(StringRef what);
  FailureOr<SmallVector<Parameter>> parseParameters();
  LogicalResult parsePromise();
  LogicalResult parseStatement();
  Value parseSum() { return parseChain("+-", &Importer::parseProduct); }
  Value parseProduct() { return parseChain("*/", &Importer::parseFactor); }
  Value parseChain(StringRef operators, Value (Importer::*parsePart)());
  Value parseFactor();
  Value emitUse(StringRef name, Location place);
  Value emitView(Value pointer, Location place);

  phobos::KernelOp emitKernel(StringRef name, ArrayRef<Parameter> parameters);
  void emitEntry(phobos::KernelOp kernel, ArrayRef<Parameter> parameters);

  const llvm::SourceMgr &sources;
  OpBuilder builder;
  StringRef rest;  ///< behind `token`
  StringRef token; ///< empty at the end
  phobos::TileType tileType;
  phobos::ViewType viewType;
  Value extent, start;           ///< N, and the block's first element
  llvm::StringMap<Value> values; ///< pointers and numbers, by name
};

} // namespace

void Importer::advance() {
  rest = rest.ltrim();
  auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  size_t length = rest.take_while(isWord).size();
  if (length == 0)
    length = rest.starts_with("+=") ? 2 : std::min<size_t>(1, rest.size());
  token = rest.take_front(length);
  rest = rest.drop_front(length);
}

Location Importer::loc() const {
  auto [line, column] =
      sources.getLineAndColumn(llvm::SMLoc::getFromPointer(token.data()));
  StringRef file =
      sources.getMemoryBuffer(sources.getMainFileID())->getBufferIdentifier();
  return FileLineColLoc::get(builder.getContext(), file, line, column);
}

bool Importer::consume(StringRef text) {
  if (token != text)
    return false;
  advance();
  return true;
}

LogicalResult Importer::expect(StringRef text) {
  if (consume(text))
    return success();
  return emitError(loc()) << "expected '" << text << "', got '" << token << "'";
}

FailureOr<StringRef> Importer::parseName(StringRef what) {
  StringRef name = token;
  if (name.empty() || !llvm::isAlpha(name.front()))
    return emitError(loc()) << "expected " << what << ", got '" << name << "'";
  advance();
  return name;
}

FailureOr<SmallVector<Importer::Parameter>> Importer::parseParameters() {
  SmallVector<Parameter> parameters;
  do {
    Location place = loc();
    FailureOr<StringRef> name = parseName("a parameter");
    if (failed(name))
      return failure();
    auto isSame = [&](const Parameter &other) { return other.name == *name; };
    if (*name == "N" || llvm::any_of(parameters, isSame))
      return emitError(place) << "expected a new name, got '" << *name << "'";
    bool isVector = consume("[");
    if (isVector && failed(expect("]")))
      return failure();
    parameters.push_back({*name, isVector});
  } while (consume(","));
  return parameters;
}

phobos::KernelOp Importer::emitKernel(StringRef name,
                                      ArrayRef<Parameter> parameters) {
  SmallVector<Type> types;
  for (const Parameter &parameter : parameters)
    types.push_back(parameter.isVector
                        ? Type(phobos::PtrType::get(builder.getF32Type()))
                        : Type(builder.getF32Type()));
  types.push_back(builder.getIndexType());
  AffineExpr blocks = builder.getAffineSymbolExpr(0).ceilDiv(kTile);
  AffineExpr one = builder.getAffineConstantExpr(1);
  auto grid = AffineMap::get(0, 1, {blocks, one, one}, builder.getContext());
  return phobos::KernelOp::create(builder, loc(), name,
                                  builder.getFunctionType(types, {}),
                                  AffineMapAttr::get(grid));
}

void Importer::emitEntry(phobos::KernelOp kernel,
                         ArrayRef<Parameter> parameters) {
  StringAttr n = builder.getStringAttr("N");
  for (auto [index, parameter] : llvm::enumerate(parameters)) {
    kernel.setArgAttr(index, phobos::kNameAttr,
                      builder.getStringAttr(parameter.name));
    if (parameter.isVector)
      kernel.setArgAttr(index, phobos::kExtentsAttr, builder.getArrayAttr(n));
    values[parameter.name] = kernel.getBody().getArgument(index);
  }
  kernel.setArgAttr(parameters.size(), phobos::kNameAttr, n);
  extent = kernel.getBody().getArgument(parameters.size());
  builder.setInsertionPointToStart(&kernel.getBody().front());
  Value block = phobos::BlockIdOp::create(builder, loc(), phobos::GridDim::x);
  Value size = arith::ConstantIndexOp::create(builder, loc(), kTile);
  start = arith::MulIOp::create(builder, loc(), block, size);
}

LogicalResult Importer::parsePromise() {
  if (!consume("where"))
    return success();
  if (failed(expect("N")) || failed(expect("%")))
    return failure();
  int64_t divisor;
  if (token.getAsInteger(10, divisor) || divisor < 1)
    return emitError(loc())
           << "expected a number from 1, got '" << token << "'";
  auto predicate = phobos::DivisibleAttr::get(builder.getContext(), divisor);
  extent = phobos::PromiseOp::create(builder, loc(), extent.getType(), extent,
                                     predicate, /*other=*/Value(),
                                     /*message=*/StringAttr());
  advance();
  return success();
}

LogicalResult Importer::parseStatement() {
  Location place = loc();
  FailureOr<StringRef> name = parseName("a statement");
  if (failed(name))
    return failure();
  Value target = values.lookup(*name);
  if (!target || !isa<phobos::PtrType>(target.getType()))
    return emitError(place) << "expected a vector, got '" << *name << "'";
  bool adds = consume("+=");
  if (!adds && failed(expect("=")))
    return failure();
  Value value = parseSum();
  if (!value)
    return failure();
  Value view = emitView(target, place);
  // N need not be a multiple of the tile: what is outside is masked.
  if (adds)
    AccumulateOp::create(builder, place, value, view, start,
                         ArrayRef<int64_t>{0}, ArrayRef<int64_t>{});
  else
    phobos::StoreOp::create(builder, place, value, view, start,
                            ArrayRef<int64_t>{0}, ArrayRef<int64_t>{});
  return success();
}

Value Importer::parseChain(StringRef operators,
                           Value (Importer::*parsePart)()) {
  Value left = (this->*parsePart)();
  while (left && token.size() == 1 && operators.contains(token)) {
    char kind = token.front();
    Location place = loc();
    advance();
    Value right = (this->*parsePart)();
    if (!right)
      return {};
    if (kind == '+')
      left = arith::AddFOp::create(builder, place, left, right);
    else if (kind == '-')
      left = arith::SubFOp::create(builder, place, left, right);
    else if (kind == '*')
      left = arith::MulFOp::create(builder, place, left, right);
    else
      left = arith::DivFOp::create(builder, place, left, right);
  }
  return left;
}

Value Importer::parseFactor() {
  Location place = loc();
  if (consume("(")) {
    Value value = parseSum();
    return value && succeeded(expect(")")) ? value : Value();
  }
  double number;
  if (!token.getAsDouble(number)) {
    advance();
    auto type = builder.getF32Type();
    Value constant = arith::ConstantOp::create(
        builder, place, builder.getFloatAttr(type, number));
    return phobos::SplatOp::create(builder, place, tileType, constant);
  }
  FailureOr<StringRef> name = parseName("a number or a name");
  return failed(name) ? Value() : emitUse(*name, place);
}

Value Importer::emitView(Value pointer, Location place) {
  return phobos::ViewOp::create(builder, place, viewType, pointer, extent,
                                /*strides=*/ValueRange(), /*offset=*/Value(),
                                /*loose=*/false);
}

Value Importer::emitUse(StringRef name, Location place) {
  Value value = values.lookup(name);
  if (!value) {
    emitError(place) << "expected a parameter, got '" << name << "'";
    return {};
  }
  if (!isa<phobos::PtrType>(value.getType()))
    return phobos::SplatOp::create(builder, place, tileType, value);
  Value view = emitView(value, place);
  return phobos::LoadOp::create(builder, place, tileType, view, start,
                                ArrayRef<int64_t>{0}, ArrayRef<int64_t>{},
                                TypedAttr());
}

OwningOpRef<ModuleOp> Importer::run() {
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc());
  builder.setInsertionPointToStart(module->getBody());
  if (failed(expect("kernel")))
    return {};
  FailureOr<StringRef> name = parseName("the kernel's name");
  if (failed(name) || failed(expect("(")))
    return {};
  FailureOr<SmallVector<Parameter>> parameters = parseParameters();
  if (failed(parameters) || failed(expect(")")))
    return {};
  emitEntry(emitKernel(*name, *parameters), *parameters);
  if (failed(parsePromise()) || failed(expect("{")))
    return {};
  while (token != "}")
    if (failed(parseStatement()))
      return {};
  advance();
  if (!token.empty()) {
    emitError(loc()) << "expected the end, got '" << token << "'";
    return {};
  }
  phobos::ReturnOp::create(builder, loc());
  return module;
}

OwningOpRef<ModuleOp> toy::importToy(const llvm::SourceMgr &sources,
                                     MLIRContext *context) {
  context
      ->loadDialect<arith::ArithDialect, phobos::PhobosDialect, ToyDialect>();
  return Importer(sources, context).run();
}
