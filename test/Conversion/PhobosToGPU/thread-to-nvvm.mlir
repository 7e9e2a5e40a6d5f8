// RUN: phobos-opt %s --pass-pipeline='builtin.module(gpu.module(phobos-thread-to-nvvm))' \
// RUN:   --split-input-file --verify-diagnostics | FileCheck %s

// A kernel keeps its attributes, its block's size is required, `index` is i64, and
// thread ids are widened.
// CHECK-LABEL: llvm.func @ids
// CHECK-SAME: (%{{.*}}: !llvm.ptr<1>, %{{.*}}: i64)
// CHECK-SAME: nvvm.kernel
// CHECK-SAME: nvvm.minctasm = 2
// CHECK-SAME: nvvm.reqntid = array<i32: 128, 1, 1>
// CHECK-SAME: phobos.strict
// CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[I:.*]] = llvm.sext %[[TID]] : i32 to i64
// CHECK: llvm.add %[[I]], %{{.*}} : i64
// CHECK: nvvm.barrier
gpu.module @kernels {
  gpu.func @ids(%p: !llvm.ptr<1>, %n: index) kernel attributes {
      known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 2 : i32, phobos.strict} {
    %t = gpu.thread_id x
    %i = arith.addi %t, %n : index
    %v = arith.index_cast %i : index to i64
    gpu.barrier
    llvm.store %v, %p : i64, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// CHECK-LABEL: llvm.func @rsqrt
// CHECK: llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.f"(%{{.*}}) : (f32) -> f32
// CHECK: llvm.intr.sqrt(%{{.*}}) : (f64) -> f64
gpu.module @kernels {
  gpu.func @rsqrt(%p: !llvm.ptr<1>, %x: f32, %y: f64) kernel {
    %a = math.rsqrt %x : f32
    llvm.store %a, %p : f32, !llvm.ptr<1>
    %b = math.rsqrt %y : f64
    llvm.store %b, %p : f64, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// max and min are NaN if an operand is.
// CHECK-LABEL: llvm.func @maximum
// CHECK: llvm.intr.maximum
// CHECK: llvm.intr.minimum
gpu.module @kernels {
  gpu.func @maximum(%p: !llvm.ptr<1>, %x: f32, %y: f32) kernel {
    %a = arith.maximumf %x, %y : f32
    %b = arith.minimumf %a, %y : f32
    llvm.store %b, %p : f32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @negative_scf(%c: i1) kernel {
    // expected-error@+1 {{failed to legalize operation 'scf.if'}}
    scf.if %c {
      gpu.barrier
    }
    gpu.return
  }
}
