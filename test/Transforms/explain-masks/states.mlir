// Each state, each kind of missing fact, and each obstacle.
// RUN: phobos-opt --phobos-explain-masks --verify-diagnostics --split-input-file %s

// What a pass wrote down is shown; without that the prover is asked again, and a
// claim that it cannot prove is called one.
phobos.kernel @gone(%a: !phobos.ptr<f32> {phobos.name = "A"}, %M: index {phobos.name = "M"}, %n: index {phobos.name = "n"}) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %S = phobos.view %a[64] : !phobos.view<64xf32>
  // expected-remark @+1 {{gone: promise: M >= 64}}
  %t = phobos.load %A[%c0 :+ 64] {phobos.mask_proofs = [{dim = 0 : i64, rule = "promise", facts = ["M >= 64"]}]} : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  // expected-remark @+1 {{0 :+ 64 of '64', gone: constant}}
  %u = phobos.load %S[%c0 :+ 64] : !phobos.view<64xf32> -> !phobos.tile<64xf32>
  // expected-remark @+1 {{gone: the IR's own claim, which is not proved}}
  %v = phobos.load %A[%n :+ 64] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  // expected-remark @+1 {{unchecked: points and 'A[s:]' are never masked}}
  %w = phobos.load %A[%n :+ 1] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  phobos.return
}

// -----

// In parts of a loop that was split, also nested ones.
phobos.kernel @parts(%a: !phobos.ptr<f32> {phobos.name = "A"}, %N: index {phobos.name = "N"}, %whole: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.for %j = %c0 to %N step %c16 {
    scf.for %i = %c0 to %N step %c16 {
      // expected-remark @+1 {{edge, epilogue: dim 0, }}
      %t = phobos.load %A[%i :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    } {phobos.loop_part = "epilogue"}
  } {phobos.loop_part = "edge"}
  phobos.return
}

// -----

// A fixed slice needs its extent; a run-time start its bounds, together.
phobos.kernel @bounds(%a: !phobos.ptr<f32> {phobos.name = "A"}, %M: index {phobos.name = "M"}, %n: i32 {phobos.name = "n"}) {
  %c0 = arith.constant 0 : index
  %s = arith.index_cast %n : i32 to index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  // expected-remark @+1 {{kept: 'M >= 64' is not proved; promise it by @require(M >= 64)}}
  %t = phobos.load %A[%c0 :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  // expected-remark @+1 {{kept: 'n >= 0' and 'n + 64 <= M' are not proved; promise it by @require(n >= 0 && n <= M - 64)}}
  %u = phobos.load %A[%s :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  phobos.return
}

// -----

// A loop that ends at another extent, and one that begins off a multiple.
phobos.kernel @loops(%a: !phobos.ptr<f32> {phobos.name = "A"}, %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"}, %lo32: i32 {phobos.name = "lo"}) {
  %lo = arith.index_cast %lo32 : i32 to index
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %A = phobos.view %a[%K] : !phobos.view<?xf32>
  %B = phobos.view %a[%M] : !phobos.view<?xf32>
  scf.for %i = %c0 to %M step %c16 {
    // expected-remark @+1 {{it follows from 'K % 16 == 0 and M <= K': @aligned(K = 16) and end the loop at 'K', or @require(M <= K)}}
    %t = phobos.load %A[%i :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  scf.for %i = %lo to %K step %c16 {
    // expected-remark @+1 {{it follows from 'K % 16 == 0 and lo >= 0 and lo % 16 == 0': @aligned(K = 16) and @require(lo >= 0 && lo % 16 == 0)}}
    %t = phobos.load %A[%i :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// What no promise settles: a start off the tile's multiples, one that is read from
// memory, an extent that is no multiple, a slice that is outside.
phobos.kernel @obstacles(%a: !phobos.ptr<f32> {phobos.name = "A"}, %q: !phobos.ptr<i32> {phobos.name = "Q"}, %M: index {phobos.name = "M"})
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %b = phobos.block_id x
  %r = arith.muli %b, %c64 : index
  %off = arith.addi %r, %c1 : index
  %A = phobos.view %a[%M] : !phobos.view<?xf32>
  %S = phobos.view %a[100] : !phobos.view<100xf32>
  %Q = phobos.view %q[%M] : !phobos.view<?xi32>
  // expected-remark @+1 {{'64*ctx.block.x + 65 <= M' is not proved; the start is no multiple of 64}}
  %t = phobos.load %A[%off :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  // expected-remark @+1 {{unchecked}}
  %read = phobos.load %Q[%c0 :+ 1] unchecked [0] : !phobos.view<?xi32> -> !phobos.tile<1xi32>
  %item = phobos.item %read : !phobos.tile<1xi32>
  %i = arith.index_cast %item : i32 to index
  // expected-remark @+1 {{no promise about an extent bounds 'item:90:11'}}
  %u = phobos.load %A[%i :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  // expected-remark @+1 {{the extent 100 is no multiple of 64}}
  %v = phobos.load %S[%r :+ 64] masked [0] : !phobos.view<100xf32> -> !phobos.tile<64xf32>
  // expected-remark @+1 {{'M + 64 <= M' is not proved; no element is inside}}
  %w = phobos.load %A[%M :+ 64] masked [0] : !phobos.view<?xf32> -> !phobos.tile<64xf32>
  phobos.return
}

// -----

// A condition that stands for a mask, and one that does not: it is of elements.
phobos.kernel @where(%a: !phobos.ptr<f32> {phobos.name = "A"}, %N: index {phobos.name = "N"}) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : !phobos.tile<16xf32>
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  scf.for %c = %c0 to %N step %c16 {
    // expected-remark @+1 {{kept}}
    %t = phobos.load %A[%c :+ 16] masked [0] : !phobos.view<?xf32> -> !phobos.tile<16xf32>
    %rest = arith.subi %N, %c : index
    %bound = phobos.splat %rest : !phobos.tile<16xindex>
    %i = phobos.iota 0 : !phobos.tile<16xindex>
    %exists = arith.cmpi slt, %i, %bound : !phobos.tile<16xindex>
    // expected-remark @+1 {{condition kept: }}
    %w = phobos.where %exists, %t, %zero : !phobos.tile<16xi1>, !phobos.tile<16xf32>
    %positive = arith.cmpf ogt, %t, %zero : !phobos.tile<16xf32>
    %x = phobos.where %positive, %w, %zero : !phobos.tile<16xi1>, !phobos.tile<16xf32>
  }
  phobos.return
}

// -----

// A bulk copy writes zeros for what is outside, so no instruction tests the mask.
phobos.kernel @staged(%a: !phobos.ptr<f32> {phobos.name = "A"}, %N: index {phobos.name = "N"},
                      %i: index {phobos.name = "i"}) {
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  // expected-remark @+1 {{free: the bulk copy that brings the tile writes its zeros}}
  %t = phobos.load %A[%i :+ 16] masked [0] {phobos.staged} : !phobos.view<?xf32> -> !phobos.tile<16xf32>
  phobos.return
}
