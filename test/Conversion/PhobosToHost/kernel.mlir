// RUN: phobos-opt --phobos-convert-to-linalg --split-input-file %s | FileCheck %s

// A kernel becomes the function of one block and the loops over the grid, x innermost.
// Pointers are memrefs of rank 0; block ids and numbers are the last arguments.
// CHECK-LABEL: func.func private @position.block(
// CHECK-SAME:    %[[PTR:[^:]*]]: memref<i64>, %[[N:[^:]*]]: index,
// CHECK-SAME:    %[[X:[^:]*]]: index, %[[Y:[^:]*]]: index, %[[Z:[^:]*]]: index,
// CHECK-SAME:    %[[NX:[^:]*]]: index, %{{[^:]*}}: index, %{{[^:]*}}: index) -> (i64, i64) {
// CHECK:         memref.reinterpret_cast %[[PTR]] to offset: [%{{.*}}], sizes: [%[[N]]], strides: [1]
// CHECK:         %[[XY:.*]] = arith.addi %[[X]], %[[Y]]
// CHECK:         %[[XYZ:.*]] = arith.addi %[[XY]], %[[Z]]
// CHECK:         arith.muli %[[XYZ]], %[[NX]]
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK:         return %[[ZERO]], %[[ZERO]] : i64, i64
// CHECK-LABEL: func.func @position.grid(
// CHECK-SAME:    %[[PTR:[^:]*]]: memref<i64>, %[[N:[^:]*]]: index,
// CHECK-SAME:    %[[BX:[^:]*]]: i64, %[[BY:[^:]*]]: i64, %[[BZ:[^:]*]]: i64) -> (i64, i64) {
// CHECK-DAG:     %[[NZ:.*]] = arith.index_cast %[[BZ]] : i64 to index
// CHECK-DAG:     %[[NY:.*]] = arith.index_cast %[[BY]] : i64 to index
// CHECK-DAG:     %[[NX:.*]] = arith.index_cast %[[BX]] : i64 to index
// CHECK:         scf.for %[[Z:.*]] = %{{.*}} to %[[NZ]]
// CHECK:           scf.for %[[Y:.*]] = %{{.*}} to %[[NY]]
// CHECK:             scf.for %[[X:.*]] = %{{.*}} to %[[NX]]
// CHECK:               call @position.block(%[[PTR]], %[[N]], %[[X]], %[[Y]], %[[Z]], %[[NX]], %[[NY]], %[[NZ]])
phobos.kernel @position(%p: !phobos.ptr<i64>, %n: index) {
  %A = phobos.view %p[%n] : !phobos.view<?xi64>
  %x = phobos.block_id x
  %y = phobos.block_id y
  %z = phobos.block_id z
  %s = arith.addi %x, %y : index
  %u = arith.addi %s, %z : index
  %nx = phobos.num_blocks x
  %t = arith.muli %u, %nx : index
  %v = phobos.load %A[%t :+ 1] unchecked [0] : !phobos.view<?xi64> -> !phobos.tile<1xi64>
  phobos.store %v, %A[%t :+ 1] unchecked [0] : !phobos.tile<1xi64>, !phobos.view<?xi64>
  phobos.return
}

// -----

// What follows a promise runs only where it holds; else its number and the value are
// the result. The loops stop calling the block function at the first result that is
// not 0.
// CHECK-LABEL: func.func private @promised.block(
// CHECK-SAME:    %[[N:[^:]*]]: index, %[[M:[^:]*]]: index
// CHECK:         %[[REST:.*]] = arith.remsi %[[N]], %{{.*}}
// CHECK:         %[[HOLDS:.*]] = arith.cmpi eq, %[[REST]], %{{.*}}
// CHECK:         %[[RESULT:.*]]:2 = scf.if %[[HOLDS]] -> (i64, i64) {
// CHECK:           %[[ABOVE:.*]] = arith.cmpi sge, %[[M]]
// CHECK:           %[[BELOW:.*]] = arith.cmpi sle, %[[M]]
// CHECK:           %[[BOTH:.*]] = arith.andi %[[ABOVE]], %[[BELOW]]
// CHECK:           %[[INNER:.*]]:2 = scf.if %[[BOTH]]
// CHECK:             %[[EQUAL:.*]] = arith.cmpi eq, %[[N]], %[[M]]
// CHECK:             scf.if %[[EQUAL]]
// CHECK:               memref.reinterpret_cast
// CHECK:             else
// CHECK:               arith.constant 3 : i64
// CHECK:           else
// CHECK:             %[[TWO:.*]] = arith.constant 2 : i64
// CHECK:             %[[MI:.*]] = arith.index_cast %[[M]] : index to i64
// CHECK:             scf.yield %[[TWO]], %[[MI]]
// CHECK:           scf.yield %[[INNER]]#0, %[[INNER]]#1
// CHECK:         else
// CHECK:           %[[ONE:.*]] = arith.constant 1 : i64
// CHECK:           %[[NI:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK:           scf.yield %[[ONE]], %[[NI]]
// CHECK:         return %[[RESULT]]#0, %[[RESULT]]#1
// CHECK-LABEL: func.func @promised.grid(
// CHECK-SAME:    attributes {phobos.promised_values = [", got {}", ", got {}", ", got {}", ", got N = {1:i64}, M = {2:i64}"],
// CHECK-SAME:    phobos.promises = [
// CHECK-SAME:      "{{.*}}:[[@LINE+16]]:8: expected 'N' to be a multiple of 64",
// CHECK-SAME:      "{{.*}}: expected 'M' to be from 1 to 8",
// CHECK-SAME:      "{{.*}}: expected 'N' to be equal to 'M'",
// CHECK-SAME:      "{{.*}}: expected @require(N < M) to hold"]}
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK:         scf.for {{.*}} iter_args
// CHECK:           scf.for {{.*}} iter_args
// CHECK:             scf.for {{.*}} iter_args(%[[STATUS:.*]] = %{{.*}}, %[[VALUE:.*]] = %{{.*}})
// CHECK:               %[[KEPT:.*]] = arith.cmpi eq, %[[STATUS]], %[[ZERO]]
// CHECK:               scf.if %[[KEPT]]
// CHECK:                 %[[CALL:.*]]:2 = func.call @promised.block
// CHECK:                 scf.yield %[[CALL]]#0, %[[CALL]]#1
// CHECK:               else
// CHECK:                 scf.yield %[[STATUS]], %[[VALUE]]
phobos.kernel @promised(%p: !phobos.ptr<f32>, %n: index {phobos.name = "N"}, %m: index {phobos.name = "M"}) {
  %c0 = arith.constant 0 : index
  %q = phobos.promise #phobos.divisible<64> %n
  %r = phobos.promise #phobos.bounded<1, 8> %m
  %s = phobos.promise #phobos.same %n, %m
  %d = arith.subi %m, %n : index
  %u = phobos.promise #phobos.bounded<1, 100> %d message "@require(N < M)"
  %A = phobos.view %p[%q] : !phobos.view<?xf32>
  %v = phobos.load %A[%c0 :+ 1] : !phobos.view<?xf32> -> !phobos.tile<1xf32>
  phobos.store %v, %A[%c0 :+ 1] : !phobos.tile<1xf32>, !phobos.view<?xf32>
  phobos.return
}
