//===- Mma.cpp - Matrix products of a warp ----------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// PTX ISA, "Multiply-and-Accumulate Instruction: mma": D = A * B + C, with A of
// rows x depth elements, B of depth x 8, C and D of rows x 8, all of them
// spread over the registers of a warp.
//
// The ISA leaves open how sums of floats are rounded and in which order they
// are made: MatrixAccumulators.h says how it is done here. f64 is defined as
// fused multiply-adds, and comes in order of depth.

#include "../FunctionTable.h"
#include "AlignedSum.h"
#include "MatrixAccumulators.h"
#include "MatrixElements.h"
#include "WarpMeetings.h"
#include <utility>

using namespace phobos::emulator;

static constexpr unsigned columns = 8;

static double multiplyAdd(double a, double b, double sum) {
  return std::fma(a, b, sum);
}
static int64_t multiplyAdd(int64_t a, int64_t b, int64_t sum) {
  return a * b + sum;
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

namespace {
/// Which lane has which element (PTX ISA, "Matrix Fragments for mma.m…"). With
/// g = lane / 4 and t = lane % 4, and p elements in a register of an operand:
///
///     A, element e of register r:  row    g + 8 * (r % 2)
///                                  column t * p + e + 4 * p * (r / 2)
///     B, element e of register r:  row    t * p + e + 4 * p * r, column g
///     C and D, element e:          row    g + 8 * (e / 2)
///                                  column t * 2 + e % 2
template <typename ElementA, typename ElementB, typename Accumulator,
          unsigned rows, unsigned depth>
struct Product {
  using Sum = typename Accumulator::Sum;
  using Register = typename Accumulator::Register;
  using Input = std::conditional_t<ElementA::bits == 64, double, uint32_t>;

  static constexpr unsigned elementsOfInput =
      ElementA::bits == 64 ? 1 : 32 / ElementA::bits;
  static constexpr unsigned inputsA =
      rows * depth / lanesOfWarp / elementsOfInput;
  static constexpr unsigned inputsB =
      columns * depth / lanesOfWarp / elementsOfInput;
  static constexpr unsigned elements = rows * columns / lanesOfWarp;
  static constexpr unsigned registers =
      elements / Accumulator::elementsOfRegister;

  /// What a lane brings, and takes away.
  struct Fragments {
    Input a[inputsA], b[inputsB];
    Register c[registers];
    uint64_t d[registers] = {};
  };

  static void complete(WarpMeeting &meeting, Execution &execution) {
    if (!checkWholeWarp(meeting, execution))
      return;
    Product product;
    forLanes(allLanes, [&](unsigned lane) {
      product.gather(operandOf<Fragments>(meeting, lane), lane);
    });
    product.multiply();
    forLanes(allLanes, [&](unsigned lane) {
      product.scatter(operandOf<Fragments>(meeting, lane), lane);
    });
  }

private:
  template <typename Element> static Sum decode(Input input, unsigned element) {
    if constexpr (Element::bits >= 32)
      return Element::decode(input);
    else
      return Element::decode(input >> element * Element::bits &
                             ((1u << Element::bits) - 1));
  }

  Sum *accumulatorsOf(unsigned lane, unsigned registerNumber) {
    unsigned element = registerNumber * Accumulator::elementsOfRegister;
    return &c[lane / 4 + 8 * (element / 2)][lane % 4 * 2 + element % 2];
  }

  void gather(const Fragments &fragments, unsigned lane) {
    unsigned group = lane / 4, first = lane % 4 * elementsOfInput;
    for (unsigned element = 0; element != elementsOfInput; ++element) {
      for (unsigned i = 0; i != inputsA; ++i)
        a[group + 8 * (i % 2)][first + element + i / 2 * 4 * elementsOfInput] =
            decode<ElementA>(fragments.a[i], element);
      for (unsigned i = 0; i != inputsB; ++i)
        b[first + element + i * 4 * elementsOfInput][group] =
            decode<ElementB>(fragments.b[i], element);
    }
    for (unsigned i = 0; i != registers; ++i)
      Accumulator::decode(fragments.c[i], accumulatorsOf(lane, i));
  }

  void multiply() {
    for (unsigned row = 0; row != rows; ++row)
      for (unsigned column = 0; column != columns; ++column)
        accumulate(row, column);
  }

  void accumulate(unsigned row, unsigned column) {
    Sum &sum = c[row][column];
    if constexpr (std::is_same_v<Sum, int64_t> || ElementA::bits == 64) {
      for (unsigned k = 0; k != depth; ++k)
        sum = multiplyAdd(a[row][k], b[k][column], sum);
    } else if constexpr (ElementA::bits == 8) {
      // They become f16, of which a register has two: first the lower halves of
      // all registers are multiplied, then the upper ones; C comes at last.
      double products = addProducts<ElementF16>(0, row, column, {4, 0, 2});
      products = addProducts<ElementF16>(products, row, column, {4, 2, 4});
      sum = Accumulator::roundToNearest(sum + products);
    } else {
      sum = addProducts<ElementA>(sum, row, column, {1, 0, 1});
    }
  }

  /// Places in depth of which the remainder by `period` is in a range.
  struct Places {
    unsigned period, begin, end;
    bool contain(unsigned k) const {
      return k % period >= begin && k % period < end;
    }
  };

  template <typename Element>
  double addProducts(double start, unsigned row, unsigned column,
                     Places places) const {
    auto exponentOf = [](double number) {
      return AlignedSum::exponentOf(number, Element::leastExponent);
    };
    AlignedSum sum;
    sum.add(start, AlignedSum::exponentOf(start, Accumulator::leastExponent));
    for (unsigned k = 0; k != depth; ++k)
      if (places.contain(k))
        sum.add(a[row][k] * b[k][column],
                exponentOf(a[row][k]) + exponentOf(b[k][column]));
    return Accumulator::round(sum.get());
  }

  void scatter(Fragments &fragments, unsigned lane) {
    for (unsigned i = 0; i != registers; ++i)
      fragments.d[i] = Accumulator::encode(accumulatorsOf(lane, i));
  }

  Sum a[rows][depth], b[depth][columns], c[rows][columns];
};

template <typename T, size_t> using Repeated = T;

/// The C++ function of a form: it takes the registers of A, of B and of C.
template <typename Form, typename A = std::make_index_sequence<Form::inputsA>,
          typename B = std::make_index_sequence<Form::inputsB>,
          typename C = std::make_index_sequence<Form::registers>>
struct Instruction;

template <typename Form, size_t... a, size_t... b, size_t... c>
struct Instruction<Form, std::index_sequence<a...>, std::index_sequence<b...>,
                   std::index_sequence<c...>> {
  static void execute(Results<sizeof...(c)> results,
                      Repeated<typename Form::Input, a>... as,
                      Repeated<typename Form::Input, b>... bs,
                      Repeated<typename Form::Register, c>... cs, Site site) {
    typename Form::Fragments fragments = {{as...}, {bs...}, {cs...}};
    meet(allLanes, &fragments, Form::complete, site);
    ((results.slots[c] = fragments.d[c]), ...);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// A form with A in rows and B in columns: the intrinsic, of which LLVM's name
/// ends in `types`, and the same as inline PTX.
template <typename A, typename B, typename Accumulator, unsigned rows,
          unsigned depth>
static void addForm(FunctionTable &table, const std::string &types,
                    bool saturates = false) {
  auto *execute = Instruction<Product<A, B, Accumulator, rows, depth>>::execute;
  std::string shape =
      "m" + std::to_string(rows) + "n8k" + std::to_string(depth) + ".row.col.";
  if (saturates)
    shape += "satfinite.";
  std::string accumulator = Accumulator::name;
  table.add("llvm.nvvm.mma." + shape + types, execute);
  table.add("mma.sync.aligned." + shape + accumulator + "." + A::name + "." +
                B::name + "." + accumulator,
            execute);
}

/// The shapes of 8-bit integers.
template <typename A, typename B>
static void addIntegers(FunctionTable &table, const std::string &types) {
  using Wrapping = AccumulatorS32<false>;
  using Saturating = AccumulatorS32<true>;
  addForm<A, B, Wrapping, 8, 16>(table, types);
  addForm<A, B, Wrapping, 16, 16>(table, types);
  addForm<A, B, Wrapping, 16, 32>(table, types);
  addForm<A, B, Saturating, 8, 16>(table, types, /*saturates=*/true);
  addForm<A, B, Saturating, 16, 16>(table, types, /*saturates=*/true);
  addForm<A, B, Saturating, 16, 32>(table, types, /*saturates=*/true);
}

/// The shapes of 8-bit floats (sm_89 and later).
template <typename A, typename B>
static void addFloat8(FunctionTable &table, const std::string &types) {
  std::string single = "f32." + types + ".f32", half = "f16." + types + ".f16";
  addForm<A, B, AccumulatorF32, 16, 16>(table, single);
  addForm<A, B, AccumulatorF32, 16, 32>(table, single);
  addForm<A, B, AccumulatorF16, 16, 16>(table, half);
  addForm<A, B, AccumulatorF16, 16, 32>(table, half);
}

void phobos::emulator::addMmaFunctions(FunctionTable &table) {
  using F16 = ElementF16;
  using BF16 = ElementBF16;
  using TF32 = ElementTF32;
  using F64 = ElementF64;
  addForm<F16, F16, AccumulatorF16, 16, 8>(table, "f16.f16");
  addForm<F16, F16, AccumulatorF16, 16, 16>(table, "f16.f16");
  addForm<F16, F16, AccumulatorF32, 16, 8>(table, "f32.f32");
  addForm<F16, F16, AccumulatorF32, 16, 16>(table, "f32.f32");
  addForm<BF16, BF16, AccumulatorF32, 16, 8>(table, "bf16");
  addForm<BF16, BF16, AccumulatorF32, 16, 16>(table, "bf16");
  addForm<TF32, TF32, AccumulatorF32, 16, 4>(table, "tf32");
  addForm<TF32, TF32, AccumulatorF32, 16, 8>(table, "tf32");
  addForm<F64, F64, AccumulatorF64, 8, 4>(table, "f64");
  // From sm_90 on.
  addForm<F64, F64, AccumulatorF64, 16, 4>(table, "f64");
  addForm<F64, F64, AccumulatorF64, 16, 8>(table, "f64");
  addForm<F64, F64, AccumulatorF64, 16, 16>(table, "f64");
  addFloat8<ElementE4M3, ElementE4M3>(table, "e4m3.e4m3");
  addFloat8<ElementE4M3, ElementE5M2>(table, "e4m3.e5m2");
  addFloat8<ElementE5M2, ElementE4M3>(table, "e5m2.e4m3");
  addFloat8<ElementE5M2, ElementE5M2>(table, "e5m2.e5m2");
  addIntegers<ElementS8, ElementS8>(table, "s8");
  addIntegers<ElementS8, ElementU8>(table, "s8.u8");
  addIntegers<ElementU8, ElementS8>(table, "u8.s8");
  addIntegers<ElementU8, ElementU8>(table, "u8");
}
