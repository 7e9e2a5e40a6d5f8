// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute --cse | FileCheck %s
// RUN: phobos-opt %s --phobos-assign-layouts --phobos-print-access-plans -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLANS
// RUN: phobos-opt %s --phobos-assign-layouts --phobos-distribute=print-barriers -o /dev/null 2>&1 | FileCheck %s --check-prefix=BARRIERS

// What no store reaches is loaded where it is needed, at a constant distance from
// one address; the store waits for none of it. An empty text keeps LLVM from
// merging the ends of the versions, which would load all in front again.
// CHECK-LABEL: gpu.func @scale(
// CHECK-COUNT-31: llvm.inline_asm "ld.global.nc.L1::evict_last.b32 $0, [$1{{(\+[0-9]+)?}}];", "=r,l" %
// CHECK-NOT: ld.global.nc
// CHECK: llvm.inline_asm "@$2 ld.global.nc.L1::evict_last.b32 $0, [$1+3968];", "=r,l,b,0" %
// CHECK: llvm.inline_asm has_side_effects "",
// CHECK-NEXT: } else {
// CHECK-NOT: ld.global.nc
// CHECK: gpu.return
// PLANS: apart: load of {{.*}} vectors of 16 bytes
// PLANS: apart: load of {{.*}} elements of 4 bytes, 32 a thread; {{.*}}; needs no store reaches the view: this version was chosen by it;
// PLANS: apart: store of
// PLANS: may overlap: load of
// PLANS: may overlap: load of
// PLANS-NOT: no store reaches
// PLANS: may overlap: store of
phobos.kernel @scale(%x: !phobos.ptr<f32>, %g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) threads 32 {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %X = phobos.view %x[%M, 1023] : !phobos.view<?x1023xf32>
  %G = phobos.view %g[1, 1023] : !phobos.view<1x1023xf32>
  %Y = phobos.view %y[%M, 1023] : !phobos.view<?x1023xf32>
  %apart = phobos.views_apart %G, %Y : !phobos.view<1x1023xf32>, !phobos.view<?x1023xf32>
  scf.if %apart {
    %a = phobos.load %X[%r :+ 1, %c0 :+ 1023] : !phobos.view<?x1023xf32> -> !phobos.tile<1x1023xf32>
    %b = phobos.load %G[%c0 :+ 1, %c0 :+ 1023] {phobos.read_only} : !phobos.view<1x1023xf32> -> !phobos.tile<1x1023xf32>
    %c = arith.mulf %a, %b : !phobos.tile<1x1023xf32>
    phobos.store %c, %Y[%r :+ 1, %c0 :+ 1023] : !phobos.tile<1x1023xf32>, !phobos.view<?x1023xf32>
  } else {
    %a = phobos.load %X[%r :+ 1, %c0 :+ 1023] : !phobos.view<?x1023xf32> -> !phobos.tile<1x1023xf32>
    %b = phobos.load %G[%c0 :+ 1, %c0 :+ 1023] : !phobos.view<1x1023xf32> -> !phobos.tile<1x1023xf32>
    %c = arith.mulf %a, %b : !phobos.tile<1x1023xf32>
    phobos.store %c, %Y[%r :+ 1, %c0 :+ 1023] : !phobos.tile<1x1023xf32>, !phobos.view<?x1023xf32>
  } {phobos.read_versions}
  phobos.return
}

// BARRIERS: remark: no barrier: this store to 'arg1' and the load of 'arg0' do not meet, as this version was chosen by it
phobos.kernel @copy(%g: !phobos.ptr<f32>, %y: !phobos.ptr<f32>, %M: index) threads 32 {
  %c0 = arith.constant 0 : index
  %r = phobos.block_id x
  %G = phobos.view %g[1, 1023] : !phobos.view<1x1023xf32>
  %Y = phobos.view %y[%M, 1023] : !phobos.view<?x1023xf32>
  %apart = phobos.views_apart %G, %Y : !phobos.view<1x1023xf32>, !phobos.view<?x1023xf32>
  scf.if %apart {
    %b = phobos.load %G[%c0 :+ 1, %c0 :+ 1023] {phobos.read_only} : !phobos.view<1x1023xf32> -> !phobos.tile<1x1023xf32>
    phobos.store %b, %Y[%r :+ 1, %c0 :+ 1023] : !phobos.tile<1x1023xf32>, !phobos.view<?x1023xf32>
  } {phobos.read_versions}
  phobos.return
}
