// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -mlir-print-op-generic | phobos-opt | FileCheck %s

// CHECK-LABEL: phobos.kernel @facts
// CHECK-SAME:  (%[[M:.*]]: index, %[[N:.*]]: index)
phobos.kernel @facts(%M: index, %N: index) {
  // CHECK: phobos.assume #phobos.divisible<16> %[[M]]
  %0 = phobos.assume #phobos.divisible<16> %M
  // CHECK: phobos.assume #phobos.bounded<-9223372036854775808, 9223372036854775807> %[[M]]
  %1 = phobos.assume #phobos.bounded<-9223372036854775808, 9223372036854775807> %M
  // CHECK: phobos.assume #phobos.same %[[M]], %[[N]] {note}
  %2 = phobos.assume #phobos.same %M, %N {note}
  // CHECK: phobos.promise #phobos.divisible<64> %[[M]]
  %3 = phobos.promise #phobos.divisible<64> %M
  // CHECK: phobos.promise #phobos.same %[[M]], %[[N]]
  %4 = phobos.promise #phobos.same %M, %N
  // CHECK: phobos.promise #phobos.bounded<1, 1> %[[M]] message "@require(N <= BN)" {note}
  %5 = phobos.promise #phobos.bounded<1, 1> %M message "@require(N <= BN)" {note}
  // CHECK: phobos.promise #phobos.same %[[M]], %[[N]] message "M == N"
  %6 = phobos.promise #phobos.same %M, %N message "M == N"
  phobos.return
}
