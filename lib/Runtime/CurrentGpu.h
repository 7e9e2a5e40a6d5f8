//===- CurrentGpu.h - calls of the driver for one GPU -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_RUNTIME_CURRENTGPU_H
#define PHOBOS_LIB_RUNTIME_CURRENTGPU_H

#include "CudaDriver.h"
#include <map>
#include <mutex>
#include <utility>

namespace phobos::runtime {

/// A GPU's primary context, current on this thread while the object lives.
class CurrentGpu {
public:
  static llvm::Expected<CurrentGpu> enter(int gpu) {
    llvm::Expected<const CudaDriver *> driver = CudaDriver::get();
    if (!driver)
      return driver.takeError();
    llvm::Expected<void *> context = primaryContext(**driver, gpu);
    if (!context)
      return context.takeError();
    // After torch's first work on a GPU it is current already, and asking is
    // quicker than pushing.
    void *current = nullptr;
    if ((*driver)->contextCurrent(&current) == 0 && current == *context)
      return CurrentGpu(*driver, *context, /*isPushed=*/false);
    if (llvm::Error error = (*driver)->check((*driver)->contextPush(*context),
                                             "cuCtxPushCurrent"))
      return std::move(error);
    return CurrentGpu(*driver, *context, /*isPushed=*/true);
  }
  CurrentGpu(CurrentGpu &&other)
      : driver(other.driver), context(other.context),
        isPushed(std::exchange(other.isPushed, false)) {}
  CurrentGpu &operator=(CurrentGpu &&) = delete;
  ~CurrentGpu() {
    void *popped = nullptr;
    if (isPushed)
      driver->contextPop(&popped);
  }

  const CudaDriver *operator->() const { return driver; }
  void *getContext() const { return context; }

private:
  CurrentGpu(const CudaDriver *driver, void *context, bool isPushed)
      : driver(driver), context(context), isPushed(isPushed) {}

  /// Retained at the first call for `gpu` and kept until the process ends, as
  /// CUDA's runtime does: releasing it would destroy what others allocated.
  static llvm::Expected<void *> primaryContext(const CudaDriver &driver,
                                               int gpu) {
    static std::mutex mutex;
    static std::map<int, void *> contexts;
    std::lock_guard<std::mutex> lock(mutex);
    void *&context = contexts[gpu];
    if (context)
      return context;
    int device = 0;
    if (llvm::Error error =
            driver.check(driver.deviceGet(&device, gpu), "cuDeviceGet"))
      return std::move(error);
    if (llvm::Error error = driver.check(driver.primaryRetain(&context, device),
                                         "cuDevicePrimaryCtxRetain"))
      return std::move(error);
    return context;
  }

  const CudaDriver *driver;
  void *context;
  bool isPushed;
};

/// Runs `body`, which returns the driver's code for `call`, with the context of
/// `gpu` current.
template <typename Body>
llvm::Error onGpu(int gpu, const char *call, Body body) {
  llvm::Expected<CurrentGpu> current = CurrentGpu::enter(gpu);
  if (!current)
    return current.takeError();
  return (*current)->check(body(*current), call);
}

/// Likewise for a call that needs no context.
template <typename Body> llvm::Error onDriver(const char *call, Body body) {
  llvm::Expected<const CudaDriver *> driver = CudaDriver::get();
  if (!driver)
    return driver.takeError();
  return (*driver)->check(body(**driver), call);
}

} // namespace phobos::runtime

#endif // PHOBOS_LIB_RUNTIME_CURRENTGPU_H
