//===- VerifyMasks.cpp - Slices without a mask stay inside ------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactsAt.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Verification/MaskChecker.h"
#include "phobos/Verification/Passes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace phobos;
using namespace phobos::verification;

namespace phobos {
#define GEN_PASS_DEF_VERIFYMASKS
#include "phobos/Verification/Passes.h.inc"
} // namespace phobos

/// What was proved once is worth a longer search: code around the access has
/// changed since, and not finding the proof again is an error.
static constexpr unsigned kFinalBudget = 16 * kDefaultBudget;

namespace {

/// A slice of a view or of a tile.
struct Slice {
  Value source;
  ValueRange starts;
  ArrayRef<int64_t> lengths, masked, unchecked;

  bool isClaimed(int64_t dim) const {
    return !llvm::is_contained(masked, dim) &&
           !llvm::is_contained(unchecked, dim);
  }
};

class MaskVerifier {
public:
  MaskVerifier(bool listUnchecked, bool restores)
      : listUnchecked(listUnchecked), restores(restores) {}

  void check(Operation *op);
  bool failed() const { return hasFailed; }

private:
  void checkSlice(Operation *op, const Slice &slice);
  void checkDim(Operation *op, const Slice &slice, int64_t dim, FactsAt &facts);
  void report(Operation *op, const Slice &slice, int64_t dim,
              ArrayRef<std::string> sides, StringRef why);

  bool listUnchecked, restores;
  bool hasFailed = false;
  WhileInvariants invariants;
};

} // namespace

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static std::optional<Slice> getSlice(Operation *op) {
  if (auto access = dyn_cast<MaskedAccessOpInterface>(op))
    return Slice{access.getView(), access.getStarts(),
                 access.getTileType().getShape(), access.getMasked(),
                 access.getUnchecked()};
  if (auto extract = dyn_cast<ExtractSliceOp>(op))
    return Slice{extract.getSource(),
                 extract.getStarts(),
                 extract.getType().getShape(),
                 extract.getMasked(),
                 {}};
  if (auto insert = dyn_cast<InsertSliceOp>(op))
    return Slice{insert.getDest(),
                 insert.getStarts(),
                 insert.getValue().getType().getShape(),
                 insert.getMasked(),
                 {}};
  return std::nullopt;
}

static LinearSum extentOf(const Slice &slice, int64_t dim, FactsAt &facts) {
  if (auto tile = dyn_cast<TileType>(slice.source.getType()))
    return tile.getShape()[dim];
  return facts.extentOf(slice.source, dim);
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// The name that a kernel's author knows the value by, or empty.
static std::string describe(Value value) {
  if (auto id = value.getDefiningOp<BlockIdOp>())
    return "ctx.block." + stringifyGridDim(id.getDim()).str();
  if (auto blocks = value.getDefiningOp<NumBlocksOp>())
    return "ctx.blocks." + stringifyGridDim(blocks.getDim()).str();
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return "";
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent);
      loop && argument == loop.getInductionVar()) {
    auto place = loop.getLoc()->findInstanceOf<FileLineColLoc>();
    return place ? "the loop of line " + std::to_string(place.getLine()) : "";
  }
  auto kernel = dyn_cast<KernelOp>(parent);
  return kernel ? kernel.getArgName(argument.getArgNumber()) : "";
}

/// The arguments and positions that `value` is computed from, in the order in
/// which they are met.
static void collectSources(Value value, llvm::SetVector<Value> &sources) {
  llvm::SetVector<Value> seen;
  seen.insert(value);
  for (size_t i = 0; i != seen.size(); ++i) {
    Operation *op = seen[i].getDefiningOp();
    if (!op || op->getNumOperands() == 0)
      sources.insert(seen[i]);
    else if (op->getNumRegions() == 0)
      seen.insert_range(op->getOperands());
  }
}

static std::string toText(const Integer &number) {
  return llvm::toString(number.toAPInt(), /*Radix=*/10, /*Signed=*/true);
}

/// Values for which the claim `fails`, as far as is known.
static std::string describeFailure(const Slice &slice, int64_t dim,
                                   FactsAt &facts, const Formula &fails) {
  LinearSum start = facts.valueOf(slice.starts[dim]);
  LinearSum extent = extentOf(slice, dim, facts);
  // The extent is to be among the values, with what is known of it.
  Formula isExtent = areEqual(extent, facts.makeVariable());
  Decision decision = facts.decide(allOf({fails, isExtent}));
  if (decision.kind != Decision::Kind::Possible)
    return "the search for values of which it fails ended without an answer";
  auto valueOf = [&](const LinearSum &sum) {
    return toText(evaluate(sum, decision.values));
  };
  std::string text = "nothing known excludes start = " + valueOf(start) +
                     " with an extent of " + valueOf(extent);
  llvm::SetVector<Value> sources;
  collectSources(slice.starts[dim], sources);
  StringRef separator = ", where ";
  for (Value source : sources) {
    const LinearSum *sum = facts.findValue(source);
    std::string name = describe(source);
    if (!sum || sum->isConstant() || name.empty())
      continue;
    text += (separator + name + " = " + valueOf(*sum)).str();
    separator = ", ";
  }
  return text;
}

void MaskVerifier::report(Operation *op, const Slice &slice, int64_t dim,
                          ArrayRef<std::string> sides, StringRef why) {
  hasFailed = true;
  InFlightDiagnostic error = op->emitError();
  error << "expected a slice that stays inside in dim " << dim
        << ", which has no mask; not proved: " << llvm::join(sides, ", ");
  error.attachNote() << why;
  SmallVector<int64_t> masked(slice.masked);
  masked.insert(llvm::upper_bound(masked, dim), dim);
  Diagnostic &fix = error.attachNote();
  fix << "'masked [";
  llvm::interleaveComma(masked, fix);
  fix << "]' keeps elements outside away; where a pass has removed the mask, "
         "the compiler is at fault: please report it";
}

//===----------------------------------------------------------------------===//
// Masks that come back
//===----------------------------------------------------------------------===//

/// Takes the record of dim's proof off `op`; false where there is none.
static bool removeProof(Operation *op, int64_t dim) {
  auto proofs = op->getAttrOfType<ArrayAttr>(kMaskProofsAttr);
  if (!proofs)
    return false;
  SmallVector<Attribute> others;
  for (auto proof : proofs.getAsRange<DictionaryAttr>())
    if (auto number = proof.getAs<IntegerAttr>("dim");
        !number || number.getInt() != dim)
      others.push_back(proof);
  if (others.empty())
    op->removeAttr(kMaskProofsAttr);
  else
    op->setAttr(kMaskProofsAttr, ArrayAttr::get(op->getContext(), others));
  return others.size() != proofs.size();
}

/// Masks `dim` again where a pass removed the mask, with what it filled.
static bool restoreMask(Operation *op, int64_t dim) {
  if (!removeProof(op, dim))
    return false;
  SmallVector<int64_t> masked(getSlice(op)->masked);
  masked.insert(llvm::upper_bound(masked, dim), dim);
  llvm::TypeSwitch<Operation *>(op)
      .Case<MaskedAccessOpInterface, ExtractSliceOp, InsertSliceOp>(
          [&](auto slice) { slice.setMasked(masked); });
  auto fill = op->removeAttr(kRemovedFillAttr);
  if (auto load = dyn_cast<LoadOp>(op); load && fill)
    load.setFillAttr(cast<TypedAttr>(fill));
  if (auto extract = dyn_cast<ExtractSliceOp>(op); extract && fill)
    extract.setFillAttr(cast<TypedAttr>(fill));
  return true;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

void MaskVerifier::check(Operation *op) {
  if (std::optional<Slice> slice = getSlice(op))
    checkSlice(op, *slice);
}

void MaskVerifier::checkSlice(Operation *op, const Slice &slice) {
  std::optional<FactsAt> facts;
  for (int64_t dim = 0, rank = slice.lengths.size(); dim != rank; ++dim) {
    if (listUnchecked && llvm::is_contained(slice.unchecked, dim))
      op->emitRemark() << "not checked: dim " << dim
                       << ", of which the language leaves it to the caller "
                          "that it stays inside";
    if (!slice.isClaimed(dim))
      continue;
    if (!facts)
      facts.emplace(op, invariants);
    checkDim(op, slice, dim, *facts);
  }
}

void MaskVerifier::checkDim(Operation *op, const Slice &slice, int64_t dim,
                            FactsAt &facts) {
  LinearSum start = facts.valueOf(slice.starts[dim]);
  LinearSum length = slice.lengths[dim];
  LinearSum extent = extentOf(slice, dim, facts);
  SmallVector<std::string> sides;
  Formula fails = anyOf({});
  auto checkSide = [&](const Formula &isOutside, const Twine &text) {
    if (facts.decide(isOutside, kFinalBudget).kind ==
        Decision::Kind::Impossible)
      return;
    if (sides.empty())
      fails = isOutside;
    sides.push_back(text.str());
  };
  checkSide(isBelow(start, 0), "0 <= start");
  checkSide(isBelow(extent, start + length),
            "start + " + Twine(slice.lengths[dim]) + " <= extent");
  if (sides.empty() || (restores && restoreMask(op, dim)))
    return;
  report(op, slice, dim, sides, describeFailure(slice, dim, facts, fails));
}

//===----------------------------------------------------------------------===//
// Before a mask is removed
//===----------------------------------------------------------------------===//

struct MaskChecker::State {
  WhileInvariants invariants;
  Operation *access = nullptr;
  std::optional<FactsAt> facts; // of `access`
};

MaskChecker::MaskChecker() : state(std::make_unique<State>()) {}
MaskChecker::~MaskChecker() = default;

bool MaskChecker::provesInside(Operation *access, int64_t dim) {
  std::optional<Slice> slice = getSlice(access);
  if (!slice)
    return false;
  if (state->access != access) {
    state->access = access;
    state->facts.emplace(access, state->invariants);
  }
  FactsAt &facts = *state->facts;
  LinearSum start = facts.valueOf(slice->starts[dim]);
  LinearSum end = start + slice->lengths[dim];
  auto isImpossible = [&](const Formula &isOutside) {
    return facts.decide(isOutside).kind == Decision::Kind::Impossible;
  };
  return isImpossible(isBelow(start, 0)) &&
         isImpossible(isBelow(extentOf(*slice, dim, facts), end));
}

namespace {
struct VerifyMasks : phobos::impl::VerifyMasksBase<VerifyMasks> {
  using Base::Base;

  void runOnOperation() override {
    MaskVerifier verifier(listUnchecked, restore);
    getOperation().walk([&](Operation *op) { verifier.check(op); });
    markAllAnalysesPreserved();
    if (verifier.failed())
      signalPassFailure();
  }
};
} // namespace
