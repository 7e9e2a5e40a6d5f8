// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -mlir-print-op-generic | phobos-opt | FileCheck %s

// CHECK-LABEL: phobos.kernel @nothing()
// CHECK-SAME:  {
// CHECK-NEXT:    phobos.return
phobos.kernel @nothing() {
  phobos.return
}

// Each kind of argument, and what may be said of it.
// CHECK-LABEL: phobos.kernel @arguments(
// CHECK-SAME:  !phobos.ptr<i8> {phobos.extents = ["M", 64], phobos.name = "A", phobos.strides = ["LDA", 1], phobos.unsigned},
// CHECK-SAME:  i32 {phobos.name = "x", phobos.unsigned}, %{{.*}}: f16, %{{.*}}: i1,
// CHECK-SAME:  index {phobos.name = "M"},
// CHECK-SAME:  index {phobos.name = "LDA"})
phobos.kernel @arguments(
    %a: !phobos.ptr<i8> {phobos.name = "A", phobos.extents = ["M", 64], phobos.strides = ["LDA", 1], phobos.unsigned},
    %x: i32 {phobos.name = "x", phobos.unsigned}, %y: f16, %z: i1,
    %M: index {phobos.name = "M"}, %LDA: index {phobos.name = "LDA"}) {
  phobos.return
}

// The symbols are %n and %M: the pointer and the float count for nothing.
// CHECK: phobos.kernel @grid(%{{.*}}: !phobos.ptr<f32>, %{{.*}}: i32, %{{.*}}: f32, %{{.*}}: index) grid #[[$GRID:.*]] threads 256 {
phobos.kernel @grid(%a: !phobos.ptr<f32>, %n: i32, %x: f32, %M: index)
    grid affine_map<()[s0, s1] -> (s1 ceildiv 64, s0, 0)> threads 256 {
  phobos.return
}

// CHECK: phobos.kernel @attributes() threads 32 attributes {note = "kept", sym_visibility = "private"}
phobos.kernel @attributes() threads 32 attributes {note = "kept", sym_visibility = "private"} {
  phobos.return
}

// CHECK-LABEL: phobos.kernel @block_id
phobos.kernel @block_id() {
  // CHECK: phobos.block_id x{{$}}
  // CHECK: phobos.block_id y{{$}}
  // CHECK: phobos.block_id z {note}
  %x = phobos.block_id x
  %y = phobos.block_id y
  %z = phobos.block_id z {note}
  phobos.return
}

// CHECK-LABEL: phobos.kernel @num_blocks
phobos.kernel @num_blocks() {
  // CHECK: phobos.num_blocks x{{$}}
  // CHECK: phobos.num_blocks y{{$}}
  // CHECK: phobos.num_blocks z {note}
  %x = phobos.num_blocks x
  %y = phobos.num_blocks y
  %z = phobos.num_blocks z {note}
  phobos.return
}
