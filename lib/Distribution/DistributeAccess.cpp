//===- DistributeAccess.cpp - Global loads and stores of one thread -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access has the forms that its plan says (AccessPlan.h). What vectors need
// and is not known when compiling is checked by one uniform branch, whose other
// side moves single elements. In both forms an element (or vector) that may be
// outside is predicated, not branched around: the predicate of a vector of
// elements would be one branch an element in NVPTX.
//
//===----------------------------------------------------------------------===//

#include "SliceAccess.h"
#include "VectorParts.h"
#include "phobos/Analysis/NonNegative.h"

using namespace mlir;
using namespace phobos;

namespace {
/// Values whose low bits must be zero: one OR, one test.
class LowBits {
public:
  explicit LowBits(ImplicitLocOpBuilder &b) : b(b) {}

  /// `value` must be a multiple of `divisor`, a power of two.
  void add(Value value, int64_t divisor) {
    addWord(arith::IndexCastOp::create(b, b.getI64Type(), value), divisor);
  }
  void addAddress(Value pointer, int64_t divisor) {
    addWord(LLVM::PtrToIntOp::create(b, b.getI64Type(), pointer), divisor);
  }
  /// Whether they are; null if nothing was added.
  Value areZero() {
    if (!bits)
      return Value();
    return arith::CmpIOp::create(
        b, arith::CmpIPredicate::eq, bits,
        arith::ConstantIntOp::create(b, b.getI64Type(), 0));
  }

private:
  void addWord(Value word, int64_t divisor) {
    word = arith::AndIOp::create(
        b, word, arith::ConstantIntOp::create(b, b.getI64Type(), divisor - 1));
    bits = bits ? arith::OrIOp::create(b, bits, word) : word;
  }

  ImplicitLocOpBuilder &b;
  Value bits;
};
} // namespace

Value phobos::advance(ImplicitLocOpBuilder &b, Type memory, Value pointer,
                      Value elements) {
  return LLVM::GEPOp::create(
      b, pointer.getType(), memory, pointer,
      ArrayRef<LLVM::GEPArg>{
          arith::IndexCastOp::create(b, b.getI64Type(), elements).getResult()});
}

Value Distributor::viewAddress(ViewOp view) {
  Value address = lookup(view.getSource());
  if (!view.getOffset())
    return address;
  Type element = convert(view.getType().getElementType());
  return advance(b, getMemoryType(element), address, lookup(view.getOffset()));
}

Access::Access(Distributor &distributor, MaskedAccessOpInterface op,
               const AccessHints &hints)
    : plan(op), hints(hints), d(distributor), b(d.b), op(op),
      view(op.getView().getDefiningOp<ViewOp>()), type(op.getTileType()) {
  memory = getMemoryType(d.convert(type.getElementType()));
  // Values that both forms use.
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    strides.push_back(stride(dim));
  Value first = d.index(0);
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    first = b.createOrFold<arith::AddIOp>(
        b.createOrFold<arith::MulIOp>(position(dim, 0), strides[dim]), first);
  start = d.viewAddress(view);
  base = advance(b, memory, start, first);
  rooms.resize(type.getRank());
  for (int64_t dim : op.getMasked())
    findRoom(dim);
}

/// The stride of a dim in elements, an index.
Value Access::stride(int64_t dim) {
  if (!view.getType().isDense())
    return d.indexOf(view.getStride(dim));
  Value product = d.index(1);
  for (int64_t inner = dim + 1; inner < type.getRank(); ++inner)
    product = b.createOrFold<arith::MulIOp>(product, extent(inner));
  return product;
}

/// The index in the view of the thread's element at a constant `offset`.
Value Access::position(int64_t dim, int64_t offset) {
  Value &result = offsets[{dim, offset}];
  if (result)
    return result;
  Value coordinate = d.coordinate(type.getLayout(), dim, offset);
  coordinate =
      b.createOrFold<arith::IndexCastUIOp>(b.getIndexType(), coordinate);
  result =
      b.createOrFold<arith::AddIOp>(d.lookup(op.getStarts()[dim]), coordinate);
  return result;
}

Value Distributor::areMultiples(ArrayRef<VectorFact> facts, Value address) {
  LowBits bits(b);
  for (const VectorFact &fact : facts) {
    if (fact.source != VectorFact::Source::RunTime ||
        fact.kind == VectorFact::Kind::Edge)
      continue;
    if (fact.kind == VectorFact::Kind::Address)
      bits.addAddress(address, fact.divisor);
    else
      bits.add(indexOf(fact.value), fact.divisor);
  }
  return bits.areZero();
}

/// Whether no vector straddles the edge: if the extent is a multiple of them,
/// or if the whole slice is inside, 0 <= start <= extent - length.
Value Access::isEdgeClear(int64_t elements) {
  int64_t last = type.getRank() - 1;
  Value size = extent(last), first = d.lookup(op.getStarts()[last]);
  Value rest = arith::AndIOp::create(b, size, d.index(elements - 1));
  Value isMultiple =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, d.index(0));
  Value room = arith::SubIOp::create(b, size, d.index(type.getShape()[last]));
  Value isWhole = arith::AndIOp::create(
      b, arith::CmpIOp::create(b, arith::CmpIPredicate::sge, first, d.index(0)),
      arith::CmpIOp::create(b, arith::CmpIPredicate::sle, first, room));
  return arith::OrIOp::create(b, isMultiple, isWhole);
}

Value Access::isWideLegal() {
  Value legal = d.areMultiples(plan.getFacts(), start);
  for (const VectorFact &fact : plan.getFacts())
    if (fact.kind == VectorFact::Kind::Edge &&
        fact.source == VectorFact::Source::RunTime)
      legal = d.both(legal, isEdgeClear(fact.divisor));
  return legal;
}

Value Access::address(int64_t element) {
  Coordinates offset = type.getLayout().getLayout().elementOffset(element);
  Value sum = d.index(0);
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (offset[dim])
      sum = b.createOrFold<arith::AddIOp>(
          b.createOrFold<arith::MulIOp>(stride, d.index(offset[dim])), sum);
  return advance(b, memory, base, sum);
}

/// `number`, an index, as an i32 from 0 to the tile's extent along `dim`.
Value Access::clampToTile(int64_t dim, Value number) {
  number = arith::MaxSIOp::create(b, number, d.index(0));
  number = arith::MinSIOp::create(b, number, d.index(type.getShape()[dim]));
  return arith::IndexCastOp::create(b, b.getI32Type(), number);
}

/// Where the tile's coordinates along a masked dim leave the view, an i32.
Value Access::findEnd(int64_t dim) {
  Value start = d.lookup(op.getStarts()[dim]);
  return clampToTile(dim, arith::SubIOp::create(b, extent(dim), start));
}

/// A slice that begins at 0 or above has one bound. What the extent leaves of
/// it is found once, so that each offset takes one comparison of 32 bits.
void Access::findRoom(int64_t dim) {
  const Layout &layout = type.getLayout().getLayout();
  bool hasSeveral = llvm::any_of(
      plan.findFirstElements(plan.getVectorElements()),
      [&](int64_t element) { return layout.elementOffset(element)[dim] != 0; });
  if (hasSeveral && isKnownNonNegative(op.getStarts()[dim]))
    rooms[dim] = b.createOrFold<arith::SubIOp>(
        findEnd(dim), d.threadOffset(type.getLayout(), dim));
}

Value Access::isInside(int64_t dim, int64_t offset) {
  using arith::CmpIPredicate;
  if (rooms[dim])
    return arith::CmpIOp::create(b, CmpIPredicate::sgt, rooms[dim],
                                 d.i32(offset));
  // One unsigned comparison covers both sides: a negative index is huge, and an
  // extent is not negative.
  return arith::CmpIOp::create(b, CmpIPredicate::ult, position(dim, offset),
                               extent(dim));
}

Value Access::isInside(int64_t element) {
  Coordinates offset = type.getLayout().getLayout().elementOffset(element);
  // Below its room, an offset is within the tile as well.
  SmallVector<int64_t> shape(type.getShape());
  for (auto [extent, room] : llvm::zip_equal(shape, rooms))
    if (room)
      extent = std::numeric_limits<int64_t>::max();
  Value inside = d.isValid(type.getLayout(), shape, element);
  for (int64_t dim : op.getMasked()) {
    Value &bound = bounds[{dim, offset[dim]}];
    if (!bound)
      bound = isInside(dim, offset[dim]);
    inside = d.both(inside, bound);
  }
  return inside;
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

static constexpr size_t kFewestPartsToJoin = 32;

/// The thread's elements of a tile, `elements` to an access, in memory's types.
static Value emitLoads(ImplicitLocOpBuilder &b, Access &access, Value fill,
                       int64_t elements) {
  access.startBlock();
  SmallVector<int64_t> firsts = access.plan.findFirstElements(elements);
  SmallVector<Value> parts;
  for (int64_t e : firsts) {
    Value part = vector::ExtractStridedSliceOp::create(b, fill, e, elements, 1);
    Value inside = access.isInside(e), address = access.address(e);
    parts.push_back(loadGlobal(b, address, inside, part, access.hints));
  }
  // Of few elements, registers are not scarce, and joining takes time.
  if (parts.size() >= kFewestPartsToJoin)
    joinNarrowParts(b, parts);
  return replaceParts(b, fill, firsts, parts);
}

static void emitStores(ImplicitLocOpBuilder &b, Access &access, Value vector,
                       Value isOwner, int64_t elements) {
  access.startBlock();
  for (int64_t e : access.plan.findFirstElements(elements)) {
    Value part =
        vector::ExtractStridedSliceOp::create(b, vector, e, elements, 1);
    Value inside = access.isInside(e), address = access.address(e);
    if (isOwner && inside)
      inside = arith::AndIOp::create(b, inside, isOwner);
    else if (isOwner)
      inside = isOwner;
    if (Value isOwn = access.isInOwnSector(e, address))
      inside = arith::AndIOp::create(b, inside, isOwn);
    storeGlobal(b, part, address, inside, access.hints);
  }
}

/// Emits the form of the plan, or of both the one that is legal.
static Value emitForms(ImplicitLocOpBuilder &b, Access &access,
                       TypeRange results, function_ref<Value(int64_t)> emit) {
  int64_t elements = access.plan.getVectorElements();
  if (access.plan.getKind() != AccessPlan::Kind::Either)
    return emit(elements);
  Value isWideLegal = access.isWideLegal();
  auto branch =
      scf::IfOp::create(b, results, isWideLegal, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool wide : {true, false}) {
    b.setInsertionPointToStart(wide ? branch.thenBlock() : branch.elseBlock());
    Value value = emit(wide ? elements : 1);
    if (value)
      scf::YieldOp::create(b, value);
  }
  return results.empty() ? Value() : branch.getResult(0);
}

Value Distributor::distribute(LoadOp op) {
  order(op);
  Access access(*this, op, AccessHints::of(op));
  Type element = convert(op.getType().getElementType());
  Value fill = arith::ConstantOp::create(
      b, DenseElementsAttr::get(vectorOf(op.getType()),
                                Attribute(op.getFillOrZero())));
  fill = toMemory(fill);
  if (access.plan.getKind() == AccessPlan::Kind::Runs)
    return fromMemory(access.loadRuns(fill), element);
  if (access.plan.getKind() == AccessPlan::Kind::RowCopy)
    return fromMemory(access.loadCopiedRow(fill), element);
  Value result = emitForms(b, access, fill.getType(), [&](int64_t elements) {
    return emitLoads(b, access, fill, elements);
  });
  if (op.getIsVolatile())
    result = shareOneValue(op, result, op.getType());
  return fromMemory(result, element);
}

void Distributor::distribute(StoreOp op) {
  order(op);
  Access access(*this, op, AccessHints::of(op));
  Value vector = toMemory(lookup(op.getValue()));
  if (access.plan.getKind() == AccessPlan::Kind::Runs)
    return access.storeRuns(vector);
  LayoutAttr layout = op.getValue().getType().getLayout();
  guardedByOwner(op, layout, [&](Value owner) {
    if (access.storeSectors(vector, owner))
      return;
    emitForms(b, access, TypeRange(), [&](int64_t elements) {
      emitStores(b, access, vector, owner, elements);
      return Value();
    });
  });
}

Value Distributor::distribute(RowsAlignedOp op) {
  return areRowsAligned(op.getView().getDefiningOp<ViewOp>());
}

Value Distributor::areRowsAligned(ViewOp view) {
  int64_t bytes = getElementBytes(view.getType().getElementType());
  SmallVector<VectorFact> facts = findRowFacts(view, kVectorBytes / bytes);
  // Runs of gathers ask for pointer and offset each (VersionRows.cpp).
  if (view.getOffset())
    facts.push_back({VectorFact::Kind::Start, VectorFact::Source::RunTime,
                     kVectorBytes / bytes, view.getOffset()});
  return areMultiples(facts, lookup(view.getSource()));
}
