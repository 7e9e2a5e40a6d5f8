//===- CudaDriver.h - the driver's functions, found at run time -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations of our own for the part of the driver's stable binary interface
// that we call, so that no CUDA header is needed to build.
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_RUNTIME_CUDADRIVER_H
#define PHOBOS_LIB_RUNTIME_CUDADRIVER_H

#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>

namespace phobos::runtime {

/// CUmemPoolProps: pinned memory of a device, for this process alone.
struct CudaPoolProperties {
  int allocationType = 1, handleTypes = 0;
  int locationType = 1, device = 0;
  void *securityAttributes = nullptr;
  size_t maxSize = 0;
  uint16_t usage = 0;
  unsigned char reserved[54] = {};
};
static_assert(sizeof(CudaPoolProperties) == 88);

/// CUlaunchAttribute: here one of those whose value is up to three numbers.
struct CudaLaunchAttribute {
  int id;
  int padding = 0;
  std::array<unsigned, 3> value;
  char unused[52] = {};
};
static_assert(sizeof(CudaLaunchAttribute) == 72);

/// CUlaunchConfig.
struct CudaLaunchConfig {
  std::array<unsigned, 3> grid, threads;
  unsigned sharedBytes = 0;
  void *stream = nullptr;
  CudaLaunchAttribute *attributes = nullptr;
  unsigned attributeCount = 0;
};
static_assert(sizeof(CudaLaunchConfig) == 56);

/// name, the exported symbol, parameter types.
#define PHOBOS_CUDA_FUNCTIONS(X)                                               \
  X(init, "cuInit", unsigned)                                                  \
  X(getErrorName, "cuGetErrorName", int, const char **)                        \
  X(getErrorString, "cuGetErrorString", int, const char **)                    \
  X(deviceGetCount, "cuDeviceGetCount", int *)                                 \
  X(deviceGet, "cuDeviceGet", int *, int)                                      \
  X(deviceGetName, "cuDeviceGetName", char *, int, int)                        \
  X(deviceGetAttribute, "cuDeviceGetAttribute", int *, int, int)               \
  X(primaryRetain, "cuDevicePrimaryCtxRetain", void **, int)                   \
  X(contextCurrent, "cuCtxGetCurrent", void **)                                \
  X(contextSynchronize, "cuCtxSynchronize")                                    \
  X(contextPush, "cuCtxPushCurrent_v2", void *)                                \
  X(contextPop, "cuCtxPopCurrent_v2", void **)                                 \
  X(pointerGetAttribute, "cuPointerGetAttribute", void *, int, uint64_t)       \
  X(moduleLoad, "cuModuleLoadDataEx", void **, const void *, unsigned, int *,  \
    void **)                                                                   \
  X(moduleUnload, "cuModuleUnload", void *)                                    \
  X(moduleGetFunction, "cuModuleGetFunction", void **, void *, const char *)   \
  X(functionSetAttribute, "cuFuncSetAttribute", void *, int, int)              \
  X(launchKernel, "cuLaunchKernel", void *, unsigned, unsigned, unsigned,      \
    unsigned, unsigned, unsigned, unsigned, void *, void **, void **)          \
  X(memAlloc, "cuMemAlloc_v2", uint64_t *, size_t)                             \
  X(memFree, "cuMemFree_v2", uint64_t)                                         \
  X(copyIn, "cuMemcpyHtoD_v2", uint64_t, const void *, size_t)                 \
  X(copyOut, "cuMemcpyDtoH_v2", void *, uint64_t, size_t)                      \
  X(copyWithin, "cuMemcpyDtoD_v2", uint64_t, uint64_t, size_t)                 \
  X(streamSynchronize, "cuStreamSynchronize", void *)                          \
  X(eventCreate, "cuEventCreate", void **, unsigned)                           \
  X(eventDestroy, "cuEventDestroy_v2", void *)                                 \
  X(eventRecord, "cuEventRecord", void *, void *)                              \
  X(eventSynchronize, "cuEventSynchronize", void *)                            \
  X(eventElapsed, "cuEventElapsedTime", float *, void *, void *)               \
  X(streamCreate, "cuStreamCreate", void **, unsigned)                         \
  X(streamDestroy, "cuStreamDestroy_v2", void *)                               \
  X(captureBegin, "cuStreamBeginCapture_v2", void *, int)                      \
  X(captureEnd, "cuStreamEndCapture", void *, void **)                         \
  X(graphDestroy, "cuGraphDestroy", void *)                                    \
  X(graphInstantiate, "cuGraphInstantiateWithFlags", void **, void *,          \
    unsigned long long)                                                        \
  X(graphLaunch, "cuGraphLaunch", void *, void *)                              \
  X(graphExecDestroy, "cuGraphExecDestroy", void *)

/// Likewise, of newer drivers: null where the driver has none.
#define PHOBOS_NEWER_CUDA_FUNCTIONS(X)                                         \
  X(tensorMapEncode, "cuTensorMapEncodeTiled", void *, int, unsigned, void *,  \
    const uint64_t *, const uint64_t *, const uint32_t *, const uint32_t *,    \
    int, int, int, int)                                                        \
  X(poolCreate, "cuMemPoolCreate", void **, const CudaPoolProperties *)        \
  X(poolSetAttribute, "cuMemPoolSetAttribute", void *, int, void *)            \
  X(poolAlloc, "cuMemAllocFromPoolAsync", uint64_t *, size_t, void *, void *)  \
  X(memFreeAsync, "cuMemFreeAsync", uint64_t, void *)                          \
  X(functionGetParameter, "cuFuncGetParamInfo", void *, size_t, size_t *,      \
    size_t *)                                                                  \
  X(occupancyClusters, "cuOccupancyMaxActiveClusters", int *, void *,          \
    const CudaLaunchConfig *)                                                  \
  X(launchKernelEx, "cuLaunchKernelEx", const CudaLaunchConfig *, void *,      \
    void **, void **)                                                          \
  X(driverVersion, "cuDriverGetVersion", int *)                                \
  X(occupancyBlocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor", int *,     \
    void *, int, size_t)

/// The driver's constants that we use.
enum CudaConstant : int {
  CudaDeviceMultiprocessors = 16,
  CudaDeviceCapabilityMajor = 75,
  CudaDeviceCapabilityMinor = 76,
  CudaPointerDeviceOrdinal = 9,
  CudaJitErrorLogBuffer = 5,
  CudaJitErrorLogBufferBytes = 6,
  CudaFunctionMaxDynamicSharedBytes = 8,
  CudaPoolReleaseThreshold = 4,
  CudaStreamNonBlocking = 1,
  CudaCaptureRelaxed = 2,
  CudaAttributeClusterDimension = 4,
  CudaAttributeProgrammaticSerialization = 6,
  CudaLaunchBuffer = 1,
  CudaLaunchBufferBytes = 2,
};

struct CudaDriver {
#define X(name, symbol, ...) int (*name)(__VA_ARGS__) = nullptr;
  PHOBOS_CUDA_FUNCTIONS(X)
  PHOBOS_NEWER_CUDA_FUNCTIONS(X)
#undef X

  /// The driver, loaded and initialised once per process; the same error again
  /// at every call where that failed.
  static llvm::Expected<const CudaDriver *> get();

  /// Success for code 0, else an error that starts with `call`.
  llvm::Error check(int code, const char *call) const;
};

} // namespace phobos::runtime

#endif // PHOBOS_LIB_RUNTIME_CUDADRIVER_H
