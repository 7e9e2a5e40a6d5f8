// Zeros, infinities, NaN and ones come out with the right sign for every pair of
// these arguments, as C99 defines them: the reference is libm in double precision,
// rounded to a float, and counts where it is 0, an infinity, NaN or 1.
// RUN: phobos-opt %s --phobos-expand-math --convert-scf-to-cf --convert-math-to-llvm \
// RUN:   --convert-arith-to-llvm --convert-cf-to-llvm --convert-func-to-llvm \
// RUN:   --reconcile-unrealized-casts \
// RUN: | mlir-runner -e main --entry-point-result=void -O2 | FileCheck %s

// CHECK: exp ok
// CHECK: exp2 ok
// CHECK: log ok
// CHECK: log2 ok
// CHECK: sqrt ok
// CHECK: sin ok
// CHECK: cos ok
// CHECK: tanh ok
// CHECK: erf ok
// CHECK: pow ok
// CHECK-NOT: wrong

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global internal constant @okay("%s ok\0A\00")
llvm.mlir.global internal constant @wrong("%s wrong: of %a, %a: %a, not %a\0A\00")
llvm.mlir.global internal constant @arguments(dense<[
  0.0, -0.0, 1.0, -1.0, 0x7F800000, 0xFF800000, 0x7FC00000, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0,
  2.5, -2.5, 3.4028235e38, -3.4028235e38, 1.0e-45, -1.0e-45, 1.0e5, -1.0e5
]> : tensor<21xf32>) : !llvm.array<21 x f32>

func.func private @exp(f64) -> f64
func.func private @exp2(f64) -> f64
func.func private @log(f64) -> f64
func.func private @log2(f64) -> f64
func.func private @sqrt(f64) -> f64
func.func private @sin(f64) -> f64
func.func private @cos(f64) -> f64
func.func private @tanh(f64) -> f64
func.func private @erf(f64) -> f64
func.func private @pow(f64, f64) -> f64

func.func @f_exp(%x: f32, %y: f32) -> f32 {
  %r = math.exp %x : f32
  return %r : f32
}
func.func @r_exp(%x: f64, %y: f64) -> f64 {
  %r = call @exp(%x) : (f64) -> f64
  return %r : f64
}

func.func @f_exp2(%x: f32, %y: f32) -> f32 {
  %r = math.exp2 %x : f32
  return %r : f32
}
func.func @r_exp2(%x: f64, %y: f64) -> f64 {
  %r = call @exp2(%x) : (f64) -> f64
  return %r : f64
}

func.func @f_log(%x: f32, %y: f32) -> f32 {
  %r = math.log %x : f32
  return %r : f32
}
func.func @r_log(%x: f64, %y: f64) -> f64 {
  %r = call @log(%x) : (f64) -> f64
  return %r : f64
}

func.func @f_log2(%x: f32, %y: f32) -> f32 {
  %r = math.log2 %x : f32
  return %r : f32
}
func.func @r_log2(%x: f64, %y: f64) -> f64 {
  %r = call @log2(%x) : (f64) -> f64
  return %r : f64
}

func.func @f_sqrt(%x: f32, %y: f32) -> f32 {
  %r = math.sqrt %x : f32
  return %r : f32
}
func.func @r_sqrt(%x: f64, %y: f64) -> f64 {
  %r = call @sqrt(%x) : (f64) -> f64
  return %r : f64
}

func.func @f_sin(%x: f32, %y: f32) -> f32 {
  %r = math.sin %x : f32
  return %r : f32
}
func.func @r_sin(%x: f64, %y: f64) -> f64 {
  %r = call @sin(%x) : (f64) -> f64
  return %r : f64
}

func.func @f_cos(%x: f32, %y: f32) -> f32 {
  %r = math.cos %x : f32
  return %r : f32
}
func.func @r_cos(%x: f64, %y: f64) -> f64 {
  %r = call @cos(%x) : (f64) -> f64
  return %r : f64
}

func.func @f_tanh(%x: f32, %y: f32) -> f32 {
  %r = math.tanh %x : f32
  return %r : f32
}
func.func @r_tanh(%x: f64, %y: f64) -> f64 {
  %r = call @tanh(%x) : (f64) -> f64
  return %r : f64
}

func.func @f_erf(%x: f32, %y: f32) -> f32 {
  %r = math.erf %x : f32
  return %r : f32
}
func.func @r_erf(%x: f64, %y: f64) -> f64 {
  %r = call @erf(%x) : (f64) -> f64
  return %r : f64
}

func.func @f_pow(%x: f32, %y: f32) -> f32 {
  %r = math.powf %x, %y : f32
  return %r : f32
}

func.func @argument(%i: index) -> f32 {
  %i64 = arith.index_cast %i : index to i64
  %base = llvm.mlir.addressof @arguments : !llvm.ptr
  %p = llvm.getelementptr %base[%i64] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %p : !llvm.ptr -> f32
  return %x : f32
}

// Whether `y` is `r`, where that is 0, an infinity, NaN or 1.
func.func @agrees(%y: f32, %r: f32) -> i1 {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %size = math.absf %r : f32
  %is0 = arith.cmpf oeq, %size, %zero : f32
  %is1 = arith.cmpf oeq, %size, %one : f32
  %isInfinity = arith.cmpf oeq, %size, %infinity : f32
  %isNaN = arith.cmpf uno, %r, %r : f32
  %yIsNaN = arith.cmpf uno, %y, %y : f32
  %yBits = arith.bitcast %y : f32 to i32
  %rBits = arith.bitcast %r : f32 to i32
  %same = arith.cmpi eq, %yBits, %rBits : i32
  %a = arith.ori %is0, %is1 : i1
  %exact = arith.ori %a, %isInfinity : i1
  %true = arith.constant true
  %ordinary = arith.select %exact, %same, %true : i1
  %good = arith.select %isNaN, %yIsNaN, %ordinary : i1
  return %good : i1
}

func.func @check(%name: !llvm.ptr, %f: (f32, f32) -> f32, %r: (f64, f64) -> f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 21 : index
  %true = arith.constant true
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%all0 = %true) -> i1 {
    %row = scf.for %j = %c0 to %n step %c1 iter_args(%all1 = %all0) -> i1 {
      %x = func.call @argument(%i) : (index) -> f32
      %y = func.call @argument(%j) : (index) -> f32
      %xd = arith.extf %x : f32 to f64
      %yd = arith.extf %y : f32 to f64
      %got = func.call_indirect %f(%x, %y) : (f32, f32) -> f32
      %rd = func.call_indirect %r(%xd, %yd) : (f64, f64) -> f64
      %want = arith.truncf %rd : f64 to f32
      %good = func.call @agrees(%got, %want) : (f32, f32) -> i1
      scf.if %good {
      } else {
        %gotd = arith.extf %got : f32 to f64
        %text = llvm.mlir.addressof @wrong : !llvm.ptr
        llvm.call @printf(%text, %name, %xd, %yd, %gotd, %rd) vararg(!llvm.func<i32 (ptr, ...)>)
          : (!llvm.ptr, !llvm.ptr, f64, f64, f64, f64) -> i32
      }
      %next = arith.andi %all1, %good : i1
      scf.yield %next : i1
    }
    scf.yield %row : i1
  }
  scf.if %all {
    %text = llvm.mlir.addressof @okay : !llvm.ptr
    llvm.call @printf(%text, %name) vararg(!llvm.func<i32 (ptr, ...)>)
      : (!llvm.ptr, !llvm.ptr) -> i32
  }
  return
}

llvm.mlir.global internal constant @n_exp("exp\00")
llvm.mlir.global internal constant @n_exp2("exp2\00")
llvm.mlir.global internal constant @n_log("log\00")
llvm.mlir.global internal constant @n_log2("log2\00")
llvm.mlir.global internal constant @n_sqrt("sqrt\00")
llvm.mlir.global internal constant @n_sin("sin\00")
llvm.mlir.global internal constant @n_cos("cos\00")
llvm.mlir.global internal constant @n_tanh("tanh\00")
llvm.mlir.global internal constant @n_erf("erf\00")
llvm.mlir.global internal constant @n_pow("pow\00")

func.func @main() {
  %n_exp = llvm.mlir.addressof @n_exp : !llvm.ptr
  %f_exp = constant @f_exp : (f32, f32) -> f32
  %r_exp = constant @r_exp : (f64, f64) -> f64
  call @check(%n_exp, %f_exp, %r_exp) : (!llvm.ptr, (f32, f32) -> f32, (f64, f64) -> f64) -> ()
  %n_exp2 = llvm.mlir.addressof @n_exp2 : !llvm.ptr
  %f_exp2 = constant @f_exp2 : (f32, f32) -> f32
  %r_exp2 = constant @r_exp2 : (f64, f64) -> f64
  call @check(%n_exp2, %f_exp2, %r_exp2) : (!llvm.ptr, (f32, f32) -> f32, (f64, f64) -> f64) -> ()
  %n_log = llvm.mlir.addressof @n_log : !llvm.ptr
  %f_log = constant @f_log : (f32, f32) -> f32
  %r_log = constant @r_log : (f64, f64) -> f64
  call @check(%n_log, %f_log, %r_log) : (!llvm.ptr, (f32, f32) -> f32, (f64, f64) -> f64) -> ()
  %n_log2 = llvm.mlir.addressof @n_log2 : !llvm.ptr
  %f_log2 = constant @f_log2 : (f32, f32) -> f32
  %r_log2 = constant @r_log2 : (f64, f64) -> f64
  call @check(%n_log2, %f_log2, %r_log2) : (!llvm.ptr, (f32, f32) -> f32, (f64, f64) -> f64) -> ()
  %n_sqrt = llvm.mlir.addressof @n_sqrt : !llvm.ptr
  %f_sqrt = constant @f_sqrt : (f32, f32) -> f32
  %r_sqrt = constant @r_sqrt : (f64, f64) -> f64
  call @check(%n_sqrt, %f_sqrt, %r_sqrt) : (!llvm.ptr, (f32, f32) -> f32, (f64, f64) -> f64) -> ()
  %n_sin = llvm.mlir.addressof @n_sin : !llvm.ptr
  %f_sin = constant @f_sin : (f32, f32) -> f32
  %r_sin = constant @r_sin : (f64, f64) -> f64
  call @check(%n_sin, %f_sin, %r_sin) : (!llvm.ptr, (f32, f32) -> f32, (f64, f64) -> f64) -> ()
  %n_cos = llvm.mlir.addressof @n_cos : !llvm.ptr
  %f_cos = constant @f_cos : (f32, f32) -> f32
  %r_cos = constant @r_cos : (f64, f64) -> f64
  call @check(%n_cos, %f_cos, %r_cos) : (!llvm.ptr, (f32, f32) -> f32, (f64, f64) -> f64) -> ()
  %n_tanh = llvm.mlir.addressof @n_tanh : !llvm.ptr
  %f_tanh = constant @f_tanh : (f32, f32) -> f32
  %r_tanh = constant @r_tanh : (f64, f64) -> f64
  call @check(%n_tanh, %f_tanh, %r_tanh) : (!llvm.ptr, (f32, f32) -> f32, (f64, f64) -> f64) -> ()
  %n_erf = llvm.mlir.addressof @n_erf : !llvm.ptr
  %f_erf = constant @f_erf : (f32, f32) -> f32
  %r_erf = constant @r_erf : (f64, f64) -> f64
  call @check(%n_erf, %f_erf, %r_erf) : (!llvm.ptr, (f32, f32) -> f32, (f64, f64) -> f64) -> ()
  %n_pow = llvm.mlir.addressof @n_pow : !llvm.ptr
  %f_pow = constant @f_pow : (f32, f32) -> f32
  %r_pow = constant @pow : (f64, f64) -> f64
  call @check(%n_pow, %f_pow, %r_pow) : (!llvm.ptr, (f32, f32) -> f32, (f64, f64) -> f64) -> ()
  return
}
