//===- FakeCuda.cpp - a driver that records what it is asked -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Built as libcuda.so.1 and found by CudaTest alone: two GPUs whose memory is
// the host's. The test reads and steers it through `fakeCuda`.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <cstdlib>
#include <cstring>

FakeCuda fakeCuda;

namespace {
enum { Success = 0, InvalidValue = 1, InvalidPTX = 218, NotFound = 500 };
FakeContext contexts[2] = {{0}, {1}};
int module, function;

/// As far as that is needed: not what is null or a small number.
bool isAllocated(uint64_t address) { return address >= 4096; }
} // namespace

extern "C" {
int cuInit(unsigned) { return Success; }

int cuGetErrorName(int code, const char **name) {
  *name = code == InvalidPTX     ? "CUDA_ERROR_INVALID_PTX"
          : code == NotFound     ? "CUDA_ERROR_NOT_FOUND"
          : code == InvalidValue ? "CUDA_ERROR_INVALID_VALUE"
                                 : nullptr;
  return *name ? Success : InvalidValue;
}

int cuGetErrorString(int code, const char **text) {
  *text = code == InvalidValue ? "invalid argument" : nullptr;
  return *text ? Success : InvalidValue;
}

int cuDeviceGetCount(int *count) {
  *count = 2;
  return Success;
}

int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return ordinal >= 0 && ordinal < 2 ? Success : InvalidValue;
}

int cuDeviceGetName(char *name, int size, int) {
  std::strncpy(name, "Fake GPU", size);
  return Success;
}

int cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75 ? 9 : attribute == 16 ? 132 : 0;
  return Success;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &contexts[device];
  ++contexts[device].retained;
  fakeCuda.contexts = contexts;
  return Success;
}

int cuCtxPushCurrent_v2(void *context) {
  fakeCuda.pushed.push_back(static_cast<FakeContext *>(context)->device);
  ++fakeCuda.depth;
  return Success;
}

int cuCtxPopCurrent_v2(void **) {
  --fakeCuda.depth;
  return Success;
}

int cuCtxGetCurrent(void **context) {
  *context = fakeCuda.depth ? &contexts[fakeCuda.pushed.back()] : nullptr;
  return Success;
}

int cuCtxSynchronize() { return Success; }

int cuPointerGetAttribute(void *value, int, uint64_t address) {
  if (!isAllocated(address))
    return InvalidValue;
  *static_cast<int *>(value) = 1;
  return Success;
}

int cuModuleLoadDataEx(void **result, const void *image, unsigned, int *,
                       void **values) {
  fakeCuda.image = static_cast<const char *>(image);
  if (fakeCuda.image == "bad") {
    std::strcpy(static_cast<char *>(values[0]), "line 1: syntax error");
    return InvalidPTX;
  }
  *result = &module;
  ++fakeCuda.modules;
  return Success;
}

int cuModuleUnload(void *) {
  --fakeCuda.modules;
  return Success;
}

int cuModuleGetFunction(void **result, void *, const char *name) {
  *result = &function;
  return std::strcmp(name, "k") == 0 ? Success : NotFound;
}

int cuFuncSetAttribute(void *, int attribute, int value) {
  if (attribute == 8)
    fakeCuda.allowedSharedBytes = value;
  return Success;
}

int cuLaunchKernel(void *, unsigned gridX, unsigned gridY, unsigned gridZ,
                   unsigned blockX, unsigned blockY, unsigned blockZ,
                   unsigned sharedBytes, void *stream, void **arguments,
                   void **packed) {
  FakeLaunch launch = {{gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                       sharedBytes,           stream,
                       /*firstArgument=*/0,   /*buffer=*/{}};
  if (!arguments && !packed)
    return InvalidValue;
  if (arguments) {
    launch.firstArgument = *static_cast<int *>(arguments[0]);
  } else {
    auto *bytes = static_cast<const char *>(packed[1]);
    launch.buffer.assign(bytes, bytes + *static_cast<size_t *>(packed[3]));
  }
  fakeCuda.launches.push_back(launch);
  return Success;
}

int cuDriverGetVersion(int *version) {
  *version = 13000;
  return Success;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *,
                                                int threads, size_t) {
  *blocks = 2048 / threads;
  return Success;
}

/// With one attribute: that the launch may begin early.
int cuLaunchKernelEx(const void *config, void *, void **, void **) {
  auto *sizes = static_cast<const unsigned *>(config);
  auto *attribute = static_cast<const unsigned *const *>(config)[5];
  if (sizes[12] != 1 || attribute[0] != 6 || attribute[2] != 1)
    return InvalidValue;
  fakeCuda.overlappingBlocks.push_back(sizes[0]);
  return Success;
}

/// CUlaunchConfig's sizes are at its start, its attributes behind the stream:
/// here one, the blocks of a cluster.
int cuOccupancyMaxActiveClusters(int *count, void *, const void *config) {
  auto *sizes = static_cast<const unsigned *>(config);
  auto *attribute = static_cast<const unsigned *const *>(config)[5];
  auto attributeCount = sizes[12];
  if (attributeCount != 1 || attribute[0] != 4)
    return InvalidValue;
  unsigned blocks = attribute[2] * attribute[3] * attribute[4];
  *count = sizes[0] == attribute[2] && sizes[3] <= 1024 ? 132 / blocks : 0;
  return Success;
}

/// Of 4 bytes, and 8 that are aligned.
int cuFuncGetParamInfo(void *, size_t index, size_t *offset, size_t *bytes) {
  if (index >= 2) {
    ++fakeCuda.refusals;
    return InvalidValue;
  }
  *offset = index == 0 ? 0 : 8;
  *bytes = index == 0 ? 4 : 8;
  return Success;
}

int cuTensorMapEncodeTiled(void *map, int type, unsigned rank, void *address,
                           const uint64_t *extents, const uint64_t *strides,
                           const uint32_t *box, const uint32_t *elementStrides,
                           int interleave, int swizzle, int l2Promotion,
                           int fill) {
  if (reinterpret_cast<uintptr_t>(map) % 64 != 0 || rank > 4)
    return InvalidValue;
  fakeCuda.maps.push_back({type,
                           reinterpret_cast<uint64_t>(address),
                           {extents, extents + rank},
                           {strides, strides + rank - 1},
                           {box, box + rank},
                           {elementStrides, elementStrides + rank},
                           interleave,
                           swizzle,
                           l2Promotion,
                           fill});
  std::memset(map, 0xab, 128);
  return Success;
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes) {
  *address = reinterpret_cast<uint64_t>(std::malloc(bytes));
  return Success;
}

int cuMemFree_v2(uint64_t address) {
  if (!isAllocated(address))
    return InvalidValue;
  std::free(reinterpret_cast<void *>(address));
  return Success;
}

// The properties are of a device's pinned memory: types 1, and 1 with a number.
int cuMemPoolCreate(void **pool, const int *properties) {
  if (properties[0] != 1 || properties[1] != 0 || properties[2] != 1)
    return InvalidValue;
  fakeCuda.poolDevices.push_back(properties[3]);
  *pool = &fakeCuda.poolDevices;
  return Success;
}

int cuMemPoolSetAttribute(void *, int attribute, void *value) {
  if (attribute != 4)
    return InvalidValue;
  fakeCuda.poolThreshold = *static_cast<uint64_t *>(value);
  return Success;
}

int cuMemAllocFromPoolAsync(uint64_t *address, size_t bytes, void *pool,
                            void *stream) {
  if (pool != &fakeCuda.poolDevices)
    return InvalidValue;
  fakeCuda.poolStream = stream;
  return cuMemAlloc_v2(address, bytes);
}

int cuMemFreeAsync(uint64_t address, void *stream) {
  if (stream != fakeCuda.poolStream)
    return InvalidValue;
  fakeCuda.poolStream = nullptr;
  return cuMemFree_v2(address);
}

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t bytes) {
  if (!isAllocated(to))
    return InvalidValue;
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return Success;
}

int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t bytes) {
  if (!isAllocated(from))
    return InvalidValue;
  std::memcpy(to, reinterpret_cast<void *>(from), bytes);
  return Success;
}

int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t bytes) {
  if (!isAllocated(to) || !isAllocated(from))
    return InvalidValue;
  std::memcpy(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from),
              bytes);
  return Success;
}

// Of what times kernels, which is tested on a GPU: a driver must have it.
int cuEventCreate(void **, unsigned) { return InvalidValue; }
int cuEventDestroy_v2(void *) { return InvalidValue; }
int cuEventRecord(void *, void *) { return InvalidValue; }
int cuEventSynchronize(void *) { return InvalidValue; }
int cuEventElapsedTime(float *, void *, void *) { return InvalidValue; }
int cuStreamCreate(void **, unsigned) { return InvalidValue; }
int cuStreamDestroy_v2(void *) { return InvalidValue; }
int cuStreamBeginCapture_v2(void *, int) { return InvalidValue; }
int cuStreamEndCapture(void *, void **) { return InvalidValue; }
int cuGraphDestroy(void *) { return InvalidValue; }
int cuGraphInstantiateWithFlags(void **, void *, unsigned long long) {
  return InvalidValue;
}
int cuGraphLaunch(void *, void *) { return InvalidValue; }
int cuGraphExecDestroy(void *) { return InvalidValue; }

int cuStreamSynchronize(void *stream) {
  return stream ? 9999 : Success; // a code that even the driver cannot name
}
}
