// RUN: phobos-opt %s -canonicalize | FileCheck %s

// 32 is a multiple of 16, and lies in [0, 32].
// CHECK-LABEL: phobos.kernel @facts_of_constants
// CHECK-SAME:  (%[[A:.*]]: !phobos.ptr<f32>)
// CHECK:         %[[C:.*]] = arith.constant 32 : index
// CHECK-NEXT:    %[[V:.*]] = phobos.view %[[A]][%[[C]], %[[C]], %[[C]], %[[C]]]
// CHECK-NOT:     phobos.assume
// CHECK-NOT:     phobos.promise
phobos.kernel @facts_of_constants(%a: !phobos.ptr<f32>) {
  %c = arith.constant 32 : index
  %0 = phobos.assume #phobos.divisible<16> %c
  %1 = phobos.promise #phobos.divisible<16> %c
  %2 = phobos.promise #phobos.bounded<0, 32> %c
  %3 = phobos.assume #phobos.same %c, %c
  %A = phobos.view %a[%0, %1, %2, %3] : !phobos.view<?x?x?x?xf32>
  %t = arith.constant dense<0.0> : !phobos.tile<1x1x1x1xf32>
  phobos.store %t, %A[%c :+ 1, %c :+ 1, %c :+ 1, %c :+ 1] : !phobos.tile<1x1x1x1xf32>, !phobos.view<?x?x?x?xf32>
  phobos.return
}

// CHECK-LABEL: phobos.kernel @same_as_itself
// CHECK-NEXT:    phobos.return
phobos.kernel @same_as_itself(%n: index) {
  %0 = phobos.promise #phobos.same %n, %n
  phobos.return
}

// A promise is a check: it stays though nobody uses its result.
// CHECK-LABEL: phobos.kernel @negative_unused_promise
// CHECK-NEXT:    phobos.promise #phobos.divisible<16>
phobos.kernel @negative_unused_promise(%n: index) {
  %0 = phobos.promise #phobos.divisible<16> %n
  phobos.return
}

// A broken promise traps when the kernel runs; the compiler must not hide it.
// CHECK-LABEL: phobos.kernel @negative_broken_promise
// CHECK-COUNT-3: phobos.promise
phobos.kernel @negative_broken_promise() {
  %c = arith.constant 33 : index
  %d = arith.constant 32 : index
  %0 = phobos.promise #phobos.divisible<16> %c
  %1 = phobos.promise #phobos.bounded<0, 32> %c
  %2 = phobos.promise #phobos.same %c, %d
  phobos.return
}
