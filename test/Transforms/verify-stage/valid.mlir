// RUN: split-file %s %t
// RUN: phobos-opt %t/tile.mlir -phobos-verify-stage="stage=tile"
// RUN: phobos-opt %t/tile.mlir -phobos-assign-layouts -phobos-verify-stage="stage=scheduled"
// RUN: phobos-opt %t/tile.mlir -phobos-assign-layouts -phobos-distribute -phobos-verify-stage="stage=thread"
// RUN: phobos-opt %t/tile.mlir -phobos-to-nvvm -phobos-verify-stage="stage=nvvm"
// RUN: phobos-opt %t/other.mlir -phobos-verify-stage="stage=tile"
// RUN: phobos-opt %t/other.mlir -phobos-verify-stage="stage=scheduled"
// RUN: phobos-opt %t/other.mlir -phobos-verify-stage="stage=thread"
// RUN: phobos-opt %t/other.mlir -phobos-verify-stage="stage=nvvm"

// What the passes make of a kernel holds at each stage.

//--- tile.mlir
phobos.kernel @scale(%a: !phobos.ptr<f32> {phobos.name = "A", phobos.extents = ["M", "N"]},
                     %M: index {phobos.name = "M"}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0, s1] -> (s0 ceildiv 8, 1, 1)> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %b = phobos.block_id x
  %r = arith.muli %b, %c8 : index
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  scf.for %k = %c0 to %N step %c16 {
    %t = phobos.load %A[%r :+ 8, %k :+ 16] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<8x16xf32>
    %m = phobos.reduce <max> %t dim 1 : !phobos.tile<8x16xf32> -> !phobos.tile<8x1xf32>
    %w = phobos.broadcast %m : !phobos.tile<8x1xf32> -> !phobos.tile<8x16xf32>
    %e = math.exp %w : !phobos.tile<8x16xf32>
    phobos.store %e, %A[%r :+ 8, %k :+ 16] masked [0, 1] : !phobos.tile<8x16xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

//--- other.mlir
// The rules speak of kernels and of gpu modules, and of nothing beside them.
func.func @host(%v: vector<4xf32>) -> vector<4xf32> {
  %0 = arith.addf %v, %v : vector<4xf32>
  return %0 : vector<4xf32>
}
