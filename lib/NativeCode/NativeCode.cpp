//===- NativeCode.cpp - Code for the machine that runs Phobos ---*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/NativeCode/NativeCode.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <cstdlib>
#include <mutex>

using namespace phobos;

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

llvm::Expected<llvm::orc::JITTargetMachineBuilder>
phobos::describeNativeMachine() {
  prepareProcess();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  // Conversions to bf16 flush denormals (Intel SDM, VCVTNEPS2BF16). And of a
  // truncation that is stored under a mask of one lane, LLVM 22 writes the
  // whole element that was truncated, or eight of them, over what follows; only
  // AVX-512 has such stores.
  for (const char *feature : {"avxneconvert", "avx10.2", "avx512f"})
    builder->getFeatures().AddFeature(feature, /*Enable=*/false);
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  return std::move(*builder);
}

/// What LLVM calls to narrow a float to bf16, to nearest even, where the
/// processor has no instruction for it. Old libgcc_s lack it.
template <typename Float> static __bf16 truncateToBF16(Float value) {
  bool losesInfo;
  llvm::APFloat number(value);
  number.convert(llvm::APFloat::BFloat(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  auto bits = static_cast<uint16_t>(number.bitcastToAPInt().getZExtValue());
  return llvm::bit_cast<__bf16>(bits);
}

/// What compiled code calls that is not found by name: the above, and the
/// functions of one allocator, of which a process can have several.
llvm::orc::SymbolMap
phobos::getNativeSymbols(llvm::orc::MangleAndInterner intern) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](llvm::StringRef name, auto *function) {
    symbols[intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                             llvm::JITSymbolFlags::Exported};
  };
  add("__truncsfbf2", &truncateToBF16<float>);
  add("__truncdfbf2", &truncateToBF16<double>);
  add("malloc", &malloc);
  add("calloc", &calloc);
  add("free", &free);
  return symbols;
}

/// Without the SLP vectorizer: that of LLVM 22 takes 32 bits to be enough for a
/// `uitofp` of an i64 that is a sign-extended i32.
void phobos::optimizeNativeCode(llvm::Module &module,
                                llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
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
