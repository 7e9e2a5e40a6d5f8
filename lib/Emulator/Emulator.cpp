//===- Emulator.cpp - GPU code, run and checked on the CPU ------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Emulator/Emulator.h"
#include "Execution.h"
#include "Rewrite.h"
#include "phobos/NativeCode/NativeCode.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"

using namespace phobos;
using namespace phobos::emulator;
using llvm::Error;
using llvm::Expected;

struct Emulator::Compiled {
  std::unique_ptr<llvm::orc::LLJIT> jit;
  Program program;
};

Emulator::Emulator(std::unique_ptr<Compiled> compiled)
    : compiled(std::move(compiled)) {}
Emulator::~Emulator() = default;

namespace {
/// Notes where a function needs more stack than a fiber has.
struct StackWatcher : llvm::DiagnosticHandler {
  explicit StackWatcher(bool &isTooLarge) : isTooLarge(isTooLarge) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    isTooLarge |= info.getKind() == llvm::DK_StackSize;
    return true;
  }

  bool &isTooLarge;
};
} // namespace

/// A JIT in which the functions of the table have their names.
static Expected<std::unique_ptr<llvm::orc::LLJIT>>
createJIT(const llvm::orc::JITTargetMachineBuilder &machine) {
  auto jit =
      llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(machine).create();
  if (!jit)
    return jit.takeError();
  llvm::orc::JITDylib &library = (*jit)->getMainJITDylib();
  llvm::orc::MangleAndInterner intern((*jit)->getExecutionSession(),
                                      (*jit)->getDataLayout());
  llvm::orc::SymbolMap symbols = getNativeSymbols(intern);
  for (const auto &entry : FunctionTable::get().getEntries())
    symbols[intern((tablePrefix + entry.getKey()).str())] = {
        llvm::orc::ExecutorAddr::fromPtr(entry.getValue().function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  if (Error error = library.define(llvm::orc::absoluteSymbols(symbols)))
    return std::move(error);
  // LLVM turns some intrinsics into calls of the C library.
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  return std::move(*jit);
}

Expected<std::unique_ptr<Emulator>>
Emulator::create(std::unique_ptr<llvm::LLVMContext> context,
                 std::unique_ptr<llvm::Module> module, llvm::StringRef kernel) {
  auto description = describeNativeMachine();
  if (!description)
    return description.takeError();
  auto machine = description->createTargetMachine();
  if (!machine)
    return machine.takeError();
  auto rewritten = Rewriter(*module).run(kernel, (*machine)->getTargetTriple(),
                                         (*machine)->createDataLayout());
  if (!rewritten)
    return rewritten.takeError();
  bool needsTooMuchStack = false;
  context->setDiagnosticHandler(
      std::make_unique<StackWatcher>(needsTooMuchStack));
  optimizeNativeCode(*module, **machine);

  auto compiled = std::make_unique<Compiled>();
  auto jit = createJIT(*description);
  if (!jit)
    return jit.takeError();
  compiled->jit = std::move(*jit);
  if (Error error = compiled->jit->addIRModule(
          llvm::orc::ThreadSafeModule(std::move(module), std::move(context))))
    return std::move(error);
  auto entry = compiled->jit->lookup(entryName);
  if (!entry)
    return entry.takeError();
  if (needsTooMuchStack)
    return llvm::createStringError("error: cannot emulate kernel '" + kernel +
                                   "', whose threads need more than " +
                                   llvm::Twine(Fiber::usableBytes) +
                                   " bytes of stack");
  Program &program = compiled->program;
  program.entry = entry->toPtr<Program::Entry>();
  program.numArguments = rewritten->numArguments;
  program.sites = std::move(rewritten->sites);
  program.staticSharedBytes = rewritten->staticSharedBytes;
  program.granule = rewritten->granule;
  program.clusterShape = rewritten->clusterShape;
  return std::unique_ptr<Emulator>(new Emulator(std::move(compiled)));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// What a GPU refuses as well.
static Error checkLaunch(const EmulatedLaunch &launch, const Program &program) {
  if (launch.arguments.size() != program.numArguments ||
      launch.buffers.size() != program.numArguments)
    return llvm::createStringError(
        "expected %zu arguments and buffers, got %zu and %zu",
        program.numArguments, launch.arguments.size(), launch.buffers.size());
  const std::array<int64_t, 3> limits = {2147483647, 65535, 65535};
  for (auto [blocks, limit] : llvm::zip(launch.grid, limits))
    if (blocks < 0 || blocks > limit)
      return llvm::createStringError(
          "expected from 0 to %lld blocks along an axis, got %lld",
          static_cast<long long>(limit), static_cast<long long>(blocks));
  for (auto [blocks, size] : llvm::zip(launch.grid, program.clusterShape))
    if (blocks % size != 0)
      return llvm::createStringError(
          "expected a multiple of the cluster's %u blocks along an axis, got "
          "%lld",
          size, static_cast<long long>(blocks));
  uint64_t threads = 1;
  for (uint32_t count : launch.threads)
    threads *= std::min(count, 2048u);
  if (threads == 0 || threads > 1024)
    return llvm::createStringError("expected from 1 to 1024 threads a block");
  size_t shared = SharedWindow::firstOffset + program.staticSharedBytes;
  if (shared + launch.sharedBytes > SharedWindow::size)
    return llvm::createStringError(
        "expected at most %zu bytes of shared memory, got %zu",
        SharedWindow::size - shared, static_cast<size_t>(launch.sharedBytes));
  return Error::success();
}

Expected<std::vector<EmulatorFault>>
Emulator::run(const EmulatedLaunch &launch,
              const EmulatorOptions &options) const {
  if (Error error = checkLaunch(launch, compiled->program))
    return std::move(error);
  Execution execution(compiled->program, launch, options);
  if (!execution.isValid())
    return llvm::createStringError(
        "no memory below 4 GiB is free for shared memory");
  execution.run();
  return execution.getFaults().take();
}
