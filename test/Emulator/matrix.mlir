// Matrices between registers and shared memory. 256 numbers of 16 bits, 0 to 255, are four matrices
// of 8 rows of 8; by the ISA's words, lane l gets elements 2 l and 2 l + 1 of each, and, with .trans,
// those of the transposed matrices.
// RUN: phobos-emulate --kernel=load --block=32 %s i16:64=0 i16:128=0 i16:256=0 | FileCheck %s --check-prefix=LOAD
// RUN: phobos-emulate --kernel=load --block=32 --seed=4 %s i16:64=0 i16:128=0 i16:256=0 | FileCheck %s --check-prefix=LOAD
// LOAD: arg0: 0 1 2 3 4 5 6 7 8 9 {{.*}} 61 62 63{{$}}
// LOAD: arg1: 0 1 64 65 2 3 66 67 {{.*}} 62 63 126 127{{$}}
// LOAD: arg2: 0 1 64 65 128 129 192 193 2 3 66 67 {{.*}} 62 63 126 127 190 191 254 255{{$}}

// RUN: phobos-emulate --kernel=load_transposed --block=32 %s i16:64=0 i16:256=0 | FileCheck %s --check-prefix=TRANSPOSED
// TRANSPOSED: arg0: 0 8 16 24 32 40 48 56 1 9 17 25 33 {{.*}} 47 55 63{{$}}
// TRANSPOSED: arg1: 0 8 64 72 128 136 192 200 16 24 80 88 {{.*}} 55 63 119 127 183 191 247 255{{$}}

// Every lane stores its numbers 8 l to 8 l + 7 as its elements of four matrices.
// RUN: phobos-emulate --kernel=store --block=32 %s i16:256=0 | FileCheck %s --check-prefix=STORE
// STORE: arg0: 0 1 8 9 16 17 24 25 32 33 {{.*}} 248 249 2 3 10 11 {{.*}} 250 251 4 5 {{.*}} 6 7 {{.*}} 254 255{{$}}
// RUN: phobos-emulate --kernel=store_transposed --block=32 %s i16:256=0 | FileCheck %s --check-prefix=STORED
// STORED: arg0: 0 32 64 96 128 160 192 224 1 33 {{.*}} 225 8 40 {{.*}} 223 255{{$}}

// RUN: phobos-emulate --kernel=transpose --block=32 %s i16:64=0 | FileCheck %s --check-prefix=MOVE
// MOVE: arg0: 0 8 16 24 32 40 48 56 1 9 {{.*}} 47 55 63{{$}}

// Rows are aligned to 16 bytes, and shared memory ends.
// RUN: not phobos-emulate --kernel=load_at --block=32 %s i32:8 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// MISALIGNED: matrix.mlir:[[#]]:10: error: read of 16 bytes at an address that is no multiple of 16, by thread 0 of block 0 (and 7 more like it)
// RUN: not phobos-emulate --kernel=load_at --block=32 %s i32:400 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: read of 16 bytes outside of shared memory, at byte 512 of 512, by thread 7 of block 0
// RUN: phobos-emulate --kernel=load_at --block=32 %s i32:384
// Global memory is no place for a matrix, also not by a generic address.
// RUN: not phobos-emulate --kernel=load_global --block=32 %s i16:64=0 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// ELSEWHERE: error: read of 16 bytes outside of shared memory

// Half of the threads has left: undefined. One lane is elsewhere: no result of any meaning.
// RUN: not phobos-emulate --kernel=half --block=32 %s i16:64=0 2>&1 | FileCheck %s --check-prefix=HALF
// HALF: error: expected all 32 lanes of a warp at this instruction, got 16, among them thread 0 of block 0
// RUN: not phobos-emulate --kernel=load --block=16 %s i16:64=0 i16:128=0 i16:256=0 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: error: expected all 32 lanes of a warp at this instruction, got 16, among them thread 0 of block 0
// RUN: not phobos-emulate --kernel=parted --block=32 %s i16:64=0 2>&1 | FileCheck %s --check-prefix=PARTED
// PARTED: error: lanes of a warp are at different warp-wide instructions: thread 16 of block 0 at this one
// PARTED-NEXT: note: another lane at this one

// A row is read by the lane that gives its address: what that lane has not seen is a race.
// RUN: not phobos-emulate --kernel=unordered --block=64 %s i16:64=0 2>&1 | FileCheck %s --check-prefix=RACE
// RACE: matrix.mlir:[[#]]:{{[0-9]+}}: error: race on byte {{.*}} of shared memory
// RACE-NEXT: matrix.mlir:[[#]]:{{[0-9]+}}: note:

gpu.module @kernels {
  llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<512 x i8>

  // Thread t writes numbers 8 t to 8 t + 7.
  llvm.func @fill(%t: i32) {
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %first = llvm.mlir.constant(8 : i32) : i32
    %start = llvm.mul %t, %first : i32
    %own = llvm.getelementptr %base[%start] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i16
    %start16 = llvm.trunc %start : i32 to i16
    %undef = llvm.mlir.poison : vector<8xi16>
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.insertelement %start16, %undef[%zero : i32] : vector<8xi16>
    %all = llvm.shufflevector %one, %undef [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi16>
    %steps = llvm.mlir.constant(dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi16>) : vector<8xi16>
    %numbers = llvm.add %all, %steps : vector<8xi16>
    llvm.store %numbers, %own {alignment = 16 : i64} : vector<8xi16>, !llvm.ptr<3>
    llvm.return
  }

  // The address of row t of the four matrices.
  llvm.func @row(%t: i32) -> !llvm.ptr<3> {
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %bytes = llvm.mlir.constant(16 : i32) : i32
    %offset = llvm.mul %t, %bytes : i32
    %row = llvm.getelementptr %base[%offset] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    llvm.return %row : !llvm.ptr<3>
  }

  llvm.func @load(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %c: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.barrier0
    %row = llvm.call @row(%t) : (i32) -> !llvm.ptr<3>
    %1 = nvvm.ldmatrix %row {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
    %2 = nvvm.ldmatrix %row {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
    %4 = nvvm.ldmatrix %row {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %a0 = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %b0 = llvm.getelementptr %b[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.struct<(i32, i32)>
    %c0 = llvm.getelementptr %c[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.struct<(i32, i32, i32, i32)>
    llvm.store %1, %a0 : i32, !llvm.ptr<1>
    llvm.store %2, %b0 : !llvm.struct<(i32, i32)>, !llvm.ptr<1>
    llvm.store %4, %c0 : !llvm.struct<(i32, i32, i32, i32)>, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @load_transposed(%a: !llvm.ptr<1>, %c: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.barrier0
    %row = llvm.call @row(%t) : (i32) -> !llvm.ptr<3>
    %1 = nvvm.ldmatrix %row {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
    %4 = nvvm.ldmatrix %row {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 4 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
    %a0 = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %c0 = llvm.getelementptr %c[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, !llvm.struct<(i32, i32, i32, i32)>
    llvm.store %1, %a0 : i32, !llvm.ptr<1>
    llvm.store %4, %c0 : !llvm.struct<(i32, i32, i32, i32)>, !llvm.ptr<1>
    llvm.return
  }

  // Copies what the block has in shared memory, once all threads have come.
  llvm.func @copy_out(%t: i32, %a: !llvm.ptr<1>) {
    nvvm.barrier0
    %row = llvm.call @row(%t) : (i32) -> !llvm.ptr<3>
    %numbers = llvm.load %row {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xi16>
    %a0 = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, vector<8xi16>
    llvm.store %numbers, %a0 {alignment = 16 : i64} : vector<8xi16>, !llvm.ptr<1>
    llvm.return
  }

  // Register i of lane t: numbers 8 t + 2 i and 8 t + 2 i + 1.
  llvm.func @numbers(%t: i32) -> !llvm.struct<(i32, i32, i32, i32)> {
    %first = llvm.mlir.constant(524296 : i32) : i32
    %start = llvm.mul %t, %first : i32
    %undef = llvm.mlir.poison : !llvm.struct<(i32, i32, i32, i32)>
    %c0 = llvm.mlir.constant(65536 : i32) : i32
    %c1 = llvm.mlir.constant(196610 : i32) : i32
    %c2 = llvm.mlir.constant(327684 : i32) : i32
    %c3 = llvm.mlir.constant(458758 : i32) : i32
    %r0 = llvm.add %start, %c0 : i32
    %r1 = llvm.add %start, %c1 : i32
    %r2 = llvm.add %start, %c2 : i32
    %r3 = llvm.add %start, %c3 : i32
    %s0 = llvm.insertvalue %r0, %undef[0] : !llvm.struct<(i32, i32, i32, i32)>
    %s1 = llvm.insertvalue %r1, %s0[1] : !llvm.struct<(i32, i32, i32, i32)>
    %s2 = llvm.insertvalue %r2, %s1[2] : !llvm.struct<(i32, i32, i32, i32)>
    %s3 = llvm.insertvalue %r3, %s2[3] : !llvm.struct<(i32, i32, i32, i32)>
    llvm.return %s3 : !llvm.struct<(i32, i32, i32, i32)>
  }

  llvm.func @store(%a: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %row = llvm.call @row(%t) : (i32) -> !llvm.ptr<3>
    %numbers = llvm.call @numbers(%t) : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %r0 = llvm.extractvalue %numbers[0] : !llvm.struct<(i32, i32, i32, i32)>
    %r1 = llvm.extractvalue %numbers[1] : !llvm.struct<(i32, i32, i32, i32)>
    %r2 = llvm.extractvalue %numbers[2] : !llvm.struct<(i32, i32, i32, i32)>
    %r3 = llvm.extractvalue %numbers[3] : !llvm.struct<(i32, i32, i32, i32)>
    nvvm.stmatrix %row, %r0, %r1, %r2, %r3 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32, i32, i32
    llvm.call @copy_out(%t, %a) : (i32, !llvm.ptr<1>) -> ()
    llvm.return
  }

  llvm.func @store_transposed(%a: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %row = llvm.call @row(%t) : (i32) -> !llvm.ptr<3>
    %numbers = llvm.call @numbers(%t) : (i32) -> !llvm.struct<(i32, i32, i32, i32)>
    %r0 = llvm.extractvalue %numbers[0] : !llvm.struct<(i32, i32, i32, i32)>
    %r1 = llvm.extractvalue %numbers[1] : !llvm.struct<(i32, i32, i32, i32)>
    %r2 = llvm.extractvalue %numbers[2] : !llvm.struct<(i32, i32, i32, i32)>
    %r3 = llvm.extractvalue %numbers[3] : !llvm.struct<(i32, i32, i32, i32)>
    nvvm.stmatrix %row, %r0, %r1, %r2, %r3 {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : !llvm.ptr<3>, i32, i32, i32, i32
    llvm.call @copy_out(%t, %a) : (i32, !llvm.ptr<1>) -> ()
    llvm.return
  }

  llvm.func @transpose(%a: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %two = llvm.mlir.constant(131074 : i32) : i32
    %upper = llvm.mlir.constant(65536 : i32) : i32
    %start = llvm.mul %t, %two : i32
    %pair = llvm.add %start, %upper : i32
    %moved = llvm.inline_asm has_side_effects "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", "=r,r" %pair : (i32) -> i32
    %a0 = llvm.getelementptr %a[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %moved, %a0 : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @load_at(%offset: i32) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.barrier0
    %row = llvm.call @row(%t) : (i32) -> !llvm.ptr<3>
    %at = llvm.getelementptr %row[%offset] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
    %1 = nvvm.ldmatrix %at {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
    llvm.return
  }

  llvm.func @load_global(%a: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %flat = llvm.addrspacecast %a : !llvm.ptr<1> to !llvm.ptr
    %1 = llvm.call_intrinsic "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p0"(%flat) : (!llvm.ptr) -> i32
    llvm.return
  }

  llvm.func @half(%a: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    llvm.call @fill(%t) : (i32) -> ()
    nvvm.barrier0
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %first = llvm.icmp "ult" %t, %c16 : i32
    llvm.cond_br %first, ^some, ^end
  ^some:
    %row = llvm.call @row(%t) : (i32) -> !llvm.ptr<3>
    %1 = nvvm.ldmatrix %row {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
    llvm.br ^end
  ^end:
    llvm.return
  }

  llvm.func @parted(%a: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %all = llvm.mlir.constant(-1 : i32) : i32
    %c16 = llvm.mlir.constant(16 : i32) : i32
    %first = llvm.icmp "ult" %t, %c16 : i32
    llvm.cond_br %first, ^some, ^others
  ^some:
    nvvm.bar.warp.sync %all : i32
    llvm.br ^end
  ^others:
    %moved = llvm.inline_asm has_side_effects "movmatrix.sync.aligned.m8n8.trans.b16 $0, $1;", "=r,r" %t : (i32) -> i32
    llvm.br ^end
  ^end:
    llvm.return
  }

  // Warp 1 writes the matrix that warp 0 reads.
  llvm.func @unordered(%a: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %c32 = llvm.mlir.constant(32 : i32) : i32
    %first = llvm.icmp "ult" %t, %c32 : i32
    llvm.cond_br %first, ^read, ^write
  ^read:
    %row = llvm.call @row(%t) : (i32) -> !llvm.ptr<3>
    %1 = nvvm.ldmatrix %row {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 1 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> i32
    llvm.br ^end
  ^write:
    %lane = llvm.sub %t, %c32 : i32
    llvm.call @fill(%lane) : (i32) -> ()
    llvm.br ^end
  ^end:
    llvm.return
  }
}
