// RUN: phobos-opt %s --phobos-roll-tiles | FileCheck %s

// A row of 100,000 columns: its maximum and its sum of exponentials are a loop each, which carries a chunk, and the
// quotients a third one; each loads the row. 100,000 = 20 * 5000, a multiple of the 4 elements in 16 bytes.
// CHECK-LABEL: phobos.kernel @softmax(
// CHECK: %[[MAX:.+]] = scf.for {{.+}} iter_args(%[[BEST:.+]] = %{{.+}}) -> (!phobos.tile<1x5000xf32>) {
// CHECK: %[[X:.+]] = phobos.load {{.*}} :+ 5000] masked [0, 1]
// CHECK: arith.maximumf %[[BEST]], %[[X]] : !phobos.tile<1x5000xf32>
// CHECK: }
// CHECK: %[[M:.+]] = phobos.reduce <max> %[[MAX]] dim 1 : !phobos.tile<1x5000xf32> -> !phobos.tile<1x1xf32>
// CHECK: scf.for {{.+}} -> (!phobos.tile<1x5000xf32>) {
// CHECK: phobos.load
// CHECK: phobos.broadcast %[[M]] : !phobos.tile<1x1xf32> -> !phobos.tile<1x5000xf32>
// CHECK: math.exp
// CHECK: }
// CHECK: %[[L:.+]] = phobos.reduce <add>
// CHECK: scf.for
// CHECK: phobos.load
// CHECK: math.exp
// CHECK: phobos.broadcast %[[L]]
// CHECK: phobos.store
// CHECK-NOT: 100000xf32
phobos.kernel @softmax(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index, %N: index)
    attributes {phobos.noalias} {
  %r = phobos.block_id x
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[%M, %N] : !phobos.view<?x?xf32>
  %Y = phobos.view %y[%M, %N] : !phobos.view<?x?xf32>
  %t = phobos.load %X[%r :+ 1, %c0 :+ 100000] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<1x100000xf32>
  %m = phobos.reduce <max> %t dim 1 : !phobos.tile<1x100000xf32> -> !phobos.tile<1x1xf32>
  %mb = phobos.broadcast %m : !phobos.tile<1x1xf32> -> !phobos.tile<1x100000xf32>
  %d = arith.subf %t, %mb : !phobos.tile<1x100000xf32>
  %e = math.exp %d : !phobos.tile<1x100000xf32>
  %l = phobos.reduce <add> %e dim 1 : !phobos.tile<1x100000xf32> -> !phobos.tile<1x1xf32>
  %lb = phobos.broadcast %l : !phobos.tile<1x1xf32> -> !phobos.tile<1x100000xf32>
  %q = arith.divf %e, %lb : !phobos.tile<1x100000xf32>
  phobos.store %q, %Y[%r :+ 1, %c0 :+ 100000] masked [0, 1] : !phobos.tile<1x100000xf32>, !phobos.view<?x?xf32>
  phobos.return
}

// A prime number of columns, 8 * 8192 + 1: the last chunk is one element, which needs no mask, as the tile has none.
// CHECK-LABEL: phobos.kernel @ragged(
// CHECK: scf.for
// CHECK: phobos.load {{.*}} :+ 8192] :
// CHECK: phobos.store {{.*}} :+ 8192] :
// CHECK: }
// CHECK: phobos.load {{.*}} :+ 1] :
// CHECK: phobos.store {{.*}} :+ 1] :
phobos.kernel @ragged(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 65537] : !phobos.view<?xf32> -> !phobos.tile<65537xf32>
  %u = arith.addf %t, %t : !phobos.tile<65537xf32>
  phobos.store %u, %A[%c0 :+ 65537] : !phobos.tile<65537xf32>, !phobos.view<?xf32>
  phobos.return
}

// Two arguments may overlap: a test says whether loads and stores may take turns. On its other side the tile is kept.
// CHECK-LABEL: phobos.kernel @copy(
// CHECK: %[[APART:.+]] = phobos.views_apart %{{.+}}, %{{.+}} or_equal
// CHECK: scf.if %[[APART]] {
// CHECK: scf.for
// CHECK: phobos.load
// CHECK: phobos.store
// CHECK: } else {
// CHECK: %[[ROOM:.+]] = phobos.chunks : !phobos.chunks<8 of !phobos.tile<8192xf32>>
// CHECK: scf.for
// CHECK: phobos.load
// CHECK: phobos.put_chunk %{{.+}}, %[[ROOM]]
// CHECK: scf.for
// CHECK: phobos.get_chunk %[[ROOM]]
// CHECK: phobos.store
phobos.kernel @copy(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %B = phobos.view %b[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 65536] masked [0] : !phobos.view<?xf32> -> !phobos.tile<65536xf32>
  phobos.store %t, %B[%c0 :+ 65536] masked [0] : !phobos.tile<65536xf32>, !phobos.view<?xf32>
  phobos.return
}

// In one argument, elements move by one: chunk by chunk, a store would be read by the next chunk's load.
// CHECK-LABEL: phobos.kernel @shifted(
// CHECK-NOT: phobos.views_apart
// CHECK: phobos.chunks
// CHECK: phobos.put_chunk
// CHECK: phobos.get_chunk
// CHECK: phobos.store
phobos.kernel @shifted(%a: !phobos.ptr<f32>, %N: index) attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 262144] masked [0] : !phobos.view<?xf32> -> !phobos.tile<262144xf32>
  phobos.store %t, %A[%c1 :+ 262144] masked [0] : !phobos.tile<262144xf32>, !phobos.view<?xf32>
  phobos.return
}

// The tile is read once more after its memory was written: its first values are kept.
// CHECK-LABEL: phobos.kernel @overwritten(
// CHECK: phobos.chunks
// CHECK: phobos.put_chunk
// CHECK: phobos.reduce <add>
// CHECK: phobos.get_chunk
// CHECK: phobos.store
phobos.kernel @overwritten(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %N: index) attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %B = phobos.view %b[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 262144] masked [0] : !phobos.view<?xf32> -> !phobos.tile<262144xf32>
  %u = arith.negf %t : !phobos.tile<262144xf32>
  phobos.store %u, %A[%c0 :+ 262144] masked [0] : !phobos.tile<262144xf32>, !phobos.view<?xf32>
  %s = phobos.reduce <add> %t dim 0 : !phobos.tile<262144xf32> -> !phobos.tile<1xf32>
  %sb = phobos.broadcast %s : !phobos.tile<1xf32> -> !phobos.tile<262144xf32>
  %v = arith.addf %t, %sb : !phobos.tile<262144xf32>
  phobos.store %v, %B[%c0 :+ 262144] masked [0] : !phobos.tile<262144xf32>, !phobos.view<?xf32>
  phobos.return
}

// Positions along the chunked dim begin at the chunk's start; a comparison with one number stays one.
// CHECK-LABEL: phobos.kernel @positions(
// CHECK: %[[LOW:.+]] = arith.maxsi %{{.+}}, %{{.+}} : index
// CHECK: %[[BOUND:.+]] = arith.minsi %[[LOW]], %{{.+}} : index
// CHECK: scf.for %[[I:.+]] =
// CHECK: %[[REST:.+]] = arith.subi %[[BOUND]], %[[I]] : index
// CHECK: %[[AT:.+]] = phobos.iota 0 : !phobos.tile<8192xindex>
// CHECK: %[[ALL:.+]] = phobos.splat %[[REST]] : !phobos.tile<8192xindex>
// CHECK: arith.cmpi slt, %[[AT]], %[[ALL]]
phobos.kernel @positions(%a: !phobos.ptr<f32>, %N: index, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %i = phobos.iota 0 : !phobos.tile<65536xindex>
  %b = phobos.splat %n : !phobos.tile<65536xindex>
  %inside = arith.cmpi slt, %i, %b : !phobos.tile<65536xindex>
  %low = arith.constant dense<0.0> : !phobos.tile<65536xf32>
  %v = phobos.splat %x : !phobos.tile<65536xf32>
  %w = phobos.where %inside, %v, %low : !phobos.tile<65536xi1>, !phobos.tile<65536xf32>
  phobos.store %w, %A[%c0 :+ 65536] masked [0] : !phobos.tile<65536xf32>, !phobos.view<?xf32>
  phobos.return
}

// Sums along rows are complete in each chunk of rows; sums along columns are not.
// CHECK-LABEL: phobos.kernel @both_sums(
// CHECK: %[[SUM:.+]] = scf.for {{.+}} -> (!phobos.tile<8x1024xf32>) {
// CHECK: %[[ROWS:.+]] = phobos.reduce <add> %{{.+}} dim 1 : !phobos.tile<8x1024xf32> -> !phobos.tile<8x1xf32>
// CHECK: phobos.store %[[ROWS]]
// CHECK: phobos.reduce <add> %[[SUM]] dim 0 : !phobos.tile<8x1024xf32> -> !phobos.tile<1x1024xf32>
// CHECK: phobos.store
phobos.kernel @both_sums(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %c: !phobos.ptr<f32>) attributes {phobos.noalias} {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[1024, 1024] : !phobos.view<1024x1024xf32>
  %B = phobos.view %b[1024, 1] : !phobos.view<1024x1xf32>
  %C = phobos.view %c[1, 1024] : !phobos.view<1x1024xf32>
  %t = phobos.load %A[%c0 :+ 1024, %c0 :+ 1024] : !phobos.view<1024x1024xf32> -> !phobos.tile<1024x1024xf32>
  %r = phobos.reduce <add> %t dim 1 : !phobos.tile<1024x1024xf32> -> !phobos.tile<1024x1xf32>
  phobos.store %r, %B[%c0 :+ 1024, %c0 :+ 1] : !phobos.tile<1024x1xf32>, !phobos.view<1024x1xf32>
  %s = phobos.reduce <add> %t dim 0 : !phobos.tile<1024x1024xf32> -> !phobos.tile<1x1024xf32>
  phobos.store %s, %C[%c0 :+ 1, %c0 :+ 1024] : !phobos.tile<1x1024xf32>, !phobos.view<1x1024xf32>
  phobos.return
}

// What is made of no memory is made in each chunk again; nothing of it is left outside of the loop around.
// CHECK-LABEL: phobos.kernel @filled_in_a_loop(
// CHECK-NOT: 262144xf32
phobos.kernel @filled_in_a_loop(%a: !phobos.ptr<f32>, %N: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %zero = arith.constant dense<0.0> : !phobos.tile<262144xf32>
  scf.for %i = %c0 to %n step %c1 {
    phobos.store %zero, %A[%i :+ 262144] masked [0] : !phobos.tile<262144xf32>, !phobos.view<?xf32>
  }
  phobos.return
}

// Registers hold it: 100 elements a thread of 512 are read once and stay there, as each is needed three times.
// CHECK-LABEL: phobos.kernel @negative_fits(
// CHECK-NOT: scf.for
// CHECK: phobos.return
phobos.kernel @negative_fits(%x: !phobos.ptr<f32>, %M: index) {
  %r = phobos.block_id x
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[%M, 50304] : !phobos.view<?x50304xf32>
  %t = phobos.load %X[%r :+ 1, %c0 :+ 50304] masked [0] : !phobos.view<?x50304xf32> -> !phobos.tile<1x50304xf32>
  %m = phobos.reduce <max> %t dim 1 : !phobos.tile<1x50304xf32> -> !phobos.tile<1x1xf32>
  %mb = phobos.broadcast %m : !phobos.tile<1x1xf32> -> !phobos.tile<1x50304xf32>
  %d = arith.subf %t, %mb : !phobos.tile<1x50304xf32>
  phobos.store %d, %X[%r :+ 1, %c0 :+ 50304] masked [0] : !phobos.tile<1x50304xf32>, !phobos.view<?x50304xf32>
  phobos.return
}

// A loop carries the tile: each iteration needs all of it.
// CHECK-LABEL: phobos.kernel @negative_carried(
// CHECK: scf.for {{.+}} -> (!phobos.tile<262144xf32>)
phobos.kernel @negative_carried(%a: !phobos.ptr<f32>, %N: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 262144] masked [0] : !phobos.view<?xf32> -> !phobos.tile<262144xf32>
  %u = scf.for %i = %c0 to %n step %c1 iter_args(%v = %t) -> (!phobos.tile<262144xf32>) {
    %w = math.exp %v : !phobos.tile<262144xf32>
    scf.yield %w : !phobos.tile<262144xf32>
  }
  phobos.store %u, %A[%c0 :+ 262144] masked [0] : !phobos.tile<262144xf32>, !phobos.view<?xf32>
  phobos.return
}

// A reshape moves elements between chunks.
// CHECK-LABEL: phobos.kernel @negative_reshaped(
// CHECK: phobos.reshape {{.*}} !phobos.tile<262144xf32>
phobos.kernel @negative_reshaped(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[512, 512] : !phobos.view<512x512xf32>
  %B = phobos.view %b[262144] : !phobos.view<262144xf32>
  %t = phobos.load %A[%c0 :+ 512, %c0 :+ 512] : !phobos.view<512x512xf32> -> !phobos.tile<512x512xf32>
  %u = phobos.reshape %t : !phobos.tile<512x512xf32> -> !phobos.tile<262144xf32>
  phobos.store %u, %B[%c0 :+ 262144] : !phobos.tile<262144xf32>, !phobos.view<262144xf32>
  phobos.return
}

// A volatile read happens as often as it is written.
// CHECK-LABEL: phobos.kernel @negative_volatile(
// CHECK-NOT: scf.for
// CHECK: phobos.return
phobos.kernel @negative_volatile(%a: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 65536] masked [0] volatile : !phobos.view<?xf32> -> !phobos.tile<65536xf32>
  phobos.store %t, %A[%c0 :+ 65536] masked [0] : !phobos.tile<65536xf32>, !phobos.view<?xf32>
  phobos.return
}
