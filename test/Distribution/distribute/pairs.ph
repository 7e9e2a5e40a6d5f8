// RUN: phobos-translate --phobos-to-ptx --kernel=narrow %s | FileCheck %s
// RUN: phobos-translate --phobos-to-ptx --kernel=words %s | FileCheck %s --check-prefix=WORDS

// Elements of 16 bits that are loaded one by one share registers in pairs; of
// three, the last one has its own.
// CHECK-LABEL: .entry narrow(
// CHECK-COUNT-2: ld.global.b16
// CHECK:      shl.b32 [[SECOND:%r[0-9]+]], {{%r[0-9]+}}, 16
// CHECK:      ld.global.b16 [[FIRST:%r[0-9]+]]
// CHECK:      add.u32 [[PAIR:%r[0-9]+]], [[FIRST]], [[SECOND]]
// CHECK-NOT:  add.u32
// CHECK:      mov.b32 {{.*}}, [[PAIR]]
@launch(32)
kernel narrow(X: tensor<bf16>[M, 97], Y: tensor<f32>[M, 96]) {
  let row = ctx.block.x
  Y[row :+ 1, :] = f32(X[row :+ 1, 0 :+ 96]) * 3.0
}

// Elements of 32 bits make no pairs.
// WORDS-LABEL: .entry words(
// WORDS-COUNT-3: ld.global.b32
// WORDS-NOT: add.u32
@launch(32)
kernel words(X: tensor<f32>[M, 97], Y: tensor<f32>[M, 96]) {
  let row = ctx.block.x
  Y[row :+ 1, :] = X[row :+ 1, 0 :+ 96] * 3.0
}
