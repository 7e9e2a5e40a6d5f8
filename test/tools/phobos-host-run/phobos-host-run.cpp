//===- phobos-host-run.cpp - Run a kernel on given arrays -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// phobos-host-run --grid=4,1,1 x.mlir ARGUMENT…
//
// An ARGUMENT for each one of the kernel, as KernelArguments.h describes them.
// Prints every array after the run.
//
//===----------------------------------------------------------------------===//

#include "../KernelArguments.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "phobos/Conversion/PhobosToHost/HostRunner.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Pipelines/Registration.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>

using namespace mlir;
using namespace phobos;

static llvm::cl::opt<std::string> inputFile(llvm::cl::Positional,
                                            llvm::cl::desc("<tile IR>"));
static llvm::cl::opt<std::string>
    kernelName("kernel", llvm::cl::desc("which one, where there are several"));
static llvm::cl::list<int64_t> gridSizes("grid", llvm::cl::CommaSeparated,
                                         llvm::cl::desc("blocks in x, y, z"));
static llvm::cl::opt<bool> printBits("bits",
                                     llvm::cl::desc("print elements as bits"));
static llvm::cl::opt<unsigned> repeat("repeat", llvm::cl::init(1),
                                      llvm::cl::desc("how often to run"));
static llvm::cl::opt<bool> printTime("time",
                                     llvm::cl::desc("print times, no arrays"));
static llvm::cl::list<std::string> arguments(llvm::cl::ConsumeAfter,
                                             llvm::cl::desc("<argument>…"));

static double milliseconds(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - since)
      .count();
}

/// The kernel to run, alone in `module`.
static KernelOp pickKernel(ModuleOp module) {
  auto kernels = module.getOps<KernelOp>();
  auto found = llvm::find_if(kernels, [](KernelOp kernel) {
    return kernelName.empty() || kernel.getSymName() == kernelName;
  });
  if (found == kernels.end())
    fail("expected a kernel '" + kernelName + "'");
  KernelOp kernel = *found;
  for (KernelOp other : llvm::make_early_inc_range(kernels))
    if (other != kernel)
      other.erase();
  return kernel;
}

/// Runs the kernel as often as asked, and returns the milliseconds of a run.
static double runKernel(const HostRunner &runner,
                        MutableArrayRef<KernelArgument> arguments) {
  SmallVector<int64_t> grid(gridSizes.begin(), gridSizes.end());
  grid.resize(3, 1);
  SmallVector<void *> packed;
  for (KernelArgument &argument : arguments)
    packed.push_back(argument.pack());
  for (int64_t &size : grid)
    packed.push_back(&size);
  auto start = std::chrono::steady_clock::now();
  for (unsigned i = 0; i != repeat; ++i)
    if (llvm::Error error = runner.run(packed))
      fail(llvm::toString(std::move(error)));
  return milliseconds(start) / repeat;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv, "run a kernel on the host\n");
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry);
  auto module = parseSourceFile<ModuleOp>(inputFile, &context);
  if (!module)
    return 1;
  KernelOp kernel = pickKernel(*module);
  std::string name = kernel.getSymName().str();
  ArrayRef<Type> types = kernel.getArgumentTypes();
  if (types.size() != arguments.size())
    fail("expected " + Twine(types.size()) + " arguments, got " +
         Twine(arguments.size()));
  std::vector<KernelArgument> parsed;
  for (auto [text, type] : llvm::zip(arguments, types)) {
    auto pointer = dyn_cast<PtrType>(type);
    parsed.push_back(KernelArgument::parse(
        text, pointer ? pointer.getElementType() : type, bool(pointer)));
  }

  auto start = std::chrono::steady_clock::now();
  PassManager manager(&context);
  buildPhobosToHostPipeline(manager);
  if (failed(manager.run(*module)))
    return 1;
  double lowering = milliseconds(start);
  auto runner = HostRunner::create(*module, name);
  if (!runner)
    fail(llvm::toString(runner.takeError()));
  double compiling = milliseconds(start) - lowering;
  double running = runKernel(**runner, parsed);
  if (printTime)
    llvm::outs() << llvm::format(
        "lowering %.1f ms, compiling %.1f ms, a run %.3f ms\n", lowering,
        compiling, running);
  else
    for (auto [index, argument] : llvm::enumerate(parsed))
      if (argument.isPointer)
        argument.print(index, printBits);
  return 0;
}
