// Tiles that loops carry, where one buffer a tile for all iterations will not do.

// Each iteration exchanges the tiles.
// RUN: phobos-host-run --kernel=exchange %s 2=3,4 2=0 0 | FileCheck %s --check-prefix=EVEN
// RUN: phobos-host-run --kernel=exchange %s 2=3,4 2=0 3 | FileCheck %s --check-prefix=ODD
// EVEN: arg1: 3 4
// ODD: arg1: 6 8
phobos.kernel @exchange(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %X = phobos.view %x[2] : !phobos.view<2xi32>
  %Y = phobos.view %y[2] : !phobos.view<2xi32>
  %a = phobos.load %X[%c0 :+ 2] : !phobos.view<2xi32> -> !phobos.tile<2xi32>
  %b = arith.addi %a, %a : !phobos.tile<2xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a, %t = %b) -> (!phobos.tile<2xi32>, !phobos.tile<2xi32>) {
    scf.yield %t, %s : !phobos.tile<2xi32>, !phobos.tile<2xi32>
  }
  phobos.store %r#0, %Y[%c0 :+ 2] : !phobos.tile<2xi32>, !phobos.view<2xi32>
  phobos.return
}

// The inner loop begins with the outer one's tile, which is added after it: 1, 1 + 4, 5 + 20.
// RUN: phobos-host-run --kernel=nested %s 1=1 1=0 2 | FileCheck %s --check-prefix=NESTED
// NESTED: arg1: 25
phobos.kernel @nested(%x: !phobos.ptr<i32>, %y: !phobos.ptr<i32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %X = phobos.view %x[1] : !phobos.view<1xi32>
  %Y = phobos.view %y[1] : !phobos.view<1xi32>
  %a = phobos.load %X[%c0 :+ 1] : !phobos.view<1xi32> -> !phobos.tile<1xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (!phobos.tile<1xi32>) {
    %inner = scf.for %j = %c0 to %n step %c1 iter_args(%t = %s) -> (!phobos.tile<1xi32>) {
      %double = arith.addi %t, %t : !phobos.tile<1xi32>
      scf.yield %double : !phobos.tile<1xi32>
    }
    %sum = arith.addi %s, %inner : !phobos.tile<1xi32>
    scf.yield %sum : !phobos.tile<1xi32>
  }
  phobos.store %r, %Y[%c0 :+ 1] : !phobos.tile<1xi32>, !phobos.view<1xi32>
  phobos.return
}
