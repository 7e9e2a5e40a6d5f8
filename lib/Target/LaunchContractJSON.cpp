//===- LaunchContractJSON.cpp - Contracts as text ---------------*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "phobos/Target/LaunchContract.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;
using namespace phobos;

/// A string, a number, or an array of them; null where absent.
static llvm::json::Value toValue(Attribute attribute) {
  // Names in IR may hold any bytes, JSON's may not.
  if (auto text = dyn_cast_if_present<StringAttr>(attribute))
    return llvm::json::fixUTF8(text.getValue());
  if (auto number = dyn_cast_if_present<IntegerAttr>(attribute))
    return number.getInt();
  auto list = dyn_cast_if_present<ArrayAttr>(attribute);
  if (!list)
    return nullptr;
  llvm::json::Array values;
  for (Attribute element : list)
    values.push_back(toValue(element));
  return values;
}

/// The `repack` of an element of a list, or null.
static DictionaryAttr getRepack(Attribute element) {
  return cast<DictionaryAttr>(element).getAs<DictionaryAttr>("repack");
}

namespace {

/// Writes contracts, one field a line, with the hashes of the fields and `code`
/// or, without `code`, with empty ones.
class ContractWriter {
public:
  ContractWriter(llvm::json::OStream &json, std::optional<StringRef> code)
      : json(json), code(code) {}

  void write(DictionaryAttr contract) {
    json.object([&] {
      json.attribute("version", 1);
      writeRequired(contract);
      for (StringRef name : {"kernel", "target"})
        json.attribute(name, toValue(contract.get(name)));
      writeParams(cast<ArrayAttr>(contract.get("params")));
      writeEntries(contract, "args", {"kind", "param", "name", "type"});
      writeLaunch(contract);
      writeEntries(contract, "promises", {"extent", "multiple", "blocks"});
      if (contract.contains("noalias"))
        json.attribute("noalias", true);
      writeEntries(contract, "tensor_maps",
                   {"name", "param", "dims", "box", "element_strides",
                    "swizzle", "interleave", "l2_promotion", "fill"});
      json.attribute("hash", code ? hash(contract, *code) : "");
    });
  }

  /// Of all fields of `contract` and `code`, in hex.
  static std::string hash(DictionaryAttr contract, StringRef code);

private:
  /// What a launcher must know beside the fields that every contract has.
  void writeRequired(DictionaryAttr contract) {
    llvm::json::Array required;
    if (contract.contains("persistent"))
      required.push_back("persistent");
    auto maps = contract.getAs<ArrayAttr>("tensor_maps");
    if (maps && llvm::any_of(maps, getRepack))
      required.push_back("repack");
    if (!required.empty())
      json.attribute("requires", std::move(required));
  }

  void writeParams(ArrayAttr params) {
    json.attributeArray("params", [&] {
      for (auto param : params.getAsRange<DictionaryAttr>())
        json.object([&] {
          for (StringRef field : {"name", "kind", "type"})
            json.attribute(field, toValue(param.get(field)));
          if (param.get("read_only"))
            json.attribute("read_only", true);
          auto extents = param.getAs<ArrayAttr>("extents");
          if (!extents)
            return;
          json.attribute("rank", int64_t(extents.size()));
          json.attribute("extents", toValue(extents));
          json.attribute("strides", toValue(param.get("strides")));
        });
    });
  }

  void writeLaunch(DictionaryAttr contract) {
    int64_t threads = contract.getAs<IntegerAttr>("threads").getInt();
    json.attribute("threads", llvm::json::Array{threads, 1, 1});
    Attribute cluster = contract.get("cluster");
    json.attribute("cluster",
                   cluster ? toValue(cluster) : llvm::json::Array{1, 1, 1});
    for (StringRef name : {"shared_bytes", "grid"})
      json.attribute(name, toValue(contract.get(name)));
    if (contract.contains(overlapName))
      json.attribute(overlapName, true);
    auto persistent = contract.getAs<DictionaryAttr>("persistent");
    if (!persistent)
      return;
    StringRef count = "blocks_per_multiprocessor";
    json.attributeObject("persistent", [&] {
      json.attribute(count, toValue(persistent.get(count)));
    });
  }

  /// An array of objects with the `fields` of each element that it has, and its
  /// `repack`; empty where `contract` has none.
  void writeEntries(DictionaryAttr contract, StringRef name,
                    ArrayRef<StringRef> fields) {
    json.attributeArray(name, [&] {
      auto entries = contract.getAs<ArrayAttr>(name);
      for (Attribute element :
           entries ? entries.getValue() : ArrayRef<Attribute>())
        json.object([&] {
          for (StringRef field : fields)
            if (Attribute value = cast<DictionaryAttr>(element).get(field))
              json.attribute(field, toValue(value));
          if (DictionaryAttr repack = getRepack(element))
            json.attributeObject("repack", [&] { writeRepack(repack); });
        });
    });
  }

  void writeRepack(DictionaryAttr repack) {
    for (StringRef field : {"pitch_bytes", "bytes"})
      json.attribute(field, toValue(repack.get(field)));
    json.attributeBegin("contract");
    write(repack.getAs<DictionaryAttr>("contract"));
    json.attributeEnd();
  }

  llvm::json::OStream &json;
  std::optional<StringRef> code;
};

} // namespace

static std::string render(DictionaryAttr contract,
                          std::optional<StringRef> code) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, /*IndentSize=*/2);
  ContractWriter(json, code).write(contract);
  return text + "\n";
}

std::string ContractWriter::hash(DictionaryAttr contract, StringRef code) {
  llvm::SHA256 hash;
  hash.update(render(contract, std::nullopt));
  hash.update(code);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string phobos::contractToJSON(DictionaryAttr contract, StringRef code) {
  return render(contract, code);
}
