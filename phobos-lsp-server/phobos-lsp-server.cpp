//===- phobos-lsp-server.cpp - The main of the tool -------------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos-c/Tools.h"

int main(int argc, char **argv) { return phobos_lsp_server_main(argc, argv); }
