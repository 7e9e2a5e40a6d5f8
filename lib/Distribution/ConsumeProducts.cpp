//===- ConsumeProducts.cpp - The threads that hold the sums -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a loop does nothing but add products of staged operands to what it
// carries, the products of a stage go on while the next one is waited for, and
// the sums stay in the instructions' registers.
//
// Sums of 8-bit floats, which wgmma cuts off, are those of one iteration, and
// added to the others in f32: their loops are of the other kind.
//
// Any other loop is that of the source, with a stage taken at the start of an
// iteration and given back at its end. Its products are over before anything
// else happens: what they give is a tile as every other.
//
//===----------------------------------------------------------------------===//

#include "DistributeProducts.h"
#include "Distributor.h"
#include "LayoutRules.h"
#include "WgmmaProduct.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace phobos;

int64_t ProductDistributor::blocksOfRows(TileType tile) const {
  int64_t groups = consumers / Target::threadsPerWarpGroup;
  return tile.getShape()[0] / (groups * kWgmmaRows);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Where the tile of `value`, a staged one, lies in shared memory: an i32.
Value ProductDistributor::placeOf(Value value) {
  return arith::AddIOp::create(b, ring->stageOffset(),
                               d.i32(offsets[findOperandLoad(value)]));
}

/// Writes a tile that threads hold to shared memory, from byte `begin` on, as
/// wgmma reads it.
void ProductDistributor::store(const DotSide &side,
                               const StagedOperand &operand, int64_t begin) {
  TileType type = getTile(side.value);
  LayoutAttr attr = type.getLayout();
  const Layout &layout = attr.getLayout();
  ArrayRef<int64_t> shape = type.getShape();
  int64_t size =
      std::min({layout.contiguousElements(1),
                kVectorBytes / operand.elementBytes, powerOfTwoPart(shape[1])});
  Value vector = d.toMemory(d.lookup(side.value));
  d.guarded(d.isOwner(attr), [&] {
    for (int64_t e = 0, n = layout.elementsPerThread(); e < n; e += size) {
      if (d.isNever(attr, shape, e))
        continue;
      d.guarded(d.isValid(attr, shape, e), [&] {
        Coordinates offset = layout.elementOffset(e);
        Value byte = operand.elementByte(b, d.coordinate(attr, 0, offset[0]),
                                         d.coordinate(attr, 1, offset[1]));
        Value part =
            vector::ExtractStridedSliceOp::create(b, vector, e, size, 1);
        d.storeShared(part, d.sharedAddress(SharedByte{byte, begin}));
      });
    }
  });
}

/// Gives `product` its sides: those that are staged lie there, a left side may
/// stay in registers, and the others go to shared memory.
void ProductDistributor::takeSides(DotOp dot, Product &product) {
  struct Stored {
    DotSide side;
    bool isLhs;
    StagedOperand operand;
    int64_t offset;
  };
  SmallVector<Stored> stored;
  int64_t bytes = 0;
  auto take = [&](bool isLhs, const StagedOperand &operand, Value place) {
    if (isLhs)
      product.takeLhs(operand, place);
    else
      product.takeRhs(operand, place);
  };
  for (auto [index, side] : llvm::enumerate(getSides(dot))) {
    bool isLhs = index == 0;
    StagedOperand operand = StagedOperand::get(side);
    if (isStaged(side.value)) {
      take(isLhs, operand, placeOf(side.value));
    } else if (!isLhs || !product.takeLhsFromRegisters(d.lookup(side.value))) {
      stored.push_back({side, isLhs, operand, bytes});
      bytes += llvm::alignTo(operand.bytes(), kOperandAlignment);
    }
  }
  if (stored.empty())
    return;
  SharedRange range = d.takeShared(bytes + kOperandAlignment - kVectorBytes);
  int64_t begin = llvm::alignTo(d.sharedBase + range.begin, kOperandAlignment);
  d.publish(range, [&] {
    for (const Stored &each : stored)
      store(each.side, each.operand, begin + each.offset);
    // wgmma reads through another proxy than the threads write through.
    NVVM::FenceProxyOp::create(
        b,
        NVVM::ProxyKindAttr::get(b.getContext(), NVVM::ProxyKind::async_shared),
        NVVM::SharedSpaceAttr::get(b.getContext(),
                                   NVVM::SharedSpace::shared_cta));
  });
  for (const Stored &each : stored)
    take(each.isLhs, each.operand, d.i32(begin + each.offset));
}

//===----------------------------------------------------------------------===//
// Loops that only add products
//===----------------------------------------------------------------------===//

void ProductDistributor::accumulate(scf::ForOp op) {
  using Sums = Product::Sums;
  SmallVector<Value> inits;
  for (Value init : op.getInitArgs())
    llvm::append_range(
        inits, Product::split(d, d.lookup(init), blocksOfRows(getTile(init))));
  Value first = d.lookup(op.getLowerBound()),
        end = d.lookup(op.getUpperBound());
  auto loop = scf::ForOp::create(b, first, end, d.lookup(op.getStep()), inits);
  llvm::DenseMap<Value, Sums> sums;
  auto take = [&](ValueRange values, ValueRange registers) {
    for (Value value : values) {
      int64_t blocks = blocksOfRows(getTile(value));
      sums[value] = llvm::to_vector(registers.take_front(blocks));
      registers = registers.drop_front(blocks);
    }
  };
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    take(op.getRegionIterArgs(), loop.getRegionIterArgs());
    ring->waitFull();
    NVVM::WgmmaFenceAlignedOp::create(b);
    for (DotOp dot : op.getBody()->getOps<DotOp>()) {
      b.setLoc(dot.getLoc());
      Product product(d, dot, warp);
      takeSides(dot, product);
      sums[dot.getResult()] = product.start(sums[dot.getAccumulator()]);
    }
    NVVM::WgmmaGroupSyncAlignedOp::create(b);
    // The products of the stage before are done; this stage's may go on.
    NVVM::WgmmaWaitGroupSyncOp::create(b, b.getI64IntegerAttr(1));
    Value isLater = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                          loop.getInductionVar(), first);
    ring->releasePrevious(isLater);
    ring->advance();
    SmallVector<Value> yielded;
    for (Value value : op.getYieldedValues())
      llvm::append_range(yielded, sums[value]);
    scf::YieldOp::create(b, yielded);
  }
  SmallVector<Value> results;
  for (Value result : loop.getResults())
    results.push_back(Product::await(b, result));
  Value isAny = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, first, end);
  ring->releasePrevious(isAny);
  take(op.getResults(), results);
  for (Value result : op.getResults())
    d.mapping.map(result,
                  Product::join(d, sums[result], d.vectorOf(getTile(result))));
}

//===----------------------------------------------------------------------===//
// All others
//===----------------------------------------------------------------------===//

void ProductDistributor::takeStages(scf::ForOp loop) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  ring->waitFull();
  b.setInsertionPoint(loop.getBody()->getTerminator());
  ring->advance();
  ring->releasePrevious(arith::ConstantIntOp::create(b, b.getI1Type(), 1));
}

/// The sums of each block of rows are those of one iteration, in registers of
/// which the next block's take the same: wgmma multiplies for another warp
/// group while this one adds.
Value ProductDistributor::multiplyInParts(DotOp dot, Product &product) {
  Value sums = d.lookup(dot.getAccumulator());
  int64_t blocks = blocksOfRows(dot.getType());
  int64_t size = cast<VectorType>(sums.getType()).getNumElements() / blocks;
  auto type =
      VectorType::get(size, cast<VectorType>(sums.getType()).getElementType());
  for (int64_t block = 0; block < blocks; ++block) {
    NVVM::WgmmaFenceAlignedOp::create(b);
    Value part = product.startAlone(block);
    NVVM::WgmmaGroupSyncAlignedOp::create(b);
    part = Product::join(d, Product::await(b, part), type);
    Value before =
        vector::ExtractStridedSliceOp::create(b, sums, block * size, size, 1);
    sums = vector::InsertStridedSliceOp::create(
        b, arith::AddFOp::create(b, before, part), sums, block * size, 1);
  }
  return sums;
}

Value ProductDistributor::multiply(DotOp dot) {
  Product product(d, dot, warp);
  takeSides(dot, product);
  if (cutsSumsOff(dot))
    return multiplyInParts(dot, product);
  Product::Sums sums = Product::split(d, d.lookup(dot.getAccumulator()),
                                      blocksOfRows(dot.getType()));
  NVVM::WgmmaFenceAlignedOp::create(b);
  sums = product.start(sums);
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
  for (Value &sum : sums)
    sum = Product::await(b, sum);
  return Product::join(d, sums, d.vectorOf(dot.getType()));
}
