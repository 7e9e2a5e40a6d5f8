// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s

// CHECK: [[#@LINE+1]]:2: error: expected attributes before a kernel or a for, 'helper' is an fn
@strict fn helper(x) { return x }
kernel statement() {
  // CHECK: [[#@LINE+1]]:16: error: expected 'for' after an attribute, got 'while'
  @pipeline(2) while true { }
}
