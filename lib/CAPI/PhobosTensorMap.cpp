//===- PhobosTensorMap.cpp - the C interface of tensor maps -----*- C++ -*-===//
// Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Results.h"
#include "phobos-c/TensorMap.h"
#include "phobos/Emulator/Emulator.h"
#include "phobos/Runtime/Cuda.h"
#include "phobos/TensorMap/TensorMap.h"

using namespace phobos;
using llvm::Error;
using llvm::Expected;

static_assert(sizeof(EncodedTensorMap) == PHOBOS_ENCODED_TENSOR_MAP_BYTES);

static Expected<TensorMap> parse(const PhobosTensorMap &from) {
  TensorMap map;
  std::optional<TensorMap::Type> type = TensorMap::lookupType(from.type);
  if (!type)
    return llvm::createStringError(
        llvm::Twine("expected an element type for a tensor map, got '") +
        from.type + "'");
  map.address = from.address;
  map.type = *type;
  map.rank = from.rank;
  std::copy_n(from.extents, TensorMap::maxRank, map.extents.begin());
  std::copy_n(from.strides, TensorMap::maxRank, map.strides.begin());
  std::copy_n(from.box, TensorMap::maxRank, map.box.begin());
  std::copy_n(from.element_strides, TensorMap::maxRank,
              map.elementStrides.begin());
  map.swizzle = from.swizzle;
  map.interleave = from.interleave;
  map.l2Promotion = from.l2_promotion;
  map.fillsWithNaN = from.fills_with_nan != 0;
  if (Error error = map.verify())
    return std::move(error);
  return map;
}

/// Answers with what `encode` makes of `map`.
template <typename Encode>
static PhobosStatus encodeWith(const PhobosTensorMap *map, void *out,
                               char **error, Encode encode) {
  auto body = [&]() -> Error {
    if (Error missing = require({{"type", map->type}}))
      return missing;
    Expected<TensorMap> parsed = parse(*map);
    if (!parsed)
      return parsed.takeError();
    Expected<EncodedTensorMap> encoded = encode(*parsed);
    if (!encoded)
      return encoded.takeError();
    memcpy(out, encoded->bytes.data(), encoded->bytes.size());
    return Error::success();
  };
  return respond(error, {{"map", map}, {"out", out}}, body);
}

PhobosStatus phobos_tensor_map_check(const PhobosTensorMap *map, char **error) {
  EncodedTensorMap unused;
  return encodeWith(map, &unused, error,
                    [](const TensorMap &) { return EncodedTensorMap(); });
}

PhobosStatus phobos_gpu_encode_tensor_map(const PhobosTensorMap *map, void *out,
                                          char **error) {
  return encodeWith(map, out, error, runtime::gpuEncodeTensorMap);
}

PhobosStatus phobos_emulator_encode_tensor_map(const PhobosTensorMap *map,
                                               void *out, char **error) {
  return encodeWith(map, out, error, emulatorEncodeTensorMap);
}
