//===- PTX.cpp - From llvm and nvvm ops to PTX text -------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Target/PTX.h"
#include "FatalErrors.h"
#include "OrderInstructions.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "phobos/Target/Cubin.h"
#include "phobos/Target/Target.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include <mutex>

using namespace mlir;
using namespace phobos;

// llvm/Support/TargetSelect.h would name, and so link, every target.
extern "C" void LLVMInitializeNVPTXTarget();
extern "C" void LLVMInitializeNVPTXTargetInfo();
extern "C" void LLVMInitializeNVPTXTargetMC();
extern "C" void LLVMInitializeNVPTXAsmPrinter();

static constexpr llvm::StringLiteral tripleName = "nvptx64-nvidia-cuda";

/// The PTX ISA version of the code in `op`: mma.sync of f8 is from 8.4.
static unsigned getPTXVersion(Operation *op, const Target &target) {
  constexpr unsigned float8Products = 84;
  WalkResult found = op->walk([](LLVM::CallIntrinsicOp call) {
    StringRef name = call.getIntrin();
    bool isFloat8 = name.starts_with("llvm.nvvm.mma.") &&
                    (name.contains("e4m3") || name.contains("e5m2"));
    return isFloat8 ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted() ? std::max(target.ptxVersion, float8Products)
                                : target.ptxVersion;
}

static std::unique_ptr<llvm::TargetMachine>
createMachine(Operation *op, const Target &target) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  llvm::Triple triple(tripleName);
  std::string error;
  const llvm::Target *nvptx = llvm::TargetRegistry::lookupTarget(triple, error);
  // A higher level repeats value numbering that leaves the same code.
  constexpr auto level = llvm::CodeGenOptLevel::Default;
  std::string features = "+ptx" + std::to_string(getPTXVersion(op, target));
  return std::unique_ptr<llvm::TargetMachine>(nvptx->createTargetMachine(
      triple, target.name, features, llvm::TargetOptions(), /*RM=*/std::nullopt,
      /*CM=*/std::nullopt, level));
}

namespace {
/// Collects LLVM's errors; its default handler ends the process.
struct ErrorCollector : llvm::DiagnosticHandler {
  explicit ErrorCollector(std::string &text) : text(text) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    llvm::raw_string_ostream stream(text);
    stream << (text.empty() ? "" : "; ");
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    return true;
  }

  std::string &text;
};
} // namespace

/// Lets the multiplications and additions of `function` contract. The flags
/// decide it per function, unlike TargetOptions::AllowFPOpFusion; what has none
/// becomes `mul.rn` and `add.rn`, which ptxas leaves alone too.
static void allowContraction(llvm::Function &function) {
  for (llvm::BasicBlock &block : function)
    for (llvm::Instruction &inst : block)
      switch (inst.getOpcode()) {
      case llvm::Instruction::FAdd:
      case llvm::Instruction::FSub:
      case llvm::Instruction::FMul:
      case llvm::Instruction::FNeg:
        inst.setHasAllowContract(true);
        break;
      default:
        break;
      }
}

static std::unique_ptr<llvm::Module>
exportModule(Operation *op, llvm::LLVMContext &context,
             const llvm::TargetMachine &machine) {
  std::unique_ptr<llvm::Module> module =
      translateModuleToLLVMIR(op, context, "phobos");
  if (!module)
    return nullptr;
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  op->walk([&](LLVM::LLVMFuncOp func) {
    llvm::Function *function = module->getFunction(func.getName());
    if (function && !func->hasAttr(strictAttrName))
      allowContraction(*function);
  });
  return module;
}

/// A function of libdevice that `module` calls and does not define, or null.
static llvm::Function *findUnresolved(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with("__nv_"))
      return &function;
  return nullptr;
}

/// Defines the functions of libdevice that `module` calls; reads the file only
/// if there are any.
static LogicalResult linkLibdevice(Operation *op, llvm::Module &module,
                                   StringRef given) {
  llvm::Function *needed = findUnresolved(module);
  if (!needed)
    return success();
  std::string path = given.empty()
                         ? findCUDAFile("nvvm/libdevice/libdevice.10.bc")
                         : given.str();
  if (path.empty())
    return op->emitError() << "expected libdevice.10.bc for '"
                           << needed->getName()
                           << "', found none below CUDA_HOME or "
                              "/usr/local/cuda; set CUDA_HOME to a CUDA "
                              "toolkit or give the file by --libdevice";
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> library =
      llvm::getLazyIRFileModule(path, diagnostic, module.getContext());
  if (!library)
    return op->emitError() << "cannot read libdevice from '" << path
                           << "': " << diagnostic.getMessage();
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  bool failedToLink = llvm::Linker::linkModules(
      module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded,
      [](llvm::Module &linked, const llvm::StringSet<> &names) {
        llvm::internalizeModule(linked, [&](const llvm::GlobalValue &value) {
          return !value.hasName() || !names.contains(value.getName());
        });
      });
  if (failedToLink)
    return op->emitError() << "cannot link libdevice from '" << path << "'";
  if (llvm::Function *missing = findUnresolved(module))
    return op->emitError() << "expected '" << missing->getName() << "' in '"
                           << path << "', which does not define it";
  // What NVVMReflect answers to libdevice's question: keep subnormal numbers.
  module.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", uint32_t(0));
  return success();
}

/// A thread's part of a tile is one vector of up to 256 elements, of which code
/// takes and puts single ones. Time to combine such chains grows with their
/// square; as scalars they are gone. Accesses to memory stay wide, and narrow
/// elements in pairs that one instruction computes.
static void addScalarizer(llvm::PassBuilder &builder) {
  llvm::ScalarizerPassOptions options;
  options.ScalarizeMinBits = 32;
  builder.registerPipelineStartEPCallback(
      [options](llvm::ModulePassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(
            llvm::ScalarizerPass(options)));
      });
}

/// -O2, the level that unswitches trivial loops alone: the rest costs compile
/// time and code size. Tiles are vectorized before, from their layouts.
static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  addScalarizer(builder);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
}

static std::string emitAssembly(llvm::Module &module,
                                llvm::TargetMachine &machine) {
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr,
                                  llvm::CodeGenFileType::AssemblyFile))
    llvm::report_fatal_error("the NVPTX backend emits no assembly");
  passes.run(module);
  return text.str().str();
}

/// The one `gpu.module` below `op`, or `op` itself if it holds none.
static FailureOr<Operation *> findDeviceModule(Operation *op) {
  SmallVector<gpu::GPUModuleOp> found;
  op->walk([&](gpu::GPUModuleOp module) { found.push_back(module); });
  if (found.empty())
    return op;
  if (found.size() == 1)
    return found.front().getOperation();
  InFlightDiagnostic error = found[0].emitError("expected one gpu.module, got ")
                             << found.size();
  error.attachNote(found[1].getLoc()) << "the second is here";
  return failure();
}

std::unique_ptr<llvm::Module>
phobos::translateToDeviceLLVMIR(Operation *op, const Target &target,
                                llvm::LLVMContext &context) {
  FailureOr<Operation *> device = findDeviceModule(op);
  if (failed(device))
    return nullptr;
  return exportModule(*device, context, *createMachine(*device, target));
}

FailureOr<std::string> phobos::translateToPTX(Operation *op,
                                              const PTXOptions &options) {
  FailureOr<Operation *> device = findDeviceModule(op);
  if (failed(device))
    return failure();
  std::string errors;
  auto context = std::make_unique<llvm::LLVMContext>();
  context->setDiscardValueNames(true); // Nobody reads them.
  context->setDiagnosticHandler(std::make_unique<ErrorCollector>(errors));
  std::unique_ptr<llvm::TargetMachine> machine =
      createMachine(*device, options.target);
  std::unique_ptr<llvm::Module> module =
      exportModule(*device, *context, *machine);
  if (!module || failed(linkLibdevice(*device, *module, options.libdevice)))
    return failure();

  std::string ptx;
  std::optional<std::string> fatal = catchFatalErrors([&] {
    optimize(*module, *machine);
    llvm::for_each(*module, orderInstructions);
    ptx = emitAssembly(*module, *machine);
  });
  if (fatal) {
    module.release();
    machine.release();
    context.release();
    errors = *fatal;
  }
  if (!errors.empty())
    return (*device)->emitError("cannot emit PTX for ")
           << options.target.name << ": " << errors;
  return ptx;
}

void phobos::registerPTXTranslation(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
}
