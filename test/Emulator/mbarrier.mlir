// PTX ISA, "mbarrier". Shared memory: an mbarrier at byte 0, another one at byte 8, data from byte 16 on.

// Thread 0 writes data and arrives; all others wait for phase 0, and read.
// RUN: phobos-emulate --kernel=hand_over --block=64 %s i32:64=0 | FileCheck %s --check-prefix=HANDED
// RUN: phobos-emulate --kernel=hand_over --block=64 --seed=3 %s i32:64=0 | FileCheck %s --check-prefix=HANDED
// HANDED: arg0: 0 7 7 7 7 7 7 7 7 7 7 7
// Without the wait, with an arrival that lets others know of nothing, and with a wait that asks for nothing.
// RUN: not phobos-emulate --kernel=no_wait --block=2 %s i32:2=0 2>&1 | FileCheck %s --check-prefix=UNORDERED
// RUN: not phobos-emulate --kernel=relaxed_arrival --block=2 %s i32:2=0 2>&1 | FileCheck %s --check-prefix=UNORDERED
// RUN: not phobos-emulate --kernel=relaxed_wait --block=2 %s i32:2=0 2>&1 | FileCheck %s --check-prefix=UNORDERED
// UNORDERED: mbarrier.mlir:[[#]]:{{[0-9]+}}: error: race on byte 16 of shared memory: {{read by thread 1|write by thread 0}} of block 0, not ordered with another access
// UNORDERED-NEXT: note: {{read by thread 1|write by thread 0}} of block 0

// A ring of one stage, with an mbarrier for "full" and one for "empty": ten values go from thread 0 to thread 1.
// RUN: phobos-emulate --kernel=ring --block=2 %s i32:10=0 | FileCheck %s --check-prefix=RING
// RUN: phobos-emulate --kernel=ring --block=2 --seed=1 %s i32:10=0 | FileCheck %s --check-prefix=RING
// RUN: phobos-emulate --kernel=ring --block=2 --seed=2 %s i32:10=0 | FileCheck %s --check-prefix=RING
// RING: arg0: 0 1 4 9 16 25 36 49 64 81

// A state from an arrival, and a loop that tests it; two arrivals at once.
// RUN: phobos-emulate --kernel=states --block=3 %s i32:3=0 | FileCheck %s --check-prefix=STATES
// RUN: phobos-emulate --kernel=states --block=3 --seed=8 %s i32:3=0 | FileCheck %s --check-prefix=STATES
// STATES: arg0: 3 3 3

// Nobody else arrives: a thread looks once, goes on, and arrives itself.
// RUN: phobos-emulate --kernel=look --block=1 %s i32:2=5 | FileCheck %s --check-prefix=LOOK
// LOOK: arg0: 0 1

// A phase needs its bytes as well, which come and go by expect_tx and complete_tx.
// RUN: phobos-emulate --kernel=bytes --block=1 %s i32:4=5 | FileCheck %s --check-prefix=BYTES
// BYTES: arg0: 0 0 0 1

// Of two that arrive, one leaves: the next phase waits for the other one alone.
// RUN: phobos-emulate --kernel=drop --block=1 %s i32:2=5 | FileCheck %s --check-prefix=DROP
// DROP: arg0: 1 1

// Arrivals that a state says were missing before them.
// RUN: phobos-emulate --kernel=pending --block=1 %s i32:2=0 | FileCheck %s --check-prefix=PENDING
// PENDING: arg0: 5 3

// Memory behind mbarrier.inval is for anything.
// RUN: phobos-emulate --kernel=reuse --block=1 %s i32:1=0 | FileCheck %s --check-prefix=REUSE
// REUSE: arg0: 4

// Block 1 of a cluster arrives at an mbarrier of block 0.
// RUN: phobos-emulate --kernel=remote --block=1 --grid=2 %s i32:1=3 | FileCheck %s --check-prefix=REMOTE
// RUN: phobos-emulate --kernel=remote --block=1 --grid=2 --seed=4 %s i32:1=3 | FileCheck %s --check-prefix=REMOTE
// REMOTE: arg0: 9

// The deadlock's report says what each mbarrier misses.
// RUN: not phobos-emulate --kernel=forever --block=3 %s 2>&1 | FileCheck %s --check-prefix=FOREVER
// FOREVER: mbarrier.mlir:[[#FOREVER:]]:{{[0-9]+}}: error: deadlock: 3 of 3 threads wait for an mbarrier, thread 0 of block 0 among them
// FOREVER-NEXT: mbarrier.mlir:[[#]]:{{[0-9]+}}: note: the mbarrier at byte 0 of shared memory is in phase 1, with 1 of 3 arrivals and 64 bytes missing

// Misuse.
// RUN: not phobos-emulate --kernel=none --block=1 %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: mbarrier.arrive needs an mbarrier, and there is none at byte 8 of shared memory, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=misplaced --block=1 %s 2>&1 | FileCheck %s --check-prefix=MISPLACED
// MISPLACED: error: write of 8 bytes at an address that is no multiple of 8, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=twice --block=1 %s 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: mbarrier.init where there is an mbarrier, at byte 0 of shared memory, without an mbarrier.inval before, by thread 0
// RUN: not phobos-emulate --kernel=count --block=1 %s i32:0 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not phobos-emulate --kernel=count --block=1 %s i32:1048576 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: error: expected from 1 to 2^20 - 1 arrivals for an mbarrier, got {{0|1048576}}, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=too_many --block=3 %s 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: expected from 1 to 1 arrivals, as many as the mbarrier misses in phase 0, got 2, by thread {{[0-2]}} of block 0
// RUN: not phobos-emulate --kernel=unordered_init --block=2 %s 2>&1 | FileCheck %s --check-prefix=INIT
// INIT: mbarrier.mlir:[[#]]:{{[0-9]+}}: error: mbarrier.arrive by thread 1 of block 0, not ordered with the mbarrier's initialisation
// INIT-NEXT: mbarrier.mlir:[[#]]:{{[0-9]+}}: note: mbarrier.init
// RUN: not phobos-emulate --kernel=overwritten --block=1 %s 2>&1 | FileCheck %s --check-prefix=OVERWRITTEN
// OVERWRITTEN: error: mbarrier.arrive needs the mbarrier at byte 0 of shared memory, and something else was written there, by thread 0
// RUN: not phobos-emulate --kernel=parity --block=1 %s 2>&1 | FileCheck %s --check-prefix=PARITY
// PARITY: error: expected a parity of 0 or 1, got 2, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=old_state --block=1 %s 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: expected a state of the mbarrier's phase 2 or the one before, got one of phase 0, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=last --block=1 %s 2>&1 | FileCheck %s --check-prefix=LAST
// LAST: error: an arrival with .noComplete is the last one of phase 0, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=too_many_bytes --block=1 %s 2>&1 | FileCheck %s --check-prefix=TOO-MANY
// TOO-MANY: error: an mbarrier counts up to 2^20 - 1 bytes, and this makes it 1048576, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=end_while_waiting --block=2 %s 2>&1 | FileCheck %s --check-prefix=END
// END: error: mbarrier.inval while thread 1 of block 0 waits, by thread 0 of block 0
// RUN: not phobos-emulate --kernel=elsewhere --block=1 --grid=2 %s 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// ELSEWHERE: error: write of 8 bytes outside of shared memory
module {
  llvm.mlir.global internal @shared() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8 x i32>

  llvm.func @hand_over(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %seven = llvm.mlir.constant(7 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %data = llvm.getelementptr %bar[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %one, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    llvm.cond_br %is_first, ^write, ^read
  ^write:
    llvm.store %seven, %data : i32, !llvm.ptr<3>
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.return
  ^read:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    %v = llvm.load %data : !llvm.ptr<3> -> i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @no_wait(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %data = llvm.getelementptr %bar[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %one, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    llvm.cond_br %is_first, ^write, ^read
  ^write:
    llvm.store %one, %data : i32, !llvm.ptr<3>
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.return
  ^read:
    %v = llvm.load %data : !llvm.ptr<3> -> i32
    llvm.store %v, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @relaxed_arrival(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %data = llvm.getelementptr %bar[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %one, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    llvm.cond_br %is_first, ^write, ^read
  ^write:
    llvm.store %one, %data : i32, !llvm.ptr<3>
    %state = nvvm.mbarrier.arrive %bar, %one {relaxed = true} : !llvm.ptr<3> -> i64
    llvm.return
  ^read:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    %v = llvm.load %data : !llvm.ptr<3> -> i32
    llvm.store %v, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @relaxed_wait(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %data = llvm.getelementptr %bar[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %one, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    llvm.cond_br %is_first, ^write, ^wait
  ^write:
    llvm.store %one, %data : i32, !llvm.ptr<3>
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.return
  ^wait:
    %done = nvvm.mbarrier.test.wait %bar, %zero {relaxed = true} : !llvm.ptr<3>, i32 -> i1
    llvm.cond_br %done, ^read, ^wait
  ^read:
    %v = llvm.load %data : !llvm.ptr<3> -> i32
    llvm.store %v, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  // The producer waits for parity 1 of "empty" first, which is over before anybody arrives.
  llvm.func @ring(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %ten = llvm.mlir.constant(10 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %full = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %empty = llvm.getelementptr %full[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %data = llvm.getelementptr %full[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %full, %one, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.mbarrier.init %empty, %one, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    llvm.cond_br %is_first, ^produce(%zero : i32), ^consume(%zero : i32)
  ^produce(%i: i32):
    %parity = llvm.and %i, %one : i32
    %before = llvm.xor %parity, %one : i32
    nvvm.mbarrier.try_wait.parity %empty, %before, %forever : !llvm.ptr<3>, i32, i32
    %square = llvm.mul %i, %i : i32
    llvm.store %square, %data : i32, !llvm.ptr<3>
    %made = nvvm.mbarrier.arrive %full : !llvm.ptr<3> -> i64
    %i1 = llvm.add %i, %one : i32
    %more = llvm.icmp "ult" %i1, %ten : i32
    llvm.cond_br %more, ^produce(%i1 : i32), ^end
  ^consume(%j: i32):
    %parity_of_full = llvm.and %j, %one : i32
    nvvm.mbarrier.try_wait.parity %full, %parity_of_full, %forever : !llvm.ptr<3>, i32, i32
    %v = llvm.load %data : !llvm.ptr<3> -> i32
    llvm.inline_asm has_side_effects "mbarrier.arrive.release.cta.shared::cta.b64 _, [$0];", "r" %empty : (!llvm.ptr<3>) -> ()
    %to = llvm.getelementptr %out[%j] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %v, %to : i32, !llvm.ptr<1>
    %j1 = llvm.add %j, %one : i32
    %wanted = llvm.icmp "ult" %j1, %ten : i32
    llvm.cond_br %wanted, ^consume(%j1 : i32), ^end
  ^end:
    llvm.return
  }

  // Each of three threads waits for six arrivals, two of each, and counts whom it has seen.
  llvm.func @states(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %six = llvm.mlir.constant(6 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %data = llvm.getelementptr %bar[16] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %own = llvm.getelementptr %data[%t] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %six, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    llvm.store %one, %own : i32, !llvm.ptr<3>
    %state = nvvm.mbarrier.arrive %bar, %two : !llvm.ptr<3> -> i64
    llvm.br ^wait
  ^wait:
    %done = nvvm.mbarrier.test.wait %bar, %state : !llvm.ptr<3>, i64 -> i1
    llvm.cond_br %done, ^read, ^wait
  ^read:
    %all = llvm.load %data : !llvm.ptr<3> -> vector<2xi32>
    %a = llvm.extractelement %all[%zero : i32] : vector<2xi32>
    %b = llvm.extractelement %all[%one : i32] : vector<2xi32>
    %third = llvm.getelementptr %data[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %c = llvm.load %third : !llvm.ptr<3> -> i32
    %ab = llvm.add %a, %b : i32
    %abc = llvm.add %ab, %c : i32
    %to = llvm.getelementptr %out[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %abc, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @look(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    %before = nvvm.mbarrier.try_wait %bar, %zero : !llvm.ptr<3>, i32 -> i1
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    %after = llvm.inline_asm has_side_effects "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [$1], $2; selp.b32 $0, 1, 0, p; }", "=r,r,r" %bar, %zero : (!llvm.ptr<3>, i32) -> i32
    %first = llvm.zext %before : i1 to i32
    llvm.store %first, %out : i32, !llvm.ptr<1>
    %to = llvm.getelementptr %out[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    llvm.store %after, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @bytes(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %sixteen = llvm.mlir.constant(16 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    nvvm.mbarrier.complete_tx %bar, %sixteen : !llvm.ptr<3>, i32
    nvvm.mbarrier.expect_tx %bar, %sixteen : !llvm.ptr<3>, i32
    %a = nvvm.mbarrier.test.wait %bar, %zero : !llvm.ptr<3>, i32 -> i1
    %state = nvvm.mbarrier.arrive.expect_tx %bar, %sixteen : !llvm.ptr<3>, i32 -> i64
    %b = nvvm.mbarrier.test.wait %bar, %zero : !llvm.ptr<3>, i32 -> i1
    nvvm.mbarrier.expect_tx %bar, %sixteen : !llvm.ptr<3>, i32
    nvvm.mbarrier.complete_tx %bar, %sixteen : !llvm.ptr<3>, i32
    %c = nvvm.mbarrier.test.wait %bar, %zero : !llvm.ptr<3>, i32 -> i1
    nvvm.mbarrier.complete_tx %bar, %sixteen : !llvm.ptr<3>, i32
    %d = nvvm.mbarrier.test.wait %bar, %zero : !llvm.ptr<3>, i32 -> i1
    %a32 = llvm.zext %a : i1 to i32
    %b32 = llvm.zext %b : i1 to i32
    %c32 = llvm.zext %c : i1 to i32
    %d32 = llvm.zext %d : i1 to i32
    llvm.store %a32, %out : i32, !llvm.ptr<1>
    %to_b = llvm.getelementptr %out[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    llvm.store %b32, %to_b : i32, !llvm.ptr<1>
    %to_c = llvm.getelementptr %out[2] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    llvm.store %c32, %to_c : i32, !llvm.ptr<1>
    %to_d = llvm.getelementptr %out[3] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    llvm.store %d32, %to_d : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @drop(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %two : !llvm.ptr<3>, i32
    %leaves = nvvm.mbarrier.arrive_drop %bar : !llvm.ptr<3> -> i64
    %stays = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    %a = nvvm.mbarrier.test.wait %bar, %zero : !llvm.ptr<3>, i32 -> i1
    %again = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    %b = nvvm.mbarrier.test.wait %bar, %one : !llvm.ptr<3>, i32 -> i1
    %a32 = llvm.zext %a : i1 to i32
    %b32 = llvm.zext %b : i1 to i32
    llvm.store %a32, %out : i32, !llvm.ptr<1>
    %to = llvm.getelementptr %out[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    llvm.store %b32, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @pending(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %two = llvm.mlir.constant(2 : i32) : i32
    %five = llvm.mlir.constant(5 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %five : !llvm.ptr<3>, i32
    %first = nvvm.mbarrier.arrive.nocomplete %bar, %two : !llvm.ptr<3>, i32 -> i64
    %second = nvvm.mbarrier.arrive.nocomplete %bar, %two : !llvm.ptr<3>, i32 -> i64
    %a = llvm.inline_asm "mbarrier.pending_count.b64 $0, $1;", "=r,l" %first : (i64) -> i32
    %b = llvm.inline_asm "mbarrier.pending_count.b64 $0, $1;", "=r,l" %second : (i64) -> i32
    llvm.store %a, %out : i32, !llvm.ptr<1>
    %to = llvm.getelementptr %out[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    llvm.store %b, %to : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @reuse(%out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %four = llvm.mlir.constant(4 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %four : !llvm.ptr<3>, i32
    nvvm.mbarrier.inval %bar : !llvm.ptr<3>
    llvm.store %four, %bar : i32, !llvm.ptr<3>
    %v = llvm.load %bar : !llvm.ptr<3> -> i32
    nvvm.mbarrier.init %bar, %four : !llvm.ptr<3>, i32
    llvm.store %v, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  llvm.func @remote(%out: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %nine = llvm.mlir.constant(9 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %is_first = llvm.icmp "eq" %rank, %zero : i32
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    llvm.cond_br %is_first, ^wait, ^arrive
  ^wait:
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    llvm.store %nine, %out : i32, !llvm.ptr<1>
    llvm.return
  ^arrive:
    %away = nvvm.mapa %bar, %zero : !llvm.ptr<3> -> !llvm.ptr<7>
    llvm.inline_asm has_side_effects "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];", "r" %away : (!llvm.ptr<7>) -> ()
    llvm.return
  }

  // Of three, each arrives twice; in phase 1 one does not, and bytes are missing.
  llvm.func @forever() attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %three = llvm.mlir.constant(3 : i32) : i32
    %bytes = llvm.mlir.constant(64 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %three, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    %first = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    %is_second = llvm.icmp "eq" %t, %one : i32
    nvvm.mbarrier.arrive.expect_tx %bar, %bytes, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.mbarrier.arrive.expect_tx %bar, %zero, predicate = %is_second : !llvm.ptr<3>, i32, i1
    nvvm.mbarrier.try_wait.parity %bar, %one, %forever : !llvm.ptr<3>, i32, i32
    llvm.return
  }

  llvm.func @none() attributes {nvvm.kernel} {
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %other = llvm.getelementptr %bar[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %one = llvm.mlir.constant(1 : i32) : i32
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    %state = nvvm.mbarrier.arrive %other : !llvm.ptr<3> -> i64
    llvm.return
  }

  llvm.func @misplaced() attributes {nvvm.kernel} {
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %other = llvm.getelementptr %bar[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %one = llvm.mlir.constant(1 : i32) : i32
    nvvm.mbarrier.init %other, %one : !llvm.ptr<3>, i32
    llvm.return
  }

  llvm.func @twice() attributes {nvvm.kernel} {
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %one = llvm.mlir.constant(1 : i32) : i32
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    llvm.return
  }

  llvm.func @count(%n: i32) attributes {nvvm.kernel} {
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %n : !llvm.ptr<3>, i32
    llvm.return
  }

  // Three arrivals are enough; thread 1 brings the third and a fourth one.
  llvm.func @too_many() attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %three = llvm.mlir.constant(3 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %three, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    %state = nvvm.mbarrier.arrive %bar, %two : !llvm.ptr<3> -> i64
    llvm.return
  }

  llvm.func @unordered_init() attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %two = llvm.mlir.constant(2 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %two, predicate = %is_first : !llvm.ptr<3>, i32, i1
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.return
  }

  llvm.func @overwritten() attributes {nvvm.kernel} {
    %two = llvm.mlir.constant(2 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %two : !llvm.ptr<3>, i32
    %half = llvm.getelementptr %bar[4] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    llvm.store %two, %half : i32, !llvm.ptr<3>
    %state = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    llvm.return
  }

  llvm.func @parity() attributes {nvvm.kernel} {
    %two = llvm.mlir.constant(2 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %two : !llvm.ptr<3>, i32
    %done = nvvm.mbarrier.test.wait %bar, %two : !llvm.ptr<3>, i32 -> i1
    llvm.return
  }

  llvm.func @old_state() attributes {nvvm.kernel} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    %old = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    %new = nvvm.mbarrier.arrive %bar : !llvm.ptr<3> -> i64
    %over = nvvm.mbarrier.test.wait %bar, %new : !llvm.ptr<3>, i64 -> i1
    %done = nvvm.mbarrier.test.wait %bar, %old : !llvm.ptr<3>, i64 -> i1
    llvm.return
  }

  llvm.func @last() attributes {nvvm.kernel} {
    %two = llvm.mlir.constant(2 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %two : !llvm.ptr<3>, i32
    %state = nvvm.mbarrier.arrive.nocomplete %bar, %two : !llvm.ptr<3>, i32 -> i64
    llvm.return
  }

  llvm.func @too_many_bytes() attributes {nvvm.kernel} {
    %two = llvm.mlir.constant(2 : i32) : i32
    %half = llvm.mlir.constant(524288 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %two : !llvm.ptr<3>, i32
    nvvm.mbarrier.expect_tx %bar, %half : !llvm.ptr<3>, i32
    nvvm.mbarrier.expect_tx %bar, %half : !llvm.ptr<3>, i32
    llvm.return
  }

  // Thread 1 waits; thread 0 sees it at the second barrier and ends the mbarrier.
  llvm.func @end_while_waiting() attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %forever = llvm.mlir.constant(10000000 : i32) : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    %other = llvm.getelementptr %bar[8] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
    %is_first = llvm.icmp "eq" %t, %zero : i32
    nvvm.mbarrier.init %bar, %one, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.mbarrier.init %other, %one, predicate = %is_first : !llvm.ptr<3>, i32, i1
    nvvm.barrier
    llvm.cond_br %is_first, ^end, ^wait
  ^wait:
    %go = nvvm.mbarrier.arrive %other : !llvm.ptr<3> -> i64
    nvvm.mbarrier.try_wait.parity %bar, %zero, %forever : !llvm.ptr<3>, i32, i32
    llvm.return
  ^end:
    nvvm.mbarrier.try_wait.parity %other, %zero, %forever : !llvm.ptr<3>, i32, i32
    nvvm.mbarrier.inval %bar : !llvm.ptr<3>
    llvm.return
  }

  // .shared::cta means an mbarrier of the own block.
  llvm.func @elsewhere() attributes {nvvm.kernel, nvvm.cluster_dim = array<i32: 2>} {
    %rank = nvvm.read.ptx.sreg.cluster.ctarank : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %other_rank = llvm.xor %rank, %one : i32
    %bar = llvm.mlir.addressof @shared : !llvm.ptr<3>
    nvvm.mbarrier.init %bar, %one : !llvm.ptr<3>, i32
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    %away = nvvm.mapa %bar, %other_rank : !llvm.ptr<3> -> !llvm.ptr<7>
    llvm.inline_asm has_side_effects "mbarrier.arrive.shared::cta.b64 _, [$0];", "r" %away : (!llvm.ptr<7>) -> ()
    nvvm.cluster.arrive {aligned}
    nvvm.cluster.wait {aligned}
    llvm.return
  }
}
