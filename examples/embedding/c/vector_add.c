/*===- vector_add.c - A kernel built from C, down to PTX -----------*- C -*-===*
 * Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===-----------------------------------------------------------------------===*
 *
 *   vector_add [<target> [ptx | contract | ir]]
 *
 * builds Z = X + Y for vectors of any length, without text of IR, and prints
 * what was asked for.
 */

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "phobos-c/Ops.h"
#include "phobos-c/Passes.h"
#include "phobos-c/Target.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The elements that one block adds. */
enum { TILE = 1024 };

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void print(MlirStringRef part, void *file) {
  fwrite(part.data, 1, part.length, file);
}

/* The only result of an op such as arith.addf. */
static MlirValue build(PhobosInsertion at, const char *name, intptr_t count,
                       const MlirValue *operands) {
  MlirOperation op = phobosBuildOp(at, text(name), count, operands, 0, NULL);
  if (mlirOperationIsNull(op))
    return (MlirValue){NULL};
  return mlirOperationGetResult(op, 0);
}

static MlirValue build_constant(PhobosInsertion at, int64_t number) {
  MlirContext context = mlirLocationGetContext(at.location);
  MlirNamedAttribute value = mlirNamedAttributeGet(
      mlirIdentifierGet(context, text("value")),
      mlirIntegerAttrGet(mlirIndexTypeGet(context), number));
  MlirOperation op =
      phobosBuildOp(at, text("arith.constant"), 0, NULL, 1, &value);
  if (mlirOperationIsNull(op))
    return (MlirValue){NULL};
  return mlirOperationGetResult(op, 0);
}

/* (ceildiv(N, TILE), 1, 1) blocks: one symbol, as N is the only integer. */
static MlirAffineMap build_grid(MlirContext context) {
  MlirAffineExpr blocks =
      mlirAffineCeilDivExprGet(mlirAffineSymbolExprGet(context, 0),
                               mlirAffineConstantExprGet(context, TILE));
  MlirAffineExpr one = mlirAffineConstantExprGet(context, 1);
  MlirAffineExpr sizes[] = {blocks, one, one};
  return mlirAffineMapGet(context, 0, 1, 3, sizes);
}

/* The kernel, at the end of the block. Null operands are refused with a
 * diagnostic, so that only the last op has to be looked at. */
static bool build_vector_add(MlirBlock block, MlirLocation location) {
  MlirContext context = mlirLocationGetContext(location);
  MlirType f32 = mlirF32TypeGet(context);
  MlirType pointer = phobosPtrTypeGet(location, f32);
  int64_t extent = mlirShapedTypeGetDynamicSize(), size = TILE;
  MlirType view = phobosViewTypeGet(location, 1, &extent, NULL, f32);
  MlirAttribute no_layout = {NULL};
  MlirType tile = phobosTileTypeGet(location, 1, &size, f32, no_layout);

  PhobosExtent n = {text("N"), 0};
  PhobosParameter parameters[] = {
      {.name = text("X"), .type = pointer, .extentCount = 1, .extents = &n},
      {.name = text("Y"), .type = pointer, .extentCount = 1, .extents = &n},
      {.name = text("Z"), .type = pointer, .extentCount = 1, .extents = &n},
      {.name = text("N"), .type = mlirIndexTypeGet(context)}};
  PhobosInsertion at = {block, {NULL}, location};
  MlirOperation kernel = phobosBuildKernel(at, text("vector_add"), 4,
                                           parameters, build_grid(context), 0);
  if (mlirOperationIsNull(kernel))
    return false;

  at.block = phobosKernelGetBody(kernel);
  MlirValue length = mlirBlockGetArgument(at.block, 3);
  MlirValue factors[] = {phobosBuildBlockId(at, PHOBOS_GRID_X),
                         build_constant(at, TILE)};
  MlirValue start = build(at, "arith.muli", 2, factors);
  /* The length need not be a multiple of the tile: its only dim is masked. */
  int64_t masked = 0;
  PhobosSlice slice = {
      .rank = 1, .starts = &start, .maskedCount = 1, .masked = &masked};
  MlirValue terms[2], no_value = {NULL};
  for (int i = 0; i < 2; ++i) {
    slice.view = phobosBuildView(at, view, mlirBlockGetArgument(at.block, i), 1,
                                 &length, 0, NULL, no_value, /*isLoose=*/false);
    terms[i] = phobosBuildLoad(at, tile, &slice, /*fill=*/no_layout, NULL);
  }
  MlirValue sum = build(at, "arith.addf", 2, terms);
  slice.view = phobosBuildView(at, view, mlirBlockGetArgument(at.block, 2), 1,
                               &length, 0, NULL, no_value, /*isLoose=*/false);
  return !mlirOperationIsNull(phobosBuildStore(at, sum, &slice, NULL)) &&
         !mlirOperationIsNull(phobosBuildReturn(at));
}

static bool lower(MlirOperation module, MlirStringRef target) {
  MlirPassManager manager =
      mlirPassManagerCreate(mlirOperationGetContext(module));
  PhobosLoweringOptions options = {.target = target};
  bool done =
      mlirLogicalResultIsSuccess(phobosAddPipelineToNVVM(
          mlirPassManagerGetAsOpPassManager(manager), &options)) &&
      mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, module));
  mlirPassManagerDestroy(manager);
  return done;
}

/* PTX in parts, which are put together. */
typedef struct {
  char *data;
  size_t length;
} Buffer;

static void append(MlirStringRef part, void *user_data) {
  Buffer *buffer = user_data;
  char *longer = realloc(buffer->data, buffer->length + part.length);
  if (!longer)
    abort();
  memcpy(longer + buffer->length, part.data, part.length);
  buffer->data = longer;
  buffer->length += part.length;
}

static bool print_code(MlirOperation module, MlirStringRef target,
                       bool is_contract) {
  Buffer ptx = {NULL, 0};
  bool done = mlirLogicalResultIsSuccess(
      phobosTranslateToPTX(module, target, append, &ptx));
  MlirStringRef code = {ptx.data, ptx.length};
  if (done && is_contract)
    done = mlirLogicalResultIsSuccess(
        phobosPrintContract(module, code, print, stdout));
  else if (done)
    print(code, stdout);
  free(ptx.data);
  return done;
}

int main(int argc, char **argv) {
  MlirStringRef target = text(argc > 1 ? argv[1] : "sm_90a");
  const char *output = argc > 2 ? argv[2] : "ptx";
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  phobosRegisterDialects(registry);
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);

  MlirLocation location =
      mlirLocationFileLineColGet(context, text(__FILE__), __LINE__, 1);
  MlirModule module = mlirModuleCreateEmpty(location);
  MlirOperation op = mlirModuleGetOperation(module);
  bool done = build_vector_add(mlirModuleGetBody(module), location) &&
              mlirOperationVerify(op);
  if (done && strcmp(output, "ir") == 0)
    mlirOperationPrint(op, print, stdout);
  else if (done)
    done = lower(op, target) &&
           print_code(op, target, strcmp(output, "contract") == 0);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  if (!done)
    fprintf(stderr, "vector_add: no code was made\n");
  return done ? 0 : 1;
}
