// A file of each version of the dialect (include/phobos/Dialect/DialectVersion.h) is read as what it was written from.
// Made by `phobos-opt --emit-bytecode version-1.mlir`, once and for all; the text beside it is in the present syntax.
// RUN: phobos-opt %S/Inputs/version-1.mlirbc -o %t.read
// RUN: phobos-opt %S/Inputs/version-1.mlir -o %t.expected
// RUN: diff %t.read %t.expected

// What is written today is read again.
// RUN: phobos-opt %S/Inputs/version-1.mlir --emit-bytecode -o %t.today
// RUN: phobos-opt %t.today -o %t.again
// RUN: diff %t.again %t.expected

// Bytecode goes where text does.
// RUN: phobos-opt --emit-bytecode %s -o %t.kernel
// RUN: phobos-translate --mlir-to-ptx --target=sm_80 %t.kernel | FileCheck %s
// CHECK: .entry double(
phobos.kernel @double(%x: !phobos.ptr<f32> {phobos.name = "X", phobos.extents = ["N"]}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0] -> (s0 ceildiv 128, 1, 1)> {
  %c128 = arith.constant 128 : index
  %X = phobos.view %x[%N] : !phobos.view<?xf32>
  %b = phobos.block_id x
  %i = arith.muli %b, %c128 : index
  %t = phobos.load %X[%i :+ 128] masked [0] : !phobos.view<?xf32> -> !phobos.tile<128xf32>
  %d = arith.addf %t, %t : !phobos.tile<128xf32>
  phobos.store %d, %X[%i :+ 128] masked [0] : !phobos.tile<128xf32>, !phobos.view<?xf32>
  phobos.return
}
