// Code of threads with its contract, and the tile IR of a kernel that helps it:
// one PTX module with both, whose contract is that of the first.
// RUN: phobos-translate --mlir-to-ptx --target=sm_90a %s --contract=%t.json | FileCheck %s --check-prefix=PTX
// RUN: FileCheck %s --check-prefix=CONTRACT < %t.json
// RUN: phobos-translate --phobos-to-ptx --kernel=main %s | FileCheck %s --check-prefix=PTX
// RUN: not phobos-translate --phobos-to-ptx --kernel=other %s 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: phobos-emulate --grid=2 --block=32 %s i32:4=1,2,3,4 | FileCheck %s --check-prefix=MAIN
// RUN: phobos-emulate --kernel=copy %s 3=5,6,7 3=0 3 | FileCheck %s --check-prefix=COPY

// PTX-DAG: .entry main(
// PTX-DAG: .entry copy(

// CONTRACT: "version": 1,
// CONTRACT-NEXT: "requires": [
// CONTRACT-NEXT: "persistent",
// CONTRACT-NEXT: "repack"
// CONTRACT: "kernel": "main",
// CONTRACT: "persistent": {
// CONTRACT-NEXT: "blocks_per_multiprocessor": 2
// CONTRACT: "repack": {
// CONTRACT-NEXT: "pitch_bytes": 128,
// CONTRACT-NEXT: "bytes": "128",
// CONTRACT-NEXT: "contract": {
// CONTRACT-NEXT: "version": 1,
// CONTRACT-NEXT: "kernel": "copy",
// CONTRACT: "hash":
// CONTRACT: "hash":

// OTHER: error: expected a kernel named 'other', got 'main'

// MAIN: arg0: 11 2 13 4
// COPY: arg1: 5 6 7

gpu.module @device attributes {phobos.contract = {kernel = "main", target = "sm_90a", params = [], args = [], threads = 32 : i64,
    shared_bytes = 0 : i64, grid = ["2", "1", "1"], promises = [], persistent = {blocks_per_multiprocessor = 2 : i64},
    tensor_maps = [{name = "A_map", repack = {kernel = "copy", pitch_bytes = 128 : i64, bytes = "128"}}]}} {
  llvm.func @main(%a: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %zero = arith.constant 0 : i32
    %first = arith.cmpi eq, %thread, %zero : i32
    scf.if %first {
      %block = nvvm.read.ptx.sreg.ctaid.x : i32
      %two = arith.constant 2 : i32
      %ten = arith.constant 10 : i32
      %at = arith.muli %block, %two : i32
      %address = llvm.getelementptr %a[%at] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      %old = llvm.load %address : !llvm.ptr<1> -> i32
      %new = arith.addi %old, %ten : i32
      llvm.store %new, %address : i32, !llvm.ptr<1>
    }
    llvm.return
  }
}

phobos.kernel @copy(%a: !phobos.ptr<i32> {phobos.name = "source", phobos.extents = ["N"]},
                    %b: !phobos.ptr<i32> {phobos.name = "target", phobos.extents = ["N"]}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0] -> (s0 ceildiv 64, 1, 1)> attributes {phobos.helper_of = @device} {
  %x = phobos.block_id x
  %c64 = arith.constant 64 : index
  %start = arith.muli %x, %c64 : index
  %A = phobos.view %a[%N] : !phobos.view<?xi32>
  %B = phobos.view %b[%N] : !phobos.view<?xi32>
  %t = phobos.load %A[%start :+ 64] masked [0] : !phobos.view<?xi32> -> !phobos.tile<64xi32>
  phobos.store %t, %B[%start :+ 64] masked [0] : !phobos.tile<64xi32>, !phobos.view<?xi32>
  phobos.return
}
