// Text that a program wrote says in comments what it comes from: errors, notes and the locations of ops are there, from a
// place up to the next one. A comment that is no such list is a comment.
// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s
// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s --check-prefix=REST

kernel k(A: tensor<f32>[N]) {
  let x = A[0 :+ 4] + unknown
  A[0 :+ 4] = x + other
}

// CHECK: kernel.py:12:30: error: unknown name 'unknown'
// CHECK: fn.py:3:7: error: unknown name 'other'
// REST-NOT: origins.ph:{{.*}}: error

//@at 8:3=1:1
//@file kernel.py
//@at 6:1=11:1 7:3=12:9 7:23=12:30
//@at 1:1 2:2=x 0:1=3:3 9:9=4
//@file fn.py
//@at 8:3=3:1 8:19=3:7
