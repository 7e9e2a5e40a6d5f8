//===- WgmmaSums.cpp - Arithmetic of wgmma ----------------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

// The PTX ISA leaves open how sums of floats are rounded. An H200 does it so,
// as goldens show:
//
// 1. The largest exponent counts: of the accumulator, and of products, which
//    have the sum of their factors' exponents (1.5 * 1.5 has 0). Denormal
//    numbers have that of the least normal one; zeros do not count. It is at
//    least -133.
// 2. All of them are cut off, toward zero, so many bits behind it: 25, and 13
//    of products of 8-bit floats.
// 3. They are added, exactly, and the sum is rounded to the accumulator's type:
//    to f32 toward zero, which keeps 13 bits of a fraction where factors have
//    8 bits; to f16 to nearest.
//
// Integers are added exactly, and wrap around or saturate at the end.

#include "MatrixAccumulators.h"
#include "Wgmma.h"

using namespace phobos::emulator;

namespace {
/// What is kept of fractions.
struct Precision {
  int bitsOfTerms;  // behind the largest exponent
  int bitsOfResult; // in f32
};
} // namespace

static Precision precisionOf(WgmmaInput type) {
  return bitsOf(type) == 8 ? Precision{13, 13} : Precision{25, 23};
}

/// Exponents of normal numbers begin there.
static int leastExponent(WgmmaInput type) {
  switch (type) {
  case WgmmaInput::F16:
  case WgmmaInput::E5M2:
    return -14;
  case WgmmaInput::E4M3:
    return -6;
  case WgmmaInput::BF16:
  case WgmmaInput::TF32:
    return -126;
  case WgmmaInput::S8:
  case WgmmaInput::U8:
    break;
  }
  llvm_unreachable("integers have no exponents");
}

/// Less than those of all products.
static constexpr int exponentOfZero = -900;

/// Floats, since the largest of several is found fast. What is denormal in its
/// own type is normal here.
static float exponentOf(double number, int least) {
  auto exponent =
      static_cast<int>(llvm::bit_cast<uint64_t>(number) >> 52 & 0x7ff) - 1023;
  return number == 0 ? exponentOfZero : std::max(exponent, least);
}

static std::vector<float> exponentsOf(llvm::ArrayRef<double> numbers,
                                      WgmmaInput type) {
  std::vector<float> exponents;
  for (double number : numbers)
    exponents.push_back(exponentOf(number, leastExponent(type)));
  return exponents;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// A finite sum as the accumulator's type has it.
static double roundSum(double sum, WgmmaOutput type, int fractionBits) {
  if (type == WgmmaOutput::F16) {
    double values[] = {sum, 0};
    AccumulatorF16::decode(AccumulatorF16::encode(values), values);
    return values[0];
  }
  uint64_t cut = (uint64_t(1) << (52 - fractionBits)) - 1;
  return AccumulatorF32::truncate(
      llvm::bit_cast<double>(llvm::bit_cast<uint64_t>(sum) & ~cut));
}

namespace {
/// A product of floats, all of them finite, row by row.
class FloatProduct {
public:
  FloatProduct(const WgmmaForm &form, llvm::ArrayRef<double> a,
               llvm::ArrayRef<double> b)
      : form(form), a(a), b(b), exponentsOfA(exponentsOf(a, form.a)),
        exponentsOfB(exponentsOf(b, form.b)), exponents(form.n), scales(form.n),
        precision(precisionOf(form.a)) {}

  /// D's row += A's row * B.
  void addRow(unsigned row, double *__restrict d) {
    findExponents(row, d);
    unsigned n = form.n;
    for (unsigned column = 0; column != n; ++column) {
      scales[column] = powerOfTwo(precision.bitsOfTerms -
                                  static_cast<int>(exponents[column]));
      d[column] = static_cast<int32_t>(d[column] * scales[column]);
    }
    const double *__restrict scale = scales.data();
    for (unsigned k = 0; k != form.k(); ++k) {
      double factor = a[k * WgmmaForm::m + row];
      const double *factors = &b[k * n];
      // To an integer and back is how a term is cut off.
#pragma clang loop vectorize(enable) interleave(enable)
      for (unsigned column = 0; column != n; ++column)
        d[column] += static_cast<double>(
            static_cast<int32_t>(factor * factors[column] * scale[column]));
    }
    for (unsigned column = 0; column != n; ++column)
      d[column] =
          roundSum(d[column] / scales[column], form.d, precision.bitsOfResult);
  }

private:
  /// The largest exponent for each column.
  void findExponents(unsigned row, const double *d) {
    constexpr int leastOfF32 = -126, leastOfF16 = -14, leastOfSums = -133;
    unsigned n = form.n;
    for (unsigned column = 0; column != n; ++column)
      exponents[column] = exponentOf(
          d[column], form.d == WgmmaOutput::F16 ? leastOfF16 : leastOfF32);
    float *__restrict largest = exponents.data();
    for (unsigned k = 0; k != form.k(); ++k) {
      float exponent = exponentsOfA[k * WgmmaForm::m + row];
      const float *others = &exponentsOfB[k * n];
#pragma clang loop vectorize(enable) interleave(enable)
      for (unsigned column = 0; column != n; ++column)
        largest[column] = std::max(largest[column], exponent + others[column]);
    }
    for (float &exponent : exponents)
      exponent = std::max<float>(exponent, leastOfSums);
  }

  const WgmmaForm &form;
  llvm::ArrayRef<double> a, b;
  std::vector<float> exponentsOfA, exponentsOfB, exponents;
  std::vector<double> scales;
  Precision precision;
};
} // namespace

/// Puts zeros in the place of infinities and NaNs; whether there were any.
static bool makeFinite(llvm::MutableArrayRef<double> numbers) {
  bool found = false;
  for (double &number : numbers) {
    if (std::isfinite(number))
      continue;
    number = 0;
    found = true;
  }
  return found;
}

static void addFloats(const WgmmaForm &form, std::vector<double> a,
                      std::vector<double> b, llvm::MutableArrayRef<double> d) {
  std::vector<double> plainSums;
  auto isFinite = [](double number) { return std::isfinite(number); };
  if (!llvm::all_of(a, isFinite) || !llvm::all_of(b, isFinite) ||
      !llvm::all_of(d, isFinite)) {
    plainSums.assign(d.begin(), d.end());
    for (unsigned row = 0; row != WgmmaForm::m; ++row)
      for (unsigned column = 0; column != form.n; ++column)
        for (unsigned k = 0; k != form.k(); ++k)
          plainSums[row * form.n + column] +=
              a[k * WgmmaForm::m + row] * b[k * form.n + column];
    makeFinite(a);
    makeFinite(b);
    makeFinite(d);
  }
  FloatProduct product(form, a, b);
  for (unsigned row = 0; row != WgmmaForm::m; ++row)
    product.addRow(row, &d[row * form.n]);
  // Infinities and NaNs go through all sums.
  for (size_t i = 0; i != plainSums.size(); ++i)
    if (!std::isfinite(plainSums[i]))
      d[i] = plainSums[i];
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

template <bool saturates>
static void addIntegers(const WgmmaForm &form, const double *a, const double *b,
                        double *d) {
  using Accumulator = AccumulatorS32<saturates>;
  for (unsigned row = 0; row != WgmmaForm::m; ++row) {
    double *__restrict sums = d + row * form.n;
    for (unsigned k = 0; k != form.k(); ++k) {
      double factor = a[k * WgmmaForm::m + row];
      const double *factors = b + k * form.n;
#pragma clang loop vectorize(enable) interleave(enable)
      for (unsigned column = 0; column != form.n; ++column)
        sums[column] += factor * factors[column];
    }
    for (unsigned column = 0; column != form.n; ++column) {
      auto sum = static_cast<int64_t>(sums[column]);
      Accumulator::decode(Accumulator::encode(&sum), &sum);
      sums[column] = static_cast<double>(sum);
    }
  }
}

void phobos::emulator::multiplyAdd(const WgmmaForm &form,
                                   llvm::ArrayRef<double> a,
                                   llvm::ArrayRef<double> b,
                                   llvm::MutableArrayRef<double> d) {
  switch (form.d) {
  case WgmmaOutput::F32:
  case WgmmaOutput::F16:
    return addFloats(form, a, b, d);
  case WgmmaOutput::S32:
    return addIntegers<false>(form, a.data(), b.data(), d.data());
  case WgmmaOutput::SaturatedS32:
    return addIntegers<true>(form, a.data(), b.data(), d.data());
  }
}
