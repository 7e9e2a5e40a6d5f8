//===- SearchTest.cpp - Decisions against enumeration -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random small systems, whose variables have bounds, so that all of their
// values can be tried. What is said to be impossible must be, and what is said
// to be possible must hold of the values that come with it.
//
//===----------------------------------------------------------------------===//

#include "phobos/Verification/Search.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace phobos::verification;

namespace {

constexpr int64_t kBound = 4;

/// Makes random formulas of `numVariables` variables.
class Generator {
public:
  Generator(unsigned seed, unsigned numVariables)
      : random(seed), numVariables(numVariables) {}

  int64_t number(int64_t min, int64_t max) {
    return std::uniform_int_distribution<int64_t>(min, max)(random);
  }

  LinearSum sum() {
    LinearSum result(number(-12, 12));
    for (unsigned variable = 0; variable != numVariables; ++variable)
      if (number(0, 2) != 0)
        result.add(LinearSum::of(variable), Integer(number(-7, 7)));
    return result;
  }

  Formula formula(unsigned depth) {
    if (depth == 0 || number(0, 2) == 0)
      return number(0, 3) == 0 ? isZero(sum()) : isAtLeastZero(sum());
    std::vector<Formula> parts;
    for (int64_t i = number(1, 3); i != 0; --i)
      parts.push_back(formula(depth - 1));
    return number(0, 1) ? allOf(parts) : anyOf(parts);
  }

private:
  std::mt19937 random;
  unsigned numVariables;
};

bool holds(const Formula &formula, const Assignment &values) {
  auto holdsToo = [&](const Formula &part) { return holds(part, values); };
  if (formula.kind == Formula::Kind::All)
    return llvm::all_of(formula.parts, holdsToo);
  if (formula.kind == Formula::Kind::Any)
    return llvm::any_of(formula.parts, holdsToo);
  Integer value = evaluate(formula.atom.sum, values);
  return formula.atom.isEquality ? value == 0 : value >= 0;
}

/// Whether some values from -kBound to kBound meet all formulas.
bool isPossible(const std::vector<Formula> &formulas, unsigned numVariables,
                Assignment &values, unsigned variable = 0) {
  if (variable == numVariables)
    return llvm::all_of(formulas,
                        [&](const Formula &f) { return holds(f, values); });
  for (int64_t value = -kBound; value <= kBound; ++value) {
    values[variable] = Integer(value);
    if (isPossible(formulas, numVariables, values, variable + 1))
      return true;
  }
  return false;
}

struct Counts {
  unsigned impossible = 0, possible = 0, unknown = 0;
};

void checkSystem(unsigned seed, Counts &counts) {
  unsigned numVariables = 1 + seed % 4;
  Generator generator(seed, numVariables);
  std::vector<Formula> formulas;
  for (int64_t i = generator.number(1, 5); i != 0; --i)
    formulas.push_back(generator.formula(2));
  for (unsigned variable = 0; variable != numVariables; ++variable)
    formulas.push_back(
        isBetween(LinearSum::of(variable), Integer(-kBound), Integer(kBound)));
  Assignment values;
  bool expected = isPossible(formulas, numVariables, values);
  // Formulas that have nothing to do with the goal may be left out, so that it
  // is all of them.
  Decision decision = decide(allOf(formulas), {}, numVariables);
  switch (decision.kind) {
  case Decision::Kind::Impossible:
    ++counts.impossible;
    EXPECT_FALSE(expected) << "seed " << seed;
    return;
  case Decision::Kind::Possible:
    ++counts.possible;
    EXPECT_TRUE(holds(allOf(formulas), decision.values)) << "seed " << seed;
    EXPECT_TRUE(expected) << "seed " << seed;
    return;
  case Decision::Kind::Unknown:
    ++counts.unknown;
    return;
  }
}

TEST(SearchTest, AgreesWithEnumeration) {
  Counts counts;
  for (unsigned seed = 0; seed != 4000; ++seed)
    checkSystem(seed, counts);
  // It answers nearly always, and not always the same.
  EXPECT_GT(counts.impossible, 500u);
  EXPECT_GT(counts.possible, 500u);
  EXPECT_LT(counts.unknown, 100u);
}

TEST(SearchTest, LeavesOutWhatIsNotConnected) {
  LinearSum x = LinearSum::of(0), y = LinearSum::of(1);
  // 2 y = 1 has no solution, but is not looked at.
  std::vector<Formula> facts = {isAtMost(x, 5), areEqual(y * Integer(2), 1)};
  EXPECT_EQ(decide(isAtMost(4, x), facts, 2).kind, Decision::Kind::Possible);
  EXPECT_EQ(decide(isAtMost(6, x), facts, 2).kind, Decision::Kind::Impossible);
  facts.push_back(areEqual(x, y));
  EXPECT_EQ(decide(isAtMost(4, x), facts, 2).kind, Decision::Kind::Impossible);
}

TEST(SearchTest, FactorsBeyondAWord) {
  // x = 2^64 k and -2^63 <= x < 2^63 leave 0 alone.
  LinearSum x = LinearSum::of(0), k = LinearSum::of(1);
  std::vector<Formula> facts = {
      areEqual(x, k * powerOfTwo(64)),
      isBetween(x, -powerOfTwo(63), powerOfTwo(63) - 1)};
  EXPECT_EQ(decide(isAtMost(1, x), facts, 2).kind, Decision::Kind::Impossible);
  EXPECT_EQ(decide(isAtMost(x, -1), facts, 2).kind, Decision::Kind::Impossible);
  EXPECT_EQ(decide(isZero(x), facts, 2).kind, Decision::Kind::Possible);
}

TEST(SearchTest, EqualitiesWithoutUnitFactors) {
  // 6 x + 10 y + 15 z = 1 has solutions, 6 x + 10 y = 1 has none.
  LinearSum x = LinearSum::of(0), y = LinearSum::of(1), z = LinearSum::of(2);
  LinearSum even = x * Integer(6) + y * Integer(10);
  EXPECT_EQ(decide(areEqual(even, 1), {}, 3).kind, Decision::Kind::Impossible);
  Decision decision = decide(areEqual(even + z * Integer(15), 1), {}, 3);
  ASSERT_EQ(decision.kind, Decision::Kind::Possible);
  EXPECT_EQ(evaluate(even + z * Integer(15), decision.values), Integer(1));
}

TEST(SearchTest, EndsWithItsBudget) {
  // Pigeons: n + 1 numbers from 1 to n that all differ. Nothing but trying all
  // shows that there are none.
  constexpr unsigned kHoles = 7;
  std::vector<Formula> facts;
  for (unsigned i = 0; i <= kHoles; ++i) {
    facts.push_back(isBetween(LinearSum::of(i), Integer(1), Integer(kHoles)));
    for (unsigned j = 0; j != i; ++j)
      facts.push_back(anyOf({isBelow(LinearSum::of(i), LinearSum::of(j)),
                             isBelow(LinearSum::of(j), LinearSum::of(i))}));
  }
  Decision::Kind kind =
      decide(allOf(facts), {}, kHoles + 1, /*budget=*/5000).kind;
  EXPECT_NE(kind, Decision::Kind::Possible);
}

} // namespace
