//===- Phobos.cpp - the C interface of the compiler -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos-c/Phobos.h"
#include "AccessReport.h"

#include "CompiledKernel.h"
#include "ConfigReport.h"
#include "LayoutReport.h"
#include "MaskReport.h"
#include "Results.h"

using namespace phobos;
using llvm::Error;
using llvm::Expected;

const char *phobos_version(void) { return PHOBOS_VERSION; }

void phobos_string_free(char *string) { std::free(string); }

PhobosStatus phobos_compile(const char *source, const char *file_name,
                            const char *options_json, PhobosModule **out,
                            char **error) {
  auto body = [&]() -> Expected<PhobosModule *> {
    Expected<CompileOptions> options = parseOptions(options_json);
    if (!options)
      return options.takeError();
    auto kernel = CompiledKernel::create(source, file_name, *options);
    if (!kernel)
      return kernel.takeError();
    return new PhobosModule{std::move(*kernel)};
  };
  return respond(out, error, {{"source", source}, {"file_name", file_name}},
                 body);
}

void phobos_module_free(PhobosModule *module) { delete module; }

PhobosStatus phobos_module_warnings(const PhobosModule *module, char **out,
                                    char **error) {
  return respond(out, error, {{"module", module}}, [&] {
    return Expected<llvm::StringRef>(module->kernel->getWarnings());
  });
}

PhobosStatus phobos_module_contract(const PhobosModule *module, char **out,
                                    char **error) {
  return respond(out, error, {{"module", module}}, [&] {
    return Expected<llvm::StringRef>(module->kernel->getContract());
  });
}

PhobosStatus phobos_module_tile_ir(const PhobosModule *module, char **out,
                                   char **error) {
  return respond(out, error, {{"module", module}}, [&] {
    return Expected<llvm::StringRef>(module->kernel->getTileIR());
  });
}

PhobosStatus phobos_module_ptx(const PhobosModule *module, char **out,
                               char **error) {
  return respond(out, error, {{"module", module}},
                 [&] { return module->kernel->getPTX(); });
}

PhobosStatus phobos_module_cubin(const PhobosModule *module, char **out,
                                 size_t *size, char **error) {
  if (size)
    *size = 0;
  auto body = [&]() -> Expected<std::string> {
    Expected<std::string> cubin = module->kernel->makeCubin();
    if (cubin)
      *size = cubin->size();
    return cubin;
  };
  return respond(out, error, {{"module", module}, {"size", size}}, body);
}

PhobosStatus phobos_module_stages(const PhobosModule *module, char **out,
                                  char **error) {
  return respond(out, error, {{"module", module}},
                 [&] { return module->kernel->dumpStages(); });
}

PhobosStatus phobos_host_run(const PhobosModule *module, void *const *arguments,
                             size_t count, const int64_t grid[3],
                             char **error) {
  if (count != 0)
    if (Error missing = require({{"arguments", arguments}}))
      return report(std::move(missing), error);
  return respond(error, {{"module", module}, {"grid", grid}}, [&] {
    return module->kernel->runOnHost(
        llvm::ArrayRef<void *>(const_cast<void **>(arguments), count),
        {grid[0], grid[1], grid[2]});
  });
}

PhobosStatus phobos_dump_ast(const char *source, const char *file_name,
                             char **out, char **error) {
  return respond(out, error, {{"source", source}, {"file_name", file_name}},
                 [&] { return Session(source, file_name).dumpAST(); });
}

PhobosStatus phobos_run_pipeline(const char *source, const char *file_name,
                                 const char *options_json, const char *pipeline,
                                 char **out, char **error) {
  auto body = [&]() -> Expected<std::string> {
    Expected<CompileOptions> options = parseOptions(options_json);
    if (!options)
      return options.takeError();
    Session session(source, file_name);
    auto module = session.read(*options);
    if (!module)
      return module.takeError();
    if (Error failure = session.run(**module, pipeline, "pipeline"))
      return std::move(failure);
    return printIR(**module);
  };
  return respond(
      out, error,
      {{"source", source}, {"file_name", file_name}, {"pipeline", pipeline}},
      body);
}

/// What `say` says of the source, as text or JSON.
static PhobosStatus
respondInFormat(const char *source, const char *file_name,
                const char *options_json, const char *format, char **out,
                char **error,
                llvm::function_ref<Expected<std::string>(const CompileOptions &,
                                                         ReportFormat)>
                    say) {
  auto body = [&]() -> Expected<std::string> {
    Expected<CompileOptions> options = parseOptions(options_json);
    if (!options)
      return options.takeError();
    llvm::StringRef name = format;
    if (name != "text" && name != "json")
      return llvm::createStringError(
          "expected the format 'text' or 'json', got '" + name + "'");
    return say(*options,
               name == "json" ? ReportFormat::JSON : ReportFormat::Text);
  };
  return respond(
      out, error,
      {{"source", source}, {"file_name", file_name}, {"format", format}}, body);
}

/// What `report` says of a source.
static PhobosStatus explain(ReportFunction report, const char *source,
                            const char *file_name, const char *options_json,
                            const char *format, char **out, char **error) {
  return respondInFormat(
      source, file_name, options_json, format, out, error,
      [&](const CompileOptions &options, ReportFormat form) {
        return Session(source, file_name).explain(options, report, form);
      });
}

PhobosStatus phobos_explain_masks(const char *source, const char *file_name,
                                  const char *options_json, const char *format,
                                  char **out, char **error) {
  return explain(reportMasks, source, file_name, options_json, format, out,
                 error);
}

PhobosStatus phobos_explain_accesses(const char *source, const char *file_name,
                                     const char *options_json,
                                     const char *format, char **out,
                                     char **error) {
  return explain(reportAccesses, source, file_name, options_json, format, out,
                 error);
}

PhobosStatus phobos_explain_layouts(const char *source, const char *file_name,
                                    const char *options_json,
                                    const char *format, char **out,
                                    char **error) {
  return explain(reportLayouts, source, file_name, options_json, format, out,
                 error);
}

PhobosStatus phobos_explain_configs(const char *source, const char *file_name,
                                    const char *options_json,
                                    const char *format, char **out,
                                    char **error) {
  return respondInFormat(source, file_name, options_json, format, out, error,
                         [&](const CompileOptions &options, ReportFormat form) {
                           return reportConfigs(source, file_name, options,
                                                form);
                         });
}
