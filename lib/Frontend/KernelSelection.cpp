//===- KernelSelection.cpp - the kernels that are meant -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelSelection.h"

#include "phobos/Frontend/Parser.h"
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
findKernels(const ast::Program &program, const ImportOptions &options,
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

KernelSelection phobos::selectKernels(llvm::SourceMgr &sources,
                                      ast::Arena &arena,
                                      const ImportOptions &options,
                                      SourceDiagnostics &diagnostics) {
  llvm::StringRef text =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  KernelSelection selection;
  selection.program = parseProgram(text, arena, diagnostics);
  if (diagnostics.errorCount() != 0)
    return selection;
  checkNames(selection.program, diagnostics);
  selection.kernels = findKernels(selection.program, options, diagnostics,
                                  llvm::SMLoc::getFromPointer(text.data()));
  if (diagnostics.errorCount() == 0)
    checkSettings(selection.kernels, options, diagnostics);
  return selection;
}
