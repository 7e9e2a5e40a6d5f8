//===- PhobosRuntime.cpp - the C interface of the GPU launcher -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Results.h"
#include "phobos-c/Runtime.h"
#include "phobos/Runtime/Cuda.h"

using namespace phobos;
using namespace phobos::runtime;

struct PhobosGpuKernel {
  std::unique_ptr<GpuKernel> kernel;
};

PhobosStatus phobos_gpu_count(int *out, char **error) {
  return respond(out, error, {}, [] { return gpuCount(); });
}

PhobosStatus phobos_gpu_info(int gpu, char **name, int *capability,
                             char **error) {
  if (capability)
    *capability = 0;
  auto body = [&]() -> llvm::Expected<std::string> {
    llvm::Expected<GpuInfo> info = gpuInfo(gpu);
    if (!info)
      return info.takeError();
    *capability = 10 * info->major + info->minor;
    return info->name;
  };
  return respond(name, error, {{"capability", capability}}, body);
}

PhobosStatus phobos_gpu_multiprocessors(int gpu, int *out, char **error) {
  return respond(out, error, {}, [&]() -> llvm::Expected<int> {
    llvm::Expected<GpuInfo> info = gpuInfo(gpu);
    if (!info)
      return info.takeError();
    return info->multiprocessors;
  });
}

PhobosStatus phobos_gpu_of_address(uint64_t address, int *out, char **error) {
  return respond(out, error, {}, [&] { return gpuOfAddress(address); });
}

PhobosStatus phobos_gpu_load(int gpu, const char *image, size_t size,
                             const char *name, uint32_t shared_bytes,
                             PhobosGpuKernel **out, char **error) {
  auto body = [&]() -> llvm::Expected<PhobosGpuKernel *> {
    auto kernel =
        GpuKernel::load(gpu, llvm::StringRef(image, size), name, shared_bytes);
    if (!kernel)
      return kernel.takeError();
    return new PhobosGpuKernel{std::move(*kernel)};
  };
  return respond(out, error, {{"image", image}, {"name", name}}, body);
}

void phobos_gpu_kernel_free(PhobosGpuKernel *kernel) { delete kernel; }

PhobosStatus phobos_gpu_launch(const PhobosGpuKernel *kernel,
                               const uint32_t grid[3],
                               const uint32_t threads[3], void *stream,
                               void **arguments, char **error) {
  return respond(
      error, {{"kernel", kernel}, {"grid", grid}, {"threads", threads}}, [&] {
        return kernel->kernel->launch({grid[0], grid[1], grid[2]},
                                      {threads[0], threads[1], threads[2]},
                                      stream, arguments);
      });
}

PhobosStatus phobos_gpu_allow_overlap(PhobosGpuKernel *kernel,
                                      const uint32_t threads[3], int persistent,
                                      char **error) {
  return respond(error, {{"kernel", kernel}, {"threads", threads}}, [&] {
    return kernel->kernel->allowOverlap({threads[0], threads[1], threads[2]},
                                        persistent != 0);
  });
}

PhobosStatus phobos_gpu_count_clusters(const PhobosGpuKernel *kernel,
                                       const uint32_t cluster[3],
                                       const uint32_t threads[3], int *out,
                                       char **error) {
  return respond(
      out, error,
      {{"kernel", kernel}, {"cluster", cluster}, {"threads", threads}}, [&] {
        return kernel->kernel->countClusters(
            {cluster[0], cluster[1], cluster[2]},
            {threads[0], threads[1], threads[2]});
      });
}

PhobosStatus phobos_gpu_synchronize(int gpu, void *stream, char **error) {
  return report(gpuSynchronize(gpu, stream), error);
}

PhobosStatus phobos_gpu_allocate(int gpu, size_t bytes, uint64_t *out,
                                 char **error) {
  return respond(out, error, {}, [&] { return gpuAllocate(gpu, bytes); });
}

PhobosStatus phobos_gpu_free(int gpu, uint64_t address, char **error) {
  return report(gpuFree(gpu, address), error);
}

PhobosStatus phobos_gpu_allocate_async(int gpu, size_t bytes, void *stream,
                                       uint64_t *out, char **error) {
  return respond(out, error, {},
                 [&] { return gpuAllocateAsync(gpu, bytes, stream); });
}

PhobosStatus phobos_gpu_free_async(int gpu, uint64_t address, void *stream,
                                   char **error) {
  return report(gpuFreeAsync(gpu, address, stream), error);
}

PhobosStatus phobos_gpu_copy_in(int gpu, uint64_t to, const void *from,
                                size_t bytes, char **error) {
  if (bytes == 0)
    return report(llvm::Error::success(), error);
  return respond(error, {{"from", from}},
                 [&] { return gpuCopyIn(gpu, to, from, bytes); });
}

PhobosStatus phobos_gpu_copy_out(int gpu, void *to, uint64_t from, size_t bytes,
                                 char **error) {
  if (bytes == 0)
    return report(llvm::Error::success(), error);
  return respond(error, {{"to", to}},
                 [&] { return gpuCopyOut(gpu, to, from, bytes); });
}

PhobosStatus phobos_gpu_copy_within(int gpu, uint64_t to, uint64_t from,
                                    size_t bytes, char **error) {
  return report(gpuCopyWithin(gpu, to, from, bytes), error);
}

PhobosStatus phobos_gpu_event_create(int gpu, void **out, char **error) {
  return respond(out, error, {}, [&] { return gpuEventCreate(gpu); });
}

PhobosStatus phobos_gpu_event_free(int gpu, void *event, char **error) {
  return report(gpuEventFree(gpu, event), error);
}

PhobosStatus phobos_gpu_event_record(int gpu, void *event, void *stream,
                                     char **error) {
  return respond(error, {{"event", event}},
                 [&] { return gpuEventRecord(gpu, event, stream); });
}

PhobosStatus phobos_gpu_event_seconds(int gpu, void *start, void *end,
                                      double *out, char **error) {
  return respond(out, error, {{"start", start}, {"end", end}},
                 [&] { return gpuEventSeconds(gpu, start, end); });
}

PhobosStatus phobos_gpu_wait(int gpu, char **error) {
  return report(gpuWait(gpu), error);
}

PhobosStatus phobos_gpu_stream_create(int gpu, void **out, char **error) {
  return respond(out, error, {}, [&] { return gpuStreamCreate(gpu); });
}

PhobosStatus phobos_gpu_stream_free(int gpu, void *stream, char **error) {
  return respond(error, {{"stream", stream}},
                 [&] { return gpuStreamFree(gpu, stream); });
}

PhobosStatus phobos_gpu_capture_begin(int gpu, void *stream, char **error) {
  return respond(error, {{"stream", stream}},
                 [&] { return gpuCaptureBegin(gpu, stream); });
}

PhobosStatus phobos_gpu_capture_end(int gpu, void *stream, void **graph,
                                    char **error) {
  return respond(graph, error, {{"stream", stream}},
                 [&] { return gpuCaptureEnd(gpu, stream); });
}

PhobosStatus phobos_gpu_graph_launch(int gpu, void *graph, void *stream,
                                     char **error) {
  return respond(error, {{"graph", graph}},
                 [&] { return gpuGraphLaunch(gpu, graph, stream); });
}

PhobosStatus phobos_gpu_graph_free(int gpu, void *graph, char **error) {
  return respond(error, {{"graph", graph}},
                 [&] { return gpuGraphFree(gpu, graph); });
}
