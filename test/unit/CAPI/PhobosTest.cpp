//===- PhobosTest.cpp - the C interface, as a C program uses it -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos-c/Phobos.h"
#include "phobos-c/Emulator.h"
#include "phobos-c/Runtime.h"
#include "phobos-c/TensorMap.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <functional>
#include <string>
#include <thread>
#include <vector>

using testing::HasSubstr;
using testing::StartsWith;

namespace {
/// Takes over a text of the library.
std::string take(char *text) {
  std::string copy = text ? text : "(null)";
  phobos_string_free(text);
  return copy;
}

using TextFunction = PhobosStatus (*)(const PhobosModule *, char **, char **);

std::string get(TextFunction function, const PhobosModule *module) {
  char *text = nullptr, *error = nullptr;
  if (function(module, &text, &error) == PHOBOS_SUCCESS) {
    EXPECT_EQ(error, nullptr);
    return take(text);
  }
  EXPECT_EQ(text, nullptr);
  return "error: " + take(error);
}

/// Compiles, or returns the error's text.
struct Compiled {
  PhobosModule *module = nullptr;
  std::string error;
  explicit Compiled(const char *source, const char *options = nullptr,
                    const char *fileName = "k.ph") {
    char *text = nullptr;
    PhobosStatus status =
        phobos_compile(source, fileName, options, &module, &text);
    EXPECT_EQ(status == PHOBOS_SUCCESS, module != nullptr);
    EXPECT_EQ(status == PHOBOS_SUCCESS, text == nullptr);
    error = take(text);
  }
  ~Compiled() { phobos_module_free(module); }
};

const char *const scale = "kernel scale(a: f32, x: tensor<f32>[N]) {\n"
                          "  let i = ctx.block.x * 16\n"
                          "  x[i :+ 16] = a * x[i :+ 16]\n"
                          "}\n";

/// Runs `scale` for `x`.
PhobosStatus runScale(const PhobosModule *module, float a,
                      std::vector<float> &x, char **error) {
  float *data = x.data();
  int64_t extent = x.size();
  void *arguments[] = {&a, &data, &extent};
  int64_t grid[] = {(extent + 15) / 16, 1, 1};
  return phobos_host_run(module, arguments, 3, grid, error);
}

TEST(CAPI, Version) {
  EXPECT_THAT(phobos_version(), testing::MatchesRegex("[0-9]+.[0-9]+.[0-9]+"));
}

TEST(CAPI, CompilesAndRunsOnTheHost) {
  Compiled kernel(scale);
  ASSERT_TRUE(kernel.module) << kernel.error;
  EXPECT_EQ(get(phobos_module_warnings, kernel.module), "");
  EXPECT_THAT(get(phobos_module_contract, kernel.module),
              HasSubstr("\"kernel\": \"scale\""));
  EXPECT_THAT(get(phobos_module_tile_ir, kernel.module),
              HasSubstr("phobos.kernel @scale"));
  for (size_t extent : {0, 1, 15, 16, 17, 53}) {
    std::vector<float> x(extent, 2.0f);
    char *error = nullptr;
    ASSERT_EQ(runScale(kernel.module, 3.0f, x, &error), PHOBOS_SUCCESS)
        << take(error);
    EXPECT_EQ(x, std::vector<float>(extent, 6.0f));
  }
}

TEST(CAPI, CompilesForGpus) {
  for (const char *target : {"sm_80", "sm_89", "sm_90a", "sm_100a"}) {
    std::string options = std::string("{\"target\":\"") + target + "\"}";
    Compiled kernel(scale, options.c_str());
    ASSERT_TRUE(kernel.module) << kernel.error;
    EXPECT_THAT(get(phobos_module_ptx, kernel.module),
                testing::AllOf(HasSubstr(".entry scale("),
                               HasSubstr(std::string(".target ") + target)));
    EXPECT_THAT(get(phobos_module_stages, kernel.module),
                StartsWith("[{\"ir\":"));
    std::vector<float> x(1);
    char *error = nullptr;
    EXPECT_EQ(runScale(kernel.module, 1.0f, x, &error), PHOBOS_FAILURE);
    EXPECT_THAT(take(error),
                HasSubstr("expected a kernel for the host, got one "
                          "for " +
                          std::string(target)));
  }
}

TEST(CAPI, NegativeHostKernelHasNoPTX) {
  Compiled kernel(scale);
  EXPECT_EQ(get(phobos_module_ptx, kernel.module),
            "error: expected a kernel for a GPU, got one for host");
}

TEST(CAPI, WithoutATargetTheSourceIsOnlyChecked) {
  Compiled kernel(scale, "{\"target\":\"none\"}");
  EXPECT_THAT(get(phobos_module_contract, kernel.module),
              HasSubstr("\"kernel\": \"scale\""));
  EXPECT_EQ(get(phobos_module_ptx, kernel.module),
            "error: expected a kernel for a GPU, got one for none");
  std::vector<float> x(1);
  char *error = nullptr;
  EXPECT_EQ(runScale(kernel.module, 1.0f, x, &error), PHOBOS_FAILURE);
  EXPECT_EQ(take(error), "expected a kernel for the host, got one for none");
}

TEST(CAPI, NegativeSource) {
  Compiled kernel("kernel k() {\n  let x = y\n}\n");
  EXPECT_THAT(kernel.error, StartsWith("k.ph:2:11: error: "));
}

TEST(CAPI, NegativeTileIR) {
  Compiled kernel("func.func @f() {\n  oops\n}\n", nullptr, "k.mlir");
  EXPECT_THAT(kernel.error, StartsWith("k.mlir:2:3: error: "));
}

TEST(CAPI, NegativeWhichKernel) {
  const char *source = "kernel a() {\n}\nkernel b() {\n}\n";
  EXPECT_THAT(Compiled(source).error,
              HasSubstr("expected one kernel, or the option 'kernel' with the "
                        "name of one, got a, b"));
  EXPECT_NE(Compiled(source, "{\"kernel\":\"b\"}").module, nullptr);
  EXPECT_THAT(Compiled(source, "{\"kernel\":\"c\"}").error, HasSubstr("'c'"));
  EXPECT_THAT(Compiled("").error, StartsWith("k.ph:1:1: error: "));
  EXPECT_THAT(Compiled("", nullptr, "k.mlir").error, HasSubstr("got none"));
}

TEST(CAPI, NegativeOptions) {
  const std::pair<const char *, const char *> cases[] = {
      {"{", "options: "},
      {"[]", "options: expected an object"},
      {"{\"tagret\":\"host\"}",
       "options: expected 'target', 'kernel', "
       "'settings', 'passes', 'lint', 'grid' or 'debug_bounds', "
       "got 'tagret'"},
      {"{\"debug_bounds\":1}",
       "options: expected true or false as 'debug_bounds'"},
      {"{\"lint\":true}", "options: expected 'off', 'warn' or 'error' as "
                          "'lint'"},
      {"{\"kernel\":3}", "options: expected a string as 'kernel'"},
      {"{\"grid\":[1,2]}",
       "options: expected three numbers of blocks as 'grid'"},
      {"{\"grid\":[1,2,-1]}",
       "options: expected three numbers of blocks as 'grid'"},
      {"{\"settings\":[]}", "options: expected an object as 'settings'"},
      {"{\"settings\":{\"TM\":\"64\"}}",
       "options: expected an integer as setting 'TM'"},
      {"{\"target\":\"sm_12\"}", "options: "},
  };
  for (auto [options, message] : cases)
    EXPECT_THAT(Compiled(scale, options).error, StartsWith(message));
}

TEST(CAPI, NegativeArguments) {
  Compiled kernel(scale);
  int64_t grid[] = {1, 1, 1};
  char *error = nullptr;
  EXPECT_EQ(phobos_host_run(kernel.module, nullptr, 0, grid, &error),
            PHOBOS_FAILURE);
  EXPECT_EQ(take(error), "expected 3 arguments, got 0");
  std::vector<float> x(1);
  EXPECT_EQ(runScale(nullptr, 1.0f, x, &error), PHOBOS_FAILURE);
  EXPECT_EQ(take(error), "expected a pointer as 'module', got null");
}

/// Emulates `scale` for `x`, of whose array it may reach `bytes`.
PhobosStatus emulateScale(const PhobosModule *module, std::vector<float> &x,
                          size_t bytes, const char *options, char **error) {
  float a = 3.0f, *data = x.data();
  int64_t extent = x.size();
  void *arguments[] = {&a, &data, &extent};
  PhobosBuffer buffers[] = {{"a", nullptr, 0}, {"x", data, bytes}, {}};
  int64_t grid[] = {(extent + 15) / 16, 1, 1};
  return phobos_emulate(module, arguments, buffers, 3, grid, options, error);
}

TEST(CAPI, Emulates) {
  for (const char *target : {"sm_80", "sm_90a"}) {
    std::string options = R"({"target": ")" + std::string(target) + "\"}";
    Compiled kernel(scale, options.c_str());
    ASSERT_TRUE(kernel.module) << kernel.error;
    for (size_t extent : {0, 1, 17, 53}) {
      std::vector<float> x(extent, 2.0f);
      char *error = nullptr;
      ASSERT_EQ(emulateScale(kernel.module, x, extent * sizeof(float),
                             R"({"seed": 7, "races": true, "seconds": 20})",
                             &error),
                PHOBOS_SUCCESS)
          << take(error);
      EXPECT_EQ(x, std::vector<float>(extent, 6.0f));
    }
  }
}

TEST(CAPI, EmulationFindsFaults) {
  Compiled kernel(scale, R"({"target": "sm_80"})");
  std::vector<float> x(17, 2.0f);
  char *error = nullptr;
  EXPECT_EQ(emulateScale(kernel.module, x, 16 * sizeof(float), nullptr, &error),
            PHOBOS_FAILURE);
  EXPECT_THAT(take(error),
              HasSubstr("k.ph:3:20: error: read of 4 bytes outside of 'x', at "
                        "byte 64 of 64, by thread 0 of block 1"));
}

TEST(CAPI, EmulationRefusesWhatDoesNotFit) {
  Compiled gpu(scale, R"({"target": "sm_80"})"), host(scale);
  std::vector<float> x(1);
  char *error = nullptr;
  auto messageOf = [&](const PhobosModule *module, const char *options) {
    EXPECT_EQ(emulateScale(module, x, 4, options, &error), PHOBOS_FAILURE);
    return take(error);
  };
  EXPECT_EQ(messageOf(host.module, nullptr),
            "expected a kernel for a GPU, got one for host");
  EXPECT_EQ(messageOf(nullptr, nullptr),
            "expected a pointer as 'module', got null");
  EXPECT_EQ(messageOf(gpu.module, R"({"sede": 1})"),
            "options: expected 'seed', 'races', 'block_races', 'seconds' or "
            "'kernel', got 'sede'");
  EXPECT_EQ(messageOf(gpu.module, R"({"kernel": 1})"),
            "options: expected a string as 'kernel'");
  EXPECT_EQ(messageOf(gpu.module, R"({"kernel": "copy"})"),
            "expected 'scale' or a kernel that its contract names, got 'copy'");
  EXPECT_EQ(messageOf(gpu.module, R"({"seed": -1})"),
            "options: expected an integer from 0 to 2^64 - 1 as 'seed'");
  EXPECT_EQ(messageOf(gpu.module, R"({"races": 1})"),
            "options: expected true or false as 'races'");
  EXPECT_EQ(messageOf(gpu.module, "[]"), "options: expected an object");
  EXPECT_EQ(
      phobos_emulate(gpu.module, nullptr, nullptr, 3, nullptr, nullptr, &error),
      PHOBOS_FAILURE);
  EXPECT_EQ(take(error), "expected a pointer as 'arguments', got null");
}

TEST(CAPI, TensorMaps) {
  PhobosTensorMap map = {4096,   "bf16", 2, {72, 100}, {1, 80}, {64, 16},
                         {1, 1}, 128,    0, 0,         0};
  char *error = nullptr;
  EXPECT_EQ(phobos_tensor_map_check(&map, &error), PHOBOS_SUCCESS);
  std::vector<char> encoded(PHOBOS_ENCODED_TENSOR_MAP_BYTES);
  EXPECT_EQ(phobos_emulator_encode_tensor_map(&map, encoded.data(), &error),
            PHOBOS_SUCCESS);
  EXPECT_NE(encoded, std::vector<char>(PHOBOS_ENCODED_TENSOR_MAP_BYTES));
  map.address = 8;
  for (auto *encode :
       {phobos_emulator_encode_tensor_map, phobos_gpu_encode_tensor_map}) {
    EXPECT_EQ(encode(&map, encoded.data(), &error), PHOBOS_FAILURE);
    EXPECT_EQ(take(error), "expected an address that is a multiple of 16 for a "
                           "tensor map, got 0x8");
    EXPECT_EQ(encode(&map, nullptr, &error), PHOBOS_FAILURE);
    EXPECT_EQ(take(error), "expected a pointer as 'out', got null");
    EXPECT_EQ(encode(nullptr, encoded.data(), &error), PHOBOS_FAILURE);
    EXPECT_EQ(take(error), "expected a pointer as 'map', got null");
  }
  map.type = "f33";
  EXPECT_EQ(phobos_tensor_map_check(&map, &error), PHOBOS_FAILURE);
  EXPECT_EQ(take(error),
            "expected an element type for a tensor map, got 'f33'");
  map.type = nullptr;
  EXPECT_EQ(phobos_tensor_map_check(&map, &error), PHOBOS_FAILURE);
  EXPECT_EQ(take(error), "expected a pointer as 'type', got null");
}

TEST(CAPI, NullPointersAreErrors) {
  PhobosModule *module = nullptr;
  char *text = nullptr;
  EXPECT_EQ(phobos_compile(nullptr, "k.ph", nullptr, &module, nullptr),
            PHOBOS_FAILURE);
  EXPECT_EQ(phobos_compile(scale, nullptr, nullptr, &module, nullptr),
            PHOBOS_FAILURE);
  EXPECT_EQ(phobos_compile(scale, "k.ph", nullptr, nullptr, nullptr),
            PHOBOS_FAILURE);
  EXPECT_EQ(phobos_module_ptx(nullptr, &text, nullptr), PHOBOS_FAILURE);
  EXPECT_EQ(
      phobos_run_pipeline(scale, "k.ph", nullptr, nullptr, &text, nullptr),
      PHOBOS_FAILURE);
  phobos_module_free(nullptr);
  phobos_string_free(nullptr);
  phobos_gpu_kernel_free(nullptr);
}

TEST(CAPI, DumpsTheTree) {
  char *text = nullptr, *error = nullptr;
  ASSERT_EQ(phobos_dump_ast(scale, "k.ph", &text, &error), PHOBOS_SUCCESS);
  EXPECT_THAT(take(text), testing::AllOf(HasSubstr("\"kind\":\"kernel\""),
                                         HasSubstr("\"name\":\"scale\"")));
  ASSERT_EQ(phobos_dump_ast("kernel", "k.ph", &text, &error), PHOBOS_FAILURE);
  EXPECT_EQ(text, nullptr);
  EXPECT_THAT(take(error), StartsWith("k.ph:1:7: error: expected a name"));
  EXPECT_EQ(phobos_dump_ast(nullptr, "k.ph", &text, nullptr), PHOBOS_FAILURE);
}

std::string runPipeline(const char *source, const char *pipeline) {
  char *text = nullptr, *error = nullptr;
  if (phobos_run_pipeline(source, "k.ph", nullptr, pipeline, &text, &error) ==
      PHOBOS_SUCCESS)
    return take(text);
  return take(error);
}

TEST(CAPI, RunsPipelinesByName) {
  EXPECT_THAT(runPipeline(scale, ""), HasSubstr("phobos.kernel @scale"));
  EXPECT_THAT(runPipeline(scale, "canonicalize,cse"),
              HasSubstr("phobos.kernel @scale"));
  EXPECT_THAT(runPipeline(scale, "builtin.module(canonicalize)"),
              HasSubstr("phobos.kernel @scale"));
  EXPECT_THAT(runPipeline(scale, "phobos-to-host"),
              HasSubstr("llvm.func @scale"));
}

TEST(CAPI, NegativePipelines) {
  EXPECT_THAT(
      runPipeline(scale, "no-such-pass"),
      testing::AllOf(StartsWith("pipeline: "), HasSubstr("no-such-pass")));
  EXPECT_THAT(runPipeline(scale, "builtin.module(cse"),
              HasSubstr("expected ')' at the end"));
  EXPECT_THAT(runPipeline("kernel", "cse"), StartsWith("k.ph:1:"));
}

TEST(CAPI, PassesRunOnTheTileIRFirst) {
  Compiled kernel(scale, "{\"passes\":\"phobos-convert-to-linalg\"}");
  EXPECT_EQ(kernel.module, nullptr); // No kernel is left.
  EXPECT_THAT(kernel.error, HasSubstr("expected one kernel"));
  Compiled named(scale, "{\"passes\":\"cse,no-such-pass\"}");
  EXPECT_THAT(named.error, testing::AllOf(StartsWith("options: passes: "),
                                          HasSubstr("'no-such-pass'")));
}

TEST(CAPI, ExplainMasks) {
  char *text = nullptr, *error = nullptr;
  ASSERT_EQ(phobos_explain_masks(scale, "k.ph", nullptr, "text", &text, &error),
            PHOBOS_SUCCESS);
  EXPECT_THAT(take(text), StartsWith("kernel scale, sm_90a\n"));
  ASSERT_EQ(phobos_explain_masks(scale, "k.ph", "{\"target\":\"sm_80\"}",
                                 "json", &text, &error),
            PHOBOS_SUCCESS);
  EXPECT_THAT(take(text), HasSubstr("\"target\": \"sm_80\""));
  ASSERT_EQ(phobos_explain_masks(scale, "k.ph", nullptr, "xml", &text, &error),
            PHOBOS_FAILURE);
  EXPECT_EQ(take(error), "expected the format 'text' or 'json', got 'xml'");
}

TEST(CAPI, ExplainsAccessesAndLayouts) {
  char *text = nullptr, *error = nullptr;
  ASSERT_EQ(
      phobos_explain_accesses(scale, "k.ph", nullptr, "text", &text, &error),
      PHOBOS_SUCCESS);
  EXPECT_THAT(take(text), StartsWith("kernel scale, sm_90a, 128 threads\n"));
  ASSERT_EQ(
      phobos_explain_layouts(scale, "k.ph", nullptr, "json", &text, &error),
      PHOBOS_SUCCESS);
  EXPECT_THAT(take(text), HasSubstr("\"conversions\": []"));
  ASSERT_EQ(
      phobos_explain_layouts(scale, "k.ph", nullptr, "xml", &text, &error),
      PHOBOS_FAILURE);
  EXPECT_EQ(take(error), "expected the format 'text' or 'json', got 'xml'");
}

TEST(CAPI, ExplainsConfigs) {
  constexpr char tuned[] = "@autotune(T in [16, 32])\n"
                           "kernel k(x: tensor<f32>[N]) {\n"
                           "  let i = ctx.block.x * T\n"
                           "  x[i :+ T] = reshape(x[i :+ T], [16])\n"
                           "}\n";
  char *text = nullptr, *error = nullptr;
  ASSERT_EQ(
      phobos_explain_configs(tuned, "k.ph", nullptr, "text", &text, &error),
      PHOBOS_SUCCESS);
  EXPECT_THAT(
      take(text),
      StartsWith("kernel k, sm_90a: 1 of 2 configurations are legal\n"));
  ASSERT_EQ(phobos_explain_configs(tuned, "k.ph",
                                   "{\"settings\":{\"T\":16},"
                                   "\"target\":\"sm_80\"}",
                                   "json", &text, &error),
            PHOBOS_SUCCESS);
  EXPECT_THAT(take(text), HasSubstr("\"target\": \"sm_80\""));
  ASSERT_EQ(
      phobos_explain_configs("kernel", "k.ph", nullptr, "text", &text, &error),
      PHOBOS_FAILURE);
  EXPECT_THAT(take(error), StartsWith("k.ph:1:7: error: "));
  ASSERT_EQ(
      phobos_explain_configs(tuned, "k.mlir", nullptr, "text", &text, &error),
      PHOBOS_FAILURE);
  EXPECT_EQ(take(error), "k.mlir: error: expected .ph text, whose kernels have "
                         "choices, got IR\n");
}

TEST(CAPI, Lint) {
  constexpr char text[] = "kernel k(X: tensor<f32>[N], Y: tensor<f32>[1]) {\n"
                          "  Y[0] = max(X[0 :+ 8], axis = 0)[0]\n}";
  Compiled warned(text);
  char *warnings = nullptr;
  ASSERT_EQ(phobos_module_warnings(warned.module, &warnings, nullptr),
            PHOBOS_SUCCESS);
  EXPECT_THAT(take(warnings), HasSubstr("[max-over-fill]"));
  Compiled refused(text, "{\"lint\":\"error\"}");
  EXPECT_EQ(refused.module, nullptr);
  EXPECT_THAT(refused.error, HasSubstr("error: "));
  Compiled silent(text, "{\"lint\":\"off\"}");
  ASSERT_EQ(phobos_module_warnings(silent.module, &warnings, nullptr),
            PHOBOS_SUCCESS);
  EXPECT_EQ(take(warnings), "");
}

TEST(CAPI, ThreadsShareAModuleAndCompile) {
  Compiled shared(scale);
  std::vector<std::thread> threads;
  std::vector<int> right(4);
  for (int index = 0; index != 4; ++index)
    threads.emplace_back([&, index] {
      std::vector<float> x(100, 2.0f), y(100, 2.0f);
      Compiled own(scale);
      bool ran = runScale(shared.module, index, x, nullptr) == PHOBOS_SUCCESS &&
                 runScale(own.module, index, y, nullptr) == PHOBOS_SUCCESS;
      right[index] =
          ran && x == std::vector<float>(100, 2.0f * index) && x == y;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, std::vector<int>(4, 1));
}
} // namespace
