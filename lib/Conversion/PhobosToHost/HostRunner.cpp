//===- HostRunner.cpp - Run a lowered kernel in this process ----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Conversion/PhobosToHost/HostRunner.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <mutex>

using namespace mlir;
using namespace phobos;

HostRunner::HostRunner() = default;
HostRunner::~HostRunner() = default;

/// Readies LLVM's code generation, and the libraries that compiled kernels
/// call: where Phobos sits in a shared library opened privately, its own
/// dependencies are not visible to the process.
static void prepareProcess() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    for (const char *library : {"libm.so.6", "libgcc_s.so.1"})
      llvm::sys::DynamicLibrary::LoadLibraryPermanently(library);
  });
}

/// What LLVM calls to narrow a float to bf16, to nearest even, where the
/// processor has no instruction for it. Old libgcc_s lack it; its values there
/// are bf16 numbers that were widened to be moved, so f32 loses nothing.
static __bf16 truncateToBF16(float value) {
  bool losesInfo;
  llvm::APFloat number(value);
  number.convert(llvm::APFloat::BFloat(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  auto bits = static_cast<uint16_t>(number.bitcastToAPInt().getZExtValue());
  return llvm::bit_cast<__bf16>(bits);
}

/// What compiled kernels call that is not found by name: the above, and the
/// functions of one allocator, of which a process can have several.
static llvm::orc::SymbolMap
getRuntimeSymbols(llvm::orc::MangleAndInterner intern) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](StringRef name, auto *function) {
    symbols[intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                             llvm::JITSymbolFlags::Exported};
  };
  add("__truncsfbf2", &truncateToBF16);
  add("malloc", &malloc);
  add("calloc", &calloc);
  add("free", &free);
  return symbols;
}

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>> detectMachine() {
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  // Their conversions to bf16 flush denormals (Intel SDM, VCVTNEPS2BF16).
  for (const char *feature : {"avx512bf16", "avxneconvert", "avx10.2"})
    builder->getFeatures().AddFeature(feature, /*Enable=*/false);
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  return builder->createTargetMachine();
}

/// As -O2 does, but without the SLP vectorizer: that of LLVM 22 takes 32 bits
/// to be enough for a `uitofp` of an i64 that is a sign-extended i32.
static void optimize(llvm::Module &module, llvm::TargetMachine *machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

/// The number at `data` in decimal; `type` is i, u or f and its bits.
static std::string formatNumber(const void *data, StringRef type) {
  unsigned width = 0;
  type.drop_front().getAsInteger(10, width);
  uint64_t bits = 0;
  memcpy(&bits, data, llvm::divideCeil(width, 8));
  if (type.front() == 'u')
    return std::to_string(bits);
  if (type.front() == 'i')
    return std::to_string(llvm::SignExtend64(bits, width));
  double number = width == 64 ? llvm::bit_cast<double>(bits)
                              : llvm::bit_cast<float>(uint32_t(bits));
  SmallString<32> text;
  llvm::raw_svector_ostream(text) << llvm::format("%.9g", number);
  return text.str().str();
}

/// `text` with its places filled: see kPromisedValuesAttr.
static std::string fillPlaces(StringRef text, int64_t value,
                              ArrayRef<void *> packedArgs) {
  std::string filled;
  while (!text.empty()) {
    auto [before, after] = text.split('{');
    auto [place, rest] = after.split('}');
    auto [number, type] = place.split(':');
    filled += before;
    unsigned argument;
    if (!number.getAsInteger(10, argument))
      filled += formatNumber(packedArgs[argument], type);
    else if (!after.empty())
      filled += std::to_string(value);
    text = rest;
  }
  return filled;
}

llvm::Expected<std::unique_ptr<HostRunner>>
HostRunner::create(ModuleOp hostModule, StringRef kernel) {
  std::string symbol = getGridFunctionName(kernel);
  auto function = hostModule.lookupSymbol<LLVM::LLVMFuncOp>(symbol);
  if (!function || function.isExternal())
    return llvm::createStringError("expected a kernel '" + kernel +
                                   "' that was lowered for the host");
  prepareProcess();
  MLIRContext *context = hostModule.getContext();
  registerBuiltinDialectTranslation(*context);
  registerLLVMDialectTranslation(*context);

  auto machine = detectMachine();
  if (!machine)
    return machine.takeError();
  auto optimizeModule = [target = machine->get()](llvm::Module *module) {
    optimize(*module, target);
    return llvm::Error::success();
  };
  ExecutionEngineOptions options;
  options.transformer = optimizeModule;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto engine =
      ExecutionEngine::create(hostModule, options, std::move(*machine));
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols(getRuntimeSymbols);
  auto entry = (*engine)->lookupPacked(symbol);
  if (!entry)
    return entry.takeError();

  std::unique_ptr<HostRunner> runner(new HostRunner());
  runner->engine = std::move(*engine);
  runner->entry = *entry;
  runner->name = kernel.str();
  runner->numArguments = function.getNumArguments();
  auto texts = function->getAttrOfType<ArrayAttr>(kPromisesAttr);
  auto values = function->getAttrOfType<ArrayAttr>(kPromisedValuesAttr);
  if (texts && values)
    for (auto [text, after] : llvm::zip(texts.getAsRange<StringAttr>(),
                                        values.getAsRange<StringAttr>()))
      runner->promises.push_back({text.str(), after.str()});
  return runner;
}

llvm::Error HostRunner::run(ArrayRef<void *> packedArgs) const {
  if (packedArgs.size() != numArguments)
    return llvm::createStringError(
        "expected %zu packed arguments for kernel '%s', got %zu", numArguments,
        name.c_str(), packedArgs.size());
  struct {
    int64_t promise, value;
  } status = {0, 0};
  SmallVector<void *> arguments(packedArgs);
  arguments.push_back(&status);
  entry(arguments.data());
  if (status.promise == 0)
    return llvm::Error::success();
  const Promise &broken = promises[status.promise - 1];
  return llvm::createStringError(
      broken.text + fillPlaces(broken.values, status.value, packedArgs));
}
