//===- Rewrite.h - From code for NVPTX to checked code for this machine -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_EMULATOR_REWRITE_H
#define PHOBOS_LIB_EMULATOR_REWRITE_H

#include "FunctionTable.h"
#include "Site.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Error.h"
#include <array>
#include <optional>
#include <set>

namespace llvm {
class BinaryOperator;
class CallBase;
class DataLayout;
class Function;
class Instruction;
class Module;
class Triple;
} // namespace llvm

namespace phobos::emulator {
struct Access;

/// The function of the rewritten module that runs one thread: it takes an array
/// of pointers to the kernel's arguments.
inline constexpr llvm::StringLiteral entryName = "phobos_emulated_kernel";
/// What names of the table begin with in the rewritten module.
inline constexpr llvm::StringLiteral tablePrefix = "phobos.";

/// What the rewriting finds out.
struct RewrittenKernel {
  size_t numArguments = 0;
  Sites sites;
  uint32_t staticSharedBytes = 0;
  unsigned granule = 16;
  std::array<uint32_t, 3> clusterShape = {1, 1, 1};
};

/// How a value crosses the border to the table's functions; none if it cannot.
std::optional<AbiType> abiTypeOf(llvm::Type *type);
/// The types of the results of `call`, one each.
llvm::SmallVector<llvm::Type *> resultTypes(const llvm::CallBase &call);
/// Erases `call`; `values` take the place of its results.
void replaceCall(llvm::CallBase &call, llvm::ArrayRef<llvm::Value *> values,
                 llvm::IRBuilder<> &builder);

/// Whether `call` is inline PTX that starts wgmma, or waits for it.
bool isWgmma(const llvm::CallBase &call);
/// Whether wgmma has accumulators in registers of this type.
bool isAccumulator(const llvm::Type *type);

/// Whether `value` is a kernel's argument that is passed by value: a tensor
/// map, by which an array is reached.
bool isTensorMap(const llvm::Value *value);

/// Rewrites a module in place, so that it runs on this machine:
///
/// - intrinsics and inline PTX become calls of functions of the FunctionTable;
/// - loads, stores and atomics use a pointer that a check returns;
/// - what reads a register that wgmma has not written yet calls a check;
/// - shared variables become addresses in a SharedWindow;
/// - every iteration of a loop calls `check.tick`.
///
/// Address spaces other than 0 may stay on pointers: on x86-64, all below 256
/// mean the same memory.
class Rewriter {
public:
  explicit Rewriter(llvm::Module &module);

  /// An error names everything that has no place in the table.
  llvm::Expected<RewrittenKernel> run(llvm::StringRef kernel,
                                      const llvm::Triple &triple,
                                      const llvm::DataLayout &layout);

private:
  // Rewrite.cpp
  void rewrite(llvm::Function &function);
  void rewrite(llvm::Instruction &inst);
  void addTicks(llvm::Function &function);
  void readClusterShape(const llvm::Function &kernel);
  void dropDeviceDetails();
  void makeEntry(llvm::Function &kernel, llvm::ArrayRef<bool> isByValue);
  /// `address` is what the instruction reaches memory by, if it does.
  Site addSite(const llvm::Instruction &inst,
               const llvm::Value *address = nullptr);
  void refuse(const llvm::Instruction &inst, const llvm::Twine &what);
  llvm::Error takeError();

  // RewriteMemory.cpp
  void placeSharedVariables();
  void rewriteAccess(llvm::Instruction &inst);
  bool rewriteMemoryIntrinsic(llvm::CallBase &call);
  void checkAccess(llvm::Instruction &inst, unsigned pointerOperand,
                   Access access);
  void checkDivision(llvm::BinaryOperator &division);

  // RewriteCalls.cpp
  void rewriteCall(llvm::CallBase &call);
  /// Calls `name` of the table at the builder's place, which stands for `inst`;
  /// its results are of the types `results`. Empty, after `refuse`, where the
  /// types do not fit.
  std::optional<llvm::SmallVector<llvm::Value *>>
  callTable(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> operands,
            llvm::ArrayRef<llvm::Type *> results, const llvm::Instruction &inst,
            Site site);
  /// The same where the operands are known to fit; results are as they crossed
  /// the border.
  llvm::SmallVector<llvm::Value *>
  callEntry(llvm::StringRef name, const TableEntry &entry,
            llvm::ArrayRef<llvm::Value *> operands, Site site);
  llvm::FunctionCallee declare(llvm::StringRef name, const TableEntry &entry);
  llvm::Type *irTypeOf(AbiType type);
  llvm::Value *toAbi(llvm::Value *value);
  llvm::Value *fromAbi(llvm::Value *value, llvm::Type *type);

  // RewriteAccumulators.cpp
  void checkAccumulators(llvm::Function &function);
  /// `value`, which may be a register that wgmma has not written yet, as `inst`
  /// reads it.
  llvm::Value *checkAccumulator(llvm::Value *value,
                                const llvm::Instruction &inst);

  // RewriteInlinePTX.cpp
  class InlineCode;
  void rewriteInlinePTX(llvm::CallBase &call);

  llvm::Module &module;
  llvm::IRBuilder<> builder;
  RewrittenKernel result;
  const llvm::Function *kernel = nullptr;
  std::vector<std::string> problems;
  std::set<std::string> refused; // each thing once, without its place
};

} // namespace phobos::emulator

#endif // PHOBOS_LIB_EMULATOR_REWRITE_H
