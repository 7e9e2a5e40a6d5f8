//===- MmaProduct.cpp - One product by mma.sync -----------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles need no multiples of the instruction. Along the inner extent operands
// are padded with zeros in shared memory. Lines past the tile read its last
// one: what they give belongs to no element of the result. Where the result has
// one row (or column), all lines are that one, so that all lanes hold its
// elements, as the layout that is collapsed along the dim says.
//
//===----------------------------------------------------------------------===//

#include "MmaProduct.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "phobos/Conversion/CastLowering.h"
#include "phobos/Layout/Conversion.h"

using namespace mlir;
using namespace phobos;

/// More instructions than this are a loop.
static constexpr int64_t kMostUnrolled = 512;

MmaOperand::MmaOperand(TileType type, Type element, bool linesAreRows,
                       int64_t innerMultiple, int64_t byteOffset)
    : type(type), element(element), linesAreRows(linesAreRows),
      isTransposed(false) {
  int64_t bytes = getElementBytes(element);
  int64_t perChunk = SwizzledTile::kChunkBytes / bytes;
  int64_t rows = type.getShape()[0], columns = type.getShape()[1];
  // ldmatrix transposes elements of 16 bits alone; of a single line it would
  // read seven others.
  if (!linesAreRows && (bytes == 1 || columns == 1)) {
    std::swap(rows, columns);
    isTransposed = this->linesAreRows = true;
  }
  if (this->linesAreRows)
    columns = llvm::alignTo(columns, innerMultiple);
  else
    rows = llvm::alignTo(rows, innerMultiple);
  tile =
      SwizzledTile(bytes, rows, llvm::alignTo(columns, perChunk), byteOffset);
}

MmaProduct::MmaProduct(Distributor &distributor, DotOp op,
                       const DotInstruction &instruction, const WarpGrid &grid)
    : d(distributor), b(d.b), op(op), instruction(instruction), grid(grid) {
  ArrayRef<int64_t> shape = op.getType().getShape();
  rows = llvm::divideCeil(shape[0], kRows * grid.rows);
  columns = llvm::divideCeil(shape[1], kColumns * grid.columns);
  steps = llvm::divideCeil(op.getLhs().getType().getShape()[1], instruction.k);
  lane = b.createOrFold<arith::AndIOp>(d.thread, i32(31));
  Value warp = b.createOrFold<arith::ShRUIOp>(d.thread, i32(5));
  warpRow = b.createOrFold<arith::AndIOp>(warp, i32(grid.rows - 1));
  warpColumn =
      b.createOrFold<arith::ShRUIOp>(warp, i32(llvm::Log2_64(grid.rows)));
  if (grid.columns == 1)
    warpColumn = i32(0);
}

MmaOperand phobos::placeLhs(DotOp dot, const DotInstruction &instruction,
                            int64_t byteOffset) {
  TileType type = dot.getLhs().getType();
  return MmaOperand(type,
                    getStagedType(instruction.format, type.getElementType()),
                    /*linesAreRows=*/true, instruction.k, byteOffset);
}

MmaOperand phobos::placeRhs(DotOp dot, const DotInstruction &instruction,
                            int64_t byteOffset) {
  TileType type = dot.getRhs().getType();
  return MmaOperand(type,
                    getStagedType(instruction.format, type.getElementType()),
                    dot.getTransposed(), instruction.k, byteOffset);
}

//===----------------------------------------------------------------------===//
// To shared memory
//===----------------------------------------------------------------------===//

/// Writes zeros to a box of the operand's tile.
void MmaProduct::zero(const MmaOperand &operand, int64_t row, int64_t rows,
                      int64_t column, int64_t columns) {
  if (rows <= 0 || columns <= 0)
    return;
  Type memory = getMemoryType(operand.element);
  int64_t threads = *d.kernel.getThreads();
  auto loop =
      scf::ForOp::create(b, d.thread, i32(rows * columns), i32(threads));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value place = loop.getInductionVar();
  Value inRow = arith::DivUIOp::create(b, place, i32(columns));
  Value inColumn = arith::RemUIOp::create(b, place, i32(columns));
  SharedByte byte =
      operand.tile.element(b, add(inRow, i32(row)), add(inColumn, i32(column)));
  d.storeShared(arith::ConstantOp::create(b, b.getZeroAttr(memory)),
                pointer({&operand, Value()}, byte));
}

void MmaProduct::storeElements(Value vector, const MmaOperand &operand) {
  LayoutAttr attr = operand.type.getLayout();
  const Layout &layout = attr.getLayout();
  ArrayRef<int64_t> shape = operand.type.getShape();
  int64_t size = operand.isTransposed
                     ? 1
                     : std::min({layout.contiguousElements(1),
                                 operand.tile.elementsPerChunk(),
                                 powerOfTwoPart(shape[1])});
  for (int64_t e = 0, n = layout.elementsPerThread(); e < n; e += size) {
    if (d.isNever(attr, shape, e))
      continue;
    d.guarded(d.isValid(attr, shape, e), [&] {
      Coordinates offset = layout.elementOffset(e);
      Value row = d.coordinate(attr, 0, offset[0]);
      Value column = d.coordinate(attr, 1, offset[1]);
      if (operand.isTransposed)
        std::swap(row, column);
      Value part = vector::ExtractStridedSliceOp::create(b, vector, e, size, 1);
      d.storeShared(part, pointer({&operand, Value()},
                                  operand.tile.element(b, row, column)));
    });
  }
}

void MmaProduct::store(Value vector, const MmaOperand &operand) {
  ArrayRef<int64_t> shape = operand.type.getShape();
  int64_t rows = shape[0], columns = shape[1];
  if (operand.isTransposed)
    std::swap(rows, columns);
  const SwizzledTile &tile = operand.tile;
  zero(operand, 0, rows, columns, tile.columns() - columns);
  zero(operand, rows, tile.rows() - rows, 0, tile.columns());

  Value converted = lowerCast(b, vector, operand.element, op.getIsUnsigned(),
                              /*toUnsigned=*/false);
  d.guarded(d.isOwner(operand.type.getLayout()),
            [&] { storeElements(d.toMemory(converted), operand); });
}

Value MmaProduct::pointer(const Source &source, SharedByte byte) {
  if (source.slot)
    byte.dynamic = add(byte.dynamic, source.slot);
  return d.sharedAddress(byte);
}

//===----------------------------------------------------------------------===//
// Where operands come from
//===----------------------------------------------------------------------===//

bool MmaProduct::takeLhsFromRegisters(Value vector) {
  TileType type = op.getLhs().getType();
  Type staged = getStagedType(instruction.format, type.getElementType());
  int64_t bits = 8 * getElementBytes(staged);
  // Past the inner extent there must be zeros.
  if (bits > 32 || type.getShape()[1] % instruction.k != 0 ||
      steps * rows * columns > kMostUnrolled)
    return false;
  Layout wanted =
      Layout::mmaOperandA(type.getShape(), {grid.rows, grid.columns}, bits);
  Conversion conversion(type.getLayout().getLayout(), wanted);
  if (conversion.kind() != Conversion::Kind::Registers)
    return false;
  for (const std::optional<Conversion::Source> &source : conversion.sources())
    lhsSources.push_back(source ? source->element : 0);
  lhsVector = d.toMemory(lowerCast(b, vector, staged, op.getIsUnsigned(),
                                   /*toUnsigned=*/false));
  return true;
}

void MmaProduct::takeLhs(const MmaOperand &operand, Value slot) {
  lhs = {&operand, slot};
}

void MmaProduct::takeRhs(const MmaOperand &operand, Value slot) {
  rhs = {&operand, slot};
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

SmallVector<int64_t> MmaProduct::placesOf(int64_t row, int64_t column) const {
  TileType type = DotOp(op).getType();
  LayoutAttr layout = type.getLayout();
  SmallVector<int64_t> places;
  for (int64_t i = 0; i < 4; ++i) {
    Coordinates coordinates = {row * kRows * grid.rows + 8 * (i / 2),
                               column * kColumns * grid.columns + i % 2};
    for (auto [dim, extent] : llvm::enumerate(type.getShape()))
      if (extent == 1)
        coordinates[dim] = 0;
    places.push_back(*layout.getLayout().elementAt(coordinates));
  }
  return places;
}

/// What LLVM calls the instruction's form.
static std::string getIntrinsic(const DotInstruction &instruction) {
  std::string name = "llvm.nvvm.mma.m" + std::to_string(instruction.m) + "n" +
                     std::to_string(instruction.n) + "k" +
                     std::to_string(instruction.k) + ".row.col.";
  std::string format = stringifyDotFormat(instruction.format).str();
  switch (instruction.format) {
  case DotFormat::F16:
    return name + "f32.f32";
  case DotFormat::E4M3:
  case DotFormat::E5M2:
    return name + "f32." + format + "." + format + ".f32";
  case DotFormat::TF32x3:
    return name + "tf32";
  default:
    return name + format;
  }
}

void MmaProduct::callMma(ArrayRef<Value> left, ArrayRef<Value> right,
                         MutableArrayRef<Value> sums) {
  SmallVector<Value> operands;
  Type half = VectorType::get(2, b.getF16Type());
  for (Value value : llvm::concat<const Value>(left, right)) {
    if (instruction.format == DotFormat::F16)
      value = LLVM::BitcastOp::create(b, half, value);
    operands.push_back(value);
  }
  llvm::append_range(operands, sums);
  SmallVector<Type> types(sums.size(), sums.front().getType());
  auto result = LLVM::LLVMStructType::getLiteral(b.getContext(), types);
  auto call = LLVM::CallIntrinsicOp::create(
      b, result, b.getStringAttr(getIntrinsic(instruction)), operands);
  Value product = call->getResult(0);
  for (auto [i, sum] : llvm::enumerate(sums))
    sum = LLVM::ExtractValueOp::create(b, product, i);
}

/// `value`, the bits of an f32, rounded to tf32: to nearest, ties away from
/// zero. A NaN could carry into the sign.
static Value roundToTF32(ImplicitLocOpBuilder &b, Value value) {
  auto number = [&](int64_t bits) {
    return arith::ConstantIntOp::create(b, b.getI32Type(), bits);
  };
  Value rounded = arith::AddIOp::create(b, value, number(0x1000));
  rounded = arith::AndIOp::create(b, rounded, number(~int64_t(0x1fff)));
  Value f32 = arith::BitcastOp::create(b, b.getF32Type(), value);
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, f32, f32);
  return arith::SelectOp::create(b, isNaN, number(0x7fc00000), rounded);
}

/// The higher part of an f32 as a tf32, and that of what it leaves. Neither is
/// rounded: the sum of both, times one, must not be infinite where the number
/// is the largest that is finite.
static std::pair<Value, Value> splitTF32(ImplicitLocOpBuilder &b, Value value) {
  auto number = [&](int64_t bits) {
    return arith::ConstantIntOp::create(b, b.getI32Type(), bits);
  };
  auto asFloat = [&](Value bits) {
    return arith::BitcastOp::create(b, b.getF32Type(), bits);
  };
  Value f32 = asFloat(value);
  Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, f32, f32);
  auto cutOff = [&](Value bits) -> Value {
    return arith::AndIOp::create(b, bits, number(~int64_t(0x1fff)));
  };
  Value high = cutOff(value);
  high = arith::SelectOp::create(b, isNaN, number(0x7fc00000), high);
  Value rest = arith::SubFOp::create(b, f32, asFloat(high));
  rest = arith::BitcastOp::create(b, b.getI32Type(), rest);
  return {high, cutOff(rest)};
}

/// The products of higher and lower parts are summed by themselves: where an
/// operand is infinite they are NaN, and count as nothing beside that of the
/// higher parts.
void MmaProduct::multiplySplit(const Registers &left, const Registers &right,
                               MutableArrayRef<Value> sums) {
  Registers leftHigh, leftLow, rightHigh, rightLow;
  auto split = [&](const Registers &from, Registers &high, Registers &low) {
    for (Value value : from) {
      auto [first, second] = splitTF32(b, value);
      high.push_back(first);
      low.push_back(second);
    }
  };
  split(left, leftHigh, leftLow);
  split(right, rightHigh, rightLow);
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  SmallVector<Value> rest(sums.size(), zero);
  callMma(leftLow, rightHigh, rest);
  callMma(leftHigh, rightLow, rest);
  for (auto [sum, part] : llvm::zip_equal(sums, rest)) {
    Value isNaN =
        arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, part, part);
    Value finite = arith::SelectOp::create(b, isNaN, zero, part);
    sum = arith::AddFOp::create(b, sum, finite);
  }
  callMma(leftHigh, rightHigh, sums);
}

void MmaProduct::multiplyFragments(const Registers &left,
                                   const Registers &right,
                                   MutableArrayRef<Value> sums) {
  if (instruction.format == DotFormat::TF32x3)
    return multiplySplit(left, right, sums);
  if (instruction.m == kRows)
    return callMma(left, right, sums);
  // The upper and the lower eight rows.
  callMma(left[0], right, sums.take_front(2));
  callMma(left[1], right, sums.drop_front(2));
}

void MmaProduct::multiplyStep(const Step &step, MutableArrayRef<Value> sums) {
  auto rounded = [&](Registers registers) {
    if (instruction.format == DotFormat::TF32)
      for (Value &value : registers)
        value = roundToTF32(b, value);
    return registers;
  };
  SmallVector<Registers> left;
  for (int64_t row = 0; row < rows; ++row)
    left.push_back(rounded(lhsFragment(row, step)));
  for (int64_t column = 0; column < columns; column += 2)
    for (auto [i, loaded] : llvm::enumerate(rhsFragments(column, step))) {
      Registers right = rounded(loaded);
      for (int64_t row = 0; row < rows; ++row) {
        SmallVector<int64_t> places = placesOf(row, column + i);
        SmallVector<Value> part;
        for (int64_t place : places)
          part.push_back(sums[place]);
        multiplyFragments(left[row], right, part);
        // Places that are equal hold equal elements.
        for (auto [place, value] : llvm::zip_equal(places, part))
          sums[place] = value;
      }
    }
}

Value MmaProduct::multiply(Value accumulator) {
  auto type = cast<VectorType>(accumulator.getType());
  SmallVector<Value> sums;
  for (int64_t e = 0; e < type.getNumElements(); ++e)
    sums.push_back(d.element(accumulator, e));
  if (steps * rows * columns <= kMostUnrolled) {
    for (int64_t step = 0; step < steps; ++step)
      multiplyStep({i32(step), step}, sums);
    return vector::FromElementsOp::create(b, type, sums);
  }
  auto loop = scf::ForOp::create(b, i32(0), i32(steps), i32(1), sums);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> inner(loop.getRegionIterArgs());
    multiplyStep({loop.getInductionVar(), std::nullopt}, inner);
    scf::YieldOp::create(b, inner);
  }
  return vector::FromElementsOp::create(b, type, loop.getResults());
}
