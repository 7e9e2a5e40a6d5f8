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

void Distributor::emitBarrier() {
  if (!products)
    return void(gpu::BarrierOp::create(b));
  // Barrier 0 is that of all threads, the producer's too.
  NVVM::BarrierOp::create(b, Type(), i32(1), i32(*kernel.getThreads()),
                          NVVM::BarrierReductionAttr(), Value());
}

void Distributor::barrier() {
  emitBarrier();
  pending.clear();
}

Value Distributor::sharedAddress(Value offset) {
  Type type = getSharedPointerType(b.getContext());
  Value base = LLVM::AddressOfOp::create(b, type, kSharedMemory);
  return LLVM::GEPOp::create(
      b, type, b.getI8Type(), base,
      ArrayRef<LLVM::GEPArg>{
          b.createOrFold<arith::AddIOp>(offset, i32(sharedBase))});
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
