//===- Rewrite.cpp - From code for NVPTX to code for this machine -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Rewrite.h"
#include "Access.h"
#include "Fiber.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"

using namespace phobos::emulator;
using namespace llvm;

Rewriter::Rewriter(Module &module)
    : module(module), builder(module.getContext()) {}

//===----------------------------------------------------------------------===//
// Places and problems
//===----------------------------------------------------------------------===//

/// "file:line:col", and where that was inlined, "… in file:line:col".
static std::string formatPlace(const DebugLoc &location) {
  std::string place;
  for (const DILocation *at = location.get(); at; at = at->getInlinedAt()) {
    if (at->getLine() == 0)
      continue;
    SmallString<64> file = at->getDirectory();
    sys::path::append(file, at->getFilename());
    place += (place.empty() ? "" : ": in ") + file.str().str() + ":" +
             std::to_string(at->getLine()) + ":" +
             std::to_string(at->getColumn());
  }
  return place;
}

Site Rewriter::addSite(const Instruction &inst, const Value *address) {
  SiteInfo info;
  info.place = formatPlace(inst.getDebugLoc());
  if (address) {
    auto *argument =
        dyn_cast<Argument>(getUnderlyingObject(address, /*MaxLookup=*/0));
    if (argument && argument->getParent() == kernel)
      info.argument = static_cast<int>(argument->getArgNo());
  }
  result.sites.push_back(std::move(info));
  return Site(result.sites.size() - 1);
}

void Rewriter::refuse(const Instruction &inst, const Twine &what) {
  if (!refused.insert(what.str()).second)
    return;
  std::string place = formatPlace(inst.getDebugLoc());
  problems.push_back((place.empty() ? "" : place + ": ") +
                     "error: cannot emulate " + what.str());
}

Error Rewriter::takeError() { return createStringError(join(problems, "\n")); }

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// Nothing calls them, and they need not be of what is emulated.
static void eraseOtherKernels(Module &module, const Function &kept) {
  for (Function &function : llvm::make_early_inc_range(module))
    if (function.getCallingConv() == CallingConv::PTX_Kernel &&
        &function != &kept && function.use_empty())
      function.eraseFromParent();
}

Expected<RewrittenKernel> Rewriter::run(StringRef kernelName,
                                        const Triple &triple,
                                        const DataLayout &layout) {
  Function *found = module.getFunction(kernelName);
  if (!found || found->isDeclaration())
    return createStringError("expected a kernel '" + kernelName +
                             "', got a module without it");
  kernel = found;
  eraseOtherKernels(module, *found);
  result.sites.emplace_back(); // what has no place
  readClusterShape(*found);
  SmallVector<Function *> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  SmallVector<bool> isByValue;
  for (Argument &argument : found->args())
    isByValue.push_back(argument.hasByValAttr());
  for (Function *function : functions) {
    rewrite(*function);
    addTicks(*function);
  }
  placeSharedVariables();
  if (!problems.empty())
    return takeError();
  dropDeviceDetails();
  makeEntry(*found, isByValue);
  module.setTargetTriple(triple);
  module.setDataLayout(layout);
  std::string text;
  raw_string_ostream stream(text);
  if (verifyModule(module, &stream))
    return createStringError("the emulator's rewriting is broken: " + text);
  return std::move(result);
}

/// NVPTX User Guide, "Kernel attributes": "nvvm.cluster_dim"="2,1,1", of which
/// the last may be left out.
void Rewriter::readClusterShape(const Function &kernel) {
  StringRef text = kernel.getFnAttribute("nvvm.cluster_dim").getValueAsString();
  for (uint32_t &size : result.clusterShape) {
    auto [first, rest] = text.split(',');
    if (!first.empty() && (first.getAsInteger(10, size) || size == 0))
      refuse(kernel.getEntryBlock().front(),
             "a cluster of '" +
                 kernel.getFnAttribute("nvvm.cluster_dim").getValueAsString() +
                 "' blocks");
    text = rest;
  }
}

void Rewriter::rewrite(Function &function) {
  SmallVector<Instruction *> instructions;
  for (Instruction &inst : llvm::instructions(function))
    instructions.push_back(&inst);
  checkAccumulators(function);
  for (Instruction *inst : instructions)
    rewrite(*inst);
}

void Rewriter::rewrite(Instruction &inst) {
  builder.SetInsertPoint(&inst);
  if (auto *call = dyn_cast<CallBase>(&inst))
    return rewriteCall(*call);
  if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(inst))
    return rewriteAccess(inst);
  if (auto *binary = dyn_cast<BinaryOperator>(&inst);
      binary && binary->isIntDivRem())
    checkDivision(*binary);
}

void Rewriter::addTicks(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    BasicBlock *header = loop->getHeader();
    builder.SetInsertPoint(header, header->getFirstInsertionPt());
    const Instruction &end = *header->getTerminator();
    callTable("check.tick", {}, {}, end, addSite(end));
  }
}

/// Removes what is of the GPU alone, or would be a promise to LLVM that the
/// emulator has not checked.
void Rewriter::dropDeviceDetails() {
  StripDebugInfo(module);
  if (NamedMDNode *annotations = module.getNamedMetadata("nvvm.annotations"))
    annotations->eraseFromParent();
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.setAttributes({});
    function.addFnAttr(Attribute::NoUnwind);
    function.addFnAttr("warn-stack-size", std::to_string(Fiber::usableBytes));
    function.setCallingConv(CallingConv::C);
    function.setLinkage(GlobalValue::InternalLinkage);
    for (Instruction &inst : instructions(function)) {
      // The host does not contract either, so that results can be compared.
      if (isa<FPMathOperator>(inst))
        inst.setHasAllowContract(false);
      auto *call = dyn_cast<CallBase>(&inst);
      if (!call || !call->getCalledFunction()->isDeclaration()) {
        if (call) {
          call->setAttributes({});
          call->setCallingConv(CallingConv::C);
        }
        inst.setMetadata(LLVMContext::MD_noalias, nullptr);
      }
    }
  }
}

/// A function that takes pointers to the arguments, and calls the kernel.
void Rewriter::makeEntry(Function &called, ArrayRef<bool> isByValue) {
  LLVMContext &context = module.getContext();
  auto *type = FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()},
                                 /*isVarArg=*/false);
  Function *entry =
      Function::Create(type, Function::ExternalLinkage, entryName, module);
  builder.SetInsertPoint(BasicBlock::Create(context, "", entry));
  builder.SetCurrentDebugLocation(DebugLoc());
  SmallVector<Value *> arguments;
  for (Argument &argument : called.args()) {
    Value *slot = builder.CreateConstGEP1_32(
        builder.getPtrTy(), entry->getArg(0), argument.getArgNo());
    Value *pointer = builder.CreateLoad(builder.getPtrTy(), slot);
    Type *wanted = argument.getType();
    if (isByValue[argument.getArgNo()]) {
      arguments.push_back(builder.CreateAddrSpaceCast(pointer, wanted));
    } else if (wanted->isIntegerTy(1)) {
      Value *byte = builder.CreateLoad(builder.getInt8Ty(), pointer);
      arguments.push_back(builder.CreateTrunc(byte, wanted));
    } else {
      arguments.push_back(
          builder.CreateAlignedLoad(wanted, pointer, MaybeAlign(1)));
    }
  }
  builder.CreateCall(&called, arguments);
  builder.CreateRetVoid();
  result.numArguments = arguments.size();
}
