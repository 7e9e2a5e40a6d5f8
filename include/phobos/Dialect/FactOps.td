//===- FactOps.td - Facts about values ---------------------*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_DIALECT_FACTOPS_TD
#define PHOBOS_DIALECT_FACTOPS_TD

include "phobos/Dialect/PhobosOpBase.td"

class Phobos_FactOp<string mnemonic, list<Trait> traits>
    : Phobos_Op<mnemonic, traits> {
  let arguments = (ins Index:$value,
                       Phobos_Predicate:$predicate, Optional<Index>:$other);
  let results = (outs Index:$result);
  let assemblyFormat = "$predicate $value (`,` $other^)? attr-dict";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Phobos_AssumeOp : Phobos_FactOp<"assume", [Pure]> {
  let summary = "a value of which a predicate is known to hold";
  let description = [{
    Returns `value`, refined: users of the result may rely on the predicate. What
    an assume states is known elsewhere (by the launch contract, say) and costs
    nothing; where it does not hold the behavior is undefined.

    ```mlir
    %n = phobos.assume #phobos.divisible<16> %N
    %m = phobos.assume #phobos.same %M, %K
    ```

    Constraints:
    - (C1) `#phobos.same` has a second operand, the others have none.
  }];
}

def Phobos_PromiseOp : Phobos_FactOp<"promise", []> {
  let summary = "a predicate that is checked when the kernel runs";
  let description = [{
    Like `phobos.assume`, but the caller's word is not taken: every block evaluates
    the predicate, and traps where it does not hold. A promise that holds of
    constants folds away; one that fails stays.

    `message` is the source's own text of what is promised; an error shows it in
    place of the predicate's.

    ```mlir
    %n = phobos.promise #phobos.divisible<64> %N
    %1 = phobos.promise #phobos.bounded<1, 1> %holds message "@require(N <= BN)"
    ```

    Constraints:
    - (C1) As for `phobos.assume`.
    - (C2) `message` is not empty.
  }];
  let arguments = (ins Index:$value, Phobos_Predicate:$predicate, Optional<Index>:$other,
                       OptionalAttr<StrAttr>:$message);
  let assemblyFormat = "$predicate $value (`,` $other^)? (`message` $message^)? attr-dict";
}

#endif // PHOBOS_DIALECT_FACTOPS_TD
