//===- HostRunner.cpp - Run a lowered kernel in this process ----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Conversion/PhobosToHost/HostRunner.h"
#include "StoppableRun.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"
#include "phobos/NativeCode/NativeCode.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace phobos;

HostRunner::HostRunner() = default;
HostRunner::~HostRunner() = default;

/// Those that `mayStop` in the middle of a run get memory that is freed then.
static llvm::orc::SymbolMap getSymbols(llvm::orc::MangleAndInterner intern,
                                       bool mayStop) {
  llvm::orc::SymbolMap symbols = getNativeSymbols(intern);
  auto set = [&](StringRef name, auto *function) {
    symbols[intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                             llvm::JITSymbolFlags::Exported};
  };
  if (!mayStop)
    return symbols;
  set("malloc", &allocateInRun);
  set("calloc", &allocateZeroedInRun);
  set("free", &freeInRun);
  set(kStopFunction, &stopRun);
  return symbols;
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
  MLIRContext *context = hostModule.getContext();
  registerBuiltinDialectTranslation(*context);
  registerLLVMDialectTranslation(*context);

  auto description = describeNativeMachine();
  if (!description)
    return description.takeError();
  auto machine = description->createTargetMachine();
  if (!machine)
    return machine.takeError();
  auto optimizeModule = [target = machine->get()](llvm::Module *module) {
    optimizeNativeCode(*module, *target);
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
  auto checks = function->getAttrOfType<ArrayAttr>(kChecksAttr);
  (*engine)->registerSymbols([&](llvm::orc::MangleAndInterner intern) {
    return getSymbols(intern, bool(checks));
  });
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
  if (checks)
    for (StringAttr text : checks.getAsRange<StringAttr>())
      runner->checks.push_back(text.str());
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
  if (checks.empty())
    entry(arguments.data());
  else if (auto failed = runStoppably(entry, arguments.data()))
    return llvm::createStringError(
        llvm::formatv("{0}, got {1}, the extent is {2}", checks[failed->number],
                      failed->start, failed->extent));
  if (status.promise == 0)
    return llvm::Error::success();
  const Promise &broken = promises[status.promise - 1];
  return llvm::createStringError(
      broken.text + fillPlaces(broken.values, status.value, packedArgs));
}
