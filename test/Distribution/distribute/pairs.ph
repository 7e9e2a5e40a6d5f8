// RUN: phobos-translate --phobos-to-ptx --kernel=narrow %s | FileCheck %s
// RUN: phobos-translate --phobos-to-ptx --kernel=few %s | FileCheck %s --check-prefix=FEW
// RUN: phobos-translate --phobos-to-ptx --kernel=words %s | FileCheck %s --check-prefix=WORDS

// Elements of 16 bits that are loaded one by one share registers in pairs: 33
// of a thread are 16 pairs, and one.
// CHECK-LABEL: .entry narrow(
// CHECK-COUNT-16: add.u32
// CHECK-NOT: add.u32
@launch(32)
kernel narrow(X: tensor<bf16>[M, 1057], Y: tensor<f32>[M, 1056]) {
  let row = ctx.block.x
  Y[row :+ 1, :] = f32(X[row :+ 1, 0 :+ 1056]) * 3.0
}

// Of few, registers are not scarce.
// FEW-LABEL: .entry few(
// FEW-COUNT-3: ld.global.b16
// FEW-NOT: add.u32
@launch(32)
kernel few(X: tensor<bf16>[M, 97], Y: tensor<f32>[M, 96]) {
  let row = ctx.block.x
  Y[row :+ 1, :] = f32(X[row :+ 1, 0 :+ 96]) * 3.0
}

// Elements of 32 bits make no pairs.
// WORDS-LABEL: .entry words(
// WORDS-COUNT-33: ld.global.b32
// WORDS-NOT: add.u32
@launch(32)
kernel words(X: tensor<i32>[M, 1057], Y: tensor<i32>[M, 1056]) {
  let row = ctx.block.x
  Y[row :+ 1, :] = X[row :+ 1, 0 :+ 1056] * 3
}
