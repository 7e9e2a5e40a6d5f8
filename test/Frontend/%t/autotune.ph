// CHECK: [[#@LINE+3]]:11: error: expected 'NAME in [a, b, …]'
// CHECK: [[#@LINE+2]]:25: error: expected an integer, got 1.5
// CHECK: [[#@LINE+1]]:32: error: expected 'NAME in [a, b, …]'
@autotune(TM = 64, TN in [1.5], TK in [])
kernel k() {}
