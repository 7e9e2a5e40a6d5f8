//===- GlobalAccess.cpp - One load or store of global memory ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plain access that always happens is one of LLVM's. Any other is inline PTX:
// LLVM has no predicated accesses and no words for what PTX says about caches.
//
// PTX ISA, "ld" and "st": `.volatile` stands alone, and of a cache operator
// (`.cg`) and an eviction priority of the first cache (`.L1::evict_last`) there
// is one. Beside a cache operator the eviction is the second cache's, by a
// policy in a register.
//
//===----------------------------------------------------------------------===//

#include "GlobalAccess.h"
#include "Distributor.h"
#include "InlinePTX.h"

using namespace mlir;
using namespace phobos;

namespace {

/// How an access of some bytes looks in PTX.
struct Words {
  Words(ImplicitLocOpBuilder &b, VectorType type, const AccessHints &hints) {
    int64_t element = getElementBytes(type.getElementType());
    int64_t bytes = type.getNumElements() * element;
    // What is volatile is not to be torn.
    int64_t size = hints.isVolatile ? element : std::min<int64_t>(bytes, 4);
    count = bytes / size;
    bits = 8 * size;
    // The smallest register has 16 bits.
    registerType = b.getIntegerType(std::max<int64_t>(bits, 16));
  }

  /// `.v4.b32`, `.b16`, …
  std::string suffix() const {
    std::string vector = count > 1 ? ".v" + std::to_string(count) : "";
    return vector + ".b" + std::to_string(bits);
  }
  /// `{$0, $1}`, or `$0` where there is one.
  std::string list(int64_t first) const {
    std::string text;
    for (int64_t i = 0; i < count; ++i)
      text += (i ? ", $" : "$") + std::to_string(first + i);
    return count > 1 ? "{" + text + "}" : text;
  }
  StringRef constraint() const {
    return bits == 64 ? "l" : bits == 32 ? "r" : "h";
  }

  int64_t count, bits;
  Type registerType;
};

} // namespace

/// `.volatile`, which stands before the state space.
static StringRef describeVolatile(const AccessHints &hints) {
  return hints.isVolatile ? ".volatile" : "";
}

static bool usesPolicy(const AccessHints &hints) {
  return hints.cache && hints.evict && !hints.isVolatile;
}

/// `.cg`, `.L1::evict_last`, `.cg.L2::cache_hint` or `.nc`, which stand behind
/// the state space. What is only read is read by other blocks too.
static std::string describeCaches(const AccessHints &hints) {
  if (hints.isVolatile)
    return "";
  if (hints.isReadOnly)
    return ".nc.L1::evict_last";
  std::string text;
  if (hints.cache)
    text += "." + stringifyCacheModifier(*hints.cache).str();
  if (usesPolicy(hints))
    text += ".L2::cache_hint";
  else if (hints.evict)
    text += ".L1::evict_" + stringifyEvictionPolicy(*hints.evict).str();
  return text;
}

/// `, $3`, the policy of `.L2::cache_hint`, where the access has one.
static std::string addPolicy(ImplicitLocOpBuilder &b,
                             PTXInstruction &instruction,
                             const AccessHints &hints) {
  if (!usesPolicy(hints))
    return "";
  PTXInstruction policy(b);
  policy.addResults(b.getI64Type(), "l", 1);
  Value value = policy.create("createpolicy.fractional.L2::evict_" +
                                  stringifyEvictionPolicy(*hints.evict).str() +
                                  ".b64 $0;",
                              /*hasSideEffects=*/false);
  return ", " + instruction.use(value, "l");
}

/// The elements of a vector in registers as PTX takes them.
static SmallVector<Value> toWords(ImplicitLocOpBuilder &b, const Words &words,
                                  Value vector) {
  auto type = VectorType::get(words.count, b.getIntegerType(words.bits));
  Value cast = vector::BitCastOp::create(b, type, vector);
  SmallVector<Value> result;
  for (int64_t i = 0; i < words.count; ++i) {
    Value word = vector::ExtractOp::create(b, cast, i);
    if (word.getType() != words.registerType)
      word = arith::ExtUIOp::create(b, words.registerType, word);
    result.push_back(word);
  }
  return result;
}

static Value fromWords(ImplicitLocOpBuilder &b, const Words &words,
                       Value loaded, VectorType type) {
  Type word = b.getIntegerType(words.bits);
  SmallVector<Value> values;
  for (int64_t i = 0; i < words.count; ++i) {
    Value value = words.count == 1
                      ? loaded
                      : LLVM::ExtractValueOp::create(b, loaded, i).getRes();
    if (value.getType() != word)
      value = arith::TruncIOp::create(b, word, value);
    values.push_back(value);
  }
  Value vector = vector::FromElementsOp::create(
      b, VectorType::get(words.count, word), values);
  return vector::BitCastOp::create(b, type, vector);
}

/// The constant number of elements by which `address` is behind another one,
/// which it becomes then: an offset in the instruction takes no registers.
static int64_t takeConstantOffset(Value &address) {
  auto sum = address.getDefiningOp<LLVM::GEPOp>();
  if (!sum || sum.getIndices().size() != 1)
    return 0;
  PointerUnion<IntegerAttr, Value> index = *sum.getIndices().begin();
  auto attribute = dyn_cast<IntegerAttr>(index);
  Value value = dyn_cast<Value>(index);
  if (auto cast = value ? value.getDefiningOp<arith::IndexCastOp>() : nullptr)
    value = cast.getIn();
  std::optional<int64_t> number =
      attribute ? attribute.getInt() : getConstantIntValue(value);
  if (!number)
    return 0;
  address = sum.getBase();
  return *number;
}

static int64_t byteSize(VectorType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

Value phobos::loadGlobal(ImplicitLocOpBuilder &b, Value address, Value inside,
                         Value fill, const AccessHints &hints) {
  auto type = cast<VectorType>(fill.getType());
  if (!inside && !hints.any())
    return LLVM::LoadOp::create(b, type, address, byteSize(type));
  Words words(b, type, hints);
  PTXInstruction load(b);
  load.addResults(words.registerType, words.constraint(), words.count);
  int64_t offset = hints.isReadOnly ? takeConstantOffset(address) *
                                          getElementBytes(type.getElementType())
                                    : 0;
  std::string place = "[" + load.use(address, "l") +
                      (offset ? "+" + std::to_string(offset) : "") + "]";
  std::string guard = load.addGuard(inside);
  // A load that is skipped leaves the fill.
  if (inside)
    for (auto [number, word] : llvm::enumerate(toWords(b, words, fill)))
      load.tie(word, number);
  std::string policy = addPolicy(b, load, hints);
  Value loaded =
      load.create(guard + "ld" + describeVolatile(hints).str() + ".global" +
                      describeCaches(hints) + words.suffix() + " " +
                      words.list(0) + ", " + place + policy + ";",
                  /*hasSideEffects=*/!hints.isReadOnly);
  return fromWords(b, words, loaded, type);
}

void phobos::storeGlobal(ImplicitLocOpBuilder &b, Value vector, Value address,
                         Value inside, const AccessHints &hints) {
  auto type = cast<VectorType>(vector.getType());
  if (!inside && !hints.any()) {
    LLVM::StoreOp::create(b, vector, address, byteSize(type));
    return;
  }
  Words words(b, type, hints);
  PTXInstruction store(b);
  for (Value word : toWords(b, words, vector))
    store.use(word, words.constraint());
  std::string place = "[" + store.use(address, "l") + "]";
  std::string guard = store.addGuard(inside);
  std::string policy = addPolicy(b, store, hints);
  store.create(guard + "st" + describeVolatile(hints).str() + ".global" +
               describeCaches(hints) + words.suffix() + " " + place + ", " +
               words.list(0) + policy + ";");
}
