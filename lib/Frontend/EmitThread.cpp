//===- EmitThread.cpp - members of ctx, code of single threads -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Hints.h"
#include "KernelEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace phobos;

/// The threads of a warp.
static constexpr int64_t warpSize = 32;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The dotted names of `expr`, or nothing where it is more than names.
static std::optional<std::string> dottedPath(const ast::Expr *expr) {
  if (auto *name = llvm::dyn_cast<ast::NameExpr>(expr))
    return name->name.str();
  auto *member = llvm::dyn_cast<ast::MemberExpr>(expr);
  std::optional<std::string> base =
      member ? dottedPath(member->base) : std::nullopt;
  if (!base)
    return std::nullopt;
  return *base + "." + member->member.text.str();
}

/// Reports a member of what is not `ctx`, and says how it is written here.
bool KernelEmitter::refuseForeign(const ast::MemberExpr *member) {
  const ast::Expr *base = member->base;
  while (auto *outer = llvm::dyn_cast<ast::MemberExpr>(base))
    base = outer->base;
  auto *root = llvm::dyn_cast<ast::NameExpr>(base);
  if (root && root->name == "ctx" && !scopes.find("ctx"))
    return false;
  llvm::StringRef name = member->member.text;
  bool isFunction = name == "max" || name == "min" ||
                    llvm::any_of(builtins(), [&](const Builtin &builtin) {
                      return builtin.name == name;
                    });
  error(member->loc) << "expected a member of ctx, got '"
                     << dottedPath(member).value_or(name.str()) << "'"
                     << hintForMember(root ? root->name : "", name, isFunction);
  return true;
}

std::optional<std::string>
KernelEmitter::contextPath(const ast::MemberExpr *member) {
  if (refuseForeign(member))
    return std::nullopt;
  llvm::StringRef prefix = "ctx.";
  return dottedPath(member)->substr(prefix.size());
}

const ast::Expr *phobos::findStoreElemTarget(const ast::Expr *expr) {
  auto *call = llvm::dyn_cast<ast::CallExpr>(expr);
  if (!call || call->arguments.empty() ||
      dottedPath(call->callee) != "ctx.store")
    return nullptr;
  return call->arguments[0].value;
}

llvm::ArrayRef<KernelEmitter::Builtin> KernelEmitter::threadBuiltins() {
  using E = KernelEmitter;
  static const Builtin table[] = {
      {"ctx.barrier", {}, 0, &E::emitBarrier},
      {"ctx.block_max", {"x"}, 1, &E::emitCollective},
      {"ctx.block_sum", {"x"}, 1, &E::emitCollective},
      {"ctx.shuffle", {"x", "lane"}, 2, &E::emitShuffle},
      {"ctx.sum", {"e"}, 1, &E::emitThreadSum},
      {"ctx.warp_max", {"x"}, 1, &E::emitCollective},
      {"ctx.warp_sum", {"x"}, 1, &E::emitCollective},
  };
  return table;
}

static constexpr llvm::StringRef positions[] = {
    "block.x", "block.y", "block.z", "blocks.x", "blocks.y", "blocks.z",
    "lane",    "lanes",   "thread",  "threads",  "warp"};

RValue KernelEmitter::unknownMember(llvm::StringRef path, llvm::SMLoc loc) {
  llvm::SmallVector<llvm::StringRef> functions = {"elem", "store"};
  for (const Builtin &builtin : threadBuiltins())
    functions.push_back(builtin.name.drop_front(4));
  if (llvm::is_contained(positions, path))
    error(loc) << "expected a function, 'ctx." << path << "' is a value";
  else if (llvm::is_contained(functions, path))
    error(loc) << "expected a call, 'ctx." << path << "' is a function";
  else {
    functions.append(std::begin(positions), std::end(positions));
    error(loc) << "unknown member 'ctx." << path << "'"
               << nearMissHint(path, functions);
  }
  return RValue::error();
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

std::optional<Constant>
KernelEmitter::positionConstant(const ast::MemberExpr *member) {
  if (scopes.find("ctx"))
    return std::nullopt;
  std::optional<std::string> path = dottedPath(member);
  if (path == "ctx.lanes")
    return Constant::integer(warpSize);
  if (path == "ctx.threads" && threads)
    return Constant::integer(*threads);
  return std::nullopt;
}

std::optional<RValue> KernelEmitter::evalPosition(llvm::StringRef path,
                                                  llvm::SMLoc loc) {
  mlir::Value value;
  if (path == "lanes")
    return RValue::of(Constant::integer(warpSize));
  if (path == "lane")
    value = LaneIdOp::create(builder, at(loc));
  else if (path == "thread")
    value = ThreadIdOp::create(builder, at(loc));
  else if (path == "warp")
    value = WarpIdOp::create(builder, at(loc));
  else if (path == "threads" && threads)
    value = mlir::arith::ConstantIndexOp::create(builder, at(loc), *threads);
  else if (path == "threads")
    value = NumThreadsOp::create(builder, at(loc));
  else
    return std::nullopt;
  return RValue::scalar(value, ScalarType::Index);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

RValue KernelEmitter::evalThreadCall(const ast::CallExpr *call) {
  auto *callee = llvm::cast<ast::MemberExpr>(call->callee);
  std::optional<std::string> path = contextPath(callee);
  if (!path)
    return RValue::error();
  if (*path == "elem")
    return emitLoadElem(call);
  if (*path == "store")
    return emitStoreElem(call);
  for (const Builtin &builtin : threadBuiltins())
    if (builtin.name.drop_front(4) == *path) {
      std::optional<Call> matched = matchArguments(builtin, call);
      return matched ? (this->*builtin.emit)(*matched) : RValue::error();
    }
  return unknownMember(*path, call->loc);
}

RValue KernelEmitter::evalScalar(const ast::Expr *expr) {
  RValue value = eval(expr);
  if (value.isError() || value.isConstant() || value.isScalar())
    return value;
  error(expr->loc) << "expected one value of the thread, got "
                   << value.describe();
  return RValue::error();
}

RValue KernelEmitter::emitBarrier(const Call &call) {
  BarrierOp::create(builder, at(call.loc));
  return RValue::nothing();
}

RValue KernelEmitter::emitShuffle(const Call &call) {
  RValue value = evalScalar(call.arguments[0]);
  mlir::Value lane = evalIndex(call.arguments[1]);
  if (value.isError() || !lane)
    return RValue::error();
  ScalarType type = value.elementOrDefault();
  mlir::Value source = conform(value, type, {}, call.loc);
  if (!source)
    return RValue::error();
  return RValue::scalar(ShuffleOp::create(builder, at(call.loc), source, lane),
                        type);
}

/// `ctx.warp_sum(x)` and its like; sums as those of tiles, see `reduce`.
RValue KernelEmitter::emitCollective(const Call &call) {
  RValue value = evalScalar(call.arguments[0]);
  if (value.isError())
    return value;
  bool isSum = call.name.ends_with("sum");
  ScalarType element = value.elementOrDefault();
  if (!isSum && element.isBool()) {
    error(call.arguments[0]->loc)
        << "expected a number, got " << value.describe();
    return RValue::error();
  }
  ScalarType result = isSum ? sumType(element) : element;
  ScalarType inner = result.isF8() ? ScalarType(ScalarType::F32) : result;
  ReduceKind kind = isSum                  ? ReduceKind::add
                    : element.isUnsigned() ? ReduceKind::maxu
                                           : ReduceKind::max;
  mlir::Value source = conform(value, inner, {}, call.loc);
  if (!source)
    return RValue::error();
  mlir::Value reduced;
  if (call.name.starts_with("ctx.warp"))
    reduced = WarpReduceOp::create(builder, at(call.loc), kind, source);
  else
    reduced = BlockReduceOp::create(builder, at(call.loc), kind, source);
  return RValue::scalar(arith(call.loc).cast(reduced, inner, result), result);
}

//===----------------------------------------------------------------------===//
// Elements of a block's tile
//===----------------------------------------------------------------------===//

std::optional<llvm::SmallVector<mlir::Value>>
KernelEmitter::evalElemIndices(llvm::ArrayRef<ast::Argument> arguments,
                               const RValue &tile, llvm::SMLoc loc) {
  if (tile.isError())
    return std::nullopt;
  if (arguments.size() != tile.shape.size()) {
    error(loc) << "expected " << tile.shape.size()
               << " indices, one for each extent of " << tile.describe()
               << ", got " << arguments.size();
    return std::nullopt;
  }
  llvm::SmallVector<mlir::Value> indices;
  for (const ast::Argument &argument : arguments)
    indices.push_back(evalIndex(argument.value));
  if (llvm::is_contained(indices, mlir::Value()))
    return std::nullopt;
  return indices;
}

bool KernelEmitter::checkPositional(const ast::CallExpr *call, size_t least,
                                    llvm::StringRef signature) {
  for (const ast::Argument &argument : call->arguments)
    if (argument.name) {
      error(argument.name->loc)
          << "expected no names of arguments, as in " << signature;
      return false;
    }
  if (call->arguments.size() >= least)
    return true;
  error(call->loc) << "missing arguments, expected " << signature;
  return false;
}

/// ctx.elem(t, i, …)
RValue KernelEmitter::emitLoadElem(const ast::CallExpr *call) {
  if (!checkPositional(call, 2, "ctx.elem(t, i, …)"))
    return RValue::error();
  const ast::Expr *expr = call->arguments[0].value;
  RValue tile = concreteTile(eval(expr), expr->loc);
  auto indices = evalElemIndices(call->arguments.drop_front(), tile, call->loc);
  if (!indices)
    return RValue::error();
  return RValue::scalar(LoadElemOp::create(builder, at(call->loc),
                                           tile.element.ir(context), tile.ir,
                                           *indices),
                        tile.element);
}

/// ctx.store(t, i, …, v): assigns `t` anew.
RValue KernelEmitter::emitStoreElem(const ast::CallExpr *call) {
  if (!checkPositional(call, 3, "ctx.store(t, i, …, v)"))
    return RValue::error();
  const ast::Expr *target = call->arguments[0].value;
  RValue tile = concreteTile(eval(target), target->loc);
  Binding *binding = tile.isError() ? nullptr : findTileVariable(target);
  if (!binding)
    return RValue::error();
  const ast::Expr *stored = call->arguments.back().value;
  auto indices = evalElemIndices(call->arguments.drop_front().drop_back(), tile,
                                 call->loc);
  RValue value = evalScalar(stored);
  if (!indices || value.isError())
    return RValue::error();
  value = convertTo(value, tile.element, {}, stored->loc);
  if (value.isError())
    return value;
  binding->value.ir =
      StoreElemOp::create(builder, at(call->loc), value.ir, tile.ir, *indices);
  return RValue::nothing();
}

//===----------------------------------------------------------------------===//
// ctx.sum
//===----------------------------------------------------------------------===//

/// Moves out of the body what is computed from outside alone and is no run:
/// starts of slices, elements and slices of the block's tiles, other sums.
static void hoistScalars(ThreadSumOp sum) {
  mlir::Region &body = sum.getBody();
  auto isOutside = [&](mlir::Value value) {
    return !body.isAncestor(value.getParentRegion());
  };
  for (mlir::Operation &op : llvm::make_early_inc_range(body.front())) {
    bool isScalar = op.getNumResults() != 0 &&
                    llvm::none_of(op.getResultTypes(), llvm::IsaPred<TileType>);
    if ((isScalar || llvm::isa<ExtractSliceOp>(op)) &&
        llvm::all_of(op.getOperands(), isOutside) &&
        (op.getNumRegions() == 0 || llvm::isa<ThreadSumOp>(op)))
      op.moveBefore(sum);
  }
}

/// The values from outside that `body` uses, after it got its own copies of
/// constants.
static llvm::SetVector<mlir::Value> collectCaptures(mlir::Region &body,
                                                    mlir::OpBuilder builder) {
  llvm::SetVector<mlir::Value> captures;
  llvm::DenseMap<mlir::Value, mlir::Value> copies;
  for (mlir::Operation &op : body.front())
    for (mlir::OpOperand &operand : op.getOpOperands()) {
      mlir::Value value = operand.get();
      if (body.isAncestor(value.getParentRegion()))
        continue;
      mlir::Operation *def = value.getDefiningOp();
      if (!def || !def->hasTrait<mlir::OpTrait::ConstantLike>()) {
        captures.insert(value);
        continue;
      }
      mlir::Value &copy = copies[value];
      if (!copy) {
        builder.setInsertionPointToStart(&body.front());
        copy = builder.clone(*def)->getResult(0);
      }
      operand.set(copy);
    }
  return captures;
}

bool KernelEmitter::checkRuns(ThreadSumOp sum, const ast::Expr *expr) {
  for (auto load : sum.getBody().getOps<LoadOp>()) {
    if (load.getFillAttr()) {
      error(expr->loc) << "expected no fill in ctx.sum, where slices are not "
                          "masked";
      return false;
    }
    // A thread's own run is not masked.
    load.setMasked(llvm::ArrayRef<int64_t>());
    load.setUnchecked(
        llvm::to_vector(llvm::seq<int64_t>(0, load.getType().getRank())));
  }
  mlir::Operation *foreign = ThreadSumOp::findForeignOp(sum.getBody());
  if (!foreign)
    return true;
  mlir::InFlightDiagnostic diagnostic = error(expr->loc);
  diagnostic << "expected slices and what is computed of them element by "
                "element in ctx.sum";
  diagnostic.attachNote(foreign->getLoc()) << "this is something else";
  return false;
}

RValue KernelEmitter::emitThreadSum(const Call &call) {
  const ast::Expr *expr = call.arguments[0];
  // Where something is wrong it stays as it is: what refers to values in it
  // must not dangle.
  auto open = ThreadSumOp::create(builder, at(call.loc), builder.getF32Type(),
                                  mlir::ValueRange());
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&open.getBody());
  RValue value = concreteTile(eval(expr), expr->loc);
  if (value.isError())
    return value;
  ScalarType type = sumType(value.element);
  YieldOp::create(builder, at(call.loc),
                  arith(call.loc).cast(value.ir, value.element, type));
  hoistScalars(open);
  if (!checkRuns(open, expr))
    return RValue::error();
  llvm::SetVector<mlir::Value> captures =
      collectCaptures(open.getBody(), builder);
  for (mlir::Value capture : captures)
    if (llvm::isa<TileType>(capture.getType())) {
      mlir::InFlightDiagnostic diagnostic = error(expr->loc);
      diagnostic << "expected slices and scalars in ctx.sum, got a tile of the "
                    "block; ctx.elem reads its elements";
      diagnostic.attachNote(capture.getLoc()) << "this tile";
      return RValue::error();
    }
  builder.setInsertionPoint(open);
  auto sum = ThreadSumOp::create(builder, at(call.loc), type.ir(context),
                                 captures.getArrayRef());
  sum.getBody().takeBody(open.getBody());
  open.erase();
  for (mlir::Value capture : captures) {
    mlir::Value argument =
        sum.getBody().addArgument(capture.getType(), capture.getLoc());
    capture.replaceUsesWithIf(argument, [&](mlir::OpOperand &use) {
      return sum.getBody().isAncestor(use.getOwner()->getParentRegion());
    });
  }
  return RValue::scalar(sum, type);
}
