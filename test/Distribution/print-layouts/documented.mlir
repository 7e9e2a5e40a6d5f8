// The example of phobos-print-layouts's documentation.
// RUN: phobos-opt --phobos-assign-layouts --phobos-print-layouts --verify-diagnostics %s

phobos.kernel @copy(%a: !phobos.ptr<f32>, %r: index, %c: index, %M: index, %N: index) threads 32 {
  %A = phobos.view %a[%M, %N] : !phobos.view<?x?xf32>
  // expected-remark @+1 {{load of 8x16xf32: a thread has 4 elements, 4 next to each other in a row; atom 8x16, repeated 1x1}}
  %t = phobos.load %A[%r :+ 8, %c :+ 16] : !phobos.view<?x?xf32> -> !phobos.tile<8x16xf32>
  phobos.return
}
