//===- ThreadMemory.cpp - Elements in memory, and shared memory -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace phobos;

Type phobos::getGlobalPointerType(MLIRContext *context) {
  return LLVM::LLVMPointerType::get(
      context, static_cast<unsigned>(NVVM::NVVMMemorySpace::Global));
}

Type phobos::getSharedPointerType(MLIRContext *context) {
  return LLVM::LLVMPointerType::get(
      context, static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
}

/// `element`, or a vector of it where `like` is a vector.
static Type shapedLike(Type element, Type like) {
  if (auto vector = dyn_cast<VectorType>(like))
    return vector.clone(element);
  return element;
}

Value Distributor::toMemory(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  Type type = shapedLike(getMemoryType(element), value.getType());
  if (type == value.getType())
    return value;
  if (element.isInteger(1))
    return arith::ExtUIOp::create(b, type, value);
  if (element.isIndex())
    return arith::IndexCastOp::create(b, type, value);
  return arith::BitcastOp::create(b, type, value);
}

Value Distributor::fromMemory(Value value, Type element) {
  Type type = shapedLike(element, value.getType());
  if (type == value.getType())
    return value;
  if (element.isInteger(1)) {
    // Any byte that is not zero is true.
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(value.getType()));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, value, zero);
  }
  if (element.isIndex())
    return arith::IndexCastOp::create(b, type, value);
  return arith::BitcastOp::create(b, type, value);
}

Operation *Distributor::emitBarrier() {
  if (!products)
    return gpu::BarrierOp::create(b);
  // Barrier 0 is that of all threads, the producer's too.
  return NVVM::BarrierOp::create(b, Type(), i32(1), i32(*kernel.getThreads()),
                                 NVVM::BarrierReductionAttr(), Value());
}

void Distributor::barrier(Location place, ArrayRef<BarrierReason> reasons) {
  report.add(place, BarrierNeed::Always, reasons);
  pending.clear();
  reads = {};
  emitBarrier();
}

/// So many bytes of shared memory a block cost no multiprocessor a block.
static constexpr int64_t kCheapSharedBytes = 8 * 1024;

SharedRange Distributor::takeShared(int64_t bytes, Attribute tripOfWarps) {
  int64_t limit = std::max(sharedBytes, kCheapSharedBytes);
  SmallVector<int64_t> begins = {0};
  for (const SharedReads::Read &read : reads.ranges)
    begins.push_back(llvm::alignTo(read.range.end, kVectorBytes));
  for (const SharedRange &held : heldRanges)
    begins.push_back(llvm::alignTo(held.end, kVectorBytes));
  llvm::sort(begins);
  std::optional<SharedRange> first, found;
  for (int64_t begin : begins) {
    SharedRange candidate = {begin, begin + bytes, tripOfWarps};
    bool isHeld = llvm::any_of(heldRanges, [&](const SharedRange &held) {
      return held.overlaps(candidate);
    });
    if (isHeld)
      continue;
    if (!first)
      first = candidate;
    if (!found && candidate.end <= limit && !reads.findOverlap(candidate))
      found = candidate;
  }
  // Nothing is held behind the last beginning.
  SharedRange range = found.value_or(*first);
  sharedBytes = std::max(sharedBytes, range.end);
  return range;
}

void Distributor::waitForReaders(SharedRange range) {
  Location place = b.getLoc();
  if (LocationAttr read = reads.findOverlap(range)) {
    barrier(place, {{BarrierCause::MemoryIsRead, read}});
    return;
  }
  size_t reported =
      report.add(place, BarrierNeed::None, {{BarrierCause::MemoryIsFree}});
  // It may go, so nothing may count on it.
  if (!reads.carriedBy.empty())
    tentativeBarriers.push_back(
        {emitBarrier(), reported, range, reads.carriedBy});
}

void Distributor::publish(SharedRange range, function_ref<void()> store) {
  waitForReaders(range);
  store();
  barrier(b.getLoc(), {{BarrierCause::OthersRead}});
  reads.ranges.push_back({range, b.getLoc()});
}

SharedRange Distributor::takeSharedForWarps(int64_t bytes, Attribute trip) {
  SharedRange range = takeShared(bytes, trip);
  waitForReaders(range);
  reads.ranges.push_back({range, b.getLoc()});
  return range;
}

void Distributor::publishWithinWarps(function_ref<void()> store) {
  report.add(b.getLoc(), BarrierNeed::None, {{BarrierCause::WithinWarp}});
  auto wait = [&] { NVVM::SyncWarpOp::create(b, i32(-1)); };
  wait(); // what the warp wrote there before has been read
  store();
  wait();
}

void Distributor::settleReads(Operation *loop) {
  // What the iterations before left is in it, of whichever they are.
  reads.carriedBy.remove(loop);
  llvm::erase_if(tentativeBarriers, [&](TentativeBarrier &tentative) {
    if (!tentative.carriedBy.remove(loop))
      return false;
    if (LocationAttr read = reads.findOverlap(tentative.range)) {
      report.decide(tentative.reported, BarrierNeed::Always,
                    {BarrierCause::IterationReads, read});
      return true;
    }
    tentative.carriedBy.insert_range(reads.carriedBy);
    if (!tentative.carriedBy.empty())
      return false;
    tentative.barrier->erase();
    return true;
  });
}

Value Distributor::sharedAddress(Value offset, int64_t begin) {
  Type type = getSharedPointerType(b.getContext());
  Value base = LLVM::AddressOfOp::create(b, type, kSharedMemory);
  if (int64_t front = sharedBase + begin)
    base = LLVM::GEPOp::create(b, type, b.getI8Type(), base,
                               ArrayRef<LLVM::GEPArg>{int32_t(front)});
  return LLVM::GEPOp::create(b, type, b.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{offset});
}

Value Distributor::sharedAddress(const SharedByte &byte) {
  Type type = getSharedPointerType(b.getContext());
  Value base = LLVM::AddressOfOp::create(b, type, kSharedMemory);
  Value address = LLVM::GEPOp::create(b, type, b.getI8Type(), base,
                                      ArrayRef<LLVM::GEPArg>{byte.dynamic});
  if (byte.constant == 0)
    return address;
  // A constant of its own becomes part of the instruction.
  return LLVM::GEPOp::create(
      b, type, b.getI8Type(), address,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(byte.constant)});
}

static unsigned byteSize(Type type) {
  int64_t elements = 1;
  if (auto vector = dyn_cast<VectorType>(type))
    elements = vector.getNumElements();
  return elements * getElementBytes(getElementTypeOrSelf(type));
}

void Distributor::storeShared(Value value, Value address) {
  LLVM::StoreOp::create(b, value, address, byteSize(value.getType()));
}

Value Distributor::loadShared(Type type, Value address) {
  return LLVM::LoadOp::create(b, type, address, byteSize(type));
}
