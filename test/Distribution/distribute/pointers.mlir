// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute --cse | FileCheck %s

// Each element is an access of its own, at the pointer plus its offset; neighbours
// go to neighbouring threads.
// CHECK-LABEL: gpu.func @plain
// CHECK-SAME: %[[P:[a-z0-9]+]]: !llvm.ptr<1>
// CHECK: %[[OFFSETS:.*]] = arith.index_castui %{{.*}} : vector<2xi32> to vector<2xindex>
// CHECK-NOT: inline_asm
// CHECK: %[[FIRST:.*]] = vector.extract %[[OFFSETS]][0]
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[FIRST]] : index to i64
// CHECK: %[[ADDRESS:.*]] = llvm.getelementptr %[[P]][%[[WIDE]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
// CHECK: llvm.load %[[ADDRESS]] {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xf32>
// CHECK: vector.extract %[[OFFSETS]][1]
// CHECK: llvm.load
phobos.kernel @plain(%p: !phobos.ptr<f32>, %q: !phobos.ptr<f32>) threads 32 attributes {phobos.noalias} {
  %o = phobos.iota 0 : !phobos.tile<64xindex>
  %t = phobos.gather %p[%o] : !phobos.ptr<f32>, !phobos.tile<64xindex> -> !phobos.tile<64xf32>
  phobos.scatter %t, %q[%o] : !phobos.tile<64xf32>, !phobos.ptr<f32>, !phobos.tile<64xindex>
  phobos.return
}

// Under a mask each element has a predicate; where it is false the result is zero,
// or `other`.
// CHECK-LABEL: gpu.func @masked
// CHECK: %[[MASK:.*]] = arith.cmpi slt
// CHECK: %[[OTHER:.*]] = arith.constant dense<-1.000000e+00>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00>
// CHECK: vector.extract_strided_slice %[[ZERO]]
// CHECK: %[[LANE:.*]] = vector.extract %[[MASK]][0]
// CHECK: llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0,~{memory}" %{{.*}}, %[[LANE]], %{{.*}} : (!llvm.ptr<1>, i1, i32) -> i32
// CHECK: vector.extract_strided_slice %[[OTHER]]
// CHECK: llvm.inline_asm has_side_effects "@$2 ld.global.b32 $0, [$1];"
// CHECK: llvm.inline_asm has_side_effects "@$2 st.global.b32 [$1], $0;", "r,l,b,~{memory}" %{{.*}}, %{{.*}}, %[[LANE]]
phobos.kernel @masked(%p: !phobos.ptr<f32>, %n: index) threads 32 {
  %o = phobos.iota 0 : !phobos.tile<32xindex>
  %s = phobos.splat %n : !phobos.tile<32xindex>
  %m = arith.cmpi slt, %o, %s : !phobos.tile<32xindex>
  %v = arith.constant dense<-1.0> : !phobos.tile<32xf32>
  %t = phobos.gather %p[%o] mask %m : !phobos.ptr<f32>, !phobos.tile<32xindex> -> !phobos.tile<32xf32>
  %u = phobos.gather %p[%o] mask %m other %v : !phobos.ptr<f32>, !phobos.tile<32xindex> -> !phobos.tile<32xf32>
  %w = arith.addf %t, %u : !phobos.tile<32xf32>
  phobos.scatter %w, %p[%o] mask %m : !phobos.tile<32xf32>, !phobos.ptr<f32>, !phobos.tile<32xindex>
  phobos.return
}

// A tile of 40 elements on 32 threads: the second element is one of the tile in 8
// of them. Of a tile of 8 there are 4 replicas; the first one stores.
// CHECK-LABEL: gpu.func @edges
// CHECK: %[[VALID:.*]] = arith.cmpi ult
// CHECK: llvm.inline_asm {{.*}} "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0,~{memory}" %{{.*}}, %[[VALID]],
// CHECK: arith.constant 24 : i32
// CHECK: %[[OWNER:.*]] = arith.cmpi eq
// CHECK: llvm.inline_asm {{.*}} "@$2 st.global.b32 [$1], $0;", "r,l,b,~{memory}" %{{.*}}, %{{.*}}, %[[OWNER]]
phobos.kernel @edges(%p: !phobos.ptr<f32>, %q: !phobos.ptr<f32>) threads 32 attributes {phobos.noalias} {
  %o = phobos.iota 0 : !phobos.tile<40xindex>
  %t = phobos.gather %p[%o] : !phobos.ptr<f32>, !phobos.tile<40xindex> -> !phobos.tile<40xf32>
  %r = phobos.reduce <add> %t dim 0 : !phobos.tile<40xf32> -> !phobos.tile<1xf32>
  %c = phobos.iota 0 : !phobos.tile<8xindex>
  %s = phobos.item %r : !phobos.tile<1xf32>
  %v = phobos.splat %s : !phobos.tile<8xf32>
  phobos.scatter %v, %q[%c] : !phobos.tile<8xf32>, !phobos.ptr<f32>, !phobos.tile<8xindex>
  phobos.return
}

// What an access says of caches stands in PTX. `volatile` stands alone; beside a
// cache operator an eviction is a policy of the second cache.
// CHECK-LABEL: gpu.func @hints
// CHECK: "ld.global.cg.b32 $0, [$1];", "=r,l,~{memory}"
// CHECK: "ld.global.L1::evict_last.b32 $0, [$1];"
// CHECK: %[[POLICY:.*]] = llvm.inline_asm "createpolicy.fractional.L2::evict_first.b64 $0;", "=l" : () -> i64
// CHECK: "ld.global.cs.L2::cache_hint.b32 $0, [$1], $2;", "=r,l,l,~{memory}" %{{.*}}, %[[POLICY]]
// CHECK: "ld.volatile.global.b32 $0, [$1];"
// CHECK: "st.global.wt.b32 [$1], $0;", "r,l,~{memory}"
// CHECK: "st.global.L1::evict_first.b32 [$1], $0;"
// CHECK: "@$2 st.global.cg.L2::cache_hint.b32 [$1], $0, $3;", "r,l,b,l,~{memory}"
// CHECK: "st.volatile.global.b32 [$1], $0;"
phobos.kernel @hints(%p: !phobos.ptr<f32>, %b: i1) threads 32 {
  %o = phobos.iota 0 : !phobos.tile<32xindex>
  %m = phobos.splat %b : !phobos.tile<32xi1>
  %0 = phobos.gather %p[%o] cache <cg> : !phobos.ptr<f32>, !phobos.tile<32xindex> -> !phobos.tile<32xf32>
  %1 = phobos.gather %p[%o] evict <last> : !phobos.ptr<f32>, !phobos.tile<32xindex> -> !phobos.tile<32xf32>
  %2 = phobos.gather %p[%o] cache <cs> evict <first> : !phobos.ptr<f32>, !phobos.tile<32xindex> -> !phobos.tile<32xf32>
  %3 = phobos.gather %p[%o] cache <cv> evict <first> volatile : !phobos.ptr<f32>, !phobos.tile<32xindex> -> !phobos.tile<32xf32>
  phobos.scatter %0, %p[%o] cache <wt> : !phobos.tile<32xf32>, !phobos.ptr<f32>, !phobos.tile<32xindex>
  phobos.scatter %1, %p[%o] evict <first> : !phobos.tile<32xf32>, !phobos.ptr<f32>, !phobos.tile<32xindex>
  phobos.scatter %2, %p[%o] mask %m cache <cg> evict <last> : !phobos.tile<32xf32>, !phobos.ptr<f32>, !phobos.tile<32xindex>
  phobos.scatter %3, %p[%o] cache <cs> volatile : !phobos.tile<32xf32>, !phobos.ptr<f32>, !phobos.tile<32xindex>
  phobos.return
}

// An element of 8 bytes is read at once where it is volatile, in two words where not.
// CHECK-LABEL: gpu.func @wide
// CHECK: "ld.global.cg.v2.b32 {$0, $1}, [$2];", "=r,=r,l,~{memory}"
// CHECK: "ld.volatile.global.b64 $0, [$1];", "=l,l,~{memory}"
phobos.kernel @wide(%p: !phobos.ptr<f64>) threads 32 {
  %o = phobos.iota 0 : !phobos.tile<32xindex>
  %0 = phobos.gather %p[%o] cache <cg> : !phobos.ptr<f64>, !phobos.tile<32xindex> -> !phobos.tile<32xf64>
  %1 = phobos.gather %p[%o] volatile : !phobos.ptr<f64>, !phobos.tile<32xindex> -> !phobos.tile<32xf64>
  phobos.return
}

// All threads go on with the value that one of them read: through shared memory.
// CHECK-LABEL: gpu.func @volatile_scalar
// CHECK: "ld.volatile.global.b32
// CHECK-NOT: gpu.barrier
// CHECK: scf.if
// CHECK: llvm.store {{.*}} !llvm.ptr<3>
// CHECK: gpu.barrier
// CHECK: llvm.load {{.*}} !llvm.ptr<3>
phobos.kernel @volatile_scalar(%p: !phobos.ptr<i32>, %q: !phobos.ptr<i32>) threads 64 {
  %o = arith.constant dense<0> : !phobos.tile<1xindex>
  %0 = phobos.gather %p[%o] volatile : !phobos.ptr<i32>, !phobos.tile<1xindex> -> !phobos.tile<1xi32>
  phobos.scatter %0, %q[%o] : !phobos.tile<1xi32>, !phobos.ptr<i32>, !phobos.tile<1xindex>
  phobos.return
}

// Of runs a thread has neighbouring elements, which are one access, under the mask's first
// element of the run.
// CHECK-LABEL: gpu.func @runs
// CHECK: %[[MASK:.*]] = arith.cmpi slt
// CHECK: %[[ACTIVE:.*]] = vector.extract %[[MASK]][0]
// CHECK: "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];"{{.*}} %[[ACTIVE]]
// CHECK: %[[NEXT:.*]] = vector.extract %[[MASK]][4]
// CHECK: "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];"{{.*}} %[[NEXT]]
// CHECK: "@$5 st.global.v4.b32 [$4], {$0, $1, $2, $3};"{{.*}} %[[ACTIVE]]
// CHECK: "@$5 st.global.v4.b32 [$4], {$0, $1, $2, $3};"{{.*}} %[[NEXT]]
phobos.kernel @runs(%p: !phobos.ptr<f32>, %n: index) threads 32 {
  %o = phobos.iota 0 : !phobos.tile<256xindex>
  %s = phobos.splat %n : !phobos.tile<256xindex>
  %m = arith.cmpi slt, %o, %s : !phobos.tile<256xindex>
  %t = phobos.gather %p[%o] mask %m {phobos.run = 4 : i64} : !phobos.ptr<f32>, !phobos.tile<256xindex> -> !phobos.tile<256xf32>
  phobos.scatter %t, %p[%o] mask %m {phobos.run = 4 : i64} : !phobos.tile<256xf32>, !phobos.ptr<f32>, !phobos.tile<256xindex>
  phobos.return
}

// Runs of two are accesses of two, though a vector would hold four.
// CHECK-LABEL: gpu.func @pairs
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
// CHECK: llvm.store %{{.*}} {alignment = 8 : i64} : vector<2xf32>, !llvm.ptr<1>
phobos.kernel @pairs(%p: !phobos.ptr<f32>) threads 32 {
  %o = phobos.iota 0 : !phobos.tile<64xindex>
  %t = phobos.gather %p[%o] {phobos.run = 2 : i64} : !phobos.ptr<f32>, !phobos.tile<64xindex> -> !phobos.tile<64xf32>
  phobos.scatter %t, %p[%o] {phobos.run = 2 : i64} : !phobos.tile<64xf32>, !phobos.ptr<f32>, !phobos.tile<64xindex>
  phobos.return
}
