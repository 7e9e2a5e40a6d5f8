// RUN: phobos-opt %s --phobos-convert-memrefs --split-input-file --verify-diagnostics --mlir-print-local-scope | FileCheck %s

// A memref without a layout is dense; without a name, its sizes are named by its place. The grid keeps its symbols, and
// has one more for each argument that is new.
// CHECK-LABEL: @dense(
// CHECK-SAME: %[[N:[a-z0-9]+]]: index,
// CHECK-SAME: %[[A:[a-z0-9]+]]: !phobos.ptr<i8> {phobos.extents = ["arg1_extent0", "arg1_extent1"]}
// CHECK-SAME: %[[E0:[a-z0-9]+]]: index {phobos.name = "arg1_extent0"}, %[[E1:[a-z0-9]+]]: index {phobos.name = "arg1_extent1"})
// CHECK-SAME: grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 8, 1, 1)>
// CHECK: phobos.view %[[A]][%[[E0]], %[[E1]]] : !phobos.view<?x?xi8>
phobos.kernel @dense(%n: index, %A: memref<?x?xi8>) grid affine_map<()[s0] -> (s0 ceildiv 8, 1, 1)> {
  %0 = builtin.unrealized_conversion_cast %A : memref<?x?xi8> to !phobos.view<?x?xi8>
  phobos.return
}

// -----

// Extents and strides that have names are the arguments of those names; others are arguments of their own.
// CHECK-LABEL: @shared(
// CHECK-SAME: %[[A:[a-z0-9]+]]: !phobos.ptr<f32> {phobos.extents = ["M", "N"], phobos.name = "A", phobos.strides = ["LD", 1]}
// CHECK-SAME: %[[B:[a-z0-9]+]]: !phobos.ptr<f32> {phobos.extents = ["B_extent0", "B_extent1"], phobos.name = "B"}
// CHECK-SAME: %[[M:[a-z0-9]+]]: index {phobos.name = "M"}, %[[N:[a-z0-9]+]]: index {phobos.name = "N"}, %[[LD:[a-z0-9]+]]: index {phobos.name = "LD"}
// CHECK-SAME: %[[E0:[a-z0-9]+]]: index {phobos.name = "B_extent0"}, %[[E1:[a-z0-9]+]]: index {phobos.name = "B_extent1"})
// CHECK-SAME: grid affine_map<()[s0, s1, s2, s3, s4] -> (s0 ceildiv 8, s1 ceildiv 8, 1)>
// CHECK: phobos.view %[[A]][%[[M]], %[[N]]] strides [%[[LD]], 1]
// CHECK: phobos.view %[[B]][%[[E0]], %[[E1]]] : !phobos.view<?x?xf32>
phobos.kernel @shared(%A: memref<?x?xf32, strided<[?, 1]>> {phobos.name = "A", phobos.extents = ["M", "N"], phobos.strides = ["LD", 1]},
                      %B: memref<?x?xf32, 1> {phobos.name = "B"},
                      %M: index {phobos.name = "M"}, %N: index {phobos.name = "N"}, %LD: index {phobos.name = "LD"})
    grid affine_map<()[s0, s1, s2] -> (s0 ceildiv 8, s1 ceildiv 8, 1)> {
  %0 = builtin.unrealized_conversion_cast %A : memref<?x?xf32, strided<[?, 1]>> to !phobos.view<?x?xf32, strides = [?, 1]>
  %1 = builtin.unrealized_conversion_cast %B : memref<?x?xf32, 1> to !phobos.view<?x?xf32>
  phobos.return
}

// -----

// Sizes that the type has need no argument, and nobody need look at a memref.
// CHECK-LABEL: @static(
// CHECK-SAME: %{{[a-z0-9]+}}: !phobos.ptr<f16> {phobos.extents = [4, 6], phobos.name = "A", phobos.strides = [12, 2]}, %{{[a-z0-9]+}}: index)
phobos.kernel @static(%A: memref<4x6xf16, strided<[12, 2], offset: 3>> {phobos.name = "A"}, %n: index) {
  phobos.return
}

// -----

// CHECK-LABEL: @no_memrefs(
// CHECK-SAME: %{{[a-z0-9]+}}: !phobos.ptr<f32>, %{{[a-z0-9]+}}: index) grid affine_map<()[s0] -> (s0, 1, 1)>
phobos.kernel @no_memrefs(%a: !phobos.ptr<f32>, %n: index) grid affine_map<()[s0] -> (s0, 1, 1)> {
  phobos.return
}

// -----

// What else takes a memref would see a pointer.
phobos.kernel @negative_other_use(%A: memref<?xf32>, %i: index) {
  // expected-error@+1 {{expected memrefs of a kernel to be used by 'builtin.unrealized_conversion_cast' alone, here to '!phobos.view<?xf32>'}}
  %0 = memref.load %A[%i] : memref<?xf32>
  phobos.return
}

// -----

// The launcher would check another extent than the view has.
// expected-error@+1 {{expected 'phobos.extents' of argument 0 to fit its type in dim 1, got 63}}
phobos.kernel @negative_other_number(%A: memref<?x64xf32> {phobos.extents = ["M", 63]}, %M: index {phobos.name = "M"}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected 'phobos.extents' of argument 0 to fit its type in dim 1, got "M"}}
phobos.kernel @negative_name_of_a_number(%A: memref<?x64xf32> {phobos.extents = ["M", "M"]}, %M: index {phobos.name = "M"}) {
  phobos.return
}

// -----

// expected-error@+1 {{expected 2 entries in 'phobos.extents' of argument 0, got ["M"]}}
phobos.kernel @negative_rank(%A: memref<?x64xf32> {phobos.extents = ["M"]}, %M: index {phobos.name = "M"}) {
  phobos.return
}

// -----

phobos.kernel @negative_other_view(%A: memref<?xf32, strided<[2]>>) {
  // expected-error@+1 {{expected memrefs of a kernel to be used by 'builtin.unrealized_conversion_cast' alone, here to '!phobos.view<?xf32, strides = [2]>'}}
  %0 = builtin.unrealized_conversion_cast %A : memref<?xf32, strided<[2]>> to !phobos.view<?xf32>
  phobos.return
}

// -----

// A view's strides are numbers, not a map.
// expected-error@+1 {{expected a memref in memory space 0 or 1, with no layout but a strided one, got 'memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>'}}
phobos.kernel @negative_layout(%A: memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>) {
  phobos.return
}

// -----

// No launch has the address of a block's shared memory.
// expected-error@+1 {{expected a memref in memory space 0 or 1, with no layout but a strided one, got 'memref<4xf32, 3>'}}
phobos.kernel @negative_space(%A: memref<4xf32, 3>) {
  phobos.return
}

// -----

// expected-error@+1 {{expected a view of integers or floats, got 'index'}}
phobos.kernel @negative_element(%A: memref<4xindex>) {
  phobos.return
}

// -----

// expected-error@+1 {{expected view strides of at least 0, got -1}}
phobos.kernel @negative_stride(%A: memref<4xf32, strided<[-1], offset: 3>>) {
  phobos.return
}
