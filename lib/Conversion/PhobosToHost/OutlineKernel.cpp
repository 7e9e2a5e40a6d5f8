//===- OutlineKernel.cpp - Functions of block and grid ----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "phobos/Conversion/PhobosToHost/PhobosToHost.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace phobos;

/// Whether the promise holds, an i1.
static Value checkPromise(ImplicitLocOpBuilder &builder, PromiseOp promise) {
  Value value = promise.getValue();
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantIndexOp::create(builder, number);
  };
  auto compare = [&](arith::CmpIPredicate how, Value lhs, Value rhs) -> Value {
    return arith::CmpIOp::create(builder, how, lhs, rhs);
  };
  Attribute predicate = promise.getPredicate();
  if (auto divisible = dyn_cast<DivisibleAttr>(predicate)) {
    Value rest = arith::RemSIOp::create(builder, value,
                                        constant(divisible.getDivisor()));
    return compare(arith::CmpIPredicate::eq, rest, constant(0));
  }
  if (auto bounded = dyn_cast<BoundedAttr>(predicate)) {
    Value above =
        compare(arith::CmpIPredicate::sge, value, constant(bounded.getMin()));
    Value below =
        compare(arith::CmpIPredicate::sle, value, constant(bounded.getMax()));
    return arith::AndIOp::create(builder, above, below);
  }
  return compare(arith::CmpIPredicate::eq, value, promise.getOther());
}

/// "file:line:col: ", or nothing where that is not known.
static std::string describePlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "";
  return llvm::formatv("{0}:{1}:{2}: ", place.getFilename().getValue(),
                       place.getLine(), place.getColumn());
}

/// "expected 'M' to be a multiple of 64", or "expected @require(M <= N) to
/// hold", with the place in front where it is known.
static std::string describePromise(KernelOp kernel, PromiseOp promise) {
  auto name = [&](Value value) -> std::string {
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getOwner() == &kernel.getBody().front())
      return "'" + kernel.getArgName(argument.getArgNumber()) + "'";
    return "the promised value";
  };
  std::string text = describePlace(promise.getLoc());
  if (promise.getMessage())
    return text + "expected " + promise.getMessage()->str() + " to hold";
  text += "expected " + name(promise.getValue()) + " to be ";
  Attribute predicate = promise.getPredicate();
  if (auto divisible = dyn_cast<DivisibleAttr>(predicate))
    return text +
           llvm::formatv("a multiple of {0}", divisible.getDivisor()).str();
  if (auto bounded = dyn_cast<BoundedAttr>(predicate))
    return text +
           llvm::formatv("from {0} to {1}", bounded.getMin(), bounded.getMax())
               .str();
  return text + "equal to " + name(promise.getOther());
}

/// The named numbers among the kernel's arguments that the promise's operands
/// are computed from, in order.
static SmallVector<unsigned> findPromisedArguments(KernelOp kernel,
                                                   PromiseOp promise) {
  llvm::SetVector<Value> values;
  values.insert_range(promise->getOperands());
  llvm::SmallSetVector<unsigned, 4> found;
  for (size_t i = 0; i < values.size(); ++i) {
    auto argument = dyn_cast<BlockArgument>(values[i]);
    if (argument && argument.getOwner() == &kernel.getBody().front() &&
        (argument.getType().isIntOrIndex() || argument.getType().isF32() ||
         argument.getType().isF64()) &&
        kernel.getArgAttr(argument.getArgNumber(), kNameAttr))
      found.insert(argument.getArgNumber());
    if (Operation *op = values[i].getDefiningOp())
      op->walk(
          [&](Operation *part) { values.insert_range(part->getOperands()); });
  }
  SmallVector<unsigned> numbers = found.takeVector();
  llvm::sort(numbers);
  return numbers;
}

/// What an error says behind that text: see kPromisedValuesAttr.
static std::string describeValues(KernelOp kernel, PromiseOp promise) {
  if (!promise.getMessage())
    return ", got {}";
  std::string text;
  for (unsigned number : findPromisedArguments(kernel, promise)) {
    Type type = kernel.getArgumentTypes()[number];
    bool isUnsigned =
        type.isInteger(1) || kernel.getArgAttr(number, kUnsignedAttr);
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    text += text.empty() ? ", got " : ", ";
    text +=
        llvm::formatv("{0} = {{{1}:{2}{3}}", kernel.getArgName(number), number,
                      isa<FloatType>(type) ? 'f'
                      : isUnsigned         ? 'u'
                                           : 'i',
                      width);
  }
  return text;
}

/// Moves what follows each promise of the block function's body into an
/// `scf.if` on it; its other branch yields the promise's number and value.
static void lowerPromises(func::FuncOp block, ArrayRef<PromiseOp> promises) {
  Operation *ret = block.getBody().front().getTerminator();
  for (size_t number = promises.size(); number != 0; --number) {
    PromiseOp promise = promises[number - 1];
    ImplicitLocOpBuilder builder(promise.getLoc(), promise);
    Value holds = checkPromise(builder, promise);
    Type i64 = builder.getI64Type();
    auto branch = scf::IfOp::create(builder, TypeRange{i64, i64}, holds,
                                    /*withElseRegion=*/true);
    Block *then = branch.thenBlock();
    then->getOperations().splice(
        then->end(), promise->getBlock()->getOperations(),
        std::next(promise->getIterator()), ret->getIterator());
    builder.setInsertionPointToEnd(then);
    scf::YieldOp::create(builder, ret->getOperands());
    builder.setInsertionPointToEnd(branch.elseBlock());
    Value broken = arith::ConstantIntOp::create(builder, i64, number);
    Value value = arith::IndexCastOp::create(builder, i64, promise.getValue());
    scf::YieldOp::create(builder, ValueRange{broken, value});
    ret->setOperands(branch.getResults());
    promise.replaceAllUsesWith(promise.getValue());
    promise.erase();
  }
}

//===----------------------------------------------------------------------===//
// Checks of bounds
//===----------------------------------------------------------------------===//

/// "expected an index inside of dim 0 of 'A'", with the place in front where it
/// is known.
static std::string describeCheck(CheckBoundsOp check) {
  std::string text = describePlace(check.getLoc());
  if (check.getLength() == 1)
    text += "expected an index";
  else
    text +=
        llvm::formatv("expected the start of {0} elements", check.getLength());
  text += llvm::formatv(" inside of dim {0}", check.getDim());
  if (std::optional<StringRef> name = check.getName())
    text += llvm::formatv(" of '{0}'", *name);
  return text;
}

/// The function that ends a run, which this module calls.
static func::FuncOp declareStop(ModuleOp module) {
  if (auto known = module.lookupSymbol<func::FuncOp>(kStopFunction))
    return known;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto stop = func::FuncOp::create(
      builder, module.getLoc(), kStopFunction,
      builder.getFunctionType(SmallVector<Type>(3, builder.getI64Type()), {}));
  stop.setPrivate();
  return stop;
}

/// Calls that function where the check with this `number` fails.
static void lowerCheck(CheckBoundsOp check, int64_t number, func::FuncOp stop) {
  ImplicitLocOpBuilder builder(check.getLoc(), check);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value length = arith::ConstantIndexOp::create(builder, check.getLength());
  // No extent is negative, so the difference does not wrap.
  Value last = arith::SubIOp::create(builder, check.getExtent(), length);
  Value below = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                      check.getStart(), zero);
  Value above = arith::CmpIOp::create(builder, arith::CmpIPredicate::sgt,
                                      check.getStart(), last);
  auto branch = scf::IfOp::create(
      builder, arith::OrIOp::create(builder, below, above).getResult());
  builder.setInsertionPointToStart(branch.thenBlock());
  Type i64 = builder.getI64Type();
  Value id = arith::ConstantIntOp::create(builder, i64, number);
  func::CallOp::create(
      builder, stop,
      ValueRange{id, arith::IndexCastOp::create(builder, i64, check.getStart()),
                 arith::IndexCastOp::create(builder, i64, check.getExtent())});
  check.erase();
}

/// Lowers the checks of a kernel; returns their texts in order.
static SmallVector<Attribute> lowerChecks(KernelOp kernel) {
  SmallVector<CheckBoundsOp> checks;
  kernel.walk([&](CheckBoundsOp check) { checks.push_back(check); });
  SmallVector<Attribute> texts;
  for (CheckBoundsOp check : checks) {
    int64_t number = texts.size();
    texts.push_back(StringAttr::get(kernel.getContext(), describeCheck(check)));
    lowerCheck(check, number, declareStop(kernel->getParentOfType<ModuleOp>()));
  }
  return texts;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// `@k.block`, with the kernel's body, and the block's position and the number
/// of blocks as arguments.
static func::FuncOp createBlockFunction(OpBuilder &builder, KernelOp kernel) {
  Type i64 = builder.getI64Type(), index = builder.getIndexType();
  SmallVector<Type> inputs(kernel.getArgumentTypes());
  inputs.append(6, index);
  auto block = func::FuncOp::create(
      builder, kernel.getLoc(), (kernel.getSymName() + ".block").str(),
      builder.getFunctionType(inputs, {i64, i64}));
  block.setPrivate();
  if (Attribute strict = kernel->getDiscardableAttr(kStrictAttr))
    block->setDiscardableAttr(kStrictAttr, strict);
  block.getBody().takeBody(kernel.getBody());
  Block &body = block.getBody().front();
  SmallVector<Value> place; // the position, then the number of blocks
  for (int axis = 0; axis != 6; ++axis)
    place.push_back(body.addArgument(index, kernel.getLoc()));
  auto replace = [](auto op, ArrayRef<Value> values) {
    op.replaceAllUsesWith(values[static_cast<unsigned>(op.getDim())]);
    op.erase();
  };
  block.walk([&](BlockIdOp op) { replace(op, place); });
  block.walk(
      [&](NumBlocksOp op) { replace(op, ArrayRef(place).drop_front(3)); });
  Operation *end = body.getTerminator();
  OpBuilder atEnd(end);
  Value zero = arith::ConstantIntOp::create(atEnd, end->getLoc(), i64, 0);
  func::ReturnOp::create(atEnd, end->getLoc(), ValueRange{zero, zero});
  end->erase();
  return block;
}

/// The loops over the grid: z, y, x from outermost to innermost. A block runs
/// only if all before it kept their promises.
static void createGridLoops(ImplicitLocOpBuilder &builder, func::FuncOp grid,
                            func::FuncOp block) {
  Type i64 = builder.getI64Type();
  builder.setInsertionPointToEnd(grid.addEntryBlock());
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value kept = arith::ConstantIntOp::create(builder, i64, 0);
  ValueRange arguments = grid.getArguments();
  ValueRange sizes = arguments.take_back(3);
  SmallVector<Value> status = {kept, kept}, place(6);
  for (int axis : {2, 1, 0})
    place[3 + axis] = arith::IndexCastOp::create(
        builder, builder.getIndexType(), sizes[axis]);
  for (int axis : {2, 1, 0}) {
    auto loop = scf::ForOp::create(builder, zero, place[3 + axis], one, status);
    if (axis == 2)
      func::ReturnOp::create(builder, loop.getResults());
    else
      scf::YieldOp::create(builder, loop.getResults());
    place[axis] = loop.getInductionVar();
    status.assign(loop.getRegionIterArgs().begin(),
                  loop.getRegionIterArgs().end());
    builder.setInsertionPointToStart(loop.getBody());
  }
  Value run =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, status[0], kept);
  auto branch = scf::IfOp::create(builder, TypeRange{i64, i64}, run,
                                  /*withElseRegion=*/true);
  scf::YieldOp::create(builder, branch.getResults());
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, status);
  builder.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> operands(arguments.drop_back(3));
  llvm::append_range(operands, place);
  auto call = func::CallOp::create(builder, block, operands);
  scf::YieldOp::create(builder, call.getResults());
}

/// The promises in order, or failure where one is not at the top level.
static FailureOr<SmallVector<PromiseOp>> collectPromises(KernelOp kernel) {
  SmallVector<PromiseOp> promises;
  WalkResult walk = kernel.walk([&](PromiseOp promise) {
    promises.push_back(promise);
    if (promise->getParentOp() == kernel)
      return WalkResult::advance();
    promise.emitOpError("expected a promise at the top level of its kernel");
    return WalkResult::interrupt();
  });
  if (walk.wasInterrupted())
    return failure();
  return promises;
}

std::string phobos::getGridFunctionName(StringRef kernel) {
  return (kernel + ".grid").str();
}

LogicalResult phobos::outlineKernel(KernelOp kernel) {
  if (!kernel.getBody().hasOneBlock())
    return kernel.emitOpError(
        "expected a kernel of one basic block, with 'scf' for control flow");
  FailureOr<SmallVector<PromiseOp>> promises = collectPromises(kernel);
  if (failed(promises))
    return failure();
  OpBuilder builder(kernel);
  SmallVector<Attribute> texts, values;
  for (PromiseOp promise : *promises) {
    texts.push_back(builder.getStringAttr(describePromise(kernel, promise)));
    values.push_back(builder.getStringAttr(describeValues(kernel, promise)));
  }

  SmallVector<Attribute> checks = lowerChecks(kernel);

  SmallVector<Type> inputs(kernel.getArgumentTypes());
  inputs.append(3, builder.getI64Type());
  func::FuncOp block = createBlockFunction(builder, kernel);
  lowerPromises(block, *promises);
  auto grid = func::FuncOp::create(
      builder, kernel.getLoc(), getGridFunctionName(kernel.getSymName()),
      builder.getFunctionType(inputs, block.getResultTypes()));
  if (!texts.empty()) {
    grid->setAttr(kPromisesAttr, builder.getArrayAttr(texts));
    grid->setAttr(kPromisedValuesAttr, builder.getArrayAttr(values));
  }
  if (!checks.empty())
    grid->setAttr(kChecksAttr, builder.getArrayAttr(checks));
  ImplicitLocOpBuilder body(kernel.getLoc(), grid);
  createGridLoops(body, grid, block);
  kernel.erase();
  return success();
}
