// The largest error of each formula, in units in the last place of the result,
// against libm in double precision, over a sweep of float bit patterns. It runs on
// the CPU, whose exp2f is nearly exact: on the GPU the error of ex2.approx (two
// units) is added, where the formula uses it.
// RUN: phobos-opt %s --phobos-expand-math --convert-scf-to-cf --convert-math-to-llvm \
// RUN:   --convert-arith-to-llvm --convert-cf-to-llvm --convert-func-to-llvm \
// RUN:   --reconcile-unrealized-casts \
// RUN: | mlir-runner -e main --entry-point-result=void -O2 | FileCheck %s

// CHECK: exp: within 2
// CHECK: log: within 1
// CHECK: log2: within 2
// CHECK: sin: within 2
// CHECK: sin of large: within 3
// CHECK: cos: within 2
// CHECK: cos of large: within 3
// CHECK: tanh: within 2
// CHECK: erf: within 3
// CHECK: pow(x, 1.7): within 3
// CHECK: pow(x, -41.3): within 3
// CHECK: pow(1.7, x): within 3

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global internal constant @within("%s: within %.0f\0A\00")
llvm.mlir.global internal constant @beyond("%s: at %a beyond %.0f by %f\0A\00")

func.func private @exp(f64) -> f64
func.func private @log(f64) -> f64
func.func private @log2(f64) -> f64
func.func private @sin(f64) -> f64
func.func private @cos(f64) -> f64
func.func private @tanh(f64) -> f64
func.func private @erf(f64) -> f64
func.func private @pow(f64, f64) -> f64

func.func @f_exp(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}
func.func @f_log(%x: f32) -> f32 {
  %y = math.log %x : f32
  return %y : f32
}
func.func @f_log2(%x: f32) -> f32 {
  %y = math.log2 %x : f32
  return %y : f32
}
func.func @f_sin(%x: f32) -> f32 {
  %y = math.sin %x : f32
  return %y : f32
}
func.func @f_cos(%x: f32) -> f32 {
  %y = math.cos %x : f32
  return %y : f32
}
func.func @f_tanh(%x: f32) -> f32 {
  %y = math.tanh %x : f32
  return %y : f32
}
func.func @f_erf(%x: f32) -> f32 {
  %y = math.erf %x : f32
  return %y : f32
}
func.func @f_pow17(%x: f32) -> f32 {
  %c = arith.constant 1.7 : f32
  %y = math.powf %x, %c : f32
  return %y : f32
}
func.func @r_pow17(%x: f64) -> f64 {
  %c = arith.constant 1.7 : f32
  %d = arith.extf %c : f32 to f64
  %y = func.call @pow(%x, %d) : (f64, f64) -> f64
  return %y : f64
}
func.func @f_pow41(%x: f32) -> f32 {
  %c = arith.constant -41.3 : f32
  %y = math.powf %x, %c : f32
  return %y : f32
}
func.func @r_pow41(%x: f64) -> f64 {
  %c = arith.constant -41.3 : f32
  %d = arith.extf %c : f32 to f64
  %y = func.call @pow(%x, %d) : (f64, f64) -> f64
  return %y : f64
}
func.func @f_powx(%x: f32) -> f32 {
  %c = arith.constant 1.7 : f32
  %y = math.powf %c, %x : f32
  return %y : f32
}
func.func @r_powx(%x: f64) -> f64 {
  %c = arith.constant 1.7 : f32
  %d = arith.extf %c : f32 to f64
  %y = func.call @pow(%d, %x) : (f64, f64) -> f64
  return %y : f64
}

// |y - r| in units of the last place that a float has at r.
func.func @ulps(%y: f32, %r: f64) -> f64 {
  %c52 = arith.constant 52 : i64
  %mask = arith.constant 2047 : i64
  %least = arith.constant 897 : i64
  %c23 = arith.constant 23 : i64
  %bits = arith.bitcast %r : f64 to i64
  %shifted = arith.shrui %bits, %c52 : i64
  %exponent = arith.andi %shifted, %mask : i64
  %bounded = arith.maxsi %exponent, %least : i64
  %lower = arith.subi %bounded, %c23 : i64
  %unitBits = arith.shli %lower, %c52 : i64
  %unit = arith.bitcast %unitBits : i64 to f64
  %wide = arith.extf %y : f32 to f64
  %difference = arith.subf %wide, %r : f64
  %d = math.absf %difference : f64
  %q = arith.divf %d, %unit : f64
  return %q : f64
}

// Every 997th bit pattern from `first` to `last`, and the same negative unless
// `positive`. A result that no float holds is not counted.
func.func @check(%name: !llvm.ptr, %f: (f32) -> f32, %r: (f64) -> f64,
                 %first: f32, %last: f32, %positive: i1, %bound: f64) {
  %zero = arith.constant 0.0 : f64
  %zero32 = arith.constant 0.0 : f32
  %max = arith.constant 3.4028234663852886e38 : f64
  %step = arith.constant 997 : i32
  %lo = arith.bitcast %first : f32 to i32
  %hi = arith.bitcast %last : f32 to i32
  %sign = arith.constant 0x80000000 : i32
  %worst, %where = scf.for %i = %lo to %hi step %step
      iter_args(%w = %zero, %at = %zero32) -> (f64, f32) : i32 {
    %odd = arith.trunci %i : i32 to i1
    %plus = arith.ori %odd, %positive : i1
    %flipped = arith.xori %i, %sign : i32
    %b = arith.select %plus, %i, %flipped : i32
    %x = arith.bitcast %b : i32 to f32
    %xd = arith.extf %x : f32 to f64
    %y = func.call_indirect %f(%x) : (f32) -> f32
    %reference = func.call_indirect %r(%xd) : (f64) -> f64
    %size = math.absf %reference : f64
    %holds = arith.cmpf ole, %size, %max : f64
    %e = func.call @ulps(%y, %reference) : (f32, f64) -> f64
    // A NaN is greater, too.
    %greater = arith.cmpf ugt, %e, %w : f64
    %counts = arith.andi %greater, %holds : i1
    %w1 = arith.select %counts, %e, %w : f64
    %at1 = arith.select %counts, %x, %at : f32
    scf.yield %w1, %at1 : f64, f32
  }
  %good = arith.cmpf ole, %worst, %bound : f64
  scf.if %good {
    %text = llvm.mlir.addressof @within : !llvm.ptr
    %n = llvm.call @printf(%text, %name, %bound) vararg(!llvm.func<i32 (ptr, ...)>)
      : (!llvm.ptr, !llvm.ptr, f64) -> i32
  } else {
    %text = llvm.mlir.addressof @beyond : !llvm.ptr
    %at = arith.extf %where : f32 to f64
    %n = llvm.call @printf(%text, %name, %at, %bound, %worst)
      vararg(!llvm.func<i32 (ptr, ...)>)
      : (!llvm.ptr, !llvm.ptr, f64, f64, f64) -> i32
  }
  return
}

llvm.mlir.global internal constant @name0("exp\00")
llvm.mlir.global internal constant @name1("log\00")
llvm.mlir.global internal constant @name2("log2\00")
llvm.mlir.global internal constant @name3("sin\00")
llvm.mlir.global internal constant @name4("sin of large\00")
llvm.mlir.global internal constant @name5("cos\00")
llvm.mlir.global internal constant @name6("cos of large\00")
llvm.mlir.global internal constant @name7("tanh\00")
llvm.mlir.global internal constant @name8("erf\00")
llvm.mlir.global internal constant @name9("pow(x, 1.7)\00")
llvm.mlir.global internal constant @name10("pow(x, -41.3)\00")
llvm.mlir.global internal constant @name11("pow(1.7, x)\00")

func.func @main() {
  %true = arith.constant true
  %false = arith.constant false
  %b1 = arith.constant 1.0 : f64
  %b2 = arith.constant 2.0 : f64
  %b3 = arith.constant 3.0 : f64
  %n0 = llvm.mlir.addressof @name0 : !llvm.ptr
  %f0 = constant @f_exp : (f32) -> f32
  %r0 = constant @exp : (f64) -> f64
  %lo0 = arith.constant 1.0e-30 : f32
  %hi0 = arith.constant 104.0 : f32
  call @check(%n0, %f0, %r0, %lo0, %hi0, %false, %b2)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n1 = llvm.mlir.addressof @name1 : !llvm.ptr
  %f1 = constant @f_log : (f32) -> f32
  %r1 = constant @log : (f64) -> f64
  %lo1 = arith.constant 1.0e-44 : f32
  %hi1 = arith.constant 3.4e38 : f32
  call @check(%n1, %f1, %r1, %lo1, %hi1, %true, %b1)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n2 = llvm.mlir.addressof @name2 : !llvm.ptr
  %f2 = constant @f_log2 : (f32) -> f32
  %r2 = constant @log2 : (f64) -> f64
  %lo2 = arith.constant 1.0e-44 : f32
  %hi2 = arith.constant 3.4e38 : f32
  call @check(%n2, %f2, %r2, %lo2, %hi2, %true, %b2)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n3 = llvm.mlir.addressof @name3 : !llvm.ptr
  %f3 = constant @f_sin : (f32) -> f32
  %r3 = constant @sin : (f64) -> f64
  %lo3 = arith.constant 1.0e-30 : f32
  %hi3 = arith.constant 65536.0 : f32
  call @check(%n3, %f3, %r3, %lo3, %hi3, %false, %b2)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n4 = llvm.mlir.addressof @name4 : !llvm.ptr
  %f4 = constant @f_sin : (f32) -> f32
  %r4 = constant @sin : (f64) -> f64
  %lo4 = arith.constant 65536.0 : f32
  %hi4 = arith.constant 3.4e38 : f32
  call @check(%n4, %f4, %r4, %lo4, %hi4, %false, %b3)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n5 = llvm.mlir.addressof @name5 : !llvm.ptr
  %f5 = constant @f_cos : (f32) -> f32
  %r5 = constant @cos : (f64) -> f64
  %lo5 = arith.constant 1.0e-30 : f32
  %hi5 = arith.constant 65536.0 : f32
  call @check(%n5, %f5, %r5, %lo5, %hi5, %false, %b2)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n6 = llvm.mlir.addressof @name6 : !llvm.ptr
  %f6 = constant @f_cos : (f32) -> f32
  %r6 = constant @cos : (f64) -> f64
  %lo6 = arith.constant 65536.0 : f32
  %hi6 = arith.constant 3.4e38 : f32
  call @check(%n6, %f6, %r6, %lo6, %hi6, %false, %b3)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n7 = llvm.mlir.addressof @name7 : !llvm.ptr
  %f7 = constant @f_tanh : (f32) -> f32
  %r7 = constant @tanh : (f64) -> f64
  %lo7 = arith.constant 1.0e-38 : f32
  %hi7 = arith.constant 3.4e38 : f32
  call @check(%n7, %f7, %r7, %lo7, %hi7, %false, %b2)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n8 = llvm.mlir.addressof @name8 : !llvm.ptr
  %f8 = constant @f_erf : (f32) -> f32
  %r8 = constant @erf : (f64) -> f64
  %lo8 = arith.constant 1.0e-37 : f32
  %hi8 = arith.constant 3.4e38 : f32
  call @check(%n8, %f8, %r8, %lo8, %hi8, %false, %b3)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n9 = llvm.mlir.addressof @name9 : !llvm.ptr
  %f9 = constant @f_pow17 : (f32) -> f32
  %r9 = constant @r_pow17 : (f64) -> f64
  %lo9 = arith.constant 1.0e-44 : f32
  %hi9 = arith.constant 3.4e38 : f32
  call @check(%n9, %f9, %r9, %lo9, %hi9, %true, %b3)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n10 = llvm.mlir.addressof @name10 : !llvm.ptr
  %f10 = constant @f_pow41 : (f32) -> f32
  %r10 = constant @r_pow41 : (f64) -> f64
  %lo10 = arith.constant 1.0e-44 : f32
  %hi10 = arith.constant 3.4e38 : f32
  call @check(%n10, %f10, %r10, %lo10, %hi10, %true, %b3)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  %n11 = llvm.mlir.addressof @name11 : !llvm.ptr
  %f11 = constant @f_powx : (f32) -> f32
  %r11 = constant @r_powx : (f64) -> f64
  %lo11 = arith.constant 1.0e-30 : f32
  %hi11 = arith.constant 400.0 : f32
  call @check(%n11, %f11, %r11, %lo11, %hi11, %false, %b3)
    : (!llvm.ptr, (f32) -> f32, (f64) -> f64, f32, f32, i1, f64) -> ()
  return
}
