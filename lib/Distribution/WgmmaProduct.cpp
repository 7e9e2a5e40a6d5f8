//===- WgmmaProduct.cpp - One product by wgmma ------------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WgmmaProduct.h"
#include "InlinePTX.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Layout/Conversion.h"
#include "phobos/Target/Target.h"

using namespace mlir;
using namespace phobos;

static constexpr int64_t kWarpsOfGroup =
    Target::threadsPerWarpGroup / Target::threadsPerWarp;
/// Registers of A that one instruction takes of a thread.
static constexpr int64_t kLeftRegisters = 4;

ProductDistributor::Product::Product(Distributor &distributor, DotOp dot,
                                     Value warp)
    : d(distributor), b(distributor.b), dot(dot),
      instruction(chooseWgmma(dot, distributor.target)), warp(warp),
      shared(LLVM::AddressOfOp::create(b, getSharedPointerType(b.getContext()),
                                       kSharedMemory)),
      steps(dot.getLhs().getType().getShape()[1] / instruction.k) {}

int64_t ProductDistributor::Product::rowsOfBlocks() const {
  return *d.kernel.getThreads() / Target::threadsPerWarpGroup * instruction.m;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void ProductDistributor::Product::takeLhs(const StagedOperand &operand,
                                          Value place) {
  // Each warp group has its own rows of every block.
  Value group = arith::DivUIOp::create(b, warp, d.i32(kWarpsOfGroup));
  Value firstRow =
      arith::MulIOp::create(b, group, d.i32(operand.rowOffset(instruction.m)));
  lhs = Source{operand, arith::AddIOp::create(b, place, firstRow)};
}

void ProductDistributor::Product::takeRhs(const StagedOperand &operand,
                                          Value place) {
  rhs = Source{operand, place};
}

bool ProductDistributor::Product::takeLhsFromRegisters(Value vector) {
  TileType type = dot.getLhs().getType();
  int64_t bits = type.getElementType().getIntOrFloatBitWidth();
  if (bits != 16)
    return false;
  int64_t warps = *d.kernel.getThreads() / Target::threadsPerWarp;
  Layout wanted = Layout::mmaOperandA(type.getShape(), {warps, 1}, bits);
  Conversion conversion(type.getLayout().getLayout(), wanted);
  if (conversion.kind() != Conversion::Kind::Registers)
    return false;
  SmallVector<int64_t> places;
  for (const std::optional<Conversion::Source> &source : conversion.sources())
    places.push_back(source ? source->element : 0);
  Value elements = d.toMemory(vector);
  constexpr size_t packed = 2; // elements of 16 bits in a register
  for (size_t first = 0; first < places.size(); first += packed) {
    Value part = vector::ShuffleOp::create(
        b, elements, elements, ArrayRef(places).slice(first, packed));
    lhsRegisters.push_back(LLVM::BitcastOp::create(b, b.getI32Type(), part));
  }
  return true;
}

/// PTX ISA, "Matrix descriptor": the address in units of 16 bytes, below the
/// rest. `row` is the first to be read.
Value ProductDistributor::Product::descriptor(const Source &source,
                                              int64_t row) {
  Value start = LLVM::PtrToIntOp::create(b, b.getI32Type(), shared);
  Value address =
      arith::AddIOp::create(b, arith::AddIOp::create(b, start, source.place),
                            d.i32(source.operand.rowOffset(row)));
  address = arith::ShRUIOp::create(
      b, arith::AndIOp::create(b, address, d.i32(0x3FFFF)), d.i32(4));
  return arith::OrIOp::create(
      b, arith::ExtUIOp::create(b, b.getI64Type(), address),
      arith::ConstantIntOp::create(b, b.getI64Type(),
                                   source.operand.descriptor()));
}

Value ProductDistributor::Product::atStep(Value descriptor,
                                          const Source &source, int64_t step) {
  return b.createOrFold<arith::AddIOp>(
      descriptor, arith::ConstantIntOp::create(
                      b, b.getI64Type(), source.operand.stepOffset(step) / 16));
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static NVVM::WGMMATypes getOperandType(DotFormat format) {
  switch (format) {
  case DotFormat::F16:
    return NVVM::WGMMATypes::f16;
  case DotFormat::BF16:
    return NVVM::WGMMATypes::bf16;
  case DotFormat::E4M3:
    return NVVM::WGMMATypes::e4m3;
  case DotFormat::E5M2:
    return NVVM::WGMMATypes::e5m2;
  case DotFormat::S8:
    return NVVM::WGMMATypes::s8;
  case DotFormat::U8:
    return NVVM::WGMMATypes::u8;
  default:
    llvm_unreachable("expected a format of wgmma");
  }
}

Value ProductDistributor::Product::multiply(Value sum, Value left, Value right,
                                            Adds adds) {
  MLIRContext *context = b.getContext();
  auto typeOf = [&](NVVM::WGMMATypes kind) {
    return NVVM::WGMMATypesAttr::get(context, kind);
  };
  auto layoutOf = [&](bool isRow) {
    return NVVM::MMALayoutAttr::get(context, isRow ? NVVM::MMALayout::row
                                                   : NVVM::MMALayout::col);
  };
  auto one = NVVM::WGMMAScaleInAttr::get(context, NVVM::WGMMAScaleIn::one);
  auto type = typeOf(getOperandType(instruction.format));
  bool isFloat = isa<FloatType>(dot.getType().getElementType());
  return NVVM::WgmmaMmaAsyncOp::create(
      b, sum.getType(), sum, left, right,
      NVVM::MMAShapeAttr::get(context, instruction.m, instruction.n,
                              instruction.k),
      type, type,
      typeOf(isFloat ? NVVM::WGMMATypes::f32 : NVVM::WGMMATypes::s32),
      NVVM::WGMMAScaleOutAttr::get(context, adds == Adds::ToSum
                                                ? NVVM::WGMMAScaleOut::one
                                                : NVVM::WGMMAScaleOut::zero),
      one, one, layoutOf(true), layoutOf(!rhs->operand.isKMajor),
      NVVM::MMAIntOverflowAttr());
}

/// "{$0, $1, …}" of `count` registers from `first` on.
static std::string listRegisters(int64_t first, int64_t count) {
  std::string text = "{";
  for (int64_t index = 0; index < count; ++index)
    text += (index ? ", $" : "$") + std::to_string(first + index);
  return text + "}";
}

/// The nvvm op takes A from shared memory alone.
Value ProductDistributor::Product::multiplyRegisters(Value sum, int64_t block,
                                                     int64_t step,
                                                     Value right) {
  auto type = cast<LLVM::LLVMStructType>(sum.getType());
  int64_t count = type.getBody().size();
  PTXInstruction multiply(b);
  multiply.addResults(type.getBody().front(), "f", count);
  int64_t first = (block * steps + step) * kLeftRegisters;
  for (Value value : ArrayRef(lhsRegisters).slice(first, kLeftRegisters))
    multiply.use(value, "r");
  std::string descriptor = multiply.use(right, "l");
  for (int64_t index = 0; index < count; ++index)
    multiply.tie(LLVM::ExtractValueOp::create(b, sum, index), index);
  std::string format = stringifyDotFormat(instruction.format).str();
  return multiply.create(
      "{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\n"
      "wgmma.mma_async.sync.aligned.m" +
      std::to_string(instruction.m) + "n" + std::to_string(instruction.n) +
      "k" + std::to_string(instruction.k) + ".f32." + format + "." + format +
      " " + listRegisters(0, count) + ", " +
      listRegisters(count, kLeftRegisters) + ", " + descriptor + ", p, 1, 1, " +
      (rhs->operand.isKMajor ? "0" : "1") + ";\n}");
}

Value ProductDistributor::Product::startBlock(int64_t block, Value sum,
                                              Adds first) {
  Value right = descriptor(*rhs, 0);
  Value left = lhs ? descriptor(*lhs, block * rowsOfBlocks()) : Value();
  for (int64_t step = 0; step < steps; ++step) {
    Value rightStep = atStep(right, *rhs, step);
    sum = lhs ? multiply(sum, atStep(left, *lhs, step), rightStep,
                         step == 0 ? first : Adds::ToSum)
              : multiplyRegisters(sum, block, step, rightStep);
  }
  return sum;
}

ProductDistributor::Product::Sums
ProductDistributor::Product::start(Sums sums) {
  for (auto [block, sum] : llvm::enumerate(sums))
    sum = startBlock(block, sum, Adds::ToSum);
  return sums;
}

Value ProductDistributor::Product::startAlone(int64_t block) {
  assert(lhs && "expected a left side in shared memory");
  TileType tile = dot.getType();
  int64_t elements =
      instruction.m * tile.getShape()[1] / Target::threadsPerWarpGroup;
  Type registers = LLVM::LLVMStructType::getLiteral(
      b.getContext(),
      SmallVector<Type>(elements, d.convert(tile.getElementType())));
  return startBlock(block, LLVM::PoisonOp::create(b, registers),
                    Adds::ToNothing);
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

ProductDistributor::Product::Sums
ProductDistributor::Product::split(Distributor &d, Value vector,
                                   int64_t parts) {
  ImplicitLocOpBuilder &b = d.b;
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

Value ProductDistributor::Product::join(Distributor &d, ArrayRef<Value> sums,
                                        VectorType type) {
  SmallVector<Value> elements;
  for (Value sum : sums) {
    int64_t size = cast<LLVM::LLVMStructType>(sum.getType()).getBody().size();
    for (int64_t index = 0; index < size; ++index)
      elements.push_back(LLVM::ExtractValueOp::create(d.b, sum, index));
  }
  return vector::FromElementsOp::create(d.b, type, elements);
}

Value ProductDistributor::Product::await(ImplicitLocOpBuilder &b, Value sum) {
  ArrayRef<Type> types = cast<LLVM::LLVMStructType>(sum.getType()).getBody();
  StringRef constraint = types[0].isInteger() ? "r" : "f";
  PTXInstruction wait(b);
  wait.addResults(types[0], constraint, types.size());
  for (size_t index = 0; index < types.size(); ++index)
    wait.tie(LLVM::ExtractValueOp::create(b, sum, index), index);
  return wait.create("wgmma.wait_group.sync.aligned 0;");
}
