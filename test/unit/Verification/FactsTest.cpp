//===- FactsTest.cpp - What is known against what happens -------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random functions of narrow integers, which wrap all the time, are run for all
// arguments. What happens at an op must not be said to be impossible there.
//
//===----------------------------------------------------------------------===//

#include "FactsAt.h"
#include "Interpreter.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace mlir;
using namespace phobos;
using namespace phobos::verification;

namespace {

/// Writes a function as text. `pool` are the values that dominate the place.
class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {}

  std::string function() {
    text = "func.func @f(%a: i4, %b: i4, %f: i1, %n: index) {\n";
    pool = {{"%a", "i4"}, {"%b", "i4"}, {"%f", "i1"}, {"%n", "index"}};
    block(2);
    text += "return }\n";
    return text;
  }

private:
  struct Named {
    std::string name, type;
  };

  int64_t number(int64_t min, int64_t max) {
    return std::uniform_int_distribution<int64_t>(min, max)(random);
  }
  template <size_t N> std::string oneOf(const char *const (&names)[N]) {
    return names[number(0, N - 1)];
  }
  std::string type() { return oneOf({"i4", "i4", "i6", "index"}); }
  std::string fresh() { return "%v" + std::to_string(next++); }

  /// A value of the type, now and then a new constant.
  std::string value(const std::string &type) {
    std::vector<std::string> fitting;
    for (const Named &named : pool)
      if (named.type == type)
        fitting.push_back(named.name);
    if (fitting.empty() || number(0, 4) == 0)
      return constant(type, type == "i1" ? 0 : -8, type == "i1" ? 1 : 7);
    // Late ones more often.
    size_t index =
        std::max(number(0, fitting.size() - 1), number(0, fitting.size() - 1));
    return fitting[index];
  }
  std::string constant(const std::string &type, int64_t min, int64_t max) {
    int64_t chosen = number(min, max);
    std::string literal = type != "i1" ? std::to_string(chosen)
                          : chosen     ? "true"
                                       : "false";
    return define(type, "arith.constant " + literal +
                            (type == "i1" ? "" : " : " + type));
  }
  std::string define(const std::string &type, const std::string &rest) {
    std::string name = "%c" + std::to_string(next++);
    text += name + " = " + rest + "\n";
    pool.push_back({name, type});
    return name;
  }

  void binary() {
    std::string t = type();
    std::string op = oneOf({"addi", "addi", "subi", "muli", "andi", "ori",
                            "xori", "minsi", "maxsi", "minui", "maxui"});
    std::string lhs = value(t), rhs = value(t);
    define(t, llvm::formatv("arith.{0} {1}, {2} : {3}", op, lhs, rhs, t));
  }
  void division() {
    std::string t = type();
    std::string op = oneOf({"divsi", "divui", "floordivsi", "ceildivsi",
                            "ceildivui", "remsi", "remui"});
    std::string lhs = value(t);
    std::string rhs = number(0, 3) ? constant(t, 1, 7) : value(t);
    define(t, llvm::formatv("arith.{0} {1}, {2} : {3}", op, lhs, rhs, t));
  }
  void shift() {
    std::string t = type(), lhs = value(t), rhs = constant(t, 0, 3);
    define(t, llvm::formatv("arith.{0} {1}, {2} : {3}",
                            oneOf({"shli", "shrsi", "shrui"}), lhs, rhs, t));
  }
  void condition() {
    if (number(0, 2) == 0) {
      std::string lhs = value("i1"), rhs = value("i1");
      define("i1", llvm::formatv("arith.{0} {1}, {2} : i1",
                                 oneOf({"andi", "ori", "xori"}), lhs, rhs));
      return;
    }
    std::string t = type(), lhs = value(t), rhs = value(t);
    define("i1", llvm::formatv("arith.cmpi {0}, {1}, {2} : {3}",
                               oneOf({"eq", "ne", "slt", "sle", "sgt", "sge",
                                      "ult", "ule", "ugt", "uge"}),
                               lhs, rhs, t));
  }
  void select() {
    std::string t = number(0, 3) ? type() : "i1";
    std::string chosen = value("i1"), lhs = value(t), rhs = value(t);
    define(t, llvm::formatv("arith.select {0}, {1}, {2} : {3}", chosen, lhs,
                            rhs, t));
  }
  void cast() {
    static const char *const casts[][3] = {
        {"arith.index_cast", "i4", "index"},
        {"arith.index_cast", "index", "i4"},
        {"arith.index_castui", "i4", "index"},
        {"arith.index_castui", "i1", "index"},
        {"arith.index_castui", "index", "i6"},
        {"arith.index_cast", "i1", "index"},
        {"arith.extsi", "i4", "i6"},
        {"arith.extui", "i4", "i6"},
        {"arith.extui", "i1", "i4"},
        {"arith.extsi", "i1", "i6"},
        {"arith.trunci", "i6", "i4"}};
    const auto &chosen = casts[number(0, std::size(casts) - 1)];
    std::string from = value(chosen[1]);
    define(chosen[2], llvm::formatv("{0} {1} : {2} to {3}", chosen[0], from,
                                    chosen[1], chosen[2]));
  }
  void promise() {
    std::string operand = value("index");
    std::string kind = oneOf({"divisible", "bounded", "same"});
    std::string op = oneOf({"phobos.promise", "phobos.assume"});
    if (kind == "divisible")
      define("index", llvm::formatv("{0} #phobos.divisible<{1}> {2}", op,
                                    number(1, 4), operand));
    else if (kind == "bounded")
      define("index", llvm::formatv("{0} #phobos.bounded<{1}, {2}> {3}", op,
                                    number(-4, 1), number(2, 9), operand));
    else {
      std::string other = value("index");
      define("index",
             llvm::formatv("{0} #phobos.same {1}, {2}", op, operand, other));
    }
  }

  /// A branch that gives a value.
  void branch(unsigned depth) {
    std::string t = number(0, 3) ? type() : "i1";
    std::string chosen = value("i1"), name = fresh();
    text += llvm::formatv("{0} = scf.if {1} -> {2} {{\n", name, chosen, t);
    for (const char *between : {"} else {\n", "}\n"}) {
      std::vector<Named> outer = pool;
      block(depth);
      std::string yielded = value(t);
      text += llvm::formatv("scf.yield {0} : {1}\n", yielded, t);
      text += between;
      pool = outer;
    }
    pool.push_back({name, t});
  }

  /// A value that comes after `carried` in the next iteration.
  std::string advance(const std::string &carried, const std::string &t) {
    if (number(0, 3) == 0)
      return value(t);
    std::string by = constant(t, -2, 3);
    std::string sum =
        define(t, llvm::formatv("arith.addi {0}, {1} : {2}", carried, by, t));
    if (number(0, 2))
      return sum;
    std::string chosen = value("i1");
    return define(t, llvm::formatv("arith.select {0}, {1}, {2} : {3}", chosen,
                                   sum, carried, t));
  }

  void loop(unsigned depth) {
    std::string t = oneOf({"i4", "index"}), u = type();
    std::string lower = value(t), upper = value(t), init = value(u);
    std::string step = number(0, 4) ? constant(t, 1, 3) : value(t);
    std::string position = fresh(), carried = fresh(), result = fresh();
    text += llvm::formatv("{0} = scf.for {1} = {2} to {3} step {4} "
                          "iter_args({5} = {6}) -> ({7}) {8} {{\n",
                          result, position, lower, upper, step, carried, init,
                          u, t == "index" ? "" : ": " + t);
    std::vector<Named> outer = pool;
    pool.push_back({position, t});
    pool.push_back({carried, u});
    block(depth);
    std::string nextValue = advance(carried, u);
    text += llvm::formatv("scf.yield {0} : {1}\n}\n", nextValue, u);
    pool = outer;
    pool.push_back({result, u});
  }

  /// A loop that may be left, as the front end makes them, or one that asks
  /// something else.
  void leavableLoop(unsigned depth) {
    std::string t = oneOf({"i4", "index"});
    std::string lower = value(t), upper = value(t), step = constant(t, 1, 3);
    std::string any = define(
        "i1", llvm::formatv("arith.cmpi slt, {0}, {1} : {2}", lower, upper, t));
    std::string p = fresh(), m = fresh(), q = fresh(), n = fresh(),
                result = fresh();
    text +=
        llvm::formatv("{0}:2 = scf.while ({1} = {2}, {3} = {4}) : ({5}, i1) "
                      "-> ({5}, i1) {{\n",
                      result, p, lower, m, any, t);
    std::vector<Named> outer = pool;
    pool.push_back({p, t});
    pool.push_back({m, "i1"});
    std::string asked = m;
    if (number(0, 3) == 0) {
      condition();
      asked = value("i1");
    }
    text += llvm::formatv("scf.condition({0}) {1}, {2} : {3}, i1\n} do {{\n"
                          "^bb0({4}: {3}, {5}: i1):\n",
                          asked, p, m, t, q, n);
    pool = outer;
    pool.push_back({q, t});
    pool.push_back({n, "i1"});
    block(depth);
    std::string left =
        define(t, llvm::formatv("arith.subi {0}, {1} : {2}", upper, q, t));
    std::string more = define(
        "i1", llvm::formatv("arith.cmpi {3}, {0}, {1} : {2}", left, step, t,
                            oneOf({"ugt", "ugt", "ugt", "sgt", "uge"})));
    std::string after =
        number(0, 5)
            ? define(t, llvm::formatv("arith.addi {0}, {1} : {2}", q, step, t))
            : advance(q, t);
    std::string stays = value("i1");
    std::string both =
        define("i1", llvm::formatv("arith.andi {0}, {1} : i1", more, stays));
    text += llvm::formatv("scf.yield {0}, {1} : {2}, i1\n}\n", after, both, t);
    pool = outer;
  }

  /// Asks for some of what is known here.
  void marker() {
    std::string names, types;
    for (int64_t i = number(1, 3); i != 0; --i) {
      std::string t = type(), operand = value(t);
      names += (names.empty() ? "" : ", ") + operand;
      types += (types.empty() ? "" : ", ") + t;
    }
    text += llvm::formatv("\"test.at\"({0}) : ({1}) -> ()\n", names, types);
  }

  void block(unsigned depth) {
    for (int64_t i = number(2, 6); i != 0; --i) {
      switch (number(0, depth ? 11 : 7)) {
      case 0:
      case 1:
        binary();
        break;
      case 2:
        division();
        break;
      case 3:
        shift();
        break;
      case 4:
        condition();
        break;
      case 5:
        select();
        break;
      case 6:
        cast();
        break;
      case 7:
        promise();
        break;
      case 8:
        branch(depth - 1);
        break;
      case 9:
      case 10:
        loop(depth - 1);
        break;
      default:
        leavableLoop(depth - 1);
        break;
      }
    }
    marker();
  }

  std::mt19937 random;
  std::string text;
  std::vector<Named> pool;
  unsigned next = 0;
};

/// The numbers that the operands of an op have had.
using Seen = std::vector<std::set<int64_t>>;

class FactsTest : public ::testing::Test {
protected:
  FactsTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect, PhobosDialect,
                        scf::SCFDialect>();
    context.allowUnregisteredDialects();
  }

  void check(unsigned seed);
  void checkMarker(unsigned seed, Operation *marker, const Seen &seen);

  MLIRContext context;
  unsigned questions = 0, bounds = 0, provedBounds = 0;
};

void FactsTest::checkMarker(unsigned seed, Operation *marker,
                            const Seen &seen) {
  WhileInvariants invariants;
  FactsAt facts(marker, invariants);
  for (auto [operand, numbers] : llvm::zip_equal(marker->getOperands(), seen)) {
    LinearSum value = facts.valueOf(operand);
    auto isImpossible = [&](const Formula &formula) {
      return facts.decide(formula).kind == Decision::Kind::Impossible;
    };
    unsigned tried = 0;
    for (int64_t number : numbers) {
      if (++tried > 16)
        break;
      ++questions;
      if (isImpossible(areEqual(value, number))) {
        ADD_FAILURE() << "seed " << seed << ": not impossible: " << number;
        marker->getParentOfType<func::FuncOp>()->dump();
        marker->dump();
        operand.dump();
      }
    }
    bounds += 2;
    provedBounds += isImpossible(isBelow(value, *numbers.begin()));
    provedBounds += isImpossible(isBelow(*numbers.rbegin(), value));
  }
}

void FactsTest::check(unsigned seed) {
  std::string text = Generator(seed).function();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module) << text;
  llvm::MapVector<Operation *, Seen> seen;
  Interpreter *running = nullptr;
  Interpreter interpreter([&](Operation *marker) {
    Seen &numbers = seen[marker];
    numbers.resize(marker->getNumOperands());
    for (auto [operand, set] : llvm::zip(marker->getOperands(), numbers))
      set.insert(running->get(operand).getSExtValue());
  });
  running = &interpreter;
  auto function = *module->getOps<func::FuncOp>().begin();
  for (unsigned bits = 0; bits != 1 << 9; ++bits)
    for (int64_t n : {int64_t(-3), int64_t(0), int64_t(1), int64_t(2),
                      int64_t(8), INT64_MAX - 1, INT64_MIN})
      interpreter.run(function, {llvm::APInt(4, bits & 15),
                                 llvm::APInt(4, bits >> 4 & 15),
                                 llvm::APInt(1, bits >> 8),
                                 llvm::APInt(64, n, /*isSigned=*/true)});
  for (const auto &[marker, numbers] : seen)
    checkMarker(seed, marker, numbers);
}

TEST_F(FactsTest, AgreesWithRuns) {
  for (unsigned seed = 0; seed != 150 && !HasFailure(); ++seed)
    check(seed);
  EXPECT_GT(questions, 1000u);
  // Much of it is known exactly.
  EXPECT_GT(provedBounds * 2, bounds);
}

} // namespace
