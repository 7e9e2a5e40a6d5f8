// Copies in the im2col mode are not emulated.
// RUN: not phobos-emulate --block=1 %s map:i32:2x2x8:box=1x2x8:32=1 2>&1 | FileCheck %s
// CHECK: error: cannot emulate 'llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.3d'
module {
  llvm.mlir.global internal @tile() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<128 x i8>
  llvm.mlir.global internal @bar() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<1 x i64>

  llvm.func @load(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %offset = llvm.mlir.constant(0 : i16) : i16
    %tile = llvm.mlir.addressof @tile : !llvm.ptr<3>
    %to = llvm.addrspacecast %tile : !llvm.ptr<3> to !llvm.ptr<7>
    %bar = llvm.mlir.addressof @bar : !llvm.ptr<3>
    nvvm.cp.async.bulk.tensor.shared.cluster.global %to, %map, %bar, box[%zero, %zero, %zero] im2col[%offset] {mode = #nvvm.tma_load_mode<im2col>} : !llvm.ptr<7>, !llvm.ptr
    llvm.return
  }
}
