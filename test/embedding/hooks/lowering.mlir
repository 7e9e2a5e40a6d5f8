// An access of another dialect is replaced behind the tile stage; one that is not is refused by each lowering.
// RUN: not phobos-toy-opt %s --phobos-verify-stage=stage=scheduled 2>&1 | FileCheck %s --check-prefix=SCHEDULED
// SCHEDULED: :[[#@LINE+20]]:3: error: scheduled stage (S1): expected an access op of phobos, got 'toy.accumulate', which its dialect replaces behind the tile stage
// RUN: not phobos-toy-opt %s --phobos-to-nvvm 2>&1 | FileCheck %s --check-prefix=GPU
// GPU: :[[#@LINE+18]]:3: error: 'toy.accumulate' op has no lowering to threads
// RUN: not phobos-toy-opt %s --phobos-to-host 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: :[[#@LINE+16]]:3: error: failed to legalize operation 'toy.accumulate'
// RUN: phobos-toy-opt %s --phobos-tile-pipeline --toy-expand-accumulate --phobos-to-nvvm=target=sm_86 | FileCheck %s --check-prefix=CODE
// RUN: phobos-toy-opt %s --toy-expand-accumulate --phobos-assign-layouts=target=sm_86 --phobos-distribute=target=sm_86 --phobos-thread-to-nvvm-pipeline=target=sm_86 | FileCheck %s --check-prefix=CODE
// CODE: phobos.contract = {{.*}}target = "sm_86"
// CODE-NOT: griddepcontrol
// RUN: phobos-toy-opt %s --toy-expand-accumulate --phobos-assign-layouts --phobos-print-access-plans -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLANS
// PLANS: :[[#@LINE+10]]:3: remark: load of 'X': vectors of 4 elements
// PLANS: :[[#@LINE+9]]:3: remark: store of 'X': vectors of 4 elements

phobos.kernel @k(%x: !phobos.ptr<f32> {phobos.name = "X", phobos.extents = ["N"]}, %N: index {phobos.name = "N"})
    grid affine_map<()[s0] -> (s0 ceildiv 128, 1, 1)> {
  %c128 = arith.constant 128 : index
  %t = arith.constant dense<1.0> : !phobos.tile<128xf32>
  %X = phobos.view %x[%N] : !phobos.view<?xf32>
  %b = phobos.block_id x
  %i = arith.muli %b, %c128 : index
  toy.accumulate %t, %X[%i] masked [0] : !phobos.tile<128xf32>, !phobos.view<?xf32>
  phobos.return
}
