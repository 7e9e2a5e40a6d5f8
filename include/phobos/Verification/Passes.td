//===- Passes.td - Claims of other passes, proved again ----*- tablegen -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_VERIFICATION_PASSES_TD
#define PHOBOS_VERIFICATION_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyMasks : Pass<"phobos-verify-masks", "::mlir::ModuleOp"> {
  let summary = "prove again that slices without a mask stay inside";
  let description = [{
    Changes nothing by itself. A dim of an access that is neither masked nor unchecked is a
    claim: `0 <= start` and `start + n <= extent` whenever the access runs. This
    pass proves both sides of each claim, and fails with an error where it cannot.
    The dims of `phobos.extract_slice` and `phobos.insert_slice` that are not
    masked are claims, too.

    It shares no code with the passes that remove masks, so a fault there does not
    hide itself. It knows

    - that extents of views are at least 0, that a block's position is at least 0
      and below the number of blocks, and that this is what `grid` says;
    - promises and assumes that dominate the access;
    - the conditions of `scf.if`s and `scf.while`s around it;
    - the bounds of loops around it, and that a value to which each iteration adds
      a constant is the first one and a multiple of that;
    - what additions, products with constants, divisions by constants, minima and
      maxima, casts and selections compute. Where one may wrap, nothing follows.

    The claim's negation and these facts are inequalities between integers. The
    claim holds where none solve them, which Fourier and Motzkin's elimination
    shows. The search has a budget; what it does not show within it is not proved.

    ```mlir
    %last = arith.subi %M, %c16 : index
    %inside = arith.cmpi sle, %c0, %last : index
    scf.if %inside {
      %t = phobos.load %A[%c0 :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    }
    // error: expected a slice that stays inside in dim 0, which has no mask;
    //        not proved: start + 16 <= extent
    // note: nothing known excludes start = 0 with an extent of 0, …
    %u = phobos.load %A[%c0 :+ 16] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    ```

    With `restore`, a claim that is not proved gets its mask back where
    `phobos-eliminate-masks` removed it: passes in between can leave code of which
    the search finds no proof in time, and then a mask is what is right. Other
    claims that are not proved stay errors.

    With `list-unchecked`, a remark at each unchecked dim says that nobody checks
    it.
  }];
  let options = [
    Option<"listUnchecked", "list-unchecked", "bool", "false",
           "report the dims that the language leaves unchecked">,
    Option<"restore", "restore", "bool", "false",
           "put masks back that were removed and are not proved again">];
}

#endif // PHOBOS_VERIFICATION_PASSES_TD
