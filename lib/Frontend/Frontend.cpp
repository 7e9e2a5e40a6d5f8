//===- Frontend.cpp - .ph text to tile IR -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "phobos/Frontend/Frontend.h"

#include "KernelEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "phobos/Frontend/Parser.h"
#include "phobos/Transforms/VerifyThreads.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace phobos;

/// Reports functions and constants of one name.
static void checkNames(const ast::Program &program,
                       SourceDiagnostics &diagnostics) {
  llvm::SmallVector<ast::Name> names;
  for (const ast::BindStmt *constant : program.constants)
    names.push_back(constant->name);
  for (const ast::Function *function : program.functions)
    names.push_back(function->name);
  llvm::sort(names, [](const ast::Name &a, const ast::Name &b) {
    return a.loc.getPointer() < b.loc.getPointer();
  });
  llvm::StringMap<llvm::SMLoc> seen;
  for (const ast::Name &name : names) {
    auto [entry, isNew] = seen.try_emplace(name.text, name.loc);
    if (isNew)
      continue;
    mlir::InFlightDiagnostic error = diagnostics.error(name.loc);
    error << "'" << name.text << "' is defined twice";
    error.attachNote(diagnostics.locate(entry->second)) << "first here";
  }
}

/// The kernels that `options` ask for.
static llvm::SmallVector<const ast::Function *>
selectKernels(const ast::Program &program, const ImportOptions &options,
              SourceDiagnostics &diagnostics, llvm::SMLoc start) {
  llvm::SmallVector<const ast::Function *> selected;
  llvm::SmallVector<llvm::StringRef> names;
  for (const ast::Function *function : program.functions) {
    if (!function->isKernel)
      continue;
    names.push_back(function->name.text);
    if (options.kernel.empty() || function->name.text == options.kernel)
      selected.push_back(function);
  }
  if (names.empty())
    diagnostics.error(start) << "expected a kernel, the file has none";
  else if (selected.empty())
    diagnostics.error(start)
        << "no kernel is named '" << options.kernel << "', the file has '"
        << llvm::join(names, "', '") << "'";
  return selected;
}

/// The names that the settings of a kernel with `attribute` may give.
static void addSettingNames(const ast::Attribute &attribute,
                            llvm::SmallVectorImpl<llvm::StringRef> &names) {
  for (const ast::Argument &argument : attribute.arguments) {
    auto *name = llvm::dyn_cast<ast::NameExpr>(argument.value);
    if (attribute.name.text == "autotune" && argument.name)
      names.push_back(argument.name->text);
    if (attribute.name.text == "specialize" && name)
      names.push_back(name->name);
  }
}

/// Reports settings of names that neither `@autotune` nor `@specialize` of
/// `kernels` has.
static void checkSettings(llvm::ArrayRef<const ast::Function *> kernels,
                          const ImportOptions &options,
                          SourceDiagnostics &diagnostics) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const ast::Function *kernel : kernels)
    for (const ast::Attribute &attribute : kernel->attributes)
      addSettingNames(attribute, names);
  llvm::SmallVector<llvm::StringRef> unknown;
  for (const auto &setting : options.settings)
    if (!llvm::is_contained(names, setting.first()))
      unknown.push_back(setting.first());
  llvm::sort(unknown);
  for (llvm::StringRef name : unknown)
    diagnostics.error(kernels.front()->name.loc)
        << "no @autotune or @specialize has the name '" << name
        << "' that is set"
        << (names.empty() ? std::string()
                          : "; it can be '" + llvm::join(names, "', '") + "'");
}

mlir::OwningOpRef<mlir::ModuleOp>
phobos::importPhobos(llvm::SourceMgr &sources, mlir::MLIRContext *context,
                     const ImportOptions &options) {
  context->loadDialect<PhobosDialect, mlir::arith::ArithDialect,
                       mlir::math::MathDialect, mlir::scf::SCFDialect>();
  SourceDiagnostics diagnostics(sources, context);
  llvm::StringRef text =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  llvm::SMLoc start = llvm::SMLoc::getFromPointer(text.data());
  ast::Arena arena;
  ast::Program program = parseProgram(text, arena, diagnostics);
  if (diagnostics.errorCount() != 0)
    return {};
  checkNames(program, diagnostics);
  auto kernels = selectKernels(program, options, diagnostics, start);
  if (diagnostics.errorCount() == 0)
    checkSettings(kernels, options, diagnostics);

  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(diagnostics.locate(start));
  for (const ast::Function *kernel : kernels) {
    if (diagnostics.atLimit())
      break;
    KernelEmitter(program, diagnostics, options, *module).emit(*kernel);
  }
  if (diagnostics.errorCount() != 0)
    return {};
  bool isValid = true;
  for (KernelOp kernel : module->getOps<KernelOp>())
    isValid &= mlir::succeeded(verifyThreads(kernel));
  if (!isValid)
    return {};
  return module;
}
