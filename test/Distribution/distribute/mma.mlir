// RUN: phobos-opt %s --phobos-assign-layouts=target=sm_80 --phobos-distribute=target=sm_80 | FileCheck %s
// RUN: phobos-opt %s --phobos-assign-layouts=target=sm_89 --phobos-distribute=target=sm_89 | FileCheck %s --check-prefix=SM89

// One warp, 16x8 by 16 of the inner extent: one instruction. The right side is [K, N], so its matrices are transposed as
// they are loaded.
// CHECK-LABEL: gpu.func @bf16
// CHECK-NOT: gpu.barrier
// CHECK: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: gpu.barrier
// CHECK: nvvm.ldmatrix {{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32
// CHECK: nvvm.ldmatrix {{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 2 : i32
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.bf16"
// CHECK-NOT: llvm.call_intrinsic
phobos.kernel @bf16(%x: bf16) threads 32 {
  %a = phobos.splat %x : !phobos.tile<16x16xbf16>
  %b = phobos.splat %x : !phobos.tile<16x8xbf16>
  %z = arith.constant dense<0.0> : !phobos.tile<16x8xf32>
  %d = phobos.dot %a, %b, %z : !phobos.tile<16x16xbf16>, !phobos.tile<16x8xbf16> -> !phobos.tile<16x8xf32>
  phobos.return
}

// CHECK-LABEL: gpu.func @f16_transposed
// CHECK-NOT: mma_layout<col>
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"({{.*}}) : (vector<2xf16>
phobos.kernel @f16_transposed(%x: f16) threads 32 {
  %a = phobos.splat %x : !phobos.tile<16x16xf16>
  %b = phobos.splat %x : !phobos.tile<8x16xf16>
  %z = arith.constant dense<0.0> : !phobos.tile<16x8xf32>
  %d = phobos.dot %a, %b, %z transposed : !phobos.tile<16x16xf16>, !phobos.tile<8x16xf16> -> !phobos.tile<16x8xf32>
  phobos.return
}

// CHECK-LABEL: gpu.func @i8
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.s8"
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.u8"
phobos.kernel @i8(%x: i8) threads 32 {
  %a = phobos.splat %x : !phobos.tile<16x32xi8>
  %b = phobos.splat %x : !phobos.tile<32x8xi8>
  %z = arith.constant dense<0> : !phobos.tile<16x8xi32>
  %d = phobos.dot %a, %b, %z : !phobos.tile<16x32xi8>, !phobos.tile<32x8xi8> -> !phobos.tile<16x8xi32>
  %e = phobos.dot %a, %b, %d unsigned : !phobos.tile<16x32xi8>, !phobos.tile<32x8xi8> -> !phobos.tile<16x8xi32>
  phobos.return
}

// f8 is f16 where tensor cores have none of it.
// CHECK-LABEL: gpu.func @f8
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
// SM89-LABEL: gpu.func @f8
// SM89: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32"
phobos.kernel @f8(%x: f8E4M3FN) threads 32 {
  %a = phobos.splat %x : !phobos.tile<16x32xf8E4M3FN>
  %b = phobos.splat %x : !phobos.tile<32x8xf8E4M3FN>
  %z = arith.constant dense<0.0> : !phobos.tile<16x8xf32>
  %d = phobos.dot %a, %b, %z : !phobos.tile<16x32xf8E4M3FN>, !phobos.tile<32x8xf8E4M3FN> -> !phobos.tile<16x8xf32>
  phobos.return
}

// Operands are rounded once they are in fragments; to three products, of higher and lower parts.
// CHECK-LABEL: gpu.func @tf32
// CHECK: arith.addi {{.*}} : i32
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k8.row.col.tf32"
// CHECK-LABEL: gpu.func @tf32x3
// CHECK-COUNT-3: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k8.row.col.tf32"
// CHECK-NOT: llvm.call_intrinsic
phobos.kernel @tf32(%x: f32) threads 32 {
  %a = phobos.splat %x : !phobos.tile<16x8xf32>
  %b = phobos.splat %x : !phobos.tile<8x8xf32>
  %z = arith.constant dense<0.0> : !phobos.tile<16x8xf32>
  %d = phobos.dot %a, %b, %z precision tf32 : !phobos.tile<16x8xf32>, !phobos.tile<8x8xf32> -> !phobos.tile<16x8xf32>
  phobos.return
}
phobos.kernel @tf32x3(%x: f32) threads 32 {
  %a = phobos.splat %x : !phobos.tile<16x8xf32>
  %b = phobos.splat %x : !phobos.tile<8x8xf32>
  %z = arith.constant dense<0.0> : !phobos.tile<16x8xf32>
  %d = phobos.dot %a, %b, %z precision tf32x3 : !phobos.tile<16x8xf32>, !phobos.tile<8x8xf32> -> !phobos.tile<16x8xf32>
  phobos.return
}

// Rounded to bf16 on the way to shared memory.
// CHECK-LABEL: gpu.func @precision_bf16
// CHECK: arith.truncf {{.*}} to vector<{{.*}}xbf16>
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.bf16"
phobos.kernel @precision_bf16(%x: f32) threads 32 {
  %a = phobos.splat %x : !phobos.tile<16x16xf32>
  %b = phobos.splat %x : !phobos.tile<16x8xf32>
  %z = arith.constant dense<0.0> : !phobos.tile<16x8xf32>
  %d = phobos.dot %a, %b, %z precision bf16 : !phobos.tile<16x16xf32>, !phobos.tile<16x8xf32> -> !phobos.tile<16x8xf32>
  phobos.return
}

// 16 rows are two instructions of 8 before sm_90.
// CHECK-LABEL: gpu.func @f64
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.mma.m8n8k4.row.col.f64"
// CHECK-NOT: llvm.call_intrinsic
phobos.kernel @f64(%x: f64) threads 32 {
  %a = phobos.splat %x : !phobos.tile<16x4xf64>
  %b = phobos.splat %x : !phobos.tile<4x8xf64>
  %z = arith.constant dense<0.0> : !phobos.tile<16x8xf64>
  %d = phobos.dot %a, %b, %z : !phobos.tile<16x4xf64>, !phobos.tile<4x8xf64> -> !phobos.tile<16x8xf64>
  phobos.return
}

// One product's result is the other's left side: it stays in registers, and the right side alone is stored.
// CHECK-LABEL: gpu.func @chain
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.bf16"
// CHECK: gpu.barrier
// CHECK-NOT: mma_layout<row>
// CHECK: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.bf16"
phobos.kernel @chain(%x: bf16, %y: bf16) threads 32 {
  %a = phobos.splat %x : !phobos.tile<16x16xbf16>
  %b = phobos.splat %x : !phobos.tile<16x16xbf16>
  %v = phobos.splat %y : !phobos.tile<16x8xbf16>
  %z = arith.constant dense<0.0> : !phobos.tile<16x16xf32>
  %d = phobos.dot %a, %b, %z : !phobos.tile<16x16xbf16>, !phobos.tile<16x16xbf16> -> !phobos.tile<16x16xf32>
  %p = phobos.cast %d : !phobos.tile<16x16xf32> to !phobos.tile<16x16xbf16>
  %z2 = arith.constant dense<0.0> : !phobos.tile<16x8xf32>
  %e = phobos.dot %p, %v, %z2 : !phobos.tile<16x16xbf16>, !phobos.tile<16x8xbf16> -> !phobos.tile<16x8xf32>
  phobos.return
}

// @negative_exact: f32 without a precision is exact.
// CHECK-LABEL: gpu.func @negative_exact
// CHECK-NOT: llvm.call_intrinsic
// CHECK: math.fma
phobos.kernel @negative_exact(%x: f32) threads 32 {
  %a = phobos.splat %x : !phobos.tile<16x8xf32>
  %b = phobos.splat %x : !phobos.tile<8x8xf32>
  %z = arith.constant dense<0.0> : !phobos.tile<16x8xf32>
  %d = phobos.dot %a, %b, %z : !phobos.tile<16x8xf32>, !phobos.tile<8x8xf32> -> !phobos.tile<16x8xf32>
  phobos.return
}
