// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute --cse | FileCheck %s

// The offset moves the view's address, which is what has to be aligned.
// CHECK-LABEL: gpu.func @offset
// CHECK-SAME: %[[A:[a-z0-9]+]]: !llvm.ptr<1>, %[[O:[a-z0-9]+]]: index
// CHECK: %[[O64:.*]] = arith.index_cast %[[O]] : index to i64
// CHECK: %[[START:.*]] = llvm.getelementptr %[[A]][%[[O64]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
// CHECK: llvm.getelementptr %[[START]]
// CHECK: llvm.ptrtoint %[[START]]
phobos.kernel @offset(%a: !phobos.ptr<f32>, %o: index, %n: index) threads 64 {
  %c0 = arith.constant 0 : index
  %A = phobos.view %a[%n] offset %o loose : !phobos.view<?xf32>
  %t = phobos.load %A[%c0 :+ 256] masked [0] : !phobos.view<?xf32> -> !phobos.tile<256xf32>
  phobos.return
}
