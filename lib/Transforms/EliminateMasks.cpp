//===- EliminateMasks.cpp - Masks that are of no effect -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/EliminateMasks.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "phobos/Transforms/Passes.h"
#include "phobos/Verification/MaskChecker.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_ELIMINATEMASKS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

/// What `phobos.mask_proofs` says of a dim.
static DictionaryAttr describeProof(Builder &builder, int64_t dim,
                                    const InsideProof &proof) {
  SmallVector<Attribute> texts;
  for (const Proof *side : {&proof.lower, &proof.upper})
    for (const UsedFact &fact : side->getFacts()) {
      Attribute text = builder.getStringAttr(fact.text);
      if (!llvm::is_contained(texts, text))
        texts.push_back(text);
    }
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("dim", builder.getI64IntegerAttr(dim)),
       builder.getNamedAttr("facts", builder.getArrayAttr(texts)),
       builder.getNamedAttr("rule", builder.getStringAttr(proof.getRule()))});
}

/// Adds proofs to those of earlier runs.
static void recordProofs(Operation *op, SmallVector<Attribute> proofs) {
  if (auto known = op->getAttrOfType<ArrayAttr>(kMaskProofsAttr))
    proofs.insert(proofs.begin(), known.begin(), known.end());
  op->setAttr(kMaskProofsAttr, ArrayAttr::get(op->getContext(), proofs));
}

#ifdef PHOBOS_PLANT_FAULT
/// What `leaf` is in the first iteration of its loop.
static std::optional<LinearForm> findFirst(const Leaf &leaf,
                                           IndexFacts &facts) {
  if (leaf.getKind() == Leaf::Kind::Iteration)
    return LinearForm();
  BlockArgument argument;
  if (leaf.isValue())
    argument = dyn_cast<BlockArgument>(leaf.getValue());
  LoopLikeOpInterface loop;
  if (argument)
    loop = dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  if (!loop)
    return std::nullopt;
  if (OpOperand *init = loop.getTiedLoopInit(argument))
    return facts.formOf(init->get());
  if (std::optional<OpFoldResult> lower = loop.getSingleLowerBound())
    return facts.formOf(*lower);
  return std::nullopt;
}

static Proof proveAtFirst(LinearForm goal, IndexFacts &facts) {
  for (const auto &[leaf, factor] : LinearForm(goal).getTerms())
    if (std::optional<LinearForm> first = findFirst(leaf, facts))
      goal = goal + (*first - LinearForm(leaf)) * factor;
  return facts.prove(goal);
}
#endif

/// Whether dim `dim` of `op` may lose its mask: `proof` holds, and the checker
/// finds one as well.
static bool isProvedTwice(Operation *op, int64_t dim, InsideProof &proof,
                          MaskChecker &checker) {
#ifdef PHOBOS_PLANT_FAULT
  // A fault for the tests of phobos-verify-masks and of the fuzzer to find, in
  // a library of their own (lib/CAPI/CMakeLists.txt): a start that a loop moves
  // is judged where it is in the first iteration.
  IndexFacts facts(op);
  proof.lower = proveAtFirst(proof.lowerGoal, facts);
  proof.upper = proveAtFirst(proof.upperGoal, facts);
  return proof.holds();
#else
  return proof.holds() && checker.provesInside(op, dim);
#endif
}

/// The last mask has gone; should it come back, its fill does as well.
template <typename Op> static void removeFill(Op op) {
  if (Attribute fill = op.removeFillAttr())
    op->setAttr(kRemovedFillAttr, fill);
}

/// Splits `masked` into the dims that `prove` does not hold of, which it
/// returns, and those that it does, whose proofs are recorded.
static std::optional<SmallVector<int64_t>>
proveDims(Operation *op, ArrayRef<int64_t> masked, MaskChecker &checker,
          llvm::function_ref<InsideProof(int64_t)> prove) {
  Builder builder(op->getContext());
  SmallVector<int64_t> kept;
  SmallVector<Attribute> proofs;
  for (int64_t dim : masked) {
    InsideProof proof = prove(dim);
    if (isProvedTwice(op, dim, proof, checker))
      proofs.push_back(describeProof(builder, dim, proof));
    else
      kept.push_back(dim);
  }
  if (proofs.empty())
    return std::nullopt;
  recordProofs(op, std::move(proofs));
  return kept;
}

bool phobos::eliminateMasks(MaskedAccessOpInterface access, const FactOps &ops,
                            MaskChecker &checker) {
  if (access.getMasked().empty())
    return false;
  IndexFacts facts(access, ops);
  auto kept = proveDims(access, access.getMasked(), checker, [&](int64_t dim) {
    return facts.proveInside(access, dim);
  });
  if (!kept)
    return false;
  access.setMasked(*kept);
  if (auto load = dyn_cast<LoadOp>(*access); load && kept->empty())
    removeFill(load);
  return true;
}

template <typename Op>
static bool eliminateSliceMasks(Op op, TileType slice, TileType whole,
                                const FactOps &ops, MaskChecker &checker) {
  if (op.getMasked().empty())
    return false;
  IndexFacts facts(op, ops);
  Builder builder(op.getContext());
  auto kept = proveDims(op, op.getMasked(), checker, [&](int64_t dim) {
    return facts.proveInside(op.getStarts()[dim], slice.getShape()[dim],
                             builder.getIndexAttr(whole.getShape()[dim]));
  });
  if (!kept)
    return false;
  op.setMasked(*kept);
  return true;
}

bool phobos::eliminateMasks(ExtractSliceOp slice, const FactOps &ops,
                            MaskChecker &checker) {
  if (!eliminateSliceMasks(slice, slice.getType(), slice.getSource().getType(),
                           ops, checker))
    return false;
  if (slice.getMasked().empty())
    removeFill(slice);
  return true;
}

bool phobos::eliminateMasks(InsertSliceOp slice, const FactOps &ops,
                            MaskChecker &checker) {
  return eliminateSliceMasks(slice, slice.getValue().getType(), slice.getType(),
                             ops, checker);
}

namespace {
struct EliminateMasks : phobos::impl::EliminateMasksBase<EliminateMasks> {
  void runOnOperation() override {
    getOperation()->walk([](FunctionOpInterface function) {
      FactOps ops(function);
      MaskChecker checker;
      function->walk([&](Operation *op) {
        llvm::TypeSwitch<Operation *>(op)
            .Case<MaskedAccessOpInterface, ExtractSliceOp, InsertSliceOp>(
                [&](auto access) { eliminateMasks(access, ops, checker); });
      });
    });
  }
};
} // namespace
