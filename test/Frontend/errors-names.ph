// RUN: not phobos-translate --import-phobos %s 2>&1 | FileCheck %s --strict-whitespace

// CHECK:      [[#@LINE+3]]:2: error: unknown attribute '@autotun'; did you mean 'autotune'?
// CHECK-NEXT: {{^}}@autotun(TM in [64]){{$}}
// CHECK-NEXT: {{^}} ^{{$}}
@autotun(TM in [64])
kernel names(A: tensor<f32>[M, N], n: i32) {
  let alpha = 1.0
  // CHECK: [[#@LINE+3]]:11: error: unknown name 'alhpa'; did you mean 'alpha'?
  // CHECK-NEXT:   let x = alhpa * 2
  // CHECK-NEXT: {{^}}          ^{{$}}
  let x = alhpa * 2
  // A name that is not near gets no hint, and no second error follows from it.
  // CHECK: [[#@LINE+1]]:11: error: unknown name 'completely_else'{{$}}
  let y = completely_else * A[0 :+ 4, 0 :+ 4]
  let z = y + x
  // CHECK: [[#@LINE+1]]:11: error: unknown function 'whre'; did you mean 'where'?
  let w = whre(true, 1, 2)
  // CHECK: [[#@LINE+1]]:26: error: unknown argument 'fil' of load(from, fill, {{.*}}); did you mean 'fill'?
  let v = load(A[0, :4], fil = 0)
  // CHECK: [[#@LINE+1]]:10: error: unknown type 'f31'; did you mean 'f32'?
  var t: f31 = 0
  // CHECK: [[#@LINE+1]]:17: error: unknown member 'ctx.blok.x'; did you mean 'block.x'?
  let pos = 1 + ctx.blok.x
  // CHECK: [[#@LINE+2]]:7: error: 'alpha' is already bound in this block
  // CHECK: [[#@LINE-18]]:7: note: here
  let alpha = 2
  // CHECK: [[#@LINE+2]]:3: error: expected a var, 'alpha' cannot be assigned
  // CHECK: [[#@LINE-21]]:7: note: declare it with var here
  alpha = 3
  // CHECK: [[#@LINE+1]]:3: error: expected a var, 'n' cannot be assigned
  n += 1
  // CHECK: [[#@LINE+1]]:11: error: expected a function, 'alpha' is a value
  let u = alpha(1)
  // CHECK: [[#@LINE+1]]:11: error: missing argument 'b', expected where(condition, a, b)
  let s = where(true, 1)
  // CHECK: [[#@LINE+1]]:20: error: too many arguments, expected exp(x)
  let r = exp(1.0, 2.0)
  // CHECK: [[#@LINE+1]]:3: error: expected a var, 'ctx' cannot be assigned
  ctx = 3
}
