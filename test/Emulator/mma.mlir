// A product of a warp, by the op of MLIR; test/Integration/Emulator/test_mma.py has all forms. Every
// element of A is 1 (two of them 0x3c003c00), every one of B 2, C counts: 16 * 2 + n.
// RUN: phobos-emulate --block=32 --kernel=ones %s f32:128=0,1,2,3 | FileCheck %s
// RUN: phobos-emulate --block=64 --kernel=ones --seed=5 %s f32:256=0,1,2,3 | FileCheck %s
// CHECK: arg0: 32 33 34 35 32 33 34 35

// A NaN has the bits that a GPU gives it, and the sum of infinities of both signs is one.
// RUN: phobos-emulate --block=32 --kernel=ones --bits %s f32:128=nan,0x7f800000,0xffc00001,0 | FileCheck %s --check-prefix=NAN
// NAN: arg0: 0x7FFFFFFF 0x7F800000 0x7FFFFFFF 0x42000000

// RUN: not phobos-emulate --block=16 --kernel=ones %s f32:64=0 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: mma.mlir:[[#]]:10: error: expected all 32 lanes of a warp at this instruction, got 16, among them thread 0 of block 0
gpu.module @kernels {
  llvm.func @ones(%a: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %one = llvm.mlir.constant(dense<1.0> : vector<2xf16>) : vector<2xf16>
    %two = llvm.mlir.constant(dense<2.0> : vector<2xf16>) : vector<2xf16>
    %at = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.struct<(f32, f32, f32, f32)>
    %c = llvm.load %at : !llvm.ptr<1> -> !llvm.struct<(f32, f32, f32, f32)>
    %c0 = llvm.extractvalue %c[0] : !llvm.struct<(f32, f32, f32, f32)>
    %c1 = llvm.extractvalue %c[1] : !llvm.struct<(f32, f32, f32, f32)>
    %c2 = llvm.extractvalue %c[2] : !llvm.struct<(f32, f32, f32, f32)>
    %c3 = llvm.extractvalue %c[3] : !llvm.struct<(f32, f32, f32, f32)>
    %d = nvvm.mma.sync A[%one, %one, %one, %one] B[%two, %two] C[%c0, %c1, %c2, %c3] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.store %d, %at : !llvm.struct<(f32, f32, f32, f32)>, !llvm.ptr<1>
    llvm.return
  }
}
