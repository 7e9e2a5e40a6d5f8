// CHECK: none.ph:1:1: error: expected a kernel, the file has none
fn f(x) { return x }

