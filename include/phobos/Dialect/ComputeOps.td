//===- ComputeOps.td - Selecting, casting, products --------*- tablegen -*-//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_COMPUTEOPS_TD
#define PHOBOS_DIALECT_COMPUTEOPS_TD

include "phobos/Dialect/PhobosOpBase.td"

def Phobos_WhereOp : Phobos_Op<"where", [
    Pure, AllTypesMatch<["trueValue", "falseValue", "result"]>]> {
  let summary = "selects between two tiles element by element";
  let description = [{
    The side that is not taken never traps and never shows in the result.
    (`arith.select` does not accept tiles.)

    Constraints:
    - (C1) The condition has the shape and the layout of the result.
  }];
  let arguments = (ins Phobos_BoolTile:$condition, Phobos_TileType:$trueValue,
                       Phobos_TileType:$falseValue);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = [{
    $condition `,` $trueValue `,` $falseValue attr-dict
    `:` qualified(type($condition)) `,` qualified(type($result))
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Phobos_CastOp : Phobos_Op<"cast", [Pure]> {
  let summary = "converts the element type";
  let description = [{
    Of a tile, or of a scalar. The rules of the language's casts:

    - float to narrower float rounds to nearest even; to an f8 type it saturates
      to the largest finite value; NaN stays NaN;
    - float to integer truncates toward zero and saturates, NaN gives 0;
      `to_unsigned` says that the integer is unsigned;
    - integer to float rounds to nearest even; `from_unsigned` as above;
    - integer to wider integer extends by sign, or by zero with `from_unsigned`
      and from `i1`; to narrower wraps (`index` counts as i64);
    - anything to `i1` compares with zero, which a NaN is not.

    Constraints:
    - (C1) Both are tiles of one shape and layout, or both are scalars.
    - (C2) Both have an element type of tiles other than pointers.
    - (C3) `from_unsigned` stands with an integer source.
    - (C4) `to_unsigned` stands with an integer result.
  }];
  let arguments = (ins AnyTypeOf<[Phobos_TileType, Phobos_Scalar]>:$source,
                       UnitAttr:$from_unsigned, UnitAttr:$to_unsigned);
  let results = (outs AnyTypeOf<[Phobos_TileType, Phobos_Scalar]>:$result);
  let assemblyFormat = [{
    $source (`from_unsigned` $from_unsigned^)? (`to_unsigned` $to_unsigned^)? attr-dict
    `:` qualified(type($source)) `to` qualified(type($result))
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Phobos_DotOp : Phobos_Op<"dot", [Pure, AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "matrix product, added to an accumulator";
  let description = [{
    `accumulator[m, n] + sum over k of lhs[m, k] * rhs[k, n]`; with `transposed` the
    right side is `rhs[n, k]`. The operands have one element type; the accumulator
    is f32 for f16, bf16 and f8, i32 for i8 (sign-extended, or zero-extended with
    `unsigned`), and the operands' type for f32, f64, i32 and i64.

    `precision` says how a product of f32 may be computed: `none` (the default) is
    f32, `tf32` rounds the operands to 10 bits of mantissa (to nearest, ties away
    from zero), `bf16` rounds them to bf16 (to nearest even), `tf32x3` is the sum of
    three tf32 products that is nearly as exact as f32, or f32 itself.

    ```mlir
    %d = phobos.dot %a, %b, %c transposed precision tf32
        : !phobos.tile<64x16xf32>, !phobos.tile<32x16xf32> -> !phobos.tile<64x32xf32>
    ```

    Constraints:
    - (C1) All tiles have rank 2.
    - (C2) The operands have one element type, for which there is an accumulator.
    - (C3) The inner extents are equal.
    - (C4) The accumulator has the outer extents and the accumulator's type.
    - (C5) `unsigned` stands with i8 operands.
    - (C6) A `precision` other than `none` stands with f32 operands.
  }];
  let arguments = (ins Phobos_TileType:$lhs, Phobos_TileType:$rhs, Phobos_TileType:$accumulator,
                       UnitAttr:$transposed, UnitAttr:$is_unsigned,
                       DefaultValuedAttr<Phobos_DotPrecisionAttr,
                                         "::phobos::DotPrecision::none">:$precision);
  let results = (outs Phobos_TileType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $accumulator (`transposed` $transposed^)? (`unsigned` $is_unsigned^)?
    (`precision` `` $precision^)? attr-dict
    `:` qualified(type($lhs)) `,` qualified(type($rhs)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

#endif // PHOBOS_DIALECT_COMPUTEOPS_TD
