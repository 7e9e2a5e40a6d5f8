//===- ThreadLoops.h - A block's threads as loops ---------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_THREADLOOPS_H
#define PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_THREADLOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Analysis/Uniformity.h"
#include "llvm/ADT/DenseSet.h"

namespace phobos {

/// Whether `op` is one of the positions of threads.
inline bool isPosition(mlir::Operation *op) {
  return mlir::isa<ThreadIdOp, WarpIdOp, LaneIdOp, NumThreadsOp>(op);
}

/// Whether one of `ops` reads values of other lanes.
inline bool hasShuffle(llvm::ArrayRef<mlir::Operation *> ops) {
  return llvm::any_of(ops, llvm::IsaPred<ShuffleOp>);
}

/// Writes a kernel anew, as code of its whole block: runs of ops that are a
/// matter of single threads stand in loops over warps, and in these over lanes.
/// `source` values and ops are those of the old kernel, which stays as the
/// analysis saw it until the end.
class ThreadLoops {
public:
  explicit ThreadLoops(KernelOp kernel);

  /// Fails with an error of an op whose regions are of an unknown kind.
  mlir::LogicalResult run();

private:
  static constexpr int64_t kWarpSize = 32;

  /// Where a value lives that a loop over threads computes and something behind
  /// the loop uses: a buffer of one element for each thread, for each warp, or
  /// of one for the block.
  struct Slot {
    mlir::Value buffer;
    Uniformity level;
  };

  /// What of the source an operand holds goes to a slot.
  struct Copy {
    mlir::OpOperand *source;
    Slot slot;
  };

  /// Code that runs once for a block, a warp or a thread.
  struct Scope {
    Scope(Uniformity level, Scope *outer, mlir::OpBuilder builder);

    Uniformity level;
    Scope *outer;
    mlir::OpBuilder builder;
    /// The position of the warp, the lane and the thread, where there is one.
    mlir::Value warp, lane, thread;
    llvm::DenseMap<mlir::Value, mlir::Value> values;
    /// Ops that are to stand in the next loop over warps, or lanes.
    llvm::SmallVector<mlir::Operation *> pending;
    /// In a loop over threads: what stands in it, and what its copies read.
    llvm::DenseSet<mlir::Operation *> inside;
    llvm::DenseSet<mlir::OpOperand *> insideUses;
    bool isLoop = false;
  };

  /// The tiles that a loop over threads carries: the version that an op in it
  /// gives, and what stands for the tile that it is a version of.
  struct CarriedTile {
    mlir::Value version, base, placeholder;
  };

  // What runs where.
  Uniformity findLevel(mlir::Operation *op) const;
  bool isOneGroups(mlir::Operation *op, Uniformity level) const;
  bool mustStay(mlir::Operation *op, Uniformity level) const;
  bool belongsInside(mlir::Operation *op, Uniformity level) const;
  bool usesPendingTile(mlir::Operation *op, const Scope &scope) const;
  bool dependsOnPending(mlir::Operation *op, const Scope &scope) const;
  bool isVersion(mlir::Value value) const;
  bool isValueOf(mlir::Value value, const Scope &scope) const;

  // Segments.
  void place(mlir::Operation *op, Scope &scope);
  void placeShuffle(ShuffleOp op, Scope &scope);
  void flush(Scope &scope, llvm::ArrayRef<Copy> copies = {});
  void fillLoop(Scope &scope, llvm::ArrayRef<mlir::Operation *> ops,
                llvm::ArrayRef<Copy> copies);
  void copyToSlots(Scope &scope, llvm::ArrayRef<Copy> copies);
  llvm::SmallVector<CarriedTile>
  collectCarriedTiles(llvm::ArrayRef<mlir::Operation *> ops);

  // Ops.
  void emit(mlir::Operation *op, Scope &scope);
  void emitClone(mlir::Operation *op, Scope &scope);
  void emitRegions(mlir::Operation *op, Scope &scope);
  void emitIf(mlir::scf::IfOp op, Scope &scope);
  void emitFor(mlir::scf::ForOp op, Scope &scope);
  void emitWhile(mlir::scf::WhileOp op, Scope &scope);
  void emitBody(mlir::Block &block, Scope &scope, llvm::ArrayRef<Copy> copies);
  void emitShuffle(ShuffleOp op, Scope &scope);
  mlir::Value emitCollective(mlir::Operation *op, ReduceKind kind,
                             Scope &scope);
  mlir::Value combineWarp(mlir::ImplicitLocOpBuilder &builder, ReduceKind kind,
                          mlir::Value source, mlir::Value warp, Scope &scope);
  mlir::Value combineLanes(mlir::ImplicitLocOpBuilder &builder, ReduceKind kind,
                           mlir::Value buffer, mlir::Value start);

  Scope createBlock(mlir::Region &region, mlir::Block &from,
                    llvm::ArrayRef<unsigned> numbers, Scope &scope);

  // Values.
  mlir::Value resolve(mlir::Value value, Scope &scope);
  llvm::SmallVector<mlir::Value> resolveAll(mlir::ValueRange values,
                                            llvm::ArrayRef<unsigned> numbers,
                                            Scope &scope);
  mlir::Value readSlot(mlir::Value value, const Slot &slot, Scope &scope);
  void writeSlot(mlir::Value value, const Slot &slot, Scope &scope);
  mlir::Value getPosition(mlir::OpBuilder &builder, mlir::Operation *op,
                          const Scope &scope);
  void define(mlir::Value source, mlir::Value value, Scope &scope);
  Slot createSlot(mlir::Value value, Uniformity level);
  mlir::Value createBuffer(mlir::Location loc, int64_t size, mlir::Type type);
  /// The slot that `use` is read from, which is filled if it is new.
  Slot getFilledSlot(mlir::OpOperand &use, Scope &scope);

  KernelOp kernel;
  int64_t threads;
  UniformityAnalysis uniformity;
  mlir::Block *body = nullptr;
  /// Behind the buffers of slots.
  mlir::OpBuilder entry;
  llvm::DenseMap<mlir::Value, Slot> slots;
  bool failed = false;
};

} // namespace phobos

#endif // PHOBOS_LIB_CONVERSION_PHOBOSTOHOST_THREADLOOPS_H
