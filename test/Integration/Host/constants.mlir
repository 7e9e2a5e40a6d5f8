// A tile that is stored twice, with another one of its shape in between: both shares of
// memory stay apart.

// RUN: phobos-host-run --kernel=twice %s 2=99 1=99 | FileCheck %s
// CHECK: arg0: -3 -3
// CHECK: arg1: -1
phobos.kernel @twice(%a: !phobos.ptr<i8>, %b: !phobos.ptr<i8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %A = phobos.view %a[2] : !phobos.view<2xi8>
  %B = phobos.view %b[1] : !phobos.view<1xi8>
  %0 = arith.constant dense<-3> : !phobos.tile<1xi8>
  phobos.store %0, %A[%c0 :+ 1] unchecked [0] : !phobos.tile<1xi8>, !phobos.view<2xi8>
  %1 = arith.constant dense<-1> : !phobos.tile<1xi8>
  phobos.store %1, %B[%c0 :+ 1] unchecked [0] : !phobos.tile<1xi8>, !phobos.view<1xi8>
  %2 = arith.constant dense<-3> : !phobos.tile<1xi8>
  phobos.store %2, %A[%c1 :+ 1] unchecked [0] : !phobos.tile<1xi8>, !phobos.view<2xi8>
  phobos.return
}
