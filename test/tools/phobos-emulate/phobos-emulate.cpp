//===- phobos-emulate.cpp - Run a kernel's GPU code on given arrays -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// phobos-emulate --target=sm_80 --grid=4,1,1 x.ph ARGUMENT…
//
// Compiles a kernel for a GPU and runs it in the emulator. The kernel is `.ph`
// text, tile IR, thread-level code or llvm and nvvm ops; the last two do not
// say how many threads a block has (--block) and what a pointer points to:
// there, an ARGUMENT begins with its type, as in `f32:16=1,2` and `i32:7`. What
// follows is described in KernelArguments.h; for a tensor map, see
// TensorMapArgument.h. Prints every array after the run, or the faults found,
// and then exits with 1.
//
//===----------------------------------------------------------------------===//

#include "../KernelArguments.h"
#include "TensorMapArgument.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Emulator/Emulator.h"
#include "phobos/Frontend/Frontend.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Pipelines/Registration.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/PTX.h"
#include "phobos/Target/Target.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>

using namespace mlir;
using namespace phobos;
namespace cl = llvm::cl;

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<kernel>"));
static cl::opt<std::string> targetName("target", cl::init("sm_90a"),
                                       cl::desc("the GPU to compile for"));
static cl::opt<std::string>
    kernelName("kernel", cl::desc("which one, where there are several"));
static cl::list<int64_t> gridSizes("grid", cl::CommaSeparated,
                                   cl::desc("blocks in x, y, z"));
static cl::list<uint32_t>
    threadSizes("block", cl::CommaSeparated,
                cl::desc("threads of a block in x, y, z, if not tile IR"));
static cl::opt<uint32_t>
    sharedBytes("shared", cl::desc("dynamic shared memory, if not tile IR"));
static cl::opt<uint64_t> seed("seed", cl::desc("of the order of threads"));
static cl::opt<uint64_t> seeds("seeds", cl::init(0),
                               cl::desc("run again under each of the seeds 1 "
                                        "to N: the results must be the same"));
static cl::opt<bool> noRaces("no-races", cl::desc("do not look for races"));
static cl::opt<double> seconds("seconds", cl::init(60),
                               cl::desc("when to give up"));
static cl::opt<bool> printBits("bits", cl::desc("print elements as bits"));
static cl::opt<bool> printTime("time", cl::desc("print times, no arrays"));
static cl::opt<bool> listFunctions("list", cl::desc("print what is emulated"));
static cl::list<std::string> arguments(cl::ConsumeAfter,
                                       cl::desc("<argument>…"));

namespace {
/// A kernel, and how to launch it.
struct Job {
  std::string kernel;
  std::vector<KernelArgument> arguments;
  /// By the argument's number; the argument itself is the tensor's array.
  std::map<size_t, EncodedTensorMap> maps;
  std::vector<std::string> names;
  std::array<uint32_t, 3> threads = {1, 1, 1};
  uint32_t sharedBytes = 0;
};
} // namespace

/// The kernel of tile IR to run, alone in `module`; null if there is none. One
/// that helps another kernel is run by its name only.
static KernelOp pickKernel(ModuleOp module) {
  KernelOp found;
  for (KernelOp kernel : llvm::make_early_inc_range(module.getOps<KernelOp>()))
    if (!found && (kernelName.empty() ? !kernel->hasAttr(kHelperOfAttr)
                                      : kernel.getSymName() == kernelName))
      found = kernel;
    else
      kernel.erase();
  return found;
}

static void checkCount(size_t expected) {
  if (arguments.size() != expected)
    fail("expected " + Twine(expected) + " arguments, got " +
         Twine(arguments.size()));
}

static Job describe(KernelOp kernel) {
  Job job;
  job.kernel = kernel.getSymName().str();
  checkCount(kernel.getNumArguments());
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    auto pointer = dyn_cast<PtrType>(type);
    job.arguments.push_back(KernelArgument::parse(
        arguments[index], pointer ? pointer.getElementType() : type,
        bool(pointer)));
    job.names.push_back(kernel.getArgName(index));
  }
  return job;
}

/// Of a kernel below tile IR, once it is llvm and nvvm ops.
static Job describe(ModuleOp module) {
  LLVM::LLVMFuncOp kernel;
  module.walk([&](LLVM::LLVMFuncOp func) {
    bool isKernel = func->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName());
    if (isKernel && (kernelName.empty() || func.getName() == kernelName))
      kernel = func;
  });
  if (!kernel)
    fail("expected a kernel '" + kernelName + "'");
  Job job;
  job.kernel = kernel.getName().str();
  checkCount(kernel.getNumArguments());
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    job.names.push_back("argument " + std::to_string(index));
    if (kernel.getArgAttr(index, LLVM::LLVMDialect::getByValAttrName())) {
      TensorMapArgument map = parseTensorMapArgument(
          arguments[index], job.arguments, module.getContext());
      job.arguments.push_back(map.array);
      job.maps[index] = map.encoded;
      continue;
    }
    auto [typeName, text] = StringRef(arguments[index]).split(':');
    Type element = parseType(typeName, module.getContext());
    if (!element)
      fail("expected '<type>:<value>', got '" + arguments[index] + "'");
    job.arguments.push_back(
        KernelArgument::parse(text, element, isa<LLVM::LLVMPointerType>(type)));
  }
  std::copy(threadSizes.begin(), threadSizes.end(), job.threads.begin());
  job.sharedBytes = sharedBytes;
  return job;
}

/// Erases the kernels below tile IR that are not to run, which would be lowered
/// and compiled as well.
static void keepOneKernel(ModuleOp module) {
  SmallVector<FunctionOpInterface> others;
  module.walk([&](FunctionOpInterface function) {
    auto gpuFunction = dyn_cast<gpu::GPUFuncOp>(*function);
    bool isKernel =
        (gpuFunction && gpuFunction.isKernel()) ||
        function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName());
    if (isKernel && function.getName() != kernelName)
      others.push_back(function);
  });
  for (FunctionOpInterface other : others)
    other.erase();
}

/// Reads the input, and lowers it to llvm and nvvm ops.
static Job lower(ModuleOp module) {
  KernelOp kernel = pickKernel(module);
  if (!kernelName.empty())
    keepOneKernel(module);
  bool isThreadLevel = false;
  module.walk([&](gpu::GPUModuleOp) { isThreadLevel = true; });
  NVVMPipelineOptions options;
  options.target = targetName.getValue();
  Job job;
  if (kernel)
    job = describe(kernel);
  PassManager manager(module.getContext());
  if (kernel)
    buildPhobosToNVVMPipeline(manager, options);
  else if (isThreadLevel)
    buildThreadToNVVMPipeline(manager, options);
  else {
    manager.addPass(createConvertNVVMToLLVMPass());
    buildLineInfoPipeline(manager);
  }
  if (failed(manager.run(module)))
    exit(1);
  if (!kernel)
    return describe(module);
  DictionaryAttr contract = findLaunchContract(module);
  if (!contract)
    fail("the lowering left no launch contract");
  job.threads[0] = contract.getAs<IntegerAttr>("threads").getInt();
  job.sharedBytes = contract.getAs<IntegerAttr>("shared_bytes").getInt();
  return job;
}

static EmulatedLaunch makeLaunch(Job &job, SmallVectorImpl<void *> &packed,
                                 std::vector<EmulatedBuffer> &buffers) {
  EmulatedLaunch launch;
  std::copy(gridSizes.begin(), gridSizes.end(), launch.grid.begin());
  launch.threads = job.threads;
  launch.sharedBytes = job.sharedBytes;
  for (auto [index, argument] : llvm::enumerate(job.arguments)) {
    auto map = job.maps.find(index);
    packed.push_back(map == job.maps.end() ? argument.pack() : &map->second);
    buffers.push_back(
        {job.names[index], argument.data,
         argument.isPointer ? argument.count * argument.bytes : 0});
  }
  launch.arguments = packed;
  launch.buffers = buffers;
  return launch;
}

static double milliseconds(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - since)
      .count();
}

/// The bytes of every array.
static std::vector<std::string> snapshot(const Job &job) {
  std::vector<std::string> arrays;
  for (const KernelArgument &argument : job.arguments)
    arrays.emplace_back(argument.data, argument.count * argument.bytes);
  return arrays;
}

static void restore(const Job &job, ArrayRef<std::string> arrays) {
  for (auto [argument, bytes] : llvm::zip_equal(job.arguments, arrays))
    memcpy(argument.data, bytes.data(), bytes.size());
}

/// Runs the kernel once, and prints the faults; whether there were none.
static bool runOnce(const Emulator &emulator, const EmulatedLaunch &launch,
                    std::optional<uint64_t> seed) {
  EmulatorOptions options;
  options.seed = seed;
  options.findRaces = !noRaces;
  options.seconds = seconds;
  auto faults = emulator.run(launch, options);
  if (!faults)
    fail(llvm::toString(faults.takeError()));
  llvm::errs() << formatFaults(*faults);
  return faults->empty();
}

static bool runUnderSeeds(const Emulator &emulator, const Job &job,
                          const EmulatedLaunch &launch) {
  std::vector<std::string> before = snapshot(job);
  if (!runOnce(emulator, launch,
               seed.getNumOccurrences() ? std::optional<uint64_t>(seed)
                                        : std::nullopt))
    return false;
  std::vector<std::string> results = snapshot(job);
  for (uint64_t again = 1; again <= seeds; ++again) {
    restore(job, before);
    if (!runOnce(emulator, launch, again))
      return false;
    if (snapshot(job) != results) {
      llvm::errs() << "error: other results under seed " << again << "\n";
      return false;
    }
  }
  return true;
}

static int run(ModuleOp module, const Target &target) {
  Job job = lower(module);
  auto start = std::chrono::steady_clock::now();
  auto context = std::make_unique<llvm::LLVMContext>();
  auto device = translateToDeviceLLVMIR(module, target, *context);
  if (!device)
    return 1;
  auto emulator =
      Emulator::create(std::move(context), std::move(device), job.kernel);
  if (!emulator) {
    llvm::errs() << llvm::toString(emulator.takeError()) << "\n";
    return 1;
  }
  double compiling = milliseconds(start);
  SmallVector<void *> packed;
  std::vector<EmulatedBuffer> buffers;
  EmulatedLaunch launch = makeLaunch(job, packed, buffers);
  bool isRight = runUnderSeeds(**emulator, job, launch);
  if (printTime)
    llvm::outs() << llvm::format("compiling %.1f ms, a run %.3f ms\n",
                                 compiling, milliseconds(start) - compiling);
  else
    for (auto [index, argument] : llvm::enumerate(job.arguments))
      if (argument.isPointer)
        argument.print(index, printBits);
  return isRight ? 0 : 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv,
                              "run a kernel's GPU code on the CPU\n");
  if (listFunctions) {
    for (const std::string &name : listEmulatedFunctions())
      llvm::outs() << name << "\n";
    return 0;
  }
  const Target *target = Target::lookup(targetName);
  if (!target)
    fail(Target::describeUnknown(targetName));
  if (gridSizes.size() > 3 || threadSizes.size() > 3)
    fail("expected at most three sizes");
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  context.loadDialect<LLVM::LLVMDialect>(); // the pass for lines forgets to
  std::string message;
  auto file = openInputFile(inputFile, &message);
  if (!file)
    fail(message);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(file), SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  OwningOpRef<ModuleOp> module;
  if (StringRef(inputFile).ends_with(".ph"))
    module = importPhobos(
        *sources, &context,
        ImportOptions{/*settings=*/{}, kernelName, /*grid=*/std::nullopt});
  else
    module = parseSourceFile<ModuleOp>(sources, &context);
  return module ? run(*module, *target) : 1;
}
