//===- CModule.h - A module that is built through the C interface -*- C++
//-*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_TEST_UNIT_MLIRCAPI_CMODULE_H
#define PHOBOS_TEST_UNIT_MLIRCAPI_CMODULE_H

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "phobos-c/Ops.h"
#include "phobos-c/Passes.h"
#include "phobos-c/Target.h"
#include <string>
#include <utility>
#include <vector>

/// A context, an empty module in it, and what its diagnostics said.
struct CModule {
  CModule() {
    MlirDialectRegistry registry = mlirDialectRegistryCreate();
    phobosRegisterDialects(registry);
    context = mlirContextCreateWithRegistry(registry, false);
    mlirDialectRegistryDestroy(registry);
    mlirContextLoadAllAvailableDialects(context);
    mlirContextAttachDiagnosticHandler(context, note, this, nullptr);
    location = mlirLocationFileLineColGet(context, text("k.c"), 3, 7);
    module = mlirModuleCreateEmpty(location);
  }
  CModule(const CModule &) = delete;
  ~CModule() {
    mlirModuleDestroy(module);
    mlirContextDestroy(context);
  }

  static MlirStringRef text(const char *string) {
    return mlirStringRefCreateFromCString(string);
  }
  static void append(MlirStringRef part, void *out) {
    static_cast<std::string *>(out)->append(part.data, part.length);
  }

  MlirOperation op() const { return mlirModuleGetOperation(module); }
  PhobosInsertion top() const {
    return {mlirModuleGetBody(module), {nullptr}, location};
  }
  MlirType f32() const { return mlirF32TypeGet(context); }
  MlirType i32() const { return mlirIntegerTypeGet(context, 32); }
  MlirType index() const { return mlirIndexTypeGet(context); }
  MlirType tile(std::vector<int64_t> shape, MlirType element) const {
    return phobosTileTypeGet(location, shape.size(), shape.data(), element,
                             {nullptr});
  }
  std::string print() const {
    std::string ir;
    mlirOperationPrint(op(), append, &ir);
    return ir;
  }
  /// What was said since the last call, a line each.
  std::string takeErrors() { return std::exchange(errors, std::string()); }

  MlirContext context;
  MlirLocation location;
  MlirModule module;

private:
  static MlirLogicalResult note(MlirDiagnostic diagnostic, void *self) {
    std::string &errors = static_cast<CModule *>(self)->errors;
    mlirLocationPrint(mlirDiagnosticGetLocation(diagnostic), append, &errors);
    errors += ": ";
    mlirDiagnosticPrint(diagnostic, append, &errors);
    errors += "\n";
    return mlirLogicalResultSuccess();
  }

  std::string errors;
};

#endif // PHOBOS_TEST_UNIT_MLIRCAPI_CMODULE_H
