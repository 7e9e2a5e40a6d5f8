//===- AnyArgumentsTest.cpp - Every C function with anything ----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Calls each function that the headers of libphobos declare with nulls, and
// then with what fits its parameters in type alone, on a driver that is a
// stand-in. Each ends in a status, with a text where it failed and none where
// it did not.
//
//===----------------------------------------------------------------------===//

#include "phobos-c/Emulator.h"
#include "phobos-c/Phobos.h"
#include "phobos-c/Runtime.h"
#include "phobos-c/TensorMap.h"
#include "gtest/gtest.h"
#include <cstring>
#include <deque>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace {

const char *const kSource = "kernel scale(a: f32, x: tensor<f32>[N]) {\n"
                            "  let i = ctx.block.x * 16\n"
                            "  x[i :+ 16] = a * x[i :+ 16]\n"
                            "}\n";

PhobosModule *compile(const char *target) {
  PhobosModule *module = nullptr;
  EXPECT_EQ(phobos_compile(kSource, "k.ph", target, &module, nullptr),
            PHOBOS_SUCCESS);
  return module;
}

/// The arguments of one call, and where its results go.
class Arguments {
public:
  Arguments()
      : host(compile("{\"target\": \"host\"}")),
        gpu(compile("{\"target\": \"sm_90a\"}")) {}
  ~Arguments() {
    phobos_module_free(host);
    phobos_module_free(gpu);
    phobos_gpu_kernel_free(kernel);
  }

  template <typename... Types>
  std::tuple<Types...> make(bool isNull, const char *function) {
    // A stream or an event that is none is the driver's to refuse.
    takesBuffer = strstr(function, "encode_tensor_map");
    std::tuple<Types...> arguments{};
    if (!isNull)
      std::apply([&](auto &...argument) { (fill(argument), ...); }, arguments);
    return arguments;
  }

  /// What the call stored is freed. Whether there is a text and no other result
  /// exactly where it failed, as far as it was to store them.
  bool take(PhobosStatus status) {
    bool isRight = status == PHOBOS_SUCCESS || status == PHOBOS_FAILURE;
    if (error)
      isRight &= (status == PHOBOS_SUCCESS) == (*error == nullptr);
    for (char *&text : texts) {
      isRight &= status == PHOBOS_SUCCESS || !text || &text == error;
      phobos_string_free(text);
    }
    isRight &= status == PHOBOS_SUCCESS || (!module && !loaded);
    phobos_module_free(module);
    phobos_gpu_kernel_free(loaded);
    module = nullptr;
    loaded = nullptr;
    texts.clear();
    error = nullptr;
    return isRight;
  }

  std::string getError() const { return error && *error ? *error : ""; }

private:
  template <typename Type> Type pick(const std::vector<Type> &pool) {
    return pool[random() % pool.size()];
  }

  void fill(const char *&text) {
    text = pick<const char *>({nullptr, "", "{", "{}", kSource, kSource, "k.ph",
                               "k.ph", "k.mlir", "text", "json", "k",
                               "{\"target\": \"sm_80\"}", "{\"seed\": 1}",
                               "phobos-tile-pipeline"});
  }
  void fill(const PhobosModule *&given) {
    given = pick<const PhobosModule *>({nullptr, host, gpu});
  }
  void fill(char *&) {}
  void fill(char **&text) {
    text = random() % 4 ? &texts.emplace_back() : nullptr;
    error = text; // the last one of a function is its error's
  }
  void fill(PhobosModule *&) {}
  void fill(PhobosModule **&out) { out = random() % 4 ? &module : nullptr; }
  void fill(PhobosGpuKernel *&) {}
  void fill(PhobosGpuKernel **&out) { out = random() % 4 ? &loaded : nullptr; }
  void fill(const PhobosGpuKernel *&given) {
    if (!kernel)
      phobos_gpu_load(0, "ptx", 3, "k", 0, &kernel, nullptr);
    given = random() % 2 ? kernel : nullptr;
  }
  void fill(size_t &count) { count = random() % 2 ? 3 : 0; }
  void fill(int &number) { number = pick<int>({-1, 0, 1, 7}); }
  void fill(uint32_t &number) { number = pick<uint32_t>({0, 1, UINT32_MAX}); }
  void fill(size_t *&out) { out = random() % 2 ? &size : nullptr; }
  void fill(int *&out) { out = random() % 2 ? &number : nullptr; }
  void fill(double *&out) { out = random() % 2 ? &seconds : nullptr; }
  void fill(const uint32_t *&sizes) { sizes = random() % 2 ? blocks : nullptr; }
  void fill(const int64_t *&sizes) { sizes = random() % 2 ? grid : nullptr; }
  void fill(void *&place) {
    place = takesBuffer && random() % 2 ? encoded : nullptr;
  }
  void fill(const void *&place) { place = random() % 2 ? encoded : nullptr; }
  void fill(void **&places) {
    void *holed[] = {&factor, nullptr, &extent};
    std::copy(holed, holed + 3, mixed);
    if (random() % 2)
      mixed[1] = &tensor;
    places = random() % 3 ? mixed : nullptr;
  }
  void fill(void *const *&places) { places = random() % 3 ? values : nullptr; }
  void fill(const PhobosBuffer *&given) {
    given = random() % 3 ? buffers : nullptr;
  }
  void fill(const PhobosTensorMap *&given) {
    map = {reinterpret_cast<uint64_t>(tensor),
           pick<const char *>({nullptr, "f32", "f33"}),
           pick<uint32_t>({0, 1, 2, 5, 6, UINT32_MAX}),
           {16, 4, 1, 1, pick<uint64_t>({0, 1, UINT64_MAX})},
           {1, pick<uint64_t>({0, 16, UINT64_MAX}), 64, 64, 64},
           {pick<uint32_t>({0, 16, 257}), 1, 1, 1, 1},
           {1, 1, 1, 1, pick<uint32_t>({0, 1, 9})},
           pick<uint32_t>({0, 32, 33}),
           pick<uint32_t>({0, 16, 17}),
           pick<uint32_t>({0, 64, 65}),
           pick<uint32_t>({0, 1, 2})};
    given = random() % 5 ? &map : nullptr;
  }

  std::mt19937 random;
  bool takesBuffer = false;
  PhobosModule *host, *gpu, *module = nullptr;
  PhobosGpuKernel *kernel = nullptr, *loaded = nullptr;
  std::deque<char *> texts;
  char **error = nullptr;
  size_t size = 0;
  int number = 0;
  double seconds = 0;
  alignas(64) char encoded[PHOBOS_ENCODED_TENSOR_MAP_BYTES] = {};
  // What the kernel takes: a number, a tensor and its extent.
  float factor = 2, elements[64] = {};
  float *tensor = elements;
  int64_t extent = 64, grid[3] = {4, 1, 1};
  uint32_t blocks[3] = {1, 1, 1};
  void *values[3] = {&factor, &tensor, &extent}, *mixed[3] = {};
  PhobosBuffer buffers[3] = {{nullptr, nullptr, 0},
                             {"x", elements, sizeof elements},
                             {nullptr, nullptr, 0}};
  PhobosTensorMap map = {};
};

class AnyArguments : public testing::Test {
protected:
  template <typename Result, typename... Types>
  void call(Result (*function)(Types...), const char *name, bool isNull) {
    auto given = arguments.make<Types...>(isNull, name);
    if constexpr (std::is_same_v<Result, PhobosStatus>) {
      PhobosStatus status = std::apply(function, given);
      std::string error = arguments.getError();
      EXPECT_TRUE(arguments.take(status)) << status << " " << error;
    } else {
      std::apply(function, given);
    }
  }

  void callAll(bool isNull) {
#define FUNCTION(name)                                                         \
  {                                                                            \
    SCOPED_TRACE(#name);                                                       \
    call(name, #name, isNull);                                                 \
  }
#include "Functions.inc"
#undef FUNCTION
  }

  Arguments arguments;
};

TEST_F(AnyArguments, Nulls) { callAll(/*isNull=*/true); }

TEST_F(AnyArguments, WhateverHasTheType) {
  for (int i = 0; i < 300 && !HasFailure(); ++i)
    callAll(/*isNull=*/false);
}

} // namespace
