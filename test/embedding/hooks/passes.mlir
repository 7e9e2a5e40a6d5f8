// What passes make of `toy.accumulate`, an access that they know by its interface alone.
// RUN: phobos-toy-opt %s --phobos-verify-stage=stage=tile
// RUN: phobos-toy-opt %s --phobos-eliminate-masks --phobos-verify-masks | FileCheck %s --check-prefix=GONE
// RUN: phobos-toy-opt %s --phobos-tile-pipeline --phobos-verify-stage=stage=tile --phobos-verify-masks | FileCheck %s --check-prefix=TILE
// RUN: phobos-toy-opt %s --phobos-tile-pipeline --phobos-explain-masks -o %t 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: phobos-toy-opt %s --phobos-check-bounds | FileCheck %s --check-prefix=CHECK-BOUNDS

phobos.kernel @sum(%x: !phobos.ptr<f32> {phobos.name = "X", phobos.extents = ["M"]}, %y: !phobos.ptr<f32> {phobos.name = "Y", phobos.extents = ["N"]},
                   %M: index {phobos.name = "M"}, %N: index {phobos.name = "N"}, %p: index {phobos.name = "p"})
    grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 64, 1, 1)> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant dense<1.0> : !phobos.tile<64xf32>
  %ones = arith.constant dense<1.0> : !phobos.tile<16xf32>
  %point = arith.constant dense<1.0> : !phobos.tile<1xf32>
  %whole = phobos.promise #phobos.divisible<64> %M
  %X = phobos.view %x[%whole] : !phobos.view<?xf32>
  %Y = phobos.view %y[%N] : !phobos.view<?xf32>
  %b = phobos.block_id x
  %i = arith.muli %b, %c64 : index
  // A mask that a promise makes needless.
  // GONE: toy.accumulate %{{[a-z0-9_]+}}, %{{[0-9]+}}[%{{[0-9]+}}] {phobos.mask_proofs = [{dim = 0 : i64, {{.*}}"M % 64 == 0"
  // EXPLAIN-DAG: remark: dim 0, 64*ctx.block.x :+ 64 of 'M', gone:
  toy.accumulate %one, %X[%i] masked [0] : !phobos.tile<64xf32>, !phobos.view<?xf32>
  // One that stays.
  // GONE: toy.accumulate %{{[a-z0-9_]+}}, %{{[0-9]+}}[%{{[0-9]+}}] masked [0] : !phobos.tile<64xf32>
  // EXPLAIN-DAG: remark: dim 0, 64*ctx.block.x :+ 64 of 'N', kept:
  toy.accumulate %one, %Y[%i] masked [0] : !phobos.tile<64xf32>, !phobos.view<?xf32>
  // What the language never masks is checked where that is asked for.
  // CHECK-BOUNDS: phobos.check_bounds %arg4 :+ 1 in %arg3 dim 0 of "Y"
  // EXPLAIN-DAG: remark: dim 0, p :+ 1 of 'N', unchecked:
  toy.accumulate %point, %Y[%p] unchecked [0] : !phobos.tile<1xf32>, !phobos.view<?xf32>
  // A loop is cut where the mask of its access begins to be needed.
  // TILE: scf.for
  // TILE: toy.accumulate %{{[a-z0-9_]+}}, %{{[0-9]+}}[%{{[a-z0-9]+}}] {phobos.mask_proofs
  // TILE: phobos.loop_part = "steady"
  // TILE: toy.accumulate %{{[a-z0-9_]+}}, %{{[0-9]+}}[%{{[a-z0-9]+}}] masked [0] : !phobos.tile<16xf32>
  // TILE: phobos.loop_part = "epilogue"
  scf.for %k = %c0 to %N step %c16 {
    toy.accumulate %ones, %Y[%k] masked [0] : !phobos.tile<16xf32>, !phobos.view<?xf32>
  }
  phobos.return
}
