// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -mlir-print-op-generic | phobos-opt | FileCheck %s

// CHECK-LABEL: phobos.kernel @view
// CHECK-SAME:  (%[[A:.*]]: !phobos.ptr<f32>, %[[M:.*]]: index, %[[N:.*]]: index)
phobos.kernel @view(%a: !phobos.ptr<f32>, %M: index, %N: index) {
  // CHECK: phobos.view %[[A]][8, 64] : !phobos.view<8x64xf32>
  %0 = phobos.view %a[8, 64] : !phobos.view<8x64xf32>
  // CHECK: phobos.view %[[A]][%[[M]], 0, %[[N]]] : !phobos.view<?x0x?xf32>
  %1 = phobos.view %a[%M, 0, %N] : !phobos.view<?x0x?xf32>
  // CHECK: phobos.view %[[A]][%[[M]], 64] strides [%[[N]], 1] : !phobos.view<?x64xf32, strides = [?, 1]>
  %2 = phobos.view %a[%M, 64] strides [%N, 1] : !phobos.view<?x64xf32, strides = [?, 1]>
  // A stride of 0 repeats a row.
  // CHECK: phobos.view %[[A]][%[[M]], 64] strides [0, 1] {note} : !phobos.view<?x64xf32, strides = [0, 1]>
  %3 = phobos.view %a[%M, 64] strides [0, 1] {note} : !phobos.view<?x64xf32, strides = [0, 1]>
  // CHECK: phobos.view %[[A]][%[[M]]] offset %[[N]] : !phobos.view<?xf32>
  %offset = phobos.view %a[%M] offset %N : !phobos.view<?xf32>
  // CHECK: phobos.view %[[A]][%[[M]], 64] strides [%[[N]], 1] offset %[[N]] loose {note} : !phobos.view<?x64xf32, strides = [?, 1]>
  %loose = phobos.view %a[%M, 64] strides [%N, 1] offset %N loose {note} : !phobos.view<?x64xf32, strides = [?, 1]>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @load_and_store
phobos.kernel @load_and_store(%a: !phobos.ptr<f32>, %M: index, %r: index, %c: index) {
  %A = phobos.view %a[%M, 64] : !phobos.view<?x64xf32>
  // CHECK: %[[T:.*]] = phobos.load %[[A:.*]][%[[R:.*]] :+ 64, %[[C:.*]] :+ 16] : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
  %0 = phobos.load %A[%r :+ 64, %c :+ 16] : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
  // CHECK: phobos.load %[[A]][%[[R]] :+ 64, %[[C]] :+ 16] masked [0, 1] fill 1.0 {note} :
  %1 = phobos.load %A[%r :+ 64, %c :+ 16] masked [0, 1] fill 1.0 {note} : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
  // CHECK: phobos.load %[[A]][%[[R]] :+ 64, %[[C]] :+ 16] masked [1] unchecked [0] :
  %2 = phobos.load %A[%r :+ 64, %c :+ 16] masked [1] unchecked [0] : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
  // CHECK: phobos.load %[[A]][%[[R]] :+ 64, %[[C]] :+ 16] masked [1] fill 1.0 cache <cg> evict <last> volatile {note} :
  %3 = phobos.load %A[%r :+ 64, %c :+ 16] masked [1] fill 1.0 cache <cg> evict <last> volatile {note} : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
  // CHECK: phobos.load %[[A]][%[[R]] :+ 64, %[[C]] :+ 16] evict <first> :
  %4 = phobos.load %A[%r :+ 64, %c :+ 16] evict <first> : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
  // CHECK: phobos.store %[[T]], %[[A]][%[[R]] :+ 64, %[[C]] :+ 16] : !phobos.tile<64x16xf32>, !phobos.view<?x64xf32>
  phobos.store %0, %A[%r :+ 64, %c :+ 16] : !phobos.tile<64x16xf32>, !phobos.view<?x64xf32>
  // CHECK: phobos.store %[[T]], %[[A]][%[[R]] :+ 64, %[[C]] :+ 16] masked [0] unchecked [1] {note} :
  phobos.store %0, %A[%r :+ 64, %c :+ 16] masked [0] unchecked [1] {note} : !phobos.tile<64x16xf32>, !phobos.view<?x64xf32>
  // CHECK: phobos.store %[[T]], %[[A]][%[[R]] :+ 64, %[[C]] :+ 16] masked [0] cache <wt> evict <first> volatile :
  phobos.store %0, %A[%r :+ 64, %c :+ 16] masked [0] cache <wt> evict <first> volatile : !phobos.tile<64x16xf32>, !phobos.view<?x64xf32>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @float_fills
phobos.kernel @float_fills(%a: !phobos.ptr<f32>, %i: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf32>
  // CHECK: fill 0.0 :
  %0 = phobos.load %A[%i :+ 4] masked [0] fill 0.0 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  // CHECK: fill -0.0 :
  %1 = phobos.load %A[%i :+ 4] masked [0] fill -0.0 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  // CHECK: fill inf :
  %2 = phobos.load %A[%i :+ 4] masked [0] fill inf : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  // CHECK: fill -inf :
  %3 = phobos.load %A[%i :+ 4] masked [0] fill -inf : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  // CHECK: fill nan :
  %4 = phobos.load %A[%i :+ 4] masked [0] fill nan : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  // CHECK: fill -nan :
  %5 = phobos.load %A[%i :+ 4] masked [0] fill -nan : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  // A NaN with a payload keeps it.
  // CHECK: fill nan(0x7F800001) :
  %6 = phobos.load %A[%i :+ 4] masked [0] fill nan(0x7F800001) : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  // The nearest f32 reads back from few digits.
  // CHECK: fill 0.1 :
  %7 = phobos.load %A[%i :+ 4] masked [0] fill 0.1 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  // The smallest denormal of f32, 2^-149.
  // CHECK: fill 1.4013E-45 :
  %8 = phobos.load %A[%i :+ 4] masked [0] fill 1.4e-45 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  // The largest f32, (2 - 2^-23) * 2^127.
  // CHECK: fill -3.4028235E+38 :
  %9 = phobos.load %A[%i :+ 4] masked [0] fill -3.4028234663852886e+38 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @fills_of_other_types
phobos.kernel @fills_of_other_types(%a: !phobos.ptr<f8E4M3FN>, %b: !phobos.ptr<f8E5M2>, %c: !phobos.ptr<f16>,
    %d: !phobos.ptr<bf16>, %e: !phobos.ptr<f64>, %i: index) {
  %A = phobos.view %a[8] : !phobos.view<8xf8E4M3FN>
  %B = phobos.view %b[8] : !phobos.view<8xf8E5M2>
  %C = phobos.view %c[8] : !phobos.view<8xf16>
  %D = phobos.view %d[8] : !phobos.view<8xbf16>
  %E = phobos.view %e[8] : !phobos.view<8xf64>
  // CHECK: fill -448.0 :
  %0 = phobos.load %A[%i :+ 4] masked [0] fill -448.0 : !phobos.view<8xf8E4M3FN> -> !phobos.tile<4xf8E4M3FN>
  // CHECK: fill -inf :
  %1 = phobos.load %B[%i :+ 4] masked [0] fill -inf : !phobos.view<8xf8E5M2> -> !phobos.tile<4xf8E5M2>
  // CHECK: fill 65504.0 :
  %2 = phobos.load %C[%i :+ 4] masked [0] fill 65504.0 : !phobos.view<8xf16> -> !phobos.tile<4xf16>
  // CHECK: fill 3.14063 :
  %3 = phobos.load %D[%i :+ 4] masked [0] fill 3.14 : !phobos.view<8xbf16> -> !phobos.tile<4xbf16>
  // CHECK: fill 0.30000000000000004 :
  %4 = phobos.load %E[%i :+ 4] masked [0] fill 0.30000000000000004 : !phobos.view<8xf64> -> !phobos.tile<4xf64>
  phobos.return
}

// Integers are signless: the same bits may be written as signed or unsigned.
// CHECK-LABEL: phobos.kernel @integer_fills
phobos.kernel @integer_fills(%a: !phobos.ptr<i8>, %b: !phobos.ptr<i64>, %c: !phobos.ptr<i1>, %i: index) {
  %A = phobos.view %a[8] : !phobos.view<8xi8>
  %B = phobos.view %b[8] : !phobos.view<8xi64>
  %C = phobos.view %c[8] : !phobos.view<8xi1>
  // CHECK: fill -1 :
  %0 = phobos.load %A[%i :+ 4] masked [0] fill 255 : !phobos.view<8xi8> -> !phobos.tile<4xi8>
  // CHECK: fill -128 :
  %1 = phobos.load %A[%i :+ 4] masked [0] fill -128 : !phobos.view<8xi8> -> !phobos.tile<4xi8>
  // CHECK: fill -1 :
  %2 = phobos.load %B[%i :+ 4] masked [0] fill 18446744073709551615 : !phobos.view<8xi64> -> !phobos.tile<4xi64>
  // CHECK: fill -9223372036854775808 :
  %3 = phobos.load %B[%i :+ 4] masked [0] fill -9223372036854775808 : !phobos.view<8xi64> -> !phobos.tile<4xi64>
  // CHECK: fill 1 :
  %4 = phobos.load %C[%i :+ 4] masked [0] fill 1 : !phobos.view<8xi1> -> !phobos.tile<4xi1>
  // CHECK: fill 0 :
  %5 = phobos.load %C[%i :+ 4] masked [0] fill 0 : !phobos.view<8xi1> -> !phobos.tile<4xi1>
  phobos.return
}

// An access that lists no dims prints none, and is the one without a list.
// CHECK-LABEL: phobos.kernel @empty_lists
phobos.kernel @empty_lists(%a: !phobos.ptr<i8>, %i: index) {
  %A = phobos.view %a[8] : !phobos.view<8xi8>
  // CHECK: phobos.load %{{.*}}[%{{.*}} :+ 4] : !phobos.view<8xi8> -> !phobos.tile<4xi8>
  %0 = phobos.load %A[%i :+ 4] masked [] unchecked [] : !phobos.view<8xi8> -> !phobos.tile<4xi8>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @views_apart
phobos.kernel @views_apart(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %N: index) {
  %A = phobos.view %a[%N] : !phobos.view<?xf32>
  %B = phobos.view %b[%N] : !phobos.view<?xf32>
  // CHECK: phobos.views_apart %{{.*}}, %{{.*}} : !phobos.view<?xf32>, !phobos.view<?xf32>
  %0 = phobos.views_apart %A, %B : !phobos.view<?xf32>, !phobos.view<?xf32>
  // CHECK: phobos.views_apart %{{.*}}, %{{.*}} or_equal : !phobos.view<?xf32>, !phobos.view<?xf32>
  %1 = phobos.views_apart %A, %B or_equal : !phobos.view<?xf32>, !phobos.view<?xf32>
  phobos.return
}
