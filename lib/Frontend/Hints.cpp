//===- Hints.cpp - what a word of another language is called here ---------===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Hints.h"

#include "ScalarType.h"
#include "llvm/ADT/STLExtras.h"

using namespace phobos;

namespace {
struct Entry {
  llvm::StringLiteral word;
  llvm::StringLiteral text;
};
} // namespace

static llvm::StringRef lookup(llvm::ArrayRef<Entry> table,
                              llvm::StringRef word) {
  for (const Entry &entry : table)
    if (entry.word == word)
      return entry.text;
  return "";
}

static std::string hint(llvm::ArrayRef<Entry> table, llvm::StringRef word) {
  llvm::StringRef text = lookup(table, word);
  return text.empty() ? "" : ("; " + text).str();
}

/// What other languages call our types.
static constexpr Entry types[] = {
    {"float", "f32"},      {"double", "f64"},   {"half", "f16"},
    {"float64", "f64"},    {"float32", "f32"},  {"float16", "f16"},
    {"fp64", "f64"},       {"fp32", "f32"},     {"fp16", "f16"},
    {"bfloat16", "bf16"},  {"int", "i32"},      {"long", "i64"},
    {"int64", "i64"},      {"int32", "i32"},    {"int16", "i16"},
    {"int8", "i8"},        {"uint64", "u64"},   {"uint32", "u32"},
    {"uint16", "u16"},     {"uint8", "u8"},     {"unsigned", "u32"},
    {"char", "i8"},        {"short", "i16"},    {"int64_t", "i64"},
    {"int32_t", "i32"},    {"size_t", "index"}, {"uint32_t", "u32"},
    {"uint8_t", "u8"},     {"i1", "bool"},      {"float8_e4m3", "f8e4m3"},
    {"fp8e4nv", "f8e4m3"}, {"fp8e5", "f8e5m2"}, {"float8_e5m2", "f8e5m2"},
};

static constexpr llvm::StringLiteral noPrint =
    "there is no print; store the value to look at it";

std::string phobos::hintForName(llvm::StringRef name) {
  static constexpr Entry table[] = {
      {"True", "write 'true'"},
      {"False", "write 'false'"},
      {"None", "there is no null; leave the argument out"},
      {"null", "there is no null; leave the argument out"},
      {"blockIdx", "the block's position is ctx.block.x"},
      {"gridDim", "the number of blocks is ctx.blocks.x"},
      {"threadIdx", "a kernel works on whole tiles; the position of a thread "
                    "is ctx.thread"},
      {"print", noPrint},
      {"range", "it stands in 'for i in range(start, end)'"},
  };
  return hint(table, name);
}

std::string phobos::hintForFunction(llvm::StringRef name) {
  if (llvm::StringRef type = lookup(types, name); !type.empty())
    return ("; cast with '" + type + "(x)'").str();
  static constexpr Entry table[] = {
      {"print", noPrint},
      {"printf", noPrint},
      {"range", "it stands in 'for i in range(start, end)'"},
      {"not", "write '!x'"},
      {"len", "the extents are the names in its type, as M in tensor<f32>[M]"},
      {"matmul", "write 'dot(a, b)'"},
      {"maximum", "write 'max(a, b)'"},
      {"minimum", "write 'min(a, b)'"},
      {"fmaxf", "write 'max(a, b)'"},
      {"fminf", "write 'min(a, b)'"},
      {"fabs", "write 'abs(x)'"},
      {"relu", "write 'max(x, 0)'"},
      {"mean", "write 'sum(t, axis = n) / count'"},
      {"program_id", "the block's position is ctx.block.x"},
      {"__syncthreads", "a kernel works on whole tiles; barriers are set by "
                        "the compiler"},
  };
  return hint(table, name);
}

std::string phobos::hintForType(llvm::StringRef name) {
  llvm::StringRef type = lookup(types, name);
  return type.empty() ? "" : ("; did you mean '" + type + "'?").str();
}

std::string phobos::hintForMember(llvm::StringRef root, llvm::StringRef member,
                                  bool isFunction) {
  if (root == "blockIdx")
    return ("; write 'ctx.block." + member + "'").str();
  if (root == "gridDim")
    return ("; write 'ctx.blocks." + member + "'").str();
  if (root == "threadIdx" || root == "blockDim")
    return "; a kernel works on whole tiles; the position of a thread is "
           "ctx.thread";
  static constexpr llvm::StringLiteral modules[] = {"tl",    "triton", "np",
                                                    "torch", "math",   "jnp"};
  bool isModule = llvm::is_contained(modules, root);
  if (isFunction)
    return ("; write '" + member + (isModule ? "(…)'" : "(x)'")).str();
  static constexpr Entry ofModules[] = {
      {"program_id", "write 'ctx.block.x'"},
      {"num_programs", "write 'ctx.blocks.x'"},
      {"max_contiguous", "nothing is assumed; leave it out"},
      {"multiple_of", "nothing is assumed; leave it out"},
      {"maximum", "write 'max(a, b)'"},
      {"minimum", "write 'min(a, b)'"},
  };
  static constexpr Entry ofTensors[] = {
      {"T", "write 'transpose(t)'"},
      {"shape", "the extents are the names in its type, as M in "
                "tensor<f32>[M, N]"},
      {"size", "the extents are the names in its type, as M in "
               "tensor<f32>[M, N]"},
      {"to", "cast with 'f16(x)'"},
      {"astype", "cast with 'f16(x)'"},
  };
  if (!isModule)
    return hint(ofTensors, member);
  llvm::StringRef type = lookup(types, member);
  return type.empty() ? hint(ofModules, member)
                      : ("; write '" + type + "'").str();
}

std::string phobos::hintForStart(llvm::StringRef word, llvm::StringRef next) {
  llvm::StringRef type = lookup(types, word);
  if (type.empty() && ScalarType::fromName(word))
    type = word;
  if (!type.empty())
    return ("; declare it with 'let " + next + ": " + type +
            " = …', or with var to assign it later")
        .str();
  static constexpr Entry table[] = {
      {"import", "a file stands alone, there are no imports"},
      {"from", "a file stands alone, there are no imports"},
      {"include", "a file stands alone, there are no imports"},
      {"def", "a function starts with 'fn', a kernel with 'kernel'"},
      {"func", "a function starts with 'fn', a kernel with 'kernel'"},
      {"function", "a function starts with 'fn', a kernel with 'kernel'"},
      {"void", "a function starts with 'fn', a kernel with 'kernel'"},
      {"__global__", "a function starts with 'fn', a kernel with 'kernel'"},
      {"elif", "write '} else if … {'"},
      {"auto", "declare it with let, or with var to assign it later"},
      {"print", noPrint},
  };
  return hint(table, word);
}
