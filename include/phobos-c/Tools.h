/*===- Tools.h - The command-line tools as functions ---------------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*/

#ifndef PHOBOS_C_TOOLS_H
#define PHOBOS_C_TOOLS_H

#ifdef __cplusplus
extern "C" {
#endif

/* The main functions of phobos-opt, phobos-translate and phobos-lsp-server;
 * each returns the exit status. */
int phobos_opt_main(int argc, char **argv);
int phobos_translate_main(int argc, char **argv);
int phobos_lsp_server_main(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif /* PHOBOS_C_TOOLS_H */
