#layout = #phobos.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>
#layout1 = #phobos.layout<reg = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], reps = [2, 3]>
#map = affine_map<()[s0, s1] -> (s1 ceildiv 64, s0, 0)>
module {
  module @atomic {
    phobos.kernel @slices(%arg0: !phobos.ptr<i32>, %arg1: index, %arg2: index, %arg3: i32) {
      %0 = phobos.view %arg0[%arg1, 8] : !phobos.view<?x8xi32>
      %1 = phobos.splat %arg3 : !phobos.tile<4x8xi32>
      %2 = phobos.atomic <add> %1, %0[%arg2 :+ 4, %arg2 :+ 8] masked [0, 1] : !phobos.tile<4x8xi32>, !phobos.view<?x8xi32>
      %3 = phobos.atomic <maxu> %1, %0[%arg2 :+ 4, %arg2 :+ 8] masked [0] unchecked [1] {note} : !phobos.tile<4x8xi32>, !phobos.view<?x8xi32>
      %4 = phobos.atomic <exchange> %3, %0[%arg2 :+ 4, %arg2 :+ 8] order <relaxed> scope <block> : !phobos.tile<4x8xi32>, !phobos.view<?x8xi32>
      %5 = phobos.atomic <cas> %1 expected %4, %0[%arg2 :+ 4, %arg2 :+ 8] masked [1] order <acquire> scope <system> : !phobos.tile<4x8xi32>, !phobos.view<?x8xi32>
      phobos.return
    }
    phobos.kernel @offsets(%arg0: !phobos.ptr<f32>, %arg1: index, %arg2: i1, %arg3: f32) {
      %0 = phobos.splat %arg1 : !phobos.tile<8xindex>
      %1 = phobos.splat %arg2 : !phobos.tile<8xi1>
      %2 = phobos.splat %arg3 : !phobos.tile<8xf32>
      %3 = phobos.atomic_scatter <add> %2, %arg0[%0] : !phobos.tile<8xf32>, !phobos.ptr<f32>, !phobos.tile<8xindex>
      %4 = phobos.atomic_scatter <min> %2, %arg0[%0] mask %1 order <release> scope <block> {note} : !phobos.tile<8xf32>, !phobos.ptr<f32>, !phobos.tile<8xindex>
      %5 = phobos.atomic_scatter <cas> %2 expected %4, %arg0[%0] mask %1 : !phobos.tile<8xf32>, !phobos.ptr<f32>, !phobos.tile<8xindex>
      phobos.return
    }
  }
  module @compute {
    phobos.kernel @where(%arg0: i1, %arg1: f32, %arg2: !phobos.ptr<f32>) {
      %0 = phobos.splat %arg0 : !phobos.tile<4x8xi1>
      %1 = phobos.splat %arg1 : !phobos.tile<4x8xf32>
      %2 = phobos.where %0, %1, %1 : !phobos.tile<4x8xi1>, !phobos.tile<4x8xf32>
      %3 = phobos.where %0, %0, %0 {note} : !phobos.tile<4x8xi1>, !phobos.tile<4x8xi1>
      %4 = phobos.splat %arg0 : !phobos.tile<2xi1>
      %5 = phobos.splat %arg2 : !phobos.tile<2x!phobos.ptr<f32>>
      %6 = phobos.where %4, %5, %5 : !phobos.tile<2xi1>, !phobos.tile<2x!phobos.ptr<f32>>
      phobos.return
    }
    phobos.kernel @cast(%arg0: f32, %arg1: i32) {
      %0 = phobos.cast %arg0 : f32 to f8E4M3FN
      %1 = phobos.cast %arg0 to_unsigned : f32 to i8
      %2 = phobos.cast %arg1 from_unsigned {note} : i32 to index
      %3 = phobos.splat %arg1 : !phobos.tile<4xi32>
      %4 = phobos.cast %3 from_unsigned to_unsigned : !phobos.tile<4xi32> to !phobos.tile<4xi64>
      phobos.return
    }
    phobos.kernel @dot(%arg0: f16, %arg1: bf16, %arg2: f8E5M2, %arg3: f32, %arg4: i8, %arg5: i32) {
      %0 = phobos.splat %arg3 : !phobos.tile<4x2xf32>
      %1 = phobos.splat %arg5 : !phobos.tile<4x2xi32>
      %2 = phobos.splat %arg0 : !phobos.tile<4x8xf16>
      %3 = phobos.splat %arg0 : !phobos.tile<8x2xf16>
      %4 = phobos.dot %2, %3, %0 : !phobos.tile<4x8xf16>, !phobos.tile<8x2xf16> -> !phobos.tile<4x2xf32>
      %5 = phobos.splat %arg1 : !phobos.tile<4x8xbf16>
      %6 = phobos.splat %arg1 : !phobos.tile<2x8xbf16>
      %7 = phobos.dot %5, %6, %0 transposed : !phobos.tile<4x8xbf16>, !phobos.tile<2x8xbf16> -> !phobos.tile<4x2xf32>
      %8 = phobos.splat %arg2 : !phobos.tile<4x8xf8E5M2>
      %9 = phobos.splat %arg2 : !phobos.tile<8x2xf8E5M2>
      %10 = phobos.dot %8, %9, %0 : !phobos.tile<4x8xf8E5M2>, !phobos.tile<8x2xf8E5M2> -> !phobos.tile<4x2xf32>
      %11 = phobos.splat %arg4 : !phobos.tile<4x8xi8>
      %12 = phobos.splat %arg4 : !phobos.tile<2x8xi8>
      %13 = phobos.dot %11, %12, %1 transposed unsigned {note} : !phobos.tile<4x8xi8>, !phobos.tile<2x8xi8> -> !phobos.tile<4x2xi32>
      phobos.return
    }
    phobos.kernel @dot_precision(%arg0: f32) {
      %0 = phobos.splat %arg0 : !phobos.tile<4x8xf32>
      %1 = phobos.splat %arg0 : !phobos.tile<4x8xf32>
      %2 = phobos.splat %arg0 : !phobos.tile<4x4xf32>
      %3 = phobos.dot %0, %1, %2 transposed precision  tf32 : !phobos.tile<4x8xf32>, !phobos.tile<4x8xf32> -> !phobos.tile<4x4xf32>
      %4 = phobos.dot %0, %1, %2 transposed precision  tf32x3 {note} : !phobos.tile<4x8xf32>, !phobos.tile<4x8xf32> -> !phobos.tile<4x4xf32>
      %5 = phobos.dot %0, %1, %2 transposed precision  bf16 : !phobos.tile<4x8xf32>, !phobos.tile<4x8xf32> -> !phobos.tile<4x4xf32>
      %6 = phobos.dot %0, %1, %2 transposed : !phobos.tile<4x8xf32>, !phobos.tile<4x8xf32> -> !phobos.tile<4x4xf32>
      phobos.return
    }
  }
  module @facts {
    phobos.kernel @facts(%arg0: index, %arg1: index) {
      %0 = phobos.assume #phobos.divisible<16> %arg0
      %1 = phobos.assume #phobos.bounded<-9223372036854775808, 9223372036854775807> %arg0
      %2 = phobos.assume #phobos.same %arg0, %arg1 {note}
      %3 = phobos.promise #phobos.divisible<64> %arg0
      %4 = phobos.promise #phobos.same %arg0, %arg1
      %5 = phobos.promise #phobos.bounded<1, 1> %arg0 message "@require(N <= BN)" {note}
      %6 = phobos.promise #phobos.same %arg0, %arg1 message "M == N"
      phobos.return
    }
  }
  module @kernel {
    phobos.kernel @nothing() {
      phobos.return
    }
    phobos.kernel @arguments(%arg0: !phobos.ptr<i8> {phobos.extents = ["M", 64], phobos.name = "A", phobos.strides = ["LDA", 1], phobos.unsigned}, %arg1: i32 {phobos.name = "x", phobos.unsigned}, %arg2: f16, %arg3: i1, %arg4: index {phobos.name = "M"}, %arg5: index {phobos.name = "LDA"}) {
      phobos.return
    }
    phobos.kernel @grid(%arg0: !phobos.ptr<f32>, %arg1: i32, %arg2: f32, %arg3: index) grid #map threads 256 {
      phobos.return
    }
    phobos.kernel @attributes() threads 32 attributes {note = "kept", sym_visibility = "private"} {
      phobos.return
    }
    phobos.kernel @block_id() {
      %0 = phobos.block_id x
      %1 = phobos.block_id y
      %2 = phobos.block_id z {note}
      phobos.return
    }
    phobos.kernel @num_blocks() {
      %0 = phobos.num_blocks x
      %1 = phobos.num_blocks y
      %2 = phobos.num_blocks z {note}
      phobos.return
    }
  }
  module @layout {
    phobos.kernel @layouts(%arg0: f32) {
      %0 = phobos.splat %arg0 : !phobos.tile<4xf32, #layout>
      %1 = phobos.convert_layout %0 : !phobos.tile<4xf32, #layout> -> !phobos.tile<4xf32>
      %2 = arith.cmpf olt, %0, %0 : !phobos.tile<4xf32, #layout>
      %3 = phobos.where %2, %0, %0 : !phobos.tile<4xi1, #layout>, !phobos.tile<4xf32, #layout>
      %cst = arith.constant dense<1> : !phobos.tile<32x96xi32, #layout1>
      phobos.return
    }
  }
  module @memory {
    phobos.kernel @view(%arg0: !phobos.ptr<f32>, %arg1: index, %arg2: index) {
      %0 = phobos.view %arg0[8, 64] : !phobos.view<8x64xf32>
      %1 = phobos.view %arg0[%arg1, 0, %arg2] : !phobos.view<?x0x?xf32>
      %2 = phobos.view %arg0[%arg1, 64] strides [%arg2, 1] : !phobos.view<?x64xf32, strides = [?, 1]>
      %3 = phobos.view %arg0[%arg1, 64] strides [0, 1] {note} : !phobos.view<?x64xf32, strides = [0, 1]>
      %4 = phobos.view %arg0[%arg1] offset %arg2 : !phobos.view<?xf32>
      %5 = phobos.view %arg0[%arg1, 64] strides [%arg2, 1] offset %arg2 loose {note} : !phobos.view<?x64xf32, strides = [?, 1]>
      phobos.return
    }
    phobos.kernel @load_and_store(%arg0: !phobos.ptr<f32>, %arg1: index, %arg2: index, %arg3: index) {
      %0 = phobos.view %arg0[%arg1, 64] : !phobos.view<?x64xf32>
      %1 = phobos.load %0[%arg2 :+ 64, %arg3 :+ 16] : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
      %2 = phobos.load %0[%arg2 :+ 64, %arg3 :+ 16] masked [0, 1] fill 1.0 {note} : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
      %3 = phobos.load %0[%arg2 :+ 64, %arg3 :+ 16] masked [1] unchecked [0] : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
      %4 = phobos.load %0[%arg2 :+ 64, %arg3 :+ 16] masked [1] fill 1.0 cache <cg> evict <last> volatile {note} : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
      %5 = phobos.load %0[%arg2 :+ 64, %arg3 :+ 16] evict <first> : !phobos.view<?x64xf32> -> !phobos.tile<64x16xf32>
      phobos.store %1, %0[%arg2 :+ 64, %arg3 :+ 16] : !phobos.tile<64x16xf32>, !phobos.view<?x64xf32>
      phobos.store %1, %0[%arg2 :+ 64, %arg3 :+ 16] masked [0] unchecked [1] {note} : !phobos.tile<64x16xf32>, !phobos.view<?x64xf32>
      phobos.store %1, %0[%arg2 :+ 64, %arg3 :+ 16] masked [0] cache <wt> evict <first> volatile : !phobos.tile<64x16xf32>, !phobos.view<?x64xf32>
      phobos.return
    }
    phobos.kernel @float_fills(%arg0: !phobos.ptr<f32>, %arg1: index) {
      %0 = phobos.view %arg0[8] : !phobos.view<8xf32>
      %1 = phobos.load %0[%arg1 :+ 4] masked [0] fill 0.0 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
      %2 = phobos.load %0[%arg1 :+ 4] masked [0] fill -0.0 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
      %3 = phobos.load %0[%arg1 :+ 4] masked [0] fill inf : !phobos.view<8xf32> -> !phobos.tile<4xf32>
      %4 = phobos.load %0[%arg1 :+ 4] masked [0] fill -inf : !phobos.view<8xf32> -> !phobos.tile<4xf32>
      %5 = phobos.load %0[%arg1 :+ 4] masked [0] fill nan : !phobos.view<8xf32> -> !phobos.tile<4xf32>
      %6 = phobos.load %0[%arg1 :+ 4] masked [0] fill -nan : !phobos.view<8xf32> -> !phobos.tile<4xf32>
      %7 = phobos.load %0[%arg1 :+ 4] masked [0] fill nan(0x7F800001) : !phobos.view<8xf32> -> !phobos.tile<4xf32>
      %8 = phobos.load %0[%arg1 :+ 4] masked [0] fill 0.1 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
      %9 = phobos.load %0[%arg1 :+ 4] masked [0] fill 1.4013E-45 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
      %10 = phobos.load %0[%arg1 :+ 4] masked [0] fill -3.4028235E+38 : !phobos.view<8xf32> -> !phobos.tile<4xf32>
      phobos.return
    }
    phobos.kernel @fills_of_other_types(%arg0: !phobos.ptr<f8E4M3FN>, %arg1: !phobos.ptr<f8E5M2>, %arg2: !phobos.ptr<f16>, %arg3: !phobos.ptr<bf16>, %arg4: !phobos.ptr<f64>, %arg5: index) {
      %0 = phobos.view %arg0[8] : !phobos.view<8xf8E4M3FN>
      %1 = phobos.view %arg1[8] : !phobos.view<8xf8E5M2>
      %2 = phobos.view %arg2[8] : !phobos.view<8xf16>
      %3 = phobos.view %arg3[8] : !phobos.view<8xbf16>
      %4 = phobos.view %arg4[8] : !phobos.view<8xf64>
      %5 = phobos.load %0[%arg5 :+ 4] masked [0] fill -448.0 : !phobos.view<8xf8E4M3FN> -> !phobos.tile<4xf8E4M3FN>
      %6 = phobos.load %1[%arg5 :+ 4] masked [0] fill -inf : !phobos.view<8xf8E5M2> -> !phobos.tile<4xf8E5M2>
      %7 = phobos.load %2[%arg5 :+ 4] masked [0] fill 65504.0 : !phobos.view<8xf16> -> !phobos.tile<4xf16>
      %8 = phobos.load %3[%arg5 :+ 4] masked [0] fill 3.14063 : !phobos.view<8xbf16> -> !phobos.tile<4xbf16>
      %9 = phobos.load %4[%arg5 :+ 4] masked [0] fill 0.30000000000000004 : !phobos.view<8xf64> -> !phobos.tile<4xf64>
      phobos.return
    }
    phobos.kernel @integer_fills(%arg0: !phobos.ptr<i8>, %arg1: !phobos.ptr<i64>, %arg2: !phobos.ptr<i1>, %arg3: index) {
      %0 = phobos.view %arg0[8] : !phobos.view<8xi8>
      %1 = phobos.view %arg1[8] : !phobos.view<8xi64>
      %2 = phobos.view %arg2[8] : !phobos.view<8xi1>
      %3 = phobos.load %0[%arg3 :+ 4] masked [0] fill -1 : !phobos.view<8xi8> -> !phobos.tile<4xi8>
      %4 = phobos.load %0[%arg3 :+ 4] masked [0] fill -128 : !phobos.view<8xi8> -> !phobos.tile<4xi8>
      %5 = phobos.load %1[%arg3 :+ 4] masked [0] fill -1 : !phobos.view<8xi64> -> !phobos.tile<4xi64>
      %6 = phobos.load %1[%arg3 :+ 4] masked [0] fill -9223372036854775808 : !phobos.view<8xi64> -> !phobos.tile<4xi64>
      %7 = phobos.load %2[%arg3 :+ 4] masked [0] fill 1 : !phobos.view<8xi1> -> !phobos.tile<4xi1>
      %8 = phobos.load %2[%arg3 :+ 4] masked [0] fill 0 : !phobos.view<8xi1> -> !phobos.tile<4xi1>
      phobos.return
    }
    phobos.kernel @empty_lists(%arg0: !phobos.ptr<i8>, %arg1: index) {
      %0 = phobos.view %arg0[8] : !phobos.view<8xi8>
      %1 = phobos.load %0[%arg1 :+ 4] : !phobos.view<8xi8> -> !phobos.tile<4xi8>
      phobos.return
    }
    phobos.kernel @views_apart(%arg0: !phobos.ptr<f32>, %arg1: !phobos.ptr<f32>, %arg2: index) {
      %0 = phobos.view %arg0[%arg2] : !phobos.view<?xf32>
      %1 = phobos.view %arg1[%arg2] : !phobos.view<?xf32>
      %2 = phobos.views_apart %0, %1 : !phobos.view<?xf32>, !phobos.view<?xf32>
      %3 = phobos.views_apart %0, %1 or_equal : !phobos.view<?xf32>, !phobos.view<?xf32>
      phobos.return
    }
  }
  module @pointer {
    phobos.kernel @pointers(%arg0: !phobos.ptr<f32>, %arg1: index, %arg2: i1, %arg3: f32) {
      %0 = phobos.splat %arg1 : !phobos.tile<4x8xindex>
      %1 = phobos.splat %arg2 : !phobos.tile<4x8xi1>
      %2 = phobos.splat %arg3 : !phobos.tile<4x8xf32>
      %3 = phobos.gather %arg0[%0] : !phobos.ptr<f32>, !phobos.tile<4x8xindex> -> !phobos.tile<4x8xf32>
      %4 = phobos.gather %arg0[%0] mask %1 : !phobos.ptr<f32>, !phobos.tile<4x8xindex> -> !phobos.tile<4x8xf32>
      %5 = phobos.gather %arg0[%0] mask %1 other %2 cache <cv> evict <last> volatile {note} : !phobos.ptr<f32>, !phobos.tile<4x8xindex> -> !phobos.tile<4x8xf32>
      phobos.scatter %3, %arg0[%0] : !phobos.tile<4x8xf32>, !phobos.ptr<f32>, !phobos.tile<4x8xindex>
      phobos.scatter %3, %arg0[%0] mask %1 cache <wt> evict <first> volatile {note} : !phobos.tile<4x8xf32>, !phobos.ptr<f32>, !phobos.tile<4x8xindex>
      phobos.return
    }
  }
  module @reduce {
    phobos.kernel @reduce(%arg0: f32, %arg1: i32, %arg2: i1) {
      %0 = phobos.splat %arg0 : !phobos.tile<4x8xf32>
      %1 = phobos.splat %arg1 : !phobos.tile<4x8xi32>
      %2 = phobos.splat %arg2 : !phobos.tile<4x8xi1>
      %3 = phobos.reduce <add> %0 dim 0 : !phobos.tile<4x8xf32> -> !phobos.tile<1x8xf32>
      %4 = phobos.reduce <mul> %0 dim 1 {note} : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xf32>
      %5 = phobos.reduce <max> %0 dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xf32>
      %6 = phobos.reduce <min> %1 dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
      %7 = phobos.reduce <maxu> %1 dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
      %8 = phobos.reduce <minu> %1 dim 1 : !phobos.tile<4x8xi32> -> !phobos.tile<4x1xi32>
      %9 = phobos.reduce <and> %2 dim 1 : !phobos.tile<4x8xi1> -> !phobos.tile<4x1xi1>
      %10 = phobos.reduce <or> %2 dim 1 : !phobos.tile<4x8xi1> -> !phobos.tile<4x1xi1>
      phobos.return
    }
    phobos.kernel @arg_reduce(%arg0: f32, %arg1: i32, %arg2: i1) {
      %0 = phobos.splat %arg0 : !phobos.tile<4x8xf32>
      %1 = phobos.splat %arg1 : !phobos.tile<3x4x8xi32>
      %2 = phobos.splat %arg2 : !phobos.tile<4xi1>
      %3 = phobos.arg_reduce <max> %0 dim 1 : !phobos.tile<4x8xf32> -> !phobos.tile<4x1xindex>
      %4 = phobos.arg_reduce <min> %0 dim 0 {note} : !phobos.tile<4x8xf32> -> !phobos.tile<1x8xindex>
      %5 = phobos.arg_reduce <minu> %1 dim 1 : !phobos.tile<3x4x8xi32> -> !phobos.tile<3x1x8xindex>
      %6 = phobos.arg_reduce <maxu> %2 dim 0 : !phobos.tile<4xi1> -> !phobos.tile<1xindex>
      phobos.return
    }
    phobos.kernel @scan(%arg0: f32, %arg1: i1) {
      %0 = phobos.splat %arg0 : !phobos.tile<4x8xf32>
      %1 = phobos.splat %arg1 : !phobos.tile<4xi1>
      %2 = phobos.scan <add> %0 dim 1 : !phobos.tile<4x8xf32>
      %3 = phobos.scan <max> %0 dim 0 {note} : !phobos.tile<4x8xf32>
      %4 = phobos.scan <or> %1 dim 0 : !phobos.tile<4xi1>
      phobos.return
    }
  }
  module @shape {
    phobos.kernel @shape(%arg0: f32, %arg1: !phobos.ptr<i8>, %arg2: i1) {
      %0 = phobos.splat %arg0 : !phobos.tile<1x16xf32>
      %1 = phobos.splat %arg1 {note} : !phobos.tile<4x!phobos.ptr<i8>>
      %2 = phobos.splat %arg2 : !phobos.tile<3xi1>
      %3 = phobos.iota 1 : !phobos.tile<1x64xindex>
      %4 = phobos.broadcast %0 : !phobos.tile<1x16xf32> -> !phobos.tile<8x16xf32>
      %5 = phobos.transpose %4 [1, 0] : !phobos.tile<8x16xf32> -> !phobos.tile<16x8xf32>
      phobos.return
    }
    phobos.kernel @rank_5(%arg0: i64) {
      %0 = phobos.splat %arg0 : !phobos.tile<2x3x1x5x7xi64>
      %1 = phobos.transpose %0 [4, 2, 0, 1, 3] : !phobos.tile<2x3x1x5x7xi64> -> !phobos.tile<7x1x2x3x5xi64>
      phobos.return
    }
    phobos.kernel @reshape_and_item(%arg0: f32, %arg1: !phobos.ptr<i8>) {
      %0 = phobos.splat %arg0 : !phobos.tile<4x6xf32>
      %1 = phobos.reshape %0 {note} : !phobos.tile<4x6xf32> -> !phobos.tile<2x3x4xf32>
      %2 = phobos.splat %arg0 : !phobos.tile<1x1xf32>
      %3 = phobos.item %2 {note} : !phobos.tile<1x1xf32>
      %4 = phobos.splat %arg1 : !phobos.tile<1x!phobos.ptr<i8>>
      %5 = phobos.item %4 : !phobos.tile<1x!phobos.ptr<i8>>
      phobos.return
    }
    phobos.kernel @arithmetic(%arg0: f32, %arg1: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %cst = arith.constant dense<0.000000e+00> : !phobos.tile<4x8xf32>
      %0 = phobos.splat %arg0 : !phobos.tile<4x8xf32>
      %1 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %cst) -> (!phobos.tile<4x8xf32>) {
        %4 = math.exp %0 : !phobos.tile<4x8xf32>
        %5 = arith.addf %arg3, %4 : !phobos.tile<4x8xf32>
        scf.yield %5 : !phobos.tile<4x8xf32>
      }
      %2 = arith.cmpf olt, %1, %cst : !phobos.tile<4x8xf32>
      %3 = arith.andi %2, %2 : !phobos.tile<4x8xi1>
      phobos.return
    }
    phobos.kernel @chunks(%arg0: f32, %arg1: index) {
      %0 = phobos.chunks : !phobos.chunks<8 of !phobos.tile<4x64xf32>>
      %1 = phobos.splat %arg0 : !phobos.tile<4x64xf32>
      phobos.put_chunk %1, %0[%arg1] : !phobos.tile<4x64xf32>, !phobos.chunks<8 of !phobos.tile<4x64xf32>>
      %2 = phobos.get_chunk %0[%arg1] : !phobos.chunks<8 of !phobos.tile<4x64xf32>> -> !phobos.tile<4x64xf32>
      phobos.return
    }
  }
  module @slice {
    phobos.kernel @slices(%arg0: f32, %arg1: index, %arg2: index) {
      %0 = phobos.splat %arg0 : !phobos.tile<16x64xf32>
      %1 = phobos.extract_slice %0[%arg1 :+ 8, %arg2 :+ 64] masked [0] fill -inf {note} : !phobos.tile<16x64xf32> -> !phobos.tile<8x64xf32>
      %2 = phobos.extract_slice %0[%arg1 :+ 8, %arg2 :+ 32] : !phobos.tile<16x64xf32> -> !phobos.tile<8x32xf32>
      %3 = phobos.extract_slice %0[%arg1 :+ 32, %arg2 :+ 1] masked [0, 1] : !phobos.tile<16x64xf32> -> !phobos.tile<32x1xf32>
      %4 = phobos.insert_slice %1, %0[%arg1 :+ 8, %arg2 :+ 64] masked [0] {note} : !phobos.tile<8x64xf32>, !phobos.tile<16x64xf32>
      %5 = phobos.insert_slice %2, %4[%arg1 :+ 8, %arg2 :+ 32] : !phobos.tile<8x32xf32>, !phobos.tile<16x64xf32>
      phobos.return
    }
    phobos.kernel @fill_of_indices(%arg0: index) {
      %0 = phobos.splat %arg0 : !phobos.tile<4xindex>
      %1 = phobos.extract_slice %0[%arg0 :+ 2] masked [0] fill -7 : !phobos.tile<4xindex> -> !phobos.tile<2xindex>
      phobos.return
    }
  }
  module @thread {
    phobos.kernel @positions() {
      %0 = phobos.thread_id
      %1 = phobos.warp_id
      %2 = phobos.lane_id
      %3 = phobos.num_threads
      phobos.return
    }
    phobos.kernel @elements(%arg0: index, %arg1: index) {
      %cst = arith.constant dense<0.000000e+00> : !phobos.tile<8x64xf32>
      %0 = phobos.load_elem %cst[%arg0, %arg1] : !phobos.tile<8x64xf32>
      %1 = phobos.store_elem %0, %cst[%arg1, %arg0] : !phobos.tile<8x64xf32>
      phobos.return
    }
    phobos.kernel @between_threads(%arg0: f32, %arg1: i8, %arg2: i1) {
      %0 = phobos.lane_id
      %1 = phobos.warp_reduce <add> %arg0 : f32
      %2 = phobos.warp_reduce <maxu> %arg1 : i8
      %3 = phobos.block_reduce <max> %arg0 : f32
      %4 = phobos.shuffle %arg0, %0 : f32
      %5 = phobos.shuffle %arg2, %0 : i1
      phobos.barrier
      phobos.return
    }
    phobos.kernel @sums(%arg0: !phobos.ptr<f32>, %arg1: index) {
      %0 = phobos.view %arg0[%arg1] : !phobos.view<?xf32>
      %1 = phobos.thread_id
      %2 = phobos.thread_sum(%0, %1 : !phobos.view<?xf32>, index) -> f32 {
      ^bb0(%arg2: !phobos.view<?xf32>, %arg3: index):
        %4 = phobos.load %arg2[%arg3 :+ 4] unchecked [0] : !phobos.view<?xf32> -> !phobos.tile<4xf32>
        %5 = arith.mulf %4, %4 : !phobos.tile<4xf32>
        phobos.yield %5 : !phobos.tile<4xf32>
      }
      %3 = phobos.thread_sum -> f32 {
        %cst = arith.constant dense<1.000000e+00> : !phobos.tile<4xf32>
        phobos.yield %cst : !phobos.tile<4xf32>
      }
      phobos.return
    }
  }
  module @types {
    func.func private @tiles(!phobos.tile<1xi1>, !phobos.tile<4xi8>, !phobos.tile<96xi16>, !phobos.tile<40x257xi32>, !phobos.tile<1x2x3xi64>)
    func.func private @floats(!phobos.tile<4xf8E4M3FN>, !phobos.tile<4xf8E5M2>, !phobos.tile<4xf16>, !phobos.tile<4xbf16>, !phobos.tile<4xf32>, !phobos.tile<4xf64>)
    func.func private @others(!phobos.tile<4xindex>, !phobos.tile<1x1x1x1x2x!phobos.ptr<bf16>>)
    func.func private @largest(!phobos.tile<65536x32768xi8>)
    func.func private @views(!phobos.view<?xf32>, !phobos.view<0x64xi1>, !phobos.view<?x?xf16, strides = [?, 1]>, !phobos.view<4x4xi8, strides = [0, 2]>)
    func.func private @pointers(!phobos.ptr<i1>, !phobos.ptr<f8E5M2>)
  }
  module @others {
    phobos.kernel @checks(%arg0: !phobos.ptr<f32> {phobos.extents = ["M", 64], phobos.name = "A", phobos.strides = ["LD", 1]}, %arg1: index {phobos.name = "M"}, %arg2: index {phobos.name = "LD"}, %arg3: i8 {phobos.unsigned}) attributes {phobos.noalias} {
      %0 = phobos.view %arg0[%arg1, 64] strides [%arg2, 1] : !phobos.view<?x64xf32, strides = [?, 1]>
      %1 = phobos.rows_aligned %0 : !phobos.view<?x64xf32, strides = [?, 1]>
      phobos.check_bounds %arg2 :+ 1 in %arg1 dim 0 of "A"
      phobos.return
    }
  }
}
