// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s --strict-whitespace

// Each statement that fails is skipped, so one run shows them all. (The parser's
// unit test has the other cases.)

kernel syntax(A: tensor<f32>[M]) {
  // CHECK: errors-syntax.ph:[[#@LINE+3]]:7: error: expected a name after 'let', got '='
  // CHECK-NEXT: {{^}}  let = 1{{$}}
  // CHECK-NEXT: {{^}}      ^{{$}}
  let = 1
  // CHECK: [[#@LINE+1]]:17: error: comparisons do not chain, write 'a < b && b < c'
  let x = 1 < 2 < 3
  // CHECK: [[#@LINE+1]]:11: error: expected an expression (there is no unary plus), got '+'
  let y = + 2
  // CHECK: [[#@LINE+2]]:11: error: unexpected quote, the language has no strings
  // CHECK: [[#@LINE+2]]:3: error: expected an assignment or a call, this value is not used
  let z = "text"
  A
  // CHECK: [[#@LINE+1]]:4: error: expected an index or a slice in '[]'
  A[] = 1
  // CHECK: [[#@LINE+1]]:5: error: expected a start before ':+', write '0 :+ n'
  A[:+ 4] = 1
}
