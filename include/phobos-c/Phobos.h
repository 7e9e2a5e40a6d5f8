/*===- Phobos.h - the C interface of the compiler ------------------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 * Compiles kernels and runs them on the host. phobos-c/Runtime.h launches
 * them on GPUs.
 *
 * Errors. A function that can fail returns a status. On PHOBOS_SUCCESS its
 * results are set and `*error` is null; on PHOBOS_FAILURE its results are
 * zero and `*error` is text for a person: for a source or an option that
 * was refused, every diagnostic as "file:line:col: error: ...". `error` may
 * be null. Bad input, null pointers included, ends in a status: nothing
 * aborts, exits or throws across this interface.
 *
 * Ownership. Text that a function stores through a `char **` belongs to the
 * caller, ends with a zero byte, and is freed by phobos_string_free. Inputs
 * are read during the call only.
 *
 * Threads. Calls share no state, so any number may run at once. A module
 * may be used by several threads; phobos_module_free must be the last use.
 */

#ifndef PHOBOS_C_PHOBOS_H
#define PHOBOS_C_PHOBOS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PHOBOS_EXPORT __attribute__((visibility("default")))

typedef enum { PHOBOS_SUCCESS = 0, PHOBOS_FAILURE = 1 } PhobosStatus;

/** One compiled kernel. It does not change once it is made. */
typedef struct PhobosModule PhobosModule;

/** "MAJOR.MINOR.PATCH" of this library; static. Releases with the same major
 *  and minor number have the same interface. */
PHOBOS_EXPORT const char *phobos_version(void);

/** Frees text that one of these functions returned; null is ignored. */
PHOBOS_EXPORT void phobos_string_free(char *string);

/** Compiles one kernel of `source` and stores it in `*out`, which the caller
 *  frees with phobos_module_free.
 *
 *  `file_name` stands in diagnostics and need not exist; where it ends in
 *  ".mlir", `source` is tile IR, or, for a GPU, code of threads in a gpu.module
 *  with a launch contract (docs/Contract.md), else it is `.ph` text.
 * `options_json` is null or a JSON object of "target"    "host" (if absent), a
 * GPU ("sm_80", "sm_89", "sm_90a", ...), or "none": the source is checked, and
 * no code is made "kernel"    which kernel; may be absent where the source
 * holds one "settings"  an object of integers, for autotune names: {"TM": 64}
 *    "passes"    a pass pipeline, in the textual form of phobos-opt, that is
 *                run on the tile IR before the target's own
 *    "lint"      what becomes of likely mistakes at bounds: "warn" (if absent),
 *                "error" or "off"; phobos-lint-bounds says what is found
 *    "grid"      three numbers of blocks, in place of those that the kernel of
 *                `.ph` text derives or gives
 *    "debug_bounds"
 *                true to check what is never masked: a run on the host ends
 * with an error before an access outside, a GPU traps */
PHOBOS_EXPORT PhobosStatus phobos_compile(const char *source,
                                          const char *file_name,
                                          const char *options_json,
                                          PhobosModule **out, char **error);

/** Null is ignored. */
PHOBOS_EXPORT void phobos_module_free(PhobosModule *module);

/** The warnings of the compilation, in the form of errors; empty without. */
PHOBOS_EXPORT PhobosStatus phobos_module_warnings(const PhobosModule *module,
                                                  char **out, char **error);

/** The launch contract, as JSON; its target is "host" unless it is a GPU. */
PHOBOS_EXPORT PhobosStatus phobos_module_contract(const PhobosModule *module,
                                                  char **out, char **error);

/** The kernel as tile IR, before any lowering; as "passes" left it. */
PHOBOS_EXPORT PhobosStatus phobos_module_tile_ir(const PhobosModule *module,
                                                 char **out, char **error);

/** The PTX; a failure for a module of the host. */
PHOBOS_EXPORT PhobosStatus phobos_module_ptx(const PhobosModule *module,
                                             char **out, char **error);

/** Machine code, made by ptxas (looked for below CUDA_HOME, in PATH and in
 *  /usr/local/cuda): `*size` bytes, in which zeros may occur. */
PHOBOS_EXPORT PhobosStatus phobos_module_cubin(const PhobosModule *module,
                                               char **out, size_t *size,
                                               char **error);

/** The IR after each stage of the lowering, as a JSON array in order of
 *  {"stage": name, "ir": text}. */
PHOBOS_EXPORT PhobosStatus phobos_module_stages(const PhobosModule *module,
                                                char **out, char **error);

/** Runs every block of a kernel that was compiled for the host, and returns
 *  when all have run. `arguments[i]` points to the value of the kernel's
 *  argument i, in the contract's order; `count` must be their number. `grid`
 *  are the blocks per axis; where one is 0, nothing runs. What the pointers
 *  among the arguments point to is not checked: see the contract. */
PHOBOS_EXPORT PhobosStatus phobos_host_run(const PhobosModule *module,
                                           void *const *arguments, size_t count,
                                           const int64_t grid[3], char **error);

/** Parses `source`, `.ph` text that is called `file_name` in diagnostics, and
 *  stores its tree as JSON, in the form that docs/AST.md describes. Nothing but
 *  syntax is checked. */
PHOBOS_EXPORT PhobosStatus phobos_dump_ast(const char *source,
                                           const char *file_name, char **out,
                                           char **error);

/** Runs a pass pipeline, in the textual form of phobos-opt, on the IR of
 *  `source`, and stores the result as IR text. `source`, `file_name` and
 *  `options_json` are as for phobos_compile, but "target" is not used and
 *  "kernel" may be absent: then all kernels of the source are kept. */
PHOBOS_EXPORT PhobosStatus phobos_run_pipeline(const char *source,
                                               const char *file_name,
                                               const char *options_json,
                                               const char *pipeline, char **out,
                                               char **error);

/** Says of each access of `source` why its masks are there or are not, after
 *  the tile stage of a GPU. `source`, `file_name` and `options_json` are as for
 *  phobos_compile, but "target" is "sm_90a" where it is absent or no GPU, and
 *  "kernel" may be absent: then all kernels of the source are explained.
 *  `format` is "text", or "json" in the form that docs/Masks.md describes. */
PHOBOS_EXPORT PhobosStatus phobos_explain_masks(const char *source,
                                                const char *file_name,
                                                const char *options_json,
                                                const char *format, char **out,
                                                char **error);

/** Says of each access of `source` how its elements move between memory and
 *  the threads of a GPU, and why not in a better way. The parameters are those
 *  of phobos_explain_masks; docs/Layout.md describes the JSON. */
PHOBOS_EXPORT PhobosStatus phobos_explain_accesses(const char *source,
                                                   const char *file_name,
                                                   const char *options_json,
                                                   const char *format,
                                                   char **out, char **error);

/** Says of each tile of `source` which thread of a GPU's block holds what of
 * it, and why tiles move to other threads. The parameters are those of
 *  phobos_explain_masks; docs/Layout.md describes the JSON. */
PHOBOS_EXPORT PhobosStatus phobos_explain_layouts(const char *source,
                                                  const char *file_name,
                                                  const char *options_json,
                                                  const char *format,
                                                  char **out, char **error);

/** Lowers the kernels of `source`, `.ph` text, for a GPU once for each
 *  combination of `@autotune`'s choices, and says which of them it can run,
 *  with what they take of a multiprocessor, and why not the others. Names with
 *  a value in "settings" have that value alone. The other parameters are those
 *  of phobos_explain_masks; docs/Tuning.md describes the JSON. */
PHOBOS_EXPORT PhobosStatus phobos_explain_configs(const char *source,
                                                  const char *file_name,
                                                  const char *options_json,
                                                  const char *format,
                                                  char **out, char **error);

#ifdef __cplusplus
}
#endif

#endif /* PHOBOS_C_PHOBOS_H */
