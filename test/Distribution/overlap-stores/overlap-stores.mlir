// RUN: phobos-opt %s --split-input-file --phobos-overlap-stores | FileCheck %s

// Rows of B begin anywhere. A block reads 8 rows of A before its own, 32 bytes of each row of B.
// CHECK-LABEL: phobos.kernel @transpose
// CHECK:   %[[R:.+]] = arith.muli %[[X:.+]], %[[C128:.+]] : index
// CHECK:   %[[BLOCKS:.+]] = phobos.num_blocks x
// CHECK:   %[[COVERED:.+]] = arith.muli %[[BLOCKS]], %{{.+}} : index
// CHECK:   %[[COVERS:.+]] = arith.cmpi sge, %[[COVERED]], %arg2 : index
// CHECK:   %[[APART:.+]] = phobos.views_apart %[[A:.+]], %[[B:.+]] :
// CHECK:   %[[BOTH:.+]] = arith.andi %[[COVERS]], %[[APART]] : i1
// CHECK:   scf.if %[[BOTH]] {
// CHECK:     %[[S:.+]] = arith.subi %[[R]], %{{.+}} : index
// CHECK:     %[[T:.+]] = phobos.load %[[A]][%[[S]] :+ 136, %{{.+}} :+ 64] masked [0, 1] {phobos.overlap = 8 : i64} : {{.+}} -> !phobos.tile<136x64xf32>
// CHECK:     %[[U:.+]] = phobos.transpose %[[T]] [1, 0] : !phobos.tile<136x64xf32> -> !phobos.tile<64x136xf32>
// CHECK:     phobos.store %[[U]], %[[B]][%{{.+}} :+ 64, %[[S]] :+ 136] masked [0, 1] {phobos.overlap = 8 : i64} :
// CHECK:   } else {
// CHECK:     phobos.load %[[A]][%[[R]] :+ 128,
// CHECK:     phobos.store {{.+}} : !phobos.tile<64x128xf32>
phobos.kernel @transpose(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  scf.if %aligned {
  } else {
    %r = arith.muli %x, %c128 : index
    %c = arith.muli %y, %c64 : index
    %t = phobos.load %A[%r :+ 128, %c :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %u = phobos.transpose %t [1, 0] : !phobos.tile<128x64xf32> -> !phobos.tile<64x128xf32>
    phobos.store %u, %B[%c :+ 64, %r :+ 128] masked [0, 1] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// No argument overlaps another one: nothing is asked of views. What both blocks load alike, a column, and a
// constant go with it.
// CHECK-LABEL: phobos.kernel @noalias
// CHECK-NOT: phobos.views_apart
// CHECK: phobos.load {{.+}} -> !phobos.tile<64x1xf32>
// CHECK: scf.if
// CHECK: arith.constant dense<2.000000e+00> : !phobos.tile<64x136xf32>
// CHECK: arith.mulf {{.+}} : !phobos.tile<64x136xf32>
// CHECK: phobos.broadcast {{.+}} -> !phobos.tile<64x136xf32>
// CHECK: arith.addf {{.+}} : !phobos.tile<64x136xf32>
// CHECK: phobos.store {{.+}} {phobos.overlap = 8 : i64}
phobos.kernel @noalias(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) attributes {phobos.noalias} {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  scf.if %aligned {
  } else {
    %r = arith.muli %x, %c128 : index
    %c = arith.muli %y, %c64 : index
    %c0 = arith.constant 0 : index
    %two = arith.constant dense<2.0> : !phobos.tile<64x128xf32>
    %column = phobos.load %A[%c :+ 64, %c0 :+ 1] masked [0] : !phobos.view<?x?xf32> -> !phobos.tile<64x1xf32>
    %v = phobos.broadcast %column : !phobos.tile<64x1xf32> -> !phobos.tile<64x128xf32>
    %t = phobos.load %A[%r :+ 128, %c :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %turned = phobos.transpose %t [1, 0] : !phobos.tile<128x64xf32> -> !phobos.tile<64x128xf32>
    %w = arith.mulf %turned, %two : !phobos.tile<64x128xf32>
    %u = arith.addf %w, %v : !phobos.tile<64x128xf32>
    phobos.store %u, %B[%c :+ 64, %r :+ 128] masked [0, 1] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// A tile that was proved to be inside may begin before its row now.
// CHECK-LABEL: phobos.kernel @masks
// CHECK: phobos.load {{.+}} :+ 136, {{.+}} :+ 64] masked [0] {phobos.overlap
// CHECK: phobos.store {{.+}} :+ 64, {{.+}} :+ 136] masked [1] {phobos.overlap
phobos.kernel @masks(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  scf.if %aligned {
  } else {
    %r = arith.muli %x, %c128 : index
    %c = arith.muli %y, %c64 : index
    %t = phobos.load %A[%r :+ 128, %c :+ 64] : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %u = phobos.transpose %t [1, 0] : !phobos.tile<128x64xf32> -> !phobos.tile<64x128xf32>
    phobos.store %u, %B[%c :+ 64, %r :+ 128] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

//===----------------------------------------------------------------------===//
// Refused
//===----------------------------------------------------------------------===//

// Rows that begin at 16 bytes: sectors have no parts.
// CHECK-LABEL: phobos.kernel @negative_aligned
// CHECK-NOT: phobos.overlap
// CHECK: phobos.return
phobos.kernel @negative_aligned(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  %r = arith.muli %x, %c128 : index
  %c = arith.muli %y, %c64 : index
  scf.if %aligned {
    %t = phobos.load %A[%r :+ 128, %c :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %u = phobos.transpose %t [1, 0] : !phobos.tile<128x64xf32> -> !phobos.tile<64x128xf32>
    phobos.store %u, %B[%c :+ 64, %r :+ 128] masked [0, 1] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// Tiles that are 64 apart share more than a sector.
// CHECK-LABEL: phobos.kernel @negative_other_start
// CHECK-NOT: phobos.overlap
// CHECK: phobos.return
phobos.kernel @negative_other_start(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  scf.if %aligned {
  } else {
    %r = arith.muli %x, %c64 : index
    %c = arith.muli %y, %c64 : index
    %t = phobos.load %A[%r :+ 128, %c :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %u = phobos.transpose %t [1, 0] : !phobos.tile<128x64xf32> -> !phobos.tile<64x128xf32>
    phobos.store %u, %B[%c :+ 64, %r :+ 128] masked [0, 1] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// A scalar that differs between the blocks of a row: they would compute different values.
// CHECK-LABEL: phobos.kernel @negative_differs
// CHECK-NOT: phobos.overlap
// CHECK: phobos.return
phobos.kernel @negative_differs(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  scf.if %aligned {
  } else {
    %r = arith.muli %x, %c128 : index
    %c = arith.muli %y, %c64 : index
    %t = phobos.load %A[%r :+ 128, %c :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %turned = phobos.transpose %t [1, 0] : !phobos.tile<128x64xf32> -> !phobos.tile<64x128xf32>
    %position = arith.index_cast %x : index to i32
    %number = arith.sitofp %position : i32 to f32
    %s = phobos.splat %number : !phobos.tile<64x128xf32>
    %u = arith.mulf %turned, %s : !phobos.tile<64x128xf32>
    phobos.store %u, %B[%c :+ 64, %r :+ 128] masked [0, 1] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// What is loaded does not begin where the row's part does.
// CHECK-LABEL: phobos.kernel @negative_other_load
// CHECK-NOT: phobos.overlap
// CHECK: phobos.return
phobos.kernel @negative_other_load(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  scf.if %aligned {
  } else {
    %r = arith.muli %x, %c128 : index
    %c = arith.muli %y, %c64 : index
    %d = arith.addi %r, %c64 : index
    %t = phobos.load %A[%d :+ 128, %c :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %u = phobos.transpose %t [1, 0] : !phobos.tile<128x64xf32> -> !phobos.tile<64x128xf32>
    phobos.store %u, %B[%c :+ 64, %r :+ 128] masked [0, 1] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// Another tile needs what was loaded as it is.
// CHECK-LABEL: phobos.kernel @negative_other_use
// CHECK-NOT: phobos.overlap
// CHECK: phobos.return
phobos.kernel @negative_other_use(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  scf.if %aligned {
  } else {
    %r = arith.muli %x, %c128 : index
    %c = arith.muli %y, %c64 : index
    %t = phobos.load %A[%r :+ 128, %c :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %sum = phobos.reduce <add> %t dim 0 : !phobos.tile<128x64xf32> -> !phobos.tile<1x64xf32>
    %v = phobos.transpose %sum [1, 0] : !phobos.tile<1x64xf32> -> !phobos.tile<64x1xf32>
    %w = phobos.broadcast %v : !phobos.tile<64x1xf32> -> !phobos.tile<64x128xf32>
    %turned = phobos.transpose %t [1, 0] : !phobos.tile<128x64xf32> -> !phobos.tile<64x128xf32>
    %u = arith.addf %turned, %w : !phobos.tile<64x128xf32>
    phobos.store %u, %B[%c :+ 64, %r :+ 128] masked [0, 1] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// Another store may write what is loaded.
// CHECK-LABEL: phobos.kernel @negative_second_store
// CHECK-NOT: phobos.overlap
// CHECK: phobos.return
phobos.kernel @negative_second_store(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  scf.if %aligned {
  } else {
    %r = arith.muli %x, %c128 : index
    %c = arith.muli %y, %c64 : index
    %t = phobos.load %A[%r :+ 128, %c :+ 64] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<128x64xf32>
    %u = phobos.transpose %t [1, 0] : !phobos.tile<128x64xf32> -> !phobos.tile<64x128xf32>
    phobos.store %u, %B[%c :+ 64, %r :+ 128] masked [0, 1] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
    phobos.store %u, %B[%r :+ 64, %r :+ 128] masked [0, 1] : !phobos.tile<64x128xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// Parts of rows of 2048 bytes meet in few sectors.
// CHECK-LABEL: phobos.kernel @negative_long_rows
// CHECK-NOT: phobos.overlap
// CHECK: phobos.return
phobos.kernel @negative_long_rows(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  scf.if %aligned {
  } else {
    %r = arith.muli %x, %c128 : index
    %c = arith.muli %y, %c64 : index
    %c512 = arith.constant 512 : index
    %s = arith.muli %x, %c512 : index
    %u = phobos.load %B[%c :+ 8, %s :+ 512] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<8x512xf32>
    phobos.store %u, %B[%c :+ 8, %s :+ 512] masked [0, 1] : !phobos.tile<8x512xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}

// A tile of one row: there are runs for that.
// CHECK-LABEL: phobos.kernel @negative_one_row
// CHECK-NOT: phobos.overlap
// CHECK: phobos.return
phobos.kernel @negative_one_row(%a: !phobos.ptr<f32>, %b: !phobos.ptr<f32>, %M: index, %N: index) {
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %x = phobos.block_id x
  %y = phobos.block_id y
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  %B = phobos.view %b[%N, %M] : !phobos.view<?x?xf32>
  %rows = phobos.rows_aligned %A : !phobos.view<?x?xf32>
  %rowsOfB = phobos.rows_aligned %B : !phobos.view<?x?xf32>
  %aligned = arith.andi %rows, %rowsOfB : i1
  scf.if %aligned {
  } else {
    %r = arith.muli %x, %c128 : index
    %c = arith.muli %y, %c64 : index
    %u = phobos.load %B[%c :+ 1, %r :+ 128] masked [0, 1] : !phobos.view<?x?xf32> -> !phobos.tile<1x128xf32>
    phobos.store %u, %B[%c :+ 1, %r :+ 128] masked [0, 1] : !phobos.tile<1x128xf32>, !phobos.view<?x?xf32>
  }
  phobos.return
}
