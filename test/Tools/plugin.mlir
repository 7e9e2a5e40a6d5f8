// The plugin brings the dialect and the passes to an mlir-opt that knows neither.
// RUN: mlir-opt %s --load-dialect-plugin=%phobos_libs/libPhobosPlugin.so | FileCheck %s --check-prefix=DIALECT
// RUN: mlir-opt %s --load-dialect-plugin=%phobos_libs/libPhobosPlugin.so \
// RUN:   --load-pass-plugin=%phobos_libs/libPhobosPlugin.so \
// RUN:   --pass-pipeline='builtin.module(phobos-to-nvvm{target=sm_80})' \
// RUN: | FileCheck %s --check-prefix=PASSES
// RUN: phobos-opt %s -o %t.1
// RUN: mlir-opt %s --load-dialect-plugin=%phobos_libs/libPhobosPlugin.so -o %t.2
// RUN: diff %t.1 %t.2

// DIALECT: phobos.kernel @double(
// DIALECT: phobos.load %{{.*}}[%{{.*}} :+ 128] masked [0] fill 0.0
// PASSES: llvm.func @double(
phobos.kernel @double(%x: !phobos.ptr<f32> {phobos.name = "X", phobos.extents = ["N"]},
                      %N: index {phobos.name = "N"})
    grid affine_map<()[s0] -> (s0 ceildiv 128, 1, 1)> {
  %c128 = arith.constant 128 : index
  %X = phobos.view %x[%N] : !phobos.view<?xf32>
  %b = phobos.block_id x
  %i = arith.muli %b, %c128 : index
  %t = phobos.load %X[%i :+ 128] masked [0] fill 0.0 : !phobos.view<?xf32> -> !phobos.tile<128xf32>
  %d = arith.addf %t, %t : !phobos.tile<128xf32>
  phobos.store %d, %X[%i :+ 128] masked [0] : !phobos.tile<128xf32>, !phobos.view<?xf32>
  phobos.return
}
