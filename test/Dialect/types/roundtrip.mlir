// RUN: phobos-opt %s | phobos-opt | FileCheck %s
// RUN: phobos-opt %s -emit-bytecode | phobos-opt | FileCheck %s

// CHECK: @tiles(!phobos.tile<1xi1>, !phobos.tile<4xi8>, !phobos.tile<96xi16>, !phobos.tile<40x257xi32>, !phobos.tile<1x2x3xi64>)
func.func private @tiles(!phobos.tile<1xi1>, !phobos.tile<4xi8>, !phobos.tile<96xi16>, !phobos.tile<40x257xi32>, !phobos.tile<1x2x3xi64>)
// CHECK: @floats(!phobos.tile<4xf8E4M3FN>, !phobos.tile<4xf8E5M2>, !phobos.tile<4xf16>, !phobos.tile<4xbf16>, !phobos.tile<4xf32>, !phobos.tile<4xf64>)
func.func private @floats(!phobos.tile<4xf8E4M3FN>, !phobos.tile<4xf8E5M2>, !phobos.tile<4xf16>, !phobos.tile<4xbf16>, !phobos.tile<4xf32>, !phobos.tile<4xf64>)
// CHECK: @others(!phobos.tile<4xindex>, !phobos.tile<1x1x1x1x2x!phobos.ptr<bf16>>)
func.func private @others(!phobos.tile<4xindex>, !phobos.tile<1x1x1x1x2x!phobos.ptr<bf16>>)
// 2^31 elements are the most.
// CHECK: @largest(!phobos.tile<65536x32768xi8>)
func.func private @largest(!phobos.tile<65536x32768xi8>)
// CHECK: @views(!phobos.view<?xf32>, !phobos.view<0x64xi1>, !phobos.view<?x?xf16, strides = [?, 1]>, !phobos.view<4x4xi8, strides = [0, 2]>)
func.func private @views(!phobos.view<?xf32>, !phobos.view<0x64xi1>, !phobos.view<?x?xf16, strides = [?, 1]>, !phobos.view<4x4xi8, strides = [0, 2]>)
// CHECK: @pointers(!phobos.ptr<i1>, !phobos.ptr<f8E5M2>)
func.func private @pointers(!phobos.ptr<i1>, !phobos.ptr<f8E5M2>)
