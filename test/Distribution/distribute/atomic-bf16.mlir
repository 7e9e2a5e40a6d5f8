// RUN: phobos-opt %s --phobos-assign-layouts "--phobos-distribute=target=sm_80" | FileCheck %s --check-prefix=LOOP
// RUN: phobos-opt %s --phobos-assign-layouts "--phobos-distribute=target=sm_90a" | FileCheck %s --check-prefix=INSTRUCTION

// Additions of bf16 came with sm_90.
// LOOP: llvm.atomicrmw fadd %{{.*}}, %{{.*}} syncscope("device") monotonic : !llvm.ptr<1>, bf16
// INSTRUCTION: "red.relaxed.gpu.global.add.noftz.bf16 [$0], $1;", "l,h,~{memory}"
phobos.kernel @add(%p: !phobos.ptr<bf16>, %x: bf16) threads 32 {
  %o = phobos.iota 0 : !phobos.tile<32xindex>
  %v = phobos.splat %x : !phobos.tile<32xbf16>
  %0 = phobos.atomic_scatter <add> %v, %p[%o] order <relaxed> : !phobos.tile<32xbf16>, !phobos.ptr<bf16>, !phobos.tile<32xindex>
  phobos.return
}
