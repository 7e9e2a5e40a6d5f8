// CHECK: [[#@LINE+4]]:8: error: 'k' is defined twice
// CHECK: [[#@LINE+2]]:4: note: first here
// CHECK: [[#@LINE+3]]:7: error: 'k' is defined twice
fn k(x) { return x }
kernel k() {}
const k = 3

