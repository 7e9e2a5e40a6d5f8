//===- PhobosDialect.td - The phobos dialect ---------------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_PHOBOSDIALECT_TD
#define PHOBOS_DIALECT_PHOBOSDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"

def Phobos_Dialect : Dialect {
  let name = "phobos";
  let cppNamespace = "::phobos";
  let summary = "tiles, slices of tensors, and their masks";
  let description = [{
    A kernel runs as a grid of blocks. A block works on *tiles*, values with
    constant extents, which it loads from *views* of memory through slices
    `%A[%r :+ 64, %k :+ 16]`. A slice may leave the view; per dim of the slice
    the access says how that is handled:

    - `masked [d]`: an element outside reads as the fill and is not stored,
    - `unchecked [d]`: the language never masks this dim (points, `A[s:]`); an
      element outside is the kernel author's fault,
    - neither: the slice was *proved* to stay inside in this dim.

    Elementwise arithmetic on tiles is upstream's `arith` and `math`, loops and
    branches are `scf`. Integers are signless; the sign lives in the choice of op.

    Discardable attributes of a kernel's arguments describe the launch:
    `phobos.name = "A"` names an argument; on the pointer of a tensor
    `phobos.extents = ["M", 64]` lists its extents (names of `index` arguments or
    numbers), `phobos.strides = ["LDA", 1]` its strides in elements (row-major and
    dense where absent); `phobos.unsigned` marks an unsigned element type.

    Constraints:
    - (C1) `phobos.name` is a string that is not empty.
    - (C2) `phobos.unsigned` is a unit attribute, not on a float or a pointer to one.
    - (C3) `phobos.extents` and `phobos.strides` are on pointers, and hold 1 to 5
      names that are not empty or numbers of at least 0.
    - (C4) `phobos.strides` comes with as many `phobos.extents`.
    - (C5) There are no other `phobos` attributes on arguments.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasRegionArgAttrVerify = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
  }];
}

#endif // PHOBOS_DIALECT_PHOBOSDIALECT_TD
