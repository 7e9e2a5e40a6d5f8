//===- Distributor.cpp - Control flow and elementwise ops of one thread -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "DistributeProducts.h"
#include "HeldValues.h"
#include "InlinePTX.h"
#include "ProductPipeline.h"
#include "RowCopies.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Conversion/CastLowering.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

Type phobos::getMemoryType(Type element) {
  if (element.isInteger(1) || isa<Float8E4M3FNType, Float8E5M2Type>(element))
    return IntegerType::get(element.getContext(), 8);
  if (element.isIndex())
    return IntegerType::get(element.getContext(), 64);
  return element;
}

Distributor::Distributor(KernelOp kernel, const Target &target,
                         gpu::GPUFuncOp function, bool printsBarriers)
    : kernel(kernel), target(target), function(function),
      b(kernel.getLoc(), kernel.getContext()), report(printsBarriers) {
  sharedBase = countRowCopyBytes(kernel);
  if (findThreadOp(kernel))
    threadCode = std::make_unique<ThreadCode>(kernel);
  if (!kernel->hasAttr(kProducersAttr))
    return;
  products = std::make_unique<ProductDistributor>(*this, kernel, function);
  sharedBase = products->sharedBytes();
}

Distributor::~Distributor() = default;

LogicalResult Distributor::run() {
  Block &entry = function.getBody().front();
  b.setInsertionPointToStart(&entry);
  for (auto [from, to] : llvm::zip(kernel.getArguments(), entry.getArguments()))
    mapping.map(from, to);
  thread = NVVM::ThreadIdXOp::create(b, b.getI32Type());
  prologueEnd = offsetsEnd = thread.getDefiningOp();
  LogicalResult result =
      products ? products->run() : distributeBody(kernel.getBody().front());
  if (succeeded(result))
    report.emit();
  return result;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

VectorType Distributor::vectorOf(TileType tile) {
  return VectorType::get(tile.getLayout().getLayout().elementsPerThread(),
                         convert(tile.getElementType()));
}

Type Distributor::convert(Type type) {
  if (auto tile = dyn_cast<TileType>(type))
    return vectorOf(tile);
  if (isa<PtrType>(type))
    return getGlobalPointerType(type.getContext());
  return type;
}

SmallVector<Value> Distributor::lookup(ValueRange values) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return lookup(value); });
}

Value Distributor::i32(int64_t value) {
  return arith::ConstantIntOp::create(b, b.getI32Type(), value);
}

Value Distributor::index(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value Distributor::indexOf(OpFoldResult value) {
  if (auto constant = dyn_cast<Attribute>(value))
    return index(cast<IntegerAttr>(constant).getInt());
  return lookup(cast<Value>(value));
}

Value Distributor::element(Value vector, int64_t position) {
  return vector::ExtractOp::create(b, vector, position);
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

unsigned Distributor::threadBits() const {
  return llvm::Log2_64(*KernelOp(kernel).getThreads());
}

int64_t Distributor::replicaBits(const Layout &layout) const {
  int64_t mask = 0;
  for (unsigned bit : layout.replicaLaneBits())
    mask |= int64_t(1) << bit;
  for (unsigned bit : layout.replicaWarpBits())
    mask |= int64_t(1) << (bit + Layout::kLaneBits);
  return mask;
}

Value Distributor::sumOfSteps(ArrayRef<int64_t> steps) {
  Value sum = i32(0);
  for (size_t bit = 0; bit < steps.size();) {
    if (steps[bit] == 0) {
      ++bit;
      continue;
    }
    // A run of bits whose steps double is one field of the index.
    size_t end = bit + 1;
    while (end < steps.size() && steps[end] == 2 * steps[end - 1])
      ++end;
    Value field = b.createOrFold<arith::ShRUIOp>(thread, i32(bit));
    field = b.createOrFold<arith::AndIOp>(field,
                                          i32((int64_t(1) << (end - bit)) - 1));
    field = b.createOrFold<arith::MulIOp>(field, i32(steps[bit]));
    sum = b.createOrFold<arith::AddIOp>(field, sum);
    bit = end;
  }
  return sum;
}

Value Distributor::spellThreadBits(int64_t mask) {
  SmallVector<int64_t> steps;
  int64_t step = 1;
  for (int64_t rest = mask; rest; rest >>= 1) {
    steps.push_back(rest & 1 ? step : 0);
    step <<= rest & 1;
  }
  return sumOfSteps(steps);
}

Value Distributor::threadOffset(LayoutAttr attr, unsigned dim) {
  Value &offset = threadOffsets[{attr, dim}];
  if (offset)
    return offset;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(offsetsEnd);
  const Layout &layout = attr.getLayout();
  SmallVector<int64_t> steps; // of each bit of the thread's index
  for (ArrayRef<Basis> bases : {layout.laneBases(), layout.warpBases()})
    for (const Basis &basis : bases)
      steps.push_back(basis[dim]);
  offset = sumOfSteps(steps);
  offsetsEnd = offset.getDefiningOp();
  return offset;
}

void Distributor::renewThread() {
  thread = holdValue(b, thread);
  threadOffsets.clear();
  offsetsEnd = thread.getDefiningOp();
}

Value Distributor::coordinate(LayoutAttr layout, unsigned dim, int64_t offset) {
  return b.createOrFold<arith::AddIOp>(threadOffset(layout, dim), i32(offset));
}

SmallVector<Value> Distributor::coordinatesOf(LayoutAttr layout,
                                              int64_t element) {
  Coordinates offset = layout.getLayout().elementOffset(element);
  SmallVector<Value> coordinates;
  for (auto [dim, part] : llvm::enumerate(offset))
    coordinates.push_back(coordinate(layout, dim, part));
  return coordinates;
}

bool Distributor::isNever(LayoutAttr layout, ArrayRef<int64_t> shape,
                          int64_t element) {
  return findValidity(layout.getLayout(), element, shape) ==
         Layout::Validity::Never;
}

Value Distributor::isValid(LayoutAttr layout, ArrayRef<int64_t> shape,
                           int64_t element) {
  Value valid;
  Coordinates offset = layout.getLayout().elementOffset(element);
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (layout.getLayout().validity(element, dim, extent) ==
        Layout::Validity::Sometimes)
      valid = both(valid,
                   arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                         coordinate(layout, dim, offset[dim]),
                                         i32(extent)));
  return valid;
}

Value Distributor::threadBitsAreZero(int64_t mask) {
  if (mask == 0)
    return {};
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                               arith::AndIOp::create(b, thread, i32(mask)),
                               i32(0));
}

Value Distributor::isOwner(LayoutAttr layout) {
  return threadBitsAreZero(replicaBits(layout.getLayout()));
}

Value Distributor::both(Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return arith::AndIOp::create(b, lhs, rhs);
}

void Distributor::guarded(Value condition, function_ref<void()> body) {
  if (!condition)
    return body();
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  body();
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

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult Distributor::distributeBody(Block &block) {
  for (Operation &op : block) {
    // Promises that stand together share one branch. It precedes whatever may
    // do harm where they are broken.
    bool mayPrecede = isa<PromiseOp>(op) ||
                      (isPure(&op) && !op.hasTrait<OpTrait::IsTerminator>());
    if (!mayPrecede)
      checkPromises();
    b.setLoc(op.getLoc());
    if (failed(distribute(&op)))
      return failure();
    if (op.hasAttr(kHeldAttr))
      mapping.map(op.getResult(0), holdValue(b, lookup(op.getResult(0))));
  }
  return success();
}

LogicalResult Distributor::distribute(Operation *op) {
  bool isInSharedMemory = copied.contains(op) || (op->getNumResults() == 1 &&
                                                  isStaged(op->getResult(0)));
  if (isInSharedMemory)
    return success();
  auto emit = [&](auto concrete) -> LogicalResult {
    mapping.map(concrete.getResult(), distribute(concrete));
    return success();
  };
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<LoadOp, GatherOp, AtomicOp, AtomicScatterOp, SplatOp, IotaOp,
            BroadcastOp, TransposeOp, ConvertLayoutOp, ReshapeOp, CastOp,
            ReduceOp, ArgReduceOp, ScanOp, ExtractSliceOp, InsertSliceOp, DotOp,
            RowsAlignedOp, ViewsApartOp, GetChunkOp, ThreadIdOp, WarpIdOp,
            LaneIdOp, NumThreadsOp, WarpReduceOp, BlockReduceOp, ShuffleOp,
            LoadElemOp, StoreElemOp>(emit)
      .Case<StoreOp, ScatterOp, PromiseOp, CheckBoundsOp, ChunksOp, PutChunkOp,
            BarrierOp>([&](auto concrete) {
        distribute(concrete);
        return success();
      })
      .Case<scf::ForOp, scf::WhileOp, scf::IfOp>([&](auto concrete) {
        return distributeControl(concrete,
                                 [&] { return distribute(concrete); });
      })
      .Case<ViewOp>([](ViewOp) { return success(); }) // accesses look at it
      .Case<BlockIdOp>([&](BlockIdOp blockId) {
        auto dim = static_cast<gpu::Dimension>(blockId.getDim());
        mapping.map(blockId.getResult(), gpu::BlockIdOp::create(b, dim));
        return success();
      })
      .Case<NumBlocksOp>([&](NumBlocksOp numBlocks) {
        auto dim = static_cast<gpu::Dimension>(numBlocks.getDim());
        mapping.map(numBlocks.getResult(), gpu::GridDimOp::create(b, dim));
        return success();
      })
      .Case<ItemOp>([&](ItemOp item) {
        mapping.map(item.getResult(), element(lookup(item.getSource()), 0));
        return success();
      })
      .Case<AssumeOp>([&](AssumeOp assume) {
        mapping.map(assume.getResult(), lookup(assume.getValue()));
        return success();
      })
      .Case<WhereOp>([&](WhereOp where) {
        mapping.map(where.getResult(),
                    arith::SelectOp::create(b, lookup(where.getCondition()),
                                            lookup(where.getTrueValue()),
                                            lookup(where.getFalseValue())));
        return success();
      })
      .Case<ReturnOp>([&](ReturnOp) {
        if (!products) // whose roles meet at one return
          gpu::ReturnOp::create(b);
        return success();
      })
      .Default([&](Operation *other) { return distributeElementwise(other); });
}

LogicalResult Distributor::distributeElementwise(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op);
      constant && isa<TileType>(op->getResult(0).getType())) {
    auto type = cast<ShapedType>(convert(constant.getType()));
    auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
    if (!splat)
      return op->emitOpError(
          "expected all elements of a constant tile to be equal");
    mapping.map(
        op->getResult(0),
        arith::ConstantOp::create(
            b, DenseElementsAttr::get(type, splat.getSplatValue<Attribute>())));
    return success();
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    if (Value result = compareIota(compare)) {
      mapping.map(compare.getResult(), result);
      return success();
    }
  StringRef dialect =
      op->getDialect() ? op->getDialect()->getNamespace() : StringRef();
  bool isElementwise = dialect == "arith" || dialect == "math";
  if (op->getNumRegions() ||
      !(isElementwise || isa<scf::YieldOp, scf::ConditionOp>(op)))
    return op->emitOpError("has no lowering to threads");
  Operation *clone = b.clone(*op, mapping);
  for (Value result : clone->getResults())
    result.setType(convert(result.getType()));
  return success();
}

/// Moves the builder into an empty region with a block of the converted
/// arguments of `from`, and distributes its ops there.
LogicalResult Distributor::distributeRegion(Region &from, Region &to) {
  OpBuilder::InsertionGuard guard(b);
  Block &source = from.front();
  to.getBlocks().clear();
  Block &block = to.emplaceBlock();
  for (BlockArgument argument : source.getArguments())
    mapping.map(argument, block.addArgument(convert(argument.getType()),
                                            argument.getLoc()));
  b.setInsertionPointToStart(&block);
  // What is computed of the thread there is not known outside.
  Value outerThread = thread;
  Operation *outerEnd = offsetsEnd;
  auto outerOffsets = threadOffsets;
  LogicalResult result = distributeBody(source);
  if (thread != outerThread) {
    thread = outerThread;
    offsetsEnd = outerEnd;
    threadOffsets = std::move(outerOffsets);
  }
  return result;
}

LogicalResult Distributor::distribute(scf::ForOp op) {
  bool hasStages = products && op->hasAttr(kStagesAttr);
  if (hasStages && onlyAddsProducts(op)) {
    products->accumulate(op);
    renewThread();
    return success();
  }
  if (!products && !threadCode)
    if (std::optional<ProductPipeline> pipeline =
            planProductPipeline(op, target, sharedBase))
      return distributePipeline(op, *pipeline);
  auto loop = scf::ForOp::create(
      b, lookup(op.getLowerBound()), lookup(op.getUpperBound()),
      lookup(op.getStep()), lookup(op.getInitArgs()));
  loop.setUnsignedCmp(op.getUnsignedCmp());
  mapping.map(op.getResults(), loop.getResults());
  SmallVector<PendingAccess> before = carryAccesses(op);
  SharedReads readsBefore = reads;
  reads.carriedBy.insert(op);
  LogicalResult result = distributeRegion(op.getRegion(), loop.getRegion());
  if (hasStages)
    products->takeStages(loop);
  settleReads(op);
  llvm::append_range(pending, before);
  reads.join(readsBefore);
  if (hasStages)
    renewThread();
  return result;
}

LogicalResult Distributor::distribute(scf::WhileOp op) {
  SmallVector<Type> types = llvm::map_to_vector(
      op.getResultTypes(), [&](Type type) { return convert(type); });
  auto loop = scf::WhileOp::create(b, types, lookup(op.getInits()));
  mapping.map(op.getResults(), loop.getResults());
  carryAccesses(op);
  reads.carriedBy.insert(op);
  if (failed(distributeRegion(op.getBefore(), loop.getBefore())))
    return failure();
  // The loop ends here, behind the condition.
  SmallVector<PendingAccess> atExit = pending;
  SharedReads readsAtExit = reads;
  if (failed(distributeRegion(op.getAfter(), loop.getAfter())))
    return failure();
  settleReads(op);
  if (readsAtExit.carriedBy.remove(op))
    readsAtExit.join(reads);
  pending = std::move(atExit);
  reads = std::move(readsAtExit);
  return success();
}

LogicalResult Distributor::distribute(scf::IfOp op) {
  SmallVector<Type> types = llvm::map_to_vector(
      op.getResultTypes(), [&](Type type) { return convert(type); });
  bool hasElse = !op.getElseRegion().empty();
  auto branch = scf::IfOp::create(b, types, lookup(op.getCondition()), hasElse);
  mapping.map(op.getResults(), branch.getResults());
  SmallVector<PendingAccess> before = pending;
  SharedReads readsBefore = reads;
  if (failed(distributeRegion(op.getThenRegion(), branch.getThenRegion())))
    return failure();
  if (op->hasAttr(readVersionsAttrName)) {
    // Another end, so that LLVM does not merge the versions' stores, in front
    // of which all loads would stand again.
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(branch.thenBlock()->getTerminator());
    PTXInstruction nothing(b);
    nothing.create("");
  }
  // Afterwards, what either side left may be pending.
  std::swap(before, pending);
  std::swap(readsBefore, reads);
  if (hasElse &&
      failed(distributeRegion(op.getElseRegion(), branch.getElseRegion())))
    return failure();
  llvm::append_range(pending, before);
  reads.join(readsBefore);
  return success();
}

Value Distributor::distribute(CastOp op) {
  return lowerCast(b, lookup(op.getSource()),
                   getElementTypeOrSelf(op.getType()), op.getFromUnsigned(),
                   op.getToUnsigned());
}

void Distributor::distribute(PromiseOp op) {
  Value value = lookup(op.getValue());
  mapping.map(op.getResult(), value);
  auto compare = [&](arith::CmpIPredicate predicate, Value other) -> Value {
    return arith::CmpIOp::create(b, predicate, value, other);
  };
  Value isBroken;
  if (auto divisible = dyn_cast<DivisibleAttr>(op.getPredicate())) {
    Value rest =
        arith::RemSIOp::create(b, value, index(divisible.getDivisor()));
    isBroken =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ne, rest, index(0));
  } else if (auto bounded = dyn_cast<BoundedAttr>(op.getPredicate())) {
    isBroken = arith::OrIOp::create(
        b, compare(arith::CmpIPredicate::slt, index(bounded.getMin())),
        compare(arith::CmpIPredicate::sgt, index(bounded.getMax())));
  } else {
    isBroken = compare(arith::CmpIPredicate::ne, lookup(op.getOther()));
  }
  broken = broken ? arith::OrIOp::create(b, broken, isBroken) : isBroken;
  brokenAt = op.getLoc();
}

void Distributor::distribute(CheckBoundsOp op) {
  Value start = lookup(op.getStart()), extent = lookup(op.getExtent());
  // No extent is negative, so the difference does not wrap.
  Value last =
      arith::SubIOp::create(b, extent, index(op.getLengthAttr().getInt()));
  auto outside = [&](arith::CmpIPredicate predicate, Value other) -> Value {
    return arith::CmpIOp::create(b, predicate, start, other);
  };
  Value isOutside =
      arith::OrIOp::create(b, outside(arith::CmpIPredicate::slt, index(0)),
                           outside(arith::CmpIPredicate::sgt, last));
  guarded(isOutside, [&] { LLVM::Trap::create(b); });
}

void Distributor::checkPromises() {
  if (Value condition = std::exchange(broken, Value())) {
    b.setLoc(*brokenAt);
    guarded(condition, [&] { LLVM::Trap::create(b); });
  }
}
