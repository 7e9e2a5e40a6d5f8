# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A matrix product for Hopper, written by hand in arith, scf, llvm and nvvm ops: C[M, N] = A[M, K] @ B, bf16 with f32
accumulators. It has everything that the emulator must run and check: a warp group that produces by TMA, two that consume
by wgmma, a ring of stages guarded by mbarriers, blocks that go on to their next tile, an epilogue by stmatrix and TMA
stores, and, with clusters, loads for several blocks at once.

Each block computes tiles of 128 x 256. M, N and K are multiples of 128, 256 and 64; with clusters, M of 128 times theirs."""

import contextlib
from dataclasses import dataclass

TILE_M, TILE_N, TILE_K = 128, 256, 64
WARP_GROUP = 128  # threads
THREADS = 3 * WARP_GROUP
ACCUMULATORS = 64 * TILE_N // WARP_GROUP  # of a thread: a warp group has 64 rows of the tile
A_BYTES, B_BYTES = TILE_M * TILE_K * 2, TILE_N * TILE_K * 2
ATOM = 64 * 128  # bytes of 64 rows of 128 bytes, which the 128-byte swizzle permutes
STAGING_BYTES = 2 * ATOM  # a warp group's: half of its rows at a time, in two boxes of 64 columns
BARRIER_BYTES = 8


@dataclass
class Config:
    b_order: str = "nk"  # B is [N, K] with rows along K, or "kn": [K, N]
    cluster: int = 1  # blocks along M, which share their tiles of B
    stages: int = 4
    group: int = 16  # rows of tiles that are walked together, so that they meet in the L2 cache

    @property
    def b_offset(self):
        return self.stages * A_BYTES

    @property
    def staging_offset(self):
        return self.b_offset + self.stages * B_BYTES

    @property
    def full_offset(self):
        return self.staging_offset + 2 * STAGING_BYTES

    @property
    def empty_offset(self):
        return self.full_offset + self.stages * BARRIER_BYTES

    @property
    def shared_bytes(self):
        return self.empty_offset + self.stages * BARRIER_BYTES

    def tensor_maps(self, m, n, k):
        """Of A, B and C: extents and box, each from the innermost dim; all are bf16 and swizzled by 128 bytes."""
        b = ((k, n), (64, TILE_N // self.cluster)) if self.b_order == "nk" else ((n, k), (64, 64))
        return {"a": ((k, m), (64, TILE_M)), "b": b, "c": ((n, m), (64, 64))}


class Writer:
    """Lines of MLIR; constants go before all of them."""

    def __init__(self):
        self.lines, self.constants, self.count = [], {}, 0

    def __call__(self, line):
        self.lines.append(line)

    def value(self, op):
        self.count += 1
        self(f"%v{self.count} = {op}")
        return f"%v{self.count}"

    def constant(self, number, kind="i32"):
        return self.constants.setdefault((number, kind), f"%c{len(self.constants)}")

    def binary(self, op, left, right, kind="i32"):
        left, right = (self.constant(side, kind) if isinstance(side, int) else side for side in (left, right))
        return self.value(f"arith.{op} {left}, {right} : {kind}")

    def add(self, left, right, kind="i32"):
        return self.binary("addi", left, right, kind)

    def mul(self, left, right):
        return self.binary("muli", left, right)

    def divide(self, left, right):
        return self.binary("divui", left, right)

    def remainder(self, left, right):
        return self.binary("remui", left, right)

    def equal(self, left, right):
        return self.binary("cmpi eq,", left, right)

    def shared(self, offset):
        offset = self.constant(offset) if isinstance(offset, int) else offset
        return self.value(f"llvm.getelementptr inbounds %shared[{offset}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8")

    @contextlib.contextmanager
    def region(self, head, *yielded):
        """`yielded` is filled in the region: a list of values and the text of their types."""
        self(head + " {")
        yield
        if yielded:
            values, types = yielded
            self(f"scf.yield {', '.join(values)} : {types}")
        self("}")

    def when(self, condition):
        return self.region(f"scf.if {condition}")

    def text(self, head, tail):
        constants = [f"{name} = arith.constant {number} : {kind}" for (number, kind), name in self.constants.items()]
        return "\n".join([*head, *constants, *self.lines, *tail])


class HopperMatmul:
    """Writes the kernel; each method is a part of it."""

    ACCUMULATOR = f"!llvm.struct<({', '.join(['f32'] * ACCUMULATORS)})>"

    def __init__(self, config):
        self.config, self.w = config, Writer()

    def write(self):
        w, config = self.w, self.config
        self.thread = w.value("nvvm.read.ptx.sreg.tid.x : i32")
        self.warp = self.uniform(w.divide(self.thread, 32))
        self.lane = w.remainder(self.thread, 32)
        self.rank = w.value("nvvm.read.ptx.sreg.cluster.ctarank : i32") if config.cluster > 1 else w.constant(0)
        self.initialize_barriers()
        self.plan_tiles()
        warp_group = w.divide(self.warp, 4)
        w(f"scf.if {w.equal(warp_group, 0)} {{")
        self.produce()
        w("} else {")
        self.consume(w.binary("subi", warp_group, 1))
        w("}")
        attributes = ["nvvm.kernel", f"nvvm.reqntid = array<i32: {THREADS}, 1, 1>", "nvvm.minctasm = 1 : i32"]
        if config.cluster > 1:
            attributes.append(f"nvvm.cluster_dim = array<i32: {config.cluster}, 1, 1>")
        maps = ", ".join(f"%{name}: !llvm.ptr {{llvm.byval = !llvm.array<128 x i8>, llvm.align = 64 : i64, nvvm.grid_constant}}"
                         for name in ("a", "b", "c"))
        head = [
            "gpu.module @kernels {",
            "llvm.mlir.global external @dynamic() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<0 x i8>",
            f"llvm.func @matmul({maps}, %M: i32, %N: i32, %K: i32) attributes {{{', '.join(attributes)}}} {{",
            "%shared = llvm.mlir.addressof @dynamic : !llvm.ptr<3>"
        ]
        return w.text(head, ["llvm.return", "}", "}", ""])

    def uniform(self, value):
        """What is the same in all lanes of a warp, so that ptxas knows."""
        zero, all_lanes, clamp = (self.w.constant(number) for number in (0, -1, 31))
        return self.w.value(f"nvvm.shfl.sync idx {all_lanes}, {value}, {zero}, {clamp} : i32 -> i32")

    # Barriers

    def barrier(self, offset, stage):
        return self.w.shared(self.w.add(self.w.mul(stage, BARRIER_BYTES), offset))

    def full(self, stage):
        return self.barrier(self.config.full_offset, stage)

    def empty(self, stage):
        return self.barrier(self.config.empty_offset, stage)

    def initialize_barriers(self):
        w, config = self.w, self.config
        with w.when(w.equal(self.thread, 0)):
            for stage in range(config.stages):
                # One thread says how many bytes come; each of the 8 warps that consume, of every block, says when it is done.
                for offset, count in ((config.full_offset, 1), (config.empty_offset, 8 * config.cluster)):
                    barrier = w.shared(offset + stage * BARRIER_BYTES)
                    w(f"nvvm.mbarrier.init {barrier}, {w.constant(count)} : !llvm.ptr<3>, i32")
            w("nvvm.fence.mbarrier.init")
            self.fence_proxy()
            for name in ("a", "b", "c"):
                w(f"nvvm.prefetch tensormap, %{name} : !llvm.ptr")
        if config.cluster > 1:
            w("nvvm.cluster.arrive {aligned}")
            w("nvvm.cluster.wait {aligned}")
        else:
            w("nvvm.barrier")

    def fence_proxy(self):
        self.w("nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}")

    def wait(self, barrier, parity):
        ticks = self.w.constant(10000000)
        self.w(f"nvvm.mbarrier.try_wait.parity {barrier}, {parity}, {ticks} : !llvm.ptr<3>, i32, i32")

    def advance(self, stage, parity):
        """The next stage of the ring, and the parity of its barriers' phase."""
        w = self.w
        following = w.add(stage, 1)
        wraps = w.equal(following, self.config.stages)
        flipped = w.binary("xori", parity, 1)
        return (w.value(f"arith.select {wraps}, {w.constant(0)}, {following} : i32"),
                w.value(f"arith.select {wraps}, {flipped}, {parity} : i32"))

    # Tiles

    def plan_tiles(self):
        w, cluster = self.w, self.config.cluster
        self.rows = w.divide(w.divide("%M", TILE_M), cluster)  # of tiles, or of clusters' tiles
        self.columns = w.divide("%N", TILE_N)
        self.steps = w.divide("%K", TILE_K)
        self.tiles = w.mul(self.rows, self.columns)
        self.first = w.divide(w.value("nvvm.read.ptx.sreg.ctaid.x : i32"), cluster)
        self.stride = w.divide(w.value("nvvm.read.ptx.sreg.nctaid.x : i32"), cluster)

    def origin(self, tile):
        """Where a tile begins in C. Tiles go down groups of rows, then right."""
        w, group = self.w, self.config.group // self.config.cluster
        per_group = w.mul(self.columns, group)
        first_row = w.mul(w.divide(tile, per_group), group)
        rows = w.binary("minui", w.binary("subi", self.rows, first_row), group)
        inside = w.remainder(tile, per_group)
        row = w.add(first_row, w.remainder(inside, rows))
        if self.config.cluster > 1:
            row = w.add(w.mul(row, self.config.cluster), self.rank)
        return w.mul(row, TILE_M), w.mul(w.divide(inside, rows), TILE_N)

    def ring(self, name, starts, extra=()):
        """The head of a loop with a stage, a parity and `extra` (name, start, type) values."""
        carried = [("stage", starts[0], "i32"), ("parity", starts[1], "i32"), *extra]
        inits = ", ".join(f"%{value}_{name} = {start}" for value, start, _ in carried)
        types = ", ".join(kind for *_, kind in carried)
        return f"%{name}:{len(carried)} =", f"iter_args({inits}) -> ({types}) : i32", types

    def over_tiles(self, name, extra=()):
        result, carried, types = self.ring(name, [self.w.constant(0)] * 2, extra)
        return f"{result} scf.for %tile_{name} = {self.first} to {self.tiles} step {self.stride} {carried}", types

    def over_steps(self, name, starts, extra=()):
        result, carried, types = self.ring(name, starts, extra)
        zero, one = self.w.constant(0), self.w.constant(1)
        return f"{result} scf.for %step_{name} = {zero} to {self.steps} step {one} {carried}", types

    # The producer: one thread

    def produce(self):
        w = self.w
        w("nvvm.setmaxregister decrease 24")
        with w.when(w.equal(self.warp, 0)), w.when(w.value("nvvm.elect.sync -> i1")):
            outer, types = self.over_tiles("pt")
            with w.region(outer, ["%pk#0", "%pk#1"], types):
                row, column = self.origin("%tile_pt")
                inner, types = self.over_steps("pk", ["%stage_pt", "%parity_pt"])
                following = []
                with w.region(inner, following, types):
                    self.load_stage("%stage_pk", "%parity_pk", row, column, w.mul("%step_pk", TILE_K))
                    following += self.advance("%stage_pk", "%parity_pk")
            if self.config.cluster > 1:
                self.drain()

    def load_stage(self, stage, parity, row, column, depth):
        w, config = self.w, self.config
        self.wait(self.empty(stage), w.binary("xori", parity, 1))
        full = self.full(stage)
        w(f"nvvm.mbarrier.arrive.expect_tx {full}, {w.constant(A_BYTES + B_BYTES)} : !llvm.ptr<3>, i32")
        self.load("a", w.mul(stage, A_BYTES), full, [depth, row])
        start = w.add(w.mul(stage, B_BYTES), config.b_offset)
        blocks = w.constant((1 << config.cluster) - 1, "i16") if config.cluster > 1 else None
        if config.b_order == "nk":  # this block's part of the columns, for all blocks
            part = w.add(column, w.mul(self.rank, TILE_N // config.cluster))
            self.load("b", w.add(start, w.mul(self.rank, B_BYTES // config.cluster)), full, [depth, part], blocks)
            return
        chunks = TILE_N // 64 // config.cluster  # boxes of 64 columns
        for index in range(chunks):
            chunk = w.add(w.mul(self.rank, chunks), index)
            to = w.add(start, w.mul(chunk, ATOM))
            self.load("b", to, full, [w.add(column, w.mul(chunk, 64)), depth], blocks)

    def load(self, name, offset, barrier, coordinates, blocks=None):
        w = self.w
        to = w.value(f"llvm.addrspacecast {w.shared(offset)} : !llvm.ptr<3> to !llvm.ptr<7>")
        multicast = f" multicast_mask = {blocks}" if blocks else ""
        w(f"nvvm.cp.async.bulk.tensor.shared.cluster.global {to}, %{name}, {barrier}, box[{', '.join(coordinates)}]"
          f"{multicast} : !llvm.ptr<7>, !llvm.ptr")

    def drain(self):
        """Waits until both blocks have released every stage: no arrival may come to a block that has ended."""
        w = self.w
        result, carried, types = self.ring("drain", ["%pt#0", "%pt#1"])
        zero, one, stages = (w.constant(number) for number in (0, 1, self.config.stages))
        following = []
        with w.region(f"{result} scf.for %i_drain = {zero} to {stages} step {one} {carried}", following, types):
            self.wait(self.empty("%stage_drain"), w.binary("xori", "%parity_drain", 1))
            following += self.advance("%stage_drain", "%parity_drain")

    # The consumers: two warp groups

    def consume(self, group):
        w = self.w
        w("nvvm.setmaxregister increase 240")
        self.is_leader = w.equal(w.remainder(self.thread, WARP_GROUP), 0)
        self.is_first_lane = w.equal(self.lane, 0)
        self.named_barrier = w.add(group, 1)
        self.staging = w.add(w.mul(group, STAGING_BYTES), self.config.staging_offset)
        self.plan_staging()
        a_offset = w.mul(group, A_BYTES // 2)
        nothing = w.value(f"llvm.mlir.zero : {self.ACCUMULATOR}")
        outer, types = self.over_tiles("ct")
        with w.region(outer, ["%ck#0", "%ck#1"], types):
            row, column = self.origin("%tile_ct")
            extra = [("last", w.constant(0), "i32"), ("sum", nothing, self.ACCUMULATOR)]
            inner, types = self.over_steps("ck", ["%stage_ct", "%parity_ct"], extra)
            following = []
            with w.region(inner, following, types):
                following += self.multiply_stage(a_offset)
            sums = self.finish_products("%ck#3")
            self.release("%ck#2", self.is_first_lane)
            self.store_tile(sums, w.add(row, w.mul(group, 64)), column)
        with w.when(self.is_leader):
            w("nvvm.cp.async.bulk.wait_group 0")

    def descriptor(self, offset, leading, stride):
        """PTX ISA, "Matrix descriptor": address and byte offsets in units of 16 bytes, and the 128-byte swizzle."""
        w = self.w
        start = w.value("llvm.ptrtoint %shared : !llvm.ptr<3> to i32")
        address = w.binary("shrui", w.binary("andi", w.add(start, offset), 0x3FFFF), 4)
        wide = w.value(f"arith.extui {address} : i32 to i64")
        return w.binary("ori", wide, leading >> 4 << 16 | stride >> 4 << 32 | 1 << 62, "i64")

    def multiply_stage(self, a_offset):
        w, config = self.w, self.config
        self.wait(self.full("%stage_ck"), "%parity_ck")
        k_major = config.b_order == "nk"
        a = self.descriptor(w.add(w.mul("%stage_ck", A_BYTES), a_offset), 16, 1024)
        b = self.descriptor(w.add(w.mul("%stage_ck", B_BYTES), config.b_offset), 16 if k_major else ATOM, 1024)
        a_step, b_step = 32 >> 4, (32 if k_major else 16 * 128) >> 4  # 16 of K, in units of 16 bytes
        w("nvvm.wgmma.fence.aligned")
        total = "%sum_ck"
        for index in range(TILE_K // 16):
            left, right = w.add(a, a_step * index, "i64"), w.add(b, b_step * index, "i64")
            total = w.value(f"nvvm.wgmma.mma_async {left}, {right}, {total}, <m = 64, n = {TILE_N}, k = 16>, "
                            f"D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <{'col' if k_major else 'row'}>] "
                            f": {self.ACCUMULATOR} -> {self.ACCUMULATOR}")
        w("nvvm.wgmma.commit.group.sync.aligned")
        w("nvvm.wgmma.wait.group.sync.aligned 1")
        # The products of the stage before are done; this stage's may go on.
        is_later = w.binary("cmpi ne,", "%step_ck", 0)
        self.release("%last_ck", w.binary("andi", is_later, self.is_first_lane, "i1"))
        stage, parity = self.advance("%stage_ck", "%parity_ck")
        return stage, parity, "%stage_ck", total

    def finish_products(self, total):
        """Waits for all products. The accumulators go through the instruction, so that nothing reads them before it."""
        w = self.w
        parts = [w.value(f"llvm.extractvalue {total}[{index}] : {self.ACCUMULATOR}") for index in range(ACCUMULATORS)]
        constraints = ",".join(["=f"] * ACCUMULATORS + [str(index) for index in range(ACCUMULATORS)])
        return w.value(f'llvm.inline_asm has_side_effects asm_dialect = att "wgmma.wait_group.sync.aligned 0;", "{constraints}" '
                       f"{', '.join(parts)} : ({', '.join(['f32'] * ACCUMULATORS)}) -> {self.ACCUMULATOR}")

    def release(self, stage, condition):
        """The calling warp is done with a stage, of every block of the cluster: what comes next is for all of them."""
        w = self.w
        barrier = self.empty(stage)
        if self.config.cluster == 1:
            w(f'nvvm.inline_ptx "mbarrier.arrive.shared::cta.b64 _, [{{$r0}}];" ro ({barrier} : !llvm.ptr<3>), predicate = {condition}')
            return
        address = w.value(f"llvm.ptrtoint {barrier} : !llvm.ptr<3> to i32")
        for rank in range(self.config.cluster):
            there = w.value('llvm.inline_asm asm_dialect = att "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r" '
                            f"{address}, {w.constant(rank)} : (i32, i32) -> i32")
            w(f'nvvm.inline_ptx "mbarrier.arrive.shared::cluster.b64 _, [{{$r0}}];" ro ({there} : i32), predicate = {condition}')

    # The epilogue: 128 of the columns at a time

    def plan_staging(self):
        """Where each lane's row of 16 bytes goes, for four pairs of 8 columns: chunks of 16 bytes are swizzled as TMA reads them."""
        w = self.w
        row = w.add(w.mul(w.remainder(self.warp, 4), 16), w.remainder(self.lane, 16))
        in_row = w.add(self.staging, w.mul(row, 128))
        half, swizzle = w.divide(self.lane, 16), w.remainder(row, 8)
        self.places = [
            w.shared(w.add(in_row, w.mul(w.binary("xori", w.add(half, 2 * pair), swizzle), 16))) for pair in range(4)
        ]

    def store_tile(self, sums, row, column):
        w = self.w
        halves = [self.pack(sums, index) for index in range(0, ACCUMULATORS, 2)]
        sync = f"nvvm.barrier id = {self.named_barrier} number_of_threads = {w.constant(WARP_GROUP)}"
        for half in range(2):
            with w.when(self.is_leader):
                w("nvvm.cp.async.bulk.wait_group 0 {read}")
            w(sync)
            for box in range(2):
                for pair, place in enumerate(self.places):
                    first = (half * 128 + box * 64 + pair * 16) // 8 * 2  # two values for each 8 columns
                    to = w.value(f"llvm.getelementptr inbounds {place}[{w.constant(box * ATOM)}] : (!llvm.ptr<3>, i32) -> "
                                 "!llvm.ptr<3>, i8")
                    w(f"nvvm.stmatrix {to}, {', '.join(halves[first:first + 4])} {{layout = #nvvm.mma_layout<row>, "
                      "shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} "
                      ": !llvm.ptr<3>, i32, i32, i32, i32")
            self.fence_proxy()
            w(sync)
            with w.when(self.is_leader):
                for box in range(2):
                    where = w.add(column, half * 128 + box * 64)
                    w(f"nvvm.cp.async.bulk.tensor.global.shared.cta %c, {w.shared(w.add(self.staging, box * ATOM))}, "
                      f"box[{where}, {row}] : !llvm.ptr, !llvm.ptr<3>")
                w("nvvm.cp.async.bulk.commit.group")

    def pack(self, sums, index):
        """Two accumulators as bf16 in 32 bits."""
        w = self.w
        pair = w.value("llvm.mlir.poison : vector<2xf32>")
        for offset in range(2):
            part = w.value(f"llvm.extractvalue {sums}[{index + offset}] : {self.ACCUMULATOR}")
            pair = w.value(f"llvm.insertelement {part}, {pair}[{w.constant(offset)} : i32] : vector<2xf32>")
        narrow = w.value(f"llvm.fptrunc {pair} : vector<2xf32> to vector<2xbf16>")
        return w.value(f"llvm.bitcast {narrow} : vector<2xbf16> to i32")


def write(config):
    """The kernel's MLIR: `matmul(a, b, c: tensor maps, M, N, K: i32)`."""
    return HopperMatmul(config).write()
