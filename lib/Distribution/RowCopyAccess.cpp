//===- RowCopyAccess.cpp - A whole row by bulk copies -----------*- C++ -*-===//
//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread 0 starts the copies of all that lies in whole 16 bytes of the row; the
// elements before and behind, a thread copies each, so that no byte outside of
// the row is touched. A thread waits for a piece before it takes its first
// element of it.
//
//===----------------------------------------------------------------------===//

#include "InlinePTX.h"
#include "Numbers.h"
#include "SliceAccess.h"
#include "VectorParts.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace phobos;
using arith::CmpIPredicate;

/// For which a wait may suspend the thread before it looks again.
static constexpr int64_t kWaitNanoseconds = 10000000;

Access::CopiedRow Access::openRow() {
  Numbers n{b};
  int64_t place = op->getAttrOfType<IntegerAttr>(kRowCopyAttr).getInt();
  CopiedRow row = {RowCopy(type), place, {}, {}, {}, {}, {}};
  const RowCopy &copy = row.copy;
  row.column = d.threadOffset(type.getLayout(), type.getRank() - 1);
  row.row = advance(b, memory, base,
                    n.asIndex(n.subtract(n.constant(0), row.column)));
  Value address = LLVM::PtrToIntOp::create(b, b.getI64Type(), row.row);
  address = arith::TruncIOp::create(b, b.getI32Type(), address);
  row.skew = b.createOrFold<arith::ShRUIOp>(
      n.modulo(address, kVectorBytes),
      n.constant(llvm::Log2_64(copy.elementBytes)));
  auto roundDown = [&](Value position) {
    return n.subtract(position, n.modulo(position, copy.perVector));
  };
  row.begin = roundDown(n.add(row.skew, n.constant(copy.perVector - 1)));
  row.end = roundDown(n.add(row.skew, n.constant(copy.elements)));
  return row;
}

Value Access::barrierOf(const CopiedRow &row, int64_t piece) {
  return d.sharedAddress({Value(), row.place + row.copy.barriersBegin() +
                                       piece * RowCopy::kBarrierBytes});
}

/// Where the element lies that is `offset` behind `position`.
Value Access::placeIn(const CopiedRow &row, Value position, int64_t offset) {
  Numbers n{b};
  return d.sharedAddress({n.multiply(position, row.copy.elementBytes),
                          row.place + offset * row.copy.elementBytes});
}

void Access::startCopies(const CopiedRow &row) {
  Numbers n{b};
  int64_t pieces = row.copy.pieces();
  for (int64_t piece = 0; piece < pieces; ++piece)
    NVVM::MBarrierInitOp::create(b, barrierOf(row, piece), d.i32(1),
                                 /*predicate=*/Value());
  NVVM::FenceMbarrierInitOp::create(b);
  NVVM::FenceProxyOp::create(
      b,
      NVVM::ProxyKindAttr::get(b.getContext(), NVVM::ProxyKind::async_shared),
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
  for (int64_t piece = 0; piece < pieces; ++piece) {
    int64_t next = (piece + 1) * row.copy.pieceElements();
    Value begin =
        piece == 0 ? row.begin : n.constant(piece * row.copy.pieceElements());
    Value end = piece == pieces - 1 ? row.end : n.constant(next);
    Value bytes = n.multiply(n.subtract(end, begin), row.copy.elementBytes);
    Value barrier = barrierOf(row, piece);
    NVVM::MBarrierArriveExpectTxOp::create(
        b, Type(), barrier, bytes,
        NVVM::MemScopeKindAttr::get(b.getContext(), NVVM::MemScopeKind::CTA),
        b.getBoolAttr(false), /*predicate=*/Value());
    Value from =
        advance(b, memory, row.row, n.asIndex(n.subtract(begin, row.skew)));
    PTXInstruction copy(b);
    std::string to = copy.use(placeIn(row, begin, 0), "r");
    std::string source = copy.use(from, "l"), size = copy.use(bytes, "r");
    copy.create("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
                "bytes [" +
                to + "], [" + source + "], " + size + ", [" +
                copy.use(barrier, "r") + "];");
  }
}

/// The first threads copy what is before the first whole 16 bytes, the next
/// ones what is behind the last.
void Access::copyEnds(const CopiedRow &row, Value fill) {
  Numbers n{b};
  int64_t perEnd = row.copy.perVector;
  Value isHead = n.compare(CmpIPredicate::slt, d.thread, n.constant(perEnd));
  auto select = [&](Value ofHead, Value ofTail) {
    return b.createOrFold<arith::SelectOp>(isHead, ofHead, ofTail);
  };
  Value position = n.add(
      select(row.skew, n.subtract(row.end, n.constant(perEnd))), d.thread);
  Value last =
      select(row.begin, n.add(row.skew, n.constant(row.copy.elements)));
  Value exists =
      d.both(n.compare(CmpIPredicate::slt, position, last),
             n.compare(CmpIPredicate::slt, d.thread, n.constant(2 * perEnd)));
  d.guarded(exists, [&] {
    Value from =
        advance(b, memory, row.row, n.asIndex(n.subtract(position, row.skew)));
    Value element = loadGlobal(b, from, /*inside=*/Value(), fill, hints);
    d.storeShared(element, placeIn(row, position, 0));
  });
}

/// The largest column that a thread's element 0 may have.
static int64_t findLastThreadOffset(const Layout &layout) {
  int64_t last = 0;
  for (ArrayRef<Basis> bases : {layout.laneBases(), layout.warpBases()})
    for (const Basis &basis : bases)
      last += basis.back();
  return last;
}

Value Access::loadCopiedRow(Value fill) {
  Numbers n{b};
  const Layout &layout = type.getLayout().getLayout();
  int64_t lastThread = findLastThreadOffset(layout);
  CopiedRow row = openRow();
  auto fillOf = [&](int64_t e) -> Value {
    return vector::ExtractStridedSliceOp::create(b, fill, e, 1, 1);
  };
  int64_t numAwaited = row.copy.pieces();
  if (!op->hasAttr(kReadAgainAttr)) {
    Value isFirst = n.compare(CmpIPredicate::eq, d.thread, n.constant(0));
    d.guarded(isFirst, [&] { startCopies(row); });
    copyEnds(row, fillOf(0));
    d.barrier(b.getLoc(), {{BarrierCause::OthersRead}});
    numAwaited = 0;
  }

  auto awaitPieces = [&](int64_t number) {
    for (; numAwaited < number; ++numAwaited)
      NVVM::MBarrierTryWaitParityOp::create(b, barrierOf(row, numAwaited),
                                            d.i32(0), d.i32(kWaitNanoseconds));
  };

  Value position = n.add(row.skew, row.column);
  SmallVector<int64_t> firsts = plan.findFirstElements(1);
  SmallVector<Value> parts;
  for (int64_t e : firsts) {
    int64_t offset = layout.elementOffset(e).back();
    int64_t last = std::min(offset + lastThread, row.copy.elements - 1) +
                   row.copy.perVector - 1;
    int64_t piece =
        std::min(last / row.copy.pieceElements(), row.copy.pieces() - 1);
    // What is read again is used at once, which no wait may separate.
    awaitPieces(isReadAgain(cast<LoadOp>(op)) ? row.copy.pieces() : piece + 1);
    // Behind the row's end nobody has written: the first element is read there.
    Value isValid = d.isValid(type.getLayout(), type.getShape(), e);
    Value from = position;
    if (isValid)
      from = arith::SelectOp::create(b, isValid, position,
                                     n.subtract(row.skew, n.constant(offset)));
    Value part =
        d.loadShared(VectorType::get(1, memory), placeIn(row, from, offset));
    if (isValid)
      part = arith::SelectOp::create(b, isValid, part, fillOf(e));
    parts.push_back(part);
  }
  return replaceParts(b, fill, firsts, parts);
}
