// Where two blocks of 512 threads just fit with a row in registers, ptxas is
// asked for them.
// RUN: phobos-translate --phobos-to-ptx --set=N=20480 --kernel=rows %s | FileCheck %s --check-prefix=TWO
// RUN: phobos-translate --phobos-to-ptx --set=N=50257 --kernel=narrow %s | FileCheck %s --check-prefix=TWO
// RUN: phobos-translate --phobos-to-ptx --set=N=16384 --kernel=rows %s | FileCheck %s --check-prefix=NONE
// RUN: phobos-translate --phobos-to-ptx --set=N=50304 --kernel=rows %s | FileCheck %s --check-prefix=NONE
// RUN: phobos-translate --phobos-to-ptx --set=N=20480 --kernel=sums %s | FileCheck %s --check-prefix=NONE
// RUN: phobos-translate --phobos-to-ptx --set=N=20480 --kernel=given %s | FileCheck %s --check-prefix=GIVEN

// 40 words a thread; and of narrow elements that are read again, none.
// TWO: .minnctapersm 2

// Of 32 words ptxas gets there by itself, and 99 do not fit; nor do twice 40.
// NONE-NOT: .minnctapersm
@launch(512)
@specialize(N)
kernel rows(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let row = ctx.block.x
  let x = X[row :+ 1, :]
  Y[row :+ 1, :] = x - rowmax(x)
}

@launch(512)
@specialize(N)
kernel sums(X: tensor<f32>[M, N], Z: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let row = ctx.block.x
  Y[row :+ 1, :] = X[row :+ 1, :] + Z[row :+ 1, :]
}

@launch(512)
@specialize(N)
kernel narrow(X: tensor<bf16>[M, N], Y: tensor<bf16>[M, N]) {
  let row = ctx.block.x
  let x = X[row :+ 1, :]
  Y[row :+ 1, :] = x - rowmax(x)
}

// What the kernel says stays.
// GIVEN: .minnctapersm 1
@launch(512, 1)
@specialize(N)
kernel given(X: tensor<f32>[M, N], Y: tensor<f32>[M, N]) {
  let row = ctx.block.x
  let x = X[row :+ 1, :]
  Y[row :+ 1, :] = x - rowmax(x)
}
