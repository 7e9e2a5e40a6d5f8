//===- Cuda.cpp - loading and launching through the CUDA driver -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Runtime/Cuda.h"

#include "CurrentGpu.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <map>
#include <mutex>

using namespace phobos::runtime;
using llvm::Error;
using llvm::Expected;

Expected<int> phobos::runtime::gpuCount() {
  int count = 0;
  if (Error error = onDriver("cuDeviceGetCount", [&](const CudaDriver &driver) {
        return driver.deviceGetCount(&count);
      }))
    return std::move(error);
  return count;
}

Expected<GpuInfo> phobos::runtime::gpuInfo(int gpu) {
  GpuInfo info;
  char name[256] = {};
  auto query = [&](const CudaDriver &driver) {
    int device = 0;
    int code = driver.deviceGet(&device, gpu);
    if (code == 0)
      code = driver.deviceGetName(name, sizeof(name) - 1, device);
    if (code == 0)
      code = driver.deviceGetAttribute(&info.major, CudaDeviceCapabilityMajor,
                                       device);
    if (code == 0)
      code = driver.deviceGetAttribute(&info.minor, CudaDeviceCapabilityMinor,
                                       device);
    if (code == 0)
      code = driver.deviceGetAttribute(&info.multiprocessors,
                                       CudaDeviceMultiprocessors, device);
    return code;
  };
  if (Error error = onDriver("cuDeviceGet", query))
    return std::move(error);
  info.name = name;
  return info;
}

Expected<int> phobos::runtime::gpuOfAddress(uint64_t address) {
  int gpu = 0;
  if (Error error =
          onDriver("cuPointerGetAttribute", [&](const CudaDriver &driver) {
            return driver.pointerGetAttribute(&gpu, CudaPointerDeviceOrdinal,
                                              address);
          }))
    return std::move(error);
  return gpu;
}

Expected<uint64_t> phobos::runtime::gpuAllocate(int gpu, size_t bytes) {
  uint64_t address = 0;
  if (bytes == 0) // the driver refuses it
    return address;
  if (Error error = onGpu(gpu, "cuMemAlloc", [&](const CurrentGpu &current) {
        return current->memAlloc(&address, bytes);
      }))
    return std::move(error);
  return address;
}

Error phobos::runtime::gpuFree(int gpu, uint64_t address) {
  if (address == 0)
    return Error::success();
  return onGpu(gpu, "cuMemFree", [&](const CurrentGpu &current) {
    return current->memFree(address);
  });
}

/// Our own pool of `gpu`, which keeps what was freed: the driver's default one
/// gives memory back at each synchronisation, and belongs to the program.
static Expected<void *> memoryPool(const CurrentGpu &current, int gpu) {
  static std::mutex mutex;
  static std::map<int, void *> pools;
  std::lock_guard<std::mutex> lock(mutex);
  void *&pool = pools[gpu];
  if (pool)
    return pool;
  if (!current->poolCreate || !current->poolSetAttribute ||
      !current->poolAlloc || !current->memFreeAsync)
    return llvm::createStringError("the CUDA driver is too old: libcuda.so.1 "
                                   "has no cuMemAllocFromPoolAsync");
  CudaPoolProperties properties;
  void *created = nullptr;
  if (Error error = current->check(current->deviceGet(&properties.device, gpu),
                                   "cuDeviceGet"))
    return std::move(error);
  if (Error error = current->check(current->poolCreate(&created, &properties),
                                   "cuMemPoolCreate"))
    return std::move(error);
  uint64_t kept = UINT64_MAX;
  if (Error error = current->check(
          current->poolSetAttribute(created, CudaPoolReleaseThreshold, &kept),
          "cuMemPoolSetAttribute"))
    return std::move(error);
  return pool = created;
}

Expected<uint64_t> phobos::runtime::gpuAllocateAsync(int gpu, size_t bytes,
                                                     void *stream) {
  uint64_t address = 0;
  if (bytes == 0)
    return address;
  Expected<CurrentGpu> current = CurrentGpu::enter(gpu);
  if (!current)
    return current.takeError();
  Expected<void *> pool = memoryPool(*current, gpu);
  if (!pool)
    return pool.takeError();
  if (Error error = (*current)->check(
          (*current)->poolAlloc(&address, bytes, *pool, stream),
          "cuMemAllocFromPoolAsync"))
    return std::move(error);
  return address;
}

Error phobos::runtime::gpuFreeAsync(int gpu, uint64_t address, void *stream) {
  if (address == 0)
    return Error::success();
  return onGpu(gpu, "cuMemFreeAsync", [&](const CurrentGpu &current) {
    return current->memFreeAsync(address, stream);
  });
}

Error phobos::runtime::gpuCopyIn(int gpu, uint64_t to, const void *from,
                                 size_t bytes) {
  return onGpu(gpu, "cuMemcpyHtoD", [&](const CurrentGpu &current) {
    return bytes ? current->copyIn(to, from, bytes) : 0;
  });
}

Error phobos::runtime::gpuCopyOut(int gpu, void *to, uint64_t from,
                                  size_t bytes) {
  return onGpu(gpu, "cuMemcpyDtoH", [&](const CurrentGpu &current) {
    return bytes ? current->copyOut(to, from, bytes) : 0;
  });
}

Error phobos::runtime::gpuCopyWithin(int gpu, uint64_t to, uint64_t from,
                                     size_t bytes) {
  return onGpu(gpu, "cuMemcpyDtoD", [&](const CurrentGpu &current) {
    return bytes ? current->copyWithin(to, from, bytes) : 0;
  });
}

Error phobos::runtime::gpuSynchronize(int gpu, void *stream) {
  return onGpu(gpu, "cuStreamSynchronize", [&](const CurrentGpu &current) {
    return current->streamSynchronize(stream);
  });
}

/// The driver's number for "none" and for sizes that double from `first` on.
static int toMode(uint32_t bytes, uint32_t first) {
  int mode = 0;
  for (; bytes >= first; bytes /= 2)
    ++mode;
  return mode;
}

Expected<phobos::EncodedTensorMap>
phobos::runtime::gpuEncodeTensorMap(const TensorMap &map) {
  if (Error error = map.verify())
    return std::move(error);
  EncodedTensorMap encoded;
  if (map.isEmpty())
    return encoded;
  Expected<int> gpu = gpuOfAddress(map.address);
  if (!gpu)
    return gpu.takeError();
  Expected<CurrentGpu> current = CurrentGpu::enter(*gpu);
  if (!current)
    return current.takeError();
  if (!(*current)->tensorMapEncode)
    return llvm::createStringError("the CUDA driver is too old: libcuda.so.1 "
                                   "has no cuTensorMapEncodeTiled");
  auto strides = map.byteStrides();
  int code = (*current)->tensorMapEncode(
      encoded.bytes.data(), static_cast<int>(map.type), map.rank,
      reinterpret_cast<void *>(map.address), map.extents.data(),
      strides.data() + 1, map.box.data(), map.elementStrides.data(),
      toMode(map.interleave, 16), toMode(map.swizzle, 32),
      toMode(map.l2Promotion, 64), map.fillsWithNaN);
  if (Error error = (*current)->check(code, "cuTensorMapEncodeTiled"))
    return std::move(error);
  return encoded;
}

/// How many parameters PTX gives the kernel `name`; 0 of machine code. To ask
/// the driver for one too many would be an error, which its tools report.
static size_t countParameters(llvm::StringRef image, llvm::StringRef name) {
  std::string head = (".entry " + name + "(").str();
  size_t start = image.find(head);
  if (start == llvm::StringRef::npos)
    return 0;
  llvm::StringRef list = image.substr(start + head.size());
  return list.take_until([](char c) { return c == ')'; }).count(".param ");
}

Expected<std::unique_ptr<GpuKernel>> GpuKernel::load(int gpu,
                                                     llvm::StringRef image,
                                                     llvm::StringRef name,
                                                     uint32_t sharedBytes) {
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.takeError();
  Expected<CurrentGpu> current = CurrentGpu::enter(gpu);
  if (!current)
    return current.takeError();
  std::string code = image.str(); // PTX must end with a zero byte
  char log[4096] = {};
  int options[] = {CudaJitErrorLogBuffer, CudaJitErrorLogBufferBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log) - 1)};
  void *module = nullptr;
  if (Error error = (*current)->check(
          (*current)->moduleLoad(&module, code.c_str(), 2, options, values),
          "cuModuleLoadDataEx")) {
    std::string text = llvm::toString(std::move(error));
    return llvm::createStringError(log[0] ? text + "\n" + log : text);
  }
  // From here on the module's owner unloads it, on failure too.
  std::unique_ptr<GpuKernel> kernel(
      new GpuKernel(gpu, current->getContext(), module, sharedBytes));
  if (Error error =
          (*current)->check((*current)->moduleGetFunction(
                                &kernel->function, module, name.str().c_str()),
                            "cuModuleGetFunction"))
    return std::move(error);
  if (sharedBytes != 0)
    if (Error error = (*current)->check(
            (*current)->functionSetAttribute(kernel->function,
                                             CudaFunctionMaxDynamicSharedBytes,
                                             sharedBytes),
            "cuFuncSetAttribute"))
      return std::move(error);
  kernel->readParameters(**driver, countParameters(image, name));
  return std::move(kernel);
}

GpuKernel::GpuKernel(int gpu, void *context, void *module, uint32_t sharedBytes)
    : gpu(gpu), context(context), module(module), sharedBytes(sharedBytes) {}

void GpuKernel::readParameters(const CudaDriver &driver, size_t count) {
  if (!driver.functionGetParameter)
    return;
  for (size_t i = 0; i != count; ++i) {
    Parameter parameter;
    if (driver.functionGetParameter(function, i, &parameter.offset,
                                    &parameter.bytes) != 0)
      return parameters.clear();
    parameters.push_back(parameter);
    parameterBytes = parameter.offset + parameter.bytes;
  }
}

GpuKernel::~GpuKernel() {
  // A driver that is shutting down refuses; the code goes with the process
  // then.
  llvm::consumeError(
      onGpu(gpu, "cuModuleUnload", [&](const CurrentGpu &current) {
        return current->moduleUnload(module);
      }));
}

/// The bytes of arguments that every GPU takes.
static constexpr size_t mostParameterBytes = 4096;

/// In one buffer, where the driver says how: it need not look for them then.
int GpuKernel::launchIn(const CudaDriver &driver, const Dim3 &grid,
                        const Dim3 &threads, void *stream,
                        void **arguments) const {
  alignas(64) char buffer[mostParameterBytes];
  size_t bytes = parameterBytes;
  void *packed[] = {reinterpret_cast<void *>(CudaLaunchBuffer), buffer,
                    reinterpret_cast<void *>(CudaLaunchBufferBytes), &bytes,
                    nullptr};
  bool isPacked = !parameters.empty() && bytes <= sizeof(buffer);
  if (isPacked)
    for (auto [parameter, argument] :
         llvm::zip(parameters, llvm::ArrayRef(arguments, parameters.size())))
      std::memcpy(buffer + parameter.offset, argument, parameter.bytes);
  if (uint64_t(grid[0]) * grid[1] * grid[2] >= leastOverlapping) {
    CudaLaunchAttribute early{CudaAttributeProgrammaticSerialization, 0, {1}};
    CudaLaunchConfig launch{grid, threads, sharedBytes, stream, &early, 1};
    return driver.launchKernelEx(&launch, function,
                                 isPacked ? nullptr : arguments,
                                 isPacked ? packed : nullptr);
  }
  return driver.launchKernel(function, grid[0], grid[1], grid[2], threads[0],
                             threads[1], threads[2], sharedBytes, stream,
                             isPacked ? nullptr : arguments,
                             isPacked ? packed : nullptr);
}

Error GpuKernel::launch(const Dim3 &grid, const Dim3 &threads, void *stream,
                        void **arguments) const {
  if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0)
    return Error::success();
  for (size_t i = 0; i < parameters.size(); ++i)
    if (!arguments || !arguments[i])
      return llvm::createStringError(
          "expected a pointer to argument %zu of %zu, got null", i,
          parameters.size());
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.takeError();
  void *current = nullptr;
  if ((*driver)->contextCurrent(&current) == 0 && current == context)
    return (*driver)->check(
        launchIn(**driver, grid, threads, stream, arguments), "cuLaunchKernel");
  return onGpu(gpu, "cuLaunchKernel", [&](const CurrentGpu &) {
    return launchIn(**driver, grid, threads, stream, arguments);
  });
}

Error GpuKernel::allowOverlap(const Dim3 &threads, bool isPersistent) {
  Expected<GpuInfo> info = gpuInfo(gpu);
  if (!info)
    return info.takeError();
  // The first whose graphs keep such launches as they are.
  constexpr int oldest = 12030;
  int version = 0, blocks = 0;
  auto query = [&](const CurrentGpu &current) {
    if (!current->launchKernelEx || !current->driverVersion ||
        !current->occupancyBlocks || current->driverVersion(&version) != 0)
      return 0;
    return current->occupancyBlocks(
        &blocks, function, threads[0] * threads[1] * threads[2], sharedBytes);
  };
  if (Error error =
          onGpu(gpu, "cuOccupancyMaxActiveBlocksPerMultiprocessor", query))
    return error;
  if (version >= oldest && blocks > 0)
    leastOverlapping =
        isPersistent ? 1 : uint64_t(blocks) * info->multiprocessors;
  return Error::success();
}

Expected<int> GpuKernel::countClusters(const Dim3 &cluster,
                                       const Dim3 &threads) const {
  CudaLaunchAttribute size{CudaAttributeClusterDimension, 0, cluster};
  CudaLaunchConfig launch{cluster,
                          threads,
                          sharedBytes,
                          /*stream=*/nullptr,
                          &size,
                          1};
  int count = 0;
  auto query = [&](const CurrentGpu &current) {
    return current->occupancyClusters(&count, function, &launch);
  };
  Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.takeError();
  if (!(*driver)->occupancyClusters)
    return llvm::createStringError("the CUDA driver is too old: libcuda.so.1 "
                                   "has no cuOccupancyMaxActiveClusters");
  if (Error error = onGpu(gpu, "cuOccupancyMaxActiveClusters", query))
    return std::move(error);
  return count;
}
