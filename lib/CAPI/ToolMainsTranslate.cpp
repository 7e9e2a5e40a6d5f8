//===- ToolMainsTranslate.cpp - phobos-translate ----------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "phobos-c/Tools.h"
#include "phobos/Pipelines/Registration.h"
#include "phobos/Target/PTX.h"
#include "phobos/Target/Target.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace phobos;

int phobos_translate_main(int argc, char **argv) {
  llvm::cl::opt<std::string> input(llvm::cl::Positional, llvm::cl::init("-"));
  llvm::cl::opt<std::string> output("o", llvm::cl::init("-"));
  llvm::cl::opt<std::string> targetName("target", llvm::cl::init("sm_90a"));
  llvm::cl::opt<std::string> libdevice("libdevice");
  llvm::cl::opt<bool> mlirToPTX("mlir-to-ptx");
  llvm::cl::ParseCommandLineOptions(argc, argv);
  const Target *target = Target::lookup(targetName);
  if (!target) {
    llvm::errs() << "error: " << Target::describeUnknown(targetName) << "\n";
    return 1;
  }
  std::string error;
  auto file = openInputFile(input, &error);
  if (!file) {
    llvm::errs() << "error: " << error << "\n";
    return 1;
  }
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(*sources, &context);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return 1;
  FailureOr<std::string> ptx = translateToPTX(*module, {*target, libdevice});
  if (failed(ptx))
    return 1;
  auto out = openOutputFile(output, &error);
  if (!out) {
    llvm::errs() << "error: " << error << "\n";
    return 1;
  }
  out->os() << *ptx;
  out->keep();
  return 0;
}
