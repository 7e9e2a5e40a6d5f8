//===- CompiledKernel.cpp - one kernel, compiled for one target -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledKernel.h"

#include "KernelChoice.h"
#include "mlir/Pass/PassManager.h"
#include "phobos/Conversion/PhobosToHost/HostRunner.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Target/Cubin.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/PTX.h"
#include "phobos/Target/Target.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace phobos;
using llvm::Error;
using llvm::Expected;

CompiledKernel::~CompiledKernel() = default;

Expected<std::unique_ptr<CompiledKernel>>
CompiledKernel::create(llvm::StringRef source, llvm::StringRef fileName,
                       CompileOptions options) {
  std::unique_ptr<CompiledKernel> kernel(new CompiledKernel());
  kernel->source = source.str();
  kernel->fileName = fileName.str();
  kernel->options = std::move(options);
  if (Error error = kernel->compile())
    return std::move(error);
  return std::move(kernel);
}

/// The kernel of `module`; an error that names them where it holds several.
static Expected<std::string> onlyKernel(ModuleOp module,
                                        llvm::StringRef fileName) {
  llvm::SmallVector<std::string> kernels = findKernels(module);
  if (kernels.size() == 1)
    return kernels.front();
  return llvm::createStringError(
      fileName +
      ": error: expected one kernel, or the option 'kernel' with the "
      "name of one, got " +
      listKernels(module));
}

static Error lowerToHost(Session &session, ModuleOp module,
                         const CompileOptions &options) {
  HostPipelineOptions pipeline;
  pipeline.debugBounds = options.debugBounds;
  return session.run(module, [&](OpPassManager &passes) {
    buildPhobosToHostPipeline(passes, pipeline);
    return Error::success();
  });
}

/// Whether a kernel or a loop of `module` is to have no mask.
static bool assertsNoMask(ModuleOp module) {
  auto asserts = [](Operation *op) {
    return op->hasAttr(kAssertNoMaskAttr) ? WalkResult::interrupt()
                                          : WalkResult::advance();
  };
  return module.walk(asserts).wasInterrupted();
}

/// The host keeps masks as the source has them. What a kernel asserts of them
/// is of what a GPU keeps.
static Error checkAssertions(Session &session, ModuleOp module) {
  if (!assertsNoMask(module))
    return Error::success();
  OwningOpRef<ModuleOp> copy(module.clone());
  return session.run(*copy, [](OpPassManager &passes) {
    buildTilePipeline(passes, NVVMPipelineOptions());
    return Error::success();
  });
}

Error CompiledKernel::compile() {
  if (options.target != "host" && options.target != "none") {
    target = Target::lookup(options.target);
    if (!target)
      return llvm::createStringError("options: " +
                                     Target::describeUnknown(options.target));
  }
  Session session(source, fileName);
  auto module = session.read(options);
  if (!module)
    return module.takeError();
  Expected<std::string> kernel = onlyKernel(**module, fileName);
  if (!kernel)
    return kernel.takeError();
  options.kernel = *kernel;
  tileIR = printIR(**module);
  if (Error error = target ? compileForGPU(session, **module)
                           : describeForHost(session, **module))
    return error;
  if (options.target == "host")
    if (Error error = compileForHost(session, **module))
      return error;
  warnings = session.takeDiagnostics();
  return Error::success();
}

Error CompiledKernel::describeForHost(Session &session, ModuleOp module) {
  auto kernel = module.lookupSymbol<KernelOp>(options.kernel);
  if (!kernel)
    return llvm::createStringError(
        fileName +
        ": error: expected a GPU as 'target' for code of threads, "
        "got '" +
        options.target + "'");
  if (Error error = checkAssertions(session, module))
    return error;
  FailureOr<DictionaryAttr> attribute = buildHostContract(kernel);
  if (failed(attribute))
    return session.takeError();
  entries.push_back(describe(*attribute));
  contract = contractToJSON(*attribute, tileIR);
  return Error::success();
}

Error CompiledKernel::compileForHost(Session &session, ModuleOp module) {
  if (Error error = lowerToHost(session, module, options))
    return error;
  auto runner = HostRunner::create(module, options.kernel);
  if (!runner)
    return runner.takeError();
  host = std::move(*runner);
  return Error::success();
}

Error CompiledKernel::compileForGPU(Session &session, ModuleOp module) {
  if (Error error =
          session.lower(module, *target, options, buildPhobosToNVVMPipeline))
    return error;
  FailureOr<std::string> text = translateToPTX(module, {*target});
  if (failed(text))
    return session.takeError();
  DictionaryAttr attribute = findLaunchContract(module);
  if (!attribute)
    return llvm::createStringError("the lowering left no launch contract");
  entries.push_back(describe(attribute));
  for (DictionaryAttr helper : listHelperContracts(attribute))
    entries.push_back(describe(helper));
  ptx = std::move(*text);
  contract = contractToJSON(attribute, ptx);
  return Error::success();
}

CompiledKernel::EntryPoint CompiledKernel::describe(DictionaryAttr contract) {
  auto number = [&](llvm::StringRef field) {
    return static_cast<uint32_t>(contract.getAs<IntegerAttr>(field).getInt());
  };
  return {contract.getAs<StringAttr>("kernel").str(),
          contract.getAs<ArrayAttr>("args").size(), number("threads"),
          number("shared_bytes")};
}

Expected<const CompiledKernel::EntryPoint *>
CompiledKernel::findEntry(llvm::StringRef kernel) const {
  for (const EntryPoint &entry : entries)
    if (kernel.empty() || entry.name == kernel)
      return &entry;
  return llvm::createStringError("expected '" + entries.front().name +
                                 "' or a kernel that its contract names, got "
                                 "'" +
                                 kernel + "'");
}

static Error checkCall(llvm::ArrayRef<void *> arguments, size_t expected,
                       std::array<int64_t, 3> grid) {
  if (arguments.size() != expected)
    return llvm::createStringError("expected %zu arguments, got %zu", expected,
                                   arguments.size());
  if (llvm::any_of(arguments, [](void *value) { return !value; }))
    return llvm::createStringError(
        "expected a pointer to each argument's value, got null");
  if (llvm::any_of(grid, [](int64_t blocks) { return blocks < 0; }))
    return llvm::createStringError("expected a grid of 0 or more blocks");
  return Error::success();
}

Expected<const Emulator *>
CompiledKernel::getEmulator(llvm::StringRef kernel) const {
  std::lock_guard<std::mutex> guard(emulatorMutex);
  std::unique_ptr<Emulator> &emulator = emulators[kernel.str()];
  if (emulator)
    return emulator.get();
  Session session(source, fileName);
  auto module = session.read(options);
  if (!module)
    return module.takeError();
  if (Error error =
          session.lower(**module, *target, options, buildPhobosToNVVMPipeline))
    return std::move(error);
  auto context = std::make_unique<llvm::LLVMContext>();
  auto code = translateToDeviceLLVMIR(**module, *target, *context);
  if (!code)
    return session.takeError();
  auto made = Emulator::create(std::move(context), std::move(code), kernel);
  if (!made)
    return made.takeError();
  emulator = std::move(*made);
  return emulator.get();
}

Error CompiledKernel::emulate(llvm::StringRef kernel,
                              llvm::ArrayRef<void *> arguments,
                              llvm::ArrayRef<EmulatedBuffer> buffers,
                              std::array<int64_t, 3> grid,
                              const EmulatorOptions &options) const {
  if (!target)
    return llvm::createStringError("expected a kernel for a GPU, got one for " +
                                   this->options.target);
  Expected<const EntryPoint *> entry = findEntry(kernel);
  if (!entry)
    return entry.takeError();
  if (Error error = checkCall(arguments, (*entry)->argumentCount, grid))
    return error;
  Expected<const Emulator *> code = getEmulator((*entry)->name);
  if (!code)
    return code.takeError();
  EmulatedLaunch launch;
  launch.grid = grid;
  launch.threads = {(*entry)->threads, 1, 1};
  launch.sharedBytes = (*entry)->sharedBytes;
  launch.arguments = arguments;
  launch.buffers = buffers;
  auto faults = (*code)->run(launch, options);
  if (!faults)
    return faults.takeError();
  if (!faults->empty())
    return llvm::createStringError(formatFaults(*faults));
  return Error::success();
}

Error CompiledKernel::runOnHost(llvm::ArrayRef<void *> arguments,
                                std::array<int64_t, 3> grid) const {
  if (!host)
    return llvm::createStringError(
        "expected a kernel for the host, got one for " + options.target);
  if (Error error = checkCall(arguments, entries.front().argumentCount, grid))
    return error;
  llvm::SmallVector<void *> packed(arguments);
  for (int64_t &blocks : grid)
    packed.push_back(&blocks);
  return host->run(packed);
}

Expected<std::string> CompiledKernel::getPTX() const {
  if (!target)
    return llvm::createStringError("expected a kernel for a GPU, got one for " +
                                   options.target);
  return ptx;
}

Expected<std::string> CompiledKernel::makeCubin() const {
  Expected<std::string> text = getPTX();
  if (!text)
    return text.takeError();
  Expected<Cubin> cubin = assembleCubin(*text, *target);
  if (!cubin)
    return cubin.takeError();
  return std::move(cubin->bytes);
}

Expected<std::string> CompiledKernel::dumpStages() const {
  Session session(source, fileName);
  auto module = session.read(options);
  if (!module)
    return module.takeError();
  llvm::json::Array stages;
  auto keep = [&](llvm::StringRef name) {
    stages.push_back(
        llvm::json::Object{{"stage", name}, {"ir", printIR(**module)}});
  };
  keep("source");
  if (host) {
    if (Error error = lowerToHost(session, **module, options))
      return std::move(error);
    keep("host");
  } else if (target) {
    for (const Stage &stage : getNVVMStages()) {
      if (Error error = session.lower(**module, *target, options, stage.build))
        return std::move(error);
      keep(stage.name);
    }
  }
  return llvm::formatv("{0}", llvm::json::Value(std::move(stages))).str();
}
