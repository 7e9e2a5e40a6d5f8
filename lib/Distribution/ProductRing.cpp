//===- ProductRing.cpp - Stages between copies and products -----*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductRing.h"
#include "InlinePTX.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace phobos;

static constexpr int64_t kBarrierBytes = 8;
/// For which a wait may suspend the thread before it looks again.
static constexpr int64_t kWaitNanoseconds = 10000000;

int64_t ProductRing::bytes() const {
  return stages * (stageBytes + 2 * kBarrierBytes);
}

Value ProductRing::i32(int64_t value) {
  return arith::ConstantIntOp::create(b, b.getI32Type(), value);
}

Value ProductRing::load(Value variable) {
  return LLVM::LoadOp::create(b, b.getI32Type(), variable);
}

void ProductRing::declare(Value start, Value inWarp) {
  shared = start;
  lane = inWarp;
  // Variables that LLVM turns into registers: a position outlives the loops
  // that it moves through.
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  for (Value *variable : {&stage, &parity}) {
    *variable = LLVM::AllocaOp::create(b, pointer, b.getI32Type(), i32(1));
    LLVM::StoreOp::create(b, i32(0), *variable);
  }
}

Value ProductRing::address(Value offset) {
  return LLVM::GEPOp::create(b, shared.getType(), b.getI8Type(), shared,
                             ArrayRef<LLVM::GEPArg>{offset},
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value ProductRing::barrier(Value ofStage, bool isFull) {
  int64_t first = stages * (stageBytes + (isFull ? 0 : kBarrierBytes));
  Value offset = arith::MulIOp::create(b, ofStage, i32(kBarrierBytes));
  return address(arith::AddIOp::create(b, offset, i32(first)));
}

void ProductRing::initialize() {
  for (int64_t index = 0; index < stages; ++index)
    for (auto [isFull, arrivals] :
         {std::pair<bool, int64_t>(true, 1), {false, consumerWarps * blocks}})
      NVVM::MBarrierInitOp::create(b, barrier(i32(index), isFull),
                                   i32(arrivals),
                                   /*predicate=*/Value());
  NVVM::FenceMbarrierInitOp::create(b);
  NVVM::FenceProxyOp::create(
      b,
      NVVM::ProxyKindAttr::get(b.getContext(), NVVM::ProxyKind::async_shared),
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
}

Value ProductRing::stageOffset() {
  return arith::MulIOp::create(b, load(stage), i32(stageBytes));
}

void ProductRing::wait(Value barrier, Value phase) {
  NVVM::MBarrierTryWaitParityOp::create(b, barrier, phase,
                                        i32(kWaitNanoseconds));
}

void ProductRing::waitEmpty() {
  wait(barrier(load(stage), /*isFull=*/false),
       arith::XOrIOp::create(b, load(parity), i32(1)));
}

void ProductRing::awaitEmpty() {
  for (int64_t index = 0; index < stages; ++index) {
    waitEmpty();
    advance();
  }
}

Value ProductRing::beginCopies(int64_t bytes) {
  waitEmpty();
  Value full = barrier(load(stage), /*isFull=*/true);
  NVVM::MBarrierArriveExpectTxOp::create(
      b, Type(), full, i32(bytes),
      NVVM::MemScopeKindAttr::get(b.getContext(), NVVM::MemScopeKind::CTA),
      b.getBoolAttr(false), /*predicate=*/Value());
  return full;
}

void ProductRing::waitFull() {
  wait(barrier(load(stage), /*isFull=*/true), load(parity));
}

void ProductRing::releasePrevious(Value condition) {
  Value position = load(stage);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, position, i32(0));
  Value previous = arith::SelectOp::create(
      b, isFirst, i32(stages - 1), arith::SubIOp::create(b, position, i32(1)));
  // One lane for each block.
  Value isReleasing =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, lane, i32(blocks));
  PTXInstruction arrive(b);
  std::string address = arrive.use(barrier(previous, /*isFull=*/false), "r");
  Value block = arith::AndIOp::create(b, lane, i32(blocks - 1));
  std::string rank = blocks > 1 ? arrive.use(block, "r") : "";
  std::string guard =
      arrive.addGuard(arith::AndIOp::create(b, condition, isReleasing));
  if (blocks == 1)
    arrive.create(guard + "mbarrier.arrive.shared::cta.b64 _, [" + address +
                  "];");
  else
    arrive.create("{ .reg .b32 there; mapa.shared::cluster.u32 there, " +
                  address + ", " + rank + "; " + guard +
                  "mbarrier.arrive.shared::cluster.b64 _, [there]; }");
}

void ProductRing::advance() {
  Value next = arith::AddIOp::create(b, load(stage), i32(1));
  Value wraps =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, next, i32(stages));
  Value round = load(parity);
  Value flipped = arith::XOrIOp::create(b, round, i32(1));
  LLVM::StoreOp::create(b, arith::SelectOp::create(b, wraps, i32(0), next),
                        stage);
  LLVM::StoreOp::create(b, arith::SelectOp::create(b, wraps, flipped, round),
                        parity);
}
