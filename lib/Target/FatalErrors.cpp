//===- FatalErrors.cpp - LLVM's fatal errors as text ------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "FatalErrors.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Process.h"
#include <mutex>

using namespace phobos;

namespace {
thread_local std::string fatalMessage;

void leaveBody(void *, const char *reason, bool) {
  if (!llvm::CrashRecoveryContext::GetCurrent())
    return;
  fatalMessage = reason;
  llvm::sys::Process::Exit(1); // Jumps out of RunSafely.
}

/// Recovery takes over the process's signal handlers, so it is on only while
/// some thread needs it.
class RecoveryEnabled {
public:
  RecoveryEnabled() {
    std::lock_guard<std::mutex> lock(mutex);
    if (users++ == 0)
      llvm::CrashRecoveryContext::Enable();
  }
  ~RecoveryEnabled() {
    std::lock_guard<std::mutex> lock(mutex);
    if (--users == 0)
      llvm::CrashRecoveryContext::Disable();
  }

private:
  static std::mutex mutex;
  static unsigned users;
};
std::mutex RecoveryEnabled::mutex;
unsigned RecoveryEnabled::users = 0;
} // namespace

std::optional<std::string>
phobos::catchFatalErrors(llvm::function_ref<void()> body) {
  static std::once_flag installed;
  std::call_once(installed,
                 [] { llvm::install_fatal_error_handler(leaveBody); });
  RecoveryEnabled enabled;
  fatalMessage.clear();
  llvm::CrashRecoveryContext context;
  if (context.RunSafely(body))
    return std::nullopt;
  return fatalMessage.empty() ? "internal error" : fatalMessage;
}
