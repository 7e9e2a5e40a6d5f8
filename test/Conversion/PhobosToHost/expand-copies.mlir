// RUN: phobos-opt %s -phobos-expand-copies | FileCheck %s

// CHECK-LABEL: func.func @strided
// CHECK-SAME:  (%[[A:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32, strided<[?], offset: ?>>)
// CHECK-NEXT:    linalg.copy ins(%[[A]] : memref<4xf32>) outs(%[[B]] : memref<4xf32, strided<[?], offset: ?>>)
// CHECK-NEXT:    return
func.func @strided(%a: memref<4xf32>, %b: memref<4xf32, strided<[?], offset: ?>>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  return
}
