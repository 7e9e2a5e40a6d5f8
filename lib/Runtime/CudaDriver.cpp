//===- CudaDriver.cpp - loads libcuda.so.1 -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include <dlfcn.h>
#include <string>

using namespace phobos::runtime;

namespace {
struct LoadedDriver {
  CudaDriver driver;
  std::string error; ///< why the driver cannot be used; empty where it can

  LoadedDriver() { error = load(); }

  std::string load() {
    // Never closed: the driver keeps threads and exit handlers of its own.
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return std::string("no CUDA driver: ") + dlerror();
#define X(name, symbol, ...)                                                   \
  driver.name =                                                                \
      reinterpret_cast<decltype(driver.name)>(dlsym(library, symbol));         \
  if (!driver.name)                                                            \
    return "the CUDA driver is too old: libcuda.so.1 has no " symbol;
    PHOBOS_CUDA_FUNCTIONS(X)
#undef X
#define X(name, symbol, ...)                                                   \
  driver.name = reinterpret_cast<decltype(driver.name)>(dlsym(library, symbol));
    PHOBOS_NEWER_CUDA_FUNCTIONS(X)
#undef X
    if (llvm::Error failure = driver.check(driver.init(0), "cuInit"))
      return llvm::toString(std::move(failure));
    return "";
  }
};
} // namespace

llvm::Expected<const CudaDriver *> CudaDriver::get() {
  static const LoadedDriver loaded;
  if (!loaded.error.empty())
    return llvm::createStringError(loaded.error);
  return &loaded.driver;
}

llvm::Error CudaDriver::check(int code, const char *call) const {
  if (code == 0)
    return llvm::Error::success();
  const char *name = nullptr, *text = nullptr;
  getErrorName(code, &name);
  getErrorString(code, &text);
  std::string message = std::string(call) + ": " +
                        (name ? name : "error " + std::to_string(code));
  if (text)
    message += std::string(" (") + text + ")";
  return llvm::createStringError(message);
}
