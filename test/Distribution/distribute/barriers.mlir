// RUN: phobos-opt %s --phobos-plan-products --phobos-add-repack-kernels --phobos-assign-layouts --phobos-distribute=print-barriers --split-input-file --verify-diagnostics

// A load of other elements than were stored: another thread may have stored them.
phobos.kernel @other_elements(%p: !phobos.ptr<f32> {phobos.name = "A"}, %x: f32) threads 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %p[128] : !phobos.view<128xf32>
  %t = phobos.splat %x : !phobos.tile<32xf32>
  // expected-note@+1 {{the other access}}
  phobos.store %t, %A[%c0 :+ 32] : !phobos.tile<32xf32>, !phobos.view<128xf32>
  // expected-remark@+1 {{barrier: this load of 'A' and the store to 'A' may meet in two threads}}
  %u = phobos.load %A[%c1 :+ 32] : !phobos.view<128xf32> -> !phobos.tile<32xf32>
  phobos.return
}

// -----

// The same elements lie in the same threads.
phobos.kernel @same_elements(%p: !phobos.ptr<f32> {phobos.name = "A"}, %x: f32) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %p[128] : !phobos.view<128xf32>
  %t = phobos.splat %x : !phobos.tile<128xf32>
  // expected-note@+1 {{the other access}}
  phobos.store %t, %A[%c0 :+ 128] : !phobos.tile<128xf32>, !phobos.view<128xf32>
  // expected-remark@+1 {{no barrier: this load of 'A' and the store to 'A' access the same elements by the same threads}}
  %u = phobos.load %A[%c0 :+ 128] : !phobos.view<128xf32> -> !phobos.tile<128xf32>
  phobos.return
}

// -----

// Two arguments may overlap, which one test tells; two accesses share it.
phobos.kernel @arguments(%p: !phobos.ptr<f32> {phobos.name = "A"}, %q: !phobos.ptr<f32> {phobos.name = "B"}) threads 32 {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %A = phobos.view %p[128] : !phobos.view<128xf32>
  %B = phobos.view %q[128] : !phobos.view<128xf32>
  // expected-note@+1 {{the other access}}
  %t = phobos.load %A[%c0 :+ 32] : !phobos.view<128xf32> -> !phobos.tile<32xf32>
  // expected-note@+1 {{and: this store to 'B' and the load of 'A' may meet where their memory overlaps}}
  %u = phobos.load %A[%c64 :+ 32] : !phobos.view<128xf32> -> !phobos.tile<32xf32>
  %v = arith.addf %t, %u : !phobos.tile<32xf32>
  // expected-remark@+1 {{barrier by a test: this store to 'B' and the load of 'A' may meet where their memory overlaps}}
  phobos.store %v, %B[%c0 :+ 32] : !phobos.tile<32xf32>, !phobos.view<128xf32>
  phobos.return
}

// -----

// Where the kernel says that none overlap, there is no test either.
phobos.kernel @noalias(%p: !phobos.ptr<f32> {phobos.name = "A"}, %q: !phobos.ptr<f32> {phobos.name = "B"}) threads 32 attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %A = phobos.view %p[128] : !phobos.view<128xf32>
  %B = phobos.view %q[128] : !phobos.view<128xf32>
  // expected-note@+1 {{the other access}}
  %t = phobos.load %A[%c0 :+ 32] : !phobos.view<128xf32> -> !phobos.tile<32xf32>
  // expected-remark@+1 {{no barrier: this store to 'B' and the load of 'A' do not meet, as the kernel is @noalias}}
  phobos.store %t, %B[%c0 :+ 32] : !phobos.tile<32xf32>, !phobos.view<128xf32>
  phobos.return
}

// -----

// What decides is said alone: of the load of B, which never meets the store to
// A, nothing.
phobos.kernel @strongest(%p: !phobos.ptr<f32> {phobos.name = "A"}, %q: !phobos.ptr<f32> {phobos.name = "B"}) threads 32 attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %p[128] : !phobos.view<128xf32>
  %B = phobos.view %q[128] : !phobos.view<128xf32>
  %t = phobos.load %B[%c0 :+ 32] : !phobos.view<128xf32> -> !phobos.tile<32xf32>
  // expected-note@+1 {{the other access}}
  %u = phobos.load %A[%c1 :+ 32] : !phobos.view<128xf32> -> !phobos.tile<32xf32>
  // expected-remark@+1 {{barrier: this store to 'A' and the load of 'A' may meet in two threads}}
  phobos.store %t, %A[%c0 :+ 32] : !phobos.tile<32xf32>, !phobos.view<128xf32>
  phobos.return
}

// -----

// The next iteration stores to what this one reads.
phobos.kernel @iterations(%p: !phobos.ptr<f32> {phobos.name = "A"}, %n: index) threads 32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %p[%n] : !phobos.view<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    // expected-remark@+2 {{barrier: this load of 'A' and the store to 'A' of an earlier iteration may meet in two threads}}
    // expected-note@+1 {{the other access}}
    %t = phobos.load %A[%i :+ 128] masked [0] : !phobos.view<?xf32> -> !phobos.tile<128xf32>
    // expected-note@+2 {{the other access}}
    // expected-remark@+1 {{no barrier: this store to 'A' and the load of 'A' access the same elements by the same threads}}
    phobos.store %t, %A[%i :+ 128] masked [0] : !phobos.tile<128xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// -----

// Sums of atomics come out alike in any order.
phobos.kernel @atomics_commute(%p: !phobos.ptr<i32> {phobos.name = "A"}, %x: i32) threads 32 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %p[32] : !phobos.view<32xi32>
  %t = phobos.splat %x : !phobos.tile<32xi32>
  // expected-note@+1 {{the other access}}
  %0 = phobos.atomic <add> %t, %A[%c0 :+ 32] order <relaxed> : !phobos.tile<32xi32>, !phobos.view<32xi32>
  // expected-remark@+1 {{no barrier: this atomic of 'A' and the atomic of 'A' commute}}
  %1 = phobos.atomic <add> %t, %A[%c0 :+ 32] order <relaxed> : !phobos.tile<32xi32>, !phobos.view<32xi32>
  phobos.return
}

// -----

// An atomic that releases comes behind all, and all come behind one that acquires,
// whatever memory they access.
phobos.kernel @atomics_order(%p: !phobos.ptr<i32> {phobos.name = "A"}, %q: !phobos.ptr<i32> {phobos.name = "B"}, %x: i32) threads 32 attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %A = phobos.view %p[32] : !phobos.view<32xi32>
  %B = phobos.view %q[32] : !phobos.view<32xi32>
  %t = phobos.splat %x : !phobos.tile<32xi32>
  // expected-note@+1 {{the other access}}
  phobos.store %t, %B[%c0 :+ 32] : !phobos.tile<32xi32>, !phobos.view<32xi32>
  // expected-note@+2 {{the other access}}
  // expected-remark@+1 {{barrier: an atomic that releases waits for what is before it}}
  %0 = phobos.atomic <add> %t, %A[%c0 :+ 32] order <acq_rel> : !phobos.tile<32xi32>, !phobos.view<32xi32>
  // expected-remark@+1 {{barrier: what follows an atomic that acquires waits for it}}
  %u = phobos.load %B[%c0 :+ 32] : !phobos.view<32xi32> -> !phobos.tile<32xi32>
  phobos.return
}

// -----

// Two reductions across warps use shared memory of their own.
phobos.kernel @reductions(%p: !phobos.ptr<f32>) threads 128 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %p[512] : !phobos.view<512xf32>
  %t = phobos.load %A[%c0 :+ 512] : !phobos.view<512xf32> -> !phobos.tile<512xf32>
  // expected-remark@+2 {{no barrier: no other warp may still read the shared memory that this writes}}
  // expected-remark@+1 {{barrier: other threads read what this has written to shared memory}}
  %m = phobos.reduce <max> %t dim 0 : !phobos.tile<512xf32> -> !phobos.tile<1xf32>
  // expected-remark@+2 {{no barrier: no other warp may still read the shared memory that this writes}}
  // expected-remark@+1 {{barrier: other threads read what this has written to shared memory}}
  %s = phobos.reduce <add> %t dim 0 : !phobos.tile<512xf32> -> !phobos.tile<1xf32>
  phobos.return
}

// -----

// More than is free beside it: the second write waits for the readers of the first.
phobos.kernel @large(%p: !phobos.ptr<f32>) threads 128 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %p[64, 128] : !phobos.view<64x128xf32>
  %t = phobos.load %A[%c0 :+ 64, %c0 :+ 128] : !phobos.view<64x128xf32> -> !phobos.tile<64x128xf32>
  // expected-remark@+3 {{no barrier: no other warp may still read the shared memory that this writes}}
  // expected-remark@+2 {{barrier: other threads read what this has written to shared memory}}
  // expected-note@+1 {{the read}}
  %r = phobos.reshape %t : !phobos.tile<64x128xf32> -> !phobos.tile<32x256xf32>
  // expected-remark@+2 {{barrier: other threads may still read the shared memory that this writes}}
  // expected-remark@+1 {{barrier: other threads read what this has written to shared memory}}
  %q = phobos.reshape %r : !phobos.tile<32x256xf32> -> !phobos.tile<16x512xf32>
  phobos.return
}

// -----

// One exchange in a loop: the next iteration's write comes after this one's reads,
// which is known at the loop's end only.
phobos.kernel @one_in_a_loop(%p: !phobos.ptr<f32>, %n: index) threads 128 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %p[512] : !phobos.view<512xf32>
  %t = phobos.load %A[%c0 :+ 512] : !phobos.view<512xf32> -> !phobos.tile<512xf32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> !phobos.tile<512xf32> {
    // expected-remark@+3 {{barrier: other threads may still be in an earlier iteration, and read the shared memory that this writes}}
    // expected-note@+2 {{the read}}
    // expected-remark@+1 {{barrier: other threads read what this has written to shared memory}}
    %m = phobos.reduce <max> %x dim 0 : !phobos.tile<512xf32> -> !phobos.tile<1xf32>
    %b = phobos.broadcast %m : !phobos.tile<1xf32> -> !phobos.tile<512xf32>
    %d = arith.subf %x, %b : !phobos.tile<512xf32>
    scf.yield %d : !phobos.tile<512xf32>
  }
  phobos.return
}

// -----

// Two of them: between two iterations' writes to one place lies the other's barrier,
// so the barrier that was made on trial does not stand.
phobos.kernel @two_in_a_loop(%p: !phobos.ptr<f32>, %n: index) threads 128 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %p[512] : !phobos.view<512xf32>
  %t = phobos.load %A[%c0 :+ 512] : !phobos.view<512xf32> -> !phobos.tile<512xf32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> !phobos.tile<512xf32> {
    // expected-remark@+2 {{no barrier: no other warp may still read the shared memory that this writes}}
    // expected-remark@+1 {{barrier: other threads read what this has written to shared memory}}
    %m = phobos.reduce <max> %x dim 0 : !phobos.tile<512xf32> -> !phobos.tile<1xf32>
    %b = phobos.broadcast %m : !phobos.tile<1xf32> -> !phobos.tile<512xf32>
    %d = arith.subf %x, %b : !phobos.tile<512xf32>
    // expected-remark@+2 {{no barrier: no other warp may still read the shared memory that this writes}}
    // expected-remark@+1 {{barrier: other threads read what this has written to shared memory}}
    %s = phobos.reduce <add> %d dim 0 : !phobos.tile<512xf32> -> !phobos.tile<1xf32>
    %c = phobos.broadcast %s : !phobos.tile<1xf32> -> !phobos.tile<512xf32>
    %e = arith.addf %d, %c : !phobos.tile<512xf32>
    scf.yield %e : !phobos.tile<512xf32>
  }
  phobos.return
}

// -----

// One warp transposes: its lanes wait for each other alone, also in a loop.
phobos.kernel @within_warps(%p: !phobos.ptr<f32>, %q: !phobos.ptr<f32>, %n: index) threads 32 attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %p[16, 32] : !phobos.view<16x32xf32>
  %B = phobos.view %q[32, 16] : !phobos.view<32x16xf32>
  scf.for %i = %c0 to %n step %c1 {
    // expected-note@+3 {{the other access}}
    // expected-note@+2 {{and: this store to 'arg1' and the load of 'arg0' do not meet, as the kernel is @noalias}}
    // expected-remark@+1 {{no barrier: this load of 'arg0' and the store to 'arg1' of an earlier iteration do not meet, as the kernel is @noalias}}
    %t = phobos.load %A[%c0 :+ 16, %c0 :+ 32] : !phobos.view<16x32xf32> -> !phobos.tile<16x32xf32>
    // expected-remark@+2 {{no barrier: no other warp may still read the shared memory that this writes}}
    // expected-remark@+1 {{no barrier: only the lanes of a warp exchange elements, and wait for each other alone}}
    %u = phobos.transpose %t [1, 0] : !phobos.tile<16x32xf32> -> !phobos.tile<32x16xf32>
    // expected-note@+3 {{the other access}}
    // expected-note@+2 {{and: this store to 'arg1' and the store to 'arg1' of an earlier iteration access the same elements by the same threads}}
    // expected-remark@+1 {{no barrier: this store to 'arg1' and the load of 'arg0' of an earlier iteration do not meet, as the kernel is @noalias}}
    phobos.store %u, %B[%c0 :+ 32, %c0 :+ 16] : !phobos.tile<32x16xf32>, !phobos.view<32x16xf32>
  }
  phobos.return
}

// -----

// A loop that moves what it reads and writes along: no iteration meets another's elements.
phobos.kernel @moved_apart(%p: !phobos.ptr<f32> {phobos.name = "A"}, %n: index) threads 32 {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %A = phobos.view %p[%n] : !phobos.view<?xf32>
  scf.for %i = %c0 to %n step %c128 {
    // expected-note@+3 {{and: this store to 'A' and the load of 'A' access the same elements by the same threads}}
    // expected-remark@+2 {{no barrier: this load of 'A' and the store to 'A' of an earlier iteration do not meet, as the loop moves both along by their length or more}}
    // expected-note@+1 {{the other access}}
    %t = phobos.load %A[%i :+ 128] masked [0] : !phobos.view<?xf32> -> !phobos.tile<128xf32>
    // expected-note@+3 {{the other access}}
    // expected-remark@+2 {{no barrier: this store to 'A' and the load of 'A' of an earlier iteration do not meet, as the loop moves both along by their length or more}}
    // expected-note@+1 {{and: this store to 'A' and the store to 'A' of an earlier iteration do not meet, as the loop moves both along by their length or more}}
    phobos.store %t, %A[%i :+ 128] masked [0] : !phobos.tile<128xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// -----

// A planned product: its ring is made by one thread; then warps keep to themselves.
// expected-remark@+1 {{barrier: all threads use the mbarriers that the first one initialises}}
phobos.kernel @planned(%a: !phobos.ptr<bf16> {phobos.name = "A", phobos.extents = ["M", "K"]},
                       %b: !phobos.ptr<bf16> {phobos.name = "B", phobos.extents = ["K", "N"]},
                       %c: !phobos.ptr<f32> {phobos.name = "C", phobos.extents = ["M", "N"]},
                       %M: index {phobos.name = "M"}, %K: index {phobos.name = "K"},
                       %N: index {phobos.name = "N"}) attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %A = phobos.view %a[%M, %K] : !phobos.view<?x?xbf16>
  %B = phobos.view %b[%K, %N] : !phobos.view<?x?xbf16>
  %C = phobos.view %c[%M, %N] : !phobos.view<?x?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<64x64xf32>
  %sum = scf.for %k = %c0 to %K step %c64 iter_args(%acc = %zero) -> !phobos.tile<64x64xf32> {
    // Of the kernel that copies A and B where their rows are not aligned.
    // expected-remark@+2 {{no barrier: this store to 'target' and the load of 'source' do not meet, as the kernel is @noalias}}
    // expected-note@+1 {{the other access}}
    %l = phobos.load %A[%c0 :+ 64, %k :+ 64] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %m = phobos.load %B[%k :+ 64, %c0 :+ 64] masked [0, 1]
        : !phobos.view<?x?xbf16> -> !phobos.tile<64x64xbf16>
    %d = phobos.dot %l, %m, %acc
        : !phobos.tile<64x64xbf16>, !phobos.tile<64x64xbf16> -> !phobos.tile<64x64xf32>
    scf.yield %d : !phobos.tile<64x64xf32>
  }
  // expected-remark@+2 {{no barrier: no other warp may still read the shared memory that this writes}}
  // expected-remark@+1 {{no barrier: only the lanes of a warp exchange elements, and wait for each other alone}}
  phobos.store %sum, %C[%c0 :+ 64, %c0 :+ 64] masked [0, 1]
      : !phobos.tile<64x64xf32>, !phobos.view<?x?xf32>
  phobos.return
}
