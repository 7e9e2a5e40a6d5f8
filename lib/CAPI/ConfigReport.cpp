//===- ConfigReport.cpp - which choices of @autotune are legal --*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the compiler itself: a combination is legal where it lowers to code of
// threads. Rules written down here could differ from what it does.
//
//===----------------------------------------------------------------------===//

#include "ConfigReport.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Pipelines/Pipelines.h"
#include "phobos/Target/LaunchContract.h"
#include "phobos/Target/Target.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace phobos;
namespace json = llvm::json;
using llvm::Error;
using llvm::Expected;

namespace {

/// What a block takes of a multiprocessor.
struct Resources {
  int64_t threads = 0, sharedBytes = 0;
  /// Registers of a thread that hold tiles from iteration to iteration of a
  /// loop, and those that it can have.
  int64_t carried = 0, registers = 0;
  /// How many blocks are a cluster, and why none are that were asked for.
  int64_t cluster = 1;
  std::string noCluster;
};

/// Why a combination has no code, and in which stage that showed.
struct Refusal {
  llvm::StringRef stage;
  Session::FirstError error;
};

struct Tried {
  Configuration configuration;
  std::optional<Resources> resources; ///< where it is legal
  Refusal refusal;                    ///< where it is not
};

struct TriedKernel {
  std::string name;
  std::vector<Tried> configurations;

  size_t countLegal() const {
    return llvm::count_if(configurations, [](const Tried &tried) {
      return tried.resources.has_value();
    });
  }
};

class ConfigReport {
public:
  ConfigReport(llvm::StringRef source, llvm::StringRef fileName,
               const CompileOptions &options, const Target &target)
      : source(source), fileName(fileName), options(options), target(target) {}

  Error tryAll();
  std::string asText() const;
  json::Value asJSON() const;

private:
  std::string describe(const Resources &resources) const;
  void tryOne(llvm::StringRef kernel, Tried &tried) const;
  Expected<Resources> lower(Session &session, const CompileOptions &choice,
                            llvm::StringRef &stage) const;

  llvm::StringRef source, fileName;
  const CompileOptions &options;
  const Target &target;
  std::vector<TriedKernel> kernels;
};

} // namespace

/// The most 32-bit registers of a thread in which a loop of `kernel` carries
/// tiles: it needs them all at once. Tiles have layouts.
static int64_t countCarriedRegisters(KernelOp kernel) {
  int64_t most = 0;
  kernel.walk([&](LoopLikeOpInterface loop) {
    int64_t bits = 0;
    for (Value value : loop.getRegionIterArgs())
      if (auto tile = dyn_cast<TileType>(value.getType())) {
        Type element = tile.getElementType();
        bits += tile.getLayout().getLayout().elementsPerThread() *
                (element.isIndex() ? 64 : element.getIntOrFloatBitWidth());
      }
    most = std::max<int64_t>(most, llvm::divideCeil(bits, 32));
  });
  return most;
}

/// The registers that each thread of `kernel` can have.
static int64_t countRegisters(KernelOp kernel) {
  auto number = [&](llvm::StringRef name, int64_t otherwise) {
    auto attribute = kernel->getAttrOfType<IntegerAttr>(name);
    return attribute ? attribute.getInt() : otherwise;
  };
  int64_t threads = *kernel.getThreads() + number(kProducersAttr, 0);
  int64_t share = Target::registersPerBlock / threads /
                  number(kMinBlocksAttr, /*otherwise=*/1);
  return std::min(share,
                  number(kMaxRegistersAttr, Target::maxRegistersPerThread));
}

/// To code of threads, where all that a block takes is known; `stage` is the
/// one that was begun last.
Expected<Resources> ConfigReport::lower(Session &session,
                                        const CompileOptions &choice,
                                        llvm::StringRef &stage) const {
  stage = "source";
  auto module = session.read(choice);
  if (!module)
    return module.takeError();
  Resources resources;
  for (const Stage &next : getNVVMStages()) {
    stage = next.name;
    if (Error error = session.lower(**module, target, choice, next.build))
      return std::move(error);
    auto kernel = (*module)->lookupSymbol<KernelOp>(choice.kernel);
    if (kernel && stage == "scheduled") {
      resources.carried = countCarriedRegisters(kernel);
      resources.registers = countRegisters(kernel);
      if (auto cluster = kernel->getAttrOfType<IntegerAttr>(kClusterAttr))
        resources.cluster = cluster.getInt();
      if (auto why = kernel->getAttrOfType<StringAttr>(kNoClusterAttr))
        resources.noCluster = why.str();
    }
    if (DictionaryAttr contract = findLaunchContract(**module)) {
      auto number = [&](llvm::StringRef field) {
        return contract.getAs<IntegerAttr>(field).getInt();
      };
      resources.threads = number("threads");
      resources.sharedBytes = number("shared_bytes");
      return resources;
    }
  }
  return llvm::createStringError("the lowering left no launch contract");
}

void ConfigReport::tryOne(llvm::StringRef kernel, Tried &tried) const {
  CompileOptions choice = options;
  choice.kernel = kernel.str();
  choice.lint = LintLevel::Off;
  for (const auto &[name, value] : tried.configuration)
    choice.settings[name] = value;
  Session session(source, fileName);
  Expected<Resources> resources = lower(session, choice, tried.refusal.stage);
  if (resources) {
    tried.resources = *resources;
    return;
  }
  std::string text = llvm::toString(resources.takeError());
  tried.refusal.error =
      session.getFirstError().value_or(Session::FirstError{text});
}

Error ConfigReport::tryAll() {
  auto listed = Session(source, fileName).listConfigurations(options);
  if (!listed)
    return listed.takeError();
  for (KernelConfigurations &kernel : *listed) {
    TriedKernel tried{std::move(kernel.kernel), {}};
    for (Configuration &configuration : kernel.configurations)
      tried.configurations.push_back({std::move(configuration), {}, {}});
    kernels.push_back(std::move(tried));
  }
  llvm::DefaultThreadPool pool;
  for (TriedKernel &kernel : kernels)
    for (Tried &tried : kernel.configurations)
      pool.async([&] { tryOne(kernel.name, tried); });
  pool.wait();
  return Error::success();
}

static std::string listValues(const Configuration &configuration) {
  std::string text;
  for (const auto &[name, value] : configuration)
    text += (text.empty() ? "" : " ") + name + "=" + std::to_string(value);
  return text.empty() ? "no choices" : text;
}

std::string ConfigReport::describe(const Resources &resources) const {
  std::string text = llvm::formatv(
      "{0,4} threads, {1} of {2} bytes of shared memory", resources.threads,
      resources.sharedBytes, target.sharedMemoryPerBlock);
  if (resources.carried != 0)
    text += llvm::formatv(", a loop carries {0} of {1} registers",
                          resources.carried, resources.registers);
  if (resources.carried >= resources.registers)
    text += ": it spills";
  if (resources.cluster > 1)
    text += llvm::formatv(", clusters of {0} blocks", resources.cluster);
  if (!resources.noCluster.empty())
    text += ", no clusters: " + resources.noCluster;
  return text;
}

std::string ConfigReport::asText() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const TriedKernel &kernel : kernels) {
    os << "kernel " << kernel.name << ", " << target.name << ": "
       << kernel.countLegal() << " of " << kernel.configurations.size()
       << " configurations are legal\n";
    size_t width = 0;
    for (const Tried &tried : kernel.configurations)
      width = std::max(width, listValues(tried.configuration).size());
    for (const Tried &tried : kernel.configurations) {
      os << "  " << llvm::left_justify(listValues(tried.configuration), width);
      if (tried.resources) {
        os << "  " << describe(*tried.resources) << "\n";
        continue;
      }
      const Session::FirstError &error = tried.refusal.error;
      os << "  refused";
      if (error.line)
        os << " at " << error.line << ":" << error.column;
      os << ": " << error.message << "\n";
    }
  }
  return text;
}

static json::Value asJSON(const Tried &tried) {
  json::Object settings;
  for (const auto &[name, value] : tried.configuration)
    settings[name] = value;
  json::Object object{{"settings", std::move(settings)},
                      {"legal", tried.resources.has_value()}};
  if (tried.resources) {
    object["threads"] = tried.resources->threads;
    object["shared_bytes"] = tried.resources->sharedBytes;
    object["carried_registers"] = tried.resources->carried;
    object["registers"] = tried.resources->registers;
    object["cluster"] = tried.resources->cluster;
    if (!tried.resources->noCluster.empty())
      object["no_cluster"] = tried.resources->noCluster;
    return object;
  }
  object["stage"] = tried.refusal.stage;
  object["error"] = tried.refusal.error.message;
  if (tried.refusal.error.line) {
    object["line"] = tried.refusal.error.line;
    object["column"] = tried.refusal.error.column;
  }
  return object;
}

json::Value ConfigReport::asJSON() const {
  json::Array all;
  for (const TriedKernel &kernel : kernels) {
    json::Array configurations;
    for (const Tried &tried : kernel.configurations)
      configurations.push_back(::asJSON(tried));
    all.push_back(json::Object{{"kernel", kernel.name},
                               {"configs", std::move(configurations)}});
  }
  return json::Object{{"version", 1},
                      {"file", fileName},
                      {"target", target.name},
                      {"max_shared_bytes", target.sharedMemoryPerBlock},
                      {"kernels", std::move(all)}};
}

Expected<std::string> phobos::reportConfigs(llvm::StringRef source,
                                            llvm::StringRef fileName,
                                            const CompileOptions &options,
                                            ReportFormat format) {
  if (fileName.ends_with(".mlir"))
    return llvm::createStringError(
        fileName + ": error: expected .ph text, whose kernels have choices, "
                   "got IR\n");
  Expected<const Target *> target = findGPU(options);
  if (!target)
    return target.takeError();
  ConfigReport report(source, fileName, options, **target);
  if (Error error = report.tryAll())
    return std::move(error);
  if (format == ReportFormat::Text)
    return report.asText();
  return llvm::formatv("{0:2}\n", report.asJSON()).str();
}
