/*===- Runtime.h - the C interface of the GPU launcher -------------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * Loads and launches PTX or cubins through the CUDA driver, libcuda.so.1,
 * which is itself loaded at the first call: where there is none, calls fail
 * and say so. Errors, ownership and threads are as in phobos-c/Phobos.h.
 *
 * GPUs are numbered as in CUDA, from 0. Work runs in a GPU's primary
 * context, which CUDA's runtime and torch use as well; the calling thread's
 * current context stays as it was. A stream is a CUstream; null is the
 * default stream. Addresses on a GPU are integers.
 */

#ifndef PHOBOS_C_RUNTIME_H
#define PHOBOS_C_RUNTIME_H

#include "phobos-c/Phobos.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A kernel, loaded on one GPU. */
typedef struct PhobosGpuKernel PhobosGpuKernel;

/** The number of GPUs. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_count(int *out, char **error);

/** The GPU's name, and its compute capability as 10 * major + minor. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_info(int gpu, char **name,
                                           int *capability, char **error);

/** The number of the GPU's multiprocessors. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_multiprocessors(int gpu, int *out,
                                                      char **error);

/** The GPU on which `address` was allocated. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_of_address(uint64_t address, int *out,
                                                 char **error);

/** Loads the kernel `name` of `image` (`size` bytes of PTX or a cubin) and
 *  allows it `shared_bytes` of dynamic shared memory per block. The caller
 *  frees it with phobos_gpu_kernel_free. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_load(int gpu, const char *image,
                                           size_t size, const char *name,
                                           uint32_t shared_bytes,
                                           PhobosGpuKernel **out, char **error);

/** Unloads the code; launches of it must have ended. Null is ignored. */
PHOBOS_EXPORT void phobos_gpu_kernel_free(PhobosGpuKernel *kernel);

/** Queues `grid` blocks of `threads` on `stream`; where a grid axis is 0,
 *  nothing runs. `arguments[i]` points to the value of the kernel's argument i,
 *  for a tensor map to what phobos_gpu_encode_tensor_map made (TensorMap.h);
 *  the values are copied during the call. What fails on the GPU later is
 *  reported by phobos_gpu_synchronize. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_launch(const PhobosGpuKernel *kernel,
                                             const uint32_t grid[3],
                                             const uint32_t threads[3],
                                             void *stream, void **arguments,
                                             char **error);

/** Lets launches of the kernel, in blocks of `threads`, begin before what was
 *  queued ahead of them on their stream has ended, where the driver can: for
 *  one whose launch contract says `overlap`, and no other. One that is not
 *  `persistent` (0) does where it has at least as many blocks as run at the
 * same time. Not while the kernel is being launched. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_allow_overlap(PhobosGpuKernel *kernel,
                                                    const uint32_t threads[3],
                                                    int persistent,
                                                    char **error);

/** How many clusters of `cluster` blocks of `threads` run at the same time. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_count_clusters(
    const PhobosGpuKernel *kernel, const uint32_t cluster[3],
    const uint32_t threads[3], int *out, char **error);

/** Waits until `stream` is idle. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_synchronize(int gpu, void *stream,
                                                  char **error);

/** Memory on a GPU, for callers without an array library of their own. Fresh
 *  memory holds anything. Copies have ended when the call returns. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_allocate(int gpu, size_t bytes,
                                               uint64_t *out, char **error);
PHOBOS_EXPORT PhobosStatus phobos_gpu_free(int gpu, uint64_t address,
                                           char **error);
PHOBOS_EXPORT PhobosStatus phobos_gpu_copy_in(int gpu, uint64_t to,
                                              const void *from, size_t bytes,
                                              char **error);
PHOBOS_EXPORT PhobosStatus phobos_gpu_copy_out(int gpu, void *to, uint64_t from,
                                               size_t bytes, char **error);

/** Likewise within the GPU. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_copy_within(int gpu, uint64_t to,
                                                  uint64_t from, size_t bytes,
                                                  char **error);

/** An event: a moment in the order of a stream on which it is recorded. The
 *  caller frees it; null is ignored then. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_event_create(int gpu, void **out,
                                                   char **error);
PHOBOS_EXPORT PhobosStatus phobos_gpu_event_free(int gpu, void *event,
                                                 char **error);
PHOBOS_EXPORT PhobosStatus phobos_gpu_event_record(int gpu, void *event,
                                                   void *stream, char **error);
/** Waits for `end`; the seconds since `start`, which was recorded before. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_event_seconds(int gpu, void *start,
                                                    void *end, double *out,
                                                    char **error);

/** Waits for all that is queued on the GPU. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_wait(int gpu, char **error);

/** A stream beside the default one, whose work does not wait for that. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_stream_create(int gpu, void **out,
                                                    char **error);
PHOBOS_EXPORT PhobosStatus phobos_gpu_stream_free(int gpu, void *stream,
                                                  char **error);

/** Between the two, the calling thread's launches on `stream` do not run: they
 *  become a graph, which is launched as a whole, any number of times. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_capture_begin(int gpu, void *stream,
                                                    char **error);
PHOBOS_EXPORT PhobosStatus phobos_gpu_capture_end(int gpu, void *stream,
                                                  void **graph, char **error);
PHOBOS_EXPORT PhobosStatus phobos_gpu_graph_launch(int gpu, void *graph,
                                                   void *stream, char **error);
PHOBOS_EXPORT PhobosStatus phobos_gpu_graph_free(int gpu, void *graph,
                                                 char **error);

/** Memory in the order of `stream`, without waiting: the memory is there for
 *  work that is queued on it later, and once freed it serves the next call. */
PHOBOS_EXPORT PhobosStatus phobos_gpu_allocate_async(int gpu, size_t bytes,
                                                     void *stream,
                                                     uint64_t *out,
                                                     char **error);
PHOBOS_EXPORT PhobosStatus phobos_gpu_free_async(int gpu, uint64_t address,
                                                 void *stream, char **error);

#ifdef __cplusplus
}
#endif

#endif /* PHOBOS_C_RUNTIME_H */
