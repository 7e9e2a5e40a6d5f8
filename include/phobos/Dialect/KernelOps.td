//===- KernelOps.td - Kernels and their place in the grid --*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_KERNELOPS_TD
#define PHOBOS_DIALECT_KERNELOPS_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "phobos/Dialect/PhobosOpBase.td"

def Phobos_KernelOp : Phobos_Op<"kernel", [
    AffineScope, AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove]> {
  let summary = "a function that runs once in each block of a grid";
  let description = [{
    Arguments are pointers, integers, floats and `index` values; there are no
    results. `grid` gives the number of blocks in x, y and z as an affine map whose
    symbols are the kernel's integer and `index` arguments in order. `threads` is
    the number of threads of a block on a GPU (the compiler chooses where it is
    absent). The attributes of arguments are in the dialect's description.

    Constraints:
    - (C1) There are no results.
    - (C2) Arguments have an element type of tiles, or are memrefs (`phobos-convert-memrefs`).
    - (C3) `grid` has no dims, three results, and one symbol for each integer or
      `index` argument; its constant results are at least 0, and its divisors are
      no constants below 1.
    - (C4) `threads` is a power of two from 32 to 1024.
    - (C5) The names of arguments are unique.
    - (C6) A name in `phobos.extents` or `phobos.strides` is that of an `index`
      argument.

    ```mlir
    phobos.kernel @scale(%a: !phobos.ptr<f32> {phobos.name = "A", phobos.extents = ["N"]},
                         %N: index {phobos.name = "N"})
        grid affine_map<()[s0] -> (s0 ceildiv 128, 1, 1)> {
      …
      phobos.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<AffineMapAttr>:$grid,
                       OptionalAttr<I32Attr>:$threads);
  let regions = (region MinSizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type,
                                 CArg<"::mlir::AffineMapAttr", "{}">:$grid)>];
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    /// The `phobos.name` of an argument, or "arg<n>" where it has none.
    std::string getArgName(unsigned index);
    /// The arguments that the grid map's symbols stand for, in order.
    ::llvm::SmallVector<::mlir::BlockArgument> getGridSymbols();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 0;
}

def Phobos_ReturnOp : Phobos_Op<"return", [
    Pure, HasParent<"::phobos::KernelOp">, ReturnLike, Terminator]> {
  let summary = "ends a kernel";
  let assemblyFormat = "attr-dict";
}

def Phobos_BlockIdOp : Phobos_Op<"block_id", [Pure]> {
  let summary = "the block's position along an axis of the grid";
  let description = [{
    Positions are logical: a target may run the blocks in another order, or
    several on one physical block. The result r satisfies `0 <= r < blocks`.
  }];
  let arguments = (ins Phobos_GridDimAttr:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "`` $dim attr-dict";
}

def Phobos_NumBlocksOp : Phobos_Op<"num_blocks", [Pure]> {
  let summary = "the number of blocks along an axis of the grid";
  let description = [{
    Of the logical grid, as `phobos.block_id` gives positions in it.
  }];
  let arguments = (ins Phobos_GridDimAttr:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "`` $dim attr-dict";
}

#endif // PHOBOS_DIALECT_KERNELOPS_TD
