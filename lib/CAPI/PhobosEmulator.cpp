//===- PhobosEmulator.cpp - the C interface of the emulator -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "CompiledKernel.h"
#include "Results.h"
#include "phobos-c/Emulator.h"
#include "llvm/Support/JSON.h"

using namespace phobos;
using llvm::Error;
using llvm::Expected;

namespace {
struct EmulationOptions {
  EmulatorOptions run;
  std::string kernel; ///< empty: the one that was compiled
};
} // namespace

/// Reads one field into `result`.
static Error parseField(llvm::StringRef name, const llvm::json::Value &field,
                        EmulationOptions &result) {
  EmulatorOptions &options = result.run;
  auto expected = [&](llvm::StringRef what) {
    return llvm::createStringError("options: expected " + what + " as '" +
                                   name + "'");
  };
  if (name == "seed") {
    options.seed = field.getAsUINT64();
    return options.seed ? Error::success()
                        : expected("an integer from 0 to 2^64 - 1");
  }
  if (name == "races" || name == "block_races") {
    std::optional<bool> value = field.getAsBoolean();
    (name == "races" ? options.findRaces : options.findBlockRaces) =
        value.value_or(true);
    return value ? Error::success() : expected("true or false");
  }
  if (name == "seconds") {
    std::optional<double> value = field.getAsNumber();
    options.seconds = value.value_or(0);
    return value ? Error::success() : expected("a number");
  }
  if (name == "kernel") {
    std::optional<llvm::StringRef> kernel = field.getAsString();
    result.kernel = kernel.value_or("").str();
    return kernel ? Error::success() : expected("a string");
  }
  return llvm::createStringError("options: expected 'seed', 'races', "
                                 "'block_races', 'seconds' or 'kernel', got '" +
                                 name + "'");
}

static Expected<EmulationOptions> parseEmulationOptions(const char *json) {
  EmulationOptions options;
  if (!json)
    return options;
  Expected<llvm::json::Value> value = llvm::json::parse(json);
  if (!value)
    return llvm::createStringError("options: " +
                                   llvm::toString(value.takeError()));
  const llvm::json::Object *object = value->getAsObject();
  if (!object)
    return llvm::createStringError("options: expected an object");
  for (const auto &[name, field] : *object)
    if (Error error = parseField(name, field, options))
      return std::move(error);
  return options;
}

PhobosStatus phobos_emulate(const PhobosModule *module, void *const *arguments,
                            const PhobosBuffer *buffers, size_t count,
                            const int64_t grid[3], const char *options_json,
                            char **error) {
  if (count != 0)
    if (Error missing =
            require({{"arguments", arguments}, {"buffers", buffers}}))
      return report(std::move(missing), error);
  return respond(error, {{"module", module}, {"grid", grid}}, [&]() -> Error {
    Expected<EmulationOptions> options = parseEmulationOptions(options_json);
    if (!options)
      return options.takeError();
    std::vector<EmulatedBuffer> reachable;
    for (const PhobosBuffer &buffer : llvm::ArrayRef(buffers, count))
      reachable.push_back(
          {buffer.name ? buffer.name : "", buffer.start, buffer.bytes});
    return module->kernel->emulate(
        options->kernel,
        llvm::ArrayRef<void *>(const_cast<void **>(arguments), count),
        reachable, {grid[0], grid[1], grid[2]}, options->run);
  });
}
