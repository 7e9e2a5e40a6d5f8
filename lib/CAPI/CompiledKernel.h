//===- CompiledKernel.h - one kernel, compiled for one target -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CAPI_COMPILEDKERNEL_H
#define PHOBOS_LIB_CAPI_COMPILEDKERNEL_H

#include "Session.h"
#include "phobos/Emulator/Emulator.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <map>
#include <memory>
#include <mutex>

namespace phobos {
class HostRunner;
class KernelOp;
class Target;

/// The result of a compilation. Its parts do not change, so that threads may
/// share it.
class CompiledKernel {
public:
  /// Compiles the kernel that `options` names, down to PTX for a GPU and to
  /// machine code for the host; an error holds the diagnostics.
  static llvm::Expected<std::unique_ptr<CompiledKernel>>
  create(llvm::StringRef source, llvm::StringRef fileName,
         CompileOptions options);
  ~CompiledKernel();

  llvm::StringRef getWarnings() const { return warnings; }
  llvm::StringRef getContract() const { return contract; }
  llvm::StringRef getTileIR() const { return tileIR; }
  llvm::Expected<std::string> getPTX() const;
  llvm::Expected<std::string> makeCubin() const;
  /// Compiles once more, and keeps what each stage left: a JSON array.
  llvm::Expected<std::string> dumpStages() const;

  /// Runs the GPU's code of `kernel`, empty for the one that was compiled, or a
  /// helper of its contract, in the emulator; an error holds the faults.
  /// Compiles it for that at the first call.
  llvm::Error emulate(llvm::StringRef kernel, llvm::ArrayRef<void *> arguments,
                      llvm::ArrayRef<EmulatedBuffer> buffers,
                      std::array<int64_t, 3> grid,
                      const EmulatorOptions &options) const;

  /// Runs the grid on the host.
  llvm::Error runOnHost(llvm::ArrayRef<void *> arguments,
                        std::array<int64_t, 3> grid) const;

private:
  CompiledKernel() = default;
  llvm::Error compile();
  llvm::Error compileForGPU(Session &session, mlir::ModuleOp module);
  llvm::Error describeForHost(Session &session, mlir::ModuleOp module);
  llvm::Error compileForHost(Session &session, mlir::ModuleOp module);

  /// What a launch of a kernel of the code takes.
  struct EntryPoint {
    std::string name;
    size_t argumentCount = 0;
    uint32_t threads = 1, sharedBytes = 0; ///< of a block on the GPU
  };

  static EntryPoint describe(mlir::DictionaryAttr contract);
  llvm::Expected<const EntryPoint *> findEntry(llvm::StringRef kernel) const;
  llvm::Expected<const Emulator *> getEmulator(llvm::StringRef kernel) const;

  std::string source, fileName;
  CompileOptions options;
  const Target *target = nullptr;   ///< null unless for a GPU
  std::unique_ptr<HostRunner> host; ///< null unless for the host
  std::string warnings, contract, tileIR, ptx;
  std::vector<EntryPoint> entries; ///< the kernel, then its helpers

  mutable std::mutex emulatorMutex;
  mutable std::map<std::string, std::unique_ptr<Emulator>>
      emulators; ///< of the kernels that were run
};

} // namespace phobos

/// What C calls a compiled kernel.
struct PhobosModule {
  std::unique_ptr<phobos::CompiledKernel> kernel;
};

#endif // PHOBOS_LIB_CAPI_COMPILEDKERNEL_H
