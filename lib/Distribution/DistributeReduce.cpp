//===- DistributeReduce.cpp - Reductions: registers, shuffles, shared memory -*-
// C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Conversion/ReduceLowering.h"

using namespace mlir;
using namespace phobos;

Value Distributor::identity(ReduceKind kind, Type element) {
  return arith::ConstantOp::create(b, getNeutral(kind, element));
}

/// The value of the lane whose index differs in the bits of `laneMask`.
Value Distributor::shuffleXor(Value value, int64_t laneMask) {
  Type element = value.getType();
  Type memory = getMemoryType(element);
  unsigned bits = getElementBytes(element) * 8;
  Value word =
      arith::BitcastOp::create(b, b.getIntegerType(bits), toMemory(value));
  auto shuffle = [&](Value i32Word) -> Value {
    return NVVM::ShflOp::create(b, b.getI32Type(), i32(-1), i32Word,
                                i32(laneMask), i32(31), NVVM::ShflKind::bfly,
                                UnitAttr());
  };
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
  return fromMemory(arith::BitcastOp::create(b, memory, word), element);
}

Value Distributor::distribute(ReduceOp op) {
  TileType source = op.getSource().getType(), target = op.getType();
  const Layout &from = source.getLayout().getLayout(),
               &to = target.getLayout().getLayout();
  int64_t dim = op.getDim(), extent = source.getShape()[dim];
  Value vector = lookup(op.getSource());
  Type element = convert(source.getElementType());

  // In registers: each result is combined from the thread's elements of its
  // line.
  SmallVector<Value> results(to.elementsPerThread());
  for (int64_t e = 0, n = from.elementsPerThread(); e < n; ++e) {
    Layout::Validity validity = from.validity(e, dim, extent);
    if (validity == Layout::Validity::Never)
      continue;
    Coordinates coordinates = from.elementOffset(e);
    Value value = this->element(vector, e);
    if (validity == Layout::Validity::Sometimes) {
      Value valid = arith::CmpIOp::create(
          b, arith::CmpIPredicate::ult,
          coordinate(source.getLayout(), dim, coordinates[dim]), i32(extent));
      value = arith::SelectOp::create(b, valid, value,
                                      identity(op.getKind(), element));
    }
    coordinates[dim] = 0;
    Value &result = results[*to.elementAt(coordinates)];
    result = result ? combine(b, op.getKind(), result, value) : value;
  }
  // Across lanes: butterflies over the lane bits that move along the dim.
  for (Value &result : results)
    for (unsigned bit : from.laneBitsAlong(dim))
      result = combine(b, op.getKind(), result,
                       shuffleXor(result, int64_t(1) << bit));

  Value partial = vector::FromElementsOp::create(b, vectorOf(target), results);
  return from.reductionNeedsSharedMemory(dim) ? combineAcrossWarps(op, partial)
                                              : partial;
}

Value Distributor::warpPart(ArrayRef<unsigned> warpBits) {
  Value part = i32(0);
  for (auto [position, bit] : llvm::enumerate(warpBits)) {
    Value isSet = arith::AndIOp::create(
        b, arith::ShRUIOp::create(b, thread, i32(bit + Layout::kLaneBits)),
        i32(1));
    part = b.createOrFold<arith::AddIOp>(
        arith::MulIOp::create(b, isSet, i32(int64_t(1) << position)), part);
  }
  return part;
}

Value Distributor::valueIf(Value condition, function_ref<Value()> body,
                           Value otherwise) {
  if (!condition)
    return body();
  auto branch = scf::IfOp::create(b, TypeRange(otherwise.getType()), condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  Value value = body();
  scf::YieldOp::create(b, value);
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, otherwise);
  return branch.getResult(0);
}

/// Combines the results that each warp has of its part of a line. Shared memory
/// holds them as [part of the line][position in the result].
Value Distributor::combineAcrossWarps(ReduceOp op, Value partial) {
  TileType source = op.getSource().getType(), target = op.getType();
  LayoutAttr from = source.getLayout(), to = target.getLayout();
  Type element = convert(target.getElementType()),
       memory = getMemoryType(element);
  int64_t bytes = getElementBytes(element), size = target.getNumElements();

  // Which part of the line the warp has, and whether it speaks for the other
  // threads with the same result: the first lane along the line, no replica.
  SmallVector<unsigned> warpBits = from.getLayout().warpBitsAlong(op.getDim());
  Value part = warpPart(warpBits);
  int64_t silent = 0;
  for (unsigned bit : from.getLayout().laneBitsAlong(op.getDim()))
    silent |= int64_t(1) << bit;
  Value speaks = both(threadBitsAreZero(silent), isOwner(from));
  int64_t parts = int64_t(1) << warpBits.size();
  useShared(parts * size * bytes);

  auto addressOf = [&](int64_t e, Value part) {
    Coordinates offset = to.getLayout().elementOffset(e);
    Value position = i32(0);
    for (auto [dim, extent] : llvm::enumerate(target.getShape())) {
      position = b.createOrFold<arith::MulIOp>(position, i32(extent));
      if (extent > 1)
        position = b.createOrFold<arith::AddIOp>(
            coordinate(to, dim, offset[dim]), position);
    }
    position = b.createOrFold<arith::AddIOp>(
        b.createOrFold<arith::MulIOp>(part, i32(size)), position);
    return sharedAddress(b.createOrFold<arith::MulIOp>(position, i32(bytes)));
  };

  SmallVector<Value> results(to.getLayout().elementsPerThread());
  barrier(); // what was in shared memory has been read
  for (size_t e = 0; e < results.size(); ++e) {
    if (isNever(to, target.getShape(), e))
      continue;
    guarded(both(speaks, isValid(to, target.getShape(), e)), [&] {
      storeShared(toMemory(this->element(partial, e)), addressOf(e, part));
    });
  }
  barrier(); // all parts have been written
  for (size_t e = 0; e < results.size(); ++e) {
    results[e] = this->element(partial, e);
    if (isNever(to, target.getShape(), e))
      continue;
    auto loadAll = [&]() -> Value {
      Value result;
      for (int64_t p = 0; p < parts; ++p) {
        Value other =
            fromMemory(loadShared(memory, addressOf(e, i32(p))), element);
        result = result ? combine(b, op.getKind(), result, other) : other;
      }
      return result;
    };
    results[e] =
        valueIf(isValid(to, target.getShape(), e), loadAll, results[e]);
  }
  return vector::FromElementsOp::create(b, vectorOf(target), results);
}
