//===- KernelArguments.cpp - Arrays and numbers given as text ---*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "KernelArguments.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace phobos;

void phobos::fail(const Twine &message) {
  llvm::errs() << "error: " << message << "\n";
  exit(1);
}

static unsigned getWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

/// The bits of the value that `text` gives for an element of `type`.
static uint64_t parseElement(StringRef text, Type type) {
  uint64_t bits;
  if (text.starts_with("0x") && !text.getAsInteger(0, bits))
    return bits;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat value(floatType.getFloatSemantics());
    auto status = value.convertFromString(text, APFloat::rmNearestTiesToEven);
    if (!status)
      fail("expected a number, got '" + text + "'");
    return value.bitcastToAPInt().getZExtValue();
  }
  int64_t integer;
  if (text.getAsInteger(0, integer))
    fail("expected an integer, got '" + text + "'");
  return static_cast<uint64_t>(integer);
}

static std::string formatElement(uint64_t bits, Type type, bool printBits) {
  APInt value(getWidth(type), bits, /*isSigned=*/false, /*implicitTrunc=*/true);
  SmallString<32> text;
  if (printBits) {
    value.toString(text, 16, /*Signed=*/false, /*formatAsCLiteral=*/true);
  } else if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat number(floatType.getFloatSemantics(), value);
    bool losesInfo; // every element type is exact in f64
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    if (number.isNaN())
      return "nan"; // without its sign
    llvm::raw_svector_ostream(text) << llvm::format(
        "%.*g", type.isF64() ? 17 : 9, number.convertToDouble());
  } else {
    value.toString(text, 10, /*Signed=*/value.getBitWidth() != 1);
  }
  return text.str().str();
}

/// Memory for `size` bytes that ends before a page that faults.
static char *allocateGuarded(size_t size) {
  size_t page = sysconf(_SC_PAGESIZE);
  size_t pages = (size + page - 1) / page * page;
  char *base =
      static_cast<char *>(mmap(nullptr, pages + page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (base == MAP_FAILED || mprotect(base + pages, page, PROT_NONE) != 0)
    fail("expected " + Twine(size) + " bytes of memory");
  return base + pages - size;
}

KernelArgument KernelArgument::parse(StringRef text, Type element,
                                     bool isPointer) {
  KernelArgument argument;
  argument.isPointer = isPointer;
  argument.element = element;
  argument.bytes = llvm::divideCeil(getWidth(argument.element), 8);
  size_t offset = 0;
  if (isPointer) {
    auto [place, values] = text.split('=');
    auto [count, shift] = place.split('@');
    if (count.getAsInteger(10, argument.count) ||
        (!shift.empty() && shift.getAsInteger(10, offset)))
      fail("expected '<count>[@<offset>]=<values>', got '" + text + "'");
    text = values;
  }
  SmallVector<StringRef> values;
  text.split(values, ',');
  argument.data = allocateGuarded(argument.count * argument.bytes);
  for (size_t i = 0; i != argument.count; ++i) {
    uint64_t bits = parseElement(values[i % values.size()], argument.element);
    memcpy(argument.data + i * argument.bytes, &bits, argument.bytes);
  }
  argument.pointer = argument.data + offset * argument.bytes;
  return argument;
}

void KernelArgument::print(unsigned index, bool asBits) const {
  llvm::outs() << "arg" << index << ":";
  for (size_t i = 0; i != count; ++i) {
    uint64_t bits = 0;
    memcpy(&bits, data + i * bytes, bytes);
    llvm::outs() << ' ' << formatElement(bits, element, asBits);
  }
  llvm::outs() << '\n';
}
