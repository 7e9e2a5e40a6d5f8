//===- CudaStreams.cpp - streams, events and graphs -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CurrentGpu.h"
#include "phobos/Runtime/Cuda.h"

using namespace phobos::runtime;
using llvm::Error;
using llvm::Expected;

Error phobos::runtime::gpuWait(int gpu) {
  return onGpu(gpu, "cuCtxSynchronize", [&](const CurrentGpu &current) {
    return current->contextSynchronize();
  });
}

Expected<void *> phobos::runtime::gpuEventCreate(int gpu) {
  void *event = nullptr;
  if (Error error = onGpu(gpu, "cuEventCreate", [&](const CurrentGpu &current) {
        return current->eventCreate(&event, 0);
      }))
    return std::move(error);
  return event;
}

Error phobos::runtime::gpuEventFree(int gpu, void *event) {
  if (!event)
    return Error::success();
  return onGpu(gpu, "cuEventDestroy", [&](const CurrentGpu &current) {
    return current->eventDestroy(event);
  });
}

Error phobos::runtime::gpuEventRecord(int gpu, void *event, void *stream) {
  return onGpu(gpu, "cuEventRecord", [&](const CurrentGpu &current) {
    return current->eventRecord(event, stream);
  });
}

Expected<double> phobos::runtime::gpuEventSeconds(int gpu, void *start,
                                                  void *end) {
  float milliseconds = 0;
  if (Error error =
          onGpu(gpu, "cuEventElapsedTime", [&](const CurrentGpu &current) {
            int code = current->eventSynchronize(end);
            return code ? code
                        : current->eventElapsed(&milliseconds, start, end);
          }))
    return std::move(error);
  return milliseconds / 1000.0;
}

Expected<void *> phobos::runtime::gpuStreamCreate(int gpu) {
  void *stream = nullptr;
  if (Error error =
          onGpu(gpu, "cuStreamCreate", [&](const CurrentGpu &current) {
            return current->streamCreate(&stream, CudaStreamNonBlocking);
          }))
    return std::move(error);
  return stream;
}

Error phobos::runtime::gpuStreamFree(int gpu, void *stream) {
  return onGpu(gpu, "cuStreamDestroy", [&](const CurrentGpu &current) {
    return current->streamDestroy(stream);
  });
}

Error phobos::runtime::gpuCaptureBegin(int gpu, void *stream) {
  return onGpu(gpu, "cuStreamBeginCapture", [&](const CurrentGpu &current) {
    return current->captureBegin(stream, CudaCaptureRelaxed);
  });
}

Expected<void *> phobos::runtime::gpuCaptureEnd(int gpu, void *stream) {
  void *graph = nullptr, *executable = nullptr;
  if (Error error =
          onGpu(gpu, "cuStreamEndCapture", [&](const CurrentGpu &current) {
            return current->captureEnd(stream, &graph);
          }))
    return std::move(error);
  if (Error error =
          onGpu(gpu, "cuGraphInstantiate", [&](const CurrentGpu &current) {
            int code = current->graphInstantiate(&executable, graph, 0);
            current->graphDestroy(graph);
            return code;
          }))
    return std::move(error);
  return executable;
}

Error phobos::runtime::gpuGraphLaunch(int gpu, void *graph, void *stream) {
  return onGpu(gpu, "cuGraphLaunch", [&](const CurrentGpu &current) {
    return current->graphLaunch(graph, stream);
  });
}

Error phobos::runtime::gpuGraphFree(int gpu, void *graph) {
  return onGpu(gpu, "cuGraphExecDestroy", [&](const CurrentGpu &current) {
    return current->graphExecDestroy(graph);
  });
}
