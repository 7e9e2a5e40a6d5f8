/*===- Emulator.h - the C interface of the emulator ----------------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * Runs the code that a GPU would run on the CPU, and checks it: see
 * docs/Emulator.md. Errors, ownership and threads are as in
 * phobos-c/Phobos.h.
 */

#ifndef PHOBOS_C_EMULATOR_H
#define PHOBOS_C_EMULATOR_H

#include "phobos-c/Phobos.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The memory that a kernel may reach through one of its arguments. */
typedef struct {
  const char *name; /**< in messages; may be null */
  void *start;
  size_t bytes;
} PhobosBuffer;

/** Runs every block of a kernel that was compiled for a GPU, on memory of the
 *  host. `arguments[i]` points to the value of the kernel's argument i, in the
 *  contract's order, and `buffers[i]` is what it may reach, empty for one that
 *  is no pointer; `count` must be their number. A tensor map's value is what
 *  phobos_emulator_encode_tensor_map made (TensorMap.h), and its buffer holds
 *  the tensor. `grid` are the blocks per axis.
 *
 *  `options_json` is null or a JSON object of
 *    "seed"     an integer: blocks and threads go on in an order by it. Absent:
 *               one after the other
 *    "races"    false: races, and reads of shared memory that nothing was
 *               written to, are not looked for
 *    "block_races"  false: races between blocks are not looked for
 *    "seconds"  a number: when to give up; 60 if absent
 *    "kernel"   a kernel that a "repack" of the contract names, to run that one
 *
 *  A failure where a fault was found; `*error` then holds all that are known,
 *  as "file:line:col: error: ..." and "file:line:col: note: ...". The first
 *  call compiles the kernel for it. */
PHOBOS_EXPORT PhobosStatus phobos_emulate(const PhobosModule *module,
                                          void *const *arguments,
                                          const PhobosBuffer *buffers,
                                          size_t count, const int64_t grid[3],
                                          const char *options_json,
                                          char **error);

#ifdef __cplusplus
}
#endif

#endif /* PHOBOS_C_EMULATOR_H */
