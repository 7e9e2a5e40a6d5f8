//===- Distribute.cpp - From kernels on tiles to code of one thread -*- C++
//-*-//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Distribution/Distribute.h"
#include "DistributeProducts.h"
#include "Distributor.h"
#include "LayoutRules.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Distribution/Passes.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/TargetInterface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_DISTRIBUTE
#include "phobos/Distribution/Passes.h.inc"
} // namespace phobos

/// The gpu.module of the kernel that `kernel` helps, or null.
static gpu::GPUModuleOp findHelpedModule(KernelOp kernel) {
  auto helped = kernel->getAttrOfType<FlatSymbolRefAttr>(kHelperOfAttr);
  return helped ? SymbolTable::lookupNearestSymbolFrom<gpu::GPUModuleOp>(
                      kernel->getParentOp(), helped.getAttr())
                : gpu::GPUModuleOp();
}

/// The symbol of a module's dynamic shared memory.
static void createSharedMemory(gpu::GPUModuleOp module, Location loc) {
  auto b = OpBuilder::atBlockBegin(module.getBody());
  auto bytes = LLVM::LLVMArrayType::get(b.getI8Type(), 0);
  // An external symbol takes its size from the launch.
  LLVM::GlobalOp::create(b, loc, bytes, /*isConstant=*/false,
                         LLVM::Linkage::External, kSharedMemory, Attribute(),
                         /*alignment=*/1024,
                         static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
}

/// The kernel's gpu.func, with an empty body, in a gpu.module of its name, or
/// of the kernel that it helps.
static gpu::GPUFuncOp createFunction(KernelOp kernel) {
  OpBuilder b(kernel);
  Location loc = kernel.getLoc();
  gpu::GPUModuleOp module = findHelpedModule(kernel);
  if (!module)
    module = gpu::GPUModuleOp::create(b, loc, kernel.getSymName());
  if (!SymbolTable::lookupSymbolIn(module, kSharedMemory))
    createSharedMemory(module, loc);
  b.setInsertionPointToEnd(module.getBody());
  SmallVector<Type> inputs;
  for (Type type : kernel.getArgumentTypes())
    inputs.push_back(isa<PtrType>(type) ? getGlobalPointerType(b.getContext())
                                        : type);
  auto function = gpu::GPUFuncOp::create(b, loc, kernel.getSymName(),
                                         b.getFunctionType(inputs, {}));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  auto producers = kernel->getAttrOfType<IntegerAttr>(kProducersAttr);
  int32_t threads = *kernel.getThreads() + (producers ? producers.getInt() : 0);
  function.setKnownBlockSize(ArrayRef<int32_t>{threads, 1, 1});
  if (Attribute strict = kernel->getDiscardableAttr(kStrictAttr))
    function->setAttr(kStrictAttr, strict);
  if (Attribute blocks = kernel->getDiscardableAttr(kMinBlocksAttr))
    function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), blocks);
  else if (producers) // so that ptxas gives a block all registers
    function->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                      b.getI32IntegerAttr(1));
  if (auto cluster = kernel->getAttrOfType<IntegerAttr>(kClusterAttr))
    function->setAttr(
        NVVM::NVVMDialect::getClusterDimAttrName(),
        b.getDenseI32ArrayAttr({static_cast<int32_t>(cluster.getInt()), 1, 1}));
  if (Attribute registers = kernel->getDiscardableAttr(kMaxRegistersAttr))
    function->setAttr(NVVM::NVVMDialect::getMaxnregAttrName(), registers);
  return function;
}

/// PTX ISA, "Identifiers"; a '%' or '.' is left to names of PTX's own.
static LogicalResult verifyName(KernelOp kernel) {
  StringRef name = kernel.getSymName();
  bool isIdentifier =
      !llvm::isDigit(name.front()) && llvm::all_of(name, [](char c) {
        return llvm::isAlnum(c) || c == '_' || c == '$';
      });
  if (isIdentifier)
    return success();
  return kernel.emitOpError() << "expected a name of letters, digits, '_' and "
                                 "'$' that begins with no digit, got '"
                              << name << "'";
}

/// Views have no values of their own: an access looks at the phobos.view.
static LogicalResult verifyViews(KernelOp kernel) {
  WalkResult result = kernel.walk([](Operation *op) {
    if (isa<MaskedAccessOpInterface, RowsAlignedOp, ViewsApartOp>(op) ||
        llvm::none_of(op->getOperandTypes(), llvm::IsaPred<ViewType>))
      return WalkResult::advance();
    op->emitOpError("expected views to be used by loads and stores only");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

FailureOr<gpu::GPUModuleOp> phobos::distributeKernel(KernelOp kernel,
                                                     const Target &target,
                                                     bool printsBarriers) {
  if (failed(verifyName(kernel)) || failed(verifyElementRooms(kernel)) ||
      failed(verifyProductPlan(kernel, target)) ||
      failed(verifyLayouts(kernel)) || failed(verifyViews(kernel)))
    return failure();
  gpu::GPUFuncOp function = createFunction(kernel);
  auto module = function->getParentOfType<gpu::GPUModuleOp>();
  Distributor distributor(kernel, target, function, printsBarriers);
  if (failed(distributor.run()))
    return failure();
  const ProductDistributor *products = distributor.getProducts();
  int64_t sharedBytes = distributor.getSharedBytes();
  // A persistent block has a multiprocessor to itself. Where two fit, those of
  // a kernel that begins before the last one has ended would share some, and
  // leave others idle.
  if (kernel->hasAttr(kPersistentAttr) && target.hasOverlappingLaunches())
    sharedBytes = std::max(sharedBytes, target.sharedMemoryPerBlock / 2);
  FailureOr<DictionaryAttr> contract = buildLaunchContract(
      kernel, target, products ? products->threads() : *kernel.getThreads(),
      sharedBytes, products ? products->tensorMaps() : ArrayRef<Attribute>());
  if (failed(contract))
    return failure();
  if (!findHelpedModule(kernel))
    module->setAttr(contractAttrName, *contract);
  else if (auto own = module->getAttrOfType<DictionaryAttr>(contractAttrName))
    module->setAttr(contractAttrName, nestRepackContract(own, *contract));
  kernel.erase();
  return module;
}

/// Launchers find every kernel that a contract needs in it.
static LogicalResult verifyHelpers(gpu::GPUModuleOp module) {
  auto contract = module->getAttrOfType<DictionaryAttr>(contractAttrName);
  StringRef missing = contract ? findMissingRepackKernel(contract) : "";
  if (missing.empty())
    return success();
  return module.emitError() << "expected a kernel '" << missing << "' with '"
                            << kHelperOfAttr << "' = @" << module.getSymName()
                            << ", which a tensor map's 'repack' names";
}

namespace {
struct Distribute : phobos::impl::DistributeBase<Distribute> {
  using DistributeBase::DistributeBase;

  void runOnOperation() override {
    const Target *chip = lookupTarget(target, &getContext());
    if (!chip) {
      getOperation().emitError()
          << describeUnknownTarget(target, &getContext());
      return signalPassFailure();
    }
    // Helpers go into modules that exist by then.
    SmallVector<KernelOp> kernels, helpers;
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      (kernel->hasAttr(kHelperOfAttr) ? helpers : kernels).push_back(kernel);
    kernels.append(helpers);
    for (KernelOp kernel : kernels)
      if (failed(distributeKernel(kernel, *chip, printBarriers)))
        return signalPassFailure();
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      if (failed(verifyHelpers(module)))
        return signalPassFailure();
  }
};
} // namespace
