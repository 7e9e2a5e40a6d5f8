//===- Cuda.h - loading and launching through the CUDA driver -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver, libcuda.so.1, is loaded at the first call: nothing links to CUDA,
// and where there is no driver every function returns an error that says so.
// Work runs in the primary context of a GPU, as CUDA's runtime and torch do,
// and the caller's current context is left as it was. Errors hold the call and
// the driver's name for its error ("cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX
// …"). Every function may be called from several threads.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_RUNTIME_CUDA_H
#define PHOBOS_RUNTIME_CUDA_H

#include "phobos/TensorMap/TensorMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace phobos::runtime {

struct CudaDriver;

using Dim3 = std::array<uint32_t, 3>;

struct GpuInfo {
  std::string name;
  int major = 0, minor = 0; ///< compute capability
  int multiprocessors = 0;
};

/// The number of GPUs; an error, not 0, where there is no driver.
llvm::Expected<int> gpuCount();
llvm::Expected<GpuInfo> gpuInfo(int gpu);
/// The GPU on which `address` was allocated; an error for a host address.
llvm::Expected<int> gpuOfAddress(uint64_t address);

/// Memory of `gpu`, uninitialised; `bytes` may be 0.
llvm::Expected<uint64_t> gpuAllocate(int gpu, size_t bytes);
/// Frees what gpuAllocate returned; address 0 is ignored.
llvm::Error gpuFree(int gpu, uint64_t address);
/// Likewise in the order of `stream`, without waiting: the memory is there for
/// work that is queued on it later, and once freed it serves the next call. An
/// error where the driver has no memory pools. `bytes` may be 0.
llvm::Expected<uint64_t> gpuAllocateAsync(int gpu, size_t bytes, void *stream);
llvm::Error gpuFreeAsync(int gpu, uint64_t address, void *stream);
/// Copies that have happened when the call returns.
llvm::Error gpuCopyIn(int gpu, uint64_t to, const void *from, size_t bytes);
llvm::Error gpuCopyOut(int gpu, void *to, uint64_t from, size_t bytes);
/// Likewise from one place of the GPU to another.
llvm::Error gpuCopyWithin(int gpu, uint64_t to, uint64_t from, size_t bytes);

/// A moment in the order of a stream, for timing; null is ignored when freed.
llvm::Expected<void *> gpuEventCreate(int gpu);
llvm::Error gpuEventFree(int gpu, void *event);
llvm::Error gpuEventRecord(int gpu, void *event, void *stream);
/// Waits for `end`, and returns the seconds since `start`.
llvm::Expected<double> gpuEventSeconds(int gpu, void *start, void *end);

/// Waits for all that is queued on the GPU.
llvm::Error gpuWait(int gpu);

/// A stream beside the default one, whose work does not wait for that.
llvm::Expected<void *> gpuStreamCreate(int gpu);
llvm::Error gpuStreamFree(int gpu, void *stream);

/// From here on the calling thread's launches on `stream` do not run, but are
/// recorded.
llvm::Error gpuCaptureBegin(int gpu, void *stream);
/// What was recorded, to be launched as a whole, any number of times.
llvm::Expected<void *> gpuCaptureEnd(int gpu, void *stream);
llvm::Error gpuGraphLaunch(int gpu, void *graph, void *stream);
llvm::Error gpuGraphFree(int gpu, void *graph);

/// Waits for `stream` (null: the default stream), and returns what failed on
/// it.
llvm::Error gpuSynchronize(int gpu, void *stream);

/// `map` for a kernel on a GPU, all zeros for an empty tensor. An error where
/// it does not verify, or the driver has no tensor maps.
llvm::Expected<EncodedTensorMap> gpuEncodeTensorMap(const TensorMap &map);

/// A kernel on one GPU; its code is unloaded with it.
class GpuKernel {
public:
  /// Loads `name` from `image`, PTX text or a cubin, and allows it
  /// `sharedBytes` of dynamic shared memory. The driver's log is part of an
  /// error's text.
  static llvm::Expected<std::unique_ptr<GpuKernel>> load(int gpu,
                                                         llvm::StringRef image,
                                                         llvm::StringRef name,
                                                         uint32_t sharedBytes);
  ~GpuKernel();
  GpuKernel(const GpuKernel &) = delete;
  GpuKernel &operator=(const GpuKernel &) = delete;

  /// Queues `grid` blocks of `threads` on `stream` (null: the default stream);
  /// an empty grid is no launch. arguments[i] points to the value of the
  /// kernel's argument i, to an EncodedTensorMap for one of those; the values
  /// are copied before the call returns.
  llvm::Error launch(const Dim3 &grid, const Dim3 &threads, void *stream,
                     void **arguments) const;
  /// Lets launches begin before what was queued ahead of them on their stream
  /// has ended, where the driver can: of a kernel that waits for it itself, see
  /// `phobos-overlap-launches`, in blocks of `threads`. One that is not
  /// `isPersistent` does where it has at least as many blocks as run at the
  /// same time: fewer would share multiprocessors while others are idle. Not
  /// while another thread launches it.
  llvm::Error allowOverlap(const Dim3 &threads, bool isPersistent);
  /// How many clusters of `cluster` blocks of `threads` run at the same time:
  /// fewer than their blocks would alone, for all of one are in one part of the
  /// GPU. An error where the driver has no clusters.
  llvm::Expected<int> countClusters(const Dim3 &cluster,
                                    const Dim3 &threads) const;

private:
  GpuKernel(int gpu, void *context, void *module, uint32_t sharedBytes);
  /// Of a kernel with `count` parameters, 0 where that is not known.
  void readParameters(const CudaDriver &driver, size_t count);
  int launchIn(const CudaDriver &driver, const Dim3 &grid, const Dim3 &threads,
               void *stream, void **arguments) const;

  /// Where the driver wants an argument, and how long it is.
  struct Parameter {
    size_t offset, bytes;
  };

  int gpu;
  void *context; ///< the primary one
  void *module;
  void *function = nullptr;
  uint32_t sharedBytes;
  uint64_t leastOverlapping = UINT64_MAX; ///< blocks
  std::vector<Parameter> parameters; ///< empty where the driver does not say
  size_t parameterBytes = 0;
};

} // namespace phobos::runtime

#endif // PHOBOS_RUNTIME_CUDA_H
