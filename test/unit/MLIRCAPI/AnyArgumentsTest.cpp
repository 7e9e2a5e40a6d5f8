//===- AnyArgumentsTest.cpp - Every C function with anything ----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Calls each function that the headers declare with nulls, and then with what
// fits its parameters in type alone: values of every kind, wrong counts,
// numbers that no enumeration has. Where something is made nothing is said, and
// where null is returned an error is.
//
//===----------------------------------------------------------------------===//

#include "CModule.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/OperationSupport.h"
#include "gtest/gtest.h"
#include <array>
#include <climits>
#include <memory>
#include <random>
#include <tuple>

namespace {

enum class Kind {
  Nulls,       ///< zeros and null pointers
  PlacedNulls, ///< the same, but where an op goes is given
  Anything
};

/// The arguments of one call.
class Arguments {
public:
  explicit Arguments(CModule &c);
  ~Arguments() {
    mlirBlockDestroy(detached);
    mlirPassManagerDestroy(manager);
    mlirDialectRegistryDestroy(registry);
  }

  /// What every text is, unless that is null.
  MlirStringRef opName = {nullptr, 0};

  template <typename... Types> std::tuple<Types...> make(Kind kind) {
    kept.clear();
    std::tuple<Types...> arguments{};
    // A function without an array has no count, so any number is one of its
    // own.
    hasArray = (isArray<Types>() || ...);
    auto set = [&](auto &argument) {
      if (kind == Kind::Anything)
        fill(argument);
      else if (kind == Kind::PlacedNulls)
        place(argument);
    };
    std::apply([&](auto &...argument) { (set(argument), ...); }, arguments);
    return arguments;
  }

private:
  template <typename Type> static constexpr bool isArray() {
    return std::is_pointer_v<Type> &&
           !std::is_function_v<std::remove_pointer_t<Type>>;
  }

  template <typename Type> Type pick(const std::vector<Type> &pool) {
    return pool[random() % pool.size()];
  }

  template <typename Type> void place(Type &) {}
  void place(PhobosInsertion &at) { at = inKernel; }
  void place(MlirLocation &location) { location = c.location; }

  void fill(bool &flag) { flag = random() % 2; }
  void fill(int32_t &number) { number = pick<int32_t>({-1, 0, 1, 128}); }
  void fill(int64_t &number) {
    number = hasArray ? pick<int64_t>({-1, 0, 1, 2, 4})
                      : pick<int64_t>({LONG_MIN, -1, 0, 1, 2, 64, LONG_MAX});
  }
  void fill(MlirStringRef &text) {
    if (opName.data) {
      text = opName;
      return;
    }
    text = pick<MlirStringRef>({{nullptr, 0},
                                CModule::text(""),
                                CModule::text("k"),
                                CModule::text("sm_80"),
                                CModule::text("value"),
                                CModule::text("arith.addf")});
  }
  void fill(MlirType &type) { type = pick(types); }
  void fill(MlirValue &value) { value = pick(values); }
  void fill(MlirAttribute &attribute) { attribute = pick(attributes); }
  void fill(MlirOperation &op) { op = pick(ops); }
  void fill(MlirLocation &location) {
    location = pick<MlirLocation>({{nullptr}, c.location, c.location});
  }
  void fill(PhobosInsertion &at) {
    at = {pick<MlirBlock>({{nullptr},
                           inKernel.block,
                           inKernel.block,
                           inKernel.block,
                           detached,
                           c.top().block}),
          pick<MlirOperation>({{nullptr}, {nullptr}, {nullptr}, ops[1]}),
          c.location};
  }
  void fill(MlirAffineMap &map) {
    map = pick<MlirAffineMap>({{nullptr},
                               mlirAffineMapEmptyGet(c.context),
                               mlirAffineMapMultiDimIdentityGet(c.context, 3)});
  }
  void fill(MlirNamedAttribute &named) {
    named.name = pick<MlirIdentifier>(
        {{nullptr}, mlirIdentifierGet(c.context, CModule::text("value"))});
    fill(named.attribute);
  }
  void fill(MlirDialectRegistry &known) {
    known = pick<MlirDialectRegistry>({{nullptr}, registry});
  }
  void fill(MlirOpPassManager &passes) {
    passes = pick<MlirOpPassManager>(
        {{nullptr}, mlirPassManagerGetAsOpPassManager(manager)});
  }
  void fill(MlirStringCallback &callback) {
    callback = pick<MlirStringCallback>({nullptr, CModule::append});
  }
  void fill(void *&userData) { userData = &sink; }
  void fill(PhobosExtent &extent) {
    fill(extent.name);
    fill(extent.number);
  }
  void fill(PhobosParameter &parameter) {
    fill(parameter.name);
    fill(parameter.type);
    fill(parameter.extentCount);
    fill(parameter.extents);
    fill(parameter.strideCount);
    fill(parameter.strides);
    fill(parameter.isUnsigned);
  }
  void fill(PhobosSlice &slice) {
    fill(slice.view);
    fill(slice.rank);
    fill(slice.starts);
    fill(slice.maskedCount);
    fill(slice.masked);
    fill(slice.uncheckedCount);
    fill(slice.unchecked);
  }
  void fill(PhobosHints &hints) {
    fill(hints.cache);
    fill(hints.evict);
    fill(hints.isVolatile);
  }
  void fill(PhobosUpdate &update) {
    fill(update.kind);
    fill(update.order);
    fill(update.scope);
    fill(update.value);
    fill(update.expected);
  }
  void fill(PhobosLoweringOptions &options) {
    fill(options.target);
    fill(options.debugBounds);
    options.context = pick<MlirContext>({{nullptr}, c.context});
  }
  void fill(PhobosTarget &target) {
    fill(target.name);
    fill(target.computeCapability);
    fill(target.ptxVersion);
    fill(target.sharedMemoryPerBlock);
    fill(target.tensorCore);
    fill(target.hasTMA);
    fill(target.hasF8Conversion);
    fill(target.maxClusterSize);
  }
  template <typename Type>
  std::enable_if_t<std::is_enum_v<Type>> fill(Type &value) {
    value = static_cast<Type>(pick<int>({-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 99}));
  }
  /// Of as many elements as the largest count, or null.
  template <typename Type> void fill(const Type *&array) {
    array = nullptr;
    if (random() % 5 == 0)
      return;
    auto elements = std::make_shared<std::array<Type, 4>>();
    for (Type &element : *elements)
      fill(element);
    array = elements->data();
    kept.push_back(std::move(elements));
  }

  CModule &c;
  std::mt19937 random;
  bool hasArray = false;
  PhobosInsertion inKernel;
  MlirBlock detached;
  MlirPassManager manager;
  MlirDialectRegistry registry;
  std::string sink;
  std::vector<MlirType> types;
  std::vector<MlirValue> values;
  std::vector<MlirAttribute> attributes;
  std::vector<MlirOperation> ops;
  std::vector<std::shared_ptr<void>> kept;
};

Arguments::Arguments(CModule &c) : c(c) {
  int64_t extent = mlirShapedTypeGetDynamicSize(), shape[] = {64};
  MlirAttribute layout =
      phobosLayoutAttrGetBlocked(c.location, 1, shape, 32, 2);
  MlirType tile = c.tile({64}, c.f32()), i1 = mlirIntegerTypeGet(c.context, 1);
  types = {c.f32(),
           c.i32(),
           i1,
           c.index(),
           mlirNoneTypeGet(c.context),
           mlirFunctionTypeGet(c.context, 0, nullptr, 0, nullptr),
           phobosPtrTypeGet(c.location, c.f32()),
           phobosPtrTypeGet(c.location, c.i32()),
           phobosViewTypeGet(c.location, 1, &extent, nullptr, c.f32()),
           phobosViewTypeGet(c.location, 1, shape, nullptr, c.i32()),
           phobosChunksTypeGet(c.location, 2, tile),
           phobosTileTypeGet(c.location, 1, shape, c.f32(), layout),
           tile,
           c.tile({64}, c.i32()),
           c.tile({64}, c.index()),
           c.tile({64}, i1),
           c.tile({8, 8}, c.f32()),
           c.tile({1}, c.f32()),
           c.tile({64}, phobosPtrTypeGet(c.location, c.f32()))};
  attributes = {{nullptr},
                mlirUnitAttrGet(c.context),
                mlirStringAttrGet(c.context, CModule::text("x")),
                mlirIntegerAttrGet(c.i32(), 7),
                mlirFloatAttrDoubleGet(c.context, c.f32(), 1.5),
                mlirArrayAttrGet(c.context, 0, nullptr),
                phobosDivisibleAttrGet(c.location, 4),
                phobosBoundedAttrGet(c.location, 0, 8),
                phobosSameAttrGet(c.location),
                layout};
  std::vector<MlirLocation> locations(types.size(), c.location);
  detached = mlirBlockCreate(types.size(), types.data(), locations.data());
  values = {{nullptr}};
  for (size_t i = 0; i < types.size(); ++i)
    values.push_back(mlirBlockGetArgument(detached, i));
  types.push_back({nullptr});
  PhobosParameter n = {
      CModule::text("N"), c.index(), 0, nullptr, 0, nullptr, false};
  MlirOperation kernel =
      phobosBuildKernel(c.top(), CModule::text("host"), 1, &n, {nullptr}, 0);
  inKernel = {phobosKernelGetBody(kernel), {nullptr}, c.location};
  values.push_back(mlirBlockGetArgument(inKernel.block, 0));
  ops = {{nullptr}, phobosBuildReturn(inKernel), kernel, c.op()};
  manager = mlirPassManagerCreate(c.context);
  registry = mlirDialectRegistryCreate();
}

class AnyArguments : public testing::Test {
protected:
  template <typename Result, typename... Types>
  void call(Result (*function)(Types...), Kind kind) {
    constexpr bool isPlaced = ((std::is_same_v<Types, PhobosInsertion> ||
                                std::is_same_v<Types, MlirLocation>) ||
                               ...);
    auto given = arguments.make<Types...>(kind);
    if constexpr (std::is_void_v<Result>) {
      std::apply(function, given);
    } else {
      Result result = std::apply(function, given);
      std::string errors = c.takeErrors();
      if constexpr (isPlaced) {
        if (isMade(result))
          EXPECT_EQ(errors, "");
        else if (hasLocation(given))
          EXPECT_NE(errors, "");
      }
      if constexpr (std::is_same_v<Result, MlirValue>)
        if (result.ptr)
          mlirOperationDestroy(mlirOpResultGetOwner(result));
      if constexpr (std::is_same_v<Result, MlirOperation>)
        if (result.ptr)
          mlirOperationDestroy(result);
    }
  }

  template <typename Result> static bool isMade(Result result) {
    return result.ptr;
  }
  static bool isMade(MlirLogicalResult result) {
    return mlirLogicalResultIsSuccess(result);
  }

  template <typename Tuple> static bool hasLocation(const Tuple &arguments) {
    return std::apply(
        [](const auto &...argument) { return (isLocation(argument) || ...); },
        arguments);
  }
  template <typename Type> static bool isLocation(const Type &) {
    return false;
  }
  static bool isLocation(MlirLocation location) { return location.ptr; }
  static bool isLocation(const PhobosInsertion &at) { return at.location.ptr; }

  void callAll(Kind kind) {
#define FUNCTION(name)                                                         \
  {                                                                            \
    SCOPED_TRACE(#name);                                                       \
    call(name, kind);                                                          \
  }
#include "MLIRFunctions.inc"
#undef FUNCTION
  }

  CModule c;
  Arguments arguments{c};
};

TEST_F(AnyArguments, Nulls) { callAll(Kind::Nulls); }

TEST_F(AnyArguments, NullsAtAPlace) { callAll(Kind::PlacedNulls); }

/// The names of the ops of tile IR. Verifiers of other dialects do not all
/// stand an op that no parser has made.
static std::vector<std::string> listOps(MlirContext context) {
  std::vector<std::string> names;
  for (const char *dialect : {"arith", "math", "phobos", "scf", "ub"})
    for (mlir::RegisteredOperationName op :
         unwrap(context)->getRegisteredOperationsByDialect(dialect))
      names.push_back(op.getStringRef().str());
  return names;
}

TEST_F(AnyArguments, OfEveryOpOfTileIR) {
  for (const std::string &name : listOps(c.context)) {
    arguments.opName = {name.data(), name.size()};
    for (int i = 0; i < 20; ++i) {
      SCOPED_TRACE(name);
      call(phobosBuildOp, Kind::Anything);
    }
  }
  EXPECT_TRUE(mlirOperationVerify(c.op())) << c.takeErrors();
}

TEST_F(AnyArguments, WhateverHasTheType) {
  for (int i = 0; i < 3000 && !HasFailure(); ++i)
    callAll(Kind::Anything);
  // None of that has changed what was there.
  EXPECT_TRUE(mlirOperationVerify(c.op())) << c.takeErrors();
}

} // namespace
