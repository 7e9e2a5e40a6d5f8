//===- SplitVectors.cpp - Long vectors become registers ---------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "SplitVectors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

//===----------------------------------------------------------------------===//
// Elements and words
//===----------------------------------------------------------------------===//

/// The bits of a word: what a register holds.
static constexpr int64_t wordBits = 32;

/// How many elements of `type` lie in one word, 1 for wide ones. Predicates are
/// no data: each has a register of its own.
static int64_t elementsPerWord(VectorType type) {
  Type element = type.getElementType();
  if (!element.isIntOrFloat() || element.isInteger(1))
    return 1;
  return std::max<int64_t>(1, wordBits / element.getIntOrFloatBitWidth());
}

static bool isSplit(VectorType type) {
  return type.getRank() == 1 && !type.isScalable();
}

/// The elements of `vector`, as far as they are known without taking it apart.
static SmallVector<Value> elementsOf(ImplicitLocOpBuilder &b, Value vector) {
  auto type = cast<VectorType>(vector.getType());
  SplatElementsAttr splat;
  if (matchPattern(vector, m_Constant(&splat)) && splat)
    return SmallVector<Value>(
        type.getNumElements(),
        arith::ConstantOp::create(b, splat.getSplatValue<TypedAttr>()));
  auto broadcast = vector.getDefiningOp<vector::BroadcastOp>();
  if (broadcast && broadcast.getSource().getType() == type.getElementType())
    return SmallVector<Value>(type.getNumElements(), broadcast.getSource());
  return llvm::to_vector_of<Value>(
      vector::ToElementsOp::create(b, vector).getElements());
}

static Value join(ImplicitLocOpBuilder &b, Type element,
                  ArrayRef<Value> elements) {
  return vector::FromElementsOp::create(
      b, VectorType::get(elements.size(), element), elements);
}

/// `vector` as one of words; null where its size is not that of words.
static Value asWords(ImplicitLocOpBuilder &b, Value vector) {
  auto type = cast<VectorType>(vector.getType());
  int64_t size = elementsPerWord(type);
  if (size == 1 || type.getNumElements() % size)
    return {};
  auto words = VectorType::get(type.getNumElements() / size, b.getI32Type());
  return vector::BitCastOp::create(b, words, vector);
}

/// The word that each run of `size` elements of `mask` is; none where one of
/// them is not a whole word.
static std::optional<SmallVector<int64_t>> maskOfWords(ArrayRef<int64_t> mask,
                                                       int64_t size) {
  if (mask.size() % size)
    return std::nullopt;
  SmallVector<int64_t> words;
  for (; !mask.empty(); mask = mask.drop_front(size)) {
    if (mask.front() < 0 || mask.front() % size)
      return std::nullopt;
    for (int64_t lane = 1; lane < size; ++lane)
      if (mask[lane] != mask.front() + lane)
        return std::nullopt;
    words.push_back(mask.front() / size);
  }
  return words;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

namespace {

struct SplitShuffle : OpRewritePattern<vector::ShuffleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ShuffleOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getResultVectorType();
    if (!isSplit(type) || !isSplit(op.getV1VectorType()))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto words = maskOfWords(op.getMask(), elementsPerWord(type));
    Value first = words ? asWords(b, op.getV1()) : Value();
    Value second = words ? asWords(b, op.getV2()) : Value();
    if (first && second) {
      Value moved = vector::ShuffleOp::create(b, first, second, *words);
      rewriter.replaceOpWithNewOp<vector::BitCastOp>(op, type, moved);
      return success();
    }
    SmallVector<Value> sources = elementsOf(b, op.getV1()), elements;
    if (op.getV1() == op.getV2())
      sources.append(SmallVector<Value>(sources));
    else
      sources.append(elementsOf(b, op.getV2()));
    // Any element does where the mask asks for none.
    for (int64_t source : op.getMask())
      elements.push_back(sources[std::max<int64_t>(source, 0)]);
    rewriter.replaceOp(op, join(b, type.getElementType(), elements));
    return success();
  }
};

/// The offset of a slice of one dim.
template <typename Op> int64_t offsetOf(Op op) {
  return cast<IntegerAttr>(op.getOffsets()[0]).getInt();
}

struct SplitExtractedSlice : OpRewritePattern<vector::ExtractStridedSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ExtractStridedSliceOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getType();
    if (!isSplit(type))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    int64_t offset = offsetOf(op), size = elementsPerWord(type);
    int64_t count = type.getNumElements();
    bool isWhole = offset % size == 0 && count % size == 0;
    if (Value words = isWhole ? asWords(b, op.getSource()) : Value()) {
      Value part = vector::ExtractStridedSliceOp::create(
          b, words, offset / size, count / size, 1);
      rewriter.replaceOpWithNewOp<vector::BitCastOp>(op, type, part);
      return success();
    }
    SmallVector<Value> elements = elementsOf(b, op.getSource());
    rewriter.replaceOp(op, join(b, type.getElementType(),
                                ArrayRef(elements).slice(offset, count)));
    return success();
  }
};

struct SplitInsertedSlice : OpRewritePattern<vector::InsertStridedSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::InsertStridedSliceOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getDestVectorType();
    if (!isSplit(type))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    int64_t offset = offsetOf(op), size = elementsPerWord(type);
    bool isWhole = offset % size == 0;
    Value part = isWhole ? asWords(b, op.getValueToStore()) : Value();
    if (Value whole = part ? asWords(b, op.getDest()) : Value()) {
      Value moved = vector::InsertStridedSliceOp::create(b, part, whole,
                                                         offset / size, 1);
      rewriter.replaceOpWithNewOp<vector::BitCastOp>(op, type, moved);
      return success();
    }
    SmallVector<Value> elements = elementsOf(b, op.getDest());
    llvm::copy(elementsOf(b, op.getValueToStore()), elements.begin() + offset);
    rewriter.replaceOp(op, join(b, type.getElementType(), elements));
    return success();
  }
};

/// Narrow elements are joined to words, and words to vectors.
struct SplitJoin : OpRewritePattern<vector::FromElementsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::FromElementsOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getType();
    int64_t size = elementsPerWord(type), count = type.getNumElements();
    if (!isSplit(type) || size == 1 || count % size || count == size)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto elements = llvm::to_vector_of<Value>(op.getElements());
    SmallVector<Value> words;
    for (int64_t first = 0; first < count; first += size) {
      Value word =
          join(b, type.getElementType(), ArrayRef(elements).slice(first, size));
      words.push_back(vector::ExtractOp::create(b, asWords(b, word), 0));
    }
    rewriter.replaceOpWithNewOp<vector::BitCastOp>(
        op, type, join(b, b.getI32Type(), words));
    return success();
  }
};

/// Casts of the bits of elements that keep their sizes.
struct SplitBitCast : OpRewritePattern<vector::BitCastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::BitCastOp op,
                                PatternRewriter &rewriter) const override {
    VectorType type = op.getType(), from = op.getSourceVectorType();
    if (!isSplit(type) || !isSplit(from) || elementsPerWord(type) != 1 ||
        type.getNumElements() != from.getNumElements())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> elements = elementsOf(b, op.getSource());
    for (Value &element : elements)
      element =
          b.createOrFold<arith::BitcastOp>(type.getElementType(), element);
    rewriter.replaceOp(op, join(b, type.getElementType(), elements));
    return success();
  }
};

/// An elementwise op becomes one for each element, unless its elements are all
/// narrow and of one size: those LLVM splits into words.
struct SplitElementwise : RewritePattern {
  explicit SplitElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 ||
        !OpTrait::hasElementwiseMappableTraits(op) ||
        isa<vector::FMAOp>(op)) // It takes no scalars.
      return failure();
    auto type = dyn_cast<VectorType>(op->getResult(0).getType());
    if (!type || !isSplit(type) || isOfWords(op, type))
      return failure();
    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    SmallVector<SmallVector<Value>> operands;
    for (Value operand : op->getOperands())
      operands.push_back(
          isa<VectorType>(operand.getType())
              ? elementsOf(b, operand)
              : SmallVector<Value>(type.getNumElements(), operand));
    SmallVector<Value> elements;
    for (int64_t element = 0; element < type.getNumElements(); ++element) {
      OperationState state(op->getLoc(), op->getName());
      for (ArrayRef<Value> operand : operands)
        state.addOperands(operand[element]);
      state.addTypes(type.getElementType());
      state.addAttributes(op->getAttrs());
      elements.push_back(rewriter.create(state)->getResult(0));
    }
    rewriter.replaceOp(op, join(b, type.getElementType(), elements));
    return success();
  }

private:
  static bool isOfWords(Operation *op, VectorType type) {
    int64_t size = elementsPerWord(type);
    return size > 1 && llvm::all_of(op->getOperandTypes(), [&](Type operand) {
             auto vector = dyn_cast<VectorType>(operand);
             return !vector || elementsPerWord(vector) == size;
           });
  }
};

} // namespace

void phobos::populateSplitVectorPatterns(RewritePatternSet &patterns) {
  // Before upstream's patterns, which make shuffles of all slices.
  patterns.add<SplitShuffle, SplitExtractedSlice, SplitInsertedSlice, SplitJoin,
               SplitBitCast>(patterns.getContext(), /*benefit=*/2);
  patterns.add<SplitElementwise>(patterns.getContext());
}

//===----------------------------------------------------------------------===//
// Arguments of blocks
//===----------------------------------------------------------------------===//

/// Replaces argument `index` of `block`, a vector, by its elements or words.
static void splitArgument(Block &block, unsigned index) {
  BlockArgument argument = block.getArgument(index);
  auto type = cast<VectorType>(argument.getType());
  bool isWords = elementsPerWord(type) > 1 &&
                 type.getNumElements() % elementsPerWord(type) == 0;
  for (auto pred = block.pred_begin(); pred != block.pred_end(); ++pred) {
    auto branch = cast<BranchOpInterface>((*pred)->getTerminator());
    ImplicitLocOpBuilder b(branch.getLoc(), branch);
    SuccessorOperands operands =
        branch.getSuccessorOperands(pred.getSuccessorIndex());
    Value passed = operands[index];
    operands.append(elementsOf(b, isWords ? asWords(b, passed) : passed));
    operands.erase(index);
  }
  auto b = ImplicitLocOpBuilder::atBlockBegin(argument.getLoc(), &block);
  Type part = isWords ? b.getI32Type() : type.getElementType();
  int64_t count = type.getNumElements() / (isWords ? elementsPerWord(type) : 1);
  SmallVector<Value> parts;
  for (int64_t number = 0; number < count; ++number)
    parts.push_back(block.addArgument(part, argument.getLoc()));
  Value whole = join(b, part, parts);
  if (isWords)
    whole = vector::BitCastOp::create(b, type, whole);
  argument.replaceAllUsesWith(whole);
  block.eraseArgument(index);
}

void phobos::splitBlockArguments(Operation *op) {
  op->walk([](Block *block) {
    if (block->isEntryBlock())
      return;
    for (unsigned index = block->getNumArguments(); index-- > 0;) {
      auto type = dyn_cast<VectorType>(block->getArgument(index).getType());
      if (type && isSplit(type))
        splitArgument(*block, index);
    }
  });
}
