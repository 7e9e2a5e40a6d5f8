//===- Cubin.cpp - From PTX to machine code through ptxas -------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Target/Cubin.h"
#include "phobos/Target/Target.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <optional>

using namespace phobos;
using llvm::StringRef;

std::string phobos::findCUDAFile(StringRef relativePath) {
  const char *home = std::getenv("CUDA_HOME");
  for (StringRef root :
       {StringRef(home ? home : ""), StringRef("/usr/local/cuda")}) {
    if (root.empty())
      continue;
    llvm::SmallString<128> path(root);
    llvm::sys::path::append(path, relativePath);
    if (llvm::sys::fs::exists(path))
      return path.str().str();
  }
  return "";
}

static llvm::Expected<std::string> findPtxas(StringRef given) {
  if (!given.empty()) {
    if (llvm::sys::fs::can_execute(given))
      return given.str();
    return llvm::createStringError("expected ptxas at '" + given +
                                   "', found no program there");
  }
  std::string found = findCUDAFile("bin/ptxas");
  if (!found.empty())
    return found;
  if (llvm::ErrorOr<std::string> onPath = llvm::sys::findProgramByName("ptxas"))
    return *onPath;
  return llvm::createStringError("expected ptxas below CUDA_HOME, in PATH or "
                                 "below /usr/local/cuda, found none; "
                                 "install the CUDA toolkit or set CUDA_HOME");
}

/// An empty temporary file that is removed with this object.
static llvm::Expected<llvm::SmallString<128>> makeTemporary(StringRef suffix) {
  llvm::SmallString<128> path;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("phobos", suffix, path))
    return llvm::createStringError(error, "cannot create a temporary file: " +
                                              error.message());
  return path;
}

static llvm::Expected<std::string> readFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   "cannot read '" + path +
                                       "': " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

llvm::Expected<Cubin> phobos::assembleCubin(StringRef ptx, const Target &target,
                                            StringRef given) {
  llvm::Expected<std::string> ptxas = findPtxas(given);
  if (!ptxas)
    return ptxas.takeError();

  llvm::SmallString<128> paths[3];
  llvm::FileRemover removers[3];
  for (auto [suffix, path, remover] : llvm::zip(
           std::array<StringRef, 3>{"ptx", "cubin", "log"}, paths, removers)) {
    llvm::Expected<llvm::SmallString<128>> made = makeTemporary(suffix);
    if (!made)
      return made.takeError();
    path = *made;
    remover.setFile(path);
  }
  auto &[ptxPath, cubinPath, logPath] = paths;

  std::error_code error;
  llvm::raw_fd_ostream out(ptxPath, error);
  if (!error)
    out << ptx;
  out.close();
  if (error || out.has_error()) {
    out.clear_error();
    return llvm::createStringError("cannot write '" + ptxPath.str() + "'");
  }

  std::string arch = "-arch=" + target.name.str();
  StringRef arguments[] = {*ptxas,  arch, "-v",     "-lineinfo",
                           ptxPath, "-o", cubinPath};
  std::optional<StringRef> redirects[] = {StringRef(), logPath.str(),
                                          logPath.str()};
  std::string message;
  int status = llvm::sys::ExecuteAndWait(
      *ptxas, arguments, /*Env=*/std::nullopt, redirects,
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message);
  llvm::Expected<std::string> report = readFile(logPath);
  if (!report)
    return report.takeError();
  if (status != 0)
    return llvm::createStringError("ptxas failed: " +
                                   (message.empty() ? *report : message));
  llvm::Expected<std::string> bytes = readFile(cubinPath);
  if (!bytes)
    return bytes.takeError();
  return Cubin{std::move(*bytes), std::move(*report)};
}
