//===- TensorMapArgument.cpp - Tensor maps given as text --------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "TensorMapArgument.h"
#include "mlir/AsmParser/AsmParser.h"
#include "phobos/Emulator/Emulator.h"

using namespace mlir;
using namespace phobos;

/// `40x64`, as the dims of a map: the innermost first.
template <typename Number>
static SmallVector<Number> parseDims(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, 'x');
  SmallVector<Number> dims;
  for (StringRef part : llvm::reverse(parts))
    if (part.getAsInteger(10, dims.emplace_back()))
      fail("expected numbers with an 'x' between them, got '" + text + "'");
  if (dims.size() > TensorMap::maxRank)
    fail("expected at most 5 dims, got '" + text + "'");
  return dims;
}

static uint32_t parseNumber(StringRef text) {
  uint32_t number;
  if (text.getAsInteger(10, number))
    fail("expected a number, got '" + text + "'");
  return number;
}

static TensorMap::Type toMapType(Type type) {
  unsigned bits = type.getIntOrFloatBitWidth();
  std::string name;
  if (type.isInteger())
    name = (type.isUnsignedInteger() ? "u" : "i") + std::to_string(bits);
  else if (bits == 8)
    name = "u8"; // f8, of which a map knows the size alone
  else
    llvm::raw_string_ostream(name) << type;
  std::optional<TensorMap::Type> found = TensorMap::lookupType(name);
  if (!found)
    fail("expected elements of 8 to 64 bits in a tensor map");
  return *found;
}

static void parseField(StringRef text, TensorMap &map) {
  auto [name, value] = text.split('=');
  if (name == "box")
    llvm::copy(parseDims<uint32_t>(value), map.box.begin());
  else if (name == "strides")
    llvm::copy(parseDims<uint64_t>(value), map.strides.begin());
  else if (name == "element_strides")
    llvm::copy(parseDims<uint32_t>(value), map.elementStrides.begin());
  else if (name == "swizzle")
    map.swizzle = parseNumber(value);
  else if (name == "interleave")
    map.interleave = parseNumber(value);
  else if (text == "fill=nan")
    map.fillsWithNaN = true;
  else
    fail("expected 'box', 'strides', 'element_strides', 'swizzle', "
         "'interleave' or 'fill=nan', got '" +
         text + "'");
}

static KernelArgument parseArray(StringRef text, Type element,
                                 ArrayRef<KernelArgument> earlier) {
  if (!text.consume_front("arg"))
    return KernelArgument::parse(text, element, /*isPointer=*/true);
  uint32_t index = parseNumber(text);
  if (index >= earlier.size() || !earlier[index].isPointer)
    fail("expected an earlier array, got 'arg" + text + "'");
  return earlier[index];
}

TensorMapArgument
phobos::parseTensorMapArgument(StringRef text, ArrayRef<KernelArgument> earlier,
                               MLIRContext *context) {
  SmallVector<StringRef> parts;
  text.split(parts, ':');
  Type element;
  if (parts.size() >= 4 && parts[0] == "map")
    element = parseType(parts[1], context);
  if (!element || !element.isIntOrFloat())
    fail("expected 'map:<type>:<extents>:box=<box>:<array>', got '" + text +
         "'");
  TensorMap map;
  map.type = toMapType(element);
  SmallVector<uint64_t> extents = parseDims<uint64_t>(parts[2]);
  map.rank = extents.size();
  uint64_t dense = 1;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    map.extents[dim] = extent;
    map.strides[dim] = dense;
    dense *= extent;
  }
  map.elementStrides.fill(1);
  for (StringRef part : ArrayRef(parts).drop_front(3).drop_back())
    parseField(part, map);

  TensorMapArgument argument;
  argument.array = parseArray(parts.back(), element, earlier);
  map.address = reinterpret_cast<uint64_t>(argument.array.pointer);
  auto encoded = emulatorEncodeTensorMap(map);
  if (!encoded)
    fail(llvm::toString(encoded.takeError()));
  argument.encoded = *encoded;
  return argument;
}
