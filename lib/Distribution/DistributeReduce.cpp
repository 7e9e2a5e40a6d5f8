//===- DistributeReduce.cpp - Reductions: registers, shuffles, shared memory -*-
// C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line's elements lie in the registers of threads, in lanes and in warps. So
// a thread first combines its own, then lanes exchange what they have, then
// warps; a step for which the layout has no bits is left out.
//
//===----------------------------------------------------------------------===//

#include "WarpExchange.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Conversion/ReduceLowering.h"
#include <map>

using namespace mlir;
using namespace phobos;

Value Distributor::shuffleXor(Value value, int64_t laneMask) {
  return shuffleWords(value, [&](Value word) -> Value {
    return NVVM::ShflOp::create(b, b.getI32Type(), i32(-1), word, i32(laneMask),
                                i32(31), NVVM::ShflKind::bfly, UnitAttr());
  });
}

Value Distributor::shuffleFrom(Value value, Value lane) {
  return shuffleWords(value, [&](Value word) -> Value {
    return NVVM::ShflOp::create(b, b.getI32Type(), i32(-1), word, lane, i32(31),
                                NVVM::ShflKind::idx, UnitAttr());
  });
}

Value Distributor::shuffleWords(Value value,
                                function_ref<Value(Value)> shuffle) {
  Type element = value.getType();
  Type memory = getMemoryType(element);
  unsigned bits = getElementBytes(element) * 8;
  Value word =
      b.createOrFold<arith::BitcastOp>(b.getIntegerType(bits), toMemory(value));
  if (bits <= 32) {
    if (bits < 32)
      word = arith::ExtUIOp::create(b, b.getI32Type(), word);
    word = shuffle(word);
    if (bits < 32)
      word = arith::TruncIOp::create(b, b.getIntegerType(bits), word);
  } else {
    auto pair = VectorType::get(2, b.getI32Type());
    Value halves = LLVM::BitcastOp::create(b, pair, word);
    Value low = shuffle(this->element(halves, 0)),
          high = shuffle(this->element(halves, 1));
    word = LLVM::BitcastOp::create(
        b, b.getI64Type(),
        vector::FromElementsOp::create(b, pair, ValueRange{low, high}));
  }
  return fromMemory(b.createOrFold<arith::BitcastOp>(memory, word), element);
}

//===----------------------------------------------------------------------===//
// The walk along a line
//===----------------------------------------------------------------------===//

/// Combines one by one: a tree would wait less and keep more registers.
static Values combineAll(const Combination &combination, ArrayRef<Values> parts,
                         bool inOrder) {
  Values result = parts.front();
  for (const Values &part : parts.drop_front())
    result = combination.combine(result, part, inOrder);
  return result;
}

SmallVector<Values>
Distributor::reduceInThread(TileType tile, int64_t dim,
                            const Combination &combination,
                            function_ref<Values(int64_t)> element) {
  LayoutAttr attr = tile.getLayout();
  const Layout &layout = attr.getLayout();
  Layout collapsed = *layout.collapse(dim);
  int64_t extent = tile.getShape()[dim];
  // Of each result the elements by where they lie.
  SmallVector<std::map<int64_t, int64_t>> lines(collapsed.elementsPerThread());
  for (int64_t e : lanesOf(tile)) {
    Coordinates coordinates = layout.elementOffset(e);
    int64_t position = std::exchange(coordinates[dim], 0);
    lines[*collapsed.elementAt(coordinates)][position] = e;
  }
  SmallVector<Values> results;
  for (const auto &line : lines) {
    SmallVector<Values> parts;
    for (auto [position, e] : line) {
      Values part = element(e);
      if (layout.validity(e, dim, extent) == Layout::Validity::Sometimes) {
        Value isValid =
            arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                  coordinate(attr, dim, position), i32(extent));
        for (auto [value, neutral] : llvm::zip(part, combination.neutral))
          value = arith::SelectOp::create(b, isValid, value, neutral);
      }
      parts.push_back(part);
    }
    results.push_back(parts.empty()
                          ? Values()
                          : combineAll(combination, parts, /*inOrder=*/true));
  }
  return results;
}

/// The bits of `positions`, each moved up by `shift`.
static int64_t maskOf(ArrayRef<unsigned> positions, unsigned shift = 0) {
  int64_t mask = 0;
  for (unsigned position : positions)
    mask |= int64_t(1) << (position + shift);
  return mask;
}

SmallVector<Values>
Distributor::reduceLines(TileType tile, int64_t dim,
                         const Combination &combination,
                         function_ref<Values(int64_t)> element) {
  const Layout &layout = tile.getLayout().getLayout();
  SmallVector<Values> results = reduceInThread(tile, dim, combination, element);

  SmallVector<unsigned> laneBits = layout.laneBitsAlong(dim);
  bool takesWarp = laneBits.size() == Layout::kLaneBits;
  SmallVector<Values *> present;
  for (Values &result : results) {
    if (result.empty())
      continue;
    present.push_back(&result);
    if (takesWarp && combination.combineWarp) {
      result = combination.combineWarp(result);
      continue;
    }
    for (unsigned bit : laneBits) {
      Values other = llvm::map_to_vector<2>(result, [&](Value value) {
        return shuffleXor(value, int64_t(1) << bit);
      });
      result = combination.combine(result, other, /*inOrder=*/false);
    }
  }

  if (layout.reductionNeedsSharedMemory(dim)) {
    WarpExchange exchange(*this,
                          maskOf(layout.warpBitsAlong(dim), Layout::kLaneBits),
                          maskOf(laneBits) | replicaBits(layout));
    auto own =
        llvm::map_to_vector(present, [](Values *result) { return *result; });
    for (auto [result, parts] : llvm::zip_equal(present, exchange.run(own)))
      *result = combineAll(combination, parts, /*inOrder=*/false);
  }
  for (Values &result : results)
    if (result.empty())
      result = combination.neutral;
  return results;
}

//===----------------------------------------------------------------------===//
// Reductions to a number
//===----------------------------------------------------------------------===//

static std::optional<NVVM::ReduxKind> getReduxKind(ReduceKind kind) {
  switch (kind) {
  case ReduceKind::add:
    return NVVM::ReduxKind::ADD;
  case ReduceKind::max:
    return NVVM::ReduxKind::MAX;
  case ReduceKind::min:
    return NVVM::ReduxKind::MIN;
  case ReduceKind::maxu:
    return NVVM::ReduxKind::UMAX;
  case ReduceKind::minu:
    return NVVM::ReduxKind::UMIN;
  case ReduceKind::and_:
    return NVVM::ReduxKind::AND;
  case ReduceKind::or_:
    return NVVM::ReduxKind::OR;
  case ReduceKind::mul:
    return std::nullopt;
  }
  llvm_unreachable("a kind of reduction");
}

/// Whether redux.sync combines all of a warp's elements of that type.
static bool hasRedux(ReduceKind kind, Type element) {
  return getReduxKind(kind) && isa<IntegerType>(element) &&
         element.getIntOrFloatBitWidth() <= 32;
}

/// `value`, an integer of at most 32 bits, combined over the warp, as i32.
static Value reduceWarp(ImplicitLocOpBuilder &b, ReduceKind kind, Value value) {
  Type i32 = b.getI32Type();
  bool isSigned = kind == ReduceKind::max || kind == ReduceKind::min;
  if (value.getType() != i32)
    value = isSigned ? Value(arith::ExtSIOp::create(b, i32, value))
                     : arith::ExtUIOp::create(b, i32, value);
  Value all = arith::ConstantIntOp::create(b, i32, -1);
  return NVVM::ReduxOp::create(b, i32, value, *getReduxKind(kind), all);
}

Combination Distributor::getCombination(ReduceKind kind, Type element) {
  Combination combination;
  combination.neutral = {
      arith::ConstantOp::create(b, getNeutral(kind, element))};
  combination.combine = [this, kind](ValueRange lhs, ValueRange rhs,
                                     bool) -> Values {
    return {phobos::combine(b, kind, lhs[0], rhs[0])};
  };
  if (hasRedux(kind, element))
    combination.combineWarp = [this, kind,
                               element](ValueRange values) -> Values {
      Value word = reduceWarp(b, kind, values[0]);
      return {b.createOrFold<arith::TruncIOp>(element, word)};
    };
  return combination;
}

/// The tile of 8 bits that `tile`, of 32 bits, has the numbers of, or null.
static CastOp getNarrow(Value tile) {
  auto cast = tile.getDefiningOp<CastOp>();
  return cast && getElementTypeOrSelf(cast.getSource()).isInteger(8) &&
                 getElementTypeOrSelf(cast.getType()).isInteger(32)
             ? cast
             : CastOp();
}

/// The product whose elements `op` adds up, if dp4a does that: of numbers of 8
/// bits, in one line that each thread holds.
static arith::MulIOp findByteProduct(ReduceOp op) {
  TileType tile = op.getSource().getType();
  const Layout &layout = tile.getLayout().getLayout();
  int64_t elements = tile.getNumElements();
  auto product = op.getSource().getDefiningOp<arith::MulIOp>();
  bool isHeld = layout.elementsPerThread() == elements &&
                layout.replicaLaneBits().size() == Layout::kLaneBits &&
                !layout.reductionNeedsSharedMemory(op.getDim());
  bool isOneLine = tile.getShape()[op.getDim()] == elements;
  return product && op.getKind() == ReduceKind::add && isHeld && isOneLine &&
                 elements % 4 == 0 && getNarrow(product.getLhs()) &&
                 getNarrow(product.getRhs())
             ? product
             : arith::MulIOp();
}

/// The sum of products of `a` and `b`, vectors of i8.
static Value addByteProducts(ImplicitLocOpBuilder &b, Value left,
                             bool leftIsUnsigned, Value right,
                             bool rightIsUnsigned) {
  auto typeOf = [](bool isUnsigned) {
    return isUnsigned ? NVVM::DotAccumulateType::UNSIGNED
                      : NVVM::DotAccumulateType::SIGNED;
  };
  auto part = [&](Value vector, int64_t first) -> Value {
    return vector::ExtractStridedSliceOp::create(b, vector, first, 4, 1);
  };
  Type i32 = b.getI32Type();
  Value sum = arith::ConstantIntOp::create(b, i32, 0);
  int64_t elements = cast<VectorType>(left.getType()).getNumElements();
  for (int64_t e = 0; e < elements; e += 4)
    sum = NVVM::DotAccumulate4WayOp::create(
        b, i32, part(left, e), typeOf(leftIsUnsigned), part(right, e),
        typeOf(rightIsUnsigned), sum);
  return sum;
}

Value Distributor::distribute(ReduceOp op) {
  if (arith::MulIOp product = findByteProduct(op)) {
    CastOp left = getNarrow(product.getLhs()),
           right = getNarrow(product.getRhs());
    Value sum =
        addByteProducts(b, lookup(left.getSource()), left.getFromUnsigned(),
                        lookup(right.getSource()), right.getFromUnsigned());
    return vector::FromElementsOp::create(b, vectorOf(op.getType()), sum);
  }
  Combination combination = getCombination(
      op.getKind(), convert(op.getSource().getType().getElementType()));
  Value vector = lookup(op.getSource());
  SmallVector<Values> results =
      reduceLines(op.getSource().getType(), op.getDim(), combination,
                  [&](int64_t e) { return Values{this->element(vector, e)}; });
  return vector::FromElementsOp::create(
      b, vectorOf(op.getType()),
      llvm::map_to_vector(results, [](Values &values) { return values[0]; }));
}

//===----------------------------------------------------------------------===//
// Reductions to a place
//===----------------------------------------------------------------------===//

/// A number and its i32 place. One past the tile's edge is never the first of
/// equals.
static Combination getArgCombination(ImplicitLocOpBuilder &b, ReduceKind kind,
                                     Type element) {
  Combination combination;
  Value last = arith::ConstantIntOp::create(
      b, b.getI32Type(), std::numeric_limits<int32_t>::max());
  combination.neutral = {
      arith::ConstantOp::create(b, getNeutral(kind, element)), last};
  combination.combine = [&b, kind](ValueRange lhs, ValueRange rhs,
                                   bool inOrder) -> Values {
    Value takeRight = isBetter(b, kind, rhs[0], lhs[0]);
    if (!inOrder) {
      Value leftIsBetter = isBetter(b, kind, lhs[0], rhs[0]);
      Value isFirst =
          arith::CmpIOp::create(b, arith::CmpIPredicate::ult, rhs[1], lhs[1]);
      Value no = arith::ConstantIntOp::create(b, b.getI1Type(), 0);
      isFirst = arith::SelectOp::create(b, leftIsBetter, no, isFirst);
      takeRight = arith::OrIOp::create(b, takeRight, isFirst);
    }
    return {arith::SelectOp::create(b, takeRight, rhs[0], lhs[0]),
            arith::SelectOp::create(b, takeRight, rhs[1], lhs[1])};
  };
  if (hasRedux(kind, element))
    combination.combineWarp = [&b, kind, element,
                               last](ValueRange values) -> Values {
      Value best = b.createOrFold<arith::TruncIOp>(
          element, reduceWarp(b, kind, values[0]));
      Value isBest =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, values[0], best);
      Value place = arith::SelectOp::create(b, isBest, values[1], last);
      return {best, reduceWarp(b, ReduceKind::minu, place)};
    };
  return combination;
}

Value Distributor::distribute(ArgReduceOp op) {
  TileType tile = op.getSource().getType();
  const Layout &layout = tile.getLayout().getLayout();
  int64_t dim = op.getDim();
  Value vector = lookup(op.getSource());
  auto numberAndPlace = [&](int64_t e) -> Values {
    int64_t offset = layout.elementOffset(e)[dim];
    return {this->element(vector, e),
            coordinate(tile.getLayout(), dim, offset)};
  };
  SmallVector<Values> results = reduceLines(
      tile, dim,
      getArgCombination(b, op.getKind(), convert(tile.getElementType())),
      numberAndPlace);
  auto places = VectorType::get(results.size(), b.getI32Type());
  Value result = vector::FromElementsOp::create(
      b, places,
      llvm::map_to_vector(results, [](Values &values) { return values[1]; }));
  return arith::IndexCastUIOp::create(b, vectorOf(op.getType()), result);
}
