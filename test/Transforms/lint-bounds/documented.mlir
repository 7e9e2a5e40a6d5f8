// The example of phobos-lint-bounds's documentation, at each level.
// RUN: phobos-opt --phobos-lint-bounds %s 2>&1 | FileCheck %s -DLEVEL=warning
// RUN: not phobos-opt --phobos-lint-bounds=level=error %s 2>&1 | FileCheck %s -DLEVEL=error
// RUN: phobos-opt --phobos-lint-bounds=level=off %s 2>&1 | FileCheck %s --check-prefix=OFF
// OFF-NOT: {{error|warning}}:

phobos.kernel @row_max(%x: !phobos.ptr<f32> {phobos.name = "X"}, %y: !phobos.ptr<f32>,
                       %M: index {phobos.name = "M"}, %N: index {phobos.name = "N"}) {
  %r = arith.constant 0 : index
  %c = arith.constant 0 : index
  %X = phobos.view %x[%M, %N] : !phobos.view<?x?xf32>
  %Y = phobos.view %y[%M, 1] : !phobos.view<?x1xf32>
  %t = phobos.load %X[%r :+ 4, %c :+ 256] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<4x256xf32>
  // CHECK-NOT: {{error|warning}}:
  // CHECK: [[#@LINE+3]]:8: [[LEVEL]]: {{.*}}; write load(…, fill = -inf) or where(iota(1) < N, t, -inf) [max-over-fill]
  // CHECK: [[#@LINE-3]]:8: note: dim 1 of this slice may go beyond 'N'
  // CHECK-NOT: {{error|warning}}:
  %m = phobos.reduce <max> %t dim 1 : !phobos.tile<4x256xf32> -> !phobos.tile<4x1xf32>
  phobos.store %m, %Y[%r :+ 4, %c :+ 1] masked [0] : !phobos.tile<4x1xf32>, !phobos.view<?x1xf32>
  phobos.return
}
