//===- EmitAttributes.cpp - attributes of kernels and loops -*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelEmitter.h"
#include "phobos/Dialect/KernelAttributes.h"

using namespace phobos;

static constexpr llvm::StringRef attributeNames[] = {
    "aligned", "assert_no_mask", "autotune", "cluster",    "grid",  "launch",
    "noalias", "pipeline",       "require",  "specialize", "strict"};

/// On every GPU that runs these kernels.
static constexpr int64_t registersOfMultiprocessor = 65536;

/// Binds what a kernel's attributes say before it has arguments; those that
/// speak of its arguments follow in emitFacts.
void KernelEmitter::bindAttributes(const ast::Function &kernel) {
  hasGrid = options.grid.has_value();
  for (const ast::Attribute &attribute : kernel.attributes) {
    llvm::StringRef name = attribute.name.text;
    if (name == "autotune")
      bindAutotune(attribute);
    else if (name == "specialize")
      bindSpecialize(attribute);
    else if (name == "grid")
      hasGrid = true;
    else if (name == "launch")
      bindLaunch(attribute);
    else if (name == "pipeline")
      addKernelAttribute(kPipelineAttr, evalPipeline(attribute));
    else if (name == "cluster")
      bindCluster(attribute);
    else if (name == "strict" && expectNoArguments(attribute))
      addKernelAttribute(kStrictAttr, builder.getUnitAttr());
    else if (name == "noalias" && expectNoArguments(attribute))
      addKernelAttribute(kNoAliasAttr, builder.getUnitAttr());
    else if (name == "assert_no_mask" && expectNoArguments(attribute))
      addKernelAttribute(kAssertNoMaskAttr, builder.getUnitAttr());
    else if (!llvm::is_contained(attributeNames, name))
      unknownAttribute(attribute);
  }
}

void KernelEmitter::unknownAttribute(const ast::Attribute &attribute) {
  error(attribute.name.loc)
      << "unknown attribute '@" << attribute.name.text << "'"
      << nearMissHint(attribute.name.text, attributeNames);
}

bool KernelEmitter::expectNoArguments(const ast::Attribute &attribute) {
  if (attribute.arguments.empty())
    return true;
  error(attribute.arguments[0].value->loc)
      << "expected no arguments of @" << attribute.name.text;
  return false;
}

void KernelEmitter::addKernelAttribute(llvm::StringRef name,
                                       mlir::Attribute value) {
  if (value)
    kernelAttributes.set(name, value);
}

void KernelEmitter::bindAutotune(const ast::Attribute &attribute) {
  for (const ast::Argument &argument : attribute.arguments) {
    const auto *choices = llvm::dyn_cast<ast::ListExpr>(argument.value);
    if (!argument.isChoice || !choices || choices->elements.empty()) {
      error(argument.name ? argument.name->loc : argument.value->loc)
          << "expected 'NAME in [a, b, …]'";
      continue;
    }
    llvm::SmallVector<Constant> values;
    for (const ast::Expr *choice : choices->elements) {
      std::optional<Constant> value = evalConstant(choice);
      if (value && value->getInt64())
        values.push_back(*value);
      else if (value)
        error(choice->loc) << "expected an integer, got " << value->str();
    }
    RValue value;
    TunedName tuned{*argument.name, {}};
    auto setting = options.settings.find(argument.name->text);
    if (setting != options.settings.end()) {
      value = RValue::of(Constant::integer(setting->second));
      tuned.choices = {setting->second};
    } else if (values.size() == choices->elements.size()) {
      value = RValue::of(values.front());
      for (const Constant &choice : values)
        if (!llvm::is_contained(tuned.choices, *choice.getInt64()))
          tuned.choices.push_back(*choice.getInt64());
    }
    bindName(*argument.name, Binding::Mode::Constant, value);
    tunedNames.push_back(std::move(tuned));
  }
}

/// @specialize(N, …): the settings have a value for each name.
void KernelEmitter::bindSpecialize(const ast::Attribute &attribute) {
  if (attribute.arguments.empty())
    error(attribute.name.loc) << "expected @specialize(N, …)";
  for (const ast::Argument &argument : attribute.arguments) {
    auto *name = llvm::dyn_cast<ast::NameExpr>(argument.value);
    if (!name || argument.name) {
      error(argument.value->loc) << "expected the name of an extent";
      continue;
    }
    RValue value;
    auto setting = options.settings.find(name->name);
    if (setting == options.settings.end())
      error(name->loc) << "expected a value of '" << name->name
                       << "', which @specialize makes a compile-time value; "
                          "give it, as in --set "
                       << name->name << "=64";
    else
      value = RValue::of(Constant::integer(setting->second));
    bindName({name->name, name->loc}, Binding::Mode::Constant, value);
  }
}

//===----------------------------------------------------------------------===//
// Numbers for a GPU
//===----------------------------------------------------------------------===//

/// The number that `expr` is, from `min` to `max`, or an error.
std::optional<int64_t> KernelEmitter::evalNumber(const ast::Expr *expr,
                                                 llvm::StringRef what,
                                                 int64_t min, int64_t max) {
  std::optional<Constant> constant = evalConstant(expr);
  if (!constant)
    return std::nullopt;
  std::optional<int64_t> number = constant->getInt64();
  if (number && *number >= min && *number <= max)
    return number;
  error(expr->loc) << "expected " << what << " from " << min << " to " << max
                   << ", got " << constant->str();
  return std::nullopt;
}

/// @launch(threads[, min_blocks[, max_regs]])
void KernelEmitter::bindLaunch(const ast::Attribute &attribute) {
  static constexpr llvm::StringRef names[] = {"threads", "min_blocks",
                                              "max_regs"};
  const ast::Expr *given[3] = {};
  for (auto [index, argument] : llvm::enumerate(attribute.arguments)) {
    size_t position =
        argument.name ? llvm::find(names, argument.name->text) - names : index;
    if (position < 3 && !given[position])
      given[position] = argument.value;
    else
      error(argument.value->loc)
          << "expected @launch(threads[, min_blocks[, max_regs]])";
  }
  if (!given[0]) {
    error(attribute.name.loc)
        << "expected @launch(threads[, min_blocks[, max_regs]])";
    return;
  }
  bindThreads(given[0]);
  std::optional<int64_t> blocks, registers;
  if (given[1])
    blocks = evalNumber(given[1], "min_blocks", 1, 32);
  if (given[2])
    registers = evalNumber(given[2], "max_regs", 16, 255);
  if (threads && blocks &&
      *threads * *blocks * registers.value_or(16) > registersOfMultiprocessor)
    error(given[1]->loc)
        << "expected threads * min_blocks * max_regs of at most "
        << registersOfMultiprocessor << ", the registers of a multiprocessor, "
        << "got " << *threads << " * " << *blocks << " * "
        << registers.value_or(16);
  if (blocks)
    addKernelAttribute(kMinBlocksAttr, builder.getI32IntegerAttr(*blocks));
  if (registers)
    addKernelAttribute(kMaxRegistersAttr,
                       builder.getI32IntegerAttr(*registers));
}

void KernelEmitter::bindThreads(const ast::Expr *expr) {
  std::optional<Constant> constant = evalConstant(expr);
  if (!constant)
    return;
  std::optional<int64_t> number = constant->getInt64();
  if (number && Layout::isThreadCount(*number))
    threads = static_cast<int32_t>(*number);
  else
    error(expr->loc) << "expected a power of two from 32 to 1024 as threads, "
                        "got "
                     << constant->str();
}

/// @cluster(n)
void KernelEmitter::bindCluster(const ast::Attribute &attribute) {
  if (attribute.arguments.size() != 1 || attribute.arguments[0].name) {
    error(attribute.name.loc)
        << "expected @cluster(n) with the number of blocks";
    return;
  }
  const ast::Expr *expr = attribute.arguments[0].value;
  std::optional<int64_t> blocks = evalNumber(expr, "blocks", 1, 8);
  if (blocks && !llvm::isPowerOf2_64(*blocks))
    error(expr->loc) << "expected 1, 2, 4 or 8 blocks, got " << *blocks;
  else if (blocks)
    addKernelAttribute(kClusterAttr, builder.getI64IntegerAttr(*blocks));
}

/// @pipeline(n), before a kernel or a loop; null after an error.
mlir::Attribute KernelEmitter::evalPipeline(const ast::Attribute &attribute) {
  if (attribute.arguments.size() != 1 || attribute.arguments[0].name) {
    error(attribute.name.loc)
        << "expected @pipeline(n) with the number of stages";
    return {};
  }
  std::optional<int64_t> stages =
      evalNumber(attribute.arguments[0].value, "stages", 1, 16);
  return stages ? builder.getI32IntegerAttr(*stages) : mlir::Attribute();
}

void KernelEmitter::setLoopAttributes(const ast::ForStmt *loop,
                                      mlir::Operation *op) {
  for (const ast::Attribute &attribute : loop->attributes) {
    llvm::StringRef name = attribute.name.text;
    if (name == "pipeline") {
      if (mlir::Attribute stages = evalPipeline(attribute))
        op->setDiscardableAttr(kPipelineAttr, stages);
    } else if (name == "assert_no_mask") {
      if (expectNoArguments(attribute))
        op->setDiscardableAttr(kAssertNoMaskAttr, builder.getUnitAttr());
    } else if (llvm::is_contained(attributeNames, name)) {
      error(attribute.name.loc) << "expected @" << name << " before a kernel";
    } else {
      unknownAttribute(attribute);
    }
  }
}
