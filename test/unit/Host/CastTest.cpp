//===- CastTest.cpp - Casts against the constant folder ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/DebugStringHelper.h"
#include "phobos/Conversion/PhobosToHost/HostRunner.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Pipelines/Registration.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace phobos;

namespace {

const char *const kTypes[] = {"i1",     "i8",  "i16",  "i32", "i64", "f8E4M3FN",
                              "f8E5M2", "f16", "bf16", "f32", "f64"};

/// One cast from the source type of a test.
struct Cast {
  Type to;
  bool fromUnsigned, toUnsigned;
};

class CastTest : public testing::TestWithParam<const char *> {
protected:
  CastTest() : context(makeRegistry()) { context.loadDialect<PhobosDialect>(); }

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerDialects(registry);
    return registry;
  }
  static unsigned bytesOf(Type type) {
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
  }

  std::vector<Cast> castsFrom(Type from) {
    std::vector<Cast> casts;
    for (const char *name : kTypes) {
      Type to = parseType(name, &context);
      if (to == from)
        continue; // the value itself, infinities included
      for (bool fromUnsigned : {false, true})
        for (bool toUnsigned : {false, true})
          if ((!fromUnsigned || from.isInteger()) &&
              (!toUnsigned || to.isInteger()))
            casts.push_back({to, fromUnsigned, toUnsigned});
    }
    return casts;
  }

  /// A kernel that casts 256 elements a block, each way, into an array each.
  std::string writeKernel(Type from, ArrayRef<Cast> casts) {
    std::string text, body;
    llvm::raw_string_ostream os(text), out(body);
    os << "phobos.kernel @k(%x: !phobos.ptr<" << from << ">";
    for (auto [index, cast] : llvm::enumerate(casts)) {
      os << ", %y" << index << ": !phobos.ptr<" << cast.to << ">";
      std::string view =
          (llvm::Twine("!phobos.view<?x") + debugString(cast.to) + ">").str();
      std::string tile =
          (llvm::Twine("!phobos.tile<256x") + debugString(cast.to) + ">").str();
      out << "%Y" << index << " = phobos.view %y" << index << "[%n] : " << view
          << "\n%c" << index << " = phobos.cast %t"
          << (cast.fromUnsigned ? " from_unsigned" : "")
          << (cast.toUnsigned ? " to_unsigned" : "") << " : !phobos.tile<256x"
          << from << "> to " << tile << "\nphobos.store %c" << index << ", %Y"
          << index << "[%r :+ 256] : " << tile << ", " << view << "\n";
    }
    os << ", %n: index) {\n"
       << "%c256 = arith.constant 256 : index\n%b = phobos.block_id x\n"
       << "%r = arith.muli %b, %c256 : index\n"
       << "%X = phobos.view %x[%n] : !phobos.view<?x" << from << ">\n"
       << "%t = phobos.load %X[%r :+ 256] : !phobos.view<?x" << from
       << "> -> !phobos.tile<256x" << from << ">\n"
       << body << "phobos.return\n}\n";
    return text;
  }

  std::unique_ptr<HostRunner> compile(StringRef text) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    PassManager manager(&context);
    buildPhobosToHostPipeline(manager);
    if (!module || failed(manager.run(*module)))
      return nullptr;
    auto runner = HostRunner::create(*module, "k");
    if (runner)
      return std::move(*runner);
    ADD_FAILURE() << llvm::toString(runner.takeError());
    return nullptr;
  }

  MLIRContext context;
};

/// Bit patterns to cast: all of up to 16 bits; of wider types those around
/// every power of two and rounding boundary, and random ones. A multiple of
/// 256.
std::vector<uint64_t> makePatterns(Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  std::vector<uint64_t> patterns;
  if (width <= 16) {
    for (uint64_t bits = 0; bits != 1u << width; ++bits)
      patterns.push_back(bits);
  } else {
    uint64_t mask = width == 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
    // Ones from bit `high` down to bit `low`, and their neighbors: edges of
    // exponents, ties, integers near powers of two.
    for (unsigned high = 0; high != width; ++high)
      for (unsigned low = 0; low <= high; ++low) {
        uint64_t ones = (uint64_t(2) << high) - (uint64_t(1) << low);
        for (uint64_t bits : {ones - 1, ones, ones + 1, ~ones, ~ones + 2})
          patterns.push_back(bits & mask);
      }
    std::mt19937_64 random(1);
    for (int i = 0; i != 1 << 15; ++i)
      patterns.push_back(random() & mask);
    // Floats of common sizes with short mantissas, where the ties are.
    for (int i = 0; isa<FloatType>(type) && i != 1 << 15; ++i) {
      double value =
          std::ldexp(double(random() % 8192), int(random() % 64) - 40);
      APFloat number(random() % 2 ? value : -value);
      bool losesInfo;
      number.convert(cast<FloatType>(type).getFloatSemantics(),
                     APFloat::rmNearestTiesToEven, &losesInfo);
      patterns.push_back(number.bitcastToAPInt().getZExtValue());
    }
  }
  patterns.resize(llvm::alignTo(patterns.size(), 256));
  return patterns;
}

TypedAttr makeConstant(Type type, uint64_t bits) {
  APInt value(type.getIntOrFloatBitWidth(), bits, false, true);
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat(floatType.getFloatSemantics(), value));
  return IntegerAttr::get(type, value);
}

std::vector<char> pack(ArrayRef<uint64_t> patterns, unsigned bytes) {
  std::vector<char> data(patterns.size() * bytes);
  for (auto [index, bits] : llvm::enumerate(patterns))
    memcpy(&data[index * bytes], &bits, bytes);
  return data;
}

TEST_P(CastTest, AgreesWithConstantFolding) {
  Type from = parseType(GetParam(), &context);
  std::vector<Cast> casts = castsFrom(from);
  auto runner = compile(writeKernel(from, casts));
  ASSERT_TRUE(runner);

  std::vector<uint64_t> patterns = makePatterns(from);
  std::vector<char> input = pack(patterns, bytesOf(from));
  std::vector<std::vector<char>> results;
  for (const Cast &cast : casts)
    results.emplace_back(patterns.size() * bytesOf(cast.to));
  int64_t n = patterns.size();
  int64_t grid[3] = {n / 256, 1, 1};
  std::vector<void *> pointers = {input.data()};
  for (std::vector<char> &result : results)
    pointers.push_back(result.data());
  SmallVector<void *> packed;
  for (void *&pointer : pointers)
    packed.push_back(&pointer);
  packed.append({&n, &grid[0], &grid[1], &grid[2]});
  llvm::Error error = runner->run(packed);
  ASSERT_FALSE(static_cast<bool>(error));

  for (auto [cast, result] : llvm::zip(casts, results)) {
    int failures = 0;
    for (auto [index, bits] : llvm::enumerate(patterns)) {
      TypedAttr source = makeConstant(from, bits);
      TypedAttr expected =
          castConstant(source, cast.to, cast.fromUnsigned, cast.toUnsigned);
      uint64_t raw = 0;
      memcpy(&raw, &result[index * bytesOf(cast.to)], bytesOf(cast.to));
      TypedAttr actual = makeConstant(cast.to, raw);
      auto number = dyn_cast<FloatAttr>(expected);
      bool bothNaN = number && number.getValue().isNaN() &&
                     mlir::cast<FloatAttr>(actual).getValue().isNaN();
      if (actual == expected || bothNaN)
        continue;
      ADD_FAILURE() << "0x" << llvm::utohexstr(bits) << " "
                    << debugString(source) << " to " << debugString(cast.to)
                    << (cast.fromUnsigned ? " from unsigned" : "")
                    << (cast.toUnsigned ? " to unsigned" : "") << ": expected "
                    << debugString(expected) << ", got " << debugString(actual);
      if (++failures == 5)
        break;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllTypes, CastTest, testing::ValuesIn(kTypes),
                         [](const auto &info) {
                           return std::string(info.param);
                         });

} // namespace
