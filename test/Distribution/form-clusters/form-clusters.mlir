// RUN: phobos-opt %s -split-input-file -phobos-plan-products -phobos-form-clusters -verify-diagnostics | FileCheck %s

// The example of the pass. Neighbours differ along x, as the last dim of what is
// stored walks along y: so A's tiles differ, and B's are the same.
// CHECK-LABEL: phobos.kernel @documented
// CHECK-SAME: phobos.cluster = 2
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 64, %{{.*}} :+ 64] masked [0, 1] {phobos.staged}
// CHECK: phobos.load %{{.*}}[%{{.*}} :+ 64, %{{.*}} :+ 64] masked [0, 1] {phobos.multicast = 2 : i64, phobos.staged}
phobos.kernel @documented(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
    %b: !phobos.ptr<bf16> {phobos.name = "B", phobos.extents = ["K", "N"]},
    %c: !phobos.ptr<f32> {phobos.name = "C", phobos.extents = ["M", "N"]},
    %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 64, s2 ceildiv 64, 1)>
    attributes {phobos.cluster = 2 : i64, phobos.noalias} {
  %x = phobos.block_id x
  %y = phobos.block_id y
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = arith.muli %x, %c64 : index
  %n = arith.muli %y, %c64 : index
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xbf16>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xbf16>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<64x64xf32> {
    %l = phobos.load %A[%m :+ 64, %k :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %r = phobos.load %B[%k :+ 64, %n :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %d = phobos.dot %l, %r, %acc : !phobos.tile<64x64xbf16>, !phobos.tile<64x64xbf16> -> !phobos.tile<64x64xf32>
    scf.yield %d : !phobos.tile<64x64xf32>
  }
  phobos.store %sum, %C[%m :+ 64, %n :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// -----

// One block is no cluster.
// CHECK-LABEL: phobos.kernel @one
// CHECK-NOT: phobos.cluster
// CHECK-NOT: phobos.multicast
phobos.kernel @one(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
    %b: !phobos.ptr<bf16> {phobos.name = "B", phobos.extents = ["K", "N"]},
    %c: !phobos.ptr<f32> {phobos.name = "C", phobos.extents = ["M", "N"]},
    %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 64, s2 ceildiv 64, 1)>
    attributes {phobos.cluster = 1 : i64, phobos.noalias} {
  %x = phobos.block_id x
  %y = phobos.block_id y
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = arith.muli %x, %c64 : index
  %n = arith.muli %y, %c64 : index
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xbf16>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xbf16>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<64x64xf32> {
    %l = phobos.load %A[%m :+ 64, %k :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %r = phobos.load %B[%k :+ 64, %n :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %d = phobos.dot %l, %r, %acc : !phobos.tile<64x64xbf16>, !phobos.tile<64x64xbf16> -> !phobos.tile<64x64xf32>
    scf.yield %d : !phobos.tile<64x64xf32>
  }
  phobos.store %sum, %C[%m :+ 64, %n :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// -----

// Half of a kernel's blocks would go around their rings more often than others.
// CHECK-LABEL: phobos.kernel @iterations
// CHECK-NOT: phobos.cluster
// CHECK-NOT: phobos.multicast
// expected-warning@+1 {{no clusters of 2 blocks: a loop of products depends on the block's position}}
phobos.kernel @iterations(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
    %b: !phobos.ptr<bf16> {phobos.name = "B", phobos.extents = ["K", "N"]},
    %c: !phobos.ptr<f32> {phobos.name = "C", phobos.extents = ["M", "N"]},
    %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 64, s2 ceildiv 64, 1)>
    attributes {phobos.cluster = 2 : i64, phobos.noalias} {
  %x = phobos.block_id x
  %y = phobos.block_id y
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = arith.muli %x, %c64 : index
  %n = arith.muli %y, %c64 : index
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xbf16>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xbf16>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %sum = scf.for %k = %n to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<64x64xf32> {
    %l = phobos.load %A[%m :+ 64, %k :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %r = phobos.load %B[%k :+ 64, %n :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %d = phobos.dot %l, %r, %acc : !phobos.tile<64x64xbf16>, !phobos.tile<64x64xbf16> -> !phobos.tile<64x64xf32>
    scf.yield %d : !phobos.tile<64x64xf32>
  }
  phobos.store %sum, %C[%m :+ 64, %n :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// -----

// Where each block reads rows of its own on both sides.
// CHECK-LABEL: phobos.kernel @own
// CHECK-NOT: phobos.multicast
// expected-warning@+1 {{no clusters of 2 blocks: no operand is the same in neighbouring blocks, with a multiple of 16 rows}}
phobos.kernel @own(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
    %b: !phobos.ptr<bf16> {phobos.name = "B", phobos.extents = ["K", "N"]},
    %c: !phobos.ptr<f32> {phobos.name = "C", phobos.extents = ["M", "N"]},
    %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 64, s2 ceildiv 64, 1)>
    attributes {phobos.cluster = 2 : i64, phobos.noalias} {
  %x = phobos.block_id x
  %y = phobos.block_id y
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = arith.muli %x, %c64 : index
  %n = arith.muli %y, %c64 : index
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xbf16>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xbf16>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<64x64xf32> {
    %l = phobos.load %A[%m :+ 64, %k :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %r = phobos.load %B[%k :+ 64, %m :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %d = phobos.dot %l, %r, %acc : !phobos.tile<64x64xbf16>, !phobos.tile<64x64xbf16> -> !phobos.tile<64x64xf32>
    scf.yield %d : !phobos.tile<64x64xf32>
  }
  phobos.store %sum, %C[%m :+ 64, %n :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// -----

// A block that makes an odd number even would read what its neighbour has written.
// CHECK-LABEL: phobos.kernel @read_and_written
// CHECK-NOT: phobos.multicast
// expected-warning@+1 {{no clusters of 2 blocks: the kernel writes before its last products, or reads there what it writes}}
phobos.kernel @read_and_written(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
    %b: !phobos.ptr<bf16> {phobos.name = "B", phobos.extents = ["K", "N"]},
    %c: !phobos.ptr<f32> {phobos.name = "C", phobos.extents = ["M", "N"]},
    %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 64, s2 ceildiv 64, 1)>
    attributes {phobos.cluster = 2 : i64, phobos.noalias} {
  %x = phobos.block_id x
  %y = phobos.block_id y
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %m = arith.muli %x, %c64 : index
  %n = arith.muli %y, %c64 : index
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xbf16>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xbf16>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %start = phobos.load %C[%m :+ 64, %n :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<64x64xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %start) -> !phobos.tile<64x64xf32> {
    %l = phobos.load %A[%m :+ 64, %k :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %r = phobos.load %B[%k :+ 64, %n :+ 64] masked [0, 1] : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %d = phobos.dot %l, %r, %acc : !phobos.tile<64x64xbf16>, !phobos.tile<64x64xbf16> -> !phobos.tile<64x64xf32>
    scf.yield %d : !phobos.tile<64x64xf32>
  }
  phobos.store %sum, %C[%m :+ 64, %n :+ 64] masked [0, 1] : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// -----

// Without planned products there is nothing to share.
// CHECK-LABEL: phobos.kernel @not_planned
// CHECK-NOT: phobos.cluster
phobos.kernel @not_planned() attributes {phobos.cluster = 2 : i64} {
  phobos.return
}

// -----

// CHECK-LABEL: phobos.kernel @negative_three
// CHECK-NOT: phobos.cluster
// expected-warning@+1 {{no clusters of 3 blocks: expected a power of two of at most 8}}
phobos.kernel @negative_three() grid affine_map<() -> (1, 1, 1)>
    attributes {phobos.cluster = 3 : i64, phobos.producers = 128 : i64} {
  phobos.return
}

// -----

// CHECK-LABEL: phobos.kernel @negative_sixteen
// CHECK-NOT: phobos.cluster
// expected-warning@+1 {{no clusters of 16 blocks: expected a power of two of at most 8}}
phobos.kernel @negative_sixteen() grid affine_map<() -> (1, 1, 1)>
    attributes {phobos.cluster = 16 : i64, phobos.producers = 128 : i64} {
  phobos.return
}
