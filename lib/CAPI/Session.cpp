//===- Session.cpp - one source in a context of its own -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "KernelChoice.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Frontend/ASTJson.h"
#include "phobos/Frontend/Frontend.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Pipelines/Registration.h"
#include "phobos/Target/Target.h"
#include "phobos/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace phobos;
using llvm::Error;
using llvm::Expected;

static Error badOption(const llvm::Twine &text) {
  return llvm::createStringError("options: " + text);
}

static Error parseSettings(const llvm::json::Value &value,
                           llvm::StringMap<int64_t> &settings) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return badOption("expected an object as 'settings'");
  for (const auto &[name, setting] : *object) {
    std::optional<int64_t> integer = setting.getAsInteger();
    if (!integer)
      return badOption("expected an integer as setting '" + name.str() + "'");
    settings[name] = *integer;
  }
  return Error::success();
}

static Error parseGrid(const llvm::json::Value &value,
                       std::optional<std::array<int64_t, 3>> &grid) {
  const llvm::json::Array *numbers = value.getAsArray();
  std::array<int64_t, 3> sizes;
  bool isGrid = numbers && numbers->size() == sizes.size();
  for (size_t axis = 0; isGrid && axis != sizes.size(); ++axis) {
    sizes[axis] = (*numbers)[axis].getAsInteger().value_or(-1);
    isGrid = sizes[axis] >= 0;
  }
  if (!isGrid)
    return badOption("expected three numbers of blocks as 'grid'");
  grid = sizes;
  return Error::success();
}

static Error parseLint(const llvm::json::Value &value, LintLevel &level) {
  llvm::StringRef text = value.getAsString().value_or("");
  auto known = llvm::StringSwitch<std::optional<LintLevel>>(text)
                   .Case("off", LintLevel::Off)
                   .Case("warn", LintLevel::Warn)
                   .Case("error", LintLevel::Error)
                   .Default(std::nullopt);
  if (!known)
    return badOption("expected 'off', 'warn' or 'error' as 'lint'");
  level = *known;
  return Error::success();
}

Expected<CompileOptions> phobos::parseOptions(const char *json) {
  CompileOptions options;
  if (!json)
    return options;
  Expected<llvm::json::Value> value = llvm::json::parse(json);
  if (!value)
    return badOption(llvm::toString(value.takeError()));
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    return badOption("expected an object");
  for (const auto &[key, field] : *object) {
    llvm::StringRef name = key;
    if (name == "settings") {
      if (Error error = parseSettings(field, options.settings))
        return std::move(error);
      continue;
    }
    if (name == "lint") {
      if (Error error = parseLint(field, options.lint))
        return std::move(error);
      continue;
    }
    if (name == "grid") {
      if (Error error = parseGrid(field, options.grid))
        return std::move(error);
      continue;
    }
    if (name == "debug_bounds") {
      std::optional<bool> flag = field.getAsBoolean();
      if (!flag)
        return badOption("expected true or false as 'debug_bounds'");
      options.debugBounds = *flag;
      continue;
    }
    std::string *option = llvm::StringSwitch<std::string *>(name)
                              .Case("target", &options.target)
                              .Case("kernel", &options.kernel)
                              .Case("passes", &options.passes)
                              .Default(nullptr);
    if (!option)
      return badOption("expected 'target', 'kernel', 'settings', 'passes', "
                       "'lint', 'grid' or 'debug_bounds', got '" +
                       name + "'");
    std::optional<llvm::StringRef> text = field.getAsString();
    if (!text)
      return badOption("expected a string as '" + name + "'");
    *option = text->str();
  }
  return options;
}

Expected<const Target *> phobos::findGPU(const CompileOptions &options) {
  bool isGPU = options.target != "host" && options.target != "none";
  llvm::StringRef name =
      isGPU ? llvm::StringRef(options.target) : llvm::StringRef("sm_90a");
  if (const Target *target = Target::lookup(name))
    return target;
  return badOption(Target::describeUnknown(name));
}

std::string phobos::printIR(Operation *ir) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  ir->print(stream);
  stream << "\n";
  return text;
}

static std::shared_ptr<llvm::SourceMgr> makeSources(llvm::StringRef source,
                                                    llvm::StringRef fileName) {
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(source, fileName), llvm::SMLoc());
  return sources;
}

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerDialects(registry);
  return registry;
}

Session::Session(llvm::StringRef source, llvm::StringRef fileName)
    : sources(makeSources(source, fileName)),
      context(makeRegistry(), MLIRContext::Threading::DISABLED),
      handler(*sources, &context, stream) {
  context.printOpOnDiagnostic(false);
  // Asked before `handler`, to which every diagnostic goes on.
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    noteFirstError(diagnostic);
    return failure();
  });
}

void Session::noteFirstError(Diagnostic &diagnostic) {
  if (firstError || diagnostic.getSeverity() != DiagnosticSeverity::Error)
    return;
  firstError = FirstError{diagnostic.str()};
  LocationAttr loc = diagnostic.getLocation();
  if (auto place = loc.findInstanceOf<FileLineColLoc>()) {
    firstError->line = place.getLine();
    firstError->column = place.getColumn();
  }
}

Expected<OwningOpRef<ModuleOp>> Session::read(const CompileOptions &options) {
  Expected<OwningOpRef<ModuleOp>> module = readSource(options);
  if (!module)
    return module;
  if (failed(lintBounds(**module, options.lint)))
    return takeError();
  if (!options.passes.empty())
    if (Error error = run(**module, options.passes, "options: passes"))
      return std::move(error);
  return module;
}

Expected<OwningOpRef<ModuleOp>>
Session::readSource(const CompileOptions &options) {
  llvm::StringRef fileName =
      sources->getMemoryBuffer(sources->getMainFileID())->getBufferIdentifier();
  if (!fileName.ends_with(".mlir")) {
    OwningOpRef<ModuleOp> module = importPhobos(
        *sources, &context,
        ImportOptions{options.settings, options.kernel, options.grid});
    if (!module)
      return takeError();
    return module;
  }
  if (options.grid)
    return badOption(
        "expected a 'grid' of .ph text alone; tile IR has its own");
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return takeError();
  if (Error error = run(*module, [](OpPassManager &passes) {
        passes.addPass(createConvertMemRefs());
        return Error::success();
      }))
    return std::move(error);
  if (!options.kernel.empty() && !keepKernel(*module, options.kernel))
    return llvm::createStringError(fileName + ": error: expected a kernel '" +
                                   options.kernel + "', got " +
                                   listKernels(*module));
  return module;
}

Expected<std::string> Session::dumpAST() {
  std::optional<llvm::json::Value> tree = dumpASTAsJSON(*sources, &context);
  if (!tree)
    return takeError();
  return llvm::formatv("{0}", *tree).str();
}

Expected<std::string> Session::explain(const CompileOptions &options,
                                       ReportFunction report,
                                       ReportFormat format) {
  Expected<const Target *> target = findGPU(options);
  if (!target)
    return target.takeError();
  Expected<OwningOpRef<ModuleOp>> module = read(options);
  if (!module)
    return module.takeError();
  FailureOr<std::string> text =
      report(**module, *sources, (*target)->name, format);
  if (failed(text))
    return takeError();
  return *text;
}

Expected<std::vector<KernelConfigurations>>
Session::listConfigurations(const CompileOptions &options) {
  auto all = phobos::listConfigurations(
      *sources, &context,
      ImportOptions{options.settings, options.kernel, options.grid});
  if (!all)
    return takeError();
  return std::move(*all);
}

Error Session::lower(ModuleOp module, const Target &target,
                     const CompileOptions &options,
                     void (*build)(OpPassManager &,
                                   const NVVMPipelineOptions &)) {
  NVVMPipelineOptions pipeline;
  pipeline.target = target.name.str();
  pipeline.debugBounds = options.debugBounds;
  return run(module, [&](OpPassManager &passes) {
    build(passes, pipeline);
    return Error::success();
  });
}

Error Session::run(ModuleOp module,
                   llvm::function_ref<Error(OpPassManager &)> build) {
  PassManager manager(&context);
  if (Error error = build(manager))
    return error;
  if (failed(runPasses(manager, module)))
    return takeError();
  return Error::success();
}

Error Session::run(ModuleOp module, llvm::StringRef pipeline,
                   llvm::StringRef what) {
  return run(module, [&](OpPassManager &manager) -> Error {
    if (Error error = addPasses(pipeline, manager))
      return llvm::createStringError(what + ": " +
                                     llvm::toString(std::move(error)));
    return Error::success();
  });
}

std::string Session::takeDiagnostics() {
  return std::exchange(diagnostics, std::string());
}

Error Session::takeError() {
  std::string text = takeDiagnostics();
  return llvm::createStringError(text.empty() ? "error: compilation failed"
                                              : text);
}
