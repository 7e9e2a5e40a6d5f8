// Two blocks of a cluster: each stores 10 * its rank + its thread, and reads what the other stored.
// RUN: phobos-emulate --kernel=exchange --block=3 --grid=4 %s i32:12=0 | FileCheck %s --check-prefix=EXCHANGED
// RUN: phobos-emulate --kernel=exchange --block=3 --grid=4 --seed=5 %s i32:12=0 | FileCheck %s --check-prefix=EXCHANGED
// EXCHANGED: arg0: 10 11 12 0 1 2 10 11 12 0 1 2

// RUN: not phobos-emulate --kernel=exchange --block=3 --grid=3 %s i32:12=0 2>&1 | FileCheck %s --check-prefix=GRID
// GRID: error: expected a multiple of the cluster's 2 blocks along an axis, got 3

// Nothing orders the read behind the other block's write.
// RUN: not phobos-emulate --kernel=too_early --block=3 --grid=2 %s i32:6=0 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: clusters.mlir:[[#]]:{{[0-9]+}}: error: read of byte 0 of shared memory of block 1 of the cluster, which nothing was written to, by thread 0 of block 0

// A block ends while the other one may still read from it.
// RUN: not phobos-emulate --kernel=too_late --block=3 --grid=2 %s i32:6=0 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: clusters.mlir:[[#]]:{{[0-9]+}}: error: access to shared memory of block {{[01]}} of the cluster, which {{may have|has}} ended, by thread {{[0-2]}} of block {{[01]}}

// RUN: not phobos-emulate --kernel=no_wait --block=1 --grid=2 %s 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: thread 0 of block 0 arrives at the cluster's barrier twice without waiting
// RUN: not phobos-emulate --kernel=no_arrival --block=1 --grid=2 %s 2>&1 | FileCheck %s --check-prefix=UNARRIVED
// UNARRIVED: error: thread 0 of block 0 waits at the cluster's barrier without having arrived
// RUN: not phobos-emulate --kernel=outside --block=1 --grid=2 %s 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: thread 0 of block 0 asks for block 2 of a cluster of 2

// Threads that wait, and one that never arrives, since it waits for one of them.
// RUN: not phobos-emulate --kernel=deadlock --block=2 --grid=2 %s i32:4=0 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// DEADLOCK: error: deadlock: 1 of 4 threads wait for the other lanes of its warp, thread 0 of block 0 among them
// DEADLOCK-NEXT: note: 3 of 4 threads wait for the cluster's barrier, thread 1 of block 0 among them

// Special registers: clusters along y, the cluster's x, the block's x and y in it, its size in x and y, its rank.
// RUN: phobos-emulate --kernel=registers --block=1 --grid=4,2 %s i32:8=0 | FileCheck %s --check-prefix=REGISTERS
// REGISTERS: arg0: 1000220 1010221 1100220 1110221 1001222 1011223 1101222 1111223

module {
  llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<4 x i32>

  llvm.func @exchange(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %n = nvvm.read.ptx.sreg.ntid.x : i32
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %ten = llvm.mlir.constant(10 : i32) : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %tens = llvm.mul %rank, %ten : i32
    %v = llvm.add %tens, %t : i32
    llvm.store %v, %own : i32, !llvm.ptr<3>
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    %other_rank = llvm.xor %rank, %one : i32
    %other = nvvm.mapa %own, %other_rank : !llvm.ptr<3> -> !llvm.ptr<7>
    %got = llvm.load %other : !llvm.ptr<7> -> i32
    %first = llvm.mul %b, %n : i32
    %i = llvm.add %first, %t : i32
    %to = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %got, %to : i32, !llvm.ptr<1>
    nvvm.cluster.arrive
    nvvm.cluster.wait
    llvm.return
  }

  llvm.func @too_early(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %own : i32, !llvm.ptr<3>
    %other_rank = llvm.xor %rank, %one : i32
    %other = nvvm.mapa %own, %other_rank : !llvm.ptr<3> -> !llvm.ptr<7>
    %got = llvm.load %other : !llvm.ptr<7> -> i32
    nvvm.cluster.arrive
    nvvm.cluster.wait
    llvm.return
  }

  llvm.func @too_late(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %own = llvm.getelementptr %base[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store %t, %own : i32, !llvm.ptr<3>
    nvvm.cluster.arrive
    nvvm.cluster.wait
    %other_rank = llvm.xor %rank, %one : i32
    %other = nvvm.mapa %own, %other_rank : !llvm.ptr<3> -> !llvm.ptr<7>
    %got = llvm.load %other : !llvm.ptr<7> -> i32
    llvm.return
  }

  llvm.func @no_wait() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    nvvm.cluster.arrive
    nvvm.cluster.arrive
    nvvm.cluster.wait
    llvm.return
  }

  llvm.func @no_arrival() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    nvvm.cluster.wait
    llvm.return
  }

  llvm.func @outside() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    %two = llvm.mlir.constant(2 : i32) : i32
    %base = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %other = nvvm.mapa %base, %two : !llvm.ptr<3> -> !llvm.ptr<7>
    llvm.return
  }

  llvm.func @deadlock(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %both = llvm.or %t, %b : i32
    %is_first = llvm.icmp "eq" %both, %zero : i32
    llvm.cond_br %is_first, ^first, ^others
  ^first:
    %all = llvm.mlir.constant(-1 : i32) : i32
    nvvm.bar.warp.sync %all : i32
    llvm.return
  ^others:
    nvvm.cluster.arrive
    nvvm.cluster.wait
    llvm.return
  }

  llvm.func @registers(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 2>} {
    %bx = nvvm.read.ptx.sreg.ctaid.x : i32
    %by = nvvm.read.ptx.sreg.ctaid.y : i32
    %nx = nvvm.read.ptx.sreg.nctaid.x : i32
    %ten = llvm.mlir.constant(10 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %clusters = nvvm.read.ptx.sreg.nclusterid.y : i32
    %cx = nvvm.read.ptx.sreg.clusterid.x : i32
    %ix = nvvm.read.ptx.sreg.cluster.ctaid.x : i32
    %iy = nvvm.read.ptx.sreg.cluster.ctaid.y : i32
    %sx = nvvm.read.ptx.sreg.cluster.nctaid.x : i32
    %sy = nvvm.read.ptx.sreg.cluster.nctaid.y : i32
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %0 = llvm.mul %clusters, %ten : i32
    %1 = llvm.add %0, %cx : i32
    %2 = llvm.mul %1, %ten : i32
    %3 = llvm.add %2, %ix : i32
    %4 = llvm.mul %3, %ten : i32
    %5 = llvm.add %4, %iy : i32
    %6 = llvm.mul %5, %ten : i32
    %z = llvm.mul %6, %ten : i32
    %7 = llvm.mul %sx, %ten : i32
    %8 = llvm.add %7, %sy : i32
    %9 = llvm.mul %8, %ten : i32
    %10 = llvm.add %9, %rank : i32
    %ten2 = llvm.mul %z, %ten : i32
    %v = llvm.add %ten2, %10 : i32
    %row = llvm.mul %by, %nx : i32
    %i = llvm.add %row, %bx : i32
    %to = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }
}
