//===- Types.cpp - Types and attributes of the phobos dialect -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "phobos/Dialect/Phobos.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

#define GET_ATTRDEF_CLASSES
#include "phobos/Dialect/PhobosAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "phobos/Dialect/PhobosTypes.cpp.inc"

void PhobosDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "phobos/Dialect/PhobosAttrs.cpp.inc"
      >();
}

void PhobosDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "phobos/Dialect/PhobosTypes.cpp.inc"
      >();
}

bool phobos::isElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() &&
           llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isa<Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type,
             Float32Type, Float64Type, IndexType, PtrType>(type);
}

Type phobos::getDotAccumulatorType(Type operand) {
  if (isa<Float16Type, BFloat16Type, Float8E4M3FNType, Float8E5M2Type>(operand))
    return Float32Type::get(operand.getContext());
  if (operand.isInteger(8))
    return IntegerType::get(operand.getContext(), 32);
  if (operand.isF32() || operand.isF64() || operand.isInteger(32) ||
      operand.isInteger(64))
    return operand;
  return {};
}

static constexpr llvm::StringLiteral kElementTypes =
    "i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64, index or "
    "!phobos.ptr";

//===----------------------------------------------------------------------===//
// TileType
//===----------------------------------------------------------------------===//

ShapedType TileType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                               Type elementType) const {
  if (shape && *shape != getShape())
    return TileType::get(*shape, elementType);
  return TileType::get(getShape(), elementType, getLayout());
}

TileType TileType::withLayout(LayoutAttr layout) const {
  return TileType::get(getShape(), getElementType(), layout);
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType,
                               LayoutAttr layout) {
  if (shape.empty() || shape.size() > 5) // (C1)
    return emitError() << "expected a tile of rank 1 to 5, got rank "
                       << shape.size();
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (extent < 1) // (C2)
      return emitError() << "expected tile extents of at least 1, got "
                         << extent;
    if (llvm::MulOverflow(elements, extent, elements) ||
        elements > (int64_t(1) << 31))
      return emitError() << "expected a tile of at most 2^31 elements";
  }
  if (!isElementType(elementType)) // (C3)
    return emitError() << "expected a tile of " << kElementTypes << ", got "
                       << elementType;
  if (layout && layout.getLayout().rank() != shape.size()) // (C4)
    return emitError() << "expected a layout of rank " << shape.size()
                       << ", got rank " << layout.getLayout().rank();
  return success();
}

Type TileType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  LayoutAttr layout;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalComma()) && parser.parseAttribute(layout))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TileType>(loc, parser.getContext(), shape,
                                     elementType, layout);
}

void TileType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  printer << 'x' << getElementType();
  if (getLayout())
    printer << ", " << getLayout();
  printer << '>';
}

//===----------------------------------------------------------------------===//
// ChunksType
//===----------------------------------------------------------------------===//

LogicalResult ChunksType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t count, TileType tile) {
  if (count < 1) // (C1)
    return emitError() << "expected at least one chunk, got " << count;
  return success();
}

//===----------------------------------------------------------------------===//
// ViewType and PtrType
//===----------------------------------------------------------------------===//

LogicalResult ViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType,
                               ArrayRef<int64_t> strides) {
  if (shape.empty() || shape.size() > 5) // (C1)
    return emitError() << "expected a view of rank 1 to 5, got rank "
                       << shape.size();
  int64_t elements = 1;
  for (int64_t extent : shape) { // (C2)
    if (ShapedType::isDynamic(extent))
      continue;
    if (extent < 0)
      return emitError() << "expected view extents of at least 0, got "
                         << extent;
    if (llvm::MulOverflow(elements, std::max<int64_t>(extent, 1), elements))
      return emitError() << "expected a view of fewer than 2^63 elements";
  }
  // (C3)
  if (!isElementType(elementType) || isa<IndexType, PtrType>(elementType))
    return emitError() << "expected a view of integers or floats, got "
                       << elementType;
  if (!strides.empty() && strides.size() != shape.size()) // (C4)
    return emitError() << "expected " << shape.size() << " strides, got "
                       << strides.size();
  for (int64_t stride : strides)
    if (stride < 0 && !ShapedType::isDynamic(stride))
      return emitError() << "expected view strides of at least 0, got "
                         << stride;
  return success();
}

/// Parses `?` or a number.
static ParseResult parseDimension(AsmParser &parser, int64_t &result) {
  if (succeeded(parser.parseOptionalQuestion())) {
    result = ShapedType::kDynamic;
    return success();
  }
  return parser.parseInteger(result);
}

Type ViewType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape, strides;
  Type elementType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    auto parseStride = [&] {
      return parseDimension(parser, strides.emplace_back());
    };
    if (parser.parseKeyword("strides") || parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                       parseStride))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ViewType>(loc, parser.getContext(), shape,
                                     elementType, strides);
}

void ViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  printer << 'x' << getElementType();
  if (!isDense()) {
    printer << ", strides = [";
    llvm::interleaveComma(getStrides(), printer, [&](int64_t stride) {
      if (ShapedType::isDynamic(stride))
        printer << '?';
      else
        printer << stride;
    });
    printer << ']';
  }
  printer << '>';
}

LogicalResult PtrType::verify(function_ref<InFlightDiagnostic()> emitError,
                              Type elementType) {
  if (!isElementType(elementType) ||
      isa<IndexType, PtrType>(elementType)) // (C1)
    return emitError() << "expected a pointer to integers or floats, got "
                       << elementType;
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Reads a number or a list of numbers and lists, and appends it to `text`.
static ParseResult parseNestedNumbers(AsmParser &parser, std::string &text,
                                      int depth) {
  if (depth > 2)
    return parser.emitError(parser.getCurrentLocation(), "expected a number");
  if (failed(parser.parseOptionalLSquare())) {
    int64_t number;
    if (parser.parseInteger(number))
      return failure();
    text += std::to_string(number);
    return success();
  }
  text += '[';
  if (succeeded(parser.parseOptionalRSquare())) {
    text += ']';
    return success();
  }
  do {
    if (text.back() != '[')
      text += ", ";
    if (parseNestedNumbers(parser, text, depth + 1))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  text += ']';
  return parser.parseRSquare();
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  // The layout has a textual form of its own, collected here from MLIR's
  // tokens.
  std::string text;
  SMLoc loc = parser.getCurrentLocation();
  auto parsePart = [&]() -> ParseResult {
    StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    text += (text.empty() ? "" : ", ") + key.str() + " = ";
    return parseNestedNumbers(parser, text, /*depth=*/0);
  };
  if (parser.parseLess() || parser.parseCommaSeparatedList(parsePart) ||
      parser.parseGreater())
    return {};
  llvm::Expected<Layout> layout = Layout::parse(text);
  if (!layout) {
    parser.emitError(loc) << llvm::toString(layout.takeError());
    return {};
  }
  return LayoutAttr::get(parser.getContext(), *layout);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << '<';
  getLayout().print(printer.getStream());
  printer << '>';
}

LogicalResult
DivisibleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                      int64_t divisor) {
  if (divisor < 1)
    return emitError() << "expected a divisor of at least 1, got " << divisor;
  return success();
}

LogicalResult BoundedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t min, int64_t max) {
  if (min > max)
    return emitError() << "expected min <= max, got " << min << " and " << max;
  return success();
}
