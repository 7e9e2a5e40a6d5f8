//===- EliminateMasks.cpp - Masks that are proved to be of no effect -*-C++-*-//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "phobos/Transforms/EliminateMasks.h"
#include "phobos/Analysis/IndexFacts.h"
#include "phobos/Transforms/Passes.h"

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

bool phobos::eliminateMasks(MaskedAccessOpInterface access,
                            const FactOps &ops) {
  if (access.getMasked().empty())
    return false;
  IndexFacts facts(access, ops);
  Builder builder(access->getContext());
  SmallVector<int64_t> kept;
  SmallVector<Attribute> proofs;
  for (int64_t dim : access.getMasked()) {
    InsideProof proof = facts.proveInside(access, dim);
    if (proof.holds())
      proofs.push_back(describeProof(builder, dim, proof));
    else
      kept.push_back(dim);
  }
  if (proofs.empty())
    return false;
  access.setMasked(kept);
  recordProofs(access, std::move(proofs));
  return true;
}

namespace {
struct EliminateMasks : phobos::impl::EliminateMasksBase<EliminateMasks> {
  void runOnOperation() override {
    getOperation()->walk([](FunctionOpInterface function) {
      FactOps ops(function);
      function->walk(
          [&](MaskedAccessOpInterface access) { eliminateMasks(access, ops); });
    });
  }
};
} // namespace
