// Every byte of both formats is read as what its bits say; every number between two
// of them rounds to the nearest, ties to even; larger ones saturate. In integers,
// run on the CPU.
// RUN: phobos-opt %s --phobos-expand-float8 --convert-scf-to-cf --convert-vector-to-llvm \
// RUN:   --convert-arith-to-llvm --convert-cf-to-llvm --convert-func-to-llvm \
// RUN:   --reconcile-unrealized-casts \
// RUN: | mlir-runner -e main --entry-point-result=void -O2 | FileCheck %s

// CHECK-NOT: wrong
// CHECK: checked 3002
// CHECK-NOT: wrong

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.mlir.global internal @count(0 : i32) : i32
llvm.mlir.global internal constant @wrong("wrong at byte %d\0A\00")
llvm.mlir.global internal constant @done("checked %d\0A\00")

func.func @expect(%good: i1, %byte: i32) {
  %c1 = arith.constant 1 : i32
  %p = llvm.mlir.addressof @count : !llvm.ptr
  %n = llvm.load %p : !llvm.ptr -> i32
  %n1 = arith.addi %n, %c1 : i32
  llvm.store %n1, %p : i32, !llvm.ptr
  scf.if %good {
  } else {
    %text = llvm.mlir.addressof @wrong : !llvm.ptr
    llvm.call @printf(%text, %byte) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  }
  return
}

// The value of the byte e4m3: mantissa * 2^exponent.
func.func @value_e4m3(%c: i32) -> f32 {
  %c1 = arith.constant 1 : i32
  %shift = arith.constant 3 : i32
  %implicit = arith.constant 8 : i32
  %mask = arith.constant 7 : i32
  %bias = arith.constant 117 : i32
  %c23 = arith.constant 23 : i32
  %e = arith.shrui %c, %shift : i32
  %m0 = arith.andi %c, %mask : i32
  %atLeast1 = arith.cmpi uge, %e, %c1 : i32
  %m1 = arith.addi %m0, %implicit : i32
  %m = arith.select %atLeast1, %m1, %m0 : i32
  %e1 = arith.maxui %e, %c1 : i32
  %e2 = arith.addi %e1, %bias : i32
  %e3 = arith.shli %e2, %c23 : i32
  %scale = arith.bitcast %e3 : i32 to f32
  %f = arith.uitofp %m : i32 to f32
  %r = arith.mulf %f, %scale : f32
  return %r : f32
}
func.func @extend_e4m3(%c: i32) -> f32 {
  %byte = arith.trunci %c : i32 to i8
  %x = arith.bitcast %byte : i8 to f8E4M3FN
  %r = arith.extf %x : f8E4M3FN to f32
  return %r : f32
}
func.func @round_e4m3(%x: f32) -> i32 {
  %y = arith.truncf %x : f32 to f8E4M3FN
  %byte = arith.bitcast %y : f8E4M3FN to i8
  %r = arith.extui %byte : i8 to i32
  return %r : i32
}
func.func @check_e4m3() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %largest = arith.constant 126 : i32
  %sign = arith.constant 128 : i32
  %nan = arith.constant 127 : i32
  %half = arith.constant 0.5 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %huge = arith.constant 3.0e38 : f32
  %notANumber = arith.constant 0x7FC00000 : f32
  %true = arith.constant true
  scf.for %c = %c0 to %largest step %c1 : i32 {
    %next = arith.addi %c, %c1 : i32
    %low = func.call @value_e4m3(%c) : (i32) -> f32
    %high = func.call @value_e4m3(%next) : (i32) -> f32
    // Each byte is read as its value, also negative, and written back.
    %read = func.call @extend_e4m3(%c) : (i32) -> f32
    %isRead = arith.cmpf oeq, %read, %low : f32
    func.call @expect(%isRead, %c) : (i1, i32) -> ()
    %negative = arith.ori %c, %sign : i32
    %readNegative = func.call @extend_e4m3(%negative) : (i32) -> f32
    %minus = arith.negf %low : f32
    %isNegative = arith.cmpf oeq, %readNegative, %minus : f32
    func.call @expect(%isNegative, %negative) : (i1, i32) -> ()
    func.call @rounds_e4m3(%low, %c) : (f32, i32) -> ()
    func.call @rounds_e4m3(%high, %next) : (f32, i32) -> ()
    // Halfway to the next one it is rounded to even, else to the nearest.
    %sum = arith.addf %low, %high : f32
    %middle = arith.mulf %sum, %half : f32
    %odd = arith.andi %c, %c1 : i32
    %even = arith.addi %c, %odd : i32
    func.call @rounds_e4m3(%middle, %even) : (f32, i32) -> ()
    %bits = arith.bitcast %middle : f32 to i32
    %below = arith.subi %bits, %c1 : i32
    %above = arith.addi %bits, %c1 : i32
    %lower = arith.bitcast %below : i32 to f32
    %upper = arith.bitcast %above : i32 to f32
    func.call @rounds_e4m3(%lower, %c) : (f32, i32) -> ()
    func.call @rounds_e4m3(%upper, %next) : (f32, i32) -> ()
  }
  call @rounds_e4m3(%infinity, %largest) : (f32, i32) -> ()
  call @rounds_e4m3(%huge, %largest) : (f32, i32) -> ()
  call @rounds_e4m3(%notANumber, %nan) : (f32, i32) -> ()
  %read = call @extend_e4m3(%nan) : (i32) -> f32
  %isNaN = arith.cmpf uno, %read, %read : f32
  call @expect(%isNaN, %nan) : (i1, i32) -> ()
  return
}
// `x` rounds to `byte`, and -x to the same with the sign.
func.func @rounds_e4m3(%x: f32, %byte: i32) {
  %sign = arith.constant 128 : i32
  %got = call @round_e4m3(%x) : (f32) -> i32
  %same = arith.cmpi eq, %got, %byte : i32
  call @expect(%same, %byte) : (i1, i32) -> ()
  %minus = arith.negf %x : f32
  %gotMinus = call @round_e4m3(%minus) : (f32) -> i32
  %signed = arith.ori %byte, %sign : i32
  %sameMinus = arith.cmpi eq, %gotMinus, %signed : i32
  call @expect(%sameMinus, %signed) : (i1, i32) -> ()
  return
}

// The value of the byte e5m2: mantissa * 2^exponent.
func.func @value_e5m2(%c: i32) -> f32 {
  %c1 = arith.constant 1 : i32
  %shift = arith.constant 2 : i32
  %implicit = arith.constant 4 : i32
  %mask = arith.constant 3 : i32
  %bias = arith.constant 110 : i32
  %c23 = arith.constant 23 : i32
  %e = arith.shrui %c, %shift : i32
  %m0 = arith.andi %c, %mask : i32
  %atLeast1 = arith.cmpi uge, %e, %c1 : i32
  %m1 = arith.addi %m0, %implicit : i32
  %m = arith.select %atLeast1, %m1, %m0 : i32
  %e1 = arith.maxui %e, %c1 : i32
  %e2 = arith.addi %e1, %bias : i32
  %e3 = arith.shli %e2, %c23 : i32
  %scale = arith.bitcast %e3 : i32 to f32
  %f = arith.uitofp %m : i32 to f32
  %r = arith.mulf %f, %scale : f32
  return %r : f32
}
func.func @extend_e5m2(%c: i32) -> f32 {
  %byte = arith.trunci %c : i32 to i8
  %x = arith.bitcast %byte : i8 to f8E5M2
  %r = arith.extf %x : f8E5M2 to f32
  return %r : f32
}
func.func @round_e5m2(%x: f32) -> i32 {
  %y = arith.truncf %x : f32 to f8E5M2
  %byte = arith.bitcast %y : f8E5M2 to i8
  %r = arith.extui %byte : i8 to i32
  return %r : i32
}
func.func @check_e5m2() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %largest = arith.constant 123 : i32
  %sign = arith.constant 128 : i32
  %nan = arith.constant 127 : i32
  %half = arith.constant 0.5 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %huge = arith.constant 3.0e38 : f32
  %notANumber = arith.constant 0x7FC00000 : f32
  %true = arith.constant true
  scf.for %c = %c0 to %largest step %c1 : i32 {
    %next = arith.addi %c, %c1 : i32
    %low = func.call @value_e5m2(%c) : (i32) -> f32
    %high = func.call @value_e5m2(%next) : (i32) -> f32
    // Each byte is read as its value, also negative, and written back.
    %read = func.call @extend_e5m2(%c) : (i32) -> f32
    %isRead = arith.cmpf oeq, %read, %low : f32
    func.call @expect(%isRead, %c) : (i1, i32) -> ()
    %negative = arith.ori %c, %sign : i32
    %readNegative = func.call @extend_e5m2(%negative) : (i32) -> f32
    %minus = arith.negf %low : f32
    %isNegative = arith.cmpf oeq, %readNegative, %minus : f32
    func.call @expect(%isNegative, %negative) : (i1, i32) -> ()
    func.call @rounds_e5m2(%low, %c) : (f32, i32) -> ()
    func.call @rounds_e5m2(%high, %next) : (f32, i32) -> ()
    // Halfway to the next one it is rounded to even, else to the nearest.
    %sum = arith.addf %low, %high : f32
    %middle = arith.mulf %sum, %half : f32
    %odd = arith.andi %c, %c1 : i32
    %even = arith.addi %c, %odd : i32
    func.call @rounds_e5m2(%middle, %even) : (f32, i32) -> ()
    %bits = arith.bitcast %middle : f32 to i32
    %below = arith.subi %bits, %c1 : i32
    %above = arith.addi %bits, %c1 : i32
    %lower = arith.bitcast %below : i32 to f32
    %upper = arith.bitcast %above : i32 to f32
    func.call @rounds_e5m2(%lower, %c) : (f32, i32) -> ()
    func.call @rounds_e5m2(%upper, %next) : (f32, i32) -> ()
  }
  call @rounds_e5m2(%infinity, %largest) : (f32, i32) -> ()
  call @rounds_e5m2(%huge, %largest) : (f32, i32) -> ()
  call @rounds_e5m2(%notANumber, %nan) : (f32, i32) -> ()
  %read = call @extend_e5m2(%nan) : (i32) -> f32
  %isNaN = arith.cmpf uno, %read, %read : f32
  call @expect(%isNaN, %nan) : (i1, i32) -> ()
  return
}
// `x` rounds to `byte`, and -x to the same with the sign.
func.func @rounds_e5m2(%x: f32, %byte: i32) {
  %sign = arith.constant 128 : i32
  %got = call @round_e5m2(%x) : (f32) -> i32
  %same = arith.cmpi eq, %got, %byte : i32
  call @expect(%same, %byte) : (i1, i32) -> ()
  %minus = arith.negf %x : f32
  %gotMinus = call @round_e5m2(%minus) : (f32) -> i32
  %signed = arith.ori %byte, %sign : i32
  %sameMinus = arith.cmpi eq, %gotMinus, %signed : i32
  call @expect(%sameMinus, %signed) : (i1, i32) -> ()
  return
}

func.func @main() {
  call @check_e4m3() : () -> ()
  call @check_e5m2() : () -> ()
  %p = llvm.mlir.addressof @count : !llvm.ptr
  %n = llvm.load %p : !llvm.ptr -> i32
  %text = llvm.mlir.addressof @done : !llvm.ptr
  llvm.call @printf(%text, %n) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  return
}
