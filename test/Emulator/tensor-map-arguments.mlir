// Tensor maps as arguments on the command line.
// RUN: phobos-emulate --kernel=one %s map:i32:2x4:box=2x4:8=1,2 i32:7 | FileCheck %s
// CHECK: arg0: 1 2 1 2 1 2 1 2
// RUN: phobos-emulate --kernel=one %s map:bf16:3x70:box=2x32:strides=72x1:element_strides=1x1:swizzle=64:fill=nan:216=0 i32:7
// RUN: phobos-emulate --kernel=two %s i32:8=3 map:i32:2x2:box=2x4:strides=4x1:arg0 | FileCheck %s --check-prefix=SHARED
// SHARED: arg0: 3 3 3 3 3 3 3 3
// SHARED: arg1: 3 3 3 3 3 3 3 3

// RUN: not phobos-emulate --kernel=one %s i32:8=1 i32:7 2>&1 | FileCheck %s --check-prefix=NO-MAP
// NO-MAP: error: expected 'map:<type>:<extents>:box=<box>:<array>', got 'i32:8=1'
// RUN: not phobos-emulate --kernel=one %s map:i32:2xa:box=2x4:8=1 i32:7 2>&1 | FileCheck %s --check-prefix=DIMS
// DIMS: error: expected numbers with an 'x' between them, got '2xa'
// RUN: not phobos-emulate --kernel=one %s map:i32:2x4:box=2x4:pitch=4:8=1 i32:7 2>&1 | FileCheck %s --check-prefix=FIELD
// FIELD: error: expected 'box', 'strides', 'element_strides', 'swizzle', 'interleave' or 'fill=nan', got 'pitch=4'
// RUN: not phobos-emulate --kernel=one %s map:i32:2x3:box=2x4:8=1 i32:7 2>&1 | FileCheck %s --check-prefix=PITCH
// PITCH: error: expected strides that are a multiple of 16 bytes for a tensor map, got 12
// RUN: not phobos-emulate --kernel=one %s map:i32:2x4:box=2x4:arg1 i32:7 2>&1 | FileCheck %s --check-prefix=ARRAY
// ARRAY: error: expected an earlier array, got 'arg1'
// RUN: not phobos-emulate --kernel=one %s map:i1:2x4:box=2x4:8=1 i32:7 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: error: expected elements of 8 to 64 bits in a tensor map
llvm.func @one(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}, %n: i32) attributes {nvvm.kernel} {
  llvm.return
}
llvm.func @two(%array: !llvm.ptr<1>, %map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}) attributes {nvvm.kernel} {
  llvm.return
}
