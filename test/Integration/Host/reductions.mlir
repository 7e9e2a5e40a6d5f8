// Reductions: NaN wins in max and min wherever it sits, widths need no power of two,
// the neutral element never shows.

// NaN at the start, in the middle, at the end, beside infinities, everywhere.
// RUN: phobos-host-run --kernel=nan_rows %s 12=1,nan,3,nan,inf,0,-inf,0,nan,nan,nan,nan 4=0 4=0 | FileCheck %s --check-prefix=NAN
// NAN: arg1: nan nan nan nan
// NAN: arg2: nan nan nan nan
phobos.kernel @nan_rows(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %z: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[4, 3] : !phobos.view<4x3xf32>
  %Y = phobos.view %y[4, 1] : !phobos.view<4x1xf32>
  %Z = phobos.view %z[4, 1] : !phobos.view<4x1xf32>
  %t = phobos.load %X[%c0 :+ 4, %c0 :+ 3] : !phobos.view<4x3xf32> -> !phobos.tile<4x3xf32>
  %max = phobos.reduce <max> %t dim 1 : !phobos.tile<4x3xf32> -> !phobos.tile<4x1xf32>
  %min = phobos.reduce <min> %t dim 1 : !phobos.tile<4x3xf32> -> !phobos.tile<4x1xf32>
  phobos.store %max, %Y[%c0 :+ 4, %c0 :+ 1] : !phobos.tile<4x1xf32>, !phobos.view<4x1xf32>
  phobos.store %min, %Z[%c0 :+ 4, %c0 :+ 1] : !phobos.tile<4x1xf32>, !phobos.view<4x1xf32>
  phobos.return
}

// 0 to 63 with one NaN at 0, 31, 32, 62, 63; then none.
// RUN: phobos-host-run --kernel=wide %s 64=nan,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63 2=0 | FileCheck %s --check-prefix=WIDE-NAN
// RUN: phobos-host-run --kernel=wide %s 64=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,nan,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63 2=0 | FileCheck %s --check-prefix=WIDE-NAN
// RUN: phobos-host-run --kernel=wide %s 64=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,nan,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63 2=0 | FileCheck %s --check-prefix=WIDE-NAN
// RUN: phobos-host-run --kernel=wide %s 64=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,nan,63 2=0 | FileCheck %s --check-prefix=WIDE-NAN
// RUN: phobos-host-run --kernel=wide %s 64=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,nan 2=0 | FileCheck %s --check-prefix=WIDE-NAN
// RUN: phobos-host-run --kernel=wide %s 64=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63 2=0 | FileCheck %s --check-prefix=WIDE
// WIDE-NAN: arg1: nan nan
// WIDE: arg1: 63 0
phobos.kernel @wide(%x: !phobos.ptr<f16>, %y: !phobos.ptr<f16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %X = phobos.view %x[64] : !phobos.view<64xf16>
  %Y = phobos.view %y[2] : !phobos.view<2xf16>
  %t = phobos.load %X[%c0 :+ 64] : !phobos.view<64xf16> -> !phobos.tile<64xf16>
  %max = phobos.reduce <max> %t dim 0 : !phobos.tile<64xf16> -> !phobos.tile<1xf16>
  %min = phobos.reduce <min> %t dim 0 : !phobos.tile<64xf16> -> !phobos.tile<1xf16>
  phobos.store %max, %Y[%c0 :+ 1] : !phobos.tile<1xf16>, !phobos.view<2xf16>
  phobos.store %min, %Y[%c1 :+ 1] : !phobos.tile<1xf16>, !phobos.view<2xf16>
  phobos.return
}

// A row that is masked by -inf beyond N keeps its own maximum, also -inf and below 0.
// RUN: phobos-host-run --kernel=padded %s 10=-5,-4,-3,-2,-1,-inf,-7,-inf,-inf,-inf 2=0 5 | FileCheck %s --check-prefix=PADDED
// RUN: sed 's/f32/bf16/g' %s > %t.bf16.mlir
// RUN: phobos-host-run --kernel=padded %t.bf16.mlir 10=-5,-4,-3,-2,-1,-inf,-7,-inf,-inf,-inf 2=0 5 | FileCheck %s --check-prefix=PADDED
// RUN: sed 's/f32/f16/g' %s > %t.f16.mlir
// RUN: phobos-host-run --kernel=padded %t.f16.mlir 10=-5,-4,-3,-2,-1,-inf,-7,-inf,-inf,-inf 2=0 5 | FileCheck %s --check-prefix=PADDED
// PADDED: arg1: -1 -7
phobos.kernel @padded(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %N: index) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[2, %N] : !phobos.view<2x?xf32>
  %Y = phobos.view %y[2, 1] : !phobos.view<2x1xf32>
  %t = phobos.load %X[%c0 :+ 2, %c0 :+ 8] masked [1] : !phobos.view<2x?xf32> -> !phobos.tile<2x8xf32>
  %i = phobos.iota 1 : !phobos.tile<1x8xindex>
  %n = phobos.splat %N : !phobos.tile<1x8xindex>
  %in = arith.cmpi slt, %i, %n : !phobos.tile<1x8xindex>
  %c = phobos.broadcast %in : !phobos.tile<1x8xi1> -> !phobos.tile<2x8xi1>
  %low = arith.constant 0xFC00 : f16
  %lowest = phobos.cast %low : f16 to f32
  %inf = phobos.splat %lowest : !phobos.tile<2x8xf32>
  %w = phobos.where %c, %t, %inf : !phobos.tile<2x8xi1>, !phobos.tile<2x8xf32>
  %max = phobos.reduce <max> %w dim 1 : !phobos.tile<2x8xf32> -> !phobos.tile<2x1xf32>
  phobos.store %max, %Y[%c0 :+ 2, %c0 :+ 1] : !phobos.tile<2x1xf32>, !phobos.view<2x1xf32>
  phobos.return
}

// Widths that are no power of two: sums of 1 to W, and the largest at column W - 3.
// RUN: sed 's/99/5/g' %s > %t.5.mlir
// RUN: phobos-host-run --kernel=width %t.5.mlir 15=1,2,3,4,5 6=0 | FileCheck %s --check-prefix=WIDTH5
// RUN: phobos-host-run --kernel=width %t.5.mlir 15=1,2,1e6,4,5 6=0 | FileCheck %s --check-prefix=BIG
// WIDTH5: arg1: 15 5 15 5 15 5
// RUN: sed 's/99/24/g' %s > %t.24.mlir
// RUN: phobos-host-run --kernel=width %t.24.mlir 72=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24 6=0 | FileCheck %s --check-prefix=WIDTH24
// RUN: phobos-host-run --kernel=width %t.24.mlir 72=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,1e6,23,24 6=0 | FileCheck %s --check-prefix=BIG
// WIDTH24: arg1: 300 24 300 24 300 24
// RUN: sed 's/99/40/g' %s > %t.40.mlir
// RUN: phobos-host-run --kernel=width %t.40.mlir 120=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40 6=0 | FileCheck %s --check-prefix=WIDTH40
// RUN: phobos-host-run --kernel=width %t.40.mlir 120=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,1e6,39,40 6=0 | FileCheck %s --check-prefix=BIG
// WIDTH40: arg1: 820 40 820 40 820 40
// RUN: sed 's/99/56/g' %s > %t.56.mlir
// RUN: phobos-host-run --kernel=width %t.56.mlir 168=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56 6=0 | FileCheck %s --check-prefix=WIDTH56
// RUN: phobos-host-run --kernel=width %t.56.mlir 168=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,1e6,55,56 6=0 | FileCheck %s --check-prefix=BIG
// WIDTH56: arg1: 1596 56 1596 56 1596 56
// RUN: sed 's/99/96/g' %s > %t.96.mlir
// RUN: phobos-host-run --kernel=width %t.96.mlir 288=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96 6=0 | FileCheck %s --check-prefix=WIDTH96
// RUN: phobos-host-run --kernel=width %t.96.mlir 288=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,1e6,95,96 6=0 | FileCheck %s --check-prefix=BIG
// WIDTH96: arg1: 4656 96 4656 96 4656 96
// RUN: sed 's/99/257/g' %s > %t.257.mlir
// RUN: phobos-host-run --kernel=width %t.257.mlir 771=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,166,167,168,169,170,171,172,173,174,175,176,177,178,179,180,181,182,183,184,185,186,187,188,189,190,191,192,193,194,195,196,197,198,199,200,201,202,203,204,205,206,207,208,209,210,211,212,213,214,215,216,217,218,219,220,221,222,223,224,225,226,227,228,229,230,231,232,233,234,235,236,237,238,239,240,241,242,243,244,245,246,247,248,249,250,251,252,253,254,255,256,257 6=0 | FileCheck %s --check-prefix=WIDTH257
// RUN: phobos-host-run --kernel=width %t.257.mlir 771=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80,81,82,83,84,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,100,101,102,103,104,105,106,107,108,109,110,111,112,113,114,115,116,117,118,119,120,121,122,123,124,125,126,127,128,129,130,131,132,133,134,135,136,137,138,139,140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,166,167,168,169,170,171,172,173,174,175,176,177,178,179,180,181,182,183,184,185,186,187,188,189,190,191,192,193,194,195,196,197,198,199,200,201,202,203,204,205,206,207,208,209,210,211,212,213,214,215,216,217,218,219,220,221,222,223,224,225,226,227,228,229,230,231,232,233,234,235,236,237,238,239,240,241,242,243,244,245,246,247,248,249,250,251,252,253,254,1e6,256,257 6=0 | FileCheck %s --check-prefix=BIG
// WIDTH257: arg1: 33153 257 33153 257 33153 257
// BIG: arg1: {{[0-9]+}} 1000000 {{[0-9]+}} 1000000 {{[0-9]+}} 1000000
phobos.kernel @width(%x: !phobos.ptr<f32>, %y: !phobos.ptr<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %X = phobos.view %x[3, 99] : !phobos.view<3x99xf32>
  %Y = phobos.view %y[3, 2] : !phobos.view<3x2xf32>
  %t = phobos.load %X[%c0 :+ 3, %c0 :+ 99] : !phobos.view<3x99xf32> -> !phobos.tile<3x99xf32>
  %sum = phobos.reduce <add> %t dim 1 : !phobos.tile<3x99xf32> -> !phobos.tile<3x1xf32>
  %max = phobos.reduce <max> %t dim 1 : !phobos.tile<3x99xf32> -> !phobos.tile<3x1xf32>
  phobos.store %sum, %Y[%c0 :+ 3, %c0 :+ 1] : !phobos.tile<3x1xf32>, !phobos.view<3x2xf32>
  phobos.store %max, %Y[%c0 :+ 3, %c1 :+ 1] : !phobos.tile<3x1xf32>, !phobos.view<3x2xf32>
  phobos.return
}

// The other kinds, along the outer dim: [[6, -1], [3, 7], [-4, 2]] as i8.
// add 5 8; mul -72 -14; max 6 7; min -4 -1; maxu -4 -1; minu 3 2; and 0 2; or -1 -1.
// RUN: phobos-host-run --kernel=kinds %s 6=6,-1,3,7,-4,2 16=0 | FileCheck %s --check-prefix=KINDS
// KINDS: arg1: 5 8 -72 -14 6 7 -4 -1 -4 -1 3 2 0 2 -1 -1
phobos.kernel @kinds(%x: !phobos.ptr<i8>, %y: !phobos.ptr<i8>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[3, 2] : !phobos.view<3x2xi8>
  %Y = phobos.view %y[8, 2] : !phobos.view<8x2xi8>
  %t = phobos.load %X[%c0 :+ 3, %c0 :+ 2] : !phobos.view<3x2xi8> -> !phobos.tile<3x2xi8>
  %r0 = arith.constant 0 : index
  %v0 = phobos.reduce <add> %t dim 0 : !phobos.tile<3x2xi8> -> !phobos.tile<1x2xi8>
  phobos.store %v0, %Y[%r0 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xi8>, !phobos.view<8x2xi8>
  %r1 = arith.constant 1 : index
  %v1 = phobos.reduce <mul> %t dim 0 : !phobos.tile<3x2xi8> -> !phobos.tile<1x2xi8>
  phobos.store %v1, %Y[%r1 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xi8>, !phobos.view<8x2xi8>
  %r2 = arith.constant 2 : index
  %v2 = phobos.reduce <max> %t dim 0 : !phobos.tile<3x2xi8> -> !phobos.tile<1x2xi8>
  phobos.store %v2, %Y[%r2 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xi8>, !phobos.view<8x2xi8>
  %r3 = arith.constant 3 : index
  %v3 = phobos.reduce <min> %t dim 0 : !phobos.tile<3x2xi8> -> !phobos.tile<1x2xi8>
  phobos.store %v3, %Y[%r3 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xi8>, !phobos.view<8x2xi8>
  %r4 = arith.constant 4 : index
  %v4 = phobos.reduce <maxu> %t dim 0 : !phobos.tile<3x2xi8> -> !phobos.tile<1x2xi8>
  phobos.store %v4, %Y[%r4 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xi8>, !phobos.view<8x2xi8>
  %r5 = arith.constant 5 : index
  %v5 = phobos.reduce <minu> %t dim 0 : !phobos.tile<3x2xi8> -> !phobos.tile<1x2xi8>
  phobos.store %v5, %Y[%r5 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xi8>, !phobos.view<8x2xi8>
  %r6 = arith.constant 6 : index
  %v6 = phobos.reduce <and> %t dim 0 : !phobos.tile<3x2xi8> -> !phobos.tile<1x2xi8>
  phobos.store %v6, %Y[%r6 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xi8>, !phobos.view<8x2xi8>
  %r7 = arith.constant 7 : index
  %v7 = phobos.reduce <or> %t dim 0 : !phobos.tile<3x2xi8> -> !phobos.tile<1x2xi8>
  phobos.store %v7, %Y[%r7 :+ 1, %c0 :+ 2] : !phobos.tile<1x2xi8>, !phobos.view<8x2xi8>
  phobos.return
}

// Sums in f32 and i32 of narrow types: 40 x f16 2000 is 80000, 37 trues are 37.
// RUN: phobos-host-run --kernel=sums %s 40=2000 37=1 1=0 1=0 | FileCheck %s --check-prefix=SUMS
// SUMS: arg2: 80000
// SUMS: arg3: 37
phobos.kernel @sums(%x: !phobos.ptr<f16>, %b: !phobos.ptr<i1>, %y: !phobos.ptr<f32>, %z: !phobos.ptr<i32>) {
  %c0 = arith.constant 0 : index
  %X = phobos.view %x[40] : !phobos.view<40xf16>
  %B = phobos.view %b[37] : !phobos.view<37xi1>
  %Y = phobos.view %y[1] : !phobos.view<1xf32>
  %Z = phobos.view %z[1] : !phobos.view<1xi32>
  %t = phobos.load %X[%c0 :+ 40] : !phobos.view<40xf16> -> !phobos.tile<40xf16>
  %w = phobos.cast %t : !phobos.tile<40xf16> to !phobos.tile<40xf32>
  %s = phobos.reduce <add> %w dim 0 : !phobos.tile<40xf32> -> !phobos.tile<1xf32>
  phobos.store %s, %Y[%c0 :+ 1] : !phobos.tile<1xf32>, !phobos.view<1xf32>
  %u = phobos.load %B[%c0 :+ 37] : !phobos.view<37xi1> -> !phobos.tile<37xi1>
  %v = phobos.cast %u : !phobos.tile<37xi1> to !phobos.tile<37xi32>
  %n = phobos.reduce <add> %v dim 0 : !phobos.tile<37xi32> -> !phobos.tile<1xi32>
  phobos.store %n, %Z[%c0 :+ 1] : !phobos.tile<1xi32>, !phobos.view<1xi32>
  phobos.return
}
