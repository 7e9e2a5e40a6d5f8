// A kernel may have the name of a function of the C library that its code calls.
// erf(exp(0)) = 0.842701.

// RUN: phobos-host-run %s 1=0 | FileCheck %s
// RUN: sed s/@free/@malloc/ %s | phobos-host-run - 1=0 | FileCheck %s
// RUN: sed s/@free/@expf/ %s | phobos-host-run - 1=0 | FileCheck %s
// RUN: sed s/@free/@erff/ %s | phobos-host-run - 1=0 | FileCheck %s
// RUN: sed s/@free/@memcpy/ %s | phobos-host-run - 1=0 | FileCheck %s
// CHECK: arg0: 0.84270
phobos.kernel @free(%x: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[1] : !phobos.view<1xf32>
  %a = phobos.load %X[%c0 :+ 1] : !phobos.view<1xf32> -> !phobos.tile<1xf32>
  %b = math.exp %a : !phobos.tile<1xf32>
  %c = math.erf %b : !phobos.tile<1xf32>
  phobos.store %c, %X[%c0 :+ 1] : !phobos.tile<1xf32>, !phobos.view<1xf32>
  phobos.return
}
