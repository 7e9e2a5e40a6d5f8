//===- phobos-stress.cpp - Kernels from many threads ------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   phobos-stress [--threads=8] [--kernels=1000] <file.ph>...
//
// Compiles the files for all targets in turn, in three ways by turns: through
// libphobos, in a context of one's own, and in a context that all threads
// share. One kernel must become the same code every time, and once each was
// compiled neither memory in use nor the process's resident memory may grow.
// Meant to be built with a sanitizer, which finds what else goes wrong:
// scripts/stress.
//
//===----------------------------------------------------------------------===//

#include "mlir-c/IR.h"
#include "phobos-c/Dialect.h"
#include "phobos-c/Passes.h"
#include "phobos-c/Phobos.h"
#include "phobos-c/Target.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <malloc.h>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

// Of the sanitizers, where there is one: glibc's count is not of their heap.
extern "C" size_t __sanitizer_get_current_allocated_bytes()
    __attribute__((weak));

static const char *const kTargets[] = {"sm_80", "sm_90a", "sm_100a", "sm_89",
                                       "host"};

namespace {

struct Source {
  std::string path, text, tileIR;
};

/// Its functions are called by all threads.
class Stress {
public:
  explicit Stress(std::vector<Source> sources);
  ~Stress();

  /// The number with which each kernel was compiled in each way.
  size_t getRoundSize() const {
    return 3 * sources.size() * std::size(kTargets);
  }

  /// Compiles kernels by `threads` threads, until `kernels` are done in all.
  void run(size_t threads, size_t kernels);
  bool hasFailed() const { return failed; }

private:
  void compile(size_t number);
  std::string compileByLibrary(const Source &source, const char *target);
  std::string compileInContext(MlirContext context, const Source &source,
                               const char *target);
  std::string lower(MlirContext context, MlirOperation module,
                    const char *target);
  void fail(const std::string &message);

  std::vector<Source> sources;
  MlirContext shared;
  std::atomic<size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex; ///< of `codes` and of the output
  std::map<std::string, std::string> codes;
};

} // namespace

/// Of all arenas: what glibc has from the system without what is free in it.
static size_t countBytes() {
  if (__sanitizer_get_current_allocated_bytes)
    return __sanitizer_get_current_allocated_bytes();
  malloc_trim(0);
  char *text = nullptr;
  size_t length = 0;
  FILE *stream = open_memstream(&text, &length);
  malloc_info(0, stream);
  fclose(stream);
  // The sums over arenas stand behind the last of them.
  const char *sums = text;
  for (const char *end = text; (end = strstr(end, "</heap>")); ++end)
    sums = end;
  auto sum = [&](const char *key) -> size_t {
    const char *found = strstr(sums, key);
    return found ? strtoull(strstr(found, "size=\"") + 6, nullptr, 10) : 0;
  };
  size_t bytes = sum("<system type=\"current\"") + sum("<total type=\"mmap\"") -
                 sum("<total type=\"fast\"") - sum("<total type=\"rest\"");
  free(text);
  return bytes;
}

namespace {
/// Memory at one moment.
struct Memory {
  size_t used = countBytes();
  size_t resident = countResident();

  static size_t countResident() {
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages >> pages;
    return pages * sysconf(_SC_PAGESIZE);
  }
  /// Caches of threads in the allocator are not always of one size, and freed
  /// memory stays resident where it lies between other memory.
  bool hasGrownSince(const Memory &before) const {
    return used > before.used + 256 * 1024 ||
           resident > before.resident + before.resident / 10 + 16 * 1024 * 1024;
  }
  void print(const char *when) const {
    printf("  %s: %.2f MB in use, %.1f MB resident\n", when, used / 1e6,
           resident / 1e6);
  }
};
} // namespace

static MlirContext makeContext(bool isShared) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  phobosRegisterDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, isShared);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);
  return context;
}

static std::string take(char *text) {
  std::string copy = text ? text : "";
  phobos_string_free(text);
  return copy;
}

static void append(MlirStringRef part, void *out) {
  static_cast<std::string *>(out)->append(part.data, part.length);
}

/// Without what differs: the lines of the source of tile IR are others.
static std::string dropLines(const std::string &ptx) {
  std::istringstream lines(ptx);
  std::string kept, line;
  while (std::getline(lines, line)) {
    bool isDebug = line.find("\t.loc") == 0 || line.find("\t.file") == 0 ||
                   line.find("//") != std::string::npos;
    if (!isDebug)
      kept += line + "\n";
  }
  return kept;
}

Stress::Stress(std::vector<Source> given)
    : sources(std::move(given)), shared(makeContext(/*isShared=*/true)) {}

Stress::~Stress() { mlirContextDestroy(shared); }

void Stress::fail(const std::string &message) {
  std::lock_guard<std::mutex> guard(mutex);
  fprintf(stderr, "error: %s\n", message.c_str());
  failed = true;
}

std::string Stress::compileByLibrary(const Source &source, const char *target) {
  PhobosModule *module = nullptr;
  char *text = nullptr, *error = nullptr;
  std::string options = std::string("{\"target\": \"") + target + "\"}";
  if (phobos_compile(source.text.c_str(), source.path.c_str(), options.c_str(),
                     &module, &error) != PHOBOS_SUCCESS) {
    fail(take(error));
    return "";
  }
  bool isHost = strcmp(target, "host") == 0;
  auto get = isHost ? phobos_module_contract : phobos_module_ptx;
  if (get(module, &text, &error) != PHOBOS_SUCCESS)
    fail(take(error));
  phobos_module_free(module);
  return dropLines(take(text));
}

std::string Stress::lower(MlirContext context, MlirOperation module,
                          const char *target) {
  MlirPassManager manager = mlirPassManagerCreate(context);
  PhobosLoweringOptions options = {
      mlirStringRefCreateFromCString(target), false, {nullptr}};
  std::string ptx;
  phobosAddPipelineToNVVM(mlirPassManagerGetAsOpPassManager(manager), &options);
  if (mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(manager, module)) ||
      mlirLogicalResultIsFailure(
          phobosTranslateToPTX(module, options.target, append, &ptx)))
    fail(std::string("no code for ") + target);
  mlirPassManagerDestroy(manager);
  return dropLines(ptx);
}

std::string Stress::compileInContext(MlirContext context, const Source &source,
                                     const char *target) {
  MlirOperation module = mlirOperationCreateParse(
      context, mlirStringRefCreateFromCString(source.tileIR.c_str()),
      mlirStringRefCreateFromCString("kernel.mlir"));
  if (mlirOperationIsNull(module)) {
    fail(source.path + ": its tile IR is not read");
    return "";
  }
  std::string ptx = lower(context, module, target);
  mlirOperationDestroy(module);
  return ptx;
}

void Stress::compile(size_t number) {
  size_t way = number % 3;
  const Source &source = sources[number / 3 % sources.size()];
  const char *target =
      kTargets[number / 3 / sources.size() % std::size(kTargets)];
  std::string code;
  if (way == 0 || strcmp(target, "host") == 0) {
    code = compileByLibrary(source, target);
  } else if (way == 1) {
    MlirContext own = makeContext(/*isShared=*/false);
    code = compileInContext(own, source, target);
    mlirContextDestroy(own);
  } else {
    code = compileInContext(shared, source, target);
  }
  std::lock_guard<std::mutex> guard(mutex);
  auto [known, isNew] = codes.try_emplace(source.path + " " + target, code);
  if (!isNew && known->second != code) {
    fprintf(stderr, "error: %s for %s became other code\n", source.path.c_str(),
            target);
    failed = true;
  }
}

void Stress::run(size_t threads, size_t kernels) {
  std::vector<std::thread> workers;
  for (size_t i = 0; i < threads; ++i)
    workers.emplace_back([&] {
      size_t number = next;
      while (!failed && number < kernels)
        if (next.compare_exchange_weak(number, number + 1))
          compile(number++);
    });
  for (std::thread &worker : workers)
    worker.join();
}

static std::vector<Source> readSources(const std::vector<std::string> &paths) {
  std::vector<Source> sources;
  for (const std::string &path : paths) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    PhobosModule *module = nullptr;
    char *ir = nullptr, *error = nullptr;
    if (phobos_compile(text.str().c_str(), path.c_str(),
                       "{\"target\":\"none\"}", &module,
                       &error) != PHOBOS_SUCCESS ||
        phobos_module_tile_ir(module, &ir, &error) != PHOBOS_SUCCESS) {
      fprintf(stderr, "%s\n", error);
      exit(1);
    }
    sources.push_back({path, text.str(), take(ir)});
    phobos_module_free(module);
  }
  return sources;
}

int main(int argc, char **argv) {
  size_t threads = 8, kernels = 1000;
  std::vector<std::string> paths;
  for (int i = 1; i < argc; ++i) {
    if (strncmp(argv[i], "--threads=", 10) == 0)
      threads = strtoul(argv[i] + 10, nullptr, 10);
    else if (strncmp(argv[i], "--kernels=", 10) == 0)
      kernels = strtoul(argv[i] + 10, nullptr, 10);
    else
      paths.push_back(argv[i]);
  }
  if (paths.empty() || threads == 0) {
    fprintf(stderr, "usage: phobos-stress [--threads=8] [--kernels=1000] "
                    "<file.ph>...\n");
    return 1;
  }
  Stress stress(readSources(paths));
  size_t round = std::min(kernels, stress.getRoundSize());
  stress.run(threads, round);
  Memory first;
  stress.run(threads, kernels);
  Memory last;
  printf("%zu kernels from %zu threads\n", kernels, threads);
  if (round < kernels)
    first.print("after each was compiled");
  last.print("at the end");
  bool grows = last.hasGrownSince(first);
  if (grows)
    fprintf(stderr, "error: memory grew\n");
  return stress.hasFailed() || grows ? 1 : 0;
}
