//===- LaunchContractTest.cpp - Contracts of whole kernels ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Target/LaunchContract.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Target/Target.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace phobos;

namespace {

class LaunchContractTest : public testing::Test {
protected:
  LaunchContractTest() {
    context.loadDialect<PhobosDialect, arith::ArithDialect>();
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      errors += diagnostic.str() + "\n";
      return success();
    });
  }

  KernelOp parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << errors;
    return *module->getOps<KernelOp>().begin();
  }

  /// The blocks along x for a grid that starts with \p expression of the
  /// extents s0 = M and s1 = N.
  std::string gridX(StringRef expression) {
    KernelOp kernel = parse(
        ("phobos.kernel @k(%a: !phobos.ptr<f32> {phobos.name = \"A\", "
         "phobos.extents = [\"M\", \"N\"]}, %M: index {phobos.name = \"M\"}, "
         "%N: index {phobos.name = \"N\"}) grid affine_map<()[s0, s1] -> (" +
         expression + ", 1, 1)> { phobos.return }")
            .str());
    FailureOr<DictionaryAttr> contract = buildHostContract(kernel);
    EXPECT_TRUE(succeeded(contract)) << errors;
    auto grid = contract->getAs<ArrayAttr>("grid");
    EXPECT_EQ(cast<StringAttr>(grid[1]).getValue(), "1");
    return cast<StringAttr>(grid[0]).getValue().str();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::string errors;
};

constexpr StringLiteral everything = R"mlir(
  phobos.kernel @k(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", 64], phobos.strides = ["LDA", 1]},
                   %p: !phobos.ptr<i8> {phobos.name = "P", phobos.unsigned},
                   %x: f8E4M3FN {phobos.name = "x"},
                   %n: i32 {phobos.name = "n"},
                   %i: index {phobos.name = "i"},
                   %M: index {phobos.name = "M"}, %LDA: index {phobos.name = "LDA"})
      grid affine_map<()[s0, s1, s2, s3] -> (s2 ceildiv 64, s0, 1)> {
    %m = phobos.promise #phobos.divisible<64> %M
    phobos.return
  }
)mlir";

// Field order, names and kinds as the launch contract defines them.
TEST_F(LaunchContractTest, EveryField) {
  FailureOr<DictionaryAttr> contract = buildLaunchContract(
      parse(everything), *Target::lookup("sm_90a"), 128, 4096);
  ASSERT_TRUE(succeeded(contract)) << errors;
  std::string json = contractToJSON(*contract, "");
  std::string compact;
  for (char c : json)
    if (c != ' ' && c != '\n')
      compact += c;
  StringRef expected =
      R"x({"version":1,"kernel":"k","target":"sm_90a","params":[)x"
      R"x({"name":"A","kind":"tensor","type":"bf16","read_only":true,"rank":2,"extents":["M",64],"strides":["LDA",1]},)x"
      R"x({"name":"P","kind":"pointer","type":"u8","read_only":true},)x"
      R"x({"name":"x","kind":"scalar","type":"f8e4m3"},)x"
      R"x({"name":"n","kind":"scalar","type":"i32"},)x"
      R"x({"name":"i","kind":"scalar","type":"index"}],"args":[)x"
      R"x({"kind":"pointer","param":"A"},{"kind":"pointer","param":"P"},)x"
      R"x({"kind":"scalar","param":"x","type":"f8e4m3"},{"kind":"scalar","param":"n","type":"i32"},)x"
      R"x({"kind":"scalar","param":"i","type":"index"},{"kind":"extent","name":"M","type":"i64"},)x"
      R"x({"kind":"stride","name":"LDA","type":"i64"}],"threads":[128,1,1],"cluster":[1,1,1],)x"
      R"x("shared_bytes":4096,"grid":["ceildiv(M,64)","n","1"],"promises":[{"extent":"M","multiple":64}],)x"
      R"x("tensor_maps":[],"hash":")x";
  EXPECT_EQ(StringRef(compact).take_front(expected.size()), expected);
  EXPECT_EQ(compact.size(), expected.size() + 64 + 2);
}

// Notes of blocks that end within an extent; what is malformed is passed over.
TEST_F(LaunchContractTest, PromisesOfBlocks) {
  auto promises = [&](const Twine &walk) {
    KernelOp kernel =
        parse(("phobos.kernel @k(%a: !phobos.ptr<f32> {phobos.name = \"A\", "
               "phobos.extents = [\"M\"]}, %M: index {phobos.name = \"M\"}) "
               "grid affine_map<()[s0] -> (s0, 1, 1)> { phobos.promise "
               "#phobos.bounded<1, 2> %M {phobos.walk = {" +
               walk + "}} phobos.return }")
                  .str());
    FailureOr<DictionaryAttr> contract = buildHostContract(kernel);
    EXPECT_TRUE(succeeded(contract)) << errors;
    std::string json = contractToJSON(*contract, ""), compact;
    for (char c : json)
      if (c != ' ' && c != '\n')
        compact += c;
    StringRef rest = StringRef(compact).split("\"promises\":").second;
    return rest.split(",\"tensor_maps\"").first.str();
  };
  StringRef extent = "extent = \"M\", multiple = 8 : i64, ";
  EXPECT_EQ(promises(extent + "blocks = affine_map<()[s0] -> (s0 * 2)>"),
            R"x([{"extent":"M","multiple":8,"blocks":"M*2"}])x");
  EXPECT_EQ(promises(extent + "blocks = affine_map<(d0) -> (d0)>"), "[]");
  EXPECT_EQ(promises(extent + "blocks = affine_map<()[s0, s1] -> (s0)>"), "[]");
  EXPECT_EQ(promises(extent + "blocks = affine_map<()[s0] -> ()>"), "[]");
  EXPECT_EQ(promises("extent = \"Q\", multiple = 8 : i64, "
                     "blocks = affine_map<()[s0] -> (s0)>"),
            "[]");
  EXPECT_EQ(promises(extent + "blocks = 3"), "[]");
}

// As a lowering that copies by tensor maps would leave it.
TEST_F(LaunchContractTest, TensorMaps) {
  auto contract = cast<DictionaryAttr>(parseAttribute(
      R"x({kernel = "k", target = "sm_90a",
           params = [{kind = "tensor", name = "A", type = "bf16", extents = ["M", 64]}],
           args = [{kind = "tensor_map", name = "A_load"}, {kind = "extent", name = "M", type = "i64"}],
           threads = 128 : i64, shared_bytes = 0 : i64, grid = ["M", "1", "1"], promises = [],
           cluster = [2, 1, 1],
           tensor_maps = [{name = "A_load", param = "A", dims = [0, 1], box = [128, 64],
                           element_strides = [1, 1], swizzle = 128, interleave = 0,
                           l2_promotion = 256, fill = "zero"}]})x",
      &context));
  std::string json = contractToJSON(contract, ""), compact;
  for (char c : json)
    if (c != ' ' && c != '\n')
      compact += c;
  EXPECT_TRUE(StringRef(compact).contains(
      R"x("args":[{"kind":"tensor_map","name":"A_load"},)x"));
  EXPECT_TRUE(StringRef(compact).contains(R"x("cluster":[2,1,1],)x"));
  EXPECT_TRUE(StringRef(compact).contains(
      R"x("tensor_maps":[{"name":"A_load","param":"A","dims":[0,1],)x"
      R"x("box":[128,64],"element_strides":[1,1],"swizzle":128,)x"
      R"x("interleave":0,"l2_promotion":256,"fill":"zero"}],"hash":)x"))
      << compact;
}

// As the lowering of a persistent kernel leaves it, before and behind that of
// its copying kernel.
TEST_F(LaunchContractTest, PersistentWithRepack) {
  auto dictionary = [&](StringRef text) {
    return cast<DictionaryAttr>(parseAttribute(text, &context));
  };
  DictionaryAttr contract = dictionary(
      R"x({kernel = "k", target = "sm_90a", params = [], args = [],
           threads = 128 : i64, shared_bytes = 0 : i64, grid = ["7", "1", "1"],
           promises = [], persistent = {blocks_per_multiprocessor = 2 : i64},
           tensor_maps = [{name = "A_load", repack = {kernel = "copy",
             pitch_bytes = 128 : i64, bytes = "M * 128"}}, {name = "B_load"}]})x");
  DictionaryAttr copy = dictionary(
      R"x({kernel = "copy", target = "sm_90a", params = [], args = [],
           threads = 64 : i64, shared_bytes = 0 : i64, grid = ["1", "1", "1"],
           promises = []})x");
  EXPECT_EQ(findMissingRepackKernel(contract), "copy");
  EXPECT_TRUE(listHelperContracts(contract).empty());
  contract = nestRepackContract(contract, copy);
  EXPECT_EQ(findMissingRepackKernel(contract), "");
  EXPECT_EQ(listHelperContracts(contract), SmallVector<DictionaryAttr>{copy});
  std::string json = contractToJSON(contract, "code"), compact;
  for (char c : json)
    if (c != ' ' && c != '\n')
      compact += c;
  StringRef text = compact;
  EXPECT_TRUE(text.starts_with(
      R"x({"version":1,"requires":["persistent","repack"],"kernel":"k",)x"));
  EXPECT_TRUE(text.contains(R"x("grid":["7","1","1"],)x"
                            R"x("persistent":{"blocks_per_multiprocessor":2},)x"
                            R"x("promises":[],)x"));
  EXPECT_TRUE(text.contains(
      R"x("tensor_maps":[{"name":"A_load","repack":{"pitch_bytes":128,)x"
      R"x("bytes":"M*128","contract":{"version":1,"kernel":"copy",)x"));
  EXPECT_TRUE(text.contains(R"x("}}},{"name":"B_load"}],"hash":")x"));
  // The copy's own is that of its contract alone.
  std::string own = contractToJSON(copy, "code");
  StringRef hash = StringRef(own).substr(own.find("\"hash\": \"") + 9, 64);
  EXPECT_TRUE(text.contains(hash));
}

TEST_F(LaunchContractTest, BytesOfRepackedRows) {
  auto bytes = [&](StringRef extents, unsigned elementBytes) {
    auto list = cast<ArrayAttr>(parseAttribute(extents, &context));
    DictionaryAttr repack = buildRepack("copy", list, elementBytes, 128);
    return repack.getAs<StringAttr>("bytes").str();
  };
  EXPECT_EQ(bytes("[\"M\", \"K\"]", 1), "ceildiv(K, 128) * M * 128");
  EXPECT_EQ(bytes("[\"M\", \"K\"]", 2), "ceildiv(K * 2, 128) * M * 128");
  EXPECT_EQ(bytes("[\"M\", 33 : i64]", 4), "M * 256");
  EXPECT_EQ(bytes("[\"K\"]", 8), "ceildiv(K * 8, 128) * 128");
}

TEST_F(LaunchContractTest, NegativeMalformedTensorMapsAreNoContract) {
  StringRef fields = "kernel = \"k\", target = \"sm_90a\", params = [], args = "
                     "[], threads = 1 : i64, shared_bytes = 0 : i64, grid = "
                     "[], promises = []";
  auto isFound = [&](StringRef more) {
    module = parseSourceString<ModuleOp>(
        ("module attributes {phobos.contract = {" + fields + more + "}} {}")
            .str(),
        &context);
    return module && findLaunchContract(*module);
  };
  EXPECT_TRUE(isFound(""));
  EXPECT_TRUE(isFound(", tensor_maps = [{}], cluster = [1, 1, 1]"));
  EXPECT_FALSE(isFound(", tensor_maps = [3]"));
  EXPECT_FALSE(isFound(", tensor_maps = {}"));
  EXPECT_FALSE(isFound(", cluster = 2"));
  EXPECT_FALSE(isFound(", persistent = 2"));
  EXPECT_FALSE(isFound(", persistent = {}"));
  EXPECT_FALSE(isFound(", tensor_maps = [{repack = 2}]"));
  EXPECT_FALSE(isFound(", tensor_maps = [{repack = {kernel = \"copy\", "
                       "pitch_bytes = 128 : i64, bytes = \"1\"}}]"));
}

TEST_F(LaunchContractTest, HashCoversFieldsAndCode) {
  KernelOp kernel = parse(everything);
  const Target &target = *Target::lookup("sm_80");
  auto json = [&](int64_t threads, StringRef code) {
    return contractToJSON(*buildLaunchContract(kernel, target, threads, 0),
                          code);
  };
  auto hash = [](const std::string &text) {
    return text.substr(text.find("\"hash\""));
  };
  EXPECT_EQ(json(128, "a"), json(128, "a"));
  EXPECT_NE(hash(json(128, "a")), hash(json(128, "b")));
  EXPECT_NE(hash(json(128, "a")), hash(json(256, "a")));
}

// Each prints as an expression of the contract's grammar.
TEST_F(LaunchContractTest, GridExpressions) {
  EXPECT_EQ(gridX("s0 ceildiv 64"), "ceildiv(M, 64)");
  EXPECT_EQ(gridX("(s0 + s1) * 3"), "(M + N) * 3");
  EXPECT_EQ(gridX("s0 - s1"), "M - N");
  EXPECT_EQ(gridX("s0 - s1 * 2 - 3"), "M - N * 2 - 3");
  EXPECT_EQ(gridX("(s0 - 1) floordiv 32 + 1"), "floordiv(M - 1, 32) + 1");
  EXPECT_EQ(gridX("(s0 mod 7) * (s1 ceildiv 2)"), "mod(M, 7) * ceildiv(N, 2)");
  EXPECT_EQ(gridX("1000"), "1000");
}

// IR may name things by any bytes; JSON holds UTF-8 alone.
TEST_F(LaunchContractTest, NameThatIsNoText) {
  KernelOp kernel = parse("phobos.kernel @k(%a: f32 {phobos.name = \"\\FF\"}) "
                          "{ phobos.return }");
  FailureOr<DictionaryAttr> contract = buildHostContract(kernel);
  ASSERT_TRUE(succeeded(contract)) << errors;
  llvm::Expected<llvm::json::Value> json =
      llvm::json::parse(contractToJSON(*contract, ""));
  EXPECT_TRUE(bool(json)) << llvm::toString(json.takeError());
}

TEST_F(LaunchContractTest, NegativeTooMuchSharedMemory) {
  KernelOp kernel = parse(everything);
  EXPECT_TRUE(failed(
      buildLaunchContract(kernel, *Target::lookup("sm_90a"), 128, 1048576)));
  EXPECT_EQ(errors, "kernel 'k' needs 1048576 bytes of shared memory a block, "
                    "sm_90a has 232448; lower the tiles' extents\n");
}

TEST_F(LaunchContractTest, NegativeTooManyThreads) {
  KernelOp kernel = parse(everything);
  EXPECT_TRUE(
      failed(buildLaunchContract(kernel, *Target::lookup("sm_80"), 3000, 0)));
  EXPECT_EQ(errors, "kernel 'k' needs 3000 threads a block, sm_80 has 1024; "
                    "lower the threads of @launch\n");
}

// "arg1" is what an argument without a name is called.
TEST_F(LaunchContractTest, NegativeNameTakenTwice) {
  KernelOp kernel = parse("phobos.kernel @k(%a: f32 {phobos.name = \"arg1\"}, "
                          "%b: f32) { phobos.return }");
  EXPECT_TRUE(failed(buildHostContract(kernel)));
  EXPECT_EQ(errors, "expected unique argument names, got 'arg1' twice\n");
}

} // namespace
