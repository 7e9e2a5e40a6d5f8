//===- Distributor.h - One kernel on its way from tiles to threads -*- C++
//-*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_DISTRIBUTOR_H
#define PHOBOS_LIB_DISTRIBUTION_DISTRIBUTOR_H

#include "AccessPlan.h"
#include "BarrierReport.h"
#include "ConversionPlan.h"
#include "SwizzledTile.h"
#include "ThreadCode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Target/Target.h"
#include "llvm/ADT/SetVector.h"
#include <functional>

namespace phobos {
struct DotInstruction;
struct MmaOperand;
struct ProductPipeline;
struct WarpGrid;

/// The dynamic shared memory of a kernel: an external symbol of its gpu.module.
inline constexpr llvm::StringLiteral kSharedMemory = "phobos_shared";

/// The types of addresses in global and shared memory.
mlir::Type getGlobalPointerType(mlir::MLIRContext *context);
mlir::Type getSharedPointerType(mlir::MLIRContext *context);

/// Values that belong together, such as a number and its place.
using Values = llvm::SmallVector<mlir::Value, 2>;

/// Bytes of shared memory that threads share.
struct SharedRange {
  int64_t begin, end;
  /// Between trips of one kind, each warp keeps to places of its own.
  mlir::Attribute tripOfWarps = {};

  bool overlaps(const SharedRange &other) const {
    bool keepApart =
        tripOfWarps && tripOfWarps == other.tripOfWarps && begin == other.begin;
    return begin < other.end && other.begin < end && !keepApart;
  }
};

/// What the threads of a block may be reading of shared memory since their last
/// barrier.
struct SharedReads {
  struct Read {
    SharedRange range;
    mlir::LocationAttr place;
  };
  llvm::SmallVector<Read> ranges;
  /// Loops of which an earlier iteration may have left reads.
  llvm::SmallSetVector<mlir::Operation *, 2> carriedBy;

  /// Where something of `range` is read; null if nowhere.
  mlir::LocationAttr findOverlap(const SharedRange &range) const {
    for (const Read &read : ranges)
      if (read.range.overlaps(range))
        return read.place;
    return {};
  }
  void join(const SharedReads &other) {
    llvm::append_range(ranges, other.ranges);
    carriedBy.insert_range(other.carriedBy);
  }
};

/// How the elements of a line combine, where each is several values.
struct Combination {
  /// What an element past the tile's edge counts as.
  Values neutral;
  /// The combination of two. If `inOrder`, all that `b` stands for lies behind
  /// all that `a` stands for.
  std::function<Values(mlir::ValueRange a, mlir::ValueRange b, bool inOrder)>
      combine;
  /// The combination of all lanes of a warp, in each of them; null where only
  /// butterflies give it.
  std::function<Values(mlir::ValueRange)> combineWarp;
};

/// The type of an element in memory: bits where LLVM has no such type.
mlir::Type getMemoryType(mlir::Type element);

class ProductDistributor;

/// Rewrites the body of a kernel whose tiles have layouts into the code of one
/// thread. A tile becomes a vector of its layout's elements, a pointer an
/// `!llvm.ptr<1>`; views vanish into the accesses.
///
/// Conditions of scf ops are uniform at tile level, so barriers may stand
/// anywhere.
class Distributor {
public:
  /// `printsBarriers`: remarks say where barriers stand, and why.
  Distributor(KernelOp kernel, const Target &target,
              mlir::gpu::GPUFuncOp function, bool printsBarriers);
  ~Distributor();

  /// Fills the function's body. An error names what has no lowering.
  mlir::LogicalResult run();

  /// The bytes of dynamic shared memory that the code uses.
  int64_t getSharedBytes() const { return sharedBase + sharedBytes; }
  /// What of the kernel's products is planned, or null.
  const ProductDistributor *getProducts() const { return products.get(); }

private:
  friend class Access;
  friend class LineScan;
  friend class MmaProduct;
  friend class OperandCopy;
  friend class ProductDistributor;
  friend class WarpExchange;

  //===--- Ops ------------------------------------------------------------===//

  mlir::LogicalResult distributeBody(mlir::Block &block);
  mlir::LogicalResult distribute(mlir::Operation *op);
  mlir::LogicalResult distributeElementwise(mlir::Operation *op);
  mlir::LogicalResult distribute(mlir::scf::ForOp op);
  mlir::LogicalResult distribute(mlir::scf::WhileOp op);
  mlir::LogicalResult distribute(mlir::scf::IfOp op);
  /// A loop that copies operands of its products ahead of them.
  mlir::LogicalResult distributePipeline(mlir::scf::ForOp op,
                                         const ProductPipeline &pipeline);
  mlir::LogicalResult distributeRegion(mlir::Region &from, mlir::Region &to);
  mlir::Value distribute(LoadOp op);
  void distribute(StoreOp op);
  mlir::Value distribute(RowsAlignedOp op);
  /// Whether the rows of a view begin at multiples of 16 bytes.
  mlir::Value areRowsAligned(ViewOp view);
  mlir::Value distribute(ViewsApartOp op);
  void distribute(ChunksOp op);
  void distribute(PutChunkOp op);
  mlir::Value distribute(GetChunkOp op);
  mlir::Value distribute(GatherOp op);
  void distribute(ScatterOp op);
  mlir::Value distribute(AtomicOp op);
  mlir::Value distribute(AtomicScatterOp op);
  /// Updates the thread's elements of an atomic once each, where the elements'
  /// conditions (null: always) hold, and gives their old values.
  template <typename Op>
  mlir::Value updateElements(Op op,
                             llvm::function_ref<mlir::Value(int64_t)> address,
                             llvm::function_ref<mlir::Value(int64_t)> isActive);
  void distribute(PromiseOp op);
  void distribute(CheckBoundsOp op);
  /// Traps if one of the promises since the last call is broken.
  void checkPromises();
  mlir::Value distribute(SplatOp op);
  mlir::Value distribute(IotaOp op);
  /// A comparison of coordinates with a scalar, in 32 bits; null for others.
  mlir::Value compareIota(mlir::arith::CmpIOp op);
  mlir::Value distribute(BroadcastOp op);
  mlir::Value distribute(TransposeOp op);
  mlir::Value distribute(ConvertLayoutOp op);
  /// The elements that `sources` of `conversion` name, of this thread or, where
  /// it says so, of others in the warp.
  mlir::Value withinWarp(mlir::Value vector, const Conversion &conversion);
  mlir::Value distribute(ReshapeOp op);
  mlir::Value distribute(CastOp op);
  mlir::Value distribute(ReduceOp op);
  mlir::Value distribute(ArgReduceOp op);
  mlir::Value distribute(ScanOp op);
  mlir::Value distribute(ExtractSliceOp op);
  mlir::Value distribute(InsertSliceOp op);
  mlir::Value distribute(DotOp op);

  //===--- Per-thread code ------------------------------------------------===//

  mlir::Value distribute(ThreadIdOp op);
  mlir::Value distribute(WarpIdOp op);
  mlir::Value distribute(LaneIdOp op);
  mlir::Value distribute(NumThreadsOp op);
  mlir::Value distribute(WarpReduceOp op);
  mlir::Value distribute(BlockReduceOp op);
  mlir::Value distribute(ShuffleOp op);
  void distribute(BarrierOp op);
  mlir::Value distribute(LoadElemOp op);
  mlir::Value distribute(StoreElemOp op);
  /// Does for a branch or loop, which `distribute` gives code to, what no
  /// thread can do in it that is there alone.
  mlir::LogicalResult
  distributeControl(mlir::Operation *op,
                    llvm::function_ref<mlir::LogicalResult()> distribute);
  /// Whose `op` is; the block's where the kernel has no per-thread code.
  Uniformity whose(mlir::Operation *op) const;
  /// Runs `body` on whether the thread does the write `op`, of elements in
  /// `layout`, for all that hold the same: null where each does.
  void guardedByOwner(mlir::Operation *op, LayoutAttr layout,
                      llvm::function_ref<void(mlir::Value)> body);
  /// What the thread that does `op` for others got, in each of them.
  mlir::Value shareOneValue(mlir::Operation *op, mlir::Value vector,
                            TileType tile);
  /// The combination of a value of each lane, in all of them.
  mlir::Value reduceOverWarp(ReduceKind kind, mlir::Value value);
  std::pair<mlir::Value, llvm::SmallVector<mlir::Value>>
  placeElement(TileType tile, mlir::ValueRange indices);
  /// The thread's elements, in memory's types, of a tile that lies in shared
  /// memory row by row.
  mlir::Value readRowMajor(SharedRange range, TileType tile);
  /// Brings the tiles to shared memory that the branch or loop needs there.
  llvm::SmallVector<ElementRoom> openRooms(mlir::Operation *op);
  /// Gives their memory back, and `op` the tiles that were written there.
  void closeRooms(mlir::Operation *op, llvm::ArrayRef<ElementRoom> opened);

  //===--- Values ---------------------------------------------------------===//

  mlir::Type convert(mlir::Type type);
  mlir::VectorType vectorOf(TileType tile);
  mlir::Value lookup(mlir::Value value) { return mapping.lookup(value); }
  mlir::SmallVector<mlir::Value> lookup(mlir::ValueRange values);
  mlir::Value i32(int64_t value);
  mlir::Value index(int64_t value);
  mlir::Value indexOf(mlir::OpFoldResult value);
  /// Element `position` of a vector.
  mlir::Value element(mlir::Value vector, int64_t position);

  //===--- The thread -----------------------------------------------------===//

  /// How many bits the index of a thread has.
  unsigned threadBits() const;
  /// Those in which replicas differ.
  int64_t replicaBits(const Layout &layout) const;
  /// The sum of `steps` (one for each bit of the thread's index) over the bits
  /// that are set.
  mlir::Value sumOfSteps(llvm::ArrayRef<int64_t> steps);
  /// The number that the bits of `mask` spell in the thread's index.
  mlir::Value spellThreadBits(int64_t mask);
  /// The i32 coordinate along `dim` of the thread's element 0, computed once
  /// for `thread`.
  mlir::Value threadOffset(LayoutAttr layout, unsigned dim);
  /// Lets what is computed of the thread from here on, in this region, be
  /// computed here: it is the same in each iteration of the loops around, and
  /// would take registers in the loops of products that precede.
  void renewThread();
  /// The i32 coordinate along `dim` of an element whose constant part is
  /// `offset`.
  mlir::Value coordinate(LayoutAttr layout, unsigned dim, int64_t offset);
  /// The i32 coordinates of one of the thread's elements.
  llvm::SmallVector<mlir::Value> coordinatesOf(LayoutAttr layout,
                                               int64_t element);
  /// The coordinates along `dim` of all of the thread's elements, as i32.
  mlir::Value coordinates(LayoutAttr layout, unsigned dim);
  /// Whether `element` is past the tile's edge in every thread.
  bool isNever(LayoutAttr layout, llvm::ArrayRef<int64_t> shape,
               int64_t element);
  /// Whether the thread's `element` is one of the tile's: null if it always is.
  /// Needs an element that is valid in some thread.
  mlir::Value isValid(LayoutAttr layout, llvm::ArrayRef<int64_t> shape,
                      int64_t element);
  /// Whether the thread is the first of the replicas that hold the same
  /// elements: null if it has no replicas.
  mlir::Value isOwner(LayoutAttr layout);
  /// Whether the bits of `mask` are zero in the thread's index in the block.
  mlir::Value threadBitsAreZero(int64_t mask);
  /// `a && b`, where null stands for true.
  mlir::Value both(mlir::Value a, mlir::Value b);
  /// Runs `body` under a condition; null stands for true.
  void guarded(mlir::Value condition, llvm::function_ref<void()> body);
  /// What `body` gives under a condition, else `otherwise`; null stands for
  /// true.
  mlir::Value valueIf(mlir::Value condition,
                      llvm::function_ref<mlir::Value()> body,
                      mlir::Value otherwise);

  //===--- Memory ---------------------------------------------------------===//

  /// The address of the first element of a view.
  mlir::Value viewAddress(ViewOp view);
  /// Whether those of `facts` hold, of a view at `address`, that are left to
  /// run time, but edges; null if there are none.
  mlir::Value areMultiples(llvm::ArrayRef<VectorFact> facts,
                           mlir::Value address);
  /// `value`, an element or a vector of elements, as memory holds it: a bool as
  /// a byte, an index as an i64, an f8 as its bits.
  mlir::Value toMemory(mlir::Value value);
  /// The inverse, for elements of type `element`.
  mlir::Value fromMemory(mlir::Value value, mlir::Type element);

  /// The thread's elements of `tile` that are within its extents in some
  /// thread.
  llvm::SmallVector<int64_t> lanesOf(TileType tile);
  /// The address of the thread's element `lane` of a tile of offsets.
  mlir::Value laneAddress(mlir::Value pointer, mlir::Value offsets,
                          int64_t lane);
  /// Whether the thread accesses its element `lane` of such a tile under
  /// `mask`, which may be null; null if it always does.
  mlir::Value isLaneActive(TileType offsets, mlir::Value mask, int64_t lane);
  /// `vector`, of elements in memory's types of a tile of type `source`, in the
  /// layout `target`; of replicas the first one's elements count.
  mlir::Value throughShared(mlir::Value vector, TileType source,
                            LayoutAttr target);
  /// Likewise, in its own layout.
  mlir::Value shareAmongReplicas(mlir::Value vector, TileType tile);

  /// The starts of a slice as i32s, as far outside as need be to be outside.
  llvm::SmallVector<mlir::Value> clampStarts(mlir::ValueRange starts,
                                             llvm::ArrayRef<int64_t> lengths,
                                             llvm::ArrayRef<int64_t> extents);
  /// Whether each of `positions`, i32s, is in [0, extent); null if there are
  /// none.
  mlir::Value isBelow(llvm::ArrayRef<mlir::Value> positions,
                      llvm::ArrayRef<int64_t> extents);
  /// Writes a tile, whose elements are in memory's types, to shared memory,
  /// row-major, for all to read.
  SharedRange publishRowMajor(mlir::Value vector, TileType tile);
  /// The address there of the element at `coordinates`, i32s, or of the first
  /// element where `inside` is false (null stands for true).
  mlir::Value rowMajorAddress(SharedRange range, TileType tile,
                              llvm::ArrayRef<mlir::Value> coordinates,
                              mlir::Value inside = {});
  /// Takes `bytes` of shared memory: where nobody may be reading since the last
  /// barrier, if that costs little, else from its start.
  SharedRange takeShared(int64_t bytes, mlir::Attribute tripOfWarps = {});
  /// A barrier before a write to `range` where threads may be reading there
  /// still; a tentative one where only earlier iterations may.
  void waitForReaders(SharedRange range);
  /// Lets `store` write to `range`, and all threads read it until others write
  /// there: a barrier after `store`, and one before where threads may be
  /// reading there still.
  void publish(SharedRange range, llvm::function_ref<void()> store);
  /// Takes `bytes` of which each warp writes and reads a part of its own, free
  /// for all of them.
  SharedRange takeSharedForWarps(int64_t bytes, mlir::Attribute trip);
  /// Lets `store` write to the warp's part, and the warp read it, by barriers
  /// of the warp alone.
  void publishWithinWarps(llvm::function_ref<void()> store);
  /// Makes all threads that hold tiles wait for each other at `place`, for at
  /// least one reason; nothing is pending or read afterwards.
  void barrier(mlir::Location place, llvm::ArrayRef<BarrierReason> reasons);
  /// The barrier itself; whoever calls this adds to `report` why.
  mlir::Operation *emitBarrier();
  /// Settles, at the end of the body of `loop`, which reads an earlier
  /// iteration may have left: `reads`. Barriers that only stand for others go.
  void settleReads(mlir::Operation *loop);
  /// The address of byte `offset` (i32) of what lies from byte `begin` of
  /// the shared memory behind that of products.
  mlir::Value sharedAddress(mlir::Value offset, int64_t begin = 0);
  /// That of a byte from the start of all.
  mlir::Value sharedAddress(const SharedByte &byte);
  /// Both take one element or a vector of them, aligned to its own size.
  void storeShared(mlir::Value value, mlir::Value address);
  mlir::Value loadShared(mlir::Type type, mlir::Value address);

  /// What memory holds of a chunk in `tile`'s layout.
  mlir::VectorType chunkOf(TileType tile);
  mlir::Value chunkAddress(mlir::Value chunks, mlir::Value position,
                           TileType tile);

  //===--- Order of global accesses ---------------------------------------===//

  /// An access that other threads may not have done yet.
  struct PendingAccess {
    mlir::Operation *op;
    /// The loop in an earlier iteration of which it was done, or null.
    mlir::Operation *carriedBy = nullptr;
  };

  /// Whether `access` must wait for a pending one, and the condition where that
  /// depends on one; nothing if both read.
  struct Meeting {
    BarrierNeed need;
    BarrierCause cause;
    mlir::Value test = {};
  };
  std::optional<Meeting> meet(const PendingAccess &other,
                              mlir::Operation *access);
  /// Makes `access` wait for every pending one with which it must not change
  /// places, and notes it as pending.
  void order(mlir::Operation *access);
  /// Makes all of `accesses`, of which some may never be done, wait at `place`
  /// for those that are pending.
  void orderBefore(mlir::Location place,
                   llvm::ArrayRef<mlir::Operation *> accesses);
  /// Notes that each access in `loop` may be pending from an earlier iteration.
  /// Returns what was pending before: it still is after no iteration at all.
  llvm::SmallVector<PendingAccess> carryAccesses(mlir::Operation *loop);
  /// Whether each element is accessed in both by one thread, the same one.
  bool haveSameElements(const PendingAccess &pending, mlir::Operation *access);
  /// Whether the memory of two views overlaps, computed once at the function's
  /// entry; null where that must be taken for granted, as where one is null.
  mlir::Value overlap(ViewOp first, ViewOp second);
  /// Whether elements of `access` may share addresses: null if never, and
  /// nothing where that must be taken for granted.
  std::optional<mlir::Value> shareAddresses(mlir::Operation *access);
  mlir::Value makeAtEntry(mlir::Value value);
  mlir::Value makeAtEntry(mlir::OpFoldResult number);

  //===--- Reductions -----------------------------------------------------===//

  /// Combines the elements of each line of a tile along `dim`, and gives each
  /// thread those of its results: one for each element of the collapsed layout.
  /// `element` gives the thread's elements.
  llvm::SmallVector<Values>
  reduceLines(TileType tile, int64_t dim, const Combination &combination,
              llvm::function_ref<Values(int64_t)> element);
  /// How `kind` combines elements of a type that threads hold.
  Combination getCombination(ReduceKind kind, mlir::Type element);
  /// The part of that in a thread's registers; empty where a result lies past
  /// the tile's edge in every thread.
  llvm::SmallVector<Values>
  reduceInThread(TileType tile, int64_t dim, const Combination &combination,
                 llvm::function_ref<Values(int64_t)> element);
  /// The value of the lane whose index differs in the bits of `laneMask`.
  mlir::Value shuffleXor(mlir::Value value, int64_t laneMask);
  /// The value of lane `lane`, an i32 that may differ between lanes.
  mlir::Value shuffleFrom(mlir::Value value, mlir::Value lane);
  /// `value`, of any size, by `shuffle`, which takes i32.
  mlir::Value
  shuffleWords(mlir::Value value,
               llvm::function_ref<mlir::Value(mlir::Value)> shuffle);

  //===--- Products -------------------------------------------------------===//

  /// An operand that a loop has copied to its place, in the slot `slot` bytes
  /// (i32) behind it.
  struct CopiedOperand {
    const MmaOperand *place = nullptr;
    mlir::Value slot;
  };
  mlir::Value multiplyByWarps(DotOp op, const DotInstruction &instruction,
                              const WarpGrid &grid);
  mlir::Value multiplyByThreads(DotOp op);
  struct Operand;
  Operand placeOperand(TileType tile, int64_t byteOffset);
  /// Writes a tile to its place in shared memory.
  void stageOperand(mlir::Value value, TileType tile, const Operand &operand);

  KernelOp kernel;
  const Target &target;
  mlir::gpu::GPUFuncOp function;
  mlir::ImplicitLocOpBuilder b;
  mlir::IRMapping mapping;
  mlir::Operation *prologueEnd = nullptr;
  mlir::Value broken; // i1, whether a promise is, since the last check; or null
  std::optional<mlir::Location> brokenAt; // the last of these promises
  mlir::Value thread;                     // i32, the index in the block
  /// Where a thread's elements begin along a dim of a layout, computed behind
  /// `offsetsEnd`.
  llvm::DenseMap<std::pair<LayoutAttr, unsigned>, mlir::Value> threadOffsets;
  mlir::Operation *offsetsEnd = nullptr;
  /// Planned products, and the shared memory in front that is theirs, or that
  /// of copied rows and of loops around that copy ahead.
  std::unique_ptr<ProductDistributor> products;
  int64_t sharedBase = 0;
  int64_t sharedBytes = 0; // behind that
  BarrierReport report;
  SharedReads reads;
  /// Null where the kernel has no per-thread code.
  std::unique_ptr<ThreadCode> threadCode;
  /// Where tiles lie in shared memory, of which threads read or write single
  /// elements in the branches and loops around, and all of that memory.
  llvm::DenseMap<mlir::Value, SharedRange> rooms;
  llvm::SmallVector<SharedRange> heldRanges;
  /// A barrier before a write to `range` that is needed only if an earlier
  /// iteration of one of the loops reads there.
  struct TentativeBarrier {
    mlir::Operation *barrier;
    size_t reported; // its entry in `report`
    SharedRange range;
    llvm::SmallSetVector<mlir::Operation *, 2> carriedBy;
  };
  llvm::SmallVector<TentativeBarrier> tentativeBarriers;
  /// Operands that a loop around has copied, by the ops that they come from,
  /// which have no code of their own.
  llvm::DenseMap<mlir::Operation *, CopiedOperand> copied;
  llvm::SmallVector<PendingAccess> pending;
  llvm::DenseMap<std::pair<ViewOp, ViewOp>, mlir::Value> overlaps;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_DISTRIBUTOR_H
