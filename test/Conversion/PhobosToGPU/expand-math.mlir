// RUN: phobos-opt %s --phobos-expand-math --split-input-file --verify-diagnostics | FileCheck %s

// A vector is expanded whole where the formula has no branch.
// CHECK-LABEL: func.func @vector
// CHECK: math.exp2 %{{.*}} : vector<4xf32>
// CHECK-NOT: math.exp %
func.func @vector(%x: vector<4xf32>) -> vector<4xf32> {
  %y = math.exp %x : vector<4xf32>
  return %y : vector<4xf32>
}

// -----

// sin branches on the argument's size, so each element is on its own.
// CHECK-LABEL: func.func @branches
// CHECK: vector.to_elements %{{.*}} : vector<2xf32>
// CHECK-COUNT-2: scf.if
// CHECK: vector.from_elements
// CHECK-NOT: math.sin
func.func @branches(%x: vector<2xf32>) -> vector<2xf32> {
  %y = math.sin %x : vector<2xf32>
  return %y : vector<2xf32>
}

// -----

// The hardware's instruction is of scalars.
// CHECK-LABEL: func.func @scalar_instruction
// CHECK-COUNT-2: math.rsqrt %{{.*}} : f32
func.func @scalar_instruction(%x: vector<2xf32>) -> vector<2xf32> {
  %y = math.rsqrt %x : vector<2xf32>
  return %y : vector<2xf32>
}

// -----

// Narrow floats go through f32 and are rounded once.
// CHECK-LABEL: func.func @narrow
// CHECK: arith.extf %arg0 : bf16 to f32
// CHECK: math.exp2 %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: arith.extf %arg1 : f16 to f32
// CHECK: math.sqrt %{{.*}} : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
func.func @narrow(%x: bf16, %z: f16) -> (bf16, f16) {
  %y = math.exp %x : bf16
  %w = math.sqrt %z : f16
  return %y, %w : bf16, f16
}

// -----

// What the backend selects stays; an fma of f16 in f32 would be rounded twice.
// CHECK-LABEL: func.func @native
// CHECK-NEXT: math.fma {{.*}} : f16
// CHECK-NEXT: math.floor {{.*}} : f32
// CHECK-NEXT: math.sqrt {{.*}} : f64
// CHECK-NEXT: return
func.func @native(%a: f16, %b: f32, %c: f64) -> (f16, f32, f64) {
  %x = math.fma %a, %a, %a : f16
  %y = math.floor %b : f32
  %z = math.sqrt %c : f64
  return %x, %y, %z : f16, f32, f64
}

// -----

// Doubles, and functions without a formula, are calls of libdevice.
// CHECK-LABEL: llvm.func @__nv_atanf(f32) -> f32
// CHECK: llvm.func @__nv_exp(f64) -> f64
// CHECK-LABEL: func.func @library
// CHECK-COUNT-2: llvm.call @__nv_exp(
// CHECK: llvm.call @__nv_atanf(
func.func @library(%x: vector<2xf64>, %z: f32) -> (vector<2xf64>, f32) {
  %y = math.exp %x : vector<2xf64>
  %w = math.atan %z : f32
  return %y, %w : vector<2xf64>, f32
}

// -----

func.func @negative_no_lowering(%x: f32, %n: i32) -> f32 {
  // expected-error@+1 {{expected operands of type 'f32', got 'i32'}}
  %y = math.fpowi %x, %n : f32, i32
  return %y : f32
}

// -----

// |INT_MIN| is INT_MIN, which is below 0: `abs` hides that from ptxas.
// CHECK-LABEL: func.func @integer_abs
// CHECK: %[[SIGN:.*]] = arith.shrsi %[[X:.*]], %c63
// CHECK: %[[FLIPPED:.*]] = arith.xori %[[X]], %[[SIGN]] : i64
// CHECK: llvm.inline_asm "sub.s64 $0, $1, $2;", "=l,l,l" %[[FLIPPED]], %[[SIGN]]
// CHECK-NOT: math.absi
func.func @integer_abs(%x: i64) -> i64 {
  %y = math.absi %x : i64
  return %y : i64
}

// -----

// CHECK-LABEL: func.func @integer_abs_of_vector
// CHECK: arith.extsi %{{.*}} : i16 to i32
// CHECK: llvm.inline_asm "sub.s32 $0, $1, $2;", "=r,r,r"
// CHECK: arith.trunci %{{.*}} : i32 to i16
// CHECK: vector.from_elements %{{.*}} : vector<2xi16>
// CHECK-NOT: math.absi
func.func @integer_abs_of_vector(%x: vector<2xi16>) -> vector<2xi16> {
  %y = math.absi %x : vector<2xi16>
  return %y : vector<2xi16>
}

// -----

// CHECK-LABEL: func.func @index_abs
// CHECK: arith.index_cast %{{.*}} : index to i64
// CHECK: llvm.inline_asm "sub.s64
// CHECK: arith.index_cast %{{.*}} : i64 to index
func.func @index_abs(%x: index) -> index {
  %y = math.absi %x : index
  return %y : index
}

// -----

// Quotients by one number share its reciprocal where one test finds all operands in a range
// in which the corrected products are exact.
// CHECK-LABEL: func.func @shared_divisor
// CHECK-SAME: (%[[X:.*]]: vector<4xf32>, %[[D:.*]]: f32)
// CHECK: %[[Y:.*]] = vector.broadcast %[[D]]
// CHECK: scf.if %{{.*}} -> (vector<4xf32>)
// CHECK: %[[R:.*]] = arith.divf %{{.*}}, %[[D]] : f32
// CHECK: %[[SPREAD:.*]] = vector.broadcast %[[R]]
// CHECK: %[[Q:.*]] = math.fma %[[X]], %[[SPREAD]]
// CHECK-COUNT-4: math.fma
// CHECK: math.copysign %{{.*}}, %[[Q]]
// CHECK: else
// CHECK: arith.divf %[[X]], %[[Y]] : vector<4xf32>
func.func @shared_divisor(%x: vector<4xf32>, %d: f32) -> vector<4xf32> {
  %y = vector.broadcast %d : f32 to vector<4xf32>
  %q = arith.divf %x, %y : vector<4xf32>
  return %q : vector<4xf32>
}

// -----

// Two rows of four: a reciprocal each.
// CHECK-LABEL: func.func @divisor_of_each_row
// CHECK: scf.if
// CHECK: arith.divf %{{.*}}, %{{.*}} : vector<2xf32>
func.func @divisor_of_each_row(%x: vector<8xf32>, %d: vector<2xf32>) -> vector<8xf32> {
  %y = vector.shuffle %d, %d [0, 0, 0, 0, 1, 1, 1, 1] : vector<2xf32>, vector<2xf32>
  %q = arith.divf %x, %y : vector<8xf32>
  return %q : vector<8xf32>
}

// -----

// Divisors of their own, too few quotients, other types: divided one by one.
// CHECK-LABEL: func.func @negative_divisions
// CHECK-NOT: scf.if
func.func @negative_divisions(%x: vector<4xf32>, %d: vector<4xf32>, %a: vector<2xf32>, %b: f32, %v: vector<4xf64>, %w: f64)
    -> (vector<4xf32>, vector<2xf32>, vector<4xf64>) {
  %0 = arith.divf %x, %d : vector<4xf32>
  %1 = vector.broadcast %b : f32 to vector<2xf32>
  %2 = arith.divf %a, %1 : vector<2xf32>
  %3 = vector.broadcast %w : f64 to vector<4xf64>
  %4 = arith.divf %v, %3 : vector<4xf64>
  return %0, %2, %4 : vector<4xf32>, vector<2xf32>, vector<4xf64>
}

// -----

// A constant divisor in a block of many threads: in f64, without a branch.
// CHECK-LABEL: gpu.func @constant_divisor
// CHECK-SAME: (%[[X:.*]]: vector<2xf32>, %
// CHECK: %[[W:.*]] = arith.extf %[[X]] : vector<2xf32> to vector<2xf64>
// CHECK: %[[R:.*]] = arith.constant dense<0.33333333333333331> : vector<2xf64>
// CHECK: %[[Q:.*]] = arith.mulf %[[W]], %[[R]]
// CHECK: %[[C:.*]] = arith.constant dense<-3.000000e+00> : vector<2xf64>
// CHECK: %[[REST:.*]] = math.fma %[[C]], %[[Q]], %[[W]]
// CHECK: %[[Q1:.*]] = math.fma %[[REST]], %[[R]], %[[Q]]
// CHECK: %[[IS:.*]] = arith.cmpf one, %[[REST]]
// CHECK: %[[S:.*]] = arith.select %[[IS]], %[[Q1]], %[[Q]]
// CHECK: arith.truncf %[[S]] : vector<2xf64> to vector<2xf32>
gpu.module @kernels {
  gpu.func @constant_divisor(%x: vector<2xf32>, %p: !llvm.ptr<1>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %c = arith.constant dense<3.0> : vector<2xf32>
    %q = arith.divf %x, %c : vector<2xf32>
    llvm.store %q, %p : vector<2xf32>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// A power of two, whose quotients are products; no divisor; more quotients than are worth f64; not one divisor; f64.
// CHECK-LABEL: gpu.func @negative_constant_divisors
// CHECK-NOT: arith.extf
gpu.module @kernels {
  gpu.func @negative_constant_divisors(%x: f32, %v: vector<4xf32>, %w: vector<2xf32>, %d: f64, %p: !llvm.ptr<1>) kernel
      attributes {known_block_size = array<i32: 512, 1, 1>} {
    %half = arith.constant 0.5 : f32
    %zero = arith.constant 0.0 : f32
    %threes = arith.constant dense<3.0> : vector<4xf32>
    %several = arith.constant dense<[3.0, 5.0]> : vector<2xf32>
    %three = arith.constant 3.0 : f64
    %0 = arith.divf %x, %half : f32
    llvm.store %0, %p : f32, !llvm.ptr<1>
    %1 = arith.divf %x, %zero : f32
    llvm.store %1, %p : f32, !llvm.ptr<1>
    %2 = arith.divf %v, %threes : vector<4xf32>
    llvm.store %2, %p : vector<4xf32>, !llvm.ptr<1>
    %3 = arith.divf %w, %several : vector<2xf32>
    llvm.store %3, %p : vector<2xf32>, !llvm.ptr<1>
    %4 = arith.divf %d, %three : f64
    llvm.store %4, %p : f64, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// With few threads, registers are no matter.
// CHECK-LABEL: gpu.func @negative_few_threads
// CHECK-NOT: arith.extf
gpu.module @kernels {
  gpu.func @negative_few_threads(%x: f32, %p: !llvm.ptr<1>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>} {
    %c = arith.constant 3.0 : f32
    %q = arith.divf %x, %c : f32
    llvm.store %q, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}
