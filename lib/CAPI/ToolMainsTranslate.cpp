//===- ToolMainsTranslate.cpp - phobos-translate ----------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "AccessReport.h"
#include "ConfigReport.h"
#include "KernelChoice.h"
#include "LayoutReport.h"
#include "MaskReport.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "phobos-c/Phobos.h"
#include "phobos-c/Tools.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Frontend/ASTJson.h"
#include "phobos/Frontend/Frontend.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Pipelines/Registration.h"
#include "phobos/Target/Cubin.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/PTX.h"
#include "phobos/Target/Target.h"
#include "phobos/Transforms/LintBounds.h"
#include "phobos/Transforms/Passes.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace phobos;
namespace cl = llvm::cl;

namespace {

enum class Action {
  Import,
  PhobosToPTX,
  PhobosToCubin,
  MLIRToPTX,
  MLIRToCubin
};

// Local to the run: libphobos must not add options to the programs that use it.
struct Options {
  cl::OptionCategory category{"phobos-translate"};
  cl::opt<Action> action{
      cl::desc("What to write:"), cl::cat(category),
      cl::values(
          clEnumValN(Action::Import, "import-phobos", "tile IR of .ph text"),
          clEnumValN(Action::PhobosToPTX, "phobos-to-ptx",
                     "PTX of .ph text or of tile IR in an .mlir file"),
          clEnumValN(Action::PhobosToCubin, "phobos-to-cubin",
                     "machine code of the same, by ptxas"),
          clEnumValN(
              Action::MLIRToPTX, "mlir-to-ptx",
              "PTX of MLIR: tile IR, thread-level code, or llvm and nvvm"),
          clEnumValN(Action::MLIRToCubin, "mlir-to-cubin",
                     "machine code of the same, by ptxas"))};
  enum class ASTFormat { JSON };
  cl::opt<ASTFormat> dumpAST{
      "dump-ast", cl::desc("Write the tree of .ph text instead, as:"),
      cl::cat(category),
      cl::values(clEnumValN(ASTFormat::JSON, "json",
                            "JSON, which docs/AST.md describes"))};
  cl::opt<ReportFormat> explainMasks{
      "explain-masks", cl::ValueOptional, cl::cat(category),
      cl::desc("Write why every mask is there, or is not, as:"),
      cl::values(clEnumValN(ReportFormat::Text, "", "text"),
                 clEnumValN(ReportFormat::Text, "text", "text"),
                 clEnumValN(ReportFormat::JSON, "json",
                            "JSON, which docs/Masks.md describes"))};
  cl::opt<ReportFormat> printAccessPlans{
      "print-access-plans", cl::ValueOptional, cl::cat(category),
      cl::desc("Write how each access moves its elements, and why not better, "
               "as:"),
      cl::values(clEnumValN(ReportFormat::Text, "", "text"),
                 clEnumValN(ReportFormat::Text, "text", "text"),
                 clEnumValN(ReportFormat::JSON, "json",
                            "JSON, which docs/Layout.md describes"))};
  cl::opt<ReportFormat> printLayouts{
      "print-layouts", cl::ValueOptional, cl::cat(category),
      cl::desc("Write which thread holds what of each tile, and why tiles move "
               "to other threads, as:"),
      cl::values(clEnumValN(ReportFormat::Text, "", "text"),
                 clEnumValN(ReportFormat::Text, "text", "text"),
                 clEnumValN(ReportFormat::JSON, "json",
                            "JSON, which docs/Layout.md describes"))};
  cl::opt<ReportFormat> listConfigs{
      "list-configs", cl::ValueOptional, cl::cat(category),
      cl::desc("Write which combinations of @autotune's choices the target "
               "can run, and why not the others, as:"),
      cl::values(clEnumValN(ReportFormat::Text, "", "text"),
                 clEnumValN(ReportFormat::Text, "text", "text"),
                 clEnumValN(ReportFormat::JSON, "json",
                            "JSON, which docs/Tuning.md describes"))};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Where to write it"),
                              cl::value_desc("file"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<std::string> target{"target", cl::desc("The GPU to compile for"),
                              cl::init("sm_90a"), cl::cat(category)};
  cl::opt<std::string> kernel{"kernel", cl::desc("The kernel to compile"),
                              cl::value_desc("name"), cl::cat(category)};
  cl::list<std::string> settings{
      "set", cl::CommaSeparated, cl::value_desc("TM=64,TN=32"),
      cl::desc("Values of names of @autotune (else each one's first choice)"),
      cl::cat(category)};
  cl::opt<bool> debugBounds{
      "debug-bounds", cl::cat(category),
      cl::desc("Trap where an access that is never masked is outside")};
  cl::opt<std::string> passes{
      "passes", cl::value_desc("cse,…"), cl::cat(category),
      cl::desc("Passes to run on the tile IR first, as phobos-opt takes them")};
  cl::opt<LintLevel> lint{
      "lint", cl::desc("What becomes of likely mistakes at bounds:"),
      cl::cat(category), cl::init(LintLevel::Warn),
      cl::values(clEnumValN(LintLevel::Off, "off", "nothing"),
                 clEnumValN(LintLevel::Warn, "warn", "warnings (the default)"),
                 clEnumValN(LintLevel::Error, "error", "errors"))};
  cl::opt<std::string> contract{
      "contract", cl::desc("Also write the launch contract, as JSON"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> printStages{"print-stages",
                            cl::desc("Print the IR after each stage to stderr"),
                            cl::cat(category)};
  cl::opt<bool> printBarriers{
      "print-barriers", cl::cat(category),
      cl::desc("Say in remarks where barriers stand, and why")};
  cl::opt<bool> printUniformity{
      "print-uniformity", cl::cat(category),
      cl::desc("Say in remarks which values differ between threads or warps")};
  cl::opt<bool> resourceUsage{
      "resource-usage",
      cl::desc("Print ptxas's report of registers and memory to stderr"),
      cl::cat(category)};
  cl::opt<std::string> libdevice{
      "libdevice", cl::desc("Where libdevice.10.bc is (else below CUDA_HOME)"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> ptxas{
      "ptxas", cl::desc("Where ptxas is (else below CUDA_HOME or in PATH)"),
      cl::value_desc("file"), cl::cat(category)};
};

/// One run of the tool. Each step returns failure once it has printed an error.
class Translation {
public:
  Translation(const Options &options, DialectRegistry &registry)
      : options(options), context(registry, MLIRContext::Threading::DISABLED),
        sources(std::make_shared<llvm::SourceMgr>()) {
    context.printOpOnDiagnostic(false);
  }

  LogicalResult run() {
    bool dumpsAST = options.dumpAST.getNumOccurrences() != 0;
    bool listsConfigs = options.listConfigs.getNumOccurrences() != 0;
    if (options.action.getNumOccurrences() + dumpsAST + listsConfigs +
            countReports() !=
        1)
      return error("expected one of --import-phobos, --phobos-to-ptx, "
                   "--phobos-to-cubin, --mlir-to-ptx, --mlir-to-cubin, "
                   "--dump-ast, --list-configs, --explain-masks, "
                   "--print-access-plans and --print-layouts");
    target = Target::lookup(options.target);
    if (!target)
      return error(Target::describeUnknown(options.target));
    std::string message;
    auto file = openInputFile(options.input, &message);
    if (!file)
      return error(message);
    sources->AddNewSourceBuffer(std::move(file), SMLoc());
    SourceMgrDiagnosticHandler handler(*sources, &context);
    if (dumpsAST)
      return dumpAST();
    if (listsConfigs)
      return listConfigs();
    if (failed(read()) || failed(lintBounds(*module, options.lint)) ||
        failed(runPasses()) || failed(printUniformity()))
      return failure();
    if (options.explainMasks.getNumOccurrences())
      return report(reportMasks, options.explainMasks);
    if (options.printAccessPlans.getNumOccurrences())
      return report(reportAccesses, options.printAccessPlans);
    if (options.printLayouts.getNumOccurrences())
      return report(reportLayouts, options.printLayouts);
    if (options.action != Action::Import)
      return compile();
    std::string text;
    llvm::raw_string_ostream(text) << *module;
    return write(options.output, text);
  }

private:
  int countReports() const {
    return options.explainMasks.getNumOccurrences() +
           options.printAccessPlans.getNumOccurrences() +
           options.printLayouts.getNumOccurrences();
  }

  LogicalResult printUniformity() {
    if (!options.printUniformity)
      return success();
    PassManager manager(&context);
    manager.addPass(createPrintUniformity());
    return phobos::runPasses(manager, *module);
  }

  LogicalResult report(ReportFunction say, ReportFormat format) {
    FailureOr<std::string> text = say(*module, *sources, target->name, format);
    if (failed(text))
      return failure();
    return write(options.output, *text);
  }

  LogicalResult listConfigs() {
    CompileOptions compile;
    compile.target = target->name.str();
    compile.kernel = options.kernel;
    compile.passes = options.passes;
    compile.debugBounds = options.debugBounds;
    if (failed(readSettings(compile.settings)))
      return failure();
    const llvm::MemoryBuffer *source =
        sources->getMemoryBuffer(sources->getMainFileID());
    llvm::Expected<std::string> text =
        reportConfigs(source->getBuffer(), source->getBufferIdentifier(),
                      compile, options.listConfigs);
    if (text)
      return write(options.output, *text);
    llvm::errs() << llvm::toString(text.takeError());
    return failure();
  }

  LogicalResult dumpAST() {
    std::optional<llvm::json::Value> tree = dumpASTAsJSON(*sources, &context);
    if (!tree)
      return failure();
    return write(options.output, llvm::formatv("{0:2}\n", *tree).str());
  }

  static LogicalResult error(const Twine &message) {
    llvm::errs() << "error: " << message << "\n";
    return failure();
  }

  /// At the first op: a module that is not written out has no line.
  InFlightDiagnostic emitError() {
    Block *body = module->getBody();
    return body->empty() ? module->emitError() : body->front().emitError();
  }

  static LogicalResult write(StringRef path, StringRef contents) {
    std::string message;
    auto file = openOutputFile(path, &message);
    if (!file)
      return error(message);
    file->os() << contents;
    file->keep();
    return success();
  }

  bool isText() const {
    if (options.action == Action::MLIRToPTX ||
        options.action == Action::MLIRToCubin)
      return false;
    return !StringRef(options.input).ends_with(".mlir");
  }

  LogicalResult readSettings(llvm::StringMap<int64_t> &settings) {
    for (StringRef setting : options.settings) {
      auto [name, value] = setting.split('=');
      int64_t number;
      if (name.empty() || value.getAsInteger(10, number))
        return error("expected --set name=integer, got '" + setting + "'");
      settings[name] = number;
    }
    return success();
  }

  LogicalResult read() {
    if (!isText()) {
      module = parseSourceFile<ModuleOp>(sources, &context);
      return success(module && succeeded(selectKernel()));
    }
    ImportOptions import;
    import.kernel = options.kernel;
    if (failed(readSettings(import.settings)))
      return failure();
    module = importPhobos(*sources, &context, import);
    return success(bool(module));
  }

  LogicalResult runPasses() {
    if (options.passes.empty())
      return success();
    printStage("source");
    PassManager manager(&context);
    if (llvm::Error problem = addPasses(options.passes, manager))
      return error("--passes: " + llvm::toString(std::move(problem)));
    return manager.run(*module);
  }

  /// Leaves the kernel of `options` alone in the module.
  LogicalResult selectKernel() {
    if (options.kernel.empty() || keepKernel(*module, options.kernel))
      return success();
    return emitError() << "expected a kernel named '" << options.kernel
                       << "', got " << listKernels(*module, "'");
  }

  LogicalResult compile() {
    size_t kernels = findKernels(*module).size();
    if (kernels > 1 || (isText() && kernels == 0))
      return emitError() << "expected one kernel, got "
                         << listKernels(*module, "'")
                         << (kernels ? "; choose one by --kernel" : "");
    if (failed(lower(!module->getOps<KernelOp>().empty())))
      return failure();
    FailureOr<std::string> ptx =
        translateToPTX(*module, {*target, options.libdevice});
    if (failed(ptx) || failed(writeContract(*ptx)))
      return failure();
    if (options.action == Action::PhobosToPTX ||
        options.action == Action::MLIRToPTX)
      return write(options.output, *ptx);
    llvm::Expected<Cubin> cubin = assembleCubin(*ptx, *target, options.ptxas);
    if (!cubin)
      return error(llvm::toString(cubin.takeError()));
    if (options.resourceUsage)
      llvm::errs() << cubin->report;
    return write(options.output, cubin->bytes);
  }

  /// Lowers tile IR, thread-level code, or llvm and nvvm ops to the last.
  LogicalResult lower(bool isTileIR) {
    NVVMPipelineOptions pipeline;
    pipeline.target = options.target.getValue();
    pipeline.debugBounds = options.debugBounds.getValue();
    pipeline.printBarriers = options.printBarriers.getValue();
    if (isTileIR) {
      printStage(options.passes.empty() ? "source" : "passes");
      for (const Stage &stage : getNVVMStages())
        if (failed(runStage(stage.name, [&](OpPassManager &manager) {
              stage.build(manager, pipeline);
            })))
          return failure();
      return success();
    }
    context.loadDialect<LLVM::LLVMDialect>(); // The scopes' pass forgets to.
    bool isThreadLevel = false;
    module->walk([&](gpu::GPUModuleOp) { isThreadLevel = true; });
    return runStage("nvvm", [&](OpPassManager &manager) {
      if (isThreadLevel)
        buildThreadToNVVMPipeline(manager, pipeline);
      else
        buildLineInfoPipeline(manager);
    });
  }

  LogicalResult runStage(StringRef name,
                         function_ref<void(OpPassManager &)> build) {
    PassManager manager(&context);
    build(manager);
    if (failed(phobos::runPasses(manager, *module)))
      return failure();
    printStage(name);
    return success();
  }

  void printStage(StringRef name) {
    if (options.printStages)
      llvm::errs() << "// ----- stage: " << name << "\n" << *module << "\n";
  }

  LogicalResult writeContract(StringRef ptx) {
    if (options.contract.empty())
      return success();
    DictionaryAttr contract = findLaunchContract(*module);
    if (!contract)
      return emitError() << "expected tile IR for --contract, got a module "
                            "without a launch contract";
    return write(options.contract, contractToJSON(contract, ptx));
  }

  const Options &options;
  const Target *target = nullptr;
  MLIRContext context;
  std::shared_ptr<llvm::SourceMgr> sources;
  OwningOpRef<ModuleOp> module;
};

} // namespace

int phobos_translate_main(int argc, char **argv) {
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter([](raw_ostream &os) {
    os << "Phobos " << phobos_version() << ", LLVM " << LLVM_VERSION_STRING
       << "\n";
  });
  cl::ParseCommandLineOptions(argc, argv, "Phobos's translator\n");
  DialectRegistry registry;
  registerDialects(registry);
  return failed(Translation(options, registry).run());
}
