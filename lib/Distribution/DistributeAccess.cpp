//===- DistributeAccess.cpp - Global loads and stores of one thread -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access has up to two forms. Where a kernel has two versions by how its
// rows are aligned (VersionRows.cpp), the one for unaligned rows has the narrow
// form alone. The wide one moves vectors of up to 16 bytes; it needs base,
// strides and starts to be multiples of the vector, and each vector wholly
// inside or wholly outside the view. What is not known of that when compiling
// is checked by one uniform branch, whose other side moves single elements. In
// both forms an element (or vector) that may be outside is predicated, not
// branched around: the predicate of a vector of elements would be one branch an
// element in NVPTX.
//
//===----------------------------------------------------------------------===//

#include "SliceAccess.h"
#include "phobos/Analysis/Divisibility.h"
#include "phobos/Distribution/Passes.h"

using namespace mlir;
using namespace phobos;

bool phobos::hasRows(Operation *access, StringRef rows) {
  auto attr = access->getAttrOfType<StringAttr>(rowsAttrName);
  return attr && attr == rows;
}

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

static bool isMultiple(OpFoldResult value, int64_t divisor) {
  if (auto constant = dyn_cast<Attribute>(value))
    return cast<IntegerAttr>(constant).getInt() % divisor == 0;
  return getKnownPowerOfTwoDivisor(cast<Value>(value)) % divisor == 0;
}

Access::Access(Distributor &distributor, MaskedAccessOpInterface op,
               const AccessHints &hints)
    : hints(hints), d(distributor), b(d.b), op(op),
      view(op.getView().getDefiningOp<ViewOp>()), type(op.getTileType()) {
  Type element = d.convert(type.getElementType());
  memory = getMemoryType(element);
  bytes = getElementBytes(element);
  int64_t last = type.getRank() - 1;
  const Layout &layout = type.getLayout().getLayout();
  // A vector lies wholly in the tile, so its size divides the tile's extent.
  width = std::min({layout.contiguousElements(last), kVectorBytes / bytes,
                    powerOfTwoPart(type.getShape()[last])});
  bool isStrided =
      !view.getType().isDense() && view.getType().getStrides()[last] != 1;
  // A vector of volatile elements could be torn between them.
  if (isStrided || hasRows(op, "unaligned") || hints.isVolatile)
    width = 1;
  // Values that both forms use.
  for (int64_t dim = 0; dim <= last; ++dim)
    strides.push_back(stride(dim));
  Value first = d.index(0);
  for (int64_t dim = 0; dim <= last; ++dim)
    first = b.createOrFold<arith::AddIOp>(
        b.createOrFold<arith::MulIOp>(position(dim, 0), strides[dim]), first);
  start = d.lookup(view.getSource());
  if (view.getOffset())
    start = advance(start, d.lookup(view.getOffset()));
  base = advance(start, first);
}

/// The address `elements` behind `pointer`.
Value Access::advance(Value pointer, Value elements) {
  return LLVM::GEPOp::create(
      b, pointer.getType(), memory, pointer,
      ArrayRef<LLVM::GEPArg>{
          arith::IndexCastOp::create(b, b.getI64Type(), elements).getResult()});
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

/// For the stride of any dim but the last.
bool Access::isStrideMultiple(int64_t dim, int64_t divisor) {
  // The last extent is a factor of every dense stride.
  return isMultiple(view.getType().isDense()
                        ? view.getExtent(type.getRank() - 1)
                        : view.getStride(dim),
                    divisor);
}

Value Access::isWideLegal() {
  int64_t last = type.getRank() - 1;
  bool areRowsAligned = hasRows(op, "aligned");
  LowBits bits(b);
  if (!areRowsAligned)
    bits.addAddress(start, width * bytes);
  Value firstColumn = op.getStarts()[last];
  if (!isMultiple(firstColumn, width))
    bits.add(d.lookup(firstColumn), width);
  for (int64_t dim = 0; dim < last; ++dim)
    if (!areRowsAligned && !isStrideMultiple(dim, width))
      bits.add(strides[dim], width);
  Value legal = bits.areZero();
  // Aligned rows of a dense view with several are whole vectors.
  bool isRowWhole = areRowsAligned && last > 0 && view.getType().isDense();
  if (!op.isMasked(last) || isRowWhole ||
      isMultiple(view.getExtent(last), width))
    return legal;
  // Vectors do not straddle the edge if the extent is a multiple of them, or if
  // the whole slice is inside: 0 <= start <= extent - length.
  Value size = extent(last), first = d.lookup(firstColumn);
  Value rest = arith::AndIOp::create(b, size, d.index(width - 1));
  Value isMultipleOfWidth =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, d.index(0));
  Value room = arith::SubIOp::create(b, size, d.index(type.getShape()[last]));
  Value isWhole = arith::AndIOp::create(
      b, arith::CmpIOp::create(b, arith::CmpIPredicate::sge, first, d.index(0)),
      arith::CmpIOp::create(b, arith::CmpIPredicate::sle, first, room));
  return d.both(legal, arith::OrIOp::create(b, isMultipleOfWidth, isWhole));
}

SmallVector<int64_t> Access::firstElements(int64_t elements) const {
  SmallVector<int64_t> result;
  int64_t end = type.getLayout().getLayout().elementsPerThread();
  for (int64_t e = 0; e < end; e += elements)
    if (!d.isNever(type.getLayout(), type.getShape(), e))
      result.push_back(e);
  return result;
}

Value Access::address(int64_t element) {
  Coordinates offset = type.getLayout().getLayout().elementOffset(element);
  Value sum = d.index(0);
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (offset[dim])
      sum = b.createOrFold<arith::AddIOp>(
          b.createOrFold<arith::MulIOp>(stride, d.index(offset[dim])), sum);
  return advance(base, sum);
}

Value Access::isInside(int64_t element) {
  Coordinates offset = type.getLayout().getLayout().elementOffset(element);
  Value inside = d.isValid(type.getLayout(), type.getShape(), element);
  for (int64_t dim : op.getMasked()) {
    Value &bound = bounds[{dim, offset[dim]}];
    // One unsigned comparison covers both sides: a negative index is huge, and
    // an extent is not negative.
    if (!bound)
      bound = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                    position(dim, offset[dim]), extent(dim));
    inside = d.both(inside, bound);
  }
  return inside;
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// The thread's elements of a tile, `elements` to an access, in memory's types.
static Value emitLoads(ImplicitLocOpBuilder &b, Access &access, Value fill,
                       int64_t elements) {
  access.startBlock();
  Value result = fill;
  for (int64_t e : access.firstElements(elements)) {
    Value part = vector::ExtractStridedSliceOp::create(b, fill, e, elements, 1);
    Value inside = access.isInside(e), address = access.address(e);
    part = loadGlobal(b, address, inside, part, access.hints);
    result = vector::InsertStridedSliceOp::create(b, part, result, e, 1);
  }
  return result;
}

static void emitStores(ImplicitLocOpBuilder &b, Access &access, Value vector,
                       Value isOwner, int64_t elements) {
  access.startBlock();
  for (int64_t e : access.firstElements(elements)) {
    Value part =
        vector::ExtractStridedSliceOp::create(b, vector, e, elements, 1);
    Value inside = access.isInside(e), address = access.address(e);
    if (isOwner && inside)
      inside = arith::AndIOp::create(b, inside, isOwner);
    else if (isOwner)
      inside = isOwner;
    storeGlobal(b, part, address, inside, access.hints);
  }
}

/// Emits the wide form where it is legal, the narrow one elsewhere.
static Value emitForms(ImplicitLocOpBuilder &b, Access &access,
                       TypeRange results, function_ref<Value(int64_t)> emit) {
  if (access.vectorElements() == 1)
    return emit(1);
  Value isWideLegal = access.isWideLegal();
  if (!isWideLegal)
    return emit(access.vectorElements());
  auto branch =
      scf::IfOp::create(b, results, isWideLegal, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool wide : {true, false}) {
    b.setInsertionPointToStart(wide ? branch.thenBlock() : branch.elseBlock());
    Value value = emit(wide ? access.vectorElements() : 1);
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
  Value result = emitForms(b, access, fill.getType(), [&](int64_t elements) {
    return emitLoads(b, access, fill, elements);
  });
  if (op.getIsVolatile())
    result = shareAmongReplicas(result, op.getType());
  return fromMemory(result, element);
}

void Distributor::distribute(StoreOp op) {
  order(op);
  Access access(*this, op, AccessHints::of(op));
  Value vector = toMemory(lookup(op.getValue()));
  Value owner = isOwner(op.getValue().getType().getLayout());
  emitForms(b, access, TypeRange(), [&](int64_t elements) {
    emitStores(b, access, vector, owner, elements);
    return Value();
  });
}

Value Distributor::distribute(RowsAlignedOp op) {
  return areRowsAligned(op.getView().getDefiningOp<ViewOp>());
}

Value Distributor::areRowsAligned(ViewOp view) {
  ViewType type = view.getType();
  int64_t last = type.getShape().size() - 1;
  int64_t width =
      kVectorBytes / getElementBytes(convert(type.getElementType()));
  LowBits bits(b);
  bits.addAddress(lookup(view.getSource()), kVectorBytes);
  auto require = [&](OpFoldResult value) {
    if (!isMultiple(value, width))
      bits.add(indexOf(value), width);
  };
  if (view.getOffset())
    require(view.getOffset());
  // The last extent is a factor of every dense stride.
  if (type.isDense() && last > 0)
    require(view.getExtent(last));
  for (int64_t dim = 0; dim < last && !type.isDense(); ++dim)
    require(view.getStride(dim));
  return bits.areZero();
}
