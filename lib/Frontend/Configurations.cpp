//===- Configurations.cpp - combinations of @autotune -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"
#include "KernelSelection.h"
#include "llvm/Support/SourceMgr.h"

using namespace phobos;

namespace {

/// Goes through the choices of one kernel, name by name: those of a name may
/// depend on the names before it.
class Enumeration {
public:
  Enumeration(const ast::Program &program, const ast::Function &kernel,
              const ImportOptions &options, SourceDiagnostics &diagnostics,
              mlir::MLIRContext *context, size_t most)
      : program(program), kernel(kernel), options(options),
        diagnostics(diagnostics), context(context), most(most) {}

  std::vector<Configuration> run() {
    addAll();
    return std::move(found);
  }

private:
  /// The configurations that begin with `prefix`, whose values are among the
  /// settings.
  void addAll() {
    mlir::OwningOpRef<mlir::ModuleOp> scratch =
        mlir::ModuleOp::create(mlir::UnknownLoc::get(context));
    auto names = KernelEmitter(program, diagnostics, options, *scratch)
                     .listTunedNames(kernel);
    if (diagnostics.errorCount() != 0)
      return;
    if (prefix.size() == names.size()) {
      if (found.size() == most)
        diagnostics.error(kernel.name.loc)
            << "expected at most " << most
            << " combinations of @autotune's choices; set some of its names";
      else
        found.push_back(prefix);
      return;
    }
    const KernelEmitter::TunedName &next = names[prefix.size()];
    std::string name = next.name.text.str();
    bool isGiven = options.settings.contains(name);
    for (int64_t choice : next.choices) {
      options.settings[name] = choice;
      prefix.emplace_back(name, choice);
      addAll();
      prefix.pop_back();
      if (!isGiven)
        options.settings.erase(name);
      if (diagnostics.errorCount() != 0)
        return;
    }
  }

  const ast::Program &program;
  const ast::Function &kernel;
  ImportOptions options;
  SourceDiagnostics &diagnostics;
  mlir::MLIRContext *context;
  size_t most;
  Configuration prefix;
  std::vector<Configuration> found;
};

} // namespace

std::optional<std::vector<KernelConfigurations>>
phobos::listConfigurations(llvm::SourceMgr &sources, mlir::MLIRContext *context,
                           const ImportOptions &options, size_t most) {
  KernelEmitter::loadDialects(context);
  SourceDiagnostics diagnostics(sources, context);
  ast::Arena arena;
  KernelSelection selection =
      selectKernels(sources, arena, options, diagnostics);
  std::vector<KernelConfigurations> all;
  for (const ast::Function *kernel : selection.kernels) {
    if (diagnostics.errorCount() != 0)
      break;
    Enumeration enumeration(selection.program, *kernel, options, diagnostics,
                            context, most);
    all.push_back({kernel->name.text.str(), enumeration.run()});
  }
  if (diagnostics.errorCount() != 0)
    return std::nullopt;
  return all;
}
