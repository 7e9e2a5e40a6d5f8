//===- LaunchContract.cpp - What a launcher must know -----------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Target/LaunchContract.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "phobos/Dialect/KernelAttributes.h"
#include "phobos/Dialect/Phobos.h"
#include "phobos/Target/Target.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace phobos;

//===----------------------------------------------------------------------===//
// Reading the kernel
//===----------------------------------------------------------------------===//

/// The language's name for an element type.
static std::string typeName(Type type, bool isUnsigned) {
  if (type.isInteger(1))
    return "bool";
  if (type.isInteger())
    return (isUnsigned ? "u" : "i") +
           std::to_string(type.getIntOrFloatBitWidth());
  if (isa<Float8E4M3FNType>(type))
    return "f8e4m3";
  if (isa<Float8E5M2Type>(type))
    return "f8e5m2";
  std::string name;
  llvm::raw_string_ostream(name) << type;
  return name;
}

/// Whether values of `type` lead to memory.
static bool leadsToMemory(Type type) {
  if (auto tile = dyn_cast<TileType>(type))
    type = tile.getElementType();
  return isa<PtrType, ViewType>(type);
}

/// Whether nothing can be stored through `pointer`: what is made of it is seen
/// by ops alone that read. A pointer that loops or branches carry is not
/// followed.
static bool isOnlyRead(Value pointer) {
  llvm::SetVector<Value> reached;
  reached.insert(pointer);
  for (size_t next = 0; next != reached.size(); ++next)
    for (Operation *user : reached[next].getUsers()) {
      auto effects = dyn_cast<MemoryEffectOpInterface>(user);
      if (!effects || user->getNumRegions() != 0 ||
          user->hasTrait<OpTrait::IsTerminator>() ||
          effects.hasEffect<MemoryEffects::Write>())
        return false;
      for (Value result : user->getResults())
        if (leadsToMemory(result.getType()))
          reached.insert(result);
    }
  return true;
}

static void printExpression(AffineExpr expr, ArrayRef<std::string> names,
                            raw_ostream &os);

/// Prints `expr` as an operand of `*`.
static void printFactor(AffineExpr expr, ArrayRef<std::string> names,
                        raw_ostream &os) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  bool negative = constant && constant.getValue() < 0;
  bool wrap = negative || expr.getKind() == AffineExprKind::Add;
  os << (wrap ? "(" : "");
  printExpression(expr, names, os);
  os << (wrap ? ")" : "");
}

/// If `expr` is a sum's operand that is negative for sure, what is subtracted.
static AffineExpr negatedOperand(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr);
      constant && constant.getValue() < 0)
    return -expr;
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!product || product.getKind() != AffineExprKind::Mul)
    return {};
  auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
  return factor && factor.getValue() < 0 ? -expr : AffineExpr();
}

static void printExpression(AffineExpr expr, ArrayRef<std::string> names,
                            raw_ostream &os) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    if (constant.getValue() < 0)
      os << "0 - " << -constant.getValue();
    else
      os << constant.getValue();
    return;
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    os << names[symbol.getPosition()];
    return;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  if (expr.getKind() == AffineExprKind::Add) {
    AffineExpr subtracted = negatedOperand(rhs);
    printExpression(lhs, names, os);
    os << (subtracted ? " - " : " + ");
    printExpression(subtracted ? subtracted : rhs, names, os);
    return;
  }
  if (expr.getKind() == AffineExprKind::Mul) {
    printFactor(lhs, names, os);
    os << " * ";
    printFactor(rhs, names, os);
    return;
  }
  os << (expr.getKind() == AffineExprKind::CeilDiv    ? "ceildiv("
         : expr.getKind() == AffineExprKind::FloorDiv ? "floordiv("
                                                      : "mod(");
  printExpression(lhs, names, os);
  os << ", ";
  printExpression(rhs, names, os);
  os << ")";
}

static constexpr StringLiteral hostTarget = "host";

namespace {

/// Collects the parts of one kernel's contract.
class ContractBuilder {
public:
  explicit ContractBuilder(KernelOp kernel)
      : kernel(kernel), builder(kernel.getContext()) {}

  FailureOr<DictionaryAttr> build(StringRef target, int64_t threads,
                                  int64_t sharedBytes,
                                  ArrayRef<Attribute> tensorMaps = {}) {
    collectNames(kExtentsAttr, extents);
    collectNames(kStridesAttr, strides);
    llvm::StringSet<> taken;
    SmallVector<Attribute> params, args;
    for (BlockArgument argument : kernel.getArguments()) {
      std::string name = kernel.getArgName(argument.getArgNumber());
      if (!taken.insert(name).second)
        return kernel.emitError()
               << "expected unique argument names, got '" << name << "' twice";
      if (argument.getType().isIndex() && extents.contains(name))
        args.push_back(entry("extent", "name", name, "i64"));
      else if (argument.getType().isIndex() && strides.contains(name))
        args.push_back(entry("stride", "name", name, "i64"));
      else
        addParameter(argument, name, params, args);
    }
    for (Attribute map : tensorMaps)
      args.push_back(entry(
          "tensor_map", "name",
          cast<DictionaryAttr>(map).getAs<StringAttr>("name").getValue(), ""));
    SmallVector<NamedAttribute> fields = {
        field("kernel", builder.getStringAttr(kernel.getSymName())),
        field("target", builder.getStringAttr(target)),
        field("params", builder.getArrayAttr(params)),
        field("args", builder.getArrayAttr(args)),
        field("threads", builder.getI64IntegerAttr(threads)),
        field("shared_bytes", builder.getI64IntegerAttr(sharedBytes)),
        field("grid", grid()),
        field("promises", promises())};
    if (kernel->hasAttr(kNoAliasAttr))
      fields.push_back(field("noalias", builder.getUnitAttr()));
    if (Attribute blocks = kernel->getDiscardableAttr(kPersistentAttr))
      fields.push_back(
          field("persistent", builder.getDictionaryAttr(
                                  field("blocks_per_multiprocessor", blocks))));
    // The host runs one block after the other.
    auto cluster = kernel->getAttrOfType<IntegerAttr>(kClusterAttr);
    if (cluster && target != hostTarget)
      fields.push_back(
          field("cluster", builder.getI64ArrayAttr({cluster.getInt(), 1, 1})));
    if (!tensorMaps.empty())
      fields.push_back(field("tensor_maps", builder.getArrayAttr(tensorMaps)));
    return builder.getDictionaryAttr(fields);
  }

private:
  NamedAttribute field(StringRef name, Attribute value) {
    return builder.getNamedAttr(name, value);
  }
  NamedAttribute field(StringRef name, StringRef value) {
    return field(name, builder.getStringAttr(value));
  }

  /// {"kind": kind, key: name} and, unless empty, "type".
  DictionaryAttr entry(StringRef kind, StringRef key, StringRef name,
                       StringRef type) {
    SmallVector<NamedAttribute> fields = {field("kind", kind),
                                          field(key, name)};
    if (!type.empty())
      fields.push_back(field("type", type));
    return builder.getDictionaryAttr(fields);
  }

  void addParameter(BlockArgument argument, StringRef name,
                    SmallVectorImpl<Attribute> &params,
                    SmallVectorImpl<Attribute> &args) {
    unsigned index = argument.getArgNumber();
    auto pointer = dyn_cast<PtrType>(argument.getType());
    Type element = pointer ? pointer.getElementType() : argument.getType();
    std::string type =
        typeName(element, bool(kernel.getArgAttr(index, kUnsignedAttr)));
    Attribute shape = kernel.getArgAttr(index, kExtentsAttr);
    StringRef kind = !pointer ? "scalar" : shape ? "tensor" : "pointer";
    SmallVector<NamedAttribute> fields = {
        field("kind", kind), field("name", name), field("type", type)};
    if (shape)
      fields.push_back(field("extents", shape));
    if (Attribute list = kernel.getArgAttr(index, kStridesAttr))
      fields.push_back(field("strides", list));
    if (pointer && isOnlyRead(argument))
      fields.push_back(field("read_only", builder.getUnitAttr()));
    params.push_back(builder.getDictionaryAttr(fields));
    if (pointer)
      args.push_back(entry("pointer", "param", name, ""));
    else
      args.push_back(entry("scalar", "param", name, type));
  }

  /// The names in the lists `key` of all arguments.
  void collectNames(StringRef key, llvm::StringSet<> &names) {
    for (BlockArgument argument : kernel.getArguments())
      if (auto list =
              kernel.getArgAttrOfType<ArrayAttr>(argument.getArgNumber(), key))
        for (Attribute name : list)
          if (auto text = dyn_cast<StringAttr>(name))
            names.insert(text.getValue());
  }

  SmallVector<std::string> gridNames() {
    SmallVector<std::string> names;
    for (BlockArgument symbol : kernel.getGridSymbols())
      names.push_back(kernel.getArgName(symbol.getArgNumber()));
    return names;
  }

  ArrayAttr grid() {
    if (!kernel.getGrid())
      return builder.getStrArrayAttr({"1", "1", "1"});
    SmallVector<std::string> names = gridNames();
    SmallVector<Attribute> blocks;
    for (AffineExpr expr : kernel.getGrid()->getResults()) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      printExpression(expr, names, stream);
      blocks.push_back(builder.getStringAttr(text));
    }
    return builder.getArrayAttr(blocks);
  }

  /// A promise that blocks end within an extent; null for others.
  DictionaryAttr describeWalk(PromiseOp promise) {
    auto walk = promise->getAttrOfType<DictionaryAttr>(kWalkAttr);
    if (!walk)
      return {};
    auto blocks = walk.getAs<AffineMapAttr>("blocks");
    auto extent = walk.getAs<StringAttr>("extent");
    auto multiple = walk.getAs<IntegerAttr>("multiple");
    SmallVector<std::string> names = gridNames();
    if (!blocks || !extent || !multiple || !extents.contains(extent) ||
        blocks.getValue().getNumDims() != 0 ||
        blocks.getValue().getNumSymbols() != names.size() ||
        blocks.getValue().getNumResults() != 1)
      return {};
    std::string text;
    llvm::raw_string_ostream stream(text);
    printExpression(blocks.getValue().getResult(0), names, stream);
    return builder.getDictionaryAttr({field("extent", extent),
                                      field("multiple", multiple),
                                      field("blocks", text)});
  }

  /// What the kernel checks of its extents when it starts.
  ArrayAttr promises() {
    SmallVector<Attribute> found;
    kernel.walk([&](PromiseOp promise) {
      if (DictionaryAttr walk = describeWalk(promise))
        found.push_back(walk);
      auto divisible = dyn_cast<DivisibleAttr>(promise.getPredicate());
      Value value = promise.getValue();
      while (auto earlier = value.getDefiningOp<PromiseOp>())
        value = earlier.getValue();
      auto argument = dyn_cast<BlockArgument>(value);
      if (!divisible || !argument ||
          argument.getOwner() != &kernel.getBody().front())
        return;
      std::string name = kernel.getArgName(argument.getArgNumber());
      if (extents.contains(name))
        found.push_back(builder.getDictionaryAttr(
            {field("extent", name),
             field("multiple",
                   builder.getI64IntegerAttr(divisible.getDivisor()))}));
    });
    return builder.getArrayAttr(found);
  }

  KernelOp kernel;
  Builder builder;
  llvm::StringSet<> extents, strides;
};

} // namespace

FailureOr<DictionaryAttr>
phobos::buildLaunchContract(KernelOp kernel, const Target &target,
                            int64_t threads, int64_t sharedBytes,
                            ArrayRef<Attribute> tensorMaps) {
  if (threads > Target::maxThreadsPerBlock)
    return kernel.emitError()
           << "kernel '" << kernel.getSymName() << "' needs " << threads
           << " threads a block, " << target.name << " has "
           << Target::maxThreadsPerBlock << "; lower the threads of @launch";
  if (sharedBytes > target.sharedMemoryPerBlock)
    return kernel.emitError()
           << "kernel '" << kernel.getSymName() << "' needs " << sharedBytes
           << " bytes of shared memory a block, " << target.name << " has "
           << target.sharedMemoryPerBlock << "; lower the tiles' extents";
  return ContractBuilder(kernel).build(target.name, threads, sharedBytes,
                                       tensorMaps);
}

FailureOr<DictionaryAttr> phobos::buildHostContract(KernelOp kernel) {
  return ContractBuilder(kernel).build(hostTarget, /*threads=*/1,
                                       /*sharedBytes=*/0);
}

//===----------------------------------------------------------------------===//
// Kernels that help
//===----------------------------------------------------------------------===//

static constexpr StringLiteral repackName = "repack";

DictionaryAttr phobos::buildRepack(StringRef kernel, ArrayAttr extents,
                                   unsigned elementBytes, int64_t pitchBytes) {
  Builder builder(extents.getContext());
  SmallVector<std::string> names;
  SmallVector<AffineExpr> dims;
  for (Attribute extent : extents)
    if (auto name = dyn_cast<StringAttr>(extent)) {
      dims.push_back(builder.getAffineSymbolExpr(names.size()));
      names.push_back(name.str());
    } else {
      dims.push_back(
          builder.getAffineConstantExpr(cast<IntegerAttr>(extent).getInt()));
    }
  AffineExpr bytes =
      (dims.back() * elementBytes).ceilDiv(pitchBytes) * pitchBytes;
  for (AffineExpr rows : llvm::drop_end(dims))
    bytes = bytes * rows;
  std::string text;
  llvm::raw_string_ostream stream(text);
  printExpression(bytes, names, stream);
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("kernel", builder.getStringAttr(kernel)),
       builder.getNamedAttr("pitch_bytes",
                            builder.getI64IntegerAttr(pitchBytes)),
       builder.getNamedAttr("bytes", builder.getStringAttr(text))});
}

/// `dictionary` with `value` as its field `name`.
static DictionaryAttr withField(DictionaryAttr dictionary, StringRef name,
                                Attribute value) {
  NamedAttrList fields(dictionary);
  fields.set(name, value);
  return fields.getDictionary(dictionary.getContext());
}

/// The `repack` of an element of `tensor_maps`, or null.
static DictionaryAttr getRepack(Attribute map) {
  auto fields = dyn_cast<DictionaryAttr>(map);
  return fields ? fields.getAs<DictionaryAttr>(repackName) : DictionaryAttr();
}

DictionaryAttr phobos::nestRepackContract(DictionaryAttr contract,
                                          DictionaryAttr copy) {
  auto maps = contract.getAs<ArrayAttr>("tensor_maps");
  if (!maps)
    return contract;
  SmallVector<Attribute> nested;
  for (Attribute map : maps) {
    DictionaryAttr repack = getRepack(map);
    bool isNamed = repack && repack.get("kernel") == copy.get("kernel");
    nested.push_back(isNamed ? withField(cast<DictionaryAttr>(map), repackName,
                                         withField(repack, "contract", copy))
                             : map);
  }
  return withField(contract, "tensor_maps",
                   ArrayAttr::get(contract.getContext(), nested));
}

SmallVector<DictionaryAttr>
phobos::listHelperContracts(DictionaryAttr contract) {
  SmallVector<DictionaryAttr> contracts;
  auto maps = contract.getAs<ArrayAttr>("tensor_maps");
  for (Attribute map : maps ? maps.getValue() : ArrayRef<Attribute>())
    if (DictionaryAttr repack = getRepack(map)) {
      auto copy = repack.getAs<DictionaryAttr>("contract");
      if (copy && !llvm::is_contained(contracts, copy))
        contracts.push_back(copy);
    }
  return contracts;
}

StringRef phobos::findMissingRepackKernel(DictionaryAttr contract) {
  auto maps = contract.getAs<ArrayAttr>("tensor_maps");
  for (Attribute map : maps ? maps.getValue() : ArrayRef<Attribute>())
    if (DictionaryAttr repack = getRepack(map))
      if (auto kernel = repack.getAs<StringAttr>("kernel");
          kernel && !repack.contains("contract"))
        return kernel;
  return "";
}

static bool isComplete(DictionaryAttr contract);

/// Whether a tensor map's `repack`, where there is one, holds what is written
/// of it.
static bool isRepackComplete(Attribute map) {
  Attribute value = cast<DictionaryAttr>(map).get(repackName);
  if (!value)
    return true;
  auto repack = dyn_cast<DictionaryAttr>(value);
  auto copy =
      repack ? repack.getAs<DictionaryAttr>("contract") : DictionaryAttr();
  return copy && repack.getAs<IntegerAttr>("pitch_bytes") &&
         repack.getAs<StringAttr>("bytes") && isComplete(copy);
}

/// Whether `persistent`, where there is one, holds what is written of it.
static bool isPersistentComplete(DictionaryAttr contract) {
  Attribute value = contract.get("persistent");
  auto persistent = dyn_cast_if_present<DictionaryAttr>(value);
  return !value || (persistent &&
                    persistent.getAs<IntegerAttr>("blocks_per_multiprocessor"));
}

/// Whether `contract` holds what is written of it. Thread-level IR may have
/// been written by hand.
static bool isComplete(DictionaryAttr contract) {
  auto isList = [&](StringRef name) {
    auto list = contract.getAs<ArrayAttr>(name);
    return list && llvm::all_of(list, llvm::IsaPred<DictionaryAttr>);
  };
  return contract.getAs<StringAttr>("kernel") &&
         contract.getAs<StringAttr>("target") && isList("params") &&
         isList("args") && contract.getAs<IntegerAttr>("threads") &&
         contract.getAs<IntegerAttr>("shared_bytes") &&
         contract.getAs<ArrayAttr>("grid") && isList("promises") &&
         isPersistentComplete(contract) &&
         (!contract.get("tensor_maps") ||
          (isList("tensor_maps") &&
           llvm::all_of(contract.getAs<ArrayAttr>("tensor_maps"),
                        isRepackComplete))) &&
         (!contract.get("cluster") || contract.getAs<ArrayAttr>("cluster"));
}

DictionaryAttr phobos::findLaunchContract(Operation *op) {
  DictionaryAttr found;
  op->walk([&](Operation *nested) {
    auto contract = nested->getAttrOfType<DictionaryAttr>(contractAttrName);
    if (!contract || !isComplete(contract))
      return WalkResult::advance();
    found = contract;
    return WalkResult::interrupt();
  });
  return found;
}
