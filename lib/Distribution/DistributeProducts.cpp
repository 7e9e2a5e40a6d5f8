//===- DistributeProducts.cpp - Producers, consumers, and wgmma -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DistributeProducts.h"
#include "Distributor.h"
#include "InlinePTX.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Target/LaunchContract.h"

using namespace mlir;
using namespace phobos;

static constexpr int64_t kWarpGroup = 128, kWarp = 32, kInstructionRows = 64;
/// The stages and operands of a 128-byte swizzle begin at multiples of this.
static constexpr int64_t kOperandAlignment = 1024;

/// The loops of products and what their loads bring.
static llvm::MapVector<LoadOp, StagedOperand> findOperands(KernelOp kernel) {
  llvm::MapVector<LoadOp, StagedOperand> operands;
  kernel.walk([&](DotOp dot) {
    for (auto [operand, isKMajor] :
         {std::pair<Value, bool>(dot.getLhs(), true),
          std::pair<Value, bool>(dot.getRhs(), dot.getTransposed())}) {
      LoadOp load = findOperandLoad(operand);
      operands.insert({load, StagedOperand::get(load, isKMajor)});
    }
  });
  return operands;
}

ProductDistributor::ProductDistributor(Distributor &distributor,
                                       KernelOp kernel, gpu::GPUFuncOp function)
    : d(distributor), b(distributor.b), kernel(kernel), function(function),
      consumers(*kernel.getThreads()),
      producers(kernel->getAttrOfType<IntegerAttr>(kProducersAttr).getInt()),
      operands(findOperands(kernel)) {
  int64_t stageBytes = 0, stages = 0;
  llvm::DenseMap<Operation *, int64_t> ends; // of each loop's operands
  for (auto &[load, operand] : operands) {
    int64_t &end = ends[load->getParentOp()];
    offsets[load] = end;
    end += llvm::alignTo(operand.bytes(), kOperandAlignment);
    stageBytes = std::max(stageBytes, end);
    stages =
        load->getParentOp()->getAttrOfType<IntegerAttr>(kStagesAttr).getInt();
    addTensorMap(operand);
  }
  ring.emplace(b, stages, stageBytes, consumers / kWarp);
}

/// Gives the function an argument for the operand's tensor map, unless it has
/// that one already, and the launch contract an entry.
void ProductDistributor::addTensorMap(const StagedOperand &operand) {
  LoadOp load = operand.load;
  auto view = load.getView().getDefiningOp<ViewOp>();
  auto pointer = cast<BlockArgument>(view.getSource());
  int64_t rank = view.getType().getRank();
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(rank));
  SmallVector<int64_t> ones(rank, 1), box = ones;
  box[rank - 1] = operand.boxColumns();
  box[rank - 2] = operand.rows;

  std::string param = kernel.getArgName(pointer.getArgNumber());
  // Rows of whole cache lines: of an array that is to be copied first.
  constexpr int64_t pitchBytes = 128;
  Attribute extents = kernel.getArgAttr(pointer.getArgNumber(), kExtentsAttr);
  DictionaryAttr repack =
      buildRepack(getRepackKernelName(load), cast<ArrayAttr>(extents),
                  operand.elementBytes, pitchBytes);
  auto entry = [&](const std::string &name) -> Attribute {
    auto number = [&](StringRef key, int64_t value) {
      return b.getNamedAttr(key, b.getI64IntegerAttr(value));
    };
    auto list = [&](StringRef key, ArrayRef<int64_t> values) {
      return b.getNamedAttr(key, b.getI64ArrayAttr(values));
    };
    return b.getDictionaryAttr(
        {b.getNamedAttr("name", b.getStringAttr(name)),
         b.getNamedAttr("param", b.getStringAttr(param)), list("dims", dims),
         list("box", box), list("element_strides", ones),
         number("swizzle", operand.swizzle), number("interleave", 0),
         number("l2_promotion", 128),
         b.getNamedAttr("fill", b.getStringAttr("zero")),
         b.getNamedAttr("repack", repack)});
  };
  unsigned first = kernel.getNumArguments(), count = 0;
  for (auto [index, map] : llvm::enumerate(maps)) {
    auto name = cast<DictionaryAttr>(map).getAs<StringAttr>("name").str();
    if (entry(name) == map)
      return void(mapOf[load] = function.getArgument(first + index));
    count += cast<DictionaryAttr>(map).getAs<StringAttr>("param") == param;
  }
  maps.push_back(entry(param + ".map" + (count ? std::to_string(count) : "")));
  // A map is passed by value, and read where the launch has put it.
  unsigned index = function.getNumArguments();
  auto bytes = LLVM::LLVMArrayType::get(b.getI8Type(), 128);
  DictionaryAttr attributes =
      b.getDictionaryAttr({b.getNamedAttr(LLVM::LLVMDialect::getByValAttrName(),
                                          TypeAttr::get(bytes)),
                           b.getNamedAttr(LLVM::LLVMDialect::getAlignAttrName(),
                                          b.getI64IntegerAttr(64))});
  LogicalResult inserted =
      function.insertArgument(index, LLVM::LLVMPointerType::get(b.getContext()),
                              attributes, load.getLoc());
  assert(succeeded(inserted) && "expected a function that takes arguments");
  (void)inserted;
  mapOf[load] = function.getArgument(index);
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// The producer needs few registers, so the consumers may have more than their
/// share; for one group of them it is enough.
void ProductDistributor::limitRegisters(bool isProducer) {
  int64_t groups = consumers / kWarpGroup;
  if (groups == 1)
    return;
  constexpr int64_t ofProducer = 40, most = 232, step = 8, ofBlock = 65536;
  int64_t ofConsumers =
      (ofBlock - ofProducer * producers) / consumers / step * step;
  int64_t registers = isProducer ? ofProducer : std::min(most, ofConsumers);
  auto action = isProducer ? NVVM::SetMaxRegisterAction::decrease
                           : NVVM::SetMaxRegisterAction::increase;
  NVVM::SetMaxRegisterOp::create(
      b, b.getI32IntegerAttr(registers),
      NVVM::SetMaxRegisterActionAttr::get(b.getContext(), action));
}

LogicalResult ProductDistributor::run() {
  auto equals = [&](Value value, int64_t number) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value,
                                 d.i32(number));
  };
  shared = LLVM::AddressOfOp::create(b, getSharedPointerType(b.getContext()),
                                     kSharedMemory);
  ring->declare(shared);
  // By a shuffle, so that ptxas knows it to be the same in all lanes.
  warp = NVVM::ShflOp::create(b, b.getI32Type(), d.i32(-1),
                              arith::DivUIOp::create(b, d.thread, d.i32(kWarp)),
                              d.i32(0), d.i32(31), NVVM::ShflKind::idx,
                              UnitAttr());
  isFirstLane = equals(arith::RemUIOp::create(b, d.thread, d.i32(kWarp)), 0);
  d.prologueEnd = isFirstLane.getDefiningOp();
  d.guarded(equals(d.thread, 0), [&] {
    ring->initialize();
    for (unsigned index = kernel.getNumArguments();
         index < function.getNumArguments(); ++index)
      NVVM::PrefetchOp::create(
          b, NVVM::PrefetchCacheLevelAttr(), NVVM::CacheEvictionPriorityAttr(),
          function.getArgument(index), Value(), b.getUnitAttr());
  });
  d.report.add(b.getLoc(), BarrierNeed::Always, {{BarrierCause::MakesRing}});
  gpu::BarrierOp::create(b);

  Value isProducer = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, warp,
                                           d.i32(consumers / kWarp));
  auto roles = scf::IfOp::create(b, isProducer, /*withElseRegion=*/true);
  Block &body = kernel.getBody().front();
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(roles.thenBlock());
    limitRegisters(/*isProducer=*/true);
    d.guarded(equals(warp, consumers / kWarp), [&] {
      Value isElected = NVVM::ElectSyncOp::create(b, b.getI1Type(), Value());
      d.guarded(isElected, [&] { produce(body); });
    });
    b.setInsertionPointToStart(roles.elseBlock());
    limitRegisters(/*isProducer=*/false);
    if (failed(d.distributeBody(body)))
      return failure();
  }
  gpu::ReturnOp::create(b);
  return success();
}

//===----------------------------------------------------------------------===//
// The producer
//===----------------------------------------------------------------------===//

static bool containsProducts(scf::ForOp loop) {
  return loop
      ->walk([](scf::ForOp inner) {
        return inner->hasAttr(kStagesAttr) ? WalkResult::interrupt()
                                           : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether the producer can compute `op`: no tile is in it, and no value that
/// comes from one.
bool ProductDistributor::isProducerScalar(Operation &op) {
  return op.getNumRegions() == 0 && op.getNumResults() > 0 &&
         (isMemoryEffectFree(&op) || isa<PromiseOp>(op)) && !isa<ViewOp>(op) &&
         llvm::none_of(op.getResultTypes(), llvm::IsaPred<TileType>) &&
         llvm::all_of(op.getOperands(), [&](Value operand) {
           return d.mapping.contains(operand);
         });
}

/// The scalars of `block` and its loops of products, and nothing of its tiles.
void ProductDistributor::produce(Block &block) {
  for (Operation &op : block.without_terminator()) {
    b.setLoc(op.getLoc());
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && loop->hasAttr(kStagesAttr)) {
      copyOperands(loop);
    } else if (loop && containsProducts(loop)) {
      auto copy = scf::ForOp::create(b, d.lookup(loop.getLowerBound()),
                                     d.lookup(loop.getUpperBound()),
                                     d.lookup(loop.getStep()));
      d.mapping.map(loop.getInductionVar(), copy.getInductionVar());
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(copy.getBody());
      produce(*loop.getBody());
    } else if (isProducerScalar(op)) {
      LogicalResult distributed = d.distribute(&op);
      assert(succeeded(distributed) && "expected a scalar op");
      (void)distributed;
      d.broken = Value(); // the consumers trap where a promise is broken
    }
  }
}

void ProductDistributor::copyOperands(scf::ForOp loop) {
  auto copies = scf::ForOp::create(b, d.lookup(loop.getLowerBound()),
                                   d.lookup(loop.getUpperBound()),
                                   d.lookup(loop.getStep()));
  d.mapping.map(loop.getInductionVar(), copies.getInductionVar());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(copies.getBody());
  produce(*loop.getBody());
  int64_t bytes = 0;
  for (LoadOp load : loop.getBody()->getOps<LoadOp>())
    bytes += operands.find(load)->second.bytes();
  Value barrier = ring->beginCopies(bytes), stage = ring->stageOffset();
  for (LoadOp load : loop.getBody()->getOps<LoadOp>()) {
    b.setLoc(load.getLoc());
    Value offset = arith::AddIOp::create(b, stage, d.i32(offsets[load]));
    copy(operands.find(load)->second, offset, barrier);
  }
  ring->advance();
}

/// `start + offset` as an i32. Beyond 2^31 a slice is outside of every tensor:
/// so it is at the nearest number that 32 bits hold, and that is as aligned.
Value ProductDistributor::coordinate(Value start, int64_t offset) {
  constexpr int64_t limit = 0x7FFF0000;
  Value clamped = arith::MaxSIOp::create(
      b, arith::MinSIOp::create(b, start, d.index(limit)), d.index(-limit));
  Value narrow = arith::IndexCastOp::create(b, b.getI32Type(), clamped);
  return b.createOrFold<arith::AddIOp>(narrow, d.i32(offset));
}

void ProductDistributor::copy(const StagedOperand &operand, Value offset,
                              Value barrier) {
  LoadOp load = operand.load;
  SmallVector<Value> starts = d.lookup(ValueRange(load.getStarts()));
  Type cluster = LLVM::LLVMPointerType::get(
      b.getContext(),
      static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster));
  for (int64_t box = 0; box < operand.boxCount(); ++box) {
    // PTX counts dims from the innermost.
    SmallVector<Value> coordinates;
    for (auto [index, start] : llvm::enumerate(llvm::reverse(starts)))
      coordinates.push_back(
          coordinate(start, index == 0 ? box * operand.boxColumns() : 0));
    Value place = ring->address(
        arith::AddIOp::create(b, offset, d.i32(box * operand.boxBytes())));
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        b, LLVM::AddrSpaceCastOp::create(b, cluster, place), mapOf[load],
        coordinates, barrier, /*im2colOffsets=*/ValueRange(),
        /*multicastMask=*/Value(), /*l2CacheHint=*/Value(),
        NVVM::TMALoadModeAttr::get(b.getContext(), NVVM::TMALoadMode::TILE),
        b.getBoolAttr(false), NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
  }
}

//===----------------------------------------------------------------------===//
// The consumers
//===----------------------------------------------------------------------===//

int64_t ProductDistributor::blocksOfRows(TileType tile) const {
  return tile.getShape()[0] / (consumers / kWarpGroup * kInstructionRows);
}

/// A tile's elements as the registers of instructions: the layout has the
/// blocks of 64 rows of a warp group one after the other, each as `wgmma` has
/// it.
ProductDistributor::Sums ProductDistributor::split(Value vector,
                                                   int64_t parts) {
  auto type = cast<VectorType>(vector.getType());
  int64_t size = type.getNumElements() / parts;
  auto registers = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(size, type.getElementType()));
  Sums sums;
  for (int64_t part = 0; part < parts; ++part) {
    Value sum = LLVM::PoisonOp::create(b, registers);
    for (int64_t index = 0; index < size; ++index)
      sum = LLVM::InsertValueOp::create(
          b, sum, d.element(vector, part * size + index), index);
    sums.push_back(sum);
  }
  return sums;
}

Value ProductDistributor::join(ArrayRef<Value> sums, VectorType type) {
  SmallVector<Value> elements;
  for (Value sum : sums) {
    int64_t size = cast<LLVM::LLVMStructType>(sum.getType()).getBody().size();
    for (int64_t index = 0; index < size; ++index)
      elements.push_back(LLVM::ExtractValueOp::create(b, sum, index));
  }
  return vector::FromElementsOp::create(b, type, elements);
}

/// PTX ISA, "Matrix descriptor": the address in units of 16 bytes, below the
/// rest. `offset` is that of the operand, an i32, `row` the first to be read.
Value ProductDistributor::descriptor(const StagedOperand &operand, Value offset,
                                     int64_t row) {
  Value start = LLVM::PtrToIntOp::create(b, b.getI32Type(), shared);
  Value address =
      arith::AddIOp::create(b, arith::AddIOp::create(b, start, offset),
                            d.i32(operand.rowOffset(row)));
  address = arith::ShRUIOp::create(
      b, arith::AndIOp::create(b, address, d.i32(0x3FFFF)), d.i32(4));
  return arith::OrIOp::create(
      b, arith::ExtUIOp::create(b, b.getI64Type(), address),
      arith::ConstantIntOp::create(b, b.getI64Type(), operand.descriptor()));
}

static NVVM::WGMMATypes typeOf(Type element, bool isUnsigned) {
  if (element.isBF16())
    return NVVM::WGMMATypes::bf16;
  if (element.isF16())
    return NVVM::WGMMATypes::f16;
  if (isa<Float8E4M3FNType>(element))
    return NVVM::WGMMATypes::e4m3;
  if (isa<Float8E5M2Type>(element))
    return NVVM::WGMMATypes::e5m2;
  return isUnsigned ? NVVM::WGMMATypes::u8 : NVVM::WGMMATypes::s8;
}

ProductDistributor::Sums ProductDistributor::multiply(DotOp dot, Sums sums,
                                                      Value stage) {
  MLIRContext *context = b.getContext();
  LoadOp lhsLoad = findOperandLoad(dot.getLhs()),
         rhsLoad = findOperandLoad(dot.getRhs());
  const StagedOperand &lhs = operands.find(lhsLoad)->second,
                      &rhs = operands.find(rhsLoad)->second;
  auto placeOf = [&](LoadOp load) -> Value {
    return arith::AddIOp::create(b, stage, d.i32(offsets[load]));
  };
  // Each warp group has its own rows of every block.
  Value group = arith::DivUIOp::create(b, warp, d.i32(kWarpGroup / kWarp));
  Value firstRow =
      arith::MulIOp::create(b, group, d.i32(lhs.rowOffset(kInstructionRows)));
  Value lhsPlace = arith::AddIOp::create(b, placeOf(lhsLoad), firstRow),
        rhsDescriptor = descriptor(rhs, placeOf(rhsLoad), 0);

  Type element = dot.getLhs().getType().getElementType();
  NVVM::WGMMATypes type = typeOf(element, dot.getIsUnsigned());
  bool isFloat = isa<FloatType>(element);
  int64_t inner = 32 / lhs.elementBytes,
          steps = dot.getLhs().getType().getShape()[1] / inner;
  auto typeAttr = [&](NVVM::WGMMATypes kind) {
    return NVVM::WGMMATypesAttr::get(context, kind);
  };
  auto one = NVVM::WGMMAScaleInAttr::get(context, NVVM::WGMMAScaleIn::one);
  auto layout = [&](bool isRow) {
    return NVVM::MMALayoutAttr::get(context, isRow ? NVVM::MMALayout::row
                                                   : NVVM::MMALayout::col);
  };
  auto at = [&](Value descriptor, const StagedOperand &operand,
                int64_t step) -> Value {
    return b.createOrFold<arith::AddIOp>(
        descriptor, arith::ConstantIntOp::create(
                        b, b.getI64Type(), operand.stepOffset(step) / 16));
  };
  int64_t rowsOfBlock = consumers / kWarpGroup * kInstructionRows;
  for (auto [block, sum] : llvm::enumerate(sums)) {
    Value lhsDescriptor = descriptor(lhs, lhsPlace, block * rowsOfBlock);
    for (int64_t step = 0; step < steps; ++step)
      sum = NVVM::WgmmaMmaAsyncOp::create(
          b, sum.getType(), sum, at(lhsDescriptor, lhs, step),
          at(rhsDescriptor, rhs, step),
          NVVM::MMAShapeAttr::get(context, kInstructionRows,
                                  dot.getType().getShape()[1], inner),
          typeAttr(type), typeAttr(type),
          typeAttr(isFloat ? NVVM::WGMMATypes::f32 : NVVM::WGMMATypes::s32),
          NVVM::WGMMAScaleOutAttr::get(context, NVVM::WGMMAScaleOut::one), one,
          one, layout(true), layout(!rhs.isKMajor), NVVM::MMAIntOverflowAttr());
  }
  return sums;
}

/// Waits for all products. The accumulators go through the instruction, so that
/// nothing reads them before it.
Value ProductDistributor::awaitProducts(Value sum) {
  ArrayRef<Type> types = cast<LLVM::LLVMStructType>(sum.getType()).getBody();
  StringRef constraint = types[0].isInteger() ? "r" : "f";
  PTXInstruction wait(b);
  wait.addResults(types[0], constraint, types.size());
  for (size_t index = 0; index < types.size(); ++index)
    wait.tie(LLVM::ExtractValueOp::create(b, sum, index), index);
  return wait.create("wgmma.wait_group.sync.aligned 0;");
}

void ProductDistributor::consume(scf::ForOp op) {
  SmallVector<Value> inits;
  for (Value init : op.getInitArgs())
    llvm::append_range(
        inits,
        split(d.lookup(init), blocksOfRows(cast<TileType>(init.getType()))));
  Value first = d.lookup(op.getLowerBound()),
        end = d.lookup(op.getUpperBound());
  auto loop = scf::ForOp::create(b, first, end, d.lookup(op.getStep()), inits);
  llvm::DenseMap<Value, Sums> sums;
  auto take = [&](ValueRange values, ValueRange registers) {
    for (Value value : values) {
      int64_t blocks = blocksOfRows(cast<TileType>(value.getType()));
      sums[value] = llvm::to_vector(registers.take_front(blocks));
      registers = registers.drop_front(blocks);
    }
  };
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    take(op.getRegionIterArgs(), loop.getRegionIterArgs());
    ring->waitFull();
    Value stage = ring->stageOffset();
    NVVM::WgmmaFenceAlignedOp::create(b);
    for (DotOp dot : op.getBody()->getOps<DotOp>()) {
      b.setLoc(dot.getLoc());
      sums[dot.getResult()] = multiply(dot, sums[dot.getAccumulator()], stage);
    }
    NVVM::WgmmaGroupSyncAlignedOp::create(b);
    // The products of the stage before are done; this stage's may go on.
    NVVM::WgmmaWaitGroupSyncOp::create(b, b.getI64IntegerAttr(1));
    Value isLater = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                          loop.getInductionVar(), first);
    ring->releasePrevious(d.both(isLater, isFirstLane));
    ring->advance();
    SmallVector<Value> yielded;
    for (Value value : op.getYieldedValues())
      llvm::append_range(yielded, sums[value]);
    scf::YieldOp::create(b, yielded);
  }
  SmallVector<Value> results;
  for (Value result : loop.getResults())
    results.push_back(awaitProducts(result));
  Value isAny = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, first, end);
  ring->releasePrevious(d.both(isAny, isFirstLane));
  take(op.getResults(), results);
  for (Value result : op.getResults())
    d.mapping.map(result, join(sums[result],
                               d.vectorOf(cast<TileType>(result.getType()))));
}
