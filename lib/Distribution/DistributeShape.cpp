//===- DistributeShape.cpp - Splats, iotas and shape changes of one thread -*-
// C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "phobos/Layout/SharedLayout.h"
#include <map>

using namespace mlir;
using namespace phobos;

Value Distributor::distribute(SplatOp op) {
  return vector::BroadcastOp::create(b, vectorOf(op.getType()),
                                     lookup(op.getValue()));
}

Value Distributor::coordinates(LayoutAttr layout, unsigned dim) {
  SmallVector<int32_t> offsets;
  for (int64_t e = 0, n = layout.getLayout().elementsPerThread(); e < n; ++e)
    offsets.push_back(layout.getLayout().elementOffset(e)[dim]);
  auto type = VectorType::get(offsets.size(), b.getI32Type());
  Value constant = arith::ConstantOp::create(
      b, DenseElementsAttr::get(type, ArrayRef(offsets)));
  Value start = vector::BroadcastOp::create(b, type, threadOffset(layout, dim));
  return arith::AddIOp::create(b, start, constant);
}

Value Distributor::distribute(IotaOp op) {
  return arith::IndexCastUIOp::create(
      b, vectorOf(op.getType()),
      coordinates(op.getType().getLayout(), op.getDim()));
}

/// What a tile repeats along dims of extent 1.
static Value stripBroadcasts(Value tile) {
  while (auto broadcast = tile.getDefiningOp<BroadcastOp>())
    tile = broadcast.getSource();
  return tile;
}

Value Distributor::compareIota(arith::CmpIOp op) {
  if (!isa<TileType>(op.getLhs().getType()) ||
      arith::CmpIPredicate::ult <= op.getPredicate())
    return {};
  auto isIota = [](Value tile) {
    return bool(stripBroadcasts(tile).getDefiningOp<IotaOp>());
  };
  bool iotaIsLeft = isIota(op.getLhs());
  Value other = iotaIsLeft ? op.getRhs() : op.getLhs();
  auto splat = stripBroadcasts(other).getDefiningOp<SplatOp>();
  if (!splat || !isIota(iotaIsLeft ? op.getLhs() : op.getRhs()))
    return {};
  auto iota = stripBroadcasts(iotaIsLeft ? op.getLhs() : op.getRhs())
                  .getDefiningOp<IotaOp>();

  // Coordinates lie in [0, extent), so no comparison changes when the other
  // side is clamped to [-1, extent], which fits in 32 bits.
  int64_t extent = iota.getType().getShape()[iota.getDim()];
  if (extent != cast<TileType>(other.getType()).getShape()[iota.getDim()])
    return {}; // The tile repeats coordinate 0.
  Value bound = lookup(splat.getValue());
  bound = arith::MaxSIOp::create(b, bound, index(-1));
  bound = arith::MinSIOp::create(b, bound, index(extent));
  bound = arith::IndexCastOp::create(b, b.getI32Type(), bound);
  auto layout = cast<TileType>(other.getType()).getLayout();
  Value left = coordinates(layout, iota.getDim());
  Value right = vector::BroadcastOp::create(b, left.getType(), bound);
  if (!iotaIsLeft)
    std::swap(left, right);
  return arith::CmpIOp::create(b, op.getPredicate(), left, right);
}

/// A vector whose element e is element `source(e)` of `vector`.
static Value permute(ImplicitLocOpBuilder &b, Value vector, int64_t size,
                     function_ref<int64_t(int64_t)> source) {
  SmallVector<int64_t> mask;
  for (int64_t e = 0; e < size; ++e)
    mask.push_back(source(e));
  return vector::ShuffleOp::create(b, vector, vector, mask);
}

Value Distributor::distribute(BroadcastOp op) {
  const Layout &from = op.getSource().getType().getLayout().getLayout();
  const Layout &to = op.getType().getLayout().getLayout();
  ArrayRef<int64_t> shape = op.getSource().getType().getShape();
  return permute(b, lookup(op.getSource()), to.elementsPerThread(),
                 [&](int64_t e) {
                   Coordinates coordinates = to.elementOffset(e);
                   for (auto [dim, extent] : llvm::enumerate(shape))
                     if (extent == 1)
                       coordinates[dim] = 0;
                   return *from.elementAt(coordinates);
                 });
}

Value Distributor::distribute(TransposeOp op) {
  const Layout &from = op.getSource().getType().getLayout().getLayout();
  const Layout &to = op.getType().getLayout().getLayout();
  return permute(
      b, lookup(op.getSource()), to.elementsPerThread(), [&](int64_t e) {
        Coordinates coordinates = to.elementOffset(e),
                    source(coordinates.size());
        for (auto [dim, sourceDim] : llvm::enumerate(op.getPermutation()))
          source[sourceDim] = coordinates[dim];
        return *from.elementAt(source);
      });
}

//===----------------------------------------------------------------------===//
// Trips through shared memory
//===----------------------------------------------------------------------===//

namespace {

/// One side of a trip through shared memory: where a layout's elements lie.
class TripSide {
public:
  TripSide(const SharedLayout &shared, const Layout &layout)
      : shared(shared), layout(layout) {}

  /// What each bit of the thread's index adds, by XOR, to the offset.
  SmallVector<int64_t> threadSteps() const {
    SmallVector<int64_t> steps;
    for (ArrayRef<Basis> bases : {layout.laneBases(), layout.warpBases()})
      for (const Basis &basis : bases)
        steps.push_back(shared.offset(basis));
    return steps;
  }

  /// The thread's elements in the block at `origin`, each list those of one
  /// vector in the order of memory, with the vector's constant offset.
  SmallVector<std::pair<int64_t, SmallVector<int64_t>>>
  vectors(ArrayRef<int64_t> origin) const {
    std::map<int64_t, SmallVector<int64_t>> byVector;
    for (int64_t e = 0, n = layout.elementsPerThread(); e < n; ++e) {
      Coordinates coordinates = layout.elementOffset(e);
      bool inside = true;
      for (auto [dim, side] : llvm::enumerate(shared.block())) {
        coordinates[dim] -= origin[dim];
        inside &= coordinates[dim] >= 0 && coordinates[dim] < side;
      }
      if (!inside)
        continue;
      int64_t offset = shared.offset(coordinates),
              lane = offset % shared.vectorElements();
      SmallVector<int64_t> &vector = byVector[offset - lane];
      vector.resize(shared.vectorElements());
      vector[lane] = e;
    }
    return {byVector.begin(), byVector.end()};
  }

private:
  const SharedLayout &shared;
  const Layout &layout;
};

/// Calls `body` with the origin of each block of a tile, the last dim fastest.
void forEachBlock(ArrayRef<int64_t> shape, ArrayRef<int64_t> sides,
                  function_ref<void(ArrayRef<int64_t>)> body) {
  Coordinates origin(shape.size(), 0);
  while (true) {
    body(origin);
    int64_t dim = shape.size() - 1;
    for (; dim >= 0; --dim) {
      origin[dim] += sides[dim];
      if (origin[dim] < shape[dim])
        break;
      origin[dim] = 0;
    }
    if (dim < 0)
      return;
  }
}

} // namespace

/// Whether every warp holds the same elements in both layouts, and no other
/// warp holds them.
static bool staysWithinWarps(const Layout &from, const Layout &to) {
  return from.warpBases() == to.warpBases() && from.replicaWarpBits().empty();
}

/// What two trips within warps have in common if each warp keeps to the same
/// places in both: the size of its slice, where the places of a warp are one
/// slice of the block; else all of the trip.
static Attribute describeTrip(OpBuilder &b, const SharedLayout &shared,
                              LayoutAttr from, LayoutAttr to) {
  ArrayRef<Basis> warps = from.getLayout().warpBases();
  int64_t slice = shared.elements() >> warps.size();
  bool isSliced = llvm::all_of(llvm::enumerate(warps), [&](auto warp) {
    return shared.offset(warp.value()) == slice << warp.index();
  });
  for (auto [dim, side] : llvm::enumerate(shared.block()))
    for (int64_t step = 1; step < side; step *= 2) {
      Basis basis(shared.block().size(), 0);
      basis[dim] = step;
      isSliced &=
          llvm::is_contained(warps, basis) || shared.offset(basis) < slice;
    }
  Attribute bytes = b.getI64IntegerAttr(shared.bytes());
  return isSliced ? bytes : b.getArrayAttr({from, to, bytes});
}

/// How far a layout's elements reach along each dim, those past the tile's edge
/// included.
static Coordinates getCoveredShape(const Layout &layout) {
  Coordinates covered;
  for (auto [side, repetitions] :
       llvm::zip_equal(layout.atom(), layout.repetitions()))
    covered.push_back(side * repetitions);
  return covered;
}

/// The XOR of the steps of the bits that are set in `thread`.
static Value threadPart(ImplicitLocOpBuilder &b, Value thread,
                        ArrayRef<int64_t> steps) {
  auto i32 = [&](int64_t value) {
    return arith::ConstantIntOp::create(b, b.getI32Type(), value);
  };
  Value result = i32(0);
  for (auto [bit, step] : llvm::enumerate(steps)) {
    if (step == 0)
      continue;
    Value isSet = arith::AndIOp::create(
        b, arith::ShRUIOp::create(b, thread, i32(bit)), i32(1));
    result = b.createOrFold<arith::XOrIOp>(
        arith::MulIOp::create(b, isSet, i32(step)), result);
  }
  return result;
}

Value Distributor::throughShared(Value vector, TileType source,
                                 LayoutAttr target) {
  const Layout &from = source.getLayout().getLayout(), &to = target.getLayout();
  Type element = cast<VectorType>(vector.getType()).getElementType();
  int64_t bytes = getElementBytes(element);
  SharedLayout shared(from, to, bytes);
  TripSide storing(shared, from), loading(shared, to);

  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
  SmallVector<Value> result(to.elementsPerThread(), zero);
  Value storePart = threadPart(b, thread, storing.threadSteps());
  Value loadPart = threadPart(b, thread, loading.threadSteps());
  auto addressOf = [&](SharedRange range, Value place) {
    return sharedAddress(b.createOrFold<arith::MulIOp>(place, i32(bytes)),
                         range.begin);
  };
  auto vectorType = VectorType::get(shared.vectorElements(), element);
  // Nothing is written where `to` reaches further than `from`: what would come
  // from there comes from a place that this thread or its replica has written.
  Coordinates covered = getCoveredShape(from);
  auto placeToLoad = [&](int64_t offset, int64_t element) {
    Value place = b.createOrFold<arith::XOrIOp>(loadPart, i32(offset));
    Value isWritten = isValid(target, covered, element);
    return isWritten
               ? b.createOrFold<arith::SelectOp>(isWritten, place, storePart)
               : place;
  };

  // Places are those of elements, so warps that keep to theirs need only wait
  // for themselves once the shared memory is free.
  std::optional<SharedRange> ownRange;
  if (staysWithinWarps(from, to))
    ownRange = takeSharedForWarps(
        shared.bytes(), describeTrip(b, shared, source.getLayout(), target));
  forEachBlock(
      source.getShape(), shared.block(), [&](ArrayRef<int64_t> origin) {
        SharedRange range = ownRange ? *ownRange : takeShared(shared.bytes());
        auto store = [&] {
          guarded(isOwner(source.getLayout()), [&] {
            for (const auto &[offset, elements] : storing.vectors(origin))
              storeShared(
                  vector::ShuffleOp::create(b, vector, vector, elements),
                  addressOf(range, b.createOrFold<arith::XOrIOp>(storePart,
                                                                 i32(offset))));
          });
        };
        if (ownRange)
          publishWithinWarps(store);
        else
          publish(range, store);
        for (const auto &[offset, elements] : loading.vectors(origin)) {
          if (isNever(target, covered, elements.front()))
            continue;
          Value part = loadShared(
              vectorType,
              addressOf(range, placeToLoad(offset, elements.front())));
          for (auto [lane, e] : llvm::enumerate(elements))
            result[e] = this->element(part, lane);
        }
      });
  return vector::FromElementsOp::create(
      b, VectorType::get(to.elementsPerThread(), element), result);
}

Value Distributor::withinWarp(Value vector, const Conversion &conversion) {
  // Elements without a source are past the tile's edge: any value does.
  auto orFirst = [](const std::optional<Conversion::Source> &source) {
    return source.value_or(Conversion::Source{0, 0});
  };
  if (conversion.kind() == Conversion::Kind::Registers)
    return permute(b, vector, conversion.sources().size(), [&](int64_t e) {
      return orFirst(conversion.sources()[e]).element;
    });
  Value asking = threadPart(b, thread, conversion.sourceLanes());
  SmallVector<Value> elements;
  for (const auto &source : conversion.sources()) {
    auto [element, laneMask] = orFirst(source);
    Value lane = b.createOrFold<arith::XOrIOp>(asking, i32(laneMask));
    elements.push_back(shuffleFrom(this->element(vector, element), lane));
  }
  Type element = cast<VectorType>(vector.getType()).getElementType();
  return vector::FromElementsOp::create(
      b, VectorType::get(elements.size(), element), elements);
}

Value Distributor::distribute(ConvertLayoutOp op) {
  TileType source = op.getSource().getType(), target = op.getType();
  Value vector = lookup(op.getSource());
  if (source.getLayout() == target.getLayout())
    return vector;
  ConversionPlan plan = ConversionPlan::of(op);
  if (plan.conversion.kind() != Conversion::Kind::SharedMemory)
    return withinWarp(vector, plan.conversion);
  Value result = throughShared(toMemory(vector), source, target.getLayout());
  return fromMemory(result, convert(target.getElementType()));
}

Value Distributor::shareAmongReplicas(Value vector, TileType tile) {
  const Layout &layout = tile.getLayout().getLayout();
  if (layout.replicaLaneBits().empty() && layout.replicaWarpBits().empty())
    return vector;
  return throughShared(vector, tile, tile.getLayout());
}

/// The elements keep their places in row-major order.
Value Distributor::distribute(ReshapeOp op) {
  TileType source = op.getSource().getType(), target = op.getType();
  Value vector = toMemory(lookup(op.getSource()));
  Type element = cast<VectorType>(vector.getType()).getElementType();
  SharedRange range = publishRowMajor(vector, source);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
  auto vectorType = VectorType::get(vectorOf(target).getShape(), element);
  SmallVector<Value> elements(vectorType.getNumElements(), zero);
  for (int64_t lane : lanesOf(target)) {
    Value place =
        rowMajorAddress(range, target, coordinatesOf(target.getLayout(), lane),
                        isValid(target.getLayout(), target.getShape(), lane));
    elements[lane] = loadShared(element, place);
  }
  Value result = vector::FromElementsOp::create(b, vectorType, elements);
  return fromMemory(result, convert(target.getElementType()));
}
