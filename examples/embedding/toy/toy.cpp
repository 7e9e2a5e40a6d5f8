//===- toy.cpp - A compiler of a toy language, on Phobos --------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Toy.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Pipelines/Registration.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/PTX.h"
#include "phobos/Target/TargetInterface.h"
#include "phobos/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {
enum class Output { IR, TileIR, PTX, Contract };
} // namespace

static cl::opt<std::string> input(cl::Positional, cl::Required,
                                  cl::desc("<program>"));
static cl::opt<std::string> target("target", cl::init("sm_90a"),
                                   cl::desc("The GPU to compile for"));
static cl::opt<Output>
    emit("emit", cl::init(Output::PTX), cl::desc("What to print:"),
         cl::values(clEnumValN(Output::IR, "ir",
                               "what the program becomes at first"),
                    clEnumValN(Output::TileIR, "tile",
                               "without needless masks, and "
                               "without ops of toy"),
                    clEnumValN(Output::PTX, "ptx", "PTX"),
                    clEnumValN(Output::Contract, "contract",
                               "what a launcher must know, as JSON")));

static cl::opt<bool>
    explainMasks("explain-masks",
                 cl::desc("Say in remarks why every mask is there, or is not"));

/// Lowers `module` as far as `emit` asks.
static LogicalResult lower(ModuleOp module) {
  if (emit == Output::IR)
    return verify(module);
  phobos::NVVMPipelineOptions options;
  options.target = target.getValue();
  options.context = module.getContext();
  phobos::PipelineExtensions extensions;
  extensions.addAfter(phobos::IRStage::Tile, [](OpPassManager &passes, auto &) {
    if (explainMasks)
      passes.addPass(phobos::createExplainMasks());
    passes.addPass(toy::createExpandAccumulate());
  });
  PassManager manager(module.getContext());
  if (emit == Output::TileIR)
    extensions.buildStage(phobos::getNVVMStages().front(), manager, options);
  else
    phobos::buildPhobosToNVVMPipeline(manager, options, extensions);
  return manager.run(module);
}

static LogicalResult print(ModuleOp module, const phobos::Target &chip) {
  if (emit == Output::IR || emit == Output::TileIR) {
    module->print(llvm::outs());
    llvm::outs() << "\n";
    return success();
  }
  FailureOr<std::string> ptx = phobos::translateToPTX(module, {chip});
  if (failed(ptx))
    return failure();
  llvm::outs() << (emit == Output::PTX
                       ? *ptx
                       : phobos::contractToJSON(
                             phobos::findLaunchContract(module), *ptx));
  return success();
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "A compiler of the toy language\n");
  DialectRegistry registry;
  phobos::registerDialects(registry);
  MLIRContext context(registry);
  context.loadDialect<toy::ToyDialect>();
  const phobos::Target *chip = phobos::lookupTarget(target, &context);
  std::string message;
  if (!chip)
    message = phobos::describeUnknownTarget(target, &context);
  auto file = message.empty() ? openInputFile(input, &message) : nullptr;
  if (!file) {
    llvm::errs() << "error: " << message << "\n";
    return 1;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  OwningOpRef<ModuleOp> module = toy::importToy(sources, &context);
  bool done =
      module && succeeded(lower(*module)) && succeeded(print(*module, *chip));
  return done ? 0 : 1;
}
