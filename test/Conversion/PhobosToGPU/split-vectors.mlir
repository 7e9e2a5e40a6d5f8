// RUN: phobos-opt %s --pass-pipeline='builtin.module(gpu.module(phobos-thread-to-nvvm))' \
// RUN:   --split-input-file | FileCheck %s

// Elements of 32 bits are registers of their own.
// CHECK-LABEL: llvm.func @elements
// CHECK-COUNT-4: llvm.extractelement
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK-NOT: llvm.fadd
// CHECK-COUNT-2: llvm.insertelement
// CHECK: llvm.store %{{.*}} : vector<2xf32>
gpu.module @kernels {
  gpu.func @elements(%p: !llvm.ptr<1>, %x: vector<2xf32>, %y: vector<2xf32>) kernel {
    %s = arith.addf %x, %y : vector<2xf32>
    llvm.store %s, %p : vector<2xf32>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// A predicate is a register too.
// CHECK-LABEL: llvm.func @predicates
// CHECK-NOT: vector<2xi1>
// CHECK-COUNT-2: llvm.fcmp "olt" %{{.*}} : f32
// CHECK-COUNT-2: llvm.select %{{.*}} : i1, f32
gpu.module @kernels {
  gpu.func @predicates(%p: !llvm.ptr<1>, %x: vector<2xf32>, %y: vector<2xf32>) kernel {
    %c = arith.cmpf olt, %x, %y : vector<2xf32>
    %s = arith.select %c, %x, %y : vector<2xi1>, vector<2xf32>
    llvm.store %s, %p : vector<2xf32>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// A cast that narrows: its results are joined to words, and words to the vector,
// of which no element is inserted alone.
// CHECK-LABEL: llvm.func @narrowing
// CHECK-COUNT-4: llvm.fptrunc %{{.*}} : f32 to bf16
// CHECK-NOT: vector<4xbf16>
// CHECK-COUNT-2: llvm.bitcast %{{.*}} : vector<2xbf16> to vector<1xi32>
// CHECK: llvm.bitcast %{{.*}} : vector<2xi32> to vector<4xbf16>
// CHECK-NEXT: llvm.store
gpu.module @kernels {
  gpu.func @narrowing(%p: !llvm.ptr<1>, %x: vector<4xf32>) kernel {
    %s = arith.truncf %x : vector<4xf32> to vector<4xbf16>
    llvm.store %s, %p : vector<4xbf16>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// Slices and shuffles of whole words move words.
// CHECK-LABEL: llvm.func @words
// CHECK: %[[SLICED:.*]] = llvm.bitcast %{{.*}} : vector<8xbf16> to vector<4xi32>
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: llvm.extractelement %[[SLICED]][%[[ONE]] : i64] : vector<4xi32>
// CHECK: %[[SHUFFLED:.*]] = llvm.bitcast %{{.*}} : vector<8xi8> to vector<2xi32>
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: llvm.extractelement %[[SHUFFLED]][%[[ONE]] : i64] : vector<2xi32>
// CHECK: %[[INTO:.*]] = llvm.bitcast %{{.*}} : vector<8xbf16> to vector<4xi32>
// CHECK: llvm.bitcast %{{.*}} : vector<4xi32> to vector<8xbf16>
gpu.module @kernels {
  gpu.func @words(%p: !llvm.ptr<1>, %x: vector<8xbf16>, %b: vector<8xi8>, %w: vector<2xbf16>) kernel {
    %slice = vector.extract_strided_slice %x {offsets = [2], sizes = [2], strides = [1]}
      : vector<8xbf16> to vector<2xbf16>
    llvm.store %slice, %p : vector<2xbf16>, !llvm.ptr<1>
    %swapped = vector.shuffle %b, %b [4, 5, 6, 7, 0, 1, 2, 3] : vector<8xi8>, vector<8xi8>
    llvm.store %swapped, %p : vector<8xi8>, !llvm.ptr<1>
    %replaced = vector.insert_strided_slice %w, %x {offsets = [4], strides = [1]}
      : vector<2xbf16> into vector<8xbf16>
    llvm.store %replaced, %p : vector<8xbf16>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// Blocks take elements, or words.
// CHECK-LABEL: llvm.func @block_arguments
// CHECK: llvm.br ^[[LOOP:.*]](%{{.*}} : f16, f16, f16, i32, i32, f32, f32)
// CHECK: ^[[LOOP]](%[[H0:.*]]: f16, %[[H1:.*]]: f16, %[[H2:.*]]: f16, %[[W0:.*]]: i32, %[[W1:.*]]: i32,
// CHECK-SAME: %[[F0:.*]]: f32, %[[F1:.*]]: f32)
// CHECK: %[[S0:.*]] = llvm.fadd %[[F0]],
// CHECK: %[[S1:.*]] = llvm.fadd %[[F1]],
// CHECK: llvm.cond_br %{{.*}}, ^[[LOOP]](%[[H0]], %[[H1]], %[[H2]], %[[W0]], %[[W1]], %[[S0]], %[[S1]] :
gpu.module @kernels {
  gpu.func @block_arguments(%p: !llvm.ptr<1>, %x: vector<2xf32>, %w: vector<4xbf16>, %h: vector<3xf16>, %c: i1) kernel {
    cf.br ^loop(%x, %w, %h : vector<2xf32>, vector<4xbf16>, vector<3xf16>)
  ^loop(%sum: vector<2xf32>, %words: vector<4xbf16>, %halves: vector<3xf16>):
    %next = arith.addf %sum, %x : vector<2xf32>
    cf.cond_br %c, ^loop(%next, %words, %halves : vector<2xf32>, vector<4xbf16>, vector<3xf16>), ^end
  ^end:
    llvm.store %next, %p : vector<2xf32>, !llvm.ptr<1>
    llvm.store %words, %p : vector<4xbf16>, !llvm.ptr<1>
    llvm.store %halves, %p : vector<3xf16>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// Both ways lead to one block, with other operands each.
// CHECK-LABEL: llvm.func @two_ways
// CHECK: llvm.cond_br %{{.*}}, ^[[END:.*]](%[[X0:.*]], %[[X1:.*]] : f32, f32), ^[[END]](%[[Y0:.*]], %[[Y1:.*]] : f32, f32)
gpu.module @kernels {
  gpu.func @two_ways(%p: !llvm.ptr<1>, %x: vector<2xf32>, %y: vector<2xf32>, %c: i1) kernel {
    cf.cond_br %c, ^end(%x : vector<2xf32>), ^end(%y : vector<2xf32>)
  ^end(%z: vector<2xf32>):
    llvm.store %z, %p : vector<2xf32>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// One instruction adds two narrow elements, so they stay together.
// CHECK-LABEL: llvm.func @negative_one_narrow_type
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : vector<8xbf16>
gpu.module @kernels {
  gpu.func @negative_one_narrow_type(%p: !llvm.ptr<1>, %x: vector<8xbf16>) kernel {
    %s = arith.addf %x, %x : vector<8xbf16>
    llvm.store %s, %p : vector<8xbf16>, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// The slice begins within a word: its elements move alone.
// CHECK-LABEL: llvm.func @negative_within_words
// CHECK-NOT: i32
// CHECK-COUNT-2: llvm.extractelement %{{.*}} : vector<8xbf16>
gpu.module @kernels {
  gpu.func @negative_within_words(%p: !llvm.ptr<1>, %x: vector<8xbf16>) kernel {
    %slice = vector.extract_strided_slice %x {offsets = [1], sizes = [2], strides = [1]}
      : vector<8xbf16> to vector<2xbf16>
    llvm.store %slice, %p : vector<2xbf16>, !llvm.ptr<1>
    gpu.return
  }
}
