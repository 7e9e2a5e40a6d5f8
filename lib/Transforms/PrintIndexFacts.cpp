//===- PrintIndexFacts.cpp - What is proved of accesses -*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "phobos/Analysis/IndexFacts.h"
#include "phobos/Transforms/Passes.h"

using namespace mlir;
using namespace phobos;

namespace phobos {
#define GEN_PASS_DEF_PRINTINDEXFACTS
#include "phobos/Transforms/Passes.h.inc"
} // namespace phobos

static std::string describeSide(const Proof &proof) {
  return proof ? "by " + proof.getRule() : "not proved";
}

static void printAccess(MaskedAccessOpInterface access, const FactOps &ops) {
  IndexFacts facts(access, ops);
  for (int64_t dim : access.getMasked()) {
    InsideProof proof = facts.proveInside(access, dim);
    InFlightDiagnostic remark = access.emitRemark()
                                << "dim " << dim << ": start "
                                << describeSide(proof.lower) << "; end "
                                << describeSide(proof.upper);
    for (const Proof *side : {&proof.lower, &proof.upper})
      for (const UsedFact &fact : side->getFacts())
        remark.attachNote(fact.loc) << fact.text;
  }
}

static void printCondition(arith::CmpIOp compare, const FactOps &ops) {
  IndexFacts facts(compare, ops);
  for (bool value : {true, false})
    if (Proof proof = facts.prove(compare.getResult(), value)) {
      compare.emitRemark() << (value ? "true" : "false") << " by "
                           << proof.getRule();
      return;
    }
}

namespace {
struct PrintIndexFacts : phobos::impl::PrintIndexFactsBase<PrintIndexFacts> {
  void runOnOperation() override {
    getOperation()->walk([](FunctionOpInterface function) {
      FactOps ops(function);
      function->walk([&](Operation *op) {
        if (auto access = dyn_cast<MaskedAccessOpInterface>(op))
          printAccess(access, ops);
        if (auto compare = dyn_cast<arith::CmpIOp>(op))
          printCondition(compare, ops);
      });
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
