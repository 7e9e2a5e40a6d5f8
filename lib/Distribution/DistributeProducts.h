//===- DistributeProducts.h - Producers, consumers, and wgmma ---*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PHOBOS_LIB_DISTRIBUTION_DISTRIBUTEPRODUCTS_H
#define PHOBOS_LIB_DISTRIBUTION_DISTRIBUTEPRODUCTS_H

#include "ProductRing.h"
#include "StagedOperand.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace phobos {
class Distributor;

/// Writes a kernel whose products are planned (`phobos-plan-products`). Its
/// threads have one of two roles:
///
///   producer   one thread: goes through the kernel's loops, computes where the
///              operands lie, and has bulk copies bring them to the ring
///   consumers  the threads that hold tiles: all the rest of the kernel
///
/// The producer's warp group comes last, so a consumer's number in the block is
/// that in its layouts.
class ProductDistributor {
public:
  ProductDistributor(Distributor &distributor, KernelOp kernel,
                     mlir::gpu::GPUFuncOp function);

  /// Fills the function, at whose entry the builder stands.
  mlir::LogicalResult run();
  /// The consumers' part of a loop that only adds products.
  void accumulate(mlir::scf::ForOp loop);
  /// Lets each iteration of any other loop of products, which is distributed,
  /// take a stage at its start and give it back at its end.
  void takeStages(mlir::scf::ForOp loop);
  /// The consumers' part of a product in such a loop, or in none.
  mlir::Value multiply(DotOp dot);

  /// All threads of a block.
  int64_t threads() const { return consumers + producers; }
  /// Shared memory in front of what the consumers use for themselves.
  int64_t sharedBytes() const { return ring->bytes(); }
  /// The entries of the launch contract's `tensor_maps`, in the order of the
  /// function's last arguments.
  llvm::ArrayRef<mlir::Attribute> tensorMaps() const { return maps; }

private:
  class Product; // WgmmaProduct.h

  void addTensorMap(const StagedOperand &operand);
  void limitRegisters(bool isProducer);
  void beginRole(bool isProducer);

  bool isProducerScalar(mlir::Operation &op);
  void produce(mlir::Block &block);
  void produceLoop(mlir::scf::ForOp loop);
  void produceBranch(mlir::scf::IfOp branch);
  void copyOperands(mlir::scf::ForOp loop);
  /// Whether what all blocks of the cluster multicast in this iteration of
  /// `loop` is the same; null where there are no clusters.
  mlir::Value isSameInCluster(mlir::scf::ForOp loop);
  /// Copies operand's tile to `offset`. If `isSame`, the blocks of the cluster
  /// bring a part of it each.
  void copy(const StagedOperand &operand, mlir::Value offset,
            mlir::Value barrier, mlir::Value isSame);
  /// Copies the rows from `firstRow` of the tile on, to the blocks of `mask`,
  /// or to this one if that is null.
  void copyRows(const StagedOperand &operand, mlir::Value offset,
                mlir::Value barrier, mlir::Value firstRow, mlir::Value mask);
  mlir::Value coordinate(mlir::Value start, int64_t offset);

  mlir::Value placeOf(mlir::Value value);
  void store(const DotSide &side, const StagedOperand &operand, int64_t begin);
  void takeSides(DotOp dot, Product &product);
  mlir::Value multiplyInParts(DotOp dot, Product &product);
  /// How many instructions a warp group needs for the rows of `tile`.
  int64_t blocksOfRows(TileType tile) const;

  Distributor &d;
  mlir::ImplicitLocOpBuilder &b;
  KernelOp kernel;
  mlir::gpu::GPUFuncOp function;
  int64_t consumers, producers;
  /// Each staged load's tile; where it lies in a stage; its tensor map.
  llvm::MapVector<LoadOp, StagedOperand> operands;
  llvm::DenseMap<LoadOp, int64_t> offsets;
  llvm::DenseMap<LoadOp, mlir::Value> mapOf;
  llvm::SmallVector<mlir::Attribute> maps;
  std::optional<ProductRing> ring;
  int64_t cluster; // blocks
  mlir::Value shared, warp;
};

} // namespace phobos

#endif // PHOBOS_LIB_DISTRIBUTION_DISTRIBUTEPRODUCTS_H
