//===- RaisePointers.cpp - Slices of masked pointer accesses ----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PointerSlices.h says which slice an access is; here it is written down.
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/RaisePointers.h"
#include "HoistIndexArithmetic.h"
#include "PointerSlices.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_RAISEPOINTERS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

namespace {
class Raiser {
public:
  Raiser(Operation *access, PointerSlice slice)
      : access(access), slice(std::move(slice)), b(access->getLoc(), access) {}

  void run();

private:
  void moveToView();
  bool usesLeaf(function_ref<bool(const Leaf &)> test);
  bool isDefinedOutside(Operation *parent);
  Value createView(Type element, ArrayRef<int64_t> shape);
  Value createExtent(const PointerDim &dim);
  Value createCondition();
  LoadOp createLoad(GatherOp gather, Value view);
  void replaceGather(GatherOp gather);
  void replaceScatter(ScatterOp scatter);

  Operation *access;
  PointerSlice slice;
  ImplicitLocOpBuilder b;
};
} // namespace

//===----------------------------------------------------------------------===//
// The view
//===----------------------------------------------------------------------===//

/// Whether a leaf that the view is computed from meets `test`.
bool Raiser::usesLeaf(function_ref<bool(const Leaf &)> test) {
  return slice.offset.uses(test) ||
         llvm::any_of(slice.dims, [&](const PointerDim &dim) {
           return dim.stride.uses(test) ||
                  llvm::any_of(dim.ends, [&](const LinearForm &end) {
                    return llvm::any_of(end.getTerms(), [&](const auto &term) {
                      return test(term.first);
                    });
                  });
         });
}

/// Whether the view can be made before `parent`, which is around the access.
bool Raiser::isDefinedOutside(Operation *parent) {
  auto isInside = [&](const Leaf &leaf) {
    if (leaf.getKind() == Leaf::Kind::Iteration)
      return parent->isAncestor(leaf.getLoop());
    return leaf.isValue() &&
           parent->isAncestor(leaf.getValue().getParentBlock()->getParentOp());
  };
  return !isInside(Leaf::ofValue(slice.pointer)) && !usesLeaf(isInside);
}

/// Moves the builder out of the loops and branches that the view does not
/// depend on, and up to what it does: accesses around and in them then have one
/// view, which stands where a tensor's does.
void Raiser::moveToView() {
  Operation *at = access;
  while (isa<scf::SCFDialect>(at->getParentOp()->getDialect()) &&
         isDefinedOutside(at->getParentOp()))
    at = at->getParentOp();
  Operation *last = nullptr;
  auto visit = [&](const Leaf &leaf) {
    Operation *op = leaf.isValue() ? leaf.getValue().getDefiningOp() : nullptr;
    if (op && op->getBlock() == at->getBlock() &&
        (!last || last->isBeforeInBlock(op)))
      last = op;
    return false;
  };
  visit(Leaf::ofValue(slice.pointer));
  usesLeaf(visit);
  if (last)
    b.setInsertionPointAfter(last);
  else
    b.setInsertionPointToStart(at->getBlock());
}

Value Raiser::createExtent(const PointerDim &dim) {
  Value extent;
  for (const LinearForm &end : dim.ends) {
    Value value = end.materialise(b, b.getLoc());
    extent = extent ? b.createOrFold<arith::MinSIOp>(extent, value) : value;
  }
  if (dim.isNeverNegative)
    return extent;
  Value zero = arith::ConstantIndexOp::create(b, 0);
  return b.createOrFold<arith::MaxSIOp>(extent, zero);
}

Value Raiser::createView(Type element, ArrayRef<int64_t> shape) {
  moveToView();
  SmallVector<int64_t> extents, strides;
  SmallVector<Value> extentValues, strideValues;
  for (auto [dim, length] : llvm::zip_equal(slice.dims, shape)) {
    Value extent = dim.isMasked() ? createExtent(dim) : Value();
    APInt number(64, length);
    if (!extent || matchPattern(extent, m_ConstantInt(&number))) {
      extents.push_back(number.getSExtValue());
    } else {
      extents.push_back(ShapedType::kDynamic);
      extentValues.push_back(extent);
    }
    std::optional<int64_t> stride = dim.stride.getConstant();
    strides.push_back(stride.value_or(ShapedType::kDynamic));
    if (!stride)
      strideValues.push_back(dim.stride.materialise(b, b.getLoc()));
  }
  // Dense, as a lone element is with any stride.
  if (strides == ArrayRef<int64_t>{1} || shape == ArrayRef<int64_t>{1})
    strides.clear();
  Value offset;
  if (!slice.offset.isZero())
    offset = slice.offset.materialise(b, b.getLoc());
  auto type = ViewType::get(extents, element, strides);
  Value view = ViewOp::create(b, type, slice.pointer, extentValues,
                              strideValues, offset, /*loose=*/true);
  b.setInsertionPoint(access);
  return view;
}

//===----------------------------------------------------------------------===//
// The access
//===----------------------------------------------------------------------===//

/// That all conditions hold, an i1; null where there are none.
Value Raiser::createCondition() {
  Value all;
  for (const UniformCondition &condition : slice.conditions) {
    Value holds = condition.flag;
    if (!holds) {
      Value lhs = condition.lhs.materialise(b, b.getLoc());
      Value rhs = condition.rhs.materialise(b, b.getLoc());
      holds = b.createOrFold<arith::CmpIOp>(condition.predicate, lhs, rhs);
    } else if (!condition.isTrue) {
      Value yes = arith::ConstantIntOp::create(b, b.getI1Type(), 1);
      holds = b.createOrFold<arith::XOrIOp>(holds, yes);
    }
    all = all ? b.createOrFold<arith::AndIOp>(all, holds) : holds;
  }
  return all;
}

static SmallVector<Value> createStarts(ImplicitLocOpBuilder &b,
                                       ArrayRef<PointerDim> dims) {
  return llvm::map_to_vector(dims, [&](const PointerDim &dim) {
    return dim.start.materialise(b, b.getLoc());
  });
}

/// The dims that are masked, or those that are not.
static SmallVector<int64_t> findDims(ArrayRef<PointerDim> dims, bool isMasked) {
  SmallVector<int64_t> found;
  for (auto [number, dim] : llvm::enumerate(dims))
    if (dim.isMasked() == isMasked)
      found.push_back(number);
  return found;
}

/// The one constant that all elements of `tile` are, or null.
static TypedAttr findConstant(Value tile) {
  SplatElementsAttr splat;
  if (!tile || !matchPattern(tile, m_Constant(&splat)))
    return {};
  return cast<TypedAttr>(splat.getSplatValue<Attribute>());
}

LoadOp Raiser::createLoad(GatherOp gather, Value view) {
  TypedAttr fill = findConstant(gather.getOther());
  if (fill && fill == b.getZeroAttr(fill.getType()))
    fill = {};
  SmallVector<int64_t> masked = findDims(slice.dims, true);
  auto dims = [&](bool isMasked) {
    return b.getDenseI64ArrayAttr(findDims(slice.dims, isMasked));
  };
  return LoadOp::create(
      b, gather.getType(), view, createStarts(b, slice.dims), dims(true),
      dims(false), masked.empty() ? TypedAttr() : fill, gather.getCacheAttr(),
      gather.getEvictAttr(), UnitAttr());
}

/// What a gather gives where its mask is false.
static Value createOther(ImplicitLocOpBuilder &b, GatherOp gather) {
  if (gather.getOther())
    return gather.getOther();
  TileType type = gather.getType();
  return arith::ConstantOp::create(
      b, SplatElementsAttr::get(
             type, Attribute(b.getZeroAttr(type.getElementType()))));
}

void Raiser::replaceGather(GatherOp gather) {
  Value view = createView(gather.getPointer().getType().getElementType(),
                          gather.getType().getShape());
  Value condition = createCondition(), result;
  if (condition) {
    auto branch = scf::IfOp::create(b, gather.getType(), condition,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, createOther(b, gather));
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, createLoad(gather, view).getResult());
    result = branch.getResult(0);
  } else {
    result = createLoad(gather, view);
  }
  bool isFilled = !gather.getOther() || findConstant(gather.getOther());
  if (!isFilled)
    result = WhereOp::create(b, gather.getMask(), result, gather.getOther());
  gather.getResult().replaceAllUsesWith(result);
}

void Raiser::replaceScatter(ScatterOp scatter) {
  Value view = createView(scatter.getPointer().getType().getElementType(),
                          scatter.getValue().getType().getShape());
  OpBuilder::InsertionGuard guard(b);
  if (Value condition = createCondition()) {
    auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
  }
  auto dims = [&](bool isMasked) {
    return b.getDenseI64ArrayAttr(findDims(slice.dims, isMasked));
  };
  StoreOp::create(b, scatter.getValue(), view, createStarts(b, slice.dims),
                  dims(true), dims(false), scatter.getCacheAttr(),
                  scatter.getEvictAttr(), UnitAttr());
}

void Raiser::run() {
  if (auto gather = dyn_cast<GatherOp>(access))
    replaceGather(gather);
  else
    replaceScatter(cast<ScatterOp>(access));
  access->erase();
}

bool phobos::raisePointer(Operation *access, const FactOps &ops) {
  PointerReading reading = readPointerSlice(access, ops);
  if (!reading.slice)
    return false;
  Raiser(access, std::move(*reading.slice)).run();
  return true;
}

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

/// Hands on unchanged the tiles that `loop` carries and nothing needs but what
/// is carried on: canonicalization removes them.
static void dropCarriedOffsets(scf::ForOp loop) {
  for (BlockArgument argument : loop.getRegionIterArgs()) {
    OpOperand *yielded = loop.getTiedLoopYieldedValue(argument);
    Operation *sum = yielded->get().getDefiningOp();
    auto type = dyn_cast<TileType>(argument.getType());
    if (!type || !type.getElementType().isIntOrIndex() ||
        !isa_and_nonnull<arith::AddIOp, arith::SubIOp>(sum) ||
        !sum->hasOneUse() || !argument.hasOneUse() ||
        *argument.user_begin() != sum ||
        !loop.getTiedLoopResult(argument).use_empty())
      continue;
    yielded->set(argument);
  }
}

void phobos::raisePointers(FunctionOpInterface function) {
  SmallVector<Operation *> accesses;
  function->walk([&](Operation *op) {
    if (isa<GatherOp, ScatterOp>(op))
      accesses.push_back(op);
  });
  if (accesses.empty())
    return;
  // What a loop adds to offsets stands behind their use in it.
  function->walk([](scf::ForOp loop) { hoistIndexArithmetic(loop); });
  FactOps ops(function);
  for (Operation *access : accesses)
    raisePointer(access, ops);
  // Masks and offsets that nothing reads any more are uses as well.
  function->walk([](Block *block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
      if (isMemoryEffectFree(&op) && isOpTriviallyDead(&op))
        op.erase();
  });
  function->walk(dropCarriedOffsets);
}

namespace {
struct RaisePointers : phobos::impl::RaisePointersBase<RaisePointers> {
  void runOnOperation() override {
    getOperation()->walk(
        [](FunctionOpInterface function) { raisePointers(function); });
  }
};
} // namespace
